"""Play out games of a solved race with dice, to check that the first player wins as often as the solution says.

The dice and the legal keeps come from the rules. All games advance together, pair of totals by pair of totals, so that
each turn is worked out only once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dicehouse.compiler.rule_compiler import compile_entry, local_array
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice, roll, start_stream
from dicehouse.records.record import Bytes, dtype

from ..presentation.race_model import chase_bank, opening_bank
from ..presentation.race_solutions import RaceSolution
from ..presentation.throw_offers import UNIT
from ..rules.scoring import MOST_SETS, list_keeps
from ..rules.state import State
from ..rules.turn import ALL_SCORING
from .race_solver import FARTHEST, solve_turn, solve_turn_levels

STATE, DICE = dtype(State), dtype(Dice)
CHASE, OPEN = 2, 3  # tables of last turns, beside those of the two players


def count_first_wins(solution: RaceSolution, position: Bytes, games: int, seed: int) -> float:
    """Return how many of `games` the first player wins, a tie counted half; `position` is a dealt game of this race."""
    race = solution.race
    size, levels = race.crossing, 2 * race.crossing + len(solution.chase) + 2 * race.largest + FARTHEST
    waiting = np.zeros((size, size, 2), np.int64)  # games [own][other][whether the second player is about to throw]
    waiting[0, 0, 0] = games
    bank, best, slope = (np.zeros((4, *shape)) for shape in ((levels,), (levels, race.dice), (levels, race.dice)))
    top = np.array([0, 0, FARTHEST + 1, race.opening + 1])
    for table, values in ((CHASE, chase_bank(race, FARTHEST)), (OPEN, opening_bank(race))):
        made = np.array(values)
        bank[table, : len(made)] = made
        solve_turn_levels(race, made, 0.0, int(top[table]), best[table], slope[table])
    dice = np.zeros(DICE.itemsize, np.uint8)
    _begin(dice, seed)
    won = 0.0
    for total in range(2 * size - 1):
        won += _play_sum(
            race,
            total,
            solution.value,
            solution.chase,
            solution.unopened,
            waiting,
            bank,
            best,
            slope,
            top,
            position,
            dice,
        )
    return won


@compile_entry
def _begin(throws: Any, seed: int) -> None:
    start_stream(throws.view(DICE)[0], seed, seed >> 32, 0)


@compile_entry
def _play_sum(
    race: Any,
    total: int,
    value: Any,
    chase: Any,
    unopened: float,
    waiting: Any,
    bank: Any,
    best: Any,
    slope: Any,
    top: Any,
    position: Any,
    throws: Any,
) -> float:
    """Play all games with this sum of totals until the sum grows; return how many of those that end the first player
    wins.
    """
    state, dice, size, won = position.view(STATE)[0], throws.view(DICE)[0], race.crossing, 0.0
    for low in range(max(0, total - size + 1), total // 2 + 1):
        known = False
        while waiting[low, total - low].sum() + waiting[total - low, low].sum() > 0:
            if not known:
                for side in range(2):
                    own, other = (low, total - low) if side == 0 else (total - low, low)
                    lost, tables = 1 - value[other, own], (bank[side], best[side], slope[side])
                    _, _, top[side] = solve_turn(race, own, other, lost, value, chase, unopened, *tables)
                known = True
            for side in range(2):
                own, other = (low, total - low) if side == 0 else (total - low, low)
                for who in range(2):
                    number = waiting[own, other, who]
                    waiting[own, other, who] = 0
                    for _ in range(number):
                        level = _play_turn(race, 0, 0, top[side], bank[side], best[side], state, dice)
                        if own + level < size:
                            waiting[other, own + level, 1 - who] += 1
                            continue
                        wins = 1.0
                        lead = own + level - other
                        if race.last_turn and lead <= FARTHEST:
                            wins -= _last_turn(race, other, lead, bank, best, top, state, dice)
                        won += wins if who == 0 else 1 - wins
    return won


@compile_entry
def _last_turn(race: Any, own: int, lead: int, bank: Any, best: Any, top: Any, state: Any, dice: Any) -> float:
    """Play a last turn and return its result for the player who takes it: 1 for a win, 0.5 for a tie, 0 for a loss."""
    if own == 0 and lead < race.opening:
        return 1.0 if _play_turn(race, 0, race.opening, top[OPEN], bank[OPEN], best[OPEN], state, dice) else 0.0
    behind = FARTHEST - lead
    level = _play_turn(race, behind, FARTHEST, top[CHASE], bank[CHASE], best[CHASE], state, dice)
    return 1.0 if level > lead else 0.5 if level == lead else 0.0


@compile_entry
def _play_turn(race: Any, base: int, shut: int, top: int, bank: Any, best: Any, state: Any, dice: Any) -> int:
    """Play one turn and return the levels that it scores, 0 after a bust. The tables of the turn begin at `base`; no
    player banks before `shut`.
    """
    masks, points = local_array(MOST_SETS), local_array(MOST_SETS)
    level, state.n_dice = 0, race.dice
    while True:
        for i in range(state.n_dice):
            state.dice[i] = roll(dice)
        number = list_keeps(state, masks, points)
        if number == 0:
            return 0
        least = 1
        if state.options.keep_rule == ALL_SCORING:
            for k in range(number):
                least = max(least, count_bits(masks[k]))
        most, chosen, left = -1.0, 0, 0
        for k in range(number):
            kept = count_bits(masks[k])
            there = min(base + level + points[k] // UNIT, top)
            if kept >= least and best[there, state.n_dice - kept] > most:
                most, chosen, left = best[there, state.n_dice - kept], points[k] // UNIT, state.n_dice - kept
        level += chosen
        there = min(base + level, top)
        hot_must = left == 0 and race.must_roll
        if there >= shut and not hot_must and best[there, left] <= bank[there]:
            return level
        state.n_dice = left if left > 0 else race.dice
