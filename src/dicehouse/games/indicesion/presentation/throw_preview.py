"""Simulate throws for a preview, once or many times: the numbers and their words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from dicehouse.errors import BadThrow
from dicehouse.i18n import Text, _, join_sentences, join_texts

from ..physics.bodies import BARREL_HEIGHT, BOARD
from ..physics.world import Scene
from ..rules.judge import DieVerdict, judge
from ..rules.measurements import CANNOT_FOLLOW, flight_data
from ..rules.ready_throws import boards_of
from ..rules.scoring import points_of, score
from ..rules.state import Mode, State
from ..rules.table_layout import board_name
from ..rules.throw_notation import IntendedThrow, millimetres
from ..rules.trial_throws import TrialResult, prepare_trial, try_throw
from .notation import MINUS, points_text
from .view_types import LandingSpot, PracticeFacts, PracticeFlight, ThrowEstimate, ThrowParameters
from .words import number_of, on_board, places

STEPS = (8, 16, 24)  # how many more throws are simulated before each answer
STOREY = BARREL_HEIGHT + BOARD[2]
FEW = 0.05  # share of the throws below which a result is not mentioned
NO_CHANGE = _("Nobody's points change.")
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


def _said(state: State, seat: int, scene: Scene, die: str, tried: TrialResult) -> Text:
    """Say where the die rests, what it scores there, and whose points changed."""
    judged = tried.verdict.dice.get(die)
    before = points_of(state, judge(scene))
    changes = [
        _change(each, seat, was, Text("{n}", {"n": now}))
        for each, (was, now) in enumerate(zip(before, tried.points, strict=True))
        if was != now
    ]
    changed = _("Points: {changes}.", changes=join_texts(changes)) if changes else NO_CHANGE
    return join_sentences(_where(judged, seat, die, tried), changed)


def _where(judged: DieVerdict | None, seat: int, die: str, tried: TrialResult) -> Text:
    if judged is None:
        burns = die in {burnt for _time, burnt, _red in tried.flight.burnt}
        return _("It burns.") if burns else _("It leaves the table.")
    if not judged.boards:
        return _("It is on no board and scores nothing.")
    if judged.crooked:
        return _("It is crooked and scores nothing.")
    if judged.face is None:
        return _("It shows no clear face and scores nothing.")
    if judged.covered:
        return _("It is under another die and scores nothing.")
    points = points_text(sum(scored.points for scored in score(tried.after, tried.verdict) if scored.die == die))
    where, face = places(judged.boards, on_board, seat), str(judged.face)
    if judged.level > 1:
        return _(
            "It shows a {face}, tops a tower of {levels} and scores {points} {where}.",
            face=face,
            levels=judged.level,
            points=points,
            where=where,
        )
    return _("It shows a {face} and scores {points} {where}.", face=face, points=points, where=where)


def _change(each: int, seat: int, before: int, after: Text) -> Text:
    """Return how the points of a seat change, for the reader in `seat`."""
    if each == seat:
        return _("you {before} \u2192 {after}", before=before, after=after)
    return Text("{player} {before} \u2192 {after}", {"player": f"{{{each}}}", "before": before, "after": after})


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
    on = on_board(number_of(meant.target), seat)
    return {
        "option": meant.text(),
        "target": meant.target,
        "tries": n,
        "stays": len(stays) / n,
        "where": _("stays {where}", where=on),
        "about": _about(_mean(means[subject]), subject, seat),
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


def _about(mean: Text, subject: int, seat: int) -> Text:
    if subject == seat:
        return _("about {points} for you", points=mean)
    return _("about {points} for {player}", points=mean, player=f"{{{subject}}}")


def _mean(mean: float) -> Text:
    if abs(mean) < 0.05:
        return Text("0")
    return Text("{sign}{points}", {"sign": "+" if mean > 0 else MINUS, "points": round(abs(mean), 1)})


def _note(subject: int, seat: int, before: int, after: list[int], n_trials: int) -> Text:
    """Say how the throw changes the points if the die stays, the rarest results left out."""
    if not after:
        return _("hardly ever stays")
    after = sorted(after)
    rare = int(len(after) * FEW)
    low, high = after[rare], after[len(after) - 1 - rare]
    to = Text("{n}", {"n": low}) if low == high else _("{low} to {high}", low=low, high=high)
    if low != high and low > before:
        to = _("{n} or more", n=low)
    elif low != high and high < before:
        to = _("{n} or less", n=high)
    return _("if it stays: {change}", change=_change(subject, seat, before, to))
