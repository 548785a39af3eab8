"""Word what a study clearly found: its headline, and a sentence for each measure.

Only differences that hold for all comparisons of the study at once, and among all kinds of player, are claimed. They
are ordered by their size in standard deviations of single games under the base rules, so that measures in different
units can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.charts.scale import count_digits, format_number, format_signed

from ..result_types import MeasuredValue
from .effects import Claim, Effect, StudyEffects, relative_effect
from .kinds import among
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


# what may follow the figures of several kinds of player, by the verdict that all of them share
SHARED_VERDICTS: dict[tuple[bool, bool | None], str] = {
    (True, True): "",
    (True, None): "; that may be too little to matter",
    (True, False): ", which is too little to matter",
    (False, False): ". Any difference is too small to matter",
    (False, None): ". It is unclear whether these are real differences",
}


# --- the headline


def comparison_headline(judged: StudyEffects) -> str:
    """Return the headline of a study that compares variants: what clearly differs in the first of them."""
    return scoped_headline(judged, _variant_headline(judged))


def scoped_headline(judged: StudyEffects, words: str) -> str:
    """Return a headline that names the only kind of player for which it holds, if the study has only one."""
    if len(judged.every_kind) > 1 or not judged.view.found.bots:
        return words
    return f"{_capital(judged.view.among)}, {words[:1].lower() if _is_plain_opening(words) else words[:1]}{words[1:]}"


def _is_plain_opening(words: str) -> bool:
    """Return whether a headline opens with a word that has a capital only because it comes first."""
    return words.startswith(("With ", "In "))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _variant_headline(judged: StudyEffects) -> str:
    view, variant = judged.view, judged.view.others[0]
    claims = [claim for claim in judged.claims(variant) if claim.may_matter]
    parts = [_claim_words(judged, claim, first=not at) for at, claim in enumerate(claims[:MAX_HEADLINE_CLAIMS])]
    themes = {claim.theme for claim in claims[:MAX_HEADLINE_CLAIMS]}
    if judged.about and judged.about_theme not in themes:
        parts.insert(0, f"no clear difference in {_noun(judged, judged.about)}")
    said = ", and ".join(parts)
    same, unclear = _unchanged(judged, variant, {claim.theme for claim in claims})
    if not parts:
        if same:
            return f"{view.under(variant)}: {', '.join(same)}{_unclear_words(unclear)}"
        if judged.disputes(variant):
            return f"{view.under(variant)}: no difference that holds {among(view.kinds)}"
        return f"{view.under(variant)}: no clear difference in {_games(judged, variant)}"
    return f"{view.under(variant)}: {', '.join([said, *same])}{_unclear_words(unclear) if len(parts) == 1 else ''}"


def _claim_words(judged: StudyEffects, claim: Claim, first: bool) -> str:
    """Return what a headline says of one measure, in its `first` part or in a later one."""
    if len({effect.surely.differs for effect in claim.effects}) > 1:
        return (
            f"{_noun(judged, claim.name)} {'depend' if claim.theme == 'order' else 'depends'} on the number of players"
        )
    rises = claim.effects[0].surely.differs > 0
    everywhere = len(claim.effects) == len(claim.known)
    if claim.theme == "length":
        words = f"{length_part(claim.effects)} {'longer' if rises else 'shorter'}"
        words = words if everywhere else words.rpartition(" ")[2]
        words = words if first else f"games are {words}"
    elif claim.name in RISES_AND_FALLS:
        words = RISES_AND_FALLS[claim.name][0 if rises else 1]
    elif claim.name.startswith(("order-", "bot-")):
        words = f"{winner_words(claim.effects[0].after).lower()} wins {'more' if rises else 'less'} often"
    else:
        words = f"{claim.effects[0].after.words} ({change_words(claim.effects[0].before, claim.effects[0].after)})"
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
    games = 0
    for view in judged.view.every_kind:
        same = view.same_variant(variant)
        games += sum(cell.games for n in view.players if same and (cell := view.cell(same, n)))
    return f"{games:,} game{'s' if games != 1 else ''}"


def length_part(changes: Sequence[Effect]) -> str:
    """Return by what part the length changes, in words, over all these changes: a fifth, 17 to 20%."""
    every = [each for change in changes for each in change.each]
    parts = sorted(abs(found[0]) for found in (relative_effect(change) for change in every) if found)
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
    if change.disputed:
        return dispute_sentence(judged, change, who)
    if len(change.each) > 1:
        return _shared_sentence(judged, change, who)
    if name == judged.length:
        return length_sentence(change, who)
    if name == judged.first or name == judged.won or name.startswith(("order-", "bot-")):
        return share_sentence(change)
    return _value_sentence(change)


def _shared_sentence(judged: StudyEffects, change: Effect, who: str) -> str:
    """Return what may be said of a measure on which all kinds of player agree, with the figures of each."""
    verdict = change.surely
    tail = SHARED_VERDICTS[verdict.differs != 0, verdict.matters]
    if verdict.differs == 0 and verdict.matters is None:
        tail += settling_words(change)
    if change.after.name != judged.length:
        return f"{_subject(change.after)} {_figures_by_kind(change)}{tail}."
    if all(each.low == each.high == 0 for each in change.each):
        return f"{who}, games are exactly as long as before."
    if verdict.differs == 0:
        return f"{who}, a game takes {_figures_by_kind(change)}{tail}."
    word, parts = "longer" if verdict.differs > 0 else "shorter", []
    for each in change.each:
        near, far = sorted(map(abs, each.relative(each.shared)))
        part = format_whole_percent(abs((relative_effect(each) or (0.0,))[0]))
        span = f"({format_number(100 * near, 1)} to {format_number(100 * far, 1)})"
        parts.append(f"[{part} {word}] {span} {each.among}")
    return f"{who}, games are {join_words(parts)}{tail}."


def _subject(measure: MeasuredValue) -> str:
    """Return the beginning of a sentence whose object is a measure's value."""
    if measure.name == "won" or measure.name.startswith("bot-") or measure.words.startswith("won by the "):
        return f"{winner_words(measure)} wins"
    return f"{_capital(measure.words)}:"


