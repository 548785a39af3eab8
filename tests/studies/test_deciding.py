"""How games are decided: by games of which all is known, without a game."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from dicehouse.arena.intervals import student_t
from dicehouse.studies import jackknife
from dicehouse.studies.tallies import CellTally, ChanceSample
from dicehouse.studies.win_chance_model import MIN_GAMES, DecisionTiming, estimate_decision_timing

pytestmark = pytest.mark.xdist_group("deciding")  # what they share is made once

TARGET, SMALL, STUDIES, LARGE = 12, 200, 40, 12_000


def raced(luck: np.random.Generator, games: int) -> CellTally:
    """Two run to a target, by steps of none to three in turn."""
    return CellTally(samples={number: _race(luck) for number in range(games)})


def _race(luck: np.random.Generator) -> ChanceSample:
    totals, looks, seat = [0, 0], [], 0
    while max(totals) < TARGET:
        looks.append([*totals, seat])
        totals[seat] += int(luck.integers(0, 4))
        seat = 1 - seat
    return ChanceSample(np.array([60 * (total >= TARGET) for total in totals]), np.array(looks, np.float32))


@pytest.fixture(scope="module")
def studies() -> tuple[DecisionTiming, list[DecisionTiming]]:
    """What is true, from very many games, and what many small studies make of it."""
    luck = np.random.default_rng(5)
    return estimate_decision_timing(raced(luck, LARGE), 2), [
        estimate_decision_timing(raced(luck, SMALL), 2) for _ in range(STUDIES)
    ]


@pytest.mark.parametrize("place", range(4), ids=["decided", "open", "low", "late"])
def test_the_intervals_of_a_course_hold_what_is_true(
    studies: tuple[DecisionTiming, list[DecisionTiming]], place: int
) -> None:
    """95 times in 100, as far as so few studies can tell: by chance less than 34 of 40 do once in 300 times."""
    large, small = studies
    true = large.measures[place].value
    found = [each.measures[place] for each in small]
    assert sum(m.low is not None and m.high is not None and m.low <= true <= m.high for m in found) >= 34


def test_the_curve_of_what_is_decided_holds_what_is_true(studies: tuple[DecisionTiming, list[DecisionTiming]]) -> None:
    large, small = studies
    for place in (12, 15, 18):
        true = large.curves["decided"][place][1]
        assert sum(low <= true <= high for _, _, low, high in (c.curves["decided"][place] for c in small)) >= 34


def test_of_few_games_nothing_is_told() -> None:
    luck = np.random.default_rng(5)
    few, enough = raced(luck, MIN_GAMES - 1), raced(luck, MIN_GAMES)
    assert estimate_decision_timing(few, 2) == DecisionTiming() and estimate_decision_timing(few, 1) == DecisionTiming()
    assert all(getattr(estimate_decision_timing(enough, 2), each.name) for each in fields(DecisionTiming))
    assert estimate_decision_timing(enough, 2).measures[2].words.endswith("once below 25%")


def test_without_a_model_the_jackknife_is_students_interval() -> None:
    """Groups of equal size: the error of a mean is that of the means of the groups."""
    values = np.random.default_rng(5).normal(0.5, 0.1, 400)
    group = jackknife.group_games(400)
    left_out = np.array([values[group != out].mean() for out in range(jackknife.GROUPS)])
    by_group = np.array([values[group == out].mean() for out in range(jackknife.GROUPS)])
    assert float(jackknife.standard_error(left_out)) == pytest.approx(by_group.std(ddof=1) / 20**0.5)
    assert pytest.approx(2.093, abs=1e-3) == jackknife.WIDTH == student_t(19)


def test_the_median_holds_what_half_of_the_games_may_have() -> None:
    """At most a half 0.48 of the games, at most a whole all of them: the median may be a half as well."""
    parts, below = np.array([0.5, 1.0]), np.array([0.48, 1.0])
    spread = np.linspace(-0.01, 0.01, jackknife.GROUPS)
    left_out = np.stack([below[0] + spread, np.ones(len(spread))], 1)
    assert jackknife.median_interval(parts, below, left_out) == (0.5, 1.0)
    assert jackknife.median_interval(parts, below - [0.2, 0], left_out - [0.2, 0]) == (1.0, 1.0)
