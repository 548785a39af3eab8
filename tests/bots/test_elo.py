"""Check Elo on made-up results: the right numbers, valid intervals, and no number where there is none."""

from __future__ import annotations

from math import exp, inf, log, log10, sqrt

import numpy as np
import numpy.typing as npt
import pytest

from dicehouse.arena import pairing_schedule as tables_of_a_deal
from dicehouse.arena.elo import EloFit, elo_from_share, share_from_elo
from dicehouse.arena.intervals import student_t
from dicehouse.arena.pairing_schedule import list_pairings, rotate_seats, schedule_deal

Won = npt.NDArray[np.float64]
BOTS = ("a", "b", "c", "d")


def results(deals: int, wins: dict[tuple[int, int], int], bots: int = 3, ladder: bool = False) -> Won:
    """Return results of two players, in which the first bot won this many of the earliest games of each pairing."""
    table = schedule_deal(2, list_pairings(bots, ladder))
    won = np.zeros((deals, len(table.kinds), bots))
    for number, (one, other) in enumerate(table.pairs):
        first = (np.arange(2 * deals) < wins[one, other]).reshape(deals, 2)
        won[:, table.rows(number), one], won[:, table.rows(number), other] = first, ~first
    return won


def fitted(won: Won, ladder: bool = False, anchor: str | None = None) -> EloFit:
    bots = won.shape[2]
    return EloFit(BOTS[:bots], schedule_deal(2, list_pairings(bots, ladder)), won, anchor)


# --- who meets whom


def test_everybody_meets_everybody_or_neighbours_or_one() -> None:
    assert list_pairings(4, ladder=False) == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert list_pairings(4, ladder=True) == ((0, 1), (1, 2), (2, 3))
    assert list_pairings(4, against=1) == ((0, 1), (2, 1), (3, 1))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_in_every_deal_each_of_a_pairing_sits_everywhere_equally_often(players: int) -> None:
    table = schedule_deal(players, list_pairings(3))
    assert table.games_per_pairing == (2 if players == 2 else 2 * players)
    for number, (one, other) in enumerate(table.pairs):
        rows = table.kinds[table.rows(number)]
        assert len({tuple(row) for row in rows.tolist()}) == len(rows)
        assert ((rows == one).sum(0) == (rows == other).sum(0)).all() and np.isin(rows, (one, other)).all()


def test_rotations_move_everybody_one_seat_on() -> None:
    assert rotate_seats([0, 1, 1]) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


@pytest.mark.parametrize(
    ("swept", "split", "worth"),
    [(0, 1, None), (0, 1000, None), (1, 99, None), (9, 500, None), (2, 0, None), (40, 40, 1.0), (40, 120, 2.0)],
)
def test_what_it_is_worth_to_play_whole_deals_is_told_where_enough_lie_apart(
    swept: int, split: int, worth: float | None
) -> None:
    """A deal is split when its seats decide it, and swept when a bot does: without a swept one, worth has no bound."""
    won = np.zeros((swept + split, 2, 2))
    won[:, 0], won[:, 1] = (1, 0), (0, 1)
    won[: swept // 2, 1], won[swept // 2 : swept, 0] = (1, 0), (0, 1)
    found = fitted(won).worth_of_pairing
    assert found == (worth if worth is None else pytest.approx(worth))


def seat_zero_always_wins(players: int) -> EloFit:
    table = schedule_deal(players, list_pairings(2))
    won = np.zeros((20, len(table.kinds), 2))
    for row, kinds in enumerate(table.kinds.tolist()):
        won[:, row, kinds[0]] = 1
    return EloFit(BOTS[:2], table, won)


@pytest.mark.parametrize("players", [2, 4])
def test_a_good_seat_makes_nobody_strong(players: int) -> None:
    assert seat_zero_always_wins(players).ratings()[1].elo == pytest.approx(0, abs=1e-6)


def test_it_would_be_seen_if_seats_were_not_rotated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_of_a_deal, "rotate_seats", lambda seats: [list(seats)] * len(seats))
    assert seat_zero_always_wins(2).ratings()[1].elo is None  # the first bot "wins everything"


# --- Elo


def test_three_wins_of_four_are_190_elo() -> None:
    strong, weak = fitted(results(20, {(0, 1): 30}, bots=2)).ratings()
    assert (strong.bot, weak.bot, strong.elo) == ("a", "b", 0)
    assert weak.elo == pytest.approx(-400 * log10(3))
    assert (strong.share, weak.share, strong.games) == (0.75, 0.25, 40)


