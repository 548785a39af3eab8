"""What can be measured without other libraries: our own search in every game, and the table of all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.peers import stepping
from bench.peers.installing import Asked
from bench.peers.measuring import boardgame, open_spiel, own_rate, row, table
from dicehouse.bots.tree_driver import thread_tree
from dicehouse.envs import Batch
from dicehouse.games import find


def test_our_search_is_measured_at_the_first_choice_of_a_game() -> None:
    found = own_rate(find("dice-ocalypse"), simulations=20)  # its very first throw leaves nothing to choose
    assert found["rate"] > 0
    assert 100 < found["decisions"] < 1_000


def test_our_search_plays_to_the_end_as_the_others_do() -> None:
    """Dice-ocalypse! could estimate who will win where a turn ends, which is a hundred decisions sooner."""
    before = int(thread_tree.tree["rollout_decisions"])
    own_rate(find("dice-ocalypse"), simulations=20)
    assert int(thread_tree.tree["rollout_decisions"]) - before > 20 * 50


def test_the_median_of_the_rounds_is_told() -> None:
    rounds = [{"rate": rate, "decisions": 7.0, "version": "1.2"} for rate in (5_000.0, 1_000.0, 90_000.0)]
    assert table([row("Somebody", "pig", rounds)]).endswith("| Somebody 1.2 | pig | 7 | 5,000 |")


def test_a_peer_that_cannot_be_installed_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "taken"  # a file where its folder should be
    taken.write_text("")
    assert open_spiel(taken / "open-spiel") == boardgame(taken / "boardgame") == []
    assert capsys.readouterr().err.count("is left out") == 2


def test_our_batch_is_measured_and_games_stand_in_the_order_of_their_lengths() -> None:
    found = stepping.own_rate(Batch("dice-ocalypse", 8, players=2, max_decisions=50), 0.5)
    assert found["rate"] > 0 and found["decisions"] == 50
    rows = [
        {"library": "A", "game": "long", "rate": 2_000.0, "decisions": 90.0},
        {"library": "B", "game": "short", "rate": 9.0, "decisions": 4.4},
        {"library": "C", "game": "endless", "rate": 1.0, "decisions": None},
    ]
    assert [line.split(" | ")[1] for line in stepping.table(rows).splitlines()[2:]] == ["short", "long", "endless"]
    assert "| A | long | 90 | 2,000 |" in stepping.table(rows)


def test_a_peer_answers_round_after_round_and_says_when_it_cannot() -> None:
    script = (
        "import json, sys\n"
        "for n, _ in enumerate(sys.stdin):\n"
        "    print('noise') or n < 2 or sys.exit()\n"
        "    print(json.dumps({'rate': n}), flush=True)\n"
    )
    with Asked([sys.executable, "-c", script]) as peer:
        assert [peer.rate(), peer.rate()] == [{"rate": 0}, {"rate": 1}]
        with pytest.raises(SystemExit, match="ended before it had measured anything"):
            peer.rate()
