"""Titles of the parts of a report, each chosen by what all rows of its picture allow to say."""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Worth
from .judging import Change, Judged, ratio
from .numbers import SPACE, listed, percent, plain, spelled, trimmed, verdict, whole_percent
from .variants import Variant

UNSURE = "these games can\N{RIGHT SINGLE QUOTATION MARK}t tell"


def length(judged: Judged) -> str:
    """Of the distributions of the length."""
    view, name = judged.view, judged.length
    if name is None:
        return "How long games are"
    if not view.others:
        return _lengths(judged, name)
    if len(view.others) > 1:
        return _longest(judged, name)
    variant = view.others[0]
    changes = list(judged.changes(name, variant))
    with_it = view.under(variant)
    if not changes:
        return "How long games are"
    if all(change.verdict.matters is False for change in changes):
        return f"{with_it} games are as long as before, as far as it matters."
    if all(change.verdict.differs < 0 for change in changes):
        return f"{with_it} games are {_parts(changes, judged)} shorter."
    if all(change.verdict.differs > 0 for change in changes):
        return f"{with_it} games are {_parts(changes, judged)} longer."
    said = partly(changes, "longer", "shorter")
    if said == "":
        return f"Whether {variant.phrase} changes the length, {UNSURE}."
    if said is None:
        return f"What {variant.phrase} does to the length depends on how many play."
    return f"{with_it} games are {said}; of others that can\N{RIGHT SINGLE QUOTATION MARK}t be said."


def partly(changes: Sequence[Change], more: str, less: str) -> str | None:
    """With which numbers of players something surely differs, and how: "shorter with two players". None where it
    differs one way here and the other way there; nothing where no difference is sure that may matter.
    """
    sure = [change for change in changes if change.verdict.differs and change.verdict.matters is not False]
    ways = {change.verdict.differs for change in sure}
    if len(ways) > 1:
        return None
    if not ways:
        return ""
    players = [change.players for change in sure]
    word = more if ways == {1} else less
    return f"{word} with {listed([spelled(number) for number in players])} player{'s' if players != [1] else ''}"


def _parts(changes: Sequence[Change], judged: Judged) -> str:
    parts = sorted(abs(found[0]) for c in changes if (found := ratio(c)))
    if not parts:
        return "a little"
    low, high = whole_percent(parts[0]), whole_percent(parts[-1])
    return low if low == high else f"{plain(100 * parts[0], 0)} to {high}"


def _lengths(judged: Judged, name: str) -> str:
    """Of one variant alone: figures only, no comparison."""
    view = judged.view
    found = [(players, m) for players in view.players if (m := view.measure(view.variants[0], players, name))]
    told = [f"{plain(m.value)} with {spelled(players)}" for players, m in found]
    if not told:
        return "How long games are"
    unit = found[0][1].unit or found[0][1].words
    return f"{unit[:1].upper()}{unit[1:]} in a game: {listed(told)}."


def _longest(judged: Judged, name: str) -> str:
    """Of several variants: which is the shortest and which the longest, if the same for any number of players."""
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
            return f"Games are shortest in {short.phrase}, longest in {long.phrase}."
        return f"Games are shortest with {short.phrase}, longest with {long.phrase}."
    return "How long games are, variant by variant"


def order(judged: Judged) -> str:
    """Of the wins by order of play: said of all cells at once, or not at all."""
    found = []
    for cell in judged.view.found.cells:
        first = cell.measure(judged.first or "")
        if cell.players > 1 and cell.ended and first and first.low is not None and first.high is not None:
            found.append(verdict(first.low - cell.even, first.high - cell.even, judged.points))
    if not found:
        return "Who wins, by order of play"
    if all(each.matters is False for each in found):
        return "Going first is worth nothing that matters."
    if all(each.differs > 0 for each in found):
        return "Whoever acts first wins more often than an even share."
    if all(each.differs < 0 for each in found):
        return "Whoever acts first wins less often than an even share."
    if not any(each.differs for each in found):
        return f"Whether going first is worth anything, {UNSURE}."
    more, less = (sum(each.differs == way for each in found) for way in (1, -1))
    if more and less:
        return "Going first is worth more here, less there."
    word, sure = ("more", more) if more else ("less", less)
    cases = f"{spelled(sure)} of {spelled(len(found))} cases"
    return f"Whoever acts first surely wins {word} often than an even share in {cases}."


CURVES = {
    "decided": "How many games are decided",
    "winner": "What the later winner\N{RIGHT SINGLE QUOTATION MARK}s chances were",
    "calibration": "How far these chances can be trusted",
}


def curve(name: str) -> str:
    """Of a curve."""
    return CURVES.get(name, name.replace("-", " ").capitalize())


def decided(judged: Judged) -> str:
    """Of all curves: when half of the games are decided, as far as the study knows."""
    known = [m for cell in judged.view.found.cells if (m := cell.measure("decided")) and m.kind == "quantile"]
    found = [m.value for m in known]
    if not found:
        return "Over the game"
    low, high = (plain(100 * value, 0) for value in (min(found), max(found)))
    if low == "100":
        surely = plain(100 * min(m.low or 0.0 for m in known), 0)
        if surely == "100":
            return "Half of the games are open until the last turn."
        return f"Half of the games are decided after {surely}{SPACE}% of their turns or later."
    if low == high:
        return f"Half of the games are decided after {low}{SPACE}% of their turns."
    return f"Half of the games are decided after {low} to {high}{SPACE}% of their turns."


def changes(judged: Judged, variant: Variant) -> str:
    """Of all that a variant changes: how many of its figures clearly matter."""
    found = [c for m in judged.view.measures for c in judged.changes(m.name, variant)]
    sure = [c for c in found if c.surely.matters]
    under = judged.view.under(variant)
    if not sure:
        return f"{under} nothing clearly differs by enough to matter."
    if len(sure) == len(found):
        return f"{under} all {spelled(len(found))} figures differ by enough to matter."
    differ = "clearly differs" if len(sure) == 1 else "clearly differ"
    return f"{under} {spelled(len(sure))} of {spelled(len(found))} figures {differ} by enough to matter."


def worths(rows: Sequence[tuple[str, Worth, tuple[float, float]]], band: float) -> str:
    """Of an experiment: what is clearly worth most, all rows taken together."""
    sure = [(name, row) for name, row, (low, high) in rows if verdict(low, high, band).matters]
    if not sure:
        return f"What is worth having: nothing clearly more than {trimmed(100 * band)} points."
    name, row = max(sure, key=lambda pair: abs(pair[1].difference))
    if row.difference < 0:
        return f"{name} costs whoever has it {plain(-100 * row.difference, 1)} points."
    return f"{name} is worth {plain(100 * row.difference, 1)} points."


def share(value: float | None) -> str:
    """A share in a table."""
    return "" if value is None else percent(value, 0 if value == 1 else 1)
