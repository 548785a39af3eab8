"""The words of a report. Every sentence is whole and chosen by case, from what the intervals allow to say; only figures
and names are put in. A claim is made nowhere else, so that no title can say what a table denies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..findings import Cell, Measure, Skill
from ..wording import count
from .judging import LENGTHS, Change, Judged, ratio
from .numbers import (
    SPACE,
    Verdict,
    digits_for,
    listed,
    percent,
    plain,
    signed,
    spelled,
    trimmed,
    verdict,
    whole_percent,
)
from .pictures import percentile
from .titles import partly
from .variants import CLOSE, OPEN, Variant, View

MOST_TOLD = 3
FEWEST = 40  # games: of fewer nobody knows where the outer ones lie
FRACTIONS = ((1 / 2, "half"), (1 / 3, "a third"), (1 / 4, "a quarter"), (1 / 5, "a fifth"), (1 / 10, "a tenth"))

LENGTH: dict[tuple[int, bool | None] | None, str] = {
    (-1, True): "{With} games are [{part} shorter] ({low} to {high}).",
    (-1, None): "{With} games are [{part} shorter] ({low} to {high}); that may be too little to matter.",
    (-1, False): "{With} games are [{part} shorter] ({low} to {high}), which is too little to matter.",
    (1, True): "{With} games are [{part} longer] ({low} to {high}).",
    (1, None): "{With} games are [{part} longer] ({low} to {high}); that may be too little to matter.",
    (1, False): "{With} games are [{part} longer] ({low} to {high}), which is too little to matter.",
    (0, False): "{With} games are as long as before: any difference is too small to matter ({range}).",
    None: "{With} games are exactly as long as before.",
    (
        0,
        None,
    ): "{With} these games can\N{RIGHT SINGLE QUOTATION MARK}t tell whether they get longer or shorter ({range}).",
}
FIRST = {
    (-1, True): "Whoever acts first wins [{share}] instead of {before}, {points} points less ({low} to {high}).",
    (
        -1,
        None,
    ): "Whoever acts first wins [{share}] instead of {before}, {points} points less ({low} to {high}); that may be"
    " too little to matter.",
    (-1, False): "Whoever acts first wins [{share}] instead of {before}, a little less, but too little to matter.",
    (1, True): "Whoever acts first wins [{share}] instead of {before}, {points} points more ({low} to {high}).",
    (
        1,
        None,
    ): "Whoever acts first wins [{share}] instead of {before}, {points} points more ({low} to {high}); that may be"
    " too little to matter.",
    (1, False): "Whoever acts first wins [{share}] instead of {before}, a little more, but too little to matter.",
    (0, False): "Whoever acts first wins [{share}], much as before ({before}): any difference is too small to matter.",
    (
        0,
        None,
    ): "Whoever acts first wins [{share}] instead of {before}: these games can\N{RIGHT SINGLE QUOTATION MARK}t tell"
    " whether that differs ({range} points).",
}
EVEN = {
    (-1, True): "Whoever acts first wins [{share}] ({low} to {high}), less than the even {even}.",
    (
        -1,
        None,
    ): "Whoever acts first wins [{share}] ({low} to {high}), less than the even {even}; that may be too little to"
    " matter.",
    (
        -1,
        False,
    ): "Whoever acts first wins [{share}] ({low} to {high}), a little less than the even {even}, but too little to"
    " matter.",
    (1, True): "Whoever acts first wins [{share}] ({low} to {high}), more than the even {even}.",
    (
        1,
        None,
    ): "Whoever acts first wins [{share}] ({low} to {high}), more than the even {even}; that may be too little to"
    " matter.",
    (
        1,
        False,
    ): "Whoever acts first wins [{share}] ({low} to {high}), a little more than the even {even}, but too little to"
    " matter.",
    (0, False): "Whoever acts first wins [{share}] ({low} to {high}): as good as even.",
    (
        0,
        None,
    ): "Whoever acts first wins [{share}] ({low} to {high}): these games can\N{RIGHT SINGLE QUOTATION MARK}t tell"
    " whether that is more or less than the even {even}.",
}
WON = {case: words.replace("Whoever acts first", "Whoever plays alone") for case, words in FIRST.items()}
WORTH = {
    (True, False): "Of the {many} things tried, one clearly matters: {name} is worth [{points} points] ({low} to"
    " {high}).",
    (True, True): "Of the {many} things tried, {sure} clearly matter, {name} most: it is worth [{points} points]"
    " ({low} to {high}).",
    (False, False): "Of the {many} things tried, one clearly matters: {name} costs whoever has it [{points} points]"
    " ({low} to {high}).",
    (False, True): "Of the {many} things tried, {sure} clearly matter, {name} most: it costs whoever has it"
    " [{points} points] ({low} to {high}).",
}
HEAD = {
    ("shorter", "same"): "{With}: {part} shorter, as fair",
    ("shorter", "more"): "{With}: {part} shorter, and going first is worth more",
    ("shorter", "less"): "{With}: {part} shorter, and going first is worth less",
    ("shorter", "open"): "{With}: {part} shorter; whether as fair is open",
    ("shorter", "none"): "{With}: {part} shorter",
    ("longer", "same"): "{With}: {part} longer, as fair",
    ("longer", "more"): "{With}: {part} longer, and going first is worth more",
    ("longer", "less"): "{With}: {part} longer, and going first is worth less",
    ("longer", "open"): "{With}: {part} longer; whether as fair is open",
    ("longer", "none"): "{With}: {part} longer",
    ("same", "same"): "{With}: as long, as fair",
    ("same", "more"): "{With}: as long, but going first is worth more",
    ("same", "less"): "{With}: as long, but going first is worth less",
    ("same", "open"): "{With}: as long; whether as fair is open",
    ("same", "none"): "{With}: as long as before",
    ("open", "same"): "{With}: as fair; whether as long is open",
    ("open", "more"): "{With}: going first is worth more",
    ("open", "less"): "{With}: going first is worth less",
    ("open", "open"): "{With}: these games can\N{RIGHT SINGLE QUOTATION MARK}t tell",
    ("open", "none"): "{With}: these games can\N{RIGHT SINGLE QUOTATION MARK}t tell",
    ("none", "same"): "{With}: as fair",
    ("none", "more"): "{With}: going first is worth more",
    ("none", "less"): "{With}: going first is worth less",
    ("none", "open"): "{With}: these games can\N{RIGHT SINGLE QUOTATION MARK}t tell",
    ("none", "none"): "{With}: what was found",
}


def range_of(low: float, high: float, digits: int) -> str:
    """An interval on both sides of nothing."""
    return f"{signed(low, digits)} to {signed(high, digits)}"


def part_words(share: float) -> str:
    """A part of something: a fifth, 17 %."""
    near = next((words for part, words in FRACTIONS if abs(share - part) < 0.01), None)
    return near or whole_percent(share)


def with_words(view: View, variant: Variant, players: int | None) -> str:
    """ "With a target of 8,000 and three players"."""
    if players is None:
        return view.under(variant)
    joint = ", and" if " and " in variant.phrase else " and"
    return f"{view.under(variant)}{joint} {spelled(players)} player{'s' if players != 1 else ''}"


# the top of the page --------------------------------------------------------------------------------------------------


def question(view: View) -> str:
    """What the study was asked."""
    if not view.others:
        return f"How does {view.game} play{f' with {view.with_all}' if view.with_all else ''}?"
    if view.reports:
        return f"What differs between {listed([v.phrase for v in view.variants])}?"
    ruled = [v.rule for v in view.others if v.rule]
    if ruled and not view.varied:
        return f"What does the house rule {OPEN}{ruled[0]}{CLOSE} change?"
    if len(view.varied) == 1 and not ruled and len(view.variants) <= 4:
        others = " or ".join(variant.label for variant in view.others)
        return f"What changes if {OPEN}{view.varied[0]}{CLOSE} is {others} instead of {view.variants[0].label}?"
    return f"What do {listed([f'{OPEN}{name}{CLOSE}' for name in view.varied])} change?"


def headline(judged: Judged) -> str:
    """The largest sentence."""
    view = judged.view
    if not view.others:
        return _described(judged)
    variant = view.others[0]
    lengths = list(judged.changes(judged.length, variant)) if judged.length else []
    firsts = list(judged.changes(judged.first, variant)) if judged.first else []
    (length, part), first = _length_case(lengths), _first_case(firsts)
    if "mixed" in (length, first):
        return f"{view.under(variant)}: it depends on how many play"
    if view.players == [1] and judged.won:
        return f"{view.under(variant)}: {_alone(length, part, _first_case(list(judged.changes(judged.won, variant))))}"
    if "some" in (length, first):
        return f"{view.under(variant)}: {_sure(lengths, firsts, part)}"
    return HEAD[length, first].format(With=view.under(variant), part=part)


def _alone(length: str, part: str, won: str) -> str:
    """What is sure where one plays alone: that games last longer or as long, and are won more often, or as often."""
    lasts = {"longer": f"{part} longer", "shorter": f"{part} shorter", "same": "as long"}.get(length, "")
    wins = {"more": "won more often", "less": "won less often", "same": "won as often"}.get(won, "")
    open_ = {"open": "; whether won as often is open"}.get(won, "") if lasts else ""
    return (", ".join(filter(None, (lasts, wins))) or "these games can\N{RIGHT SINGLE QUOTATION MARK}t tell") + open_


def _sure(lengths: Sequence[Change], firsts: Sequence[Change], part: str) -> str:
    """What is sure, where not all of it is so for every number of players."""
    length = f"{part} {_length_case(lengths)[0]}" if part else partly(lengths, "longer", "shorter")
    first = {"more": "more", "less": "less", "some": partly(firsts, "more", "less")}.get(_first_case(firsts))
    return ", and ".join(filter(None, (length, f"going first is worth {first}" if first else "")))


def _described(judged: Judged) -> str:
    view = judged.view
    cell = view.cell(view.variants[0], view.players[0])
    length = cell.measure(judged.length) if cell and judged.length else None
    if cell is None or length is None:
        return f"{view.game}: what was found"
    unit = length.unit or length.words
    if len(view.players) > 1:
        most = max(m.value for p in view.players if (m := view.measure(view.variants[0], p, length.name)))
        least = min(m.value for p in view.players if (m := view.measure(view.variants[0], p, length.name)))
        return f"{view.game}: {plain(least, 0)} to {plain(most, 0)} {unit} a game"
    return f"{view.game}: {trimmed(length.value) if length.sd == 0 else plain(length.value)} {unit} a game"


def _length_case(changes: Sequence[Change]) -> tuple[str, str]:
    """What may be said of the length for every number of players at once."""
    if not changes:
        return "none", ""
    case = _for_all(changes, "longer", "shorter")
    if case not in ("longer", "shorter"):
        return case, ""
    parts = sorted(abs(found[0]) for found in (ratio(change) for change in changes) if found)
    if len(parts) > 1 and whole_percent(parts[0]) != whole_percent(parts[-1]):
        return case, f"{plain(100 * parts[0], 0)}{SPACE}to{SPACE}{whole_percent(parts[-1])}"
    return case, part_words(parts[0]) if parts else "clearly"


def _first_case(changes: Sequence[Change]) -> str:
    return _for_all(changes, "more", "less") if changes else "none"


def _for_all(changes: Sequence[Change], more: str, less: str) -> str:
    """What may be said of all numbers of players at once; "mixed" where some surely differ one way, some the other, and
    "some" where some surely differ and of others that can't be said.
    """
    cases = {_case(change.verdict, more, less) for change in changes}
    if len(cases) == 1:
        return cases.pop()
    if cases == {"open", "same"}:
        return "open"
    return "mixed" if partly(changes, more, less) is None else "some"


def _case(found: Verdict, more: str, less: str) -> str:
    """A claim is made where the difference is sure; none is denied unless it is surely too small to matter."""
    if found.matters is False:
        return "same"
    return {1: more, -1: less, 0: "open"}[found.differs]


def lead(judged: Judged) -> list[str]:
    """The first paragraph, as sentences."""
    view = judged.view
    worth = [text for text in [worth_told(judged)] if text]
    worth += [skill_told(cell.skill) for cell in view.found.cells if cell.skill]
    if not view.others:
        return [text for cell in view.found.cells[:MOST_TOLD] for text in described(judged, cell)] + worth
    told: list[str] = []
    for variant in view.others[:MOST_TOLD]:
        many = len(view.players) > 1
        for players in view.players[: MOST_TOLD if len(view.others) == 1 else 1]:
            told += compared(judged, variant, players, players if many else None)
        told += rest(judged, variant)
    return told + worth


def skill_told(skill: Skill) -> str:
    """What may be said of luck and skill."""
    if skill.low <= 0.001:
        return "Luck or skill: among these bots no skill shows."
    return f"Among these bots [{whole_percent(skill.share)} of winning is skill], the rest is luck."


def worth_told(judged: Judged) -> str | None:
    """What is clearly worth most, all things together that were granted or denied."""
    known = [w for cell in judged.view.found.cells for w in cell.worth if w.wide_low is not None]
    if not known:
        return None
    sure = [w for w in known if verdict(w.wide_low or 0.0, w.wide_high or 0.0, judged.points).matters]
    if not sure:
        return f"Of {count(len(known), 'thing', 'things')} tried, none clearly makes a difference that matters."
    best = max(sure, key=lambda w: abs(w.difference))
    low, high = sorted(abs(100 * (end or 0.0)) for end in (best.low, best.high))
    name, points = best.name[:1].upper() + best.name[1:], plain(abs(100 * best.difference), 1)
    figures = {"name": name, "points": points, "low": plain(low, 1), "high": plain(high, 1), "many": len(known)}
    return WORTH[best.difference > 0, len(sure) > 1].format(**figures, sure=spelled(len(sure)))


def described(judged: Judged, cell: Cell) -> list[str]:
    """What may be said of one cell alone: how long a game is, and what going first is worth."""
    told = []
    length = cell.measure(judged.length) if judged.length else None
    if length and length.low is not None and length.high is not None:
        nine = nine_in_ten(cell, length.name)
        span = f"{plain(length.low)} to {plain(length.high)}"
        unit = length.unit or length.words
        who = f"With {spelled(cell.players)} player{'s' if cell.players != 1 else ''}"
        if length.sd == 0:
            told.append(f"{who} every game takes [{trimmed(length.value)} {unit}].")
        elif nine:
            told.append(f"{who} a game takes [{plain(length.value)} {unit}] ({span}); nine in ten take {nine}.")
        else:
            told.append(f"{who} a game takes [{plain(length.value)} {unit}] ({span}).")
    minutes = cell.measure("minutes")
    if minutes and minutes is not length:
        told.append(f"By the model of people that is {plain(minutes.value, 0)} minutes.")
    first = cell.measure(judged.first) if judged.first else None
    if first and first.low is not None and first.high is not None and cell.players > 1 and cell.ended:
        found = verdict(first.low - cell.even, first.high - cell.even, judged.points)
        figures = {"share": percent(first.value), "even": _even(cell)}
        figures |= {"low": plain(100 * first.low, 1), "high": plain(100 * first.high, 1)}
        told.append(EVEN[found.differs, found.matters].format(**figures))
    won = cell.measure(judged.won) if judged.won else None
    if won and won.low is not None and won.high is not None and cell.ended:
        told.append(f"Whoever plays alone wins [{percent(won.value)}] ({between(won)}).")
    return told


def _even(cell: Cell) -> str:
    """An even share of all games; where some were stopped that is one of the rest."""
    even = percent(cell.even).replace(".0", "")
    return f"{even}, a share of the {cell.ended:,} that ended" if cell.unfinished else even


def nine_in_ten(cell: Cell, name: str) -> str:
    """Between which values of a measure nine games in ten lie, as far as the study knows."""
    low, high = cell.measure(f"{name}-5"), cell.measure(f"{name}-95")
    if cell.games < FEWEST:
        return ""
    if low and high:
        return f"{trimmed(low.value)} to {trimmed(high.value)}"
    spread = cell.distributions.get(name)
    if not spread or not sum(spread.counts):
        return ""
    return f"{plain(percentile(spread, 0.05), 0)} to {plain(percentile(spread, 0.95), 0)}"


def compared(judged: Judged, variant: Variant, players: int, named: int | None) -> list[str]:
    """What may be said of one variant beside the base: its length, and what going first is worth."""
    told = []
    change = judged.change(variant, players, judged.length) if judged.length else None
    if change:
        told.append(length_sentence(change, with_words(judged.view, variant, named)))
    for name in filter(None, (judged.first, judged.won)):
        first = judged.change(variant, players, name)
        if first:
            told.append(first_sentence(first))
    return told


def length_sentence(change: Change, who: str) -> str:
    """What may be said of a change in length."""
    part, low, high = ratio(change) or (0.0, 0.0, 0.0)
    found = change.verdict
    near, far = sorted((abs(low), abs(high)))
    figures = {
        "low": plain(100 * near, 1),
        "high": plain(100 * far, 1),
        "range": f"{range_of(100 * low, 100 * high, 1)} %",
    }
    case = None if change.low == change.high == 0 else (found.differs, found.matters)
    return LENGTH[case].format(With=who, part=whole_percent(abs(part)), **figures)


def first_sentence(change: Change) -> str:
    """What may be said of a change in what going first is worth, or in how often whoever plays alone wins."""
    found = change.verdict
    near, far = sorted((abs(change.low), abs(change.high)))
    words = WON if change.after.name == "won" else FIRST
    return words[found.differs, found.matters].format(
        share=percent(change.after.value),
        before=percent(change.before.value),
        points=plain(100 * abs(change.difference), 1),
        low=plain(100 * near, 1),
        high=plain(100 * far, 1),
        range=range_of(100 * change.low, 100 * change.high, 1),
    )


def rest(judged: Judged, variant: Variant) -> list[str]:
    """What else of a variant clearly differs and clearly matters, all comparisons taken together."""
    main = (*LENGTHS, judged.first, judged.won)
    names = [m.name for m in judged.view.measures if m.name.partition("-")[0] not in main]
    known = [found for name in names if (found := list(judged.changes(name, variant)))]
    told = [found for found in known if all(change.surely.matters for change in found)]
    if not known:
        return []
    if not told:
        return (
            ["Nothing else that was measured clearly differs by enough to matter, whatever the number of players."]
            if (len(judged.view.players) > 1)
            else ["Nothing else that was measured clearly differs by enough to matter."]
        )
    largest = sorted(told, key=lambda found: -min(abs(change.difference) / (change.band or 1) for change in found))
    words = [f"{found[0].after.words} ({_from_to(found[0])})" for found in largest[:MOST_TOLD]]
    if len(told) > MOST_TOLD:
        return [f"What else clearly changes, most of all: {listed(words)}."]
    return [f"What else clearly changes: {listed(words)}."]


def _from_to(change: Change) -> str:
    return instead(change.before, change.after)


def figure(measure: Measure, value: float | None = None) -> str:
    """A measure's value with as many digits as it bears."""
    shown = measure.value if value is None else value
    return percent(shown) if measure.kind == "share" else plain(shown)


