"""What reviews say of a guest's games: read for the right seat, added up, and drawn over time with its blur."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.server.archive.review_statistics import Looked, balance, habits, over_time, read_looked
from dicehouse.web.pages.your_games_page import draw_gains

from .finished import fill
from .room import ANA, BEN, run_apart


def made(luck: list[float], skill: list[float], *costs: tuple[int, float]) -> str:
    """A review as it is kept, as far as it is read here; one row of chance is in it, too."""
    even, rows = [0.5, 0.5], [{"kind": "chance", "number": 0, "seat": 0, "before": luck, "after": luck, "luck": luck}]
    for seat, cost in costs:
        after = [0.5 + (cost if seat else -cost), 0.5 - (cost if seat else -cost)]
        rows.append({"kind": "decision", "number": 1, "seat": seat, "before": even, "after": after, "text": "x"})
    return json.dumps({"game": "dice-ocalypse", "luck": luck, "skill": skill, "rows": rows, "says": []})


def test_a_guest_reads_of_the_own_seat_and_of_own_games_only(tmp_path: Path) -> None:
    one, two, shared, other = run_apart(fill(tmp_path, ANA, ANA, ANA, BEN))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.row_factory = sqlite3.Row
        for table in (one, two):
            db.execute("UPDATE seat SET guest = ? WHERE table_id = ? AND seat = 0", (BEN, table))
        review = made([-0.3, 0.3], [0.1, -0.1], (0, 0.02), (1, 0.05), (1, 0.0), (1, 0.01))
        for table, text in ((one, review), (two, "{}"), (shared, review), (other, review)):
            db.execute("INSERT INTO review (table_id, asked, version, made) VALUES (?, 0, 1, ?)", (table, text))
        mine, bens = read_looked(db, ANA), read_looked(db, BEN)
        assert list(mine) == [one], "not of a shared device, not of what can't be read"
        assert mine[one].luck == 0.3 and mine[one].skill == -0.1
        assert (mine[one].gain, mine[one].decisions) == (pytest.approx(-0.06), 3)
        assert list(bens) == [one] and bens[one].luck == -0.3 and bens[one].decisions == 1
        assert read_looked(db, "c" * 32) == {}


def looked(*costs: float, decisions: int = 10) -> list[Looked]:
    return [Looked(0.1, -0.2, cost, decisions, float(at)) for at, cost in enumerate(costs)]


def test_games_are_added_up() -> None:
    found = balance(looked(0.1, 0.3))
    assert (found.games, found.luck, found.skill, found.gain) == (2, pytest.approx(0.2), pytest.approx(-0.4), 0.02)
    assert balance([]).games == 0 and balance([]).line == []


def test_the_line_takes_several_games_to_a_point_where_there_are_enough() -> None:
    assert [point.games for point in over_time(looked(*[0.1] * 5))] == [1] * 5
    assert [point.games for point in over_time(looked(*[0.1] * 12))] == [3] * 4
    many = over_time(looked(*[0.1] * 103))
    assert len(many) == 10 and sum(point.games for point in many) == 103
    assert over_time(looked(0.5, decisions=0)) == []


def test_the_band_is_that_of_a_mean_of_games() -> None:
    """With equally many decisions in each the ratio is a mean of games, and the band is the usual one."""
    costs = [0.1, 0.2, 0.4]
    (point, _) = over_time(looked(*costs, *[0.3] * 3))
    shares = [cost / 10 for cost in costs]
    mean = sum(shares) / 3
    deviation = (sum((share - mean) ** 2 for share in shares) / 2) ** 0.5
    assert point.gain == pytest.approx(mean)
    assert point.half == pytest.approx(4.302653 * deviation / 3**0.5), "Student's t with two degrees of freedom"
    assert (point.since, point.until) == (0.0, 2.0)


def test_the_line_lies_on_both_sides_of_nothing() -> None:
    """The house's own player is the measure, so a decision may gain as well as lose."""
    drawn = draw_gains(over_time(looked(0.2, -0.2, 0.4, -0.4)))
    dots = [float(y) for y in re.findall(r'<circle cx="[0-9.]+" cy="([0-9.]+)"', drawn)]
    (zero,) = map(float, re.findall(r'class="zero" d="M46 ([0-9.]+)H', drawn))
    assert [y < zero for y in dots] == [True, False, True, False] and len({*dots}) == 4
    assert all(12 <= y <= 90 for y in dots)
    assert ">+4.0%<" in drawn and ">\N{MINUS SIGN}4.0%<" in drawn and ">0<" in drawn
    assert ">+" not in draw_gains(over_time(looked(-0.2, -0.3))), "a side where nothing lies has no mark"
    for flat in ([0.0, 0.0], [0.001, -0.001]):
        assert all(12 <= float(y) <= 90 for y in re.findall(r'cy="([0-9.]+)"', draw_gains(over_time(looked(*flat)))))


def test_the_band_holds_the_truth_as_often_as_it_says() -> None:
    """With three games to a point, too: it is there that the line begins."""
    chance, inside, points = random.Random(5), 0, 0
    for _ in range(600):
        for point in over_time(looked(*(chance.gauss(0.3, 0.1) for _ in range(12)))):
            assert point.games == 3 and point.half is not None
            inside, points = inside + (abs(point.gain - 0.03) <= point.half), points + 1
    assert 0.94 <= inside / points <= 0.96


def test_habits_are_read_from_stored_reviews_of_the_own_seat(tmp_path: Path) -> None:
    (one,) = run_apart(fill(tmp_path, ANA))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.row_factory = sqlite3.Row
        db.execute("UPDATE seat SET guest = ? WHERE table_id = ? AND seat = 0", (BEN, one))
        seat = 1
        review = json.loads(made([0.1, -0.1], [0.1, -0.1], *[(seat, 0.01)] * 8, *[(1 - seat, 0.01)] * 9))
        for number, row in enumerate(review["rows"]):
            row["themes"] = {"banked-early": number != 2} if row["seat"] == seat else {"rolled-few": True}
        db.execute("INSERT INTO review (table_id, asked, version, made) VALUES (?, 0, 1, ?)", (one, json.dumps(review)))
        found = habits("dice-ocalypse", list(read_looked(db, ANA).values()))
    assert [(each.name, each.mistakes, each.cases) for each in found] == [("banked-early", 7, 8)]
    assert found[0].says == "In 7 of 8 cases, you banked too early with 4 or more dice to roll."
    assert habits("dice-ocalypse", looked(0.1)) == [] and habits("no-such-game", looked(0.1)) == []
