"""Tell a finished match: round by round, the best throws, and what was knocked off whose board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    sides_of,
)
from dicehouse.i18n import Text, _, listing, ngettext

from ..physics.bodies import COLOURS
from ..rules.state import MOST_ROUNDS
from .notation import points_text, rounds_text
from .words import SOME_DIE, colour_of_die, off_boards

KNOCK_WEIGHT = 3.0  # a rival's die knocked off counts as about half a good throw
TOWER = 2  # levels that make one moment


@dataclass
class StoryThrow:
    """Hold one throw: its seat, its round, and its results."""

    seat: int
    round: int
    number: int
    die: str
    points: int = 0
    levels: int = 0
    face: int | None = None
    text: str = ""
    knocked: list[int] = field(default_factory=list)  # seats that lost a die by it
    dice_off: int = 0  # how many dice left a board of these


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Tell the match as rounds: each is a match of its own, and most rounds win."""
    lines = [replace(line, note=_("round") if line.total == 1 else _("rounds")) for line in sides_of(history)]
    throws = _throws(log)
    decided = _decided(log, throws, lines)
    return Story(
        headline_text(lines),
        _why(lines),
        lines,
        PointsCurve(_("Points in each round"), _("round"), _points(log, len(lines), len(history.points) - 1)),
        choose_moments([_moment(throw) for throw in throws], _ending(log, lines)),
        decided,
        _rows(throws, lines),
        drawn=(_("throw"), _("throws")),
    )


def _throws(log: Sequence[LoggedEvent]) -> list[StoryThrow]:
    throws: list[StoryThrow] = []
    lap = 1
    for event in log:
        if event.kind == "round":
            lap = event.facts["round"]
        elif event.kind == "throw" and event.seat is not None:
            throws.append(StoryThrow(event.seat, lap, event.number, event.facts["die"]))
        elif throws and event.number == throws[-1].number:
            _add(throws[-1], event)
    return throws


def _add(throw: StoryThrow, event: LoggedEvent) -> None:
    if event.kind == "verdict" and event.facts["die"] == throw.die:
        throw.points, throw.levels = event.facts["points"], event.facts["levels"]
        throw.face, throw.text = event.facts["face"], event.text
    elif event.kind == "knocked":
        others = [seat for seat in event.facts["seats"] if seat != throw.seat]
        throw.knocked += others
        throw.dice_off += bool(others)


def _points(log: Sequence[LoggedEvent], players: int, last: int) -> list[CurvePoint]:
    """Return everybody's points when each round was scored."""
    points: list[CurvePoint] = []
    counted_now = [0] * players
    for event in log:
        if event.kind == "board-points" and event.seat is not None:
            counted_now[event.seat] = event.facts["points"]
        elif event.kind == "round-won":
            points.append(CurvePoint(str(event.facts["round"]), event.number, tuple(counted_now)))
            counted_now = [0] * players
    return points


# --- the sentences


def _moment(throw: StoryThrow) -> StoryMoment:
    weight = throw.points + KNOCK_WEIGHT * len(throw.knocked)
    text: str = throw.text
    if _hurts_others(throw):
        lead, text = _knocks(throw), ""
    elif throw.levels >= TOWER:
        lead = _("{player} builds a tower.", player=_mark(throw.seat))
    else:
        lead = _("{player} throws {die}.", player=_mark(throw.seat), die=SOME_DIE[colour_of_die(throw.die)])
    return StoryMoment(throw.number, _when(throw.round), lead, text, throw.seat, weight, things=_things(throw))


def _knocks(throw: StoryThrow) -> Text:
    """Say how many dice a throw knocked off, and off whose boards."""
    boards = sum(1 << seat for seat in set(throw.knocked))
    return ngettext(
        "{player} knocks {n} die {where}.",
        "{player} knocks {n} dice {where}.",
        throw.dice_off,
        player=_mark(throw.seat),
        where=off_boards(boards, None),
    )


def _when(number: int) -> Text:
    return _("Round {n}", n=number)


def _mark(seat: int) -> str:
    return f"{{{seat}}}"


def _hurts_others(throw: StoryThrow) -> bool:
    """Return True if the throw took more from others than it scored."""
    return KNOCK_WEIGHT * len(throw.knocked) > throw.points


def _things(throw: StoryThrow) -> tuple[str, ...]:
    return (f"die:{throw.die}:{throw.face}",) if throw.face and throw.die[:1] in COLOURS else ()


def _ending(log: Sequence[LoggedEvent], lines: Sequence[ScoredSide]) -> StoryMoment | None:
    rounds = [e for e in log if e.kind == "round-won"]
    if not rounds:
        return None
    last = rounds[-1]
    when = _when(last.facts["round"])
    if last.seat is None:
        return StoryMoment(last.number, when, _("The last round is tied."), "", None)
    lead = _("{player} wins the last round.", player=_mark(last.seat))
    text = _(
        "That is {points} in this round, and {rounds} in all.",
        points=points_text(last.facts["points"]),
        rounds=rounds_text(lines[last.seat].total),
    )
    return StoryMoment(last.number, when, lead, text, last.seat)


def _decided(
    log: Sequence[LoggedEvent], throws: Sequence[StoryThrow], lines: Sequence[ScoredSide]
) -> StoryMoment | None:
    """Return the winner's best throw of the last round they won."""
    winner = next((at for at, line in enumerate(lines) if line.won), None)
    won = [e.facts["round"] for e in log if e.kind == "round-won" and e.seat == winner]
    mine = [throw for throw in throws if throw.seat == winner and won and throw.round == won[-1]]
    if winner is None or not mine:
        return None
    best = max(mine, key=lambda throw: throw.points + KNOCK_WEIGHT * len(throw.knocked))
    struck = _hurts_others(best)
    text: str = best.text
    value = Text("{n}", {"n": best.points})
    if struck:
        text = ngettext("It knocks {n} die off a board.", "It knocks {n} dice off boards.", best.dice_off)
        value = _("{n} off", n=best.dice_off)
    return StoryMoment(
        best.number,
        _when(best.round),
        _("This is the winner's best throw of the round."),
        text,
        winner,
        value=value,
        things=_things(best),
    )


def _why(lines: Sequence[ScoredSide]) -> str:
    won = [line for line in lines if line.won]
    if len(won) != 1:
        return _("No player leads after {rounds} rounds.", rounds=MOST_ROUNDS)
    rest = sorted((line.total for line in lines if not line.won), reverse=True)
    return _("{rounds} to {others}.", rounds=rounds_text(won[0].total), others=listing(rest))


# --- each player's summary


def _rows(throws: Sequence[StoryThrow], lines: Sequence[ScoredSide]) -> list[StatisticRow]:
    own = [[throw for throw in throws if throw.seat == seat] for seat in range(len(lines))]

    def row(label: str, cells: Sequence[int]) -> StatisticRow:
        return StatisticRow(label, [StatisticCell(Text("{n}", {"n": cell})) for cell in cells])

    return [
        row(_("Throws"), [len(each) for each in own]),
        row(_("Best throw"), [max((throw.points for throw in each), default=0) for each in own]),
        row(_("Scoring throws"), [sum(throw.points > 0 for throw in each) for each in own]),
        row(_("Towers"), [sum(throw.levels >= TOWER for throw in each) for each in own]),
        row(_("Dice knocked off"), [sum(throw.dice_off for throw in each) for each in own]),
    ]
