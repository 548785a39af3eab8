"""What the games are like and what the layers cost is measured by commands that work."""

from __future__ import annotations

import itertools

import pytest

from bench import layers, research
from dicehouse.games import find


def test_a_game_is_measured_as_a_research_problem() -> None:
    row = research.measured(find("deck-o-dice"), 2, 2)
    assert row["players"] == (1, 2) and row["bytes"] == 84 and row["games"] == 2
    assert row["branching"][1] == 6
    assert 24 <= row["length"][0] <= 60
    assert 0.2 < row["hidden"] < 1 and 0.2 < row["at_once"] < 1
    assert research.table([row]).splitlines()[2].startswith("| Deck-O-Dice | 1 to 2 (2) |")


@pytest.mark.parametrize("name", layers.LAYERS)
def test_a_layer_plays_on_for_as_long_as_it_is_asked(name: str) -> None:
    steps = layers.LAYERS[name]()
    assert sum(itertools.islice(steps, 400)) > 200
