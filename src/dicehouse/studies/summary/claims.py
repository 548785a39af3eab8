"""Word what a study clearly found: its headline, and a sentence for each measure.

Only differences that hold for all comparisons of the study at once are claimed. They are ordered by their size in
standard deviations of single games under the base rules, so that measures in different units can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.charts.scale import count_digits, format_number, format_signed

from ..result_types import MeasuredValue
from .effects import Claim, Effect, StudyEffects, relative_effect
from .number_words import NO_BREAK_SPACE, format_percent, format_whole_percent, join_words, spell_number
from .variants import Variant

MAX_HEADLINE_CLAIMS = 2
MAX_GAMES_NAMED = 10_000_000
FRACTIONS = ((1 / 2, "half"), (1 / 3, "a third"), (1 / 4, "a quarter"), (1 / 5, "a fifth"), (1 / 10, "a tenth"))
FIRST_PLAYER, LONE_PLAYER = "The first player", "A lone player"

# by measure: what a headline says if it rises, and if it falls
RISES_AND_FALLS = {
    "first": ("going first is worth more", "going first is worth less"),
    "won": ("won more often", "won less often"),
    "choices": ("more decisions offer a choice", "fewer decisions offer a choice"),
    "idle": ("more turns change nothing", "fewer turns change nothing"),
    "score": ("winners score more", "winners score less"),
    "leads": ("the lead changes more often", "the lead changes less often"),
    "last-lead": ("games stay open longer", "games are settled earlier"),
    "comebacks": ("more comebacks", "fewer comebacks"),
    "trailed": ("winners trail longer", "winners trail for less time"),
    "margin": ("winners lead by more", "winners lead by less"),
    "ties": ("more ties", "fewer ties"),
    "out": ("more players are out early", "fewer players are out early"),
}

# by measure: its value in a sentence of its own
VALUE_SENTENCES = {
    "choices": "[{after}] of decisions offer a choice, instead of {before}",
    "idle": "[{after}] of turns change nobody's standing, instead of {before}",
    "score": "The winner scores [{after}]{unit} instead of {before}",
    "leads": "The lead changes [{after} times] a game instead of {before}",
    "last-lead": "The lead changes for the last time after [{after}] of the game instead of {before}",
    "comebacks": "[{after}] of games are won by a player who was not ahead at half time, instead of {before}",
    "trailed": "After [{after}] of turns the later winner is not ahead, instead of {before}",
    "margin": "The winner leads second place by [{after}]{unit} instead of {before}",
    "ties": "[{after}] of games have several winners, instead of {before}",
    "out": "In [{after}] of games a player is out long before the end, instead of {before}",
    "decisions": "A game takes [{after} decisions] instead of {before}",
    "minutes": "By our model, people would need about [{after} minutes] instead of {before}",
}
LENGTH_SENTENCES: dict[tuple[int, bool | None] | None, str] = {
    (-1, True): "{With}, games are [{part} shorter] ({low} to {high}).",
    (-1, None): "{With}, games are [{part} shorter] ({low} to {high}); that may be too little to matter.",
    (-1, False): "{With}, games are [{part} shorter] ({low} to {high}), which is too little to matter.",
    (1, True): "{With}, games are [{part} longer] ({low} to {high}).",
    (1, None): "{With}, games are [{part} longer] ({low} to {high}); that may be too little to matter.",
    (1, False): "{With}, games are [{part} longer] ({low} to {high}), which is too little to matter.",
    (0, False): "{With}, games are as long as before. Any difference is too small to matter ({range}).",
    None: "{With}, games are exactly as long as before.",
    (0, None): "{With}, it is unclear whether games get longer or shorter ({range}){settle}.",
}
SHARE_SENTENCES = {
    (-1, True): "{Who} wins [{share}] instead of {before}, {points} points less ({low} to {high}).",
    (-1, None): "{Who} wins [{share}] instead of {before}, {points} points less ({low} to {high}); that may be too"
    " little to matter.",
    (-1, False): "{Who} wins [{share}] instead of {before}, a little less, but too little to matter.",
    (1, True): "{Who} wins [{share}] instead of {before}, {points} points more ({low} to {high}).",
    (1, None): "{Who} wins [{share}] instead of {before}, {points} points more ({low} to {high}); that may be too"
    " little to matter.",
    (1, False): "{Who} wins [{share}] instead of {before}, a little more, but too little to matter.",
    (0, False): "{Who} wins [{share}], about as often as before ({before}). Any difference is too small to matter.",
    (0, None): "{Who} wins [{share}] instead of {before}. It is unclear whether that is a real difference ({range}"
    " points){settle}.",
}


# --- the headline


def comparison_headline(judged: StudyEffects) -> str:
    """Return the headline of a study that compares variants: what clearly differs in the first of them."""
    view, variant = judged.view, judged.view.others[0]
    claims = [claim for claim in judged.claims(variant) if claim.may_matter]
    parts = [_claim_words(judged, claim) for claim in claims[:MAX_HEADLINE_CLAIMS]]
    themes = {claim.theme for claim in claims[:MAX_HEADLINE_CLAIMS]}
    if judged.about and judged.about_theme not in themes:
        parts.insert(0, f"no clear difference in {_noun(judged, judged.about)}")
    said = ", and ".join(parts)
    same, unclear = _unchanged(judged, variant, {claim.theme for claim in claims})
    if not parts:
        if same:
            return f"{view.under(variant)}: {', '.join(same)}{_unclear_words(unclear)}"
        return f"{view.under(variant)}: no clear difference in {_games(judged, variant)}"
    return f"{view.under(variant)}: {', '.join([said, *same])}{_unclear_words(unclear) if len(parts) == 1 else ''}"


def _claim_words(judged: StudyEffects, claim: Claim) -> str:
    """Return what a headline says of one measure."""
    if len({effect.surely.differs for effect in claim.effects}) > 1:
        return (
            f"{_noun(judged, claim.name)} {'depend' if claim.theme == 'order' else 'depends'} on the number of players"
        )
    rises = claim.effects[0].surely.differs > 0
    everywhere = len(claim.effects) == len(claim.known)
    if claim.theme == "length":
        words = f"{length_part(claim.effects)} {'longer' if rises else 'shorter'}"
        words = words if everywhere else words.rpartition(" ")[2]
    elif claim.name in RISES_AND_FALLS:
        words = RISES_AND_FALLS[claim.name][0 if rises else 1]
    elif claim.name.startswith(("order-", "bot-")):
        words = f"{winner_words(claim.effects[0].after).lower()} wins {'more' if rises else 'less'} often"
    else:
        words = f"{claim.effects[0].after.words} {change_words(claim.effects[0].before, claim.effects[0].after)}"
    return words if everywhere else f"{words} {players_words([effect.players for effect in claim.effects])}"


def _unchanged(judged: StudyEffects, variant: Variant, claimed: set[str]) -> tuple[list[str], list[str]]:
    """Return which of length, fairness and wins surely don't change by enough to matter, and which are unclear."""
    same, unclear = [], []
    for name, as_before, noun in (
        (judged.length, "just as long", "length"),
        (judged.first, "just as fair", "fairness"),
        (judged.won, "won just as often", "wins"),
    ):
        known = list(judged.changes(name, variant)) if name else []
        if not name or not known or judged.theme(name) in claimed:
            continue
        if all(change.surely.matters is False for change in known):
            same.append(as_before)
        else:
            unclear.append(noun)
    return same, unclear


