"""What can be measured without other libraries: our own search in every game, and the table of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.peers.measuring import boardgame, open_spiel, own_rate, row, table
from dicehouse.games import find


def test_our_search_is_measured_at_the_first_choice_of_a_game() -> None:
    found = own_rate(find("dice-ocalypse"), simulations=20)  # its very first throw leaves nothing to choose
    assert found["rate"] > 0
    assert 100 < found["decisions"] < 1_000


def test_the_median_of_the_rounds_is_told() -> None:
    rounds = [{"rate": rate, "decisions": 7.0, "version": "1.2"} for rate in (5_000.0, 1_000.0, 90_000.0)]
    assert table([row("Somebody", "pig", rounds)]).endswith("| Somebody 1.2 | pig | 7 | 5,000 |")


def test_a_peer_that_cannot_be_installed_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "taken"  # a file where its folder should be
    taken.write_text("")
    assert open_spiel(taken / "open-spiel") == boardgame(taken / "boardgame") == []
    assert capsys.readouterr().err.count("is left out") == 2
