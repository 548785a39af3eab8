"""Check that the opponent that Play now seats first can be beaten by a player who finds two moves of three."""

from __future__ import annotations

import random

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.server.opponents import levels

FINDS = 2 / 3


@pytest.mark.parametrize("game", ["dicetopia", "dice-ocalypse"])
def test_a_beginner_beats_the_first_rival(game: str) -> None:
    first = levels(bots.names())[0].bot
    won = sum(_beginner_wins(game, first, seed) for seed in range(12))
    assert won >= 8


def _beginner_wins(game: str, rival: str, seed: int) -> bool:
    match = dicehouse.new(game, players=2, seed=seed)
    own, luck = seed % 2, random.Random(seed)
    good, anything, other = (bots.make(name, seed=seed) for name in ("sensible", "random", rival))
    while not match.over:
        seat = match.acting()[0]
        mind = other if seat != own else good if luck.random() < FINDS else anything
        match.play(seat, mind.choose(match, seat))
    return match.returns()[own] > 0.5
