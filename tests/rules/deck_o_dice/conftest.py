"""Many games are played here: on compiled rules, which a law of the house holds to be the same as the others."""

from __future__ import annotations

import pytest

import dicehouse.games
from dicehouse.engine.engine import use_compiled
from dicehouse.games.deck_o_dice import GAME


@pytest.fixture(scope="session", autouse=True)
def _compiled_rules() -> None:
    dicehouse.games.all_games().setdefault(GAME.id, GAME)
    use_compiled(GAME)
