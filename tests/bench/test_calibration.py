"""Check the measurement of how right a review's chances are: its statistics, and that it works in every game."""

from __future__ import annotations

from functools import partial
from xml.etree import ElementTree

import numpy as np
import pytest

from bench import calibration, calibration_fit
from bench.calibration import LIMIT, Forecast, forecast_games, measure, report, select_group, write_chapter
from bench.calibration_games import ANYWHERE, BORDER, NEAR, SET_UP, Sample, numbers_of_players, players_of, sample_game
from bench.calibration_table import (
    MAX_HALF_WIDTH,
    MISSED,
    NOT_TESTED,
    REACHED,
    measure_calibration,
    simultaneous_interval,
    split_in_deciles,
)
from dicehouse.games import find
from dicehouse.review.ordinary_players import LEVELS, PEOPLE, OrdinaryPlayer

ROWS = 10_000


def drawn(seed: int, rows: int = ROWS) -> tuple[np.ndarray, np.ndarray]:
    """Return true chances of many kinds, and what came of them."""
    luck = np.random.default_rng(seed)
    chances = luck.beta(0.8, 0.8, rows)
    return chances, (luck.random(rows) < chances).astype(float)


@pytest.mark.parametrize("seed", range(8))
def test_a_calibrated_forecaster_passes(seed: int) -> None:
    found = measure_calibration(*drawn(seed))
    assert found.verdict(LIMIT) == REACHED and found.error < 0.015 < found.bound + 0.015
    assert sum(cell.rows for cell in found.cells) == ROWS and all(cell.counts for cell in found.cells)
    assert len(found.cells) >= 7


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("power", [0.7, 1.4])
def test_a_skewed_forecaster_is_caught(seed: int, power: float) -> None:
    """Forecasts that are too sure or not sure enough are caught, although they are right on average."""
    chances, came = drawn(seed)
    said = chances**power / (chances**power + (1.0 - chances) ** power)
    found = measure_calibration(said, came)
    assert abs(said.mean() - came.mean()) < 0.02
    assert found.verdict(LIMIT) == MISSED and any(cell.is_off for cell in found.cells)
    true = np.array([(said[part] - chances[part]).mean() ** 2 for part in split_in_deciles(said)])
    assert found.error == pytest.approx(true.mean() ** 0.5, abs=0.012) and found.error < found.bound


def test_one_skewed_decile_is_caught() -> None:
    """A single cell outside its interval is enough, even if the error over all deciles is below the limit."""
    chances, came = drawn(1)
    said = np.where((chances > 0.1) & (chances < 0.2), chances - 0.08, chances)
    found = measure_calibration(said, came)
    assert found.verdict(0.05) == MISSED and found.error < 0.05


def test_the_noise_of_sampling_is_subtracted() -> None:
    """On average over many samples the squared error of a calibrated forecaster is 0, though gaps are not."""
    errors, gaps = [], []
    for seed in range(60):
        chances, came = drawn(seed, 500)
        found = measure_calibration(chances, came)
        errors.append(found.error)
        gaps.append(np.mean([(chances[p] - came[p]).mean() ** 2 for p in split_in_deciles(chances)]) ** 0.5)
    assert np.mean(gaps) > 0.04 > 2.0 * np.mean(errors)
    assert min(errors) == 0.0


def test_the_bound_covers_the_true_error() -> None:
    covered = 0
    for seed in range(100):
        chances, came = drawn(seed, 800)
        said = 0.5 + 0.8 * (chances - 0.5)
        true = np.mean([(said[p] - chances[p]).mean() ** 2 for p in split_in_deciles(said)]) ** 0.5
        covered += measure_calibration(said, came).bound >= true
    assert covered >= 88


