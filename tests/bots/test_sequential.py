"""Check that the sequential test errs as rarely as it promises, on results of whole deals."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest

from dicehouse.arena import Sprt
from dicehouse.arena.elo import share_from_elo
from dicehouse.arena.sprt import FAILED, OPEN, PASSED
from dicehouse.errors import BadSetting

RUNS, MOST = 800, 12_000
LEVELS = np.array([0, 0.25, 0.5, 0.75, 1])


def verdict(test: Sprt, results: np.ndarray, look: int, players: int = 2) -> str:
    """Return the verdict on these deals, checked after every few."""
    counted: Counter[float] = Counter()
    for first in range(0, len(results), look):
        counted.update(results[first : first + look].tolist())
        said = test.verdict(test.ratio(counted, players))
        if said != OPEN:
            return said
    return OPEN


def errors(test: Sprt, elo: float, chances: np.ndarray, seed: int, wrong: str) -> float:
    """Return how often the test decides wrongly for this strength of the first bot; every run is decided."""
    moved = chances + (share_from_elo(elo) - 0.5) * np.array([-1, 0, 0, 0, 1])  # from deals all lost to deals all won
    assert moved @ LEVELS == pytest.approx(share_from_elo(elo))
    rng = np.random.default_rng(seed)
    said = Counter(verdict(test, rng.choice(LEVELS, MOST, p=moved), 32) for _ in range(RUNS))
    assert said[OPEN] == 0
    return said[wrong] / RUNS


@pytest.mark.parametrize(
    "chances",
    [[0.25, 0, 0.5, 0, 0.25], [0.1, 0.05, 0.7, 0.05, 0.1], [0.4, 0.05, 0.1, 0.05, 0.4]],
    ids=["independent", "paired", "lucky deals"],
)
def test_it_errs_no_more_often_than_it_says(chances: list[float]) -> None:
    test = Sprt(0, 40, alpha=0.05, beta=0.1)
    passed = errors(test, 0, np.array(chances), 1, PASSED)
    failed = errors(test, 40, np.array(chances), 2, FAILED)
    assert 0.005 < passed <= 0.05 + 2.6 * (0.05 * 0.95 / RUNS) ** 0.5
    assert 0.02 < failed <= 0.1 + 2.6 * (0.1 * 0.9 / RUNS) ** 0.5


def test_what_is_far_outside_is_decided_rightly_and_soon() -> None:
    test, rng = Sprt(0, 20), np.random.default_rng(3)
    strong = rng.choice(LEVELS, 600, p=[0, 0, 0.3, 0, 0.7])
    assert verdict(test, strong, 8) == PASSED
    assert verdict(test, 1 - strong, 8) == FAILED


def test_the_ratio_worked_by_hand() -> None:
    """Wins and losses alone, all in deals of one result: then the likeliest distributions have one free number."""
    test = Sprt(0, 100)
    one, none = share_from_elo(100), 0.5
    expected = 60 * log(one / none) + 40 * log((1 - one) / (1 - none))
    assert test.ratio({1.0: 60, 0.0: 40}) == pytest.approx(expected, abs=0.05)  # results that never came weigh little


def test_the_bounds_are_walds() -> None:
    low, high = Sprt(0, 10, alpha=0.05, beta=0.1).bounds
    assert (low, high) == (pytest.approx(log(0.1 / 0.95)), pytest.approx(log(0.9 / 0.05)))


def test_more_players_have_other_shares() -> None:
    """Both bots won half of what there was: more for the hypothesis that they are equal, at any number of players."""
    test = Sprt(0, 100)
    assert test.ratio({0.5: 50}, 2) < test.ratio({0.5: 50}, 6) < 0


@pytest.mark.parametrize(
    "given",
    [(10, 0), (5, 5), (0, 2000), (0, 10, 0.0), (0, 10, 0.5), (0, 10, 0.05, 0.7), (float("nan"), 10)],
)
def test_wrong_bounds_are_refused(given: tuple[float, ...]) -> None:
    with pytest.raises(BadSetting, match=r"^[A-Z].*\.$"):
        Sprt(*given)