def _figures_by_kind(change: Effect) -> str:
    """Return the values of a measure before and after a change, with the intervals, for each kind of player."""
    disputed = change.disputed
    return join_words([f"{_change_figures(each, disputed)} {each.among}" for each in change.each])


def _change_figures(change: Effect, disputed: bool) -> str:
    """Return a value after a change and before it, with the interval of the difference that holds for all at once."""
    before, after = value_pair(change.before, change.after)
    share = change.after.kind == "share"
    unit = f" {change.after.unit}" if change.after.unit else ""
    low, high = change.simultaneous if disputed else change.shared
    scale, digits = (100.0, 1) if share else (1.0, max(count_digits(change.before.value), count_digits(low)))
    span = signed_range(scale * low, scale * high, digits)
    return f"[{after}{unit}] instead of {before} ({span}{' points' if share else ''})"


def little_differences_sentence(judged: StudyEffects, changes: Sequence[Effect]) -> str:
    """Return that these measures surely don't differ by enough to matter."""
    return f"Any difference in {join_words([_noun_of(judged, change) for change in changes])} is too small to matter."


def _noun_of(judged: StudyEffects, change: Effect) -> str:
    """Return a measure as a noun, which names the seat if it is about how often one seat wins."""
    if judged.theme(change.after.name) == "order":
        return f"the wins of {winner_words(change.after).lower()}"
    return _noun(judged, change.after.name)


def dispute_sentence(judged: StudyEffects, change: Effect, who: str) -> str:
    """Return that kinds of player disagree about a difference, or that only some of them show it."""
    figures = _figures_by_kind(change)
    noun = _noun_of(judged, change)
    opening = f"{who}, the kinds of player" if who else "The kinds of player"
    if change.opposed:
        return f"{opening} disagree about {noun}: {figures}. So this may come from how the bots play."
    sure = [each.among for each in change.each if each.own.differs]
    only = join_words(sure)
    opening = f"{who}, a change in {noun} is clear only {only}" if who else f"A change in {noun} is clear only {only}"
    return f"{opening}: {figures}{settling_words(change)}."


def length_sentence(change: Effect, who: str) -> str:
    """Return what may be said of a change in length."""
    part, _, _ = relative_effect(change) or (0.0, 0.0, 0.0)
    low, high = change.relative(change.shared)
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
    low, high = change.shared
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
    low, high = change.shared
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
    change = max(change.each, key=lambda each: _half_width(each) / (each.band or 1.0))
    share = change.after.kind == "share"
    scale, what = (100.0, " points") if share else (100.0 / (abs(change.before.value) or 1.0), "%")
    return games_needed_words(change.row.n, _half_width(change), change.band, scale, what)


def games_needed_words(games: int, half: float, band: float, scale: float, what: str) -> str:
    """Return how many games would narrow an interval to `band`, or to half if it is narrower already; `games` have
    given the half-width `half`. A width is written `scale` times as large, followed by `what`.
    """
    if not 0.0 < half < float("inf") or band <= 0 or games < 2:
        return ""
    target = band if half > band else half / 2
    needed = games * (half / target) ** 2
    amount = f"\N{PLUS-MINUS SIGN}{format_number(scale * target, 1)}{what}"
    if needed > MAX_GAMES_NAMED:
        return f"; even {MAX_GAMES_NAMED:,} games would not give {amount}"
    power: int = 10 ** max(0, len(str(int(needed))) - 2)
    return f"; about {-(-int(needed) // power) * power:,} games would give {amount}"


def _half_width(change: Effect) -> float:
    low, high = change.shared
    return (high - low) / 2


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
