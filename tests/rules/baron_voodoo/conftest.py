"""The counts play many positions: on compiled rules, which a law of the house holds to be the same as the others."""

from __future__ import annotations

import pytest

from dicehouse.games import find
from dicehouse.kit.engine import use_compiled

from .table import GAME


@pytest.fixture(scope="session", autouse=True)
def _compiled_rules() -> None:
    use_compiled(find(GAME))
