"""Work out exactly how likely streaks of a fair die are in games of known lengths. A streak ends with its game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SIDES, HIGHEST = 6, 6
ALIKE = 6  # equal dice in a row that count as a run: each run counts once, however long it is

Lengths = Mapping[int, int]  # by number of dice: how many games had that many


@dataclass(frozen=True, slots=True)
class Streaks:
    """Hold the streaks of one game's six-sided dice, in the order in which they were rolled."""

    run: int = 0  # the longest run of one face
    face: int = 0  # that face
    wait: int = 0  # the most dice in a row without a six
    alike: int = 0  # how many runs of ALIKE or more there were


def streaks(faces: Sequence[int]) -> Streaks:
    """Return the streaks of one game."""
    longest = face = wait = most = alike = run = last = 0
    for one in faces:
        run = run + 1 if one == last else 1
        last = one
        alike += run == ALIKE
        wait = 0 if one == HIGHEST else wait + 1
        most = max(most, wait)
        if run > longest:
            longest, face = run, one
    return Streaks(longest, face, most, alike)


def without(length: int, chance: float, most: int) -> list[float]:
    """Return, for 0 to `most` trials, the chance that no `length` trials in a row succeed.

    Each try succeeds with probability `chance`.

    Feller, An Introduction to Probability Theory and Its Applications I, XIII.7: a first full run ends at a try only if
    a failure came before the run, and no full run before that.
    """
    if length <= 0:
        return [0.0] * (most + 1)
    full = chance**length
    found = [1.0] * min(length, most + 1)
    for trials in range(length, most + 1):
        found.append(1 - full if trials == length else found[-1] - found[trials - length - 1] * (1 - chance) * full)
    return found


def chance_of_run(run: int, lengths: Lengths) -> float:
    """Return the chance that in at least one of these games one face comes up `run` times in a row or more."""
    if run <= 1:
        return 1.0 if any(length >= run for length in lengths) else 0.0
    return _somewhere(run - 1, 1 / SIDES, {length - 1: many for length, many in lengths.items() if length > 0})


def chance_of_wait(wait: int, lengths: Lengths) -> float:
    """Return the chance that in at least one of these games `wait` dice in a row or more show no six."""
    return _somewhere(wait, 1 - 1 / SIDES, lengths)


def _somewhere(length: int, chance: float, trials: Lengths) -> float:
    if not trials:
        return 0.0
    never = without(length, chance, max(trials))
    if any(never[each] <= 0 for each in trials):
        return 1.0
    return -math.expm1(math.fsum(many * math.log(never[each]) for each, many in trials.items()))


def expected_alike(lengths: Lengths, run: int = ALIKE) -> float:
    """Return the expected number of runs of `run` or more equal dice.

    A run begins after another face, or with the game.
    """
    full = (1 / SIDES) ** (run - 1)
    return math.fsum(
        many * full * (1 + (length - run) * (1 - 1 / SIDES)) for length, many in lengths.items() if length >= run
    )
