"""Tell a finished match: the combos, the dice taken from others, and what the final scoring changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dicehouse.core.story import (
    CurvePoint,
    LoggedEvent,
    PointsCurve,
    PointsHistory,
    ScoredSide,
    StatisticCell,
    StatisticRow,
    Story,
    StoryMoment,
    choose_moments,
    headline_text,
    stretch_ends,
)

from ..rules.state import BARON
from .notation import COLOUR_NAMES, COLOURS, LOA_NAMES, POWER_IDS, a_die, capital, die_number, plural, points_words

BARONS = "The Baron"
IN_PLAY = ("combo", "victory")  # the other points come with the final scoring
STEAL_WEIGHT = 2.5  # a stolen die scores no points by itself, and counts as half a combo


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Tell the match by sides: partners share one line, and the Baron has one."""
    lines = [_line(view, at) for at in range(len(view["sides"]))]
    rounds = _rounds(log)
    number = len(history.points) - 1
    moments = [*_moments(log, lines, rounds)]
    count = _count(view, lines, number)
    decided = _decided(view, log, lines, rounds, count)
    return Story(
        headline_text(lines),
        _why(view, lines),
        lines,
        PointsCurve("The points", "round", _points(view, log, rounds, number), view["threshold"]),
        choose_moments([m for m in moments if m.number < number], count),
        decided,
        _rows(log, lines),
        ("throw", "throws"),
    )


def _line(view: Mapping[str, Any], at: int) -> ScoredSide:
    side = view["sides"][at]
    baron = not side["seats"]
    won = view["winner"] == at or (baron and view["winner"] is None)
    title = "Loas of the Dead" if len(side["seats"]) > 1 else "Loa of the Dead"
    trigger = view["trigger"]
    began = trigger is not None and trigger["seat"] in (side["seats"] or [None])
    note = "" if baron else title if won else "began the end" if began else ""
    place = 1 if baron and won else 2 if baron else 0
    place = place or next(view["seats"][seat]["place"] for seat in side["seats"])
    return ScoredSide(tuple(side["seats"]), side["vp"], won, BARONS if baron else "", note, place)


def _rounds(log: Sequence[LoggedEvent]) -> list[tuple[str, int]]:
    """Return where rounds begin: each time the starter's turn comes."""
    begun = [e for e in log if e.kind == "turn" and not e.facts["extra"]]
    first = begun[0].seat if begun else None
    return [(str(i), e.number) for i, e in enumerate((e for e in begun if e.seat == first), 1)]


def _when(number: int, rounds: Sequence[tuple[str, int]]) -> str:
    return f"Round {next((label for label, start in reversed(rounds) if start <= number), '1')}"


def _side(event: LoggedEvent, sides: int) -> int:
    return BARON if event.seat is None else event.seat % sides


def _points(
    view: Mapping[str, Any], log: Sequence[LoggedEvent], rounds: Sequence[tuple[str, int]], last: int
) -> list[CurvePoint]:
    """Return the points of every side round by round, from the totals in the log; then the final scoring."""
    sides = len(view["sides"])
    gains = [(e.number, at, points, e.kind in IN_PLAY) for e in log for at, points in _gains(e, sides)]
    start = [view["sides"][at]["vp"] - sum(points for _, side, points, _ in gains if side == at) for at in range(sides)]

    def after(number: int, counted: bool) -> tuple[int, ...]:
        known = [(at, points) for n, at, points, played in gains if n <= number and (played or counted)]
        return tuple(start[side] + sum(points for at, points in known if at == side) for side in range(sides))

    ends = [("0", rounds[0][1] - 1 if rounds else 0), *stretch_ends(rounds, last)]
    return [*(CurvePoint(label, n, after(n, False)) for label, n in ends), CurvePoint("count", last, after(last, True))]


def _gains(event: LoggedEvent, sides: int) -> Iterator[tuple[int, int]]:
    if event.kind in ("combo", "final-combo"):
        yield event.facts["side"], event.facts["points"]
    elif event.kind == "victory":
        yield _side(event, sides), event.facts["points"]
    elif event.kind == "majority":
        yield from enumerate(event.facts["points"])


# --- the sentences


def _moments(
    log: Sequence[LoggedEvent], lines: Sequence[ScoredSide], rounds: Sequence[tuple[str, int]]
) -> Iterator[StoryMoment]:
    for event in log:
        when = _when(event.number, rounds)
        if event.kind == "combo":
            at, points = event.facts["side"], event.facts["points"]
            what = "one colour" if event.facts["kind"] == "colour" else "one icon"
            text = f"{capital(_dice(len(event.facts['dice'])))} of {what}; {points_words(event.facts['total'])} in all."
            things = tuple(f"die:{die}" for die in event.facts["dice"])
            yield StoryMoment(
                event.number, when, f"{lines[at].who} scores {points_words(points)}.", text, at, points, things=things
            )
        elif event.kind == "steal" and event.seat is not None:
            at = _side(event, len(lines))
            whom = lines[event.facts["side"]].who
            text = f"{capital(a_die(die_number(event.facts['die'])))} leaves the Spirit World of {whom}."
            things = (f"die:{event.facts['die']}",)
            yield StoryMoment(event.number, when, f"{lines[at].who} steals.", text, at, STEAL_WEIGHT, things=things)
        elif event.kind == "samedi" and event.seat is not None:
            at = _side(event, len(lines))
            text = "Most white dice: every power is free now."
            yield StoryMoment(
                event.number, when, f"{lines[at].who} takes the Baron Samedi token.", text, at, STEAL_WEIGHT
            )


