"""What is told of a study: of games that were stopped, of whoever plays alone, of partners."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dicehouse.lab import Study, report, telling
from dicehouse.lab import watching as w
from dicehouse.lab.chunks import watch
from dicehouse.lab.findings import Cell, Findings
from dicehouse.lab.goals import goals
from dicehouse.lab.matches import watch_matches
from dicehouse.lab.report import titles
from dicehouse.lab.report.judging import Judged
from dicehouse.lab.report.sections import order_picture
from dicehouse.lab.report.sentences import headline, lead
from dicehouse.lab.report.variants import View
from dicehouse.lab.study import PEOPLE

from .march import game

ALONE, PARTNERS = "deck-o-dice", "baron-voodoo"
OF_THE_LEAD = ("leads", "last-lead", "margin", "ties", "comebacks", "trailed")


def text(found: Findings) -> str:
    """What stands on the page."""
    page = re.sub(r"(?s)<style>.*?</style>", "", report.page(found))
    return " ".join(re.sub("<[^>]+>", " ", page).split())


# games that were stopped ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stopped() -> Findings:
    """Marches by dice, of which a part is stopped before the end."""
    found = Study(game, settings={"dice": True, "target": 30}, bots=("greedy",), games=400, seed=1, cap=16).run()
    assert 40 < found.cells[0].unfinished < 360
    return found


def test_a_fair_share_is_one_of_the_games_that_ended(stopped: Findings) -> None:
    (cell,) = stopped.cells
    first, second = cell.measure("first"), cell.measure("order-2")
    assert first is not None and second is not None
    assert cell.even == pytest.approx((first.value + second.value) / 2) == cell.ended / cell.games / 2
    assert f"{cell.ended} that ended" in telling.paragraph(stopped)
    assert f"{cell.ended} that ended" in " ".join(lead(Judged(View(stopped))))


def test_pictures_and_titles_are_held_against_it(stopped: Findings) -> None:
    judged, (cell,) = Judged(View(stopped)), stopped.cells
    rows, _ = order_picture(judged)
    assert sum(row.span.value for row in rows if row.span) == pytest.approx(0)
    first = cell.measure("first")
    assert first is not None and first.high is not None and first.high < 0.5
    assert ("less often" in titles.order(judged)) == (first.high < cell.even)


def test_of_games_that_were_all_stopped_nothing_is_told() -> None:
    found = Study(game, bots=("greedy",), games=8, seed=1, cap=5).run()
    assert "no game came to its end" in telling.paragraph(found) and "wins" not in telling.paragraph(found)
    assert "0.00 turns" not in text(found) and "Who wins" not in text(found)


# alone ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone() -> Findings:
    return Study(ALONE, players=1, vary={"parity": ["seat", "random"]}, games=80, seed=1).run()


def test_whoever_plays_alone_is_told_how_often_that_is_won(alone: Findings) -> None:
    won = alone.cells[0].measure("won")
    assert won is not None
    told = telling.paragraph(alone)
    assert (
        told.count(f"{telling.percent(won.value)} of them are won") >= 1 and "nothing is known of who wins" not in told
    )
    heads, *rows = telling.overview(alone)
    assert heads[4] == "won" and rows[0][4] == telling.percent(won.value)


def test_the_report_of_one_who_plays_alone_tells_it_too(alone: Findings) -> None:
    judged = Judged(View(alone))
    assert "won as often" in headline(judged)
    assert any(sentence.startswith("Whoever plays alone wins [") for sentence in lead(judged))
    single = Study(ALONE, players=1, games=80, seed=1).run()
    assert any(sentence.startswith("Whoever plays alone wins [") for sentence in lead(Judged(View(single))))


def test_how_often_it_is_won_alone_may_be_a_goal() -> None:
    (goal,) = goals("games won 40 % to 60 %")
    assert (goal.measure, goal.is_share, goal.strict) == ("won", True, "won=40%..60%")


# partners -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def partners() -> Findings:
    return Study(PARTNERS, players=4, settings={"pairing": "yt-rp"}, bots=("random",), games=12, seed=1).run()


@pytest.mark.parametrize("name", OF_THE_LEAD)
def test_partners_lead_together_so_it_is_told_of_sides(partners: Findings, name: str) -> None:
    """Both stand and win alike: seat by seat the lead would never change, and every game be tied."""
    (cell,) = partners.cells
    measure = cell.measure(name)
    assert measure is not None and measure.n == cell.ended == 12
    assert measure.value > 0 if name != "ties" else measure.value == 0


def test_the_lead_of_a_side_is_that_of_its_points(partners: Findings) -> None:
    plan = Study(PARTNERS, players=4, settings={"pairing": "yt-rp"}, bots=("random",), games=12, seed=1).plan
    cell, numbers = plan.cells[0], np.arange(12)
    seen, counted = watch(cell, plan, numbers)
    assert seen.sides.tolist() == [[0, 1, 0, 1]] * 12 and (seen.scores[:, :2] == seen.scores[:, 2:]).all()
    margin = partners.cells[0].measure("margin")
    assert margin is not None and margin.value == np.abs(seen.scores[:, 0] - seen.scores[:, 1]).mean() > 0
    for column, most in ((w.HALF, 0b11), (w.LEADS, 100)):
        assert 0 < seen[column].max() <= most
    kinds = np.zeros((2, 4), np.int64)
    again, _ = watch_matches(cell, plan.seed, plan.cap, numbers[:2], kinds, PEOPLE, len(counted.options) - 1)
    assert again.sides.tolist() == [[0, 1, 0, 1]] * 2 and again.apart.all() and again[w.HALF].max() <= 0b11


def test_without_partners_it_is_told_of_every_game() -> None:
    cell: Cell
    (cell,) = Study(PARTNERS, players=4, bots=("random",), games=12, seed=1).run().cells
    assert [m.n for name in OF_THE_LEAD[:4] if (m := cell.measure(name))] == [cell.ended] * 4


# options that were set ------------------------------------------------------------------------------------------------


def test_options_that_were_set_are_named_where_as_usual_would_be_said(partners: Findings) -> None:
    assert telling.seated(partners) == "Baron Voodoo: 12 games of 4 players, pairing=yt-rp, seed 1"
    assert telling.paragraph(partners).startswith("With pairing=yt-rp, 4 players: ")
    told = text(partners)
    assert "Baron Voodoo play with \N{LEFT DOUBLE QUOTATION MARK}Teams\N{RIGHT DOUBLE QUOTATION MARK} as" in told
    assert "Every game was played with \N{LEFT DOUBLE QUOTATION MARK}Teams" in told and "as usual" not in told.lower()


def test_what_is_varied_or_usual_is_not_called_set() -> None:
    found = Study(ALONE, vary={"parity": ["seat", "random"]}, bots=("random",), games=4, seed=1).run()
    assert telling.seated(found) == "Deck-O-Dice: 8 games of 2 players, seed 1"
    usual = Study(ALONE, settings={"parity": "seat"}, bots=("random",), games=4, seed=1).run()
    assert telling.paragraph(usual).startswith("As usual, 2 players: ")
    assert "Every game was played with" not in text(usual)
