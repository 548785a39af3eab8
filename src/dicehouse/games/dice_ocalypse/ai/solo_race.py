"""Solve a solo race against the dice: the fewest turns to the target, and the best chance to make it in n turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from dicehouse.compiler.rule_compiler import compile_numbers

from ..presentation.race_model import NOT_ALLOWED, Floats, Race
from .race_solver import MOST_ROUNDS, TOLERANCE, solve_turn_levels

SURE = 0.999  # a list of chances ends here
MOST_TURNS = 400


def fewest_turns(race: Race) -> Floats:
    """Return the fewest turns to expect from each total (in levels) until the target is crossed."""
    turns = np.zeros(race.crossing)
    for own in range(race.crossing - 1, -1, -1):
        _fewest(race, own, turns, *_scratch_arrays(race))
    return turns


def chances_within(race: Race) -> list[float]:
    """Return the best chance to cross the target from 0 within 0, 1, 2, ... turns, until it is almost certain.

    Each number of turns is played optimally for that number.
    """
    before, found, scratch = np.zeros(race.crossing), [0.0], _scratch_arrays(race)
    while found[-1] < SURE and len(found) <= MOST_TURNS:
        now = np.zeros(race.crossing)
        _chances_with_one_more_turn(race, before, now, *scratch)
        before = now
        found.append(float(now[0]))
    return found


def _scratch_arrays(race: Race) -> tuple[Floats, Floats, Floats]:
    levels = max(race.crossing, race.opening) + race.largest + 2
    return np.zeros(levels), np.zeros((levels, race.dice)), np.zeros((levels, race.dice))


@compile_numbers
def _fewest(race: Any, own: int, turns: Any, bank: Any, best: Any, slope: Any) -> None:
    """Solve for the fewest turns from total `own`: a turn costs 1 whatever it scores, and a bust leaves the total as it
    was.
    """
    top = _fill_bank_values(race, own, 0.0, turns, -1.0, bank)
    turns[own] = 1.0 if own + 1 >= race.crossing else turns[own + 1]
    for _ in range(MOST_ROUNDS):
        lost = -turns[own]
        worth, risk = solve_turn_levels(race, bank, lost, top, best, slope)
        better = (1 - worth + risk * lost) / (1 - risk)
        if abs(better - turns[own]) < TOLERANCE:
            break
        turns[own] = better


@compile_numbers
def _chances_with_one_more_turn(race: Any, before: Any, now: Any, bank: Any, best: Any, slope: Any) -> None:
    """Fill `now` with the chances with one turn more than in `before`."""
    for own in range(race.crossing):
        top = _fill_bank_values(race, own, 1.0, before, 1.0, bank)
        now[own], _ = solve_turn_levels(race, bank, before[own], top, best, slope)


@compile_numbers
def _fill_bank_values(race: Any, own: int, crossed: float, after: Any, sign: float, bank: Any) -> int:
    """Fill `bank` with the value of banking at each level; return the level from which no better result can follow."""
    shut = race.opening if own == 0 else 0
    top: int = max(race.crossing - own, shut)
    for level in range(top + race.largest + 1):
        if level < shut:
            bank[level] = NOT_ALLOWED
        elif own + level >= race.crossing:
            bank[level] = crossed
        else:
            bank[level] = sign * after[own + level]
    return top
