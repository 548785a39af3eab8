"""The chance to win in a solved race: before a turn, and with each choice in it.

It is there for two players without cards, if that race was solved (`solved.py`). Nothing is hidden there, so it tells
nobody more than anybody could work out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dicehouse.kit.actions import Actions
from dicehouse.kit.bits import bits
from dicehouse.kit.record import dtype, strict

from ..rules.codes import KEEP
from ..rules.state import NOBODY, Phase, State
from ..rules.turn import legal_keeps
from .offers import UNIT
from .points import points_of, scoring_key
from .race import RaceKey, Turn, chase_bank, ends, own_bank, race_key, race_of, top_of, work_out
from .solved import Solution, solution_of

TURNS = 64  # worked out and remembered: a table asks at every option of a turn


def solution_at(state: State, shipped_only: bool = False) -> Solution | None:
    """The solution of the race that this table plays; None if it plays none, or none that was solved."""
    key = race_key(state)
    return None if key is None else solution_of(race_of(key), _fingerprint(key), shipped_only)


@lru_cache(maxsize=16)
def _fingerprint(key: RaceKey) -> str:
    return race_of(key).fingerprint()


def chance(state: State, seat: int) -> float | None:
    """The chance of `seat` to win if both play as well as can be; None where that is not known."""
    if state.phase == Phase.OVER:
        return 1.0 if seat == state.winner else 0.0
    if state.phase == Phase.KEEP:
        action = policy(state)
        best = None if action is None else worth(state, action)
    else:
        turn = _turn_at(state)
        best = None if turn is None else turn.thrown(0, turn.race.dice)
    return best if best is None or seat == state.player else 1 - best


def policy(state: State) -> int | None:
    """The best action of the player who is choosing what to keep; None where it is not known."""
    if state.phase != Phase.KEEP or _turn_at(state) is None:
        return None
    actions = strict(Actions, np.zeros(dtype(Actions).itemsize, np.uint8))
    legal_keeps(state, state.player, actions)
    return max((int(actions.item[i]) for i in range(actions.count)), key=lambda each: worth(state, each) or 0.0)


def worth(state: State, action: int) -> float | None:
    """The chance of the player to win who keeps dice so, and then banks or throws on; None where that is not known."""
    turn = _turn_at(state) if state.phase == Phase.KEEP else None
    if turn is None or action not in KEEP or KEEP.double(action):
        return None
    mask = KEEP.dice(action)
    faces = tuple(sorted(state.dice[i] for i in range(state.n_dice) if mask >> i & 1))
    level = (state.turn_points + points_of(scoring_key(state), faces)) // UNIT
    left = state.n_dice - bits(mask)
    return turn.banked(level) if KEEP.bank(action) else turn.thrown(level, left or turn.race.dice)


# --- the turn that is being played

_turns: dict[tuple[object, ...], tuple[Solution, Turn]] = {}


def _turn_at(state: State) -> Turn | None:
    """This turn, worked out; None if the race was not solved, or if it can't come to these totals."""
    solution = solution_at(state)
    if solution is None:
        return None
    own, other = (state.players[seat] for seat in (state.player, 1 - state.player))
    if any(each.total % UNIT or each.total < 0 or each.opened != (each.total > 0) for each in (own, other)):
        return None
    last = state.first != NOBODY
    at = (race_key(state), own.total, other.total, last)
    known = _turns.get(at)
    if known is not None and known[0] is solution:
        return known[1]
    turn = _work_out(solution, own.total // UNIT, other.total // UNIT, last)
    if turn is not None:
        if len(_turns) >= TURNS:
            _turns.clear()
        _turns[at] = solution, turn
    return turn


def _work_out(solution: Solution, own: int, other: int, last: bool) -> Turn | None:
    race = solution.race
    if own >= race.crossing or (other >= race.crossing) != last:
        return None
    if last:
        lead = other - own
        bank, lost, crossed = own_bank(race, own, chase_bank(race, lead)), 0.0, lead + 1
    else:
        bank = own_bank(race, own, ends(race, own, other, solution.value, solution.chase, solution.unopened))
        lost, crossed = 1 - float(solution.value[other, own]), race.crossing - own
    return work_out(race, bank, lost, top_of(race, bank, lost, crossed))
