"""What everybody sees: nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees
from typing import Any

from dicehouse.kit.game import Told

from ..physics.bodies import BARREL_HEIGHT, BARREL_RADIUS, BOARD, COLOURS, DIE, TABLE, is_barrel, is_board
from ..physics.throwing import LEVELS, MAX_SPEED, MAX_SPIN, RELEASE, ROOM
from ..rules.judge import Verdict, judge
from ..rules.notation import millimetres
from ..rules.ready_throws import boards_of, targets
from ..rules.rounds import in_hand, pooled
from ..rules.scoring import Scored, points_of, score
from ..rules.seating import angle, board_name, die_name, pose_of, scene_of, standing_place, things
from ..rules.state import LETTERS, N_COLOURS, N_DICE, NOBODY, Mode, Phase, Release, State, Where

SAME_FOR_ALL = True
MODES = {mode: mode.name.lower() for mode in Mode}
PHASES = {phase: phase.name.lower() for phase in Phase}
HANDS = tuple(LEVELS)
BEFORE_THROWS = (Phase.STARTER, Phase.DRAFT)
MILLI = 1000


def view(state: State, seat: int | None, asked: Sequence[int], told: Sequence[Told]) -> dict[str, Any]:
    """The position; the same for every seat."""
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
        "player": None if state.player == NOBODY else state.player,
        "starter": state.starter,
        "asked": list(asked),
        "wins_needed": state.options.rounds,
        "release": Release(state.options.release).name.lower(),
        "hand": HANDS[state.options.hand],
        "limits": {
            "speed": round(MAX_SPEED * MILLI),
            "spin": round(degrees(MAX_SPIN)),
            "reach": round(ROOM * MILLI),
            "gap": round(RELEASE * MILLI),
        },
        "sizes": {
            "die": DIE * MILLI,
            "board": [side * MILLI for side in BOARD],
            "barrel": [2 * BARREL_RADIUS * MILLI, BARREL_HEIGHT * MILLI],
            "table": TABLE * MILLI,
        },
        "bodies": bodies(state),
        "targets": {target: boards_of(state, target) for target in targets(state)},
        "judged": judged(verdict, scored),
        "seats": [_seat(state, each, points[each]) for each in range(state.n_players)],
        "pool": _pool(state) if state.phase == Phase.DRAFT else {},
        "die": None if state.thrown == NOBODY else die_name(state.thrown),
        "again": state.again,
        "lost": _lost(state),
        "rounds": [_round(state, number) for number in range(state.round - (state.phase != Phase.OVER))],
        "winner": None if state.winner == NOBODY else state.winner,
    }


def bodies(state: State) -> dict[str, Any]:
    """Everything on the table, in millimetres."""
    found: dict[str, Any] = {}
    for name, lying in things(state):
        if lying.where == Where.TABLE:
            pose = pose_of(lying)
            kind = "barrel" if is_barrel(name) else "board" if is_board(name) else "die"
            found[name] = {"kind": kind, "at": millimetres(pose), "quat": [round(part, 4) for part in pose.turn]}
            if kind == "die":
                found[name]["colour"] = COLOURS[name[0]]
            if lying.owner != NOBODY:
                found[name]["seat"] = lying.owner
    return found


def judged(verdict: Verdict, scored: Sequence[Scored]) -> dict[str, Any]:
    """What the referee says of every die, and what it scores."""
    found = {}
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


def _seat(state: State, seat: int, points: int) -> dict[str, Any]:
    x, y, z = standing_place(state, seat)
    hand = [die_name(number) for number in in_hand(state, seat)]
    barrels = sum(b.where == Where.HAND and b.owner == seat for b in state.barrels)
    return {
        "board": board_name(seat) if state.options.game != Mode.CENTRAL else None,
        "colour": None if state.options.game == Mode.DRAFTING else COLOURS[LETTERS[seat]],
        "hand": hand,
        "wins": state.wins[seat],
        "points": points,
        "taken": state.taken[seat],
        "skips": state.skips[seat],
        "barrels": barrels,
        "throws": {
            "from": [round(part * MILLI) for part in (x, y, z)],
            "heading": round(degrees(angle(state.n_players, seat)) + 180) % 360,
        },
    }


def _pool(state: State) -> dict[str, int]:
    """Dice of each colour that can still be drafted."""
    return {COLOURS[LETTERS[colour]]: len(pooled(state, colour)) for colour in range(N_COLOURS)}


def _lost(state: State) -> list[dict[str, Any]]:
    """Dice that somebody may replace now."""
    return [
        {"die": die_name(n), "seat": seat, "face": state.losses[n].face}
        for n in range(N_DICE)
        for seat in range(state.n_players)
        if state.losses[n].seats >> seat & 1
    ]


def _round(state: State, number: int) -> dict[str, Any]:
    winner = state.round_winner[number]
    return {
        "points": [state.points[number, seat] for seat in range(state.n_players)],
        "winner": None if winner == NOBODY else winner,
    }
