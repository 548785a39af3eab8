"""The sensible player of Deck-O-Dice: what it knows of a combat, how it mixes, and that fixed plans don't beat it."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from dicehouse.games import all_games
from dicehouse.games.deck_o_dice import GAME, hints, prospects
from dicehouse.games.deck_o_dice.state import ALL_CARDS
from dicehouse.kit.interpret import Interpreter

PLAIN = Interpreter()
PRESETS = ("proposed", "attested")

# What a minion (row) wins against another, ties counted half, per cent: simulated with a fresh deck (5.3).
SHARES = {
    "proposed": (
        (50, 18.05, 5.8, 20, 52, 52.5),
        (81.95, 50, 25.85, 39.25, 29.2, 19.55),
        (94.1, 74.25, 50, 53.9, 40.8, 26.75),
        (80.1, 60.75, 46.2, 50, 54.7, 35),
        (48, 70.8, 59.2, 45.3, 50, 32.7),
        (47.5, 80.35, 73.25, 65, 67.3, 50),
    ),
    "attested": (
        (50, 18.1, 5.8, 19.8, 16.75, 10.15),
        (81.9, 50, 25.6, 39.05, 32.7, 19.8),
        (94.2, 74.3, 50, 53.85, 44.95, 26.75),
        (80.2, 60.85, 46.25, 50, 41.85, 24.8),
        (83.25, 67.3, 55.05, 58.15, 50, 30.35),
        (89.85, 80.2, 73.15, 75.2, 69.65, 50),
    ),
}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(all_games(), GAME.id, GAME)
    return


def prepared(preset: str) -> list[float]:
    memo = [0.0] * hints.MEMO
    hints.prepare(SimpleNamespace(options=SimpleNamespace(abilities=PRESETS.index(preset))), memo)
    return memo


@pytest.mark.parametrize("preset", PRESETS)
def test_combats_are_worth_what_simulations_say(preset: str) -> None:
    memo = prepared(preset)
    PLAIN.plain(prospects.work_out_means)(memo, ALL_CARDS)
    for minion in range(6):
        for other in range(6):
            cards = memo[prospects.MEANS + 6 * minion + other]
            assert 100 * (cards + 2) / 4 == pytest.approx(SHARES[preset][minion][other], abs=0.5)
