"""Liar's Dice as a guest of the house: a game with secrets, many bids and no board of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import dicehouse.games

sys.path.append(str(Path(__file__).parents[2] / "examples" / "liars_dice"))

from liars_dice import game

GAME = game.id


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as a test runs, the game stands on the shelf."""
    monkeypatch.setitem(dicehouse.games.all_games(), GAME, game)
