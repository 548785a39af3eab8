"""Make the score sheet, the text board and the story of a game that defines none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..i18n import _
from .story import (
    MAX_CURVE_POINTS,
    CurvePoint,
    LoggedEvent,
    PointsCurve,
    PointsHistory,
    Story,
    StoryMoment,
    choose_moments,
    headline_text,
    margin_text,
    sample_points,
    sides_of,
)


def default_score_sheet(scores: Sequence[int]) -> dict[str, Any]:
    """Return the score sheet of a game that defines none."""
    rows = [{"seat": seat, "cells": {}, "total": total, "note": ""} for seat, total in enumerate(scores)]
    return {"sources": [], "rows": rows}


def default_text_board(title: str, names: Sequence[str], scores: Sequence[int], acting: Sequence[int]) -> str:
    """Return the position as text for a game that defines none: who acts, and everybody's points."""
    width = max(map(len, names))
    lines = [f"{'>' if s in acting else ' '} {name:<{width}}  {scores[s]:>7,}" for s, name in enumerate(names)]
    return "\n".join([title, *lines])


def default_story(log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Return the story of any game: its largest changes of the points, each with its sentence of the log."""
    lines = sides_of(history)
    changed = [n for n in range(1, len(history.points)) if list(history.points[n]) != list(history.points[n - 1])]
    moments = [_change_moment(number, log, history) for number in changed]
    ending = moments[-1] if moments else None
    return Story(
        headline_text(lines),
        margin_text(lines, history),
        lines,
        PointsCurve(
            _("Points"),
            _("change"),
            _thin_points(sample_points(history, [(str(i), n) for i, n in enumerate(changed, 1)])),
        ),
        choose_moments(moments, ending),
        ending,
    )


def _change_moment(number: int, log: Sequence[LoggedEvent], history: PointsHistory) -> StoryMoment:
    gains = [after - before for before, after in zip(history.points[number - 1], history.points[number], strict=True)]
    seat = max(range(len(gains)), key=lambda each: abs(gains[each]))
    gain, player, points = gains[seat], f"{{{seat}}}", history.counted(abs(gains[seat]))
    lead = _("{player} gains {points}.", player=player, points=points)
    if gain < 0:
        lead = _("{player} loses {points}.", player=player, points=points)
    return StoryMoment(
        number,
        _("Action {number}", number=number),
        lead,
        _cause_of_change(log, number, seat, gain, history.points[number][seat]),
        seat,
        abs(gain),
        f"{gain:+,}".replace("-", "\N{MINUS SIGN}"),
    )


def _cause_of_change(log: Sequence[LoggedEvent], number: int, seat: int, gain: int, points: int) -> str:
    """Return the sentence that says why the points of `seat` changed with an action: what the seat did or showed before
    the event that tells the change; without such an event, the first event of the action. What follows from the change,
    such as a win, is not its cause.
    """
    events = [event for event in log if event.number == number and event.text]
    own = [event for event in events if event.seat == seat]
    stated = next((at for at, event in enumerate(own) if _states_change(event, gain, points)), None)
    if stated is not None:
        return own[max(0, stated - 1)].text
    return events[0].text if events else ""


def _states_change(event: LoggedEvent, gain: int, points: int) -> bool:
    """Return True if the facts of the event have the change of the points or the new points as a number."""
    numbers = [value for value in event.facts.values() if isinstance(value, int) and not isinstance(value, bool)]
    return gain in numbers or points in numbers


def _thin_points(points: list[CurvePoint]) -> list[CurvePoint]:
    if len(points) <= MAX_CURVE_POINTS:
        return points
    step = (len(points) - 1) / (MAX_CURVE_POINTS - 1)
    return [points[round(i * step)] for i in range(MAX_CURVE_POINTS)]
