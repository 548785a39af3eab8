"""Write the sentences about a study, for the page, for documents and for the command line.

Each sentence is complete, and the intervals decide which one is true; only figures and names are filled in. No claim is
made elsewhere, so no title can contradict a table. Brackets in a sentence mark its main figure; `split_emphasis` finds
them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicehouse.charts.scale import count_digits, format_number, format_signed, format_trimmed

from ..result_types import CellResult, ItemWorth, MeasuredValue, SkillShare
from .effects import LENGTH_MEASURES, Effect, StudyEffects, Verdict, judge_interval, relative_effect
from .number_words import NO_BREAK_SPACE, count_words, format_percent, format_whole_percent, join_words, spell_number
from .variants import CLOSE_QUOTE, OPEN_QUOTE, Variant, VariantTable

MAX_SENTENCES = 3
MIN_GAMES_FOR_RANGE = 40  # games: with fewer, the outer ones are not known
FRACTIONS = ((1 / 2, "half"), (1 / 3, "a third"), (1 / 4, "a quarter"), (1 / 5, "a fifth"), (1 / 10, "a tenth"))
LENGTH_SENTENCES: dict[tuple[int, bool | None] | None, str] = {
    (-1, True): "{With}, games are [{part} shorter] ({low} to {high}).",
    (-1, None): "{With}, games are [{part} shorter] ({low} to {high}); that may be too little to matter.",
    (-1, False): "{With}, games are [{part} shorter] ({low} to {high}), which is too little to matter.",
    (1, True): "{With}, games are [{part} longer] ({low} to {high}).",
    (1, None): "{With}, games are [{part} longer] ({low} to {high}); that may be too little to matter.",
    (1, False): "{With}, games are [{part} longer] ({low} to {high}), which is too little to matter.",
    (0, False): "{With}, games are as long as before. Any difference is too small to matter ({range}).",
    None: "{With}, games are exactly as long as before.",
    (0, None): "{With}, it is unclear whether games get longer or shorter ({range}).",
}
FIRST_SEAT_SENTENCES = {
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
    " points).",
}
FAIRNESS_SENTENCES = {
    (-1, True): "{Who} wins [{share}] ({low} to {high}), less than an even share of {even}.",
    (-1, None): "{Who} wins [{share}] ({low} to {high}), less than an even share of {even}; that may be too little to"
    " matter.",
    (-1, False): "{Who} wins [{share}] ({low} to {high}), a little less than an even share of {even}, but too little"
    " to matter.",
    (1, True): "{Who} wins [{share}] ({low} to {high}), more than an even share of {even}.",
    (1, None): "{Who} wins [{share}] ({low} to {high}), more than an even share of {even}; that may be too little to"
    " matter.",
    (1, False): "{Who} wins [{share}] ({low} to {high}), a little more than an even share of {even}, but too little"
    " to matter.",
    (0, False): "{Who} wins [{share}] ({low} to {high}), which is as good as even.",
    (0, None): "{Who} wins [{share}] ({low} to {high}). It is unclear whether that is more or less than an even share"
    " of {even}.",
}
FIRST_PLAYER, LONE_PLAYER = "The first player", "A lone player"
WORTH_SENTENCES = {
    (True, False): "Of the {many} things tried, one clearly matters: {name} is worth [{points} points] ({low} to"
    " {high}).",
    (True, True): "Of the {many} things tried, {sure} clearly matter. {name} matters most: it is worth [{points}"
    " points] ({low} to {high}).",
    (False, False): "Of the {many} things tried, one clearly matters: {name} costs its owner [{points} points] ({low}"
    " to {high}).",
    (False, True): "Of the {many} things tried, {sure} clearly matter. {name} matters most: it costs its owner"
    " [{points} points] ({low} to {high}).",
}
HEADLINES = {
    ("shorter", "same"): "{With}: {part} shorter, just as fair",
    ("shorter", "more"): "{With}: {part} shorter, and going first is worth more",
    ("shorter", "less"): "{With}: {part} shorter, and going first is worth less",
    ("shorter", "open"): "{With}: {part} shorter; the effect on fairness is unclear",
    ("shorter", "none"): "{With}: {part} shorter",
    ("longer", "same"): "{With}: {part} longer, just as fair",
    ("longer", "more"): "{With}: {part} longer, and going first is worth more",
    ("longer", "less"): "{With}: {part} longer, and going first is worth less",
    ("longer", "open"): "{With}: {part} longer; the effect on fairness is unclear",
    ("longer", "none"): "{With}: {part} longer",
    ("same", "same"): "{With}: just as long, just as fair",
    ("same", "more"): "{With}: just as long, but going first is worth more",
    ("same", "less"): "{With}: just as long, but going first is worth less",
    ("same", "open"): "{With}: just as long; the effect on fairness is unclear",
    ("same", "none"): "{With}: just as long",
    ("open", "same"): "{With}: just as fair; the effect on length is unclear",
    ("open", "more"): "{With}: going first is worth more",
    ("open", "less"): "{With}: going first is worth less",
    ("open", "open"): "{With}: the effects are unclear",
    ("open", "none"): "{With}: the effect on length is unclear",
    ("none", "same"): "{With}: just as fair",
    ("none", "more"): "{With}: going first is worth more",
    ("none", "less"): "{With}: going first is worth less",
    ("none", "open"): "{With}: the effect on fairness is unclear",
    ("none", "none"): "{With}: the results",
}
CURVE_TITLES = {
    "decided": "How many games are decided",
    "winner": "The later winner\N{RIGHT SINGLE QUOTATION MARK}s chances",
    "calibration": "How reliable these chances are",
}


def signed_range(low: float, high: float, digits: int) -> str:
    """Write an interval whose ends may lie on both sides of zero."""
    return f"{format_signed(low, digits)} to {format_signed(high, digits)}"


def fraction_words(share: float) -> str:
    """Return a share in words: a fifth, 17%."""
    near = next((words for part, words in FRACTIONS if abs(share - part) < 0.01), None)
    return near or format_whole_percent(share)


def variant_opening(view: VariantTable, variant: Variant, players: int | None) -> str:
    """Return the beginning of a sentence about a variant: "With a target of 8,000 and three players"."""
    if players is None:
        return view.under(variant)
    joint = ", and" if " and " in variant.phrase else " and"
    return f"{view.under(variant)}{joint} {spell_number(players)} player{'s' if players != 1 else ''}"


def split_emphasis(sentence: str) -> list[tuple[str, bool]]:
    """Return the parts of a sentence, each with True if it is the main figure."""
    return [(part, at % 2 == 1) for at, part in enumerate(re.split(r"\[([^][]*)\]", sentence))]


def without_emphasis(sentence: str) -> str:
    """Return a sentence as plain text."""
    return "".join(part for part, _ in split_emphasis(sentence))


# the top of the page --------------------------------------------------------------------------------------------------


def study_question(view: VariantTable) -> str:
    """Return what the study was asked."""
    if not view.others:
        return f"How does {view.game} play{f' with {view.fixed_words}' if view.fixed_words else ''}?"
    if view.reports:
        return f"What differs between {join_words([v.phrase for v in view.variants])}?"
    ruled = [v.rule for v in view.others if v.rule]
    if ruled and not view.varied:
        return f"What does the house rule {OPEN_QUOTE}{ruled[0]}{CLOSE_QUOTE} change?"
    if len(view.varied) == 1 and not ruled and len(view.variants) <= 4:
        others = " or ".join(variant.label for variant in view.others)
        return (
            f"What changes if {OPEN_QUOTE}{view.varied[0]}{CLOSE_QUOTE} is {others} instead of "
            f"{view.variants[0].label}?"
        )
    return f"What do {join_words([f'{OPEN_QUOTE}{name}{CLOSE_QUOTE}' for name in view.varied])} change?"


def headline(judged: StudyEffects) -> str:
    """Return the headline: the largest sentence of a report."""
    view = judged.view
    if not view.others:
        return _single_variant_headline(judged)
    variant = view.others[0]
    lengths = list(judged.changes(judged.length, variant)) if judged.length else []
    firsts = list(judged.changes(judged.first, variant)) if judged.first else []
    (length, part), first = _length_verdict(lengths), _first_seat_verdict(firsts)
    if "mixed" in (length, first):
        return f"{view.under(variant)}: it depends on the number of players"
    if view.players == [1] and judged.won:
        return (
            f"{view.under(variant)}: "
            f"{_solo_headline(length, part, _first_seat_verdict(list(judged.changes(judged.won, variant))))}"
        )
    if "some" in (length, first):
        return f"{view.under(variant)}: {_partial_headline(lengths, firsts, part)}"
    return HEADLINES[length, first].format(With=view.under(variant), part=part)


def _solo_headline(length: str, part: str, won: str) -> str:
    """Return what is sure for a seat that plays alone: the length of its games, and how often it wins."""
    lasts = {"longer": f"{part} longer", "shorter": f"{part} shorter", "same": "just as long"}.get(length, "")
    wins = {"more": "won more often", "less": "won less often", "same": "won just as often"}.get(won, "")
    open_ = {"open": "; the effect on wins is unclear"}.get(won, "") if lasts else ""
    return (", ".join(filter(None, (lasts, wins))) or "the effects are unclear") + open_


def _partial_headline(lengths: Sequence[Effect], firsts: Sequence[Effect], part: str) -> str:
    """Return what is sure, where it does not hold for every number of players."""
    length = f"{part} {_length_verdict(lengths)[0]}" if part else partial_claim(lengths, "longer", "shorter")
    first = {"more": "more", "less": "less", "some": partial_claim(firsts, "more", "less")}.get(
        _first_seat_verdict(firsts)
    )
    return ", and ".join(filter(None, (length, f"going first is worth {first}" if first else "")))


def _single_variant_headline(judged: StudyEffects) -> str:
    view = judged.view
    cell = view.cell(view.variants[0], view.players[0])
    length = cell.measure(judged.length) if cell and judged.length else None
    if cell is None or length is None:
        return f"{view.game}: the results"
    unit = length.unit or length.words
    if len(view.players) > 1:
        most = max(m.value for p in view.players if (m := view.measure(view.variants[0], p, length.name)))
        least = min(m.value for p in view.players if (m := view.measure(view.variants[0], p, length.name)))
        return f"{view.game}: {format_number(least, 0)} to {format_number(most, 0)} {unit} a game"
    return (
        f"{view.game}: {format_trimmed(length.value) if length.sd == 0 else format_number(length.value)} {unit} a game"
    )


def _length_verdict(changes: Sequence[Effect]) -> tuple[str, str]:
    """Return what may be said of the length for every number of players at once, and by what part it changes."""
    if not changes:
        return "none", ""
    case = _joint_verdict(changes, "longer", "shorter")
    if case not in ("longer", "shorter"):
        return case, ""
    parts = sorted(abs(found[0]) for found in (relative_effect(change) for change in changes) if found)
    if len(parts) > 1 and format_whole_percent(parts[0]) != format_whole_percent(parts[-1]):
        return (
            case,
            f"{format_number(100 * parts[0], 0)}{NO_BREAK_SPACE}to{NO_BREAK_SPACE}{format_whole_percent(parts[-1])}",
        )
    return case, fraction_words(parts[0]) if parts else "clearly"


def _first_seat_verdict(changes: Sequence[Effect]) -> str:
    return _joint_verdict(changes, "more", "less") if changes else "none"


def _joint_verdict(changes: Sequence[Effect], more: str, less: str) -> str:
    """Return what may be said of all numbers of players at once.

    "mixed" means that some surely differ one way and some the other; "some", that some surely differ and of others that
    can't be said.
    """
    cases = {_verdict_word(change.verdict, more, less) for change in changes}
    if len(cases) == 1:
        return cases.pop()
    if cases == {"open", "same"}:
        return "open"
    return "mixed" if partial_claim(changes, more, less) is None else "some"


def _verdict_word(found: Verdict, more: str, less: str) -> str:
    """Return `more` or `less` where the difference is sure, "same" where it surely does not matter, or "open"."""
    if found.matters is False:
        return "same"
    return {1: more, -1: less, 0: "open"}[found.differs]


def summary_sentences(judged: StudyEffects) -> list[str]:
    """Return the headline as a sentence, and the first paragraph after it."""
    return [f"[{headline(judged)}.]", *lead_sentences(judged)]


def lead_sentences(judged: StudyEffects) -> list[str]:
    """Return the first paragraph, as sentences."""
    view = judged.view
    worth = [text for text in [worth_sentence(judged)] if text]
    worth += [skill_sentence(cell.skill) for cell in view.found.cells if cell.skill]
    if not view.others:
        return [text for cell in view.found.cells[:MAX_SENTENCES] for text in cell_sentences(judged, cell)] + worth
    lead: list[str] = []
    for variant in view.others[:MAX_SENTENCES]:
        many = len(view.players) > 1
        for players in view.players[: MAX_SENTENCES if len(view.others) == 1 else 1]:
            lead += variant_sentences(judged, variant, players, players if many else None)
        lead += other_effects_sentences(judged, variant)
    return lead + worth


def skill_sentence(skill: SkillShare) -> str:
    """Return what may be said of luck and skill."""
    if skill.low <= 0.001:
        return "Among these bots, skill makes no visible difference."
    return f"Among these bots, [{format_whole_percent(skill.share)} of winning is skill]; the rest is luck."


def skill_details(skill: SkillShare) -> list[str]:
    """Return the share of skill with its interval, and for whom it holds."""
    span = f"{format_number(100 * skill.low, 1)} to {format_number(100 * skill.high, 1)}"
    return [
        f"Skill explains {format_percent(skill.share)} ({span}) of the variance of winning; the rest is luck.",
        f"This holds only among these bots: {join_words(skill.bots)}. Between equal players, skill would explain"
        " nothing; among people, the share is a different one.",
    ]


def worth_sentence(judged: StudyEffects) -> str | None:
    """Return which of all granted or denied items is clearly worth most; None without experiments."""
    known = [w for cell in judged.view.found.cells for w in cell.worth if w.wide_low is not None]
    if not known:
        return None
    sure = [w for w in known if judge_interval(w.wide_low or 0.0, w.wide_high or 0.0, judged.points).matters]
    if not sure:
        return (
            f"Of the {count_words(len(known), 'thing', 'things')} tried, none clearly makes a difference that matters."
        )
    best = max(sure, key=lambda w: abs(w.difference))
    low, high = sorted(abs(100 * (end or 0.0)) for end in (best.low, best.high))
    name, points = best.name[:1].upper() + best.name[1:], format_number(abs(100 * best.difference), 1)
    figures = {
        "name": name,
        "points": points,
        "low": format_number(low, 1),
        "high": format_number(high, 1),
        "many": len(known),
    }
    return WORTH_SENTENCES[best.difference > 0, len(sure) > 1].format(**figures, sure=spell_number(len(sure)))


def cell_sentences(judged: StudyEffects, cell: CellResult) -> list[str]:
    """Return what may be said of one cell alone: how long a game is, and what going first is worth."""
    said = []
    who = f"With {spell_number(cell.players)} player{'s' if cell.players != 1 else ''}"
    if not cell.ended:
        return [f"{who}, no game came to its end."]
    length = cell.measure(judged.length) if judged.length else None
    if length and length.low is not None and length.high is not None:
        nine = nine_in_ten_range(cell, length.name)
        span = f"{format_number(length.low)} to {format_number(length.high)}"
        unit = length.unit or length.words
        if length.sd == 0:
            said.append(f"{who}, every game takes [{format_trimmed(length.value)} {unit}].")
        elif nine:
            said.append(
                f"{who}, a game takes [{format_number(length.value)} {unit}] ({span}); nine in ten take {nine}."
            )
        else:
            said.append(f"{who}, a game takes [{format_number(length.value)} {unit}] ({span}).")
    minutes = cell.measure("minutes")
    if minutes and minutes is not length:
        said.append(f"People would need about {format_number(minutes.value, 0)} minutes.")
    first = cell.measure(judged.first) if judged.first else None
    if first and first.low is not None and first.high is not None and cell.players > 1:
        found = judge_interval(first.low - cell.even, first.high - cell.even, judged.points)
        figures = {"Who": FIRST_PLAYER, "share": format_percent(first.value), "even": _fair_share_words(cell)}
        figures |= {"low": format_number(100 * first.low, 1), "high": format_number(100 * first.high, 1)}
        said.append(FAIRNESS_SENTENCES[found.differs, found.matters].format(**figures))
    won = cell.measure(judged.won) if judged.won else None
    if won and won.low is not None and won.high is not None:
        said.append(f"{LONE_PLAYER} wins [{format_percent(won.value)}] ({format_interval(won)}).")
    return said


def _fair_share_words(cell: CellResult) -> str:
    """Return an even share of all games; if some games were stopped, say that only the others count."""
    even = format_percent(cell.even).replace(".0", "")
    return f"{even} (counting only the {cell.ended:,} that ended)" if cell.unfinished else even


def nine_in_ten_range(cell: CellResult, name: str) -> str:
    """Return the range of a measure that holds nine games in ten; an empty text if the study does not know it."""
    low, high = cell.measure(f"{name}-5"), cell.measure(f"{name}-95")
    if cell.games < MIN_GAMES_FOR_RANGE:
        return ""
    if low and high:
        return f"{format_trimmed(low.value)} to {format_trimmed(high.value)}"
    spread = cell.distributions.get(name)
    if not spread or not sum(spread.counts):
        return ""
    return f"{format_number(spread.quantile(0.05), 0)} to {format_number(spread.quantile(0.95), 0)}"


def variant_sentences(judged: StudyEffects, variant: Variant, players: int, named: int | None) -> list[str]:
    """Return what may be said of one variant compared with the base: its length, and what going first is worth."""
    said = []
    change = judged.change(variant, players, judged.length) if judged.length else None
    if change:
        said.append(length_sentence(change, variant_opening(judged.view, variant, named)))
    for name in filter(None, (judged.first, judged.won)):
        first = judged.change(variant, players, name)
        if first:
            said.append(first_seat_sentence(first))
    return said


def length_sentence(change: Effect, who: str) -> str:
    """Return what may be said of a change in length."""
    part, low, high = relative_effect(change) or (0.0, 0.0, 0.0)
    found = change.verdict
    near, far = sorted((abs(low), abs(high)))
    figures = {
        "low": format_number(100 * near, 1),
        "high": format_number(100 * far, 1),
        "range": f"{signed_range(100 * low, 100 * high, 1)}%",
    }
    case = None if change.low == change.high == 0 else (found.differs, found.matters)
    return LENGTH_SENTENCES[case].format(With=who, part=format_whole_percent(abs(part)), **figures)


def first_seat_sentence(change: Effect) -> str:
    """Return what may be said of a change in what going first is worth, or in how often a lone player wins."""
    found = change.verdict
    near, far = sorted((abs(change.low), abs(change.high)))
    return FIRST_SEAT_SENTENCES[found.differs, found.matters].format(
        Who=LONE_PLAYER if change.after.name == "won" else FIRST_PLAYER,
        share=format_percent(change.after.value),
        before=format_percent(change.before.value),
        points=format_number(100 * abs(change.difference), 1),
        low=format_number(100 * near, 1),
        high=format_number(100 * far, 1),
        range=signed_range(100 * change.low, 100 * change.high, 1),
    )


def other_effects_sentences(judged: StudyEffects, variant: Variant) -> list[str]:
    """Return which other measures of a variant clearly differ by enough to matter, all comparisons taken together."""
    main = (*LENGTH_MEASURES, judged.first, judged.won)
    names = [m.name for m in judged.view.measures if m.name.partition("-")[0] not in main]
    known = [found for name in names if (found := list(judged.changes(name, variant)))]
    clear = [found for found in known if all(change.surely.matters for change in found)]
    if not known:
        return []
    if not clear:
        return (
            ["No other measure clearly differs by enough to matter at every number of players."]
            if (len(judged.view.players) > 1)
            else ["No other measure clearly differs by enough to matter."]
        )
    largest = sorted(clear, key=lambda found: -min(abs(change.difference) / (change.band or 1) for change in found))
    words = [f"{found[0].after.words} ({_effect_values(found[0])})" for found in largest[:MAX_SENTENCES]]
    if len(clear) > MAX_SENTENCES:
        return [f"Other clear changes, largest first: {join_words(words)}."]
    return [f"Other clear changes: {join_words(words)}."]


def _effect_values(change: Effect) -> str:
    return change_words(change.before, change.after)


def format_measured_value(measure: MeasuredValue, value: float | None = None) -> str:
    """Write a measure's value with as many digits as it needs."""
    shown = measure.value if value is None else value
    return format_percent(shown) if measure.kind == "share" else format_number(shown)