def test_one_fit_of_all_pairings() -> None:
    """Strengths of 4, 2 and 1 win 2/3, 2/3 and 4/5 of games: each doubling is 120.4 Elo."""
    found = fitted(results(30, {(0, 1): 40, (1, 2): 40, (0, 2): 48}), anchor="b").ratings()
    assert [(r.bot, r.elo) for r in found] == [
        ("a", pytest.approx(400 * log10(2))),
        ("b", 0),
        ("c", pytest.approx(-400 * log10(2))),
    ]


def test_a_ladder_adds_up_its_steps() -> None:
    fit = fitted(results(30, {(0, 1): 20, (1, 2): 15}, ladder=True), ladder=True)
    assert [(r.bot, r.elo) for r in fit.ratings()] == [
        ("c", pytest.approx(400 * log10(2 * 3))),
        ("b", pytest.approx(400 * log10(2))),
        ("a", 0),
    ]
    assert [(s.bot, s.above, s.elo) for s in fit.elo_gaps()] == [
        ("c", "b", pytest.approx(400 * log10(3))),
        ("b", "a", pytest.approx(400 * log10(2))),
    ]


def test_with_more_seats_a_bot_wins_by_its_strength_among_all() -> None:
    """Of strength 3 among three of strength 1 it wins half; one of strength 1 among three of 3 wins a tenth."""
    table = schedule_deal(4, list_pairings(2))
    won = np.zeros((10, 8, 2))
    won[:, :4, 0] = won[:, :4, 1] = 0.5
    won[:, 4:, 0], won[:, 4:, 1] = 0.9, 0.1
    assert EloFit(BOTS[:2], table, won).ratings()[1].elo == pytest.approx(-400 * log10(3))
    assert share_from_elo(400 * log10(3), 4) == pytest.approx((0.5 + 0.9) / 2)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("elo", [-350.0, 0.0, 12.0, 700.0])
def test_shares_and_elo_are_each_others_inverse(elo: float, players: int) -> None:
    assert elo_from_share(share_from_elo(elo, players), players) == pytest.approx(elo, abs=1e-6)
    assert share_from_elo(0, players) == 0.5


def test_the_quantiles_of_students_t() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984, 10**6: 1.960}  # any textbook's
    assert {n: round(student_t(n), 3) for n in table} == {n: pytest.approx(t, abs=0.005) for n, t in table.items()}
    assert student_t(0) == inf


# --- intervals


def test_an_interval_worked_by_hand() -> None:
    """20 deals: 14 of them 2-0, 2 of them 1-1, 4 of them 0-2."""
    won = np.zeros((20, 2, 2))
    won[:14, :, 0] = won[14:16, 0, 0] = 1
    won[..., 1] = 1 - won[..., 0]
    weak = fitted(won).ratings()[1]
    share = 30 / 40
    spread = 14 * (2 - 2 * share) ** 2 + 2 * (1 - 2 * share) ** 2 + 4 * (2 * share) ** 2 + 2 * share * (1 - share)
    error = sqrt(spread * 20 / 19) / (40 * share * (1 - share))  # of the logarithm of odds
    assert weak.elo is not None and weak.high is not None
    assert weak.high - weak.elo == pytest.approx(student_t(19) * error * 400 / log(10))


def test_games_of_a_deal_that_go_the_same_way_count_once() -> None:
    """Compare deals whose two games always end alike with deals that are always split: the same share, another
    interval.
    """
    alike, split = np.zeros((2, 100, 2, 2))
    alike[:50, :, 0] = split[:, 0, 0] = 1
    for won in (alike, split):
        won[..., 1] = 1 - won[..., 0]
    wide, narrow = (fitted(won).difference(0, 1)[1] for won in (alike, split))
    assert wide == pytest.approx(student_t(99) * sqrt(2 * 1.005 * 100 / 99 / (200 * 0.25)) * 400 / log(10), rel=1e-3)
    assert narrow < wide / 10


def simulated(rng: np.random.Generator, deals: int, strengths: tuple[float, ...], luck: float) -> Won:
    """Return games in which a deal favours one seat, the same one in all its games."""
    table = schedule_deal(2, list_pairings(len(strengths)))
    favour = rng.normal(0, luck, deals)
    won = np.zeros((deals, len(table.kinds), len(strengths)))
    for row, (one, other) in enumerate(table.kinds.tolist()):
        chance = 1 / (1 + np.exp(strengths[other] - strengths[one] - favour))
        first = rng.random(deals) < chance
        won[:, row, one], won[:, row, other] = first, ~first
    return won


