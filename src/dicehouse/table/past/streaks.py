"""How likely streaks of a fair die are, exactly, in games of known lengths; a streak never goes from one game on to
the next.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SIDES, HIGHEST = 6, 6
ALIKE = 6  # dice alike in a row that are counted: each set once, however long it goes on

Lengths = Mapping[int, int]  # how many games had so many dice


@dataclass(frozen=True, slots=True)
class Streaks:
    """What one game's six-sided dice had, in the order in which they fell."""

    run: int = 0  # the longest run of one face
    face: int = 0  # that face
    wait: int = 0  # the most dice in a row without a six
    alike: int = 0  # how many runs of ALIKE or more there were


def streaks(faces: Sequence[int]) -> Streaks:
    """The streaks of one game."""
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
    """For 0 to `most` tries: the chance that nowhere `length` in a row succeed, each with this chance.

    Feller, An Introduction to Probability Theory and Its Applications I, XIII.7: a first full run ends at a try only if
    a failure came before it and no full run before that.
    """
    if length <= 0:
        return [0.0] * (most + 1)
    full = chance**length
    found = [1.0] * min(length, most + 1)
    for tries in range(length, most + 1):
        found.append(1 - full if tries == length else found[-1] - found[tries - length - 1] * (1 - chance) * full)
    return found


def chance_of_run(run: int, lengths: Lengths) -> float:
    """The chance that in at least one of these games one face comes `run` times in a row or more often."""
    if run <= 1:
        return 1.0 if any(length >= run for length in lengths) else 0.0
    return _somewhere(run - 1, 1 / SIDES, {length - 1: many for length, many in lengths.items() if length > 0})


def chance_of_wait(wait: int, lengths: Lengths) -> float:
    """The chance that in at least one of these games `wait` dice in a row or more bring no six."""
    return _somewhere(wait, 1 - 1 / SIDES, lengths)


def _somewhere(length: int, chance: float, tries: Lengths) -> float:
    if not tries:
        return 0.0
    never = without(length, chance, max(tries))
    if any(never[each] <= 0 for each in tries):
        return 1.0
    return -math.expm1(math.fsum(many * math.log(never[each]) for each, many in tries.items()))


def expected_alike(lengths: Lengths, run: int = ALIKE) -> float:
    """How many runs of `run` or more alike are to be expected: each begins after another face, or with the game."""
    full = (1 / SIDES) ** (run - 1)
    return math.fsum(
        many * full * (1 + (length - run) * (1 - 1 / SIDES)) for length, many in lengths.items() if length >= run
    )