def change_words(before: MeasuredValue, after: MeasuredValue) -> str:
    """Return one value instead of another, with as many digits as the smaller one needs."""
    if after.kind == "share":
        return f"{format_percent(after.value)} instead of {format_percent(before.value)}"
    digits = max(count_digits(before.value), count_digits(after.value))
    return f"{format_number(after.value, digits)} instead of {format_number(before.value, digits)}"


def format_interval(measure: MeasuredValue) -> str:
    """Write a measure's interval; an empty text if an end is not known."""
    if measure.low is None or measure.high is None:
        return ""
    if measure.kind == "share":
        return f"{format_number(100 * measure.low, 1)} to {format_number(100 * measure.high, 1)}"
    return f"{format_number(measure.low)} to {format_number(measure.high)}"


def scope_sentence(view: VariantTable) -> str:
    """Return the conditions under which all of the report holds."""
    bots = list(dict.fromkeys(view.found.bots))
    said = [f"Every game was played with {view.fixed_words}."] if view.fixed_words else []
    if bots:
        who = f"The bot {bots[0]}" if len(bots) == 1 else f"The bots {join_words(bots)}"
        said.append(f"{who} played all games.")
    return " ".join([*said, "The figures show what the rules make likely, not what people enjoy."])


def length_title(judged: StudyEffects) -> str:
    """Return the title of the distributions of the length."""
    view, name = judged.view, judged.length
    if name is None:
        return "How long games are"
    if not view.others:
        return _lengths_by_players(judged, name)
    if len(view.others) > 1:
        return _extremes_title(judged, name)
    variant = view.others[0]
    changes = list(judged.changes(name, variant))
    with_it = view.under(variant)
    if not changes:
        return "How long games are"
    if all(change.verdict.matters is False for change in changes):
        return f"{with_it}, games are as long as before; any difference is too small to matter."
    if all(change.verdict.differs < 0 for change in changes):
        return f"{with_it}, games are {_relative_range(changes, judged)} shorter."
    if all(change.verdict.differs > 0 for change in changes):
        return f"{with_it}, games are {_relative_range(changes, judged)} longer."
    said = partial_claim(changes, "longer", "shorter")
    if said == "":
        return f"It is unclear whether {variant.phrase} changes the length."
    if said is None:
        return f"{with_it}, the change in length depends on the number of players."
    return f"{with_it}, games are {said}; otherwise it is unclear."