@pytest.mark.parametrize("luck", [0.0, 3.0])
def test_intervals_hold_the_truth_in_95_of_100_cases(luck: float) -> None:
    rng, strengths = np.random.default_rng(20), (0.6, 0.0, -0.4)
    truth = [
        float(np.mean(1 / (1 + np.exp(b - a - rng.normal(0, luck, 400_000)))))
        for a, b in ((strengths[0], strengths[1]), (strengths[2], strengths[1]))
    ]
    held = 0
    for _ in range(500):
        won = simulated(rng, 150, strengths, luck)[:, [0, 1, 4, 5]]  # only those against the middle one
        for first, other in (((0, 1), 0), ((2, 3), 2)):
            fit = EloFit(BOTS[:2], schedule_deal(2, list_pairings(2)), won[:, first][:, :, [other, 1]], "b")
            elo, half = fit.difference(0, 1)
            held += abs(elo - elo_from_share(truth[0 if other == 0 else 1])) <= half
    assert 0.935 <= held / 1000 <= 0.97


def test_a_joint_fit_holds_the_truth_too() -> None:
    rng, held = np.random.default_rng(21), 0
    for _ in range(400):
        fit = EloFit(BOTS[:3], schedule_deal(2, list_pairings(3)), simulated(rng, 100, (0.6, 0.0, -0.4), 0.0), "b")
        held += sum(
            abs(fit.difference(bot, 1)[0] - size * 400 / log(10)) <= fit.difference(bot, 1)[1]
            for bot, size in ((0, 0.6), (2, -0.4))
        )
    assert 0.935 <= held / 800 <= 0.97


# --- no Elo


def test_who_won_everything_has_a_bound_and_no_elo() -> None:
    strong, middle, weak = fitted(results(30, {(0, 1): 60, (0, 2): 60, (1, 2): 45}), anchor="b").ratings()
    assert (strong.bot, strong.elo, strong.high) == ("a", None, None)
    chance = (0.05 / 2) ** (1 / 30)  # of winning a whole deal, for both rivals together in 95% of cases
    assert strong.low == pytest.approx(400 * log10(chance / (1 - chance)))
    assert (middle.elo, weak.elo) == (0, pytest.approx(-400 * log10(3)))


def test_who_lost_everything_has_one_on_the_other_side() -> None:
    found = {r.bot: r for r in fitted(results(30, {(0, 1): 40, (0, 2): 60, (1, 2): 60})).ratings()}
    assert (found["c"].elo, found["c"].low) == (None, None)
    chance = (0.05 / 2) ** (1 / 30)
    assert found["c"].high == pytest.approx(-400 * log10(chance / (1 - chance)))  # below the anchor itself


def test_a_ladder_of_clean_sweeps_has_only_bounds() -> None:
    first, second, last = fitted(results(20, {(0, 1): 0, (1, 2): 0}, ladder=True), ladder=True).ratings()
    assert [r.bot for r in (first, second, last)] == ["c", "b", "a"] and last.elo == 0
    assert first.low is not None and second.low is not None
    assert first.elo is second.elo is None and first.low == pytest.approx(2 * second.low)


def test_the_bound_is_one_that_holds() -> None:
    """A bot that wins a whole deal just as often as the bound says sweeps 40 deals in 5 of 100 cases."""
    (swept, _) = fitted(results(40, {(0, 1): 80}, bots=2), anchor="b").ratings()
    assert swept.low is not None
    chance = 1 / (1 + exp(-swept.low * log(10) / 400))
    assert chance**40 == pytest.approx(0.05)


def test_one_deal_tells_no_interval() -> None:
    strong, weak = fitted(results(1, {(0, 1): 1}, bots=2)).ratings()
    assert (weak.elo, weak.low, weak.high) == (pytest.approx(0), None, None)
    assert strong.elo == 0


def test_a_sweep_of_a_few_deals_tells_nothing() -> None:
    (strong, weak) = fitted(results(3, {(0, 1): 6}, bots=2)).ratings()
    assert (strong.bot, strong.elo) == ("a", 0)
    assert (weak.elo, weak.low, weak.high) == (None, None, None)
