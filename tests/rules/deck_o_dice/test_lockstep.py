"""Hundreds of random games of both modes and presets beside a referee who read the rules alone."""

from __future__ import annotations

import random
from itertools import product

import pytest

from .lockstep import Lockstep, anything, shuffled_cards
from .reference import CARDS, TYPES

MARKED = [[card for card, row in CARDS.items() if row[column] is None] for column in (3, 5)]

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


@pytest.mark.parametrize("players", [1, 2])
def test_the_last_combats_with_hardly_a_number_in_the_deck(players: int) -> None:
    """Sparten or Twent before cards that are nearly all R* for them: zeros, and long ways round to a number."""
    met: set[str] = set()
    for seed in range(60):
        rng = random.Random(f"{players} {seed}")
        marked = MARKED[seed % 2]
        combats = 1 + (seed % 3 > 0)
        other = rng.choice([card for card in CARDS if card not in marked])
        order = rng.sample([*marked, other], 2 * combats)
        won = [card for card in CARDS if card not in order]
        left = [rng.sample(minions, combats) for minions in (("sparten", "twent", "quad"), ("sparten", "twent"))]
        used = [" ".join(minion for minion in TYPES if minion not in names) for names in left]
        position = {"combat": 13 - combats, "used": used, "piles": (won[::2], won[1::2])}
        game = Lockstep.from_order(players, order, {"memory": False}, **position)
        while not game.match.over:
            game.act(anything(rng))
            met |= {kind for kind, _ in game.referee.events}
    assert {"no-number", "redraw"} <= met