def test_cells_are_pooled_until_they_say_something() -> None:
    chances, came = drawn(3, 3_000)
    found = measure_calibration(chances, came)
    assert 1 < len(found.cells) < 10 and all(cell.half_width <= MAX_HALF_WIDTH for cell in found.cells)
    assert [cell.forecast for cell in found.cells] == sorted(cell.forecast for cell in found.cells)
    assert sum(cell.rows for cell in found.cells) == 3_000
    assert sum(cell.rows * cell.observed for cell in found.cells) == pytest.approx(came.sum())
    ends, middle = (found.cells[0].rows, found.cells[-1].rows), max(cell.rows for cell in found.cells)
    assert min(ends) < middle, "near the ends fewer rows are enough"


def test_too_few_rows_are_not_tested() -> None:
    """Even a forecaster that is always wrong can't be told from a right one with so few rows."""
    chances, came = drawn(2, 300)
    for said in (chances, 1.0 - chances):
        found = measure_calibration(said, came)
        assert len(found.cells) == 1 and found.verdict(LIMIT) == NOT_TESTED
    few = measure_calibration([0.3], [1.0])
    assert few.verdict(LIMIT) == NOT_TESTED and few.rows == 1


def test_a_cell_that_says_something_is_not_pooled_away() -> None:
    """Near the ends few rows are enough. They are tested, even if too few lie between them; one outside is caught."""
    luck = np.random.default_rng(4)
    chances = np.concatenate([np.full(300, 0.03), luck.uniform(0.3, 0.7, 80), np.full(300, 0.97)])
    came = (luck.random(len(chances)) < chances).astype(float)
    found = measure_calibration(chances, came)
    assert [cell.counts for cell in found.cells] == [True, False, True]
    assert found.verdict(LIMIT) == NOT_TESTED
    assert measure_calibration(np.where(chances < 0.1, 0.15, chances), came).verdict(LIMIT) == MISSED


def test_the_parts_of_the_brier_score_add_up() -> None:
    luck = np.random.default_rng(5)
    said = np.repeat(np.arange(0.05, 1.0, 0.1), 200)
    came = (luck.random(2_000) < 0.2 + 0.6 * said).astype(float)
    brier = measure_calibration(said, came).brier
    assert brier.score == pytest.approx(brier.reliability - brier.resolution + brier.uncertainty, abs=1e-12)
    assert brier.uncertainty == pytest.approx(came.mean() * (1.0 - came.mean()))
    same = measure_calibration(np.full(2_000, came.mean()), came).brier
    assert same.score == pytest.approx(same.uncertainty), "always saying the same is calibrated, and not sharp"


def test_the_intervals_hold_together() -> None:
    """At most 1% of samples of ten cells may have one outside; with 400 samples 12 are the 99.9% bound."""
    luck = np.random.default_rng(1)
    outside = 0
    for _ in range(400):
        rates = np.linspace(0.05, 0.95, 10)
        shares = luck.binomial(900, rates) / 900
        ends = [simultaneous_interval(float(share), 900) for share in shares]
        outside += any(not low <= rate <= high for rate, (low, high) in zip(rates, ends, strict=True))
    assert outside <= 12


# --- the games


@pytest.mark.parametrize("game", calibration.GAMES)
def test_positions_come_from_games_and_are_forecast(game: str) -> None:
    """A tiny run: one game of people, one of Pip; each with a forecast that depends on the position alone."""
    work = partial(forecast_games, game, "tiny", 8)
    found = measure(work, game, 2, 5.0)
    rows = [row for row in found.rows if row.sample.group == ANYWHERE]
    assert [row.sample.level for row in rows] == [PEOPLE, "pip"] and not found.out_of_time
    for row in found.rows:
        assert len(row.chances) == row.sample.players and row.chances.sum() == pytest.approx(1.0)
        assert 0.0 < row.said < 1.0 and 0.0 <= row.sample.won <= 1.0
    again, _ = work(PEOPLE, 0, 1)
    assert (again[0].chances == found.rows[0].chances).all() and again[0].sample == found.rows[0].sample
    text = report(found, "the command")
    assert text.count(NOT_TESTED) >= len(LEVELS) and "2 positions from as many games" in text
    assert "fewer than 10,000" in text
    ElementTree.fromstring(calibration.draw_diagram(found))  # noqa: S314


