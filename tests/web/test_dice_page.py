"""The public page of dice: what it says is counted right, and nothing of a running game is in it or changes it."""

from __future__ import annotations

import csv
import importlib.util
import io
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.web.rate_limits import Rate, RateLimits

from ..server.finished import fill
from ..server.room import ANA, KEY, run_apart
from .server import PATIENCE, Person, Server, get

ADDRESSES = ("/dice", "/dice.csv")
LONG = {"set-special_cards": "off"}  # it takes many turns to 10,000


def shown(url: str) -> list[bytes]:
    """What a stranger reads, byte for byte."""
    return [get(f"{url}{address}", headers={"Accept-Encoding": "identity"}).content for address in ADDRESSES]


def test_a_running_game_leaves_no_trace(tmp_path: Path, serve: Callable[..., Server]) -> None:
    """Deck-O-Dice hides cards, Dice-ocalypse! throws: while such games go on, every byte stays as it was."""
    run_apart(fill(tmp_path, ANA))
    server = serve(secret_key=KEY, limits=RateLimits(exports=Rate(1000, 1000), actions=Rate(1000, 1000)))
    before = shown(server.url)
    assert b"1 finished game since" in before[0]
    for game, fields in (("dice-ocalypse", LONG), ("deck-o-dice", {})):
        person = Person(server.url)
        table = person.open_table("person", "bot:random", game=game, **fields)
        assert shown(server.url) == before, "the deal"
        with person.sit(table) as line:
            for _ in range(3):
                state = line.wait_for(lambda state: state["options"])
                line.act(state, state["options"][0]["id"])
                line.wait_for(lambda later, number=state["number"]: later["number"] > number)
                assert shown(server.url) == before
        with closing(sqlite3.connect(server.database)) as db:
            (thrown,) = db.execute("SELECT count(*) FROM entry WHERE draws IS NOT NULL").fetchone()
            assert thrown > 0 and db.execute("SELECT count(*) FROM thrown").fetchone() == (1,)


def test_what_is_shown_is_what_fell(tmp_path: Path, serve: Callable[..., Server]) -> None:
    tables = run_apart(fill(tmp_path, ANA, ANA, ANA))  # three have enough dice to judge, however short they are
    url = serve(secret_key=KEY).url
    fell = Counter[int]()
    for table in tables:
        match = get(f"{url}/t/{table}/match.json").json()
        for draws in (match["deal"], *(action["draws"] for action in match["actions"])):
            fell.update(result for result, sides in draws if sides == 6)
    page = get(f"{url}/dice").text
    for face in range(1, 7):
        assert f'<th scope="row">{face}</th><td>{fell[face]:,}</td>' in page
    assert f"{fell.total():,} dice in " in page and "from 3 finished games" in page
    assert "This page tests 2 results." in page and "below 5 in 100 is up to 10%" in page, "of the same dice"
    rows = list(csv.DictReader(io.StringIO(get(f"{url}/dice.csv").text)))
    assert Counter(int(row["result"]) for row in rows if row["sides"] == "6") == fell
    assert {row["match"] for row in rows} == {"1", "2", "3"}
    whole = page + get(f"{url}/dice.csv").text
    assert not any(table in whole for table in tables) and "Ana" not in whole, "nobody's table, nobody's name"


def test_an_old_archive_is_on_the_page_soon_after_the_start(tmp_path: Path, serve: Callable[..., Server]) -> None:
    run_apart(fill(tmp_path, ANA, ANA))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute("DELETE FROM thrown")
    url, until = serve(secret_key=KEY).url, time.monotonic() + PATIENCE
    while "from 2 finished games" not in get(f"{url}/dice").text:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_an_empty_house_says_so(serve: Callable[..., Server]) -> None:
    url = serve(secret_key=KEY).url
    assert "No dice yet" in get(f"{url}/dice").text
    assert get(f"{url}/dice.csv").text == "match,game,how,action,die,sides,result\r\n"


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is an extra")
def test_too_many_dice_for_a_parquet_file_are_not_gathered_before_it_is_said(
    tmp_path: Path, serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_apart(fill(tmp_path, ANA))
    url = serve(secret_key=KEY, limits=RateLimits(exports=Rate(1000, 1000))).url
    rows = len(get(f"{url}/dice.csv").text.splitlines()) - 1
    monkeypatch.setattr("dicehouse.web.pages.data_downloads.MAX_PARQUET_ROWS", rows)
    assert get(f"{url}/dice.parquet").status_code == 200
    monkeypatch.setattr("dicehouse.web.pages.data_downloads.MAX_PARQUET_ROWS", rows - 1)
    monkeypatch.setattr("dicehouse.server.archive.game_history.Chronicle.dice_after", None)  # would fail
    answer = get(f"{url}/dice.parquet")
    assert answer.status_code == 409 and "too many dice" in answer.text


def test_files_can_not_be_taken_without_end(tmp_path: Path, serve: Callable[..., Server]) -> None:
    url = serve(secret_key=KEY, limits=RateLimits(exports=Rate(1e-6, 2))).url
    answers = [get(f"{url}/dice.csv").status_code for _ in range(3)]
    assert answers == [200, 200, 409]


def test_parquet_or_a_sentence(tmp_path: Path, serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    run_apart(fill(tmp_path, ANA, ANA, ANA))
    url = serve(secret_key=KEY, limits=RateLimits(exports=Rate(1000, 1000))).url
    monkeypatch.setattr("dicehouse.web.pages.data_downloads.GAMES_PER_READ", 1)
    answer = get(f"{url}/dice.parquet")
    if importlib.util.find_spec("pyarrow") is None:
        assert answer.status_code == 409 and "pip install" in answer.text
        assert "/dice.parquet" not in get(f"{url}/dice").text
        return
    import pyarrow.parquet

    monkeypatch.setattr("dicehouse.web.pages.data_downloads.PARQUET_PART_ROWS", 7)
    answer = get(f"{url}/dice.parquet")
    table = pyarrow.parquet.read_table(io.BytesIO(answer.content))
    lines = list(csv.DictReader(io.StringIO(get(f"{url}/dice.csv").text)))
    assert [str(value) for value in table["result"].to_pylist()] == [line["result"] for line in lines]
    assert table.column_names == list(lines[0]) and len({line["match"] for line in lines}) == 3
    parts = pyarrow.parquet.ParquetFile(io.BytesIO(answer.content)).num_row_groups
    assert parts > 1, "no more than some rows are held at once"