def instead(before: Measure, after: Measure) -> str:
    """One value instead of another, with as many digits as the smaller one bears."""
    if after.kind == "share":
        return f"{percent(after.value)} instead of {percent(before.value)}"
    digits = max(digits_for(before.value), digits_for(after.value))
    return f"{plain(after.value, digits)} instead of {plain(before.value, digits)}"


def between(measure: Measure) -> str:
    """A measure's interval."""
    if measure.low is None or measure.high is None:
        return ""
    if measure.kind == "share":
        return f"{plain(100 * measure.low, 1)} to {plain(100 * measure.high, 1)}"
    return f"{plain(measure.low)} to {plain(measure.high)}"


def but(view: View) -> str:
    """Under what all of it holds."""
    bots = list(dict.fromkeys(view.found.bots))
    told = [f"Every game was played with {view.with_all}."] if view.with_all else []
    if bots:
        who = f"the bot {bots[0]} plays" if len(bots) == 1 else f"the bots {listed(bots)} play"
        told.append(f"All this is how {who}.")
    return " ".join([*told, "It says what the rules make likely, not what people enjoy."])


def spread_of(values: Iterable[float], digits: int = 1) -> str:
    """One figure, or from the lowest to the highest."""
    every = sorted(values)
    low, high = plain(every[0], digits), plain(every[-1], digits)
    return low if low == high else f"{low} to {high}"
