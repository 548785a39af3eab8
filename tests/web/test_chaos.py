"""Whole games over a line that drops, delays, repeats and reorders, while the house closes and opens: a short form."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import chaos


@pytest.mark.parametrize(("game", "seed"), [("deck-o-dice", 2), ("dice-ocalypse", 5), ("dicetopia", 8)])
def test_nothing_is_lost_or_doubled(tmp_path: Path, game: str, seed: int) -> None:
    house = chaos.TableRegistry.open(tmp_path / "house.db")
    try:
        assert "nothing lost, none doubled" in chaos.game(house, game, seed, restart=seed % 2 == 0)
    finally:
        house.server.stop()
