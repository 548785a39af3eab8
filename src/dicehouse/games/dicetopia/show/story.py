"""How a match went: the largest changes of what each city would have been worth, the Missions, the count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dicehouse.kit.story import (
    Cell,
    Course,
    Curve,
    Happening,
    Line,
    Moment,
    Point,
    Row,
    Story,
    ends_of,
    headline,
    lines_of,
    listed,
    margin,
    sampled,
    told_in_order,
)

from ..rules.missions import IDS, NAMES
from .names import FACTION_IDS, FACTION_NAMES
from .sheet import PARTS

DEEDS = ("send", "match", "stock", "swap", "move", "reroll", "change", "exterminate", "slip", "sacrifice")


def story(view: Mapping[str, Any], told: Sequence[Happening], course: Course) -> Story:
    """The match as what each would have had if it had ended there, Missions aside; then the count."""
    lines = [
        replace(line, place=view["seats"][seat]["place"], note=_faction(view, seat))
        for seat, line in enumerate(lines_of(course))
    ]
    rounds = [(str(e.facts["round"]), e.number) for e in told if e.kind == "round"]
    over = next((e.number for e in told if e.kind == "over"), len(course.scores) - 1)
    moments = list(_moments(told, course, rounds, over))
    decided = _decided(view, told, lines, len(course.scores) - 1)
    return Story(
        headline(lines),
        _why(view, lines, course),
        lines,
        Curve("The race", "round", _points(course, rounds, lines, over)),
        told_in_order(moments, _count(view, lines, course, over)),
        decided,
        _rows(view, told, lines),
    )


def _faction(view: Mapping[str, Any], seat: int) -> str:
    faction = view["seats"][seat]["faction"]
    return FACTION_NAMES[FACTION_IDS.index(faction)] if faction else ""


def _points(course: Course, rounds: Sequence[tuple[str, int]], lines: Sequence[Line], over: int) -> list[Point]:
    last = len(course.scores) - 1
    start = [("0", rounds[0][1])] if rounds else []
    played = sampled(course, [*start, *ends_of(rounds, min(over, last - 1))])
    return [*played, Point("count", last, tuple(line.total for line in lines))]


def _moments(
    told: Sequence[Happening], course: Course, rounds: Sequence[tuple[str, int]], over: int
) -> Iterator[Moment]:
    """What each action did to whoever gained or lost most by it."""
    for number in range(1, min(over, len(course.scores) - 1)):
        before, after = course.scores[number - 1], course.scores[number]
        gains = [b - a for a, b in zip(before, after, strict=True)]
        seat = max(range(len(gains)), key=lambda each: abs(gains[each]))
        deeds = [e for e in told if e.number == number and e.kind in DEEDS]
        if not gains[seat] or not deeds:
            continue
        when = f"Round {next((label for label, start in reversed(rounds) if start < number), '1')}"
        swing = gains[seat] - sum(g for each, g in enumerate(gains) if each != seat) / max(1, len(gains) - 1)
        verb = "gains" if gains[seat] > 0 else "loses"
        lead = f"{{{seat}}} {verb} {course.counted(abs(gains[seat]))}."
        yield Moment(number, when, lead, _deed(deeds).text, seat, abs(swing), things=_things(deeds))


def _deed(deeds: Sequence[Happening]) -> Happening:
    """What the action was for: a fight, else the piece that was sent."""
    return next((e for e in deeds if e.kind == "match"), deeds[0])


def _things(deeds: Sequence[Happening]) -> tuple[str, ...]:
    deed = _deed(deeds)
    dice = deed.facts["dice"] if deed.kind == "match" else [deed.facts["die"]] if "die" in deed.facts else []
    return tuple(f"die:{die}" for die in dice)


# --- how it was won


def _count(view: Mapping[str, Any], lines: Sequence[Line], course: Course, over: int) -> Moment | None:
    """Who was ahead when the last piece stood, and what the Missions made of it."""
    before = course.scores[min(over, len(course.scores) - 1)] if over < len(course.scores) - 1 else course.scores[-2]
    missions = [one["missions"] for one in view["final"]]
    best = max(range(len(lines)), key=lambda seat: missions[seat])
    ahead = [seat for seat, points in enumerate(before) if points == max(before)]
    winners = [seat for seat, line in enumerate(lines) if line.won]
    text = f"Missions bring {lines[best].who} {course.counted(missions[best])}."
    front = f"{listed([lines[seat].who for seat in ahead])} {'is' if len(ahead) == 1 else 'are'} ahead"
    lead = f"{front} before the count." if set(ahead) != set(winners) else f"{front}, and stays there."
    if set(ahead) == set(winners) and len(ahead) > 1:
        lead = f"{front}, and stay there."
    return Moment(len(course.scores) - 1, "The count", lead, text, winners[0] if winners else best)


def _decided(view: Mapping[str, Any], told: Sequence[Happening], lines: Sequence[Line], number: int) -> Moment | None:
    """The part of the count in which the winner gained most on the next."""
    winner = next((seat for seat, line in enumerate(lines) if line.won), None)
    others = [seat for seat, line in enumerate(lines) if not line.won]
    if winner is None or not others:
        return None
    second = max(others, key=lambda seat: lines[seat].total)
    mine, theirs = view["final"][winner], view["final"][second]
    key, label = max(PARTS, key=lambda part: mine[part[0]] - theirs[part[0]])
    if key == "missions":
        scored = [e for e in told if e.kind == "mission" and e.seat == winner]
        best = max(scored, key=lambda e: e.facts["stars"], default=None)
        if best is not None:
            name = NAMES[IDS.index(best.facts["mission"])]
            value = str(best.facts["stars"])
            return Moment(number, name, "The Mission that won it.", "", winner, value=value)
    text = f"{mine[key]} stars against the {theirs[key]} of {lines[second].who}."
    return Moment(
        number, label, f"{label} won it." if key != "dice" else "The dice won it.", text, winner, value=str(mine[key])
    )


def _why(view: Mapping[str, Any], lines: Sequence[Line], course: Course) -> str:
    by = margin(lines, course)
    winner = next((seat for seat, line in enumerate(lines) if line.won), None)
    if winner is None or sum(line.won for line in lines) > 1:
        return by
    key, label = max(PARTS, key=lambda part: view["final"][winner][part[0]])
    return f"{by} Most of it from {label if key != 'dice' else 'dice'}: {view['final'][winner][key]}."


# --- what everybody did


def _rows(view: Mapping[str, Any], told: Sequence[Happening], lines: Sequence[Line]) -> list[Row]:
    seats = range(len(lines))
    fights = [[e for e in told if e.kind == "match" and e.seat == seat] for seat in seats]
    areas = [[e for e in told if e.kind == "domination" and seat in e.facts["leaders"]] for seat in seats]
    rows = [
        Row("Missions", [_missions(told, seat) for seat in seats]),
        Row("Areas dominated", [Cell(str(len(each))) for each in areas]),
    ]
    if any(fights):
        rows.append(Row("Blood Dome fights", [Cell(str(len(each))) for each in fights]))
    return rows


def _missions(told: Sequence[Happening], seat: int) -> Cell:
    scored = [e for e in told if e.kind == "mission" and e.seat == seat]
    words = [f"{NAMES[IDS.index(e.facts['mission'])]} {e.facts['stars']}" for e in scored]
    return Cell(", ".join(words) or "·")
