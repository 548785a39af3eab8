"""Register the game while its tests run."""

from __future__ import annotations

import pytest

import dicehouse.games
from dicehouse.games.indicesion import GAME


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), GAME.id, GAME)
