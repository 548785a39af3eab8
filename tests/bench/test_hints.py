"""What hints tell of themselves is measured by a command; it holds where choices made at once follow."""

from __future__ import annotations

from itertools import islice
from statistics import mean

import pytest

from bench import hints
from dicehouse import bots
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find

BUDGET, SEEDS = "search:320", 14


def test_an_error_that_is_told_holds_what_others_find() -> None:
    """One tree that told its own trials' error held it half of the time here."""
    use_compiled(find("deck-o-dice"))
    told = []
    for match, seat in islice(hints.asked("deck-o-dice", 2, 5, alone=True), 1, None):
        told += hints.compared([bots.hint(match, seat, BUDGET, seed=seed) for seed in range(SEEDS)], {})
    held = [abs(each.beside_seeds) <= 2 * each.error for each in told if each.first]
    assert len(held) >= 2 * SEEDS and mean(held) > 0.88


def test_a_line_says_how_far_off_figures_are(capsys: pytest.CaptureFixture[str]) -> None:
    hints.show("all", [hints.Told(True, 0.02, 0.01, -0.03), hints.Told(True, 0.02, 0.05, None)])
    assert capsys.readouterr().out.splitlines() == [
        "all, seeds: within once 50%, within twice 50%; said 2.0%, was 3.6%",
        "all, long: within once 0%, within twice 100%; said 2.0%, was 3.0%",
    ]
