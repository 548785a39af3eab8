"""Finished games: who finds them where, and whether their dice are those that were promised."""

from __future__ import annotations

import html
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehouse.server import verify
from dicehouse.server.seats import Keyring
from dicehouse.server.storage.schema import MIGRATIONS, migrate
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.web.guest_cookies import COOKIE, GuestCookies
from dicehouse.web.pages.dice_proof import check_dice

from ..server.finished import SHORT, fill
from ..server.room import ANA, BEN, KEY, open_house, run_apart, two_on_a_couch
from .server import PATIENT, Server, get

CARL = "c" * 32


def test_a_guest_finds_own_games_newest_first_and_nobody_elses(tmp_path: Path) -> None:
    async def story() -> None:
        one, other, two, three = await fill(tmp_path, ANA, BEN, ANA, ANA)
        async with open_house(tmp_path) as house:  # after a restart
            count, found = await house.chronicle.finished_of(ANA, 2)
            assert (count, [each.table for each in found]) == (3, [three, two])
            assert [each.table for each in (await house.chronicle.finished_of(ANA, 2, 2))[1]] == [one]
            assert [each.table for each in (await house.chronicle.finished_of(BEN, 9))[1]] == [other]
            assert await house.chronicle.finished_of(CARL, 9) == (0, [])
            assert found[0].own == [0, 1] and found[0].result is not None
            assert sorted(found[0].result["places"]) == [1, 2]
            match = (await house.find(three)).state.match
            assert match is not None and found[0].result["totals"] == match.points()

    run_apart(story())


def test_how_a_game_ended_before_results_were_kept_is_found_out_once(tmp_path: Path) -> None:
    async def story() -> None:
        (table,) = await fill(tmp_path, ANA)
        with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
            (kept,) = db.execute("SELECT result FROM game_table").fetchone()
            db.execute("UPDATE game_table SET result = NULL")
        async with open_house(tmp_path) as house:
            assert [each.table for each in (await house.chronicle.finished_of(ANA, 9))[1]] == [table]
        with closing(sqlite3.connect(tmp_path / "house.db")) as db:
            assert db.execute("SELECT result FROM game_table").fetchone() == (kept,)

    run_apart(story())


def test_an_older_database_learns_when_its_games_ended() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        before = next(n for n, step in enumerate(MIGRATIONS) if "ended" in step)
        for step in MIGRATIONS[:before]:
            db.executescript(step)
        db.execute(f"PRAGMA user_version = {before}")
        table = ("t", "pig", "m", "{}", ANA, "c", "s", "over", 5.0)
        db.execute("INSERT INTO game_table (id, game, mode, settings, host, commitment, secret, phase, created)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", table)  # fmt: skip
        db.execute("INSERT INTO entry VALUES ('t', 0, 'act', 0, 0, 1, 'x', NULL, NULL, 9.5, NULL)")
        db.commit()
        migrate(db)
        assert db.execute("SELECT ended, result FROM game_table").fetchone() == (9.5, None)


@pytest.fixture
def house(tmp_path: Path, serve: Callable[..., Server]) -> tuple[str, list[str], str]:
    """A server after twelve games of Ana's: its address, the tables, the cookie."""
    tables = run_apart(fill(tmp_path, *[ANA] * 12))
    store = SQLite(tmp_path / "house.db")
    cookie = f"{ANA}.{GuestCookies(Keyring(KEY), store)._sign(ANA)}"
    store.close()
    return serve(secret_key=KEY).url, tables, cookie


def test_pages_of_finished_games(house: tuple[str, list[str], str]) -> None:
    url, tables, cookie = house
    with (
        httpx.Client(base_url=url, cookies={COOKIE: cookie}, **PATIENT) as ana,
        httpx.Client(base_url=url, **PATIENT) as stranger,
    ):
        newest = tables[::-1]
        first, second = ana.get("/games").text, ana.get("/games?page=2").text
        listed = [[table for table in newest if f'href="/t/{table}"' in page] for page in (first, second)]
        assert listed == [newest[:10], newest[10:]]
        assert first.index(newest[0]) < first.index(newest[1]), "newest first"
        assert 'href="/games?page=2"' in first and 'href="/games"' in second
        assert "There is no page 7" in ana.get("/games?page=7").text
        for page in ("-1", "x", "9" * 40, "0"):
            assert ana.get(f"/games?page={page}").status_code == 200
        front = ana.get("/").text
        assert [table for table in newest if f'href="/t/{table}"' in front] == newest[:3]
        assert "All 12 games" in front
        assert not any(table in stranger.get(path).text for table in tables for path in ("/", "/games"))
        assert "No games yet" in stranger.get("/games").text
        plain = ana.get(f"/t/{newest[0]}/plain").text
        assert "Turning points" in plain and "Stats" in plain
        assert "Verified:" not in plain and "Verified:" in ana.get(f"/t/{newest[0]}/plain?check=1").text


def test_the_dice_are_given_out_and_a_changed_one_is_found(house: tuple[str, list[str], str]) -> None:
    url, tables, _ = house
    record: dict[str, Any] = get(f"{url}/t/{tables[0]}/dice.json").json()
    assert record["faults"] == [] and verify.faults(record) == []
    assert record["throws"] == check_dice(record).throws > 0  # how many it takes is up to the dice
    thrown = next(action["draws"] for action in record["actions"] if action["draws"])
    thrown[0][0] = thrown[0][0] % 6 + 1
    assert len(check_dice(record).faults) == 1


def test_a_match_that_is_too_long_to_be_checked_is_no_error(
    house: tuple[str, list[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, tables, _ = house
    monkeypatch.setattr("dicehouse.server.verify.MOST_ACTIONS", 0)
    said = "This game can't be checked: a match can have at most 0 actions"
    assert get(f"{url}/t/{tables[0]}/dice.json").json()["faults"] == [said]
    plain = get(f"{url}/t/{tables[0]}/plain?check=1")
    assert plain.status_code == 200 and said in html.unescape(plain.text)


def test_no_dice_are_given_out_while_it_is_played(tmp_path: Path, serve: Callable[..., Server]) -> None:
    async def story() -> str:
        async with open_house(tmp_path) as house:
            return (await two_on_a_couch(house, **SHORT)).id

    table = run_apart(story())
    answer = get(f"{serve(secret_key=KEY).url}/t/{table}/dice.json")
    assert answer.status_code == 409 and "secret" not in answer.headers.get("content-type", "")
    assert "when the game is over" in answer.text