def test_special_positions_are_what_they_are_called() -> None:
    seen = set()
    for number in range(9):
        for sample in sample_game("dice-ocalypse", "otto", number, "special", (0.5,)):
            match_state = calibration_position(sample)
            near = max(int(match_state.players[seat].total) for seat in range(sample.players)) >= 8_000
            last = int(match_state.first) >= 0
            assert sample.group in (ANYWHERE, *sample.marks)
            assert (NEAR in sample.marks) == near and (BORDER not in sample.marks or last or near)
            assert SET_UP not in sample.marks or not near
            seen |= {sample.group}
    assert seen == {ANYWHERE, SET_UP, NEAR, BORDER}


def calibration_position(sample: Sample):  # type: ignore[no-untyped-def]
    from dicehouse.review.reviewed_match import copy_position

    return copy_position(find("dice-ocalypse"), sample.position).state


def test_some_games_have_more_players() -> None:
    game = find("dice-ocalypse")
    counts = [players_of(game, number) for number in range(100)]
    assert counts.count(2) == 75 and set(counts) == set(numbers_of_players(game))
    assert {players_of(find("deck-o-dice"), number) for number in range(20)} == {2}


def test_a_level_stops_when_its_time_is_up_and_leaves_the_rest_to_others() -> None:
    asked: dict[str, int] = {}

    def work(level: str, first: int, games: int) -> tuple[list[Forecast], float]:
        asked[level] = asked.get(level, 0) + games
        return [], games * (30.0 if level == "nox" else 0.1)

    found = measure(work, "dicetopia", 700, 4.0)
    assert found.out_of_time == ["nox"] and asked["nox"] < 100
    assert all(asked[level] == 100 for level in LEVELS if level != "nox")
    assert found.minutes > 4.0 - 1.0


def test_a_group_has_one_position_of_a_game() -> None:
    def row(number: int, group: str, *marks: str) -> Forecast:
        return Forecast(Sample("pip", 2, number, group, marks, b"", 0, 1.0), np.array([0.4, 0.6]))

    rows = [
        row(1, ANYWHERE, NEAR),
        row(1, NEAR, NEAR),
        row(2, ANYWHERE, NEAR),
        row(3, ANYWHERE),
        row(4, BORDER, BORDER),
    ]
    assert select_group(rows, NEAR) == [rows[1], rows[2]] and select_group(rows, BORDER) == [rows[4]]


def test_a_chapter_is_written_between_its_marks() -> None:
    page = "a\n<!-- calibration x -->\nold\n<!-- end of calibration x -->\nb\n"
    assert write_chapter(page, "x", "new") == page.replace("old", "new")
    text = calibration.PAGE.read_text(encoding="utf-8")
    assert "\n## What a winning chance means\n" in text
    for game in calibration.GAMES:
        assert "\nnew chapter\n" in write_chapter(text, game, "new chapter"), "the page has a place for each game"


def test_the_fit_finds_how_sure_forecasts_may_be() -> None:
    """Where the likely winner wins less often than forecast, the power is below 1."""
    luck = np.random.default_rng(2)
    chances = luck.beta(0.7, 0.7, 3_000)
    for power in (0.6, 1.0, 1.3):
        true = chances**power / (chances**power + (1.0 - chances) ** power)
        samples = [Sample("pip", 2, n, ANYWHERE, (), b"", 0, float(luck.random() < p)) for n, p in enumerate(true)]
        losses = calibration_fit.losses(samples, [np.array([p, 1.0 - p]) for p in chances])
        assert calibration_fit.POWERS[losses.argmin()] == pytest.approx(power, abs=0.1)


def test_the_fit_reads_a_level_in_a_real_game() -> None:
    game = find("deck-o-dice")
    samples = calibration_fit.sample_level(game, "pip", 3, 1.0, "tiny", (0.5,))
    found = calibration_fit.chances_of(game, samples, OrdinaryPlayer(None), 4)
    assert len(samples) == 3 and all(each.sum() == pytest.approx(1.0) for each in found)
