"""Simulate throws for a preview, once or many times: the numbers and their words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from dicehouse.errors import BadThrow

from ..physics.bodies import BARREL_HEIGHT, BOARD
from ..physics.world import Scene
from ..rules.judge import DieVerdict, judge
from ..rules.measurements import CANNOT_FOLLOW, flight_data
from ..rules.ready_throws import boards_of
from ..rules.scoring import points_of, score
from ..rules.state import Mode, State
from ..rules.table_layout import MIDDLE, board_name
from ..rules.throw_notation import IntendedThrow, millimetres
from ..rules.trial_throws import TrialResult, prepare_trial, try_throw
from .notation import MINUS, counted, signed
from .options import target_words
from .view_types import LandingSpot, PracticeFacts, PracticeFlight, ThrowEstimate, ThrowParameters

STEPS = (8, 16, 24)  # how many more throws are simulated before each answer
STOREY = BARREL_HEIGHT + BOARD[2]
FEW = 0.05  # share of the throws below which a result is not mentioned
NO_CHANGE = "Nobody's points change"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")


# --- one throw


def practice(state: State, seat: int, text: str) -> PracticeFacts:
    """Simulate one throw with random noise of its own; the match is not changed. BadThrow says why it can't be
    thrown.
    """
    meant, scene = prepare_trial(state, seat, text)
    tried = try_throw(state, scene, meant, random.SystemRandom(), film=True)
    if tried is None:
        raise BadThrow(CANNOT_FOLLOW)
    return {
        "die": meant.die,
        "target": meant.target,
        "throw": cast(ThrowParameters, meant.facts()),
        "flight": cast(PracticeFlight, flight_data(tried.flight)),
        "says": _said(state, seat, scene, meant.die, tried),
    }


def _said(state: State, seat: int, scene: Scene, die: str, tried: TrialResult) -> str:
    """Say where the die rests, what it scores there, and whose points changed."""
    judged = tried.verdict.dice.get(die)
    before = points_of(state, judge(scene))
    changes = [
        f"{_who(each, seat)} {signed(was)} → {signed(now)}"
        for each, (was, now) in enumerate(zip(before, tried.points, strict=True))
        if was != now
    ]
    where = _where(judged, seat, die, tried)
    return f"{where}. {', '.join(changes) or NO_CHANGE}."


def _where(judged: DieVerdict | None, seat: int, die: str, tried: TrialResult) -> str:
    if judged is None:
        return "It burns" if die in {burnt for _, burnt, _ in tried.flight.burnt} else "It leaves the table"
    if not judged.boards:
        return "It lies on no board: nothing"
    where = " and ".join(dict.fromkeys(f"on {target_words(board, seat)}" for board in judged.boards))
    if judged.crooked or judged.face is None:
        return f"It lies crooked {where}: nothing"
    if judged.covered:
        return f"A {judged.face} {where}, under another die: nothing"
    points = sum(scored.points for scored in score(tried.after, tried.verdict) if scored.die == die)
    tower = f", on top of a tower of {judged.level}" if judged.level > 1 else ""
    return f"A {judged.face} {where}{tower}: {counted(points, 'point', 'points')}"


def _who(each: int, seat: int) -> str:
    return "you" if each == seat else f"{{{each}}}"


# --- many throws


@dataclass(frozen=True)
class TrialFall:
    """Hold where the die of one simulated throw ended: on which part of the table, and whether that was its target."""

    part: str
    stays: bool
    place: tuple[float, ...] | None  # millimetres; None if the die left the table
    points: list[int]
    clears: bool  # a die or barrel left somebody's board


def likely(state: State, seat: int, text: str) -> Iterator[ThrowEstimate]:
    """Simulate the throw more and more often and yield its likely results; each answer counts all simulations so far.
    BadThrow says why it can't be thrown.
    """
    meant, scene = prepare_trial(state, seat, text)
    luck = random.SystemRandom()
    before, falls = points_of(state, judge(scene)), []
    for step in STEPS:
        trials = [try_throw(state, scene, meant, luck) for _ in range(step)]
        falls += [_fall(state, scene, meant, tried) for tried in trials if tried]
        if not falls:
            raise BadThrow(CANNOT_FOLLOW)
        yield _preview_facts(state, seat, meant, before, falls)


def _fall(state: State, scene: Scene, meant: IntendedThrow, tried: TrialResult) -> TrialFall:
    judged, aim = tried.verdict.dice.get(meant.die), boards_of(state, meant.target)
    rest = tried.flight.rest
    place = tuple(millimetres(rest[meant.die].pose)) if meant.die in rest else None
    boards = judged.boards if judged else ()
    here = [board for board in boards if board in aim]
    was = judge(scene)
    clears = any(
        set(each.boards) - set(tried.verdict.dice[name].boards if name in tried.verdict.dice else ())
        for name, each in was.dice.items()
    )
    return TrialFall(_part(judged, scene, here, boards), bool(here), place, tried.points, clears)


def _part(judged: DieVerdict | None, scene: Scene, here: list[str], boards: tuple[str, ...]) -> str:
    if judged is None:
        return "gone"
    if not here:
        return "another board" if boards else "cloth"
    if judged.level > 1 and not judged.covered:
        return "tower"
    levels = {board_storey(scene, board) for board in here}
    high = max(board_storey(scene, body.id) for body in scene.bodies if body.id[0] in "pc")
    return "board" if high == 1 else f"{ORDINALS[max(levels) - 1]} storey"


def board_storey(scene: Scene, board: str) -> int:
    """Return the storey of a board, from 1."""
    return min(1 + max(round((scene[board].pose.z - BOARD[2] / 2) / STOREY), 0), len(ORDINALS))


def _preview_facts(
    state: State, seat: int, meant: IntendedThrow, before: list[int], falls: list[TrialFall]
) -> ThrowEstimate:
    n = len(falls)
    means = [sum(fall.points[each] for fall in falls) / n - was for each, was in enumerate(before)]
    subject = _subject(state, seat, meant, means)
    parts: dict[str, int] = {}
    for fall in sorted(falls, key=lambda fall: (not fall.stays, fall.part == "gone", fall.part != "tower", fall.part)):
        parts[fall.part] = parts.get(fall.part, 0) + 1
    stays = [fall for fall in falls if fall.stays]
    on = "on the target" if meant.target == MIDDLE else f"on {target_words(meant.target, seat)}"
    return {
        "option": meant.text(),
        "target": meant.target,
        "tries": n,
        "stays": len(stays) / n,
        "where": f"stays {on}",
        "about": f"about {_mean(means[subject])} for {_who(subject, seat)}",
        "seat": subject,
        "mean": round(means[subject], 2),
        "points": [round(mean, 2) for mean in means],
        "parts": [{"part": part, "share": count / n, "stays": _stays(part)} for part, count in parts.items()],
        "clears": sum(fall.clears for fall in falls) / n,
        "note": _note(subject, seat, before[subject], [fall.points[subject] for fall in stays], n),
        "places": [cast(LandingSpot, [*fall.place, fall.stays]) for fall in falls if fall.place],
        "of": sum(STEPS),
    }


def _stays(part: str) -> bool:
    return part not in ("gone", "cloth", "another board")


def _subject(state: State, seat: int, meant: IntendedThrow, means: list[float]) -> int:
    """Return the seat whose points are shown: the one that the throw changes most; on a tie the owner of the board,
    otherwise the thrower.
    """
    owner = seat
    if state.options.game != Mode.CENTRAL:
        boards = [board_name(each) for each in range(state.n_players)]
        owner = boards.index(meant.target) if meant.target in boards else seat
    return max(range(len(means)), key=lambda each: (round(abs(means[each]), 1), each == owner, each == seat))


def _mean(mean: float) -> str:
    return signed(0) if abs(mean) < 0.05 else f"{'+' if mean > 0 else MINUS}{abs(mean):.1f}"


def _note(subject: int, seat: int, before: int, after: list[int], n_trials: int) -> str:
    """Say how the throw changes the points if the die stays, the rarest results left out."""
    if not after:
        return "hardly ever stays"
    after = sorted(after)
    rare = int(len(after) * FEW)
    low, high = after[rare], after[len(after) - 1 - rare]
    to = signed(low) if low == high else f"{signed(low)} to {signed(high)}"
    if low != high and low > before:
        to = f"{signed(low)} or more"
    elif low != high and high < before:
        to = f"{signed(high)} or less"
    return f"if it stays, {_who(subject, seat)} {signed(before)} → {to}"
