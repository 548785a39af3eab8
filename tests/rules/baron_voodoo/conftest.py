"""Compile the rules for these tests, which play many positions; an invariant test checks that compiled and interpreted
rules agree.
"""

from __future__ import annotations

import pytest

from dicehouse.engine.engine import use_compiled
from dicehouse.games import find

from .table import GAME


@pytest.fixture(scope="session", autouse=True)
def _compiled_rules() -> None:
    use_compiled(find(GAME))
