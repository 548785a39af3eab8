"""Laws run on compiled rules (a law of its own says that the interpreted ones are the same), and always alike.

`HYPOTHESIS_PROFILE=explore` looks for new examples instead.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import dicehouse.games
from dicehouse.engine.engine import use_compiled

from .playing import GAMES

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("house", derandomize=True, **COMMON)
settings.register_profile("explore", max_examples=1000, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


@pytest.fixture(scope="session", autouse=True)
def _compiled_rules() -> None:
    for game in GAMES.values():
        use_compiled(game)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a law is tried, the examples are games of the house."""
    for game_id, game in GAMES.items():
        monkeypatch.setitem(dicehouse.games.all_games(), game_id, game)
