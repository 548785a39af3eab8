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
    join_words,
    sides_of,
)
from dicehouse.text_format import number_word

from ..physics.bodies import COLOURS
from ..rules.state import MOST_ROUNDS
from .notation import counted

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


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Tell the match as rounds: each is a match of its own, and most rounds win."""
    lines = [replace(line, note="round" if line.total == 1 else "rounds") for line in sides_of(history)]
    throws = _throws(log)
    decided = _decided(log, throws, lines)
    return Story(
        headline_text(lines),
        _why(lines),
        lines,
        PointsCurve("Points in each round", "round", _points(log, len(lines), len(history.points) - 1)),
        choose_moments([_moment(throw) for throw in throws], _ending(log, lines)),
        decided,
        _rows(throws, lines),
        drawn=("throw", "throws"),
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
        throw.knocked += [seat for seat in event.facts["seats"] if seat != throw.seat]


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
    if _hurts_others(throw):
        lead = f"{{{throw.seat}}} knocks {_dice(throw.knocked)} off."
        whose = sorted(set(throw.knocked))
        verb = "loses" if len(whose) == 1 else "lose"
        text = f"{join_words([f'{{{seat}}}' for seat in whose])} {verb} what lay there."
    else:
        lead, text = f"{{{throw.seat}}} throws {counted(throw.points, 'point', 'points')}.", throw.text
        if throw.levels >= TOWER:
            lead = f"{{{throw.seat}}} builds a tower."
    return StoryMoment(throw.number, f"Round {throw.round}", lead, text, throw.seat, weight, things=_things(throw))


def _hurts_others(throw: StoryThrow) -> bool:
    """Return True if the throw took more from others than it scored."""
    return KNOCK_WEIGHT * len(throw.knocked) > throw.points


def _dice(knocked: Sequence[int]) -> str:
    return "a die" if len(knocked) == 1 else f"{len(knocked)} dice"


def _things(throw: StoryThrow) -> tuple[str, ...]:
    return (f"die:{throw.die}:{throw.face}",) if throw.face and throw.die[:1] in COLOURS else ()


def _ending(log: Sequence[LoggedEvent], lines: Sequence[ScoredSide]) -> StoryMoment | None:
    rounds = [e for e in log if e.kind == "round-won"]
    if not rounds:
        return None
    last = rounds[-1]
    won = next((at for at, line in enumerate(lines) if line.won), None)
    if last.seat is None or won is None:
        return StoryMoment(last.number, f"Round {last.facts['round']}", "The last round is a tie.", "", None)
    lead = f"{{{last.seat}}} takes the last round."
    points = counted(last.facts["points"], "point", "points")
    text = f"{points} in it, {counted(lines[won].total, 'round', 'rounds')} in all."
    return StoryMoment(last.number, f"Round {last.facts['round']}", lead, text, last.seat)


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
    text = f"It knocks {_dice(best.knocked)} off." if struck else best.text
    value = f"{len(best.knocked)} off" if struck else str(best.points)
    return StoryMoment(
        best.number,
        f"Round {best.round}",
        "The best throw of the last round.",
        text,
        winner,
        value=value,
        things=_things(best),
    )


def _why(lines: Sequence[ScoredSide]) -> str:
    won = [line for line in lines if line.won]
    if len(won) != 1:
        return f"After {number_word(MOST_ROUNDS)} rounds nobody is ahead."
    rest = sorted((line.total for line in lines if not line.won), reverse=True)
    return f"{counted(won[0].total, 'round', 'rounds')} to {' and '.join(map(str, rest))}."


# --- each player's summary


def _rows(throws: Sequence[StoryThrow], lines: Sequence[ScoredSide]) -> list[StatisticRow]:
    own = [[throw for throw in throws if throw.seat == seat] for seat in range(len(lines))]

    def row(label: str, cells: Sequence[int]) -> StatisticRow:
        return StatisticRow(label, [StatisticCell(str(cell)) for cell in cells])

    return [
        row("Throws", [len(each) for each in own]),
        row("Best throw", [max((throw.points for throw in each), default=0) for each in own]),
        row("On a board", [sum(throw.points > 0 for throw in each) for each in own]),
        row("Towers", [sum(throw.levels >= TOWER for throw in each) for each in own]),
        row("Knocked off", [sum(len(throw.knocked) for throw in each) for each in own]),
    ]