def partial_claim(changes: Sequence[Effect], more: str, less: str) -> str | None:
    """Return with which numbers of players something surely differs, and how: "shorter with two players".

    Return None where it differs one way with some and the other way with others, and an empty text where no difference
    is sure that may matter.
    """
    sure = [change for change in changes if change.verdict.differs and change.verdict.matters is not False]
    ways = {change.verdict.differs for change in sure}
    if len(ways) > 1:
        return None
    if not ways:
        return ""
    players = [change.players for change in sure]
    word = more if ways == {1} else less
    return (
        f"{word} with {join_words([spell_number(number) for number in players])} player{'s' if players != [1] else ''}"
    )


def _relative_range(changes: Sequence[Effect], judged: StudyEffects) -> str:
    parts = sorted(abs(found[0]) for c in changes if (found := relative_effect(c)))
    if not parts:
        return "a little"
    low, high = format_whole_percent(parts[0]), format_whole_percent(parts[-1])
    return low if low == high else f"{format_number(100 * parts[0], 0)} to {high}"


def _lengths_by_players(judged: StudyEffects, name: str) -> str:
    """Return the title for one variant alone: figures only, no comparison."""
    view = judged.view
    found = [(players, m) for players in view.players if (m := view.measure(view.variants[0], players, name))]
    parts = [f"{format_number(m.value)} with {spell_number(players)}" for players, m in found]
    if not parts:
        return "How long games are"
    unit = found[0][1].unit or found[0][1].words
    return f"{unit[:1].upper()}{unit[1:]} in a game: {join_words(parts)}."


