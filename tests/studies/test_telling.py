"""What is told of a study: of games that were stopped, of whoever plays alone, of partners."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dicehouse.studies import Study, report
from dicehouse.studies import play_kernel as w
from dicehouse.studies.chunks import play_games
from dicehouse.studies.match_play import play_matches
from dicehouse.studies.report import text_tables
from dicehouse.studies.report.page_sections import order_chart
from dicehouse.studies.result_types import CellResult
from dicehouse.studies.study_result import StudyResult
from dicehouse.studies.study_run import PACE_TENTHS
from dicehouse.studies.summary import sentences
from dicehouse.studies.summary.effects import StudyEffects
from dicehouse.studies.summary.number_words import format_percent
from dicehouse.studies.summary.plain_text import plain_paragraphs, study_line
from dicehouse.studies.summary.sentences import headline, lead_sentences
from dicehouse.studies.summary.variants import VariantTable
from dicehouse.studies.tuning_goals import parse_goals

from .march import game

ALONE, PARTNERS = "deck-o-dice", "baron-voodoo"
OF_THE_LEAD = ("leads", "last-lead", "margin", "ties", "comebacks", "trailed")


def text(found: StudyResult) -> str:
    """What stands on the page."""
    page = re.sub(r"(?s)<style>.*?</style>", "", report.report_page(found))
    return " ".join(re.sub("<[^>]+>", " ", page).split())


# games that were stopped ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stopped() -> StudyResult:
    """Marches by dice, of which a part is stopped before the end."""
    found = Study(game, settings={"dice": True, "target": 30}, bots=("greedy",), games=400, seed=1, cap=16).run()
    assert 40 < found.cells[0].unfinished < 360
    return found


def test_a_fair_share_is_one_of_the_games_that_ended(stopped: StudyResult) -> None:
    (cell,) = stopped.cells
    first, second = cell.measure("first"), cell.measure("order-2")
    assert first is not None and second is not None
    assert cell.even == pytest.approx((first.value + second.value) / 2) == cell.ended / cell.games / 2
    assert f"{cell.ended} that ended" in plain_paragraphs(stopped)
    assert f"{cell.ended} that ended" in " ".join(lead_sentences(StudyEffects(VariantTable(stopped))))


def test_pictures_and_titles_are_held_against_it(stopped: StudyResult) -> None:
    judged, (cell,) = StudyEffects(VariantTable(stopped)), stopped.cells
    rows, _ = order_chart(judged)
    assert sum(row.span.value for row in rows if row.span) == pytest.approx(0)
    first = cell.measure("first")
    assert first is not None and first.high is not None and first.high < 0.5
    assert ("less often" in sentences.order_title(judged)) == (first.high < cell.even)


def test_of_games_that_were_all_stopped_nothing_is_told() -> None:
    found = Study(game, bots=("greedy",), games=8, seed=1, cap=5).run()
    assert "no game came to its end" in plain_paragraphs(found) and "wins" not in plain_paragraphs(found)
    assert "0.00 turns" not in text(found) and "Who wins" not in text(found)


# alone ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone() -> StudyResult:
    return Study(ALONE, players=1, vary={"parity": ["seat", "random"]}, games=80, seed=1).run()


def test_whoever_plays_alone_is_told_how_often_that_is_won(alone: StudyResult) -> None:
    won = alone.cells[0].measure("won")
    assert won is not None
    assert re.search(rf"A lone player wins .*{format_percent(won.value)}", plain_paragraphs(alone))
    heads, *rows = text_tables.variant_rows(alone)
    assert heads[4] == "won" and rows[0][4] == format_percent(won.value)


def test_the_report_of_one_who_plays_alone_tells_it_too(alone: StudyResult) -> None:
    judged = StudyEffects(VariantTable(alone))
    assert re.search("won|wins", headline(judged))
    assert any(sentence.startswith("A lone player wins [") for sentence in lead_sentences(judged))
    single = Study(ALONE, players=1, games=80, seed=1).run()
    assert any(
        sentence.startswith("A lone player wins [") for sentence in lead_sentences(StudyEffects(VariantTable(single)))
    )


def test_how_often_it_is_won_alone_may_be_a_goal() -> None:
    (goal,) = parse_goals("games won 40% to 60%")
    assert (goal.measure, goal.is_share, goal.strict) == ("won", True, "won=40%..60%")


# partners -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def partners() -> StudyResult:
    return Study(PARTNERS, players=4, settings={"pairing": "yt-rp"}, bots=("random",), games=12, seed=1).run()


@pytest.mark.parametrize("name", OF_THE_LEAD)
def test_partners_lead_together_so_it_is_told_of_sides(partners: StudyResult, name: str) -> None:
    """Both stand and win alike: seat by seat the lead would never change, and every game be tied."""
    (cell,) = partners.cells
    measure = cell.measure(name)
    assert measure is not None and measure.n == cell.ended == 12
    assert measure.value > 0 if name != "ties" else measure.value == 0


def test_the_lead_of_a_side_is_that_of_its_points(partners: StudyResult) -> None:
    plan = Study(PARTNERS, players=4, settings={"pairing": "yt-rp"}, bots=("random",), games=12, seed=1).plan
    cell, numbers = plan.cells[0], np.arange(12)
    seen, counted = play_games(cell, plan, numbers)
    assert seen.sides.tolist() == [[0, 1, 0, 1]] * 12 and (seen.scores[:, :2] == seen.scores[:, 2:]).all()
    margin = partners.cells[0].measure("margin")
    assert margin is not None and margin.value == np.abs(seen.scores[:, 0] - seen.scores[:, 1]).mean() > 0
    for column, most in ((w.HALF, 0b11), (w.LEADS, 100)):
        assert 0 < seen[column].max() <= most
    kinds = np.zeros((2, 4), np.int64)
    again, _ = play_matches(cell, plan.seed, plan.cap, numbers[:2], kinds, PACE_TENTHS, len(counted.options) - 1)
    assert again.sides.tolist() == [[0, 1, 0, 1]] * 2 and again.apart.all() and again[w.HALF].max() <= 0b11


def test_without_partners_it_is_told_of_every_game() -> None:
    cell: CellResult
    (cell,) = Study(PARTNERS, players=4, bots=("random",), games=12, seed=1).run().cells
    assert [m.n for name in OF_THE_LEAD[:4] if (m := cell.measure(name))] == [cell.ended] * 4


# options that were set ------------------------------------------------------------------------------------------------


def test_options_that_were_set_are_named_where_as_usual_would_be_said(partners: StudyResult) -> None:
    assert study_line(partners) == "Baron Voodoo: 12 games of 4 players, pairing=yt-rp, seed 1"
    assert "Every game was played with \N{LEFT DOUBLE QUOTATION MARK}Teams" in plain_paragraphs(partners)
    told = text(partners)
    assert "Baron Voodoo play with \N{LEFT DOUBLE QUOTATION MARK}Teams\N{RIGHT DOUBLE QUOTATION MARK} set to" in told
    assert "Every game was played with \N{LEFT DOUBLE QUOTATION MARK}Teams" in told and "as usual" not in told.lower()


def test_what_is_varied_or_usual_is_not_called_set() -> None:
    found = Study(ALONE, vary={"parity": ["seat", "random"]}, bots=("random",), games=4, seed=1).run()
    assert study_line(found) == "Deck-O-Dice: 8 games of 2 players, seed 1"
    usual = Study(ALONE, settings={"parity": "seat"}, bots=("random",), games=4, seed=1).run()
    assert "Every game was played with" not in plain_paragraphs(usual) + text(usual)
