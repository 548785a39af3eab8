"""Hundreds of random games of both modes and presets beside a referee who read the rules alone."""

from __future__ import annotations

import random
from itertools import product

import pytest

from .lockstep import Lockstep, anything, shuffled_cards

WAYS = list(product((1, 2), ("proposed", "attested"), (False, True)))


@pytest.mark.parametrize(("players", "abilities", "memory"), WAYS)
def test_games_from_a_known_order(players: int, abilities: str, memory: bool) -> None:
    for seed in range(20):
        rng = random.Random(f"{players} {abilities} {memory} {seed}")
        options = {"abilities": abilities, "memory": memory}
        Lockstep.from_order(players, shuffled_cards(rng), options).follow(anything(rng))


@pytest.mark.parametrize(("players", "abilities", "memory"), WAYS)
@pytest.mark.parametrize("parity", ["seat", "random"])
def test_games_from_a_deal(players: int, abilities: str, memory: bool, parity: str) -> None:
    for seed in range(14):
        rng = random.Random(f"{players} {abilities} {parity} {seed}")
        Lockstep.dealt(players, seed, abilities=abilities, memory=memory, parity=parity).follow(anything(rng))
