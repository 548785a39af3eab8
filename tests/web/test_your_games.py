"""The page of your games over HTTP: what is chosen, what it adds up to, files; and that it is yours alone."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from dicehouse.server.seats import Keyring
from dicehouse.web.guest_cookies import COOKIE
from dicehouse.web.rate_limits import Rate, RateLimits

from ..server.finished import fill
from ..server.room import ANA, BEN, KEY, run_apart
from ..server.test_review_statistics import made
from .server import PATIENCE, PATIENT, Server

CARL = "c" * 32
WIDE = RateLimits(exports=Rate(1000, 1000))
SEAT = "UPDATE seat SET (kind, name, guest, bot) = (?, ?, ?, ?) WHERE table_id = ? AND seat = 1"
PLACES = "UPDATE game_table SET result = json_set(result, '$.places', json(?)) WHERE id = ?"
MINUTES = "UPDATE game_table SET result = json_set(result, '$.minutes', ?) WHERE id = ?"
ALONE = """UPDATE game_table SET result = '{"title":"","places":[1],"totals":[9],"minutes":7}' WHERE id = ?"""
FORGED = '=cmd|" /C calc"!A0'


def cookie(guest: str) -> dict[str, str]:
    return {COOKIE: f"{guest}.{Keyring(KEY).derive('guest', guest).hex()[:32]}"}


@pytest.fixture
def house(tmp_path: Path, serve: Callable[..., Server]) -> Iterator[tuple[httpx.Client, httpx.Client, list[str]]]:
    """Ana, who has played twelve games against others, Ben, who sat in one of them, and the tables, newest last.

    The games were played on one device; their seats are laid out anew here, so that winners and opponents are known.
    """
    tables = run_apart(fill(tmp_path, *[ANA] * 12))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        for number, table in enumerate(tables):
            person = number == 3
            row = ("person", "Ben", BEN, None) if person else ("bot", "Otto", None, "otto" if number % 2 else "pip")
            db.execute(SEAT, (*row, table))
            places, ended = "[1,2]" if number < 5 else "[2,1]", 86_400.0 * (100 + number)
            db.execute("UPDATE game_table SET ended = ? WHERE id = ?", (ended, table))
            db.execute(PLACES, (places, table))
            db.execute(MINUTES, (10 + number, table))
        db.execute("UPDATE seat SET name = ? WHERE table_id = ? AND seat = 1", (FORGED, tables[5]))
    url = serve(secret_key=KEY, limits=WIDE).url
    with (
        httpx.Client(base_url=url, cookies=cookie(ANA), **PATIENT) as ana,
        httpx.Client(base_url=url, cookies=cookie(BEN), **PATIENT) as ben,
    ):
        yield ana, ben, tables


def listed(page: str, tables: list[str]) -> list[int]:
    """Which of the tables are on a page, in its order."""
    found = re.findall(r'class="c-res".*?href="/t/([a-z0-9]+)"', page)
    return [tables.index(table) for table in found]


def test_games_are_chosen_by_result_opponent_and_day(house: tuple[httpx.Client, httpx.Client, list[str]]) -> None:
    ana, _, tables = house

    def show(**query: str) -> list[int]:
        return listed(ana.get("/games", params=query).text, tables)

    assert show() == [11, 10, 9, 8, 7, 6, 5, 4, 3, 2] and show(page="2") == [1, 0]
    assert show(result="won") == [4, 3, 2, 1, 0] and show(result="lost") == [11, 10, 9, 8, 7, 6, 5]
    assert show(**{"with": "people"}) == [3] and show(**{"with": "pip"}) == [10, 8, 6, 4, 2, 0]
    assert show(**{"with": "bots"}, result="won") == [4, 2, 1, 0]
    assert show(**{"from": "1970-04-20", "to": "1970-04-21"}) == [10, 9]
    assert show(game="dice-ocalypse", page="2") == [1, 0] and show(game="deck-o-dice") == []
    second = ana.get("/games", params={"result": "lost", "with": "bots"}).text
    assert 'value="lost" selected' in second and 'value="bots" selected' in second
    assert "None of your games match" in ana.get("/games?game=dicetopia").text
    pages = ana.get("/games?game=dice-ocalypse").text
    assert 'href="/games?game=dice-ocalypse&amp;page=2"' in pages, "the choice goes along to the next page"


def test_what_is_nonsense_is_not_asked_for(house: tuple[httpx.Client, httpx.Client, list[str]]) -> None:
    ana, _, tables = house
    whole = listed(ana.get("/games").text, tables)
    for query in (
        "result=maybe", "game=<script>", "with=" + "x" * 5000, "from=2026-13-40", "to=1e9", "from=0000-00-00",
        "game=%00", "with='; DROP TABLE seat;--", "page=-1", "page=1&page=x",
    ):  # fmt: skip
        answer = ana.get(f"/games?{query}")
        assert answer.status_code == 200 and "<script>alert" not in answer.text
        assert listed(answer.text, tables) == whole, query
    assert listed(ana.get("/games?game=no-such-game&with=nobody").text, tables) == []


def test_the_sum_and_the_records_stand_beside_the_list(house: tuple[httpx.Client, httpx.Client, list[str]]) -> None:
    ana, _, tables = house
    page = ana.get("/games?game=dice-ocalypse&result=won").text
    assert "<b>12</b>games" in page and "<b>5</b>won" in page and "<b>6.0</b>expected" in page
    assert '<th scope="row">People</th><td>1</td><td>1</td><td>21% to 100%</td>' in page
    assert '<th scope="row">Pip, very easy</th><td>6</td><td>3</td>' in page
    assert f'<dt>Quickest win</dt><dd><a href="/t/{tables[0]}">10 minutes</a>' in page
    assert f'<dt>Longest game</dt><dd><a href="/t/{tables[11]}">21 minutes</a>' in page
    assert '<svg class="shares"' in page and "Records" in ana.get("/games").text


def test_games_alone_are_in_no_sum_of_what_would_be_even(
    tmp_path: Path, house: tuple[httpx.Client, httpx.Client, list[str]]
) -> None:
    ana, _, tables = house

    def said(alone: int) -> str:
        with closing(sqlite3.connect(tmp_path / "house.db", timeout=PATIENCE)) as db, db:
            for table in tables[:alone]:
                db.execute("DELETE FROM seat WHERE table_id = ? AND seat = 1", (table,))
                db.execute(ALONE, (table,))
        return ana.get("/games").text

    assert "If all players were equally strong, you would have won 6.0. The games took" in said(0)
    mixed = said(4)
    shared = "If all players were equally strong, you would have won 4.0 of the 8 games with opponents. The games took"
    assert shared in mixed
    assert "</b>expected" not in mixed and mixed.count('class="even"') == 2
    assert "If all players were equally strong, you would have won 0.5 of one game with opponents." in said(11)
    alone = said(12)
    assert "equally strong" not in alone and "</b>expected" not in alone and 'class="even"' not in alone


def test_clear_habits_are_told_in_the_readers_language(
    tmp_path: Path, house: tuple[httpx.Client, httpx.Client, list[str]]
) -> None:
    ana, ben, tables = house
    assert "Your habits" not in ana.get("/games").text
    review = json.loads(made([0.1, -0.1], [0.2, -0.2], *[(0, 0.01)] * 8))
    for number, row in enumerate(review["rows"]):
        row["themes"] = {"banked-early": number != 2} if row["kind"] == "decision" else {}
    with closing(sqlite3.connect(tmp_path / "house.db", timeout=PATIENCE)) as db, db:
        db.execute(
            "INSERT INTO review (table_id, asked, version, made) VALUES (?, 0, 1, ?)", (tables[0], json.dumps(review))
        )
    page = ana.get("/games?game=dice-ocalypse").text
    assert "Your habits" in page
    assert "In 7 of 8 cases, you banked too early with 4 or more dice to roll." in page
    assert "Deine Gewohnheiten" in ana.get("/games", headers={"Accept-Language": "de"}).text
    assert "Your habits" not in ana.get("/games?result=won&game=deck-o-dice").text
    assert "Your habits" not in ben.get("/games").text


def test_what_decisions_won_or_lost_is_told_with_its_sign(
    tmp_path: Path, house: tuple[httpx.Client, httpx.Client, list[str]]
) -> None:
    ana, _, tables = house
    with closing(sqlite3.connect(tmp_path / "house.db", timeout=PATIENCE)) as db, db:
        for table, costs in zip(tables, ([-0.02, -0.04], [0.01, 0.01]), strict=False):
            review = made([0.1, -0.1], [0.2, -0.2], *((0, cost) for cost in costs))
            db.execute("INSERT INTO review (table_id, asked, version, made) VALUES (?, 0, 1, ?)", (table, review))
    page = ana.get("/games").text
    assert "<b>+1.0%</b>per decision" in page and "cost" not in page
    assert "<td>+3.00%</td>" in page and "<td>\N{MINUS SIGN}1.00%</td>" in page
    rows = list(csv.DictReader(io.StringIO(ana.get("/games.csv").text)))
    assert [row["gain"] for row in rows[-2:]] == ["-0.01", "0.03"] and "cost" not in rows[0]


def test_every_game_leads_to_what_can_be_done_with_it(house: tuple[httpx.Client, httpx.Client, list[str]]) -> None:
    ana, _, tables = house
    page = ana.get("/games").text
    for end in ("", "/replay", "/match.json"):
        assert f'href="/t/{tables[11]}{end}"' in page
        assert ana.get(f"/t/{tables[11]}{end}", follow_redirects=True).status_code == 200


def test_a_file_of_ones_games(house: tuple[httpx.Client, httpx.Client, list[str]]) -> None:
    ana, _, tables = house
    answer = ana.get("/games.csv")
    assert 'filename="dicehouse-games.csv"' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [row["table"] for row in rows] == tables[::-1]
    assert rows[6]["with"] == f"'{FORGED}", "no name is a formula"
    assert {row["won"] for row in rows[:7]} == {"False"} and rows[8]["against"] == "people"
    assert len(ana.get("/games.csv?result=won").text.splitlines()) == 6


def test_nobody_is_shown_anybody_elses(house: tuple[httpx.Client, httpx.Client, list[str]]) -> None:
    ana, ben, tables = house
    assert listed(ben.get("/games").text, tables) == [3], "Ben reads of the table where he sat"
    rows = list(csv.DictReader(io.StringIO(ben.get("/games.csv").text)))
    assert [(row["table"], row["with"], row["won"]) for row in rows] == [(tables[3], "Ana 0", "False")]
    url = str(ana.base_url)
    forged = {COOKIE: cookie(ANA)[COOKIE].replace(ANA, CARL)}
    for cookies in ({}, cookie(CARL), forged, {COOKIE: ANA}):
        with httpx.Client(base_url=url, cookies=cookies, **PATIENT) as stranger:
            for address in ("/games", "/games.csv", "/games?with=people"):
                text = stranger.get(address).text
                assert not any(table in text for table in tables) and "Ana 0" not in text
            assert stranger.get("/games.csv").text.count("\n") == 1
    assert "private" in ana.get("/games.csv").headers["cache-control"]
