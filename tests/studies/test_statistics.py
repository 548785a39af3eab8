"""What intervals promise: beside SciPy, and by how often they hold what is true."""

from __future__ import annotations

from math import inf, isclose

import numpy as np
import pytest
from scipy import stats

from dicehouse.studies import study_statistics as st

Rng = np.random.Generator


@pytest.fixture
def luck() -> Rng:
    return np.random.default_rng(11)


def moments(x: np.ndarray) -> tuple[int, int, int]:
    return len(x), int(x.sum()), int((x * x).sum())


def pairs(a: np.ndarray, b: np.ndarray) -> list[int]:
    return [len(a), *(int(s) for s in (a.sum(), b.sum(), (a * a).sum(), (b * b).sum(), (a * b).sum()))]


@pytest.mark.parametrize(("wins", "games"), [(0, 7), (3, 14), (14, 14), (511, 1000), (1, 5000)])
def test_a_share_without_ties_is_wilsons(wins: int, games: int) -> None:
    found = st.share_interval(games, wins, wins)
    known = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-6)


def test_ties_make_an_interval_narrower() -> None:
    """Half of the games shared by two: as many whole ones say less."""
    shared = st.share_interval(1000, 500, 375)
    whole = st.share_interval(1000, 500, 500)
    assert shared.value == whole.value == 0.5
    assert shared.half == pytest.approx(whole.half / np.sqrt(2), rel=0.01)
    assert st.share_interval(50, 25, 12.5).half > 0  # all of them: there is nothing that could vary


def test_a_mean_is_students_while_it_is_small(luck: Rng) -> None:
    x = luck.integers(0, 50, 30)
    found = st.mean_interval(*moments(x))
    low, high = stats.t.interval(0.95, 29, x.mean(), stats.sem(x))
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-4)
    assert found.sd == pytest.approx(x.std(ddof=1))
    assert st.mean_interval(1, 3, 9).high == inf


def test_a_paired_difference_is_that_of_the_pairs(luck: Rng) -> None:
    a = luck.integers(0, 100, 400)
    b = a + luck.integers(-3, 9, 400)
    found = st.paired_difference(pairs(a, b))
    low, high = stats.t.interval(0.95, 399, (b - a).mean(), stats.sem(b - a))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.01)
    assert found.r == pytest.approx(np.corrcoef(a, b)[0, 1])
    apart = 1.96 * np.hypot(stats.sem(a), stats.sem(b))
    assert found.unpaired_high - found.value == pytest.approx(apart, rel=1e-3)


def test_games_that_hinder_each_other_are_still_pairs(luck: Rng) -> None:
    """The same dice are in both, so two variants are never as different games, whatever that would be worth."""
    a = luck.integers(0, 100, 400)
    found = st.paired_difference(pairs(a, 100 - a))
    assert found.r == pytest.approx(-1)
    assert found.high - found.value == pytest.approx(2**0.5 * (found.unpaired_high - found.value), rel=1e-3)
    held = 0
    for _ in range(1500):
        x, y = luck.normal(0, 1000, (2, 400))
        d = st.paired_difference(pairs(np.rint(x).astype(int), np.rint(0.75**0.5 * y - x / 2).astype(int)))  # r = -0.5
        held += d.low <= 0 <= d.high
    assert held / 1500 > 0.93


# --- what has not been seen yet


def won(n: int, lost: int, gained: int) -> list[int]:
    """The sums of n games of which so many are won in the base alone, so many in the variant alone, none in both."""
    return [n, lost, gained, lost, gained, 0]


@pytest.mark.parametrize("sequence", [False, True])
@pytest.mark.parametrize(
    ("n", "lost", "gained"),
    [(100, 0, 0.01), (2000, 0, 0.0005), (100, 0, 0.03), (2000, 0.0015, 0), (200, 0.01, 0.02), (30, 0.1, 0.2)],
)
def test_a_rare_difference_is_held_as_often_as_its_interval_says(
    n: int, lost: float, gained: float, sequence: bool, luck: Rng
) -> None:
    """Where nothing of the kind has happened yet, an interval without width missed it in more than a third of cases."""
    held, tries = 0, 2000
    for one, other, _ in luck.multinomial(n, [lost, gained, 1 - lost - gained], tries).tolist():
        found = st.paired_difference(won(n, one, other), 1.0, sequence, 1.0)
        held += found.low <= gained - lost <= found.high
    assert held / tries > 0.925