def _extremes_title(judged: StudyEffects, name: str) -> str:
    """Return the title for several variants: it names the shortest and the longest, if they are the same for any number
    of players.
    """
    view = judged.view
    ends = set()
    for players in view.players:
        rows = [(m.value, m.low, m.high, v) for v in view.variants if (m := view.measure(v, players, name))]
        known = [(value, low, high, v) for value, low, high, v in rows if None not in (value, low, high)]
        if len(known) < len(view.variants):
            return "How long games are"
        known.sort(key=lambda row: row[0] or 0.0)
        (_, _, high, short), (_, low, _, _) = known[0], known[1]
        (_, _, below, _), (_, least, _, long) = known[-2], known[-1]
        clear = (high or 0.0) < (low or 0.0) and (below or 0.0) < (least or 0.0)
        ends.add((short.number, long.number) if clear else None)
    if len(ends) == 1 and (pair := next(iter(ends))):
        short, long = (view.variants[number] for number in pair)
        if view.reports:
            return f"Games are shortest in {short.phrase} and longest in {long.phrase}."
        return f"Games are shortest with {short.phrase} and longest with {long.phrase}."
    return "How long games are, variant by variant"


def order_title(judged: StudyEffects) -> str:
    """Return the title of the wins by order of play, which holds for all cells at once."""
    found = []
    for cell in judged.view.found.cells:
        first = cell.measure(judged.first or "")
        if cell.players > 1 and cell.ended and first and first.low is not None and first.high is not None:
            found.append(judge_interval(first.low - cell.even, first.high - cell.even, judged.points))
    if not found:
        return "Who wins, by order of play"
    if all(each.matters is False for each in found):
        return "Going first makes no difference that matters."
    if all(each.differs > 0 for each in found):
        return "The first player wins more often than an even share."
    if all(each.differs < 0 for each in found):
        return "The first player wins less often than an even share."
    if not any(each.differs for each in found):
        return "It is unclear whether going first matters."
    more, less = (sum(each.differs == way for each in found) for way in (1, -1))
    if more and less:
        return "Going first helps in some cases and hurts in others."
    word, sure = ("more", more) if more else ("less", less)
    cases = f"{spell_number(sure)} of {spell_number(len(found))} cases"
    return f"The first player clearly wins {word} often than an even share in {cases}."


