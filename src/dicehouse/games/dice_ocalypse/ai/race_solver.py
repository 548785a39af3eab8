"""Solve a race of turns between two players: each player's chance to win at any totals, by value iteration.

Totals only grow, so pairs of totals are solved from the highest sum down. Only a turn that scores nothing leaves the
totals as they are, so the two positions with the same totals and different players to throw depend on each other. They
are solved together (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004), by Newton's method: the value of a
turn is linear in the value of a bust as long as the choices stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np

from dicehouse.compiler.rule_compiler import compile_numbers

from ..presentation.race_model import NEGLIGIBLE, NOT_ALLOWED, Floats, Race, chase_bank, opening_bank, work_out_turn
from ..presentation.race_solutions import RaceSolution

FARTHEST = 1_200  # levels that a last turn is worked out for: 60,000 points
TOLERANCE = 1e-12
MOST_ROUNDS = 60
NEWTON_ROUNDS = 20  # then plain value iteration, which always gets there


def solve_race(race: Race, progress: Callable[[float], None] | None = None) -> RaceSolution:
    """Solve `race`; call `progress` from time to time with the share that is done."""
    started = thread_time()
    chase, unopened = last_turns(race)
    size = race.crossing
    value = np.full((size, size), 0.5)
    levels = 2 * size + len(chase) + 2 * race.largest + 2
    best, slope = np.zeros((levels, race.dice)), np.zeros((levels, race.dice))
    bank, residual, turns = np.zeros(levels), 0.0, 0
    for total in range(2 * size - 2, -1, -1):
        worst, number = _solve_sum(race, total, value, chase, unopened, bank, best, slope)
        residual, turns = max(residual, worst), turns + number
        if progress:
            progress(1 - (total / (2 * size)) ** 2 if total > size else 1 - total / (2 * size))
    return RaceSolution(race, value, chase, unopened, residual, turns, thread_time() - started)


def last_turns(race: Race) -> tuple[Floats, float]:
    """Return the chances of a last turn to catch up, by the lead, as far as there are any; and the chance to open in
    one turn.
    """
    if not race.last_turn:
        return np.zeros(1), 0.0
    turn = work_out_turn(race, chase_bank(race, FARTHEST), 0.0, FARTHEST + 1)
    chase = [row[-1] for row in turn.on[FARTHEST::-1]]
    length = next((lead for lead, chance in enumerate(chase, 1) if chance < NEGLIGIBLE), len(chase))
    return np.array(chase[:length]), work_out_turn(race, opening_bank(race), 0.0, race.opening + 1).on[0][-1]


@compile_numbers
def _solve_sum(
    race: Any, total: int, value: Any, chase: Any, unopened: float, bank: Any, best: Any, slope: Any
) -> tuple[float, int]:
    """Solve all pairs of totals with this sum; return the largest residual, and how many turns were worked out."""
    size, worst, turns, error = race.crossing, 0.0, 0, 0.0
    for own in range(max(0, total - size + 1), total // 2 + 1):
        other = total - own
        if other + 1 < size:
            value[own, other], value[other, own] = value[own + 1, other + 1], value[other + 1, own + 1]
        for number in range(MOST_ROUNDS):
            lost, their_lost = 1 - value[other, own], 1 - value[own, other]
            ours, ours_slope, _ = solve_turn(race, own, other, lost, value, chase, unopened, bank, best, slope)
            theirs, theirs_slope, turns = ours, ours_slope, turns + 1
            if own != other:
                theirs, theirs_slope, _ = solve_turn(
                    race, other, own, their_lost, value, chase, unopened, bank, best, slope
                )
                turns += 1
            error = max(abs(ours - value[own, other]), abs(theirs - value[other, own]))
            if error < TOLERANCE:
                break
            if number < NEWTON_ROUNDS:
                line, their_line = ours + ours_slope * (1 - lost), theirs + theirs_slope * (1 - their_lost)
                ours = (line - ours_slope * their_line) / (1 - ours_slope * theirs_slope)
                theirs = their_line - theirs_slope * ours
            value[own, other], value[other, own] = ours, theirs
        worst = max(worst, error)
    return worst, turns


@compile_numbers
def solve_turn(
    race: Any,
    own: int,
    other: int,
    lost: float,
    value: Any,
    chase: Any,
    unopened: float,
    bank: Any,
    best: Any,
    slope: Any,
) -> tuple[float, float, int]:
    """Return the chance of the player about to throw if a bust is worth `lost`, how fast it grows with `lost`, and the
    level from which the player banks.
    """
    before = race.crossing - own
    enough = 1.0
    if not race.must_roll:
        least = 1.0
        for dice in range(1, race.dice + 1):
            least = min(least, race.bust[dice])
        enough = 1 - least * (1 - lost)
    shut = race.opening if own == 0 else 0
    top = -1
    end = len(bank)
    level = 0
    while level < end:
        if level < shut:
            bank[level] = NOT_ALLOWED
        elif level < before:
            bank[level] = 1 - value[other, own + level]
        else:
            lead = own + level - other
            won = 1.0
            if race.last_turn:
                if other == 0 and lead < race.opening:
                    won = 1 - unopened
                elif lead < len(chase):
                    won = 1 - chase[lead]
            bank[level] = won
            if top < 0 and won >= enough - NEGLIGIBLE:
                top = level
                end = top + race.largest + 1
        level += 1
    worth, risk = solve_turn_levels(race, bank, lost, top, best, slope)
    return worth, risk, top


@compile_numbers
def solve_turn_levels(race: Any, bank: Any, lost: float, top: int, best: Any, slope: Any) -> tuple[float, float]:
    """Work out one turn as `work_out_turn` does, but compiled, and with the slope: the chance that the turn ends in a
    bust.
    """
    full = race.dice
    for level in range(top, top + race.largest + 1):
        for left in range(full):
            best[level, left], slope[level, left] = bank[level], 0.0
        if race.must_roll:
            calm = 1 - race.hot[full]
            best[level, 0] = (race.bust[full] * lost + (calm - race.bust[full]) * bank[level]) / calm
            slope[level, 0] = race.bust[full] / calm
    worth, risk = 0.0, 0.0
    for level in range(top - 1, -1, -1):
        for dice in range(1, full + 1):
            worth, risk = race.bust[dice] * lost, race.bust[dice]
            for offer in range(race.first[dice], race.first[dice + 1]):
                most, its = NOT_ALLOWED, 0.0
                for k in range(race.start[offer], race.start[offer + 1]):
                    there = level + race.points[k]
                    if best[there, race.left[k]] > most:
                        most, its = best[there, race.left[k]], slope[there, race.left[k]]
                worth += race.chance[offer] * most
                risk += race.chance[offer] * its
            left = dice if dice < full else 0
            barred = left == 0 and race.must_roll
            if barred or worth > bank[level]:
                best[level, left], slope[level, left] = worth, risk
            else:
                best[level, left], slope[level, left] = bank[level], 0.0
    return worth, risk