def _dice(count: int) -> str:
    return plural(count, "die", "dice")


def _count(view: Mapping[str, Any], lines: Sequence[ScoredSide], number: int) -> StoryMoment | None:
    """Return what the final scoring added, and whether it changed the leader."""
    final = view["final"]
    if final is None:
        return None
    gains = [one["total"] - one["before"] for one in final["sides"]]
    order = sorted(range(len(lines)), key=lambda at: -gains[at])
    best = order[0]
    winner = next((at for at, line in enumerate(lines) if line.won), best)
    before = [one["before"] for one in final["sides"]]
    turned = before[winner] < max(before)
    lead = "The count turns it." if turned else "The Spirit Worlds are counted."
    others = ", ".join(f"{lines[at].who} {gains[at]}" for at in order[1:])
    text = f"{lines[best].who} adds {points_words(gains[best])}" + (f", {others}." if others else ".")
    colours = [c for c in COLOURS if final["sides"][winner]["majorities"].get(c)]
    things = tuple(f"colour:{colour}" for colour in colours)
    return StoryMoment(number, "The count", lead, text, winner, value=f"+{gains[winner]}", things=things)


def _decided(
    view: Mapping[str, Any],
    log: Sequence[LoggedEvent],
    lines: Sequence[ScoredSide],
    rounds: Sequence[tuple[str, int]],
    count: StoryMoment | None,
) -> StoryMoment | None:
    """Return the final scoring, if the winner was behind before it; otherwise the winner's best combo."""
    winner = next((at for at, line in enumerate(lines) if line.won), None)
    if winner is None:
        return None
    if count is not None and count.lead == "The count turns it.":
        colours = [
            COLOUR_NAMES[COLOURS.index(c)]
            for c in view["final"]["sides"][winner]["majorities"]
            if view["final"]["sides"][winner]["majorities"][c] >= 3
        ]
        text = f"Most {', '.join(colours)} dice." if colours else "The last dice decide."
        return replace(count, lead="The count that won it.", text=text)
    combos = [e for e in log if e.kind in ("combo", "final-combo") and e.facts["side"] == winner and e.facts["dice"]]
    if not combos:
        return count
    best = max(combos, key=lambda e: e.facts["points"])
    things = tuple(f"die:{die}" for die in best.facts["dice"])
    when = _when(best.number, rounds)
    text = f"{_dice(len(best.facts['dice']))}, the best of {lines[winner].who}."
    return StoryMoment(
        best.number, when, "The combo that won it.", text, winner, value=f"+{best.facts['points']}", things=things
    )


def _why(view: Mapping[str, Any], lines: Sequence[ScoredSide]) -> str:
    won = [line for line in lines if line.won]
    lost = [line.total for line in lines if not line.won]
    if not won or not lost:
        return ""
    ahead = won[0].total - max(lost)
    if ahead <= 0:
        who = "the Baron wins a tie" if won[0].name else "whoever began the end, or comes next, wins a tie"
        return f"Level on {points_words(won[0].total)}: {who}."
    title = "" if won[0].name else f": the new {won[0].note}"
    return f"By {points_words(ahead)}{title}."


# --- each player's summary


def _rows(log: Sequence[LoggedEvent], lines: Sequence[ScoredSide]) -> list[StatisticRow]:
    sides = len(lines)

    def of(kind: str, at: int) -> list[LoggedEvent]:
        return [e for e in log if e.kind == kind and _side(e, sides) == at]

    def row(label: str, cells: Sequence[str]) -> StatisticRow:
        return StatisticRow(label, [StatisticCell(cell) for cell in cells])

    bests = [
        max((e.facts["points"] for e in log if e.kind == "combo" and e.facts["side"] == at), default=0)
        for at in range(sides)
    ]
    rows = [
        row("Best combo", [str(best) if best else "·" for best in bests]),
        row("Captures", [str(len(of("capture", at))) for at in range(sides)]),
        row("Powers called", [_powers(of("power", at)) for at in range(sides)]),
        row("Extra turns", [str(len(of("buy", at))) for at in range(sides)]),
    ]
    return [each for each in rows if any(cell.text not in ("0", "·") for cell in each.cells)]


def _powers(called: Sequence[LoggedEvent]) -> str:
    counts = {power: sum(e.facts["power"] == power for e in called) for power in POWER_IDS}
    top = max(counts, key=lambda power: counts[power])
    return f"{len(called)}, most {LOA_NAMES[POWER_IDS.index(top)]}" if counts[top] else "0"