def _unclear_words(nouns: Sequence[str]) -> str:
    return f"; the effect on {join_words(list(nouns))} is unclear" if nouns else ""


def _noun(judged: StudyEffects, name: str) -> str:
    """Return a measure as a noun: the length."""
    if judged.theme(name) == "length":
        return "the length"
    if judged.theme(name) == "order":
        return "the chances by order of play"
    known = next((m.words for m in judged.view.measures if m.name == name), name)
    return {"comebacks": "comebacks", "ties": "ties", "won": "wins", "leads": "changes of the lead"}.get(name, known)


def _games(judged: StudyEffects, variant: Variant) -> str:
    games = sum(cell.games for players in judged.view.players if (cell := judged.view.cell(variant, players)))
    return f"{games:,} game{'s' if games != 1 else ''}"


def length_part(changes: Sequence[Effect]) -> str:
    """Return by what part the length changes, in words, over all these changes: a fifth, 17 to 20%."""
    parts = sorted(abs(found[0]) for found in (relative_effect(change) for change in changes) if found)
    if len(parts) > 1 and format_whole_percent(parts[0]) != format_whole_percent(parts[-1]):
        return f"{format_number(100 * parts[0], 0)}{NO_BREAK_SPACE}to{NO_BREAK_SPACE}{format_whole_percent(parts[-1])}"
    return fraction_words(parts[0]) if parts else "clearly"


def fraction_words(share: float) -> str:
    """Return a share in words: a fifth, 17%."""
    near = next((words for part, words in FRACTIONS if abs(share - part) < 0.01), None)
    return near or format_whole_percent(share)


def players_words(players: Sequence[int]) -> str:
    """Return "with two and three players"."""
    return (
        f"with {join_words([spell_number(number) for number in players])} player{'s' if list(players) != [1] else ''}"
    )


# --- sentences


def effect_sentence(judged: StudyEffects, change: Effect, who: str) -> str:
    """Return what may be said of one measure, all comparisons taken together; `who` opens a sentence on the length."""
    name = change.after.name
    if name == judged.length:
        return length_sentence(change, who)
    if name == judged.first or name == judged.won or name.startswith(("order-", "bot-")):
        return share_sentence(change)
    return _value_sentence(change)