def curve_title(name: str) -> str:
    """Return the title of a curve."""
    return CURVE_TITLES.get(name, name.replace("-", " ").capitalize())


def decision_title(judged: StudyEffects) -> str:
    """Return the title of all curves."""
    return decision_sentence(judged) or "Over the game"


def decision_sentence(judged: StudyEffects) -> str:
    """Return when half of the games are decided; an empty text if the study does not know."""
    known = [m for cell in judged.view.found.cells if (m := cell.measure("decided")) and m.kind == "quantile"]
    found = [m.value for m in known]
    if not found:
        return ""
    low, high = (format_number(100 * value, 0) for value in (min(found), max(found)))
    if low == "100":
        surely = format_number(100 * min(m.low or 0.0 for m in known), 0)
        if surely == "100":
            return "Half of the games are open until the last turn."
        return f"Half of the games are decided after {surely}% of their turns or later."
    if low == high:
        return f"Half of the games are decided after {low}% of their turns."
    return f"Half of the games are decided after {low} to {high}% of their turns."


def effects_title(judged: StudyEffects, variant: Variant) -> str:
    """Return the title of the chapter about effects, which says how many of a variant's figures clearly matter."""
    found = [c for m in judged.view.measures for c in judged.changes(m.name, variant)]
    sure = [c for c in found if c.surely.matters]
    under = judged.view.under(variant)
    if not sure:
        return f"{under}, no figure clearly differs by enough to matter."
    if len(sure) == len(found):
        return f"{under}, all {spell_number(len(found))} figures differ by enough to matter."
    differ = "clearly differs" if len(sure) == 1 else "clearly differ"
    return f"{under}, {spell_number(len(sure))} of {spell_number(len(found))} figures {differ} by enough to matter."


def worth_title(rows: Sequence[tuple[str, ItemWorth, tuple[float, float]]], band: float) -> str:
    """Return the title of an experiment: what is clearly worth most, all rows taken together."""
    sure = [(name, row) for name, row, (low, high) in rows if judge_interval(low, high, band).matters]
    if not sure:
        return f"Nothing is clearly worth more than {format_trimmed(100 * band)} points."
    name, row = max(sure, key=lambda pair: abs(pair[1].difference))
    if row.difference < 0:
        return f"{name} costs its owner {format_number(-100 * row.difference, 1)} points."
    return f"{name} is worth {format_number(100 * row.difference, 1)} points."


def format_share_cell(value: float | None) -> str:
    """Write a share in a table; an empty text for None."""
    return "" if value is None else format_percent(value, 0 if value == 1 else 1)


def skill_title(skill: SkillShare) -> str:
    """Return the title of the share of skill."""
    return without_emphasis(skill_sentence(skill))
