"""Chance for what is measured: a generator's seed, drawn from the match's dice."""

from __future__ import annotations

from dicehouse.kit import Dice, below

SEED = 1 << 15


def seed(dice: Dice) -> int:
    """A seed, drawn from the dice like all chance of the match."""
    number = 0
    for _ in range(4):
        number = number * (SEED - 1) + below(dice, SEED - 1)
    return number
