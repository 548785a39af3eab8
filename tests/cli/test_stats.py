"""Check `dicehouse stats`: a guest's games and their statistics, for people and for programs."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.cli import main

from ..server.finished import fill
from ..server.room import ANA, BEN, open_house, run_apart

OTTO = "UPDATE seat SET kind = 'bot', guest = NULL, bot = 'otto' WHERE table_id = ? AND seat = 1"
PLACES = "UPDATE game_table SET result = json_set(result, '$.places', json(?)) WHERE id = ?"
ALONE = """UPDATE game_table SET result = '{"title":"","places":[1],"totals":[9],"minutes":7}'"""


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Store three games of Ana's against Otto, two of them won, and one of Ben's."""

    async def names() -> None:
        async with open_house(tmp_path) as house:
            await house.set_name(ANA, "Ana")
            await house.set_name(BEN, "Ben")

    tables = run_apart(fill(tmp_path, ANA, ANA, ANA, BEN))
    run_apart(names())
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        for number, table in enumerate(tables):
            db.execute(OTTO, (table,))
            places = ("[1,2]", "[2,1]", "[1,2]", "[2,1]")[number]
            db.execute(PLACES, (places, table))
    return str(tmp_path / "house.db")


def test_games_of_a_name_are_added_up(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--database", database, "--name", "ana"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"all +3 +2 +67% +21 to 94%", text)
    assert "Otto, hard" in text and "Most points" in text
    assert main(["stats", "--database", database, "--name", "ana", "--lang", "de"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"alle +3 +2 +67.% +21 bis 94.%", text) and "Otto, schwer" in text
    assert "Die meisten Punkte" in text or "Meiste Punkte" in text
    assert main(["stats", "--database", database, "--name", "Ben", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["dice-ocalypse"]
    assert (found["all"]["games"], found["all"]["won"], found["all"]["even"]) == (1, 0, 0.5)
    assert found["against"]["otto"]["low"] == 0 and found["reviewed"]["games"] == 0


def test_who_played_alone_is_told_of_no_even_share(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DELETE FROM seat WHERE seat = 1")
        db.execute(ALONE)
    assert main(["stats", "--database", database, "--name", "Ben"]) == 0
    (row,) = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("all ")]
    assert row == ["all", "1", "1", "100%", "21", "to", "100%"], "and no number after them"
    assert main(["stats", "--database", database, "--name", "Ben", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dice-ocalypse"]["all"]["even"] is None


def test_a_file_of_games(database: str, tmp_path: Path) -> None:
    place = tmp_path / "games.csv"
    assert main(["stats", "--database", database, "--name", "Ana", "--save", str(place)]) == 0
    assert [row["won"] for row in csv.DictReader(place.open())] == ["True", "False", "True"]
    for bad in (tmp_path / "games.xlsx", tmp_path / "no" / "games.csv"):
        assert main(["stats", "--database", database, "--name", "Ana", "--save", str(bad)]) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [([], "Ana (3), Ben (1)"), (["--name", "Zoë"], "No one called"), (["--name", ""], "No one called")],
)
def test_whose_games_must_be_clear(
    database: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", "--database", database, *arguments]) == 2
    assert words in capsys.readouterr().err