def test_games_that_are_all_alike_are_no_certainty() -> None:
    none = st.paired_difference(won(10, 0, 0), most=1.0)
    assert (none.value, none.p) == (0, 1) and none.high == -none.low == pytest.approx(0.32, abs=0.02)
    three = st.paired_difference(won(3, 0, 3), most=1.0)
    assert (three.value, three.high) == (1, 1) and three.low < 0 and three.p > 0.1
    assert not any(st.holm_rejections([three.p] * 3 + [0.5] * 98))
    lengths = np.array([20, 25, 31])
    longer = st.paired_difference(pairs(lengths, lengths + 2))
    assert longer.low < 0 < longer.high and longer.p > 0.05
    assert st.paired_difference(pairs(np.full(3, 12), np.full(3, 10))).p == 0.25  # no game varies: three of a kind


def test_usual_differences_are_hardly_wider_for_it(luck: Rng) -> None:
    """Winners of 400 games of which every fifth goes otherwise; lengths are not wider at all."""
    a = luck.integers(0, 2, 400)
    b = np.where(luck.random(400) < 0.2, 1 - a, a)
    found, plain = st.paired_difference(pairs(a, b), most=1.0), stats.sem(b - a) * 1.96
    assert plain < found.half < 1.015 * plain
    a = luck.integers(20, 90, 400)
    b = a + luck.integers(-3, 4, 400)
    assert st.paired_difference(pairs(a, b)).half == pytest.approx(1.96 * stats.sem(b - a), rel=1e-3)


@pytest.mark.parametrize("n", [2, 3, 4, 7, 30, 199])
def test_p_goes_by_students_t_as_the_interval_does(n: int, luck: Rng) -> None:
    for far in (0.0, 0.3, 1.0, 2.5, 8.0):
        assert st.p_value(far, 1.0, n) == pytest.approx(2 * stats.t.sf(far, n - 1), abs=1e-12)
    x = luck.integers(-30, 90, n)
    found = st.paired_difference(pairs(np.zeros(n, np.int64), x))
    assert found.p == pytest.approx(stats.ttest_1samp(x, 0).pvalue)
    assert (found.p < 0.05) == (found.low * found.high > 0)


def test_p_of_a_sequence_is_the_risk_at_which_it_just_reaches_nothing() -> None:
    for n in (50, 1000, 9000):
        assert st.p_value(st.sequence_half_width(n, 0.003), n**-0.5, n, sequence=True) == pytest.approx(0.003)
    assert st.p_value(0.0, 1.0, 50, sequence=True) == 1.0


def test_a_quantile_has_the_ranks_of_the_binomial(luck: Rng) -> None:
    x = luck.integers(0, 1000, 500)
    counts = {int(v): int(c) for v, c in zip(*np.unique(x, return_counts=True), strict=True)}
    found = st.quantile_interval(counts, 0.5)
    ranked = np.sort(x)
    assert found.value == ranked[249]
    assert isclose(found.low, ranked[int(stats.binom.ppf(0.025, 500, 0.5)) - 1], abs_tol=6)
    assert isclose(found.high, ranked[int(stats.binom.ppf(0.975, 500, 0.5))], abs_tol=6)


def test_the_end_of_a_quantile_that_few_games_reach_is_not_known() -> None:
    counts = dict.fromkeys(range(20), 1)
    assert st.quantile_interval(counts, 0.05).low == -inf and st.quantile_interval(counts, 0.05).high < inf
    assert st.quantile_interval(counts, 0.95).high == inf and st.quantile_interval(counts, 0.95).low > -inf


def test_intervals_hold_the_true_figure_as_often_as_they_say(luck: Rng) -> None:
    """Skewed lengths, shares of a third with ties, medians, differences: 1,500 studies of each."""
    held = np.zeros(4)
    for _ in range(1500):
        x = luck.gamma(6, 4, 120).astype(np.int64)
        held[0] += st.mean_interval(*moments(x)).low <= GAMMA_MEAN <= st.mean_interval(*moments(x)).high
        w = luck.choice([0, 20, 30, 60], 150, p=[0.6, 0.05, 0.1, 0.25])
        share = st.share_interval(*moments(w), 60)
        held[1] += share.low <= (0.05 / 3 + 0.05 + 0.25) <= share.high
        counts = dict(zip(*(part.tolist() for part in np.unique(x, return_counts=True)), strict=True))
        median = st.quantile_interval(counts, 0.5)
        held[2] += median.low <= GAMMA_MEDIAN <= median.high
        y = x + luck.integers(-2, 4, 120)
        d = st.paired_difference(pairs(x, y))
        held[3] += d.low <= 0.5 <= d.high
    assert (held / 1500 > 0.935).all() and (held[[0, 1, 3]] / 1500 < 0.965).all()


