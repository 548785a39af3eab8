"""Give the exact chance to win in a solved race: before a turn, and with each choice in it.

These chances exist for two players without cards, if `race_solutions` has the race. Nothing is hidden in it, so they
tell a player nothing that anyone could not work out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dicehouse.core.action_list import Actions
from dicehouse.core.bit_sets import count_bits
from dicehouse.records.record import dtype, strict

from ..rules.action_codes import KEEP
from ..rules.state import NO_SEAT, Phase, State
from ..rules.turn import legal_keeps
from .race_model import (
    RaceKey,
    TurnValues,
    bank_values,
    banking_level,
    chase_bank,
    own_bank,
    race_key,
    race_of,
    work_out_turn,
)
from .race_solutions import RaceSolution, solution_of
from .throw_offers import UNIT
from .throw_points import points_of, scoring_key

TURNS = 64  # worked out and remembered: a table asks at every option of a turn


def solution_at(state: State, shipped_only: bool = False) -> RaceSolution | None:
    """Return the solution of the race that this table plays; None if it plays no race or an unsolved one. With
    `shipped_only`, solutions of this machine don't count.
    """
    key = race_key(state)
    return None if key is None else solution_of(race_of(key), _fingerprint(key), shipped_only)


@lru_cache(maxsize=16)
def _fingerprint(key: RaceKey) -> str:
    return race_of(key).fingerprint()


def race_chance(state: State, seat: int) -> float | None:
    """Return the chance of `seat` to win if both players play optimally; None if it is not known."""
    if state.phase == Phase.OVER:
        return 1.0 if seat == state.winner else 0.0
    if state.phase == Phase.KEEP:
        action = best_keep(state)
        best = None if action is None else keep_chance(state, action)
    else:
        turn = _turn_at(state)
        best = None if turn is None else turn.thrown(0, turn.race.dice)
    return best if best is None or seat == state.player else 1 - best


def best_keep(state: State) -> int | None:
    """Return the best action of the player who chooses what to keep; None if it is not known."""
    if state.phase != Phase.KEEP or _turn_at(state) is None:
        return None
    actions = strict(Actions, np.zeros(dtype(Actions).itemsize, np.uint8))
    legal_keeps(state, state.player, actions)
    return max((int(actions.item[i]) for i in range(actions.count)), key=lambda each: keep_chance(state, each) or 0.0)


def keep_chance(state: State, action: int) -> float | None:
    """Return the chance to win of the player who takes the keep `action`; None if it is not known."""
    turn = _turn_at(state) if state.phase == Phase.KEEP else None
    if turn is None or action not in KEEP or KEEP.double(action):
        return None
    mask = KEEP.dice(action)
    faces = tuple(sorted(state.dice[i] for i in range(state.n_dice) if mask >> i & 1))
    level = (state.turn_points + points_of(scoring_key(state), faces)) // UNIT
    left = state.n_dice - count_bits(mask)
    return turn.banked(level) if KEEP.bank(action) else turn.thrown(level, left or turn.race.dice)


# --- the turn that is being played

_turns: dict[tuple[object, ...], tuple[RaceSolution, TurnValues]] = {}


def _turn_at(state: State) -> TurnValues | None:
    """Return this turn, worked out; None if the race was not solved, or if it can't reach these totals."""
    solution = solution_at(state)
    if solution is None:
        return None
    own, other = (state.players[seat] for seat in (state.player, 1 - state.player))
    if any(each.total % UNIT or each.total < 0 or each.opened != (each.total > 0) for each in (own, other)):
        return None
    last = state.first != NO_SEAT
    at = (race_key(state), own.total, other.total, last)
    known = _turns.get(at)
    if known is not None and known[0] is solution:
        return known[1]
    turn = _solve_turn(solution, own.total // UNIT, other.total // UNIT, last)
    if turn is not None:
        if len(_turns) >= TURNS:
            _turns.clear()
        _turns[at] = solution, turn
    return turn


def _solve_turn(solution: RaceSolution, own: int, other: int, last: bool) -> TurnValues | None:
    race = solution.race
    if own >= race.crossing or (other >= race.crossing) != last:
        return None
    if last:
        lead = other - own
        bank, lost, crossed = own_bank(race, own, chase_bank(race, lead)), 0.0, lead + 1
    else:
        bank = own_bank(race, own, bank_values(race, own, other, solution.value, solution.chase, solution.unopened))
        lost, crossed = 1 - float(solution.value[other, own]), race.crossing - own
    return work_out_turn(race, bank, lost, banking_level(race, bank, lost, crossed))
