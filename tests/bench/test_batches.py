"""How fast batches are is measured by a command, and its table stands in the docs."""

from __future__ import annotations

from bench import batches
from bench.compare import LEAST
from dicehouse.games import find


def test_a_game_is_measured_on_one_core_and_on_more() -> None:
    game = find("dice-ocalypse")
    assert batches.rate(game, 8, 1, steps=5) > 0
    assert batches.gain(game, 8, 2, 1, steps=5) > 0


def test_the_table_has_a_row_for_every_game_and_a_column_for_threads_that_were_tried() -> None:
    row = {"game": "Pig", "wish": "1 M", "rate": 2_345_678.0, "numbers": 9, "bytes": 38, "gain": 1.987}
    assert "| **Pig** | 9 | 38 | 2.35 M | 1 M | 1.99 |" in batches.table([row], 8, 2)
    assert batches.table([row | {"gain": None}], 8, 1).endswith("| **Pig** | 9 | 38 | 2.35 M | 1 M |")


def test_the_docs_have_a_place_for_it_and_every_game_of_the_readme_a_wish() -> None:
    text = batches.DOCS.read_text()
    assert text.count(batches.BEGIN) == text.count(batches.END) == 1
    assert LEAST.keys() == batches.WISHES.keys()