GAMMA = np.floor(np.random.default_rng(1).gamma(6, 4, 1_000_000))
GAMMA_MEAN, GAMMA_MEDIAN = float(GAMMA.mean()), float(np.median(GAMMA))


def test_sequences_hold_however_often_one_looks(luck: Rng) -> None:
    """A fair game looked at every 50 games up to 3,000: an interval fixed beforehand is wrong in far more than 5%."""
    looks = np.arange(50, 3001, 50)
    wrong = np.zeros(3)
    for _ in range(300):
        wins = np.cumsum(luck.integers(0, 2, 3000))[looks - 1]
        walk = np.cumsum(luck.integers(-3, 4, 3000))[looks - 1]
        plain = [st.wilson(w, n) for w, n in zip(wins.tolist(), looks.tolist(), strict=True)]
        valid = [st.share_sequence(w, n) for w, n in zip(wins.tolist()[::3], looks.tolist()[::3], strict=True)]
        means = [
            st.mean_interval(n, s, 4 * n, sequence=True) for n, s in zip(looks.tolist(), walk.tolist(), strict=True)
        ]
        wrong[0] += any(not low <= 0.5 <= high for low, high in plain)
        wrong[1] += any(not low <= 0.5 <= high for low, high in valid)
        wrong[2] += any(not m.low <= 0 <= m.high for m in means)
    assert wrong[0] / 300 > 0.2
    assert wrong[1] / 300 < 0.05 and wrong[2] / 300 < 0.06


def test_a_sequence_is_wider_but_not_by_much() -> None:
    low, high = st.share_sequence(3000, 6000)
    assert 1.5 < (high - low) / (2 * st.wilson(3000, 6000)[1] - 1) < 1.8
    assert 1.3 < st.sequence_half_width(6000) / st.normal_half_width(6000) < 1.8
    assert st.share_sequence(0, 0) == (0.0, 1.0)
    assert st.share_sequence(10, 10)[1] > 0.999 and st.share_sequence(0, 10)[0] < 0.001


def test_the_rate_of_an_event_is_drawn_by_games_not_seats(luck: Rng) -> None:
    """Both seats of a duel play a card in most games: then they win half of it together, whatever happens."""
    both = luck.random(2000) < 0.9
    m = np.where(both, 2, 1)
    w = np.where(both, 1, luck.integers(0, 2, 2000))
    sums = [2000, *(int(s) for s in (m.sum(), w.sum(), (m * m).sum(), (w * w).sum(), (m * w).sum()))]
    found = st.ratio_interval(sums)
    plain = st.wilson(w.sum(), m.sum())
    assert found.half < (plain[1] - plain[0]) / 4
    tries = []
    for _ in range(400):
        games = luck.integers(0, 2000, 2000)
        tries.append(w[games].sum() / m[games].sum())
    assert found.half == pytest.approx(1.96 * np.std(tries), rel=0.15)


def test_many_tests_are_weighed_as_by_scipy(luck: Rng) -> None:
    p = np.concatenate([luck.random(40), luck.random(10) * 0.002]).tolist()
    adjusted = stats.false_discovery_control(p)
    assert st.benjamini_hochberg_rejections(p) == (adjusted <= 0.05).tolist()
    order = np.argsort(p)
    stepped = np.maximum.accumulate((50 - np.arange(50)) * np.array(p)[order])
    expected = np.zeros(50, bool)
    expected[order] = stepped <= 0.05
    assert st.holm_rejections(p) == expected.tolist()
    assert st.holm_rejections([]) == [] and st.benjamini_hochberg_rejections([]) == []
    assert st.bonferroni_factor(1) == pytest.approx(1.96, abs=1e-3)
    assert st.p_value(1.96, 1.0, 2000) == pytest.approx(0.05, abs=1e-3)
