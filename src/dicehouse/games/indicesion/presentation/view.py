"""Show the position to everybody: nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees
from typing import cast

from dicehouse.core.log_entry import LogEntry

from ..physics.bodies import BARREL_HEIGHT, BARREL_RADIUS, BOARD, COLOURS, DIE, TABLE, is_barrel, is_board
from ..physics.throw_physics import HAND_LEVELS, HAND_REACH, MAX_SPEED, MAX_SPIN, RELEASE
from ..rules.judge import Verdict, judge
from ..rules.ready_throws import boards_of, targets
from ..rules.rounds import dice_in_pool, in_hand
from ..rules.scoring import ScoredDie, points_of, score
from ..rules.state import LETTERS, N_COLOURS, N_DICE, NO_DIE, NO_SEAT, Mode, Phase, PieceStatus, Release, State
from ..rules.table_layout import all_pieces, angle, board_name, die_name, player_place, pose_of, scene_of
from ..rules.throw_notation import millimetres
from .view_types import (
    BarrelSize,
    Bodies,
    Body,
    BodyKind,
    Colour,
    DieRuling,
    Id,
    LostDie,
    Quat,
    RoundResult,
    SeatView,
    Vec,
    View,
)
from .view_types import Mode as ModeName
from .view_types import Phase as PhaseName
from .view_types import Release as ReleaseName

SAME_FOR_ALL = True
MODES: dict[Mode, ModeName] = {mode: cast(ModeName, mode.name.lower()) for mode in Mode}
PHASES: dict[Phase, PhaseName] = {phase: cast(PhaseName, phase.name.lower()) for phase in Phase}
RELEASES: dict[Release, ReleaseName] = {each: cast(ReleaseName, each.name.lower()) for each in Release}
HANDS = tuple(HAND_LEVELS)
MILLI = 1000


def view(state: State, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> View:
    """Return the position; it is identical for every seat."""
    scene = scene_of(state)
    verdict = judge(scene)
    scored = score(state, verdict)
    points = points_of(state, verdict)
    return {
        "game": "indicesion",
        "mode": MODES[Mode(state.options.game)],
        "barrels": state.options.barrels,
        "phase": PHASES[Phase(state.phase)],
        "round": state.round,
        "turn": state.turn,
        "player": None if state.player == NO_SEAT else state.player,
        "starter": state.starter,
        "asked": list(asked),
        "wins_needed": state.options.rounds,
        "release": RELEASES[Release(state.options.release)],
        "hand": HANDS[state.options.hand],
        "limits": {
            "speed": round(MAX_SPEED * MILLI),
            "spin": round(degrees(MAX_SPIN)),
            "reach": round(HAND_REACH * MILLI),
            "gap": round(RELEASE * MILLI),
        },
        "sizes": {
            "die": DIE * MILLI,
            "board": cast(Vec, [side * MILLI for side in BOARD]),  # lists, like what a page gets
            "barrel": cast(BarrelSize, [2 * BARREL_RADIUS * MILLI, BARREL_HEIGHT * MILLI]),
            "table": TABLE * MILLI,
        },
        "bodies": bodies(state),
        "targets": {target: boards_of(state, target) for target in targets(state)},
        "judged": judged(verdict, scored),
        "seats": [_seat(state, each, points[each]) for each in range(state.n_players)],
        "pool": _pool(state) if state.phase == Phase.DRAFT else {},
        "die": None if state.thrown == NO_DIE else die_name(state.thrown),
        "again": state.again,
        "lost": _lost(state),
        "rounds": [_round(state, number) for number in range(state.round - (state.phase != Phase.OVER))],
        "winner": None if state.winner == NO_SEAT else state.winner,
    }


def bodies(state: State) -> Bodies:
    """Return all bodies on the table, in millimetres."""
    found: Bodies = {}
    for name, lying in all_pieces(state):
        if lying.where == PieceStatus.TABLE:
            pose = pose_of(lying)
            kind: BodyKind = "barrel" if is_barrel(name) else "board" if is_board(name) else "die"
            quat = cast(Quat, [round(part, 4) for part in pose.turn])
            body: Body = {"kind": kind, "at": cast(Vec, millimetres(pose)), "quat": quat}
            if kind == "die":
                body["colour"] = cast(Colour, COLOURS[name[0]])
            if lying.owner != NO_SEAT:
                body["seat"] = lying.owner
            found[name] = body
    return found


def judged(verdict: Verdict, scored: Sequence[ScoredDie]) -> dict[Id, DieRuling]:
    """Return the referee's verdict on every die, and its score."""
    found: dict[Id, DieRuling] = {}
    for name, each in verdict.dice.items():
        own = [one for one in scored if one.die == name]
        found[name] = {
            "face": each.face,
            "crooked": each.crooked,
            "covered": each.covered,
            "boards": list(each.boards),
            "rests_on": list(each.rests_on),
            "level": max((chain.levels for chain in each.chains), default=1),
            "points": sum(one.points for one in own),
            "scores": [{"board": one.board, "points": one.points, "chains": list(one.chains)} for one in own],
        }
    return found


def _seat(state: State, seat: int, points: int) -> SeatView:
    x, y, z = player_place(state, seat)
    hand = [die_name(number) for number in in_hand(state, seat)]
    barrels = sum(b.where == PieceStatus.HAND and b.owner == seat for b in state.barrels)
    return {
        "board": board_name(seat) if state.options.game != Mode.CENTRAL else None,
        "colour": None if state.options.game == Mode.DRAFTING else cast(Colour, COLOURS[LETTERS[seat]]),
        "hand": hand,
        "wins": state.wins[seat],
        "points": points,
        "taken": state.taken[seat],
        "skips": state.skips[seat],
        "barrels": barrels,
        "throws": {
            "from": cast(Vec, [round(part * MILLI) for part in (x, y, z)]),
            "heading": round(degrees(angle(state.n_players, seat)) + 180) % 360,
        },
    }


def _pool(state: State) -> dict[Colour, int]:
    """Return how many dice of each colour can still be drafted."""
    return {cast(Colour, COLOURS[LETTERS[colour]]): len(dice_in_pool(state, colour)) for colour in range(N_COLOURS)}


def _lost(state: State) -> list[LostDie]:
    """Return the dice that somebody may replace now."""
    return [
        {"die": die_name(n), "seat": seat, "face": state.losses[n].face}
        for n in range(N_DICE)
        for seat in range(state.n_players)
        if state.losses[n].seats >> seat & 1
    ]


def _round(state: State, number: int) -> RoundResult:
    winner = state.round_winner[number]
    return {
        "points": [state.points[number, seat] for seat in range(state.n_players)],
        "winner": None if winner == NO_SEAT else winner,
    }