def length_sentence(change: Effect, who: str) -> str:
    """Return what may be said of a change in length."""
    part, _, _ = relative_effect(change) or (0.0, 0.0, 0.0)
    low, high = change.relative_ends
    near, far = sorted((abs(low), abs(high)))
    figures = {
        "low": format_number(100 * near, 1),
        "high": format_number(100 * far, 1),
        "range": f"{signed_range(100 * low, 100 * high, 1)}%",
        "settle": settling_words(change),
    }
    case = None if change.low == change.high == 0 else (change.surely.differs, change.surely.matters)
    return LENGTH_SENTENCES[case].format(With=who, part=format_whole_percent(abs(part)), **figures)


def share_sentence(change: Effect) -> str:
    """Return what may be said of a change in how often a seat or a bot wins."""
    low, high = change.simultaneous
    near, far = sorted((abs(low), abs(high)))
    return SHARE_SENTENCES[change.surely.differs, change.surely.matters].format(
        Who=winner_words(change.after),
        share=format_percent(change.after.value),
        before=format_percent(change.before.value),
        points=format_number(100 * abs(change.difference), 1),
        low=format_number(100 * near, 1),
        high=format_number(100 * far, 1),
        range=signed_range(100 * low, 100 * high, 1),
        settle=settling_words(change),
    )


def _value_sentence(change: Effect) -> str:
    """Return a sentence about any other measure."""
    before, after = value_pair(change.before, change.after)
    unit = f" {change.after.unit}" if change.after.unit else ""
    words = f"{change.after.words[:1].upper()}{change.after.words[1:]}: [{{after}}{{unit}}] instead of {{before}}"
    opening = VALUE_SENTENCES.get(change.after.name, words).format(after=after, before=before, unit=unit)
    low, high = change.simultaneous
    share = change.after.kind == "share"
    scale, digits = (100.0, 1) if share else (1.0, max(count_digits(change.before.value), count_digits(low)))
    what = " points" if share else unit
    if change.surely.differs == 0:
        span = signed_range(scale * low, scale * high, digits)
        return f"{opening}. It is unclear whether that is a real difference ({span}{what}){settling_words(change)}."
    near, far = sorted((abs(scale * low), abs(scale * high)))
    more = "more" if change.surely.differs > 0 else "less"
    little = "" if change.surely.matters else "; that may be too little to matter"
    if change.surely.matters is False:
        little = ", which is too little to matter"
    size = format_number(scale * abs(change.difference), digits)
    ends = f"{format_number(near, digits)} to {format_number(far, digits)}"
    return f"{opening}, {size}{what} {more} ({ends}){little}."


def settling_words(change: Effect) -> str:
    """Return how many games would tell, to be put after a sentence that something is unclear: "; about 6,000 games
    would give ±1.3 points"."""
    low, high = change.simultaneous
    half, games = (high - low) / 2, change.row.n
    if not 0.0 < half < float("inf") or change.band <= 0 or games < 2:
        return ""
    target = change.band if half > change.band else half / 2
    needed = games * (half / target) ** 2
    share = change.after.kind == "share"
    scale, what = (100.0, " points") if share else (100.0 / (abs(change.before.value) or 1.0), "%")
    amount = f"\N{PLUS-MINUS SIGN}{format_number(scale * target, 1)}{what}"
    if needed > MAX_GAMES_NAMED:
        return f"; even {MAX_GAMES_NAMED:,} games would not give {amount}"
    power: int = 10 ** max(0, len(str(int(needed))) - 2)
    return f"; about {-(-int(needed) // power) * power:,} games would give {amount}"


def winner_words(measure: MeasuredValue) -> str:
    """Return who wins, of a measure that says how often."""
    if measure.name == "won":
        return LONE_PLAYER
    if measure.name.startswith("bot-"):
        return f"The bot {measure.words.removeprefix('won by ')}"
    who = measure.words.removeprefix("won by the ")
    return f"The {who}" if who != measure.words else FIRST_PLAYER


def signed_range(low: float, high: float, digits: int) -> str:
    """Write an interval whose ends may lie on both sides of zero."""
    return f"{format_signed(low, digits)} to {format_signed(high, digits)}"


def value_pair(before: MeasuredValue, after: MeasuredValue) -> tuple[str, str]:
    """Return two values of a measure, with as many digits as the smaller one needs."""
    if after.kind == "share":
        return format_percent(before.value), format_percent(after.value)
    digits = max(count_digits(before.value), count_digits(after.value))
    return format_number(before.value, digits), format_number(after.value, digits)


def change_words(before: MeasuredValue, after: MeasuredValue) -> str:
    """Return one value instead of another."""
    old, new = value_pair(before, after)
    return f"{new} instead of {old}"
