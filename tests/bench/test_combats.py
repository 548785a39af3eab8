"""Deck-O-Dice: the exact equilibria of combats are equilibria, and `sensible` mixes nearly as they do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bench import combats
from bench.matrix_games import COLUMNS, ROWS, Floats, Solution, best_against_columns, best_against_rows, gap, solve
from dicehouse.games.deck_o_dice.ai import sensible

EXACT = 1e-9


def check(gains: Floats, solution: Solution, told: int | None = None) -> None:
    """Mixes are mixes; nobody gains by another choice, tried one by one; and the worth is what they bring."""
    for side, mixes in ((ROWS, solution.rows), (COLUMNS, solution.columns)):
        assert len(mixes) == (len(gains) if told == side else 1)
        assert (mixes > -EXACT).all() and np.allclose(mixes.sum(1), 1, atol=EXACT)
    assert best_against_columns(gains, solution.columns, told) == pytest.approx(solution.worth, abs=EXACT)
    assert best_against_rows(gains, solution.rows, told) == pytest.approx(solution.worth, abs=EXACT)


def test_a_lopsided_rock_paper_scissors() -> None:
    gains = np.array([[[0.0, -2, 1], [2, 0, -1], [-1, 1, 0]]])
    found = solve(gains)
    assert found.worth == pytest.approx(0)
    assert found.rows[0].tolist() == found.columns[0].tolist() == pytest.approx([0.25, 0.25, 0.5])


def test_what_it_is_worth_to_know_the_world() -> None:
    gains = np.array([[[1.0, 1], [0, 0]], [[0, 0], [1, 1]]])
    assert [solve(gains, told).worth for told in (ROWS, COLUMNS)] == pytest.approx([1, 0.5])


def test_mixes_that_are_a_little_off_are_seen() -> None:
    gains = np.array([[[0.0, -2, 1], [2, 0, -1], [-1, 1, 0]]])
    even = np.full((1, 3), 1 / 3)
    assert gap(gains, even, even) == pytest.approx(2 / 3)
    near = np.array([[0.25, 0.25 - 1e-4, 0.5 + 1e-4]])
    assert 1e-5 < gap(gains, near, np.array([[0.25, 0.25, 0.5]])) < 1e-3


@pytest.mark.parametrize("told", [None, ROWS, COLUMNS])
def test_games_by_chance_are_solved_exactly(told: int | None) -> None:
    """Of all sizes, with ties among their gains in every second one: there the method might go in circles."""
    rng = np.random.default_rng(7)
    for number in range(200):
        worlds = 1 if told is None else int(rng.integers(1, 25))
        gains = rng.random((worlds, int(rng.integers(1, 7)), int(rng.integers(1, 7))))
        gains = np.round(3 * gains) / 3 if number % 2 else gains
        check(gains, solve(gains, told), told)


@pytest.mark.parametrize("preset", combats.PRESETS)
def test_every_pair_of_hands_has_its_equilibrium(preset: str) -> None:
    memo: Any = [0.0] * sensible.MEMO
    found = list(combats.gains_of_all_hands(preset, 0, memo))
    assert len(found) == 923  # 36, 225, 400, 225, 36 and 1 with one to six minions each
    for _, gains in found:
        check(gains, solve(gains))


def test_sensible_mixes_nearly_as_it_should() -> None:
    lost = [side for combat in list(combats.of_all_hands("proposed", 0))[::17] for side in combat.given_away]
    assert min(lost) > -EXACT
    assert 0 < max(lost) < 0.003  # of the chance to win the duel
