"""A race against nobody but the dice: the fewest turns to the target, and the best chance to get there in so many."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..show.race import NEVER, Floats, Race
from .solving import MOST_ROUNDS, TOLERANCE, compiled, walk

SURE = 0.999  # a list of chances ends here
MOST_TURNS = 400


def fewest_turns(race: Race) -> Floats:
    """The fewest turns that one can expect to need from each total (in levels) until the target is crossed."""
    turns = np.zeros(race.crossing)
    for own in range(race.crossing - 1, -1, -1):
        _fewest(race, own, turns, *_room(race))
    return turns


def chances_within(race: Race) -> list[float]:
    """The best chance to cross the target from nothing within no turn, within one, two, ... until that is all but sure.

    For each number of turns it is played with that number in mind.
    """
    before, found, room = np.zeros(race.crossing), [0.0], _room(race)
    while found[-1] < SURE and len(found) <= MOST_TURNS:
        now = np.zeros(race.crossing)
        _one_more(race, before, now, *room)
        before = now
        found.append(float(now[0]))
    return found


def _room(race: Race) -> tuple[Floats, Floats, Floats]:
    levels = max(race.crossing, race.opening) + race.largest + 2
    return np.zeros(levels), np.zeros((levels, race.dice)), np.zeros((levels, race.dice))


@compiled
def _fewest(race: Any, own: int, turns: Any, bank: Any, best: Any, slope: Any) -> None:
    """Turns are what one would pay: a turn costs 1, whatever comes of it, and a bust leaves one where one was."""
    top = _fill(race, own, 0.0, turns, -1.0, bank)
    turns[own] = 1.0 if own + 1 >= race.crossing else turns[own + 1]
    for _ in range(MOST_ROUNDS):
        lost = -turns[own]
        worth, risk = walk(race, bank, lost, top, best, slope)
        better = (1 - worth + risk * lost) / (1 - risk)
        if abs(better - turns[own]) < TOLERANCE:
            break
        turns[own] = better


@compiled
def _one_more(race: Any, before: Any, now: Any, bank: Any, best: Any, slope: Any) -> None:
    """The chances with one turn more."""
    for own in range(race.crossing):
        top = _fill(race, own, 1.0, before, 1.0, bank)
        now[own], _ = walk(race, bank, before[own], top, best, slope)


@compiled
def _fill(race: Any, own: int, crossed: float, after: Any, sign: float, bank: Any) -> int:
    """What banking is worth at each level; the level from which on nothing better can come."""
    shut = race.opening if own == 0 else 0
    top: int = max(race.crossing - own, shut)
    for level in range(top + race.largest + 1):
        if level < shut:
            bank[level] = NEVER
        elif own + level >= race.crossing:
            bank[level] = crossed
        else:
            bank[level] = sign * after[own + level]
    return top
