"""Check that files which are cut, outdated, huge, nested, or full of wrong things get one sentence each, quickly."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.cli import main

from ..printable import is_printable
from ..server.finished import fill
from ..server.room import ANA, open_house, run_apart
from .test_commands import finished, hostile, said, stored


def broken(what: str) -> str:
    """Return a damaged match of Dice-ocalypse!."""
    saved = finished().save()
    text = json.dumps(saved)
    if what in ("deep", "number", "lines", "dice", "actions", "more actions", "names", "tape"):
        return hostile(what)
    changed: dict[str, object] = {
        "another game": {"game": "baron-voodoo"},
        "a game that measures": {"game": "indicesion"},
        "no game": {"game": "chess"},
        "another game's setting": {"settings": {**saved["settings"], "rounds": 3}},
        "another version": {"version": "99"},
        "another form": {"format": "dicehouse-match/99"},
        "not over": {"actions": saved["actions"][:5], "scores": [0, 0]},
        "one name": {"names": ["a"]},
        "odd names": {"names": [1, "\x1b[2J"]},
    }
    texts = {
        "cut": text[: len(text) // 2],
        "empty": "",
        "twice": text * 2,
        "NaN": text.replace('"seat": 0', '"seat": NaN', 1),
        "infinite": text.replace('"players": 2', '"players": Infinity'),
        "half a seat": text.replace('"seat": 0', '"seat": 0.5', 1),
        "a review": '{"game": "dice-ocalypse", "rows": [], "version": 3}',
        "nested": "[" * 200_000,
    }
    return texts[what] if what in texts else json.dumps({**saved, **changed[what]})  # type: ignore[dict-item]  # plain data


SPOILT = [
    *("cut", "empty", "twice", "NaN", "infinite", "half a seat", "a review", "nested", "another game"),
    *("a game that measures", "no game", "another game's setting", "another version", "another form", "not over"),
    *("one name", "odd names", "deep", "number", "lines", "dice", "actions", "more actions", "names", "tape"),
]


@pytest.mark.parametrize("what", SPOILT)
def test_a_broken_match_is_not_reviewed(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "m.json"
    place.write_text(broken(what), encoding="utf-8")
    code, text, error = said(capsys, "review", str(place), "--seconds", "0.1")
    assert (code, text) == (2, ""), error
    assert len(error.splitlines()) == 1 and len(error) < 700 and is_printable(error[:-1])


def test_a_whole_match_is_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, error = said(capsys, "review", stored(tmp_path / "m.json", finished().save()), "--simulations", "10")
    assert (code, error) == (0, "") and "by luck" in text


def test_a_review_is_in_the_player_s_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("review", stored(tmp_path / "m.json", finished().save()), "--simulations", "10", "--lang")
    _code, german, _error = said(capsys, *command, "de")
    assert "Prozentpunkte Siegchance durch Können" in german and "Prozentpunkte Siegchance" in german
    assert "±" in german and "Spielraum" not in german and re.search(r"\d\N{NO-BREAK SPACE}%", german)
    _code, pseudo, _error = said(capsys, *command, "en-XA")
    plain = [
        line
        for line in pseudo.splitlines()
        if line.strip() and "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}" not in line
    ]
    assert all(re.fullmatch(r"\S+ ?\d*[^A-Za-z]*", line) for line in plain), "the name and numbers of each player"


def test_a_review_takes_a_level_for_each_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("review", stored(tmp_path / "m.json", finished().save()), "--simulations", "10", "--levels")
    assert said(capsys, *command, "kofi, people")[0] == 0
    for levels, words in (("pip", "must name 2 levels, not 1"), ("pip,nobody", "There is no level 'nobody'")):
        code, text, error = said(capsys, *command, levels)
        assert (code, text) == (2, "") and words in error


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Store two games of Ana's."""

    async def name() -> None:
        async with open_house(tmp_path) as house:
            await house.set_name(ANA, "Ana")

    run_apart(fill(tmp_path, ANA, ANA))
    run_apart(name())
    return tmp_path / "house.db"


def spoil(database: Path, where: str, value: str, table: str | None = None) -> None:
    name, column = where.split(".")
    with closing(sqlite3.connect(database)) as db, db:
        key = "id" if name == "game_table" else "table_id"
        db.execute(f"UPDATE {name} SET {column} = ? WHERE {key} = ifnull(?, {key})", (value, table))  # noqa: S608  # constants


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("entry.draws", "{"),
        ("entry.draws", '[["x", 6]]'),
        ("entry.draws", "[[1e400, 6]]"),
        ("game_table.settings", "x"),
        ("game_table.header", "{"),
        ("thrown.tally", "[]"),
    ],
)
def test_a_damaged_table_does_not_hide_the_dice_of_the_others(
    where: str, value: str, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as db:
        tables = [table for (table,) in db.execute("SELECT id FROM game_table ORDER BY id")]
    spoil(database, where, value, tables[0])
    rows = tmp_path / "dice.csv"
    code, text, error = said(capsys, "dice", "--database", str(database), "--save", str(rows))
    assert code == 1 and "throws of 1 game." in text and rows.read_text().count("\n") > 10
    assert len(error.splitlines()) == 1 and tables[0] in error and "damaged" in error
    spoil(database, where, value)
    code, text, error = said(capsys, "dice", "--database", str(database))
    assert code == 1 and text == "" and len(error.splitlines()) == 1 and "damaged" in error


@pytest.mark.parametrize("value", ["[", "[]", "7", '{"places": 5}', '{"places": [1], "totals": [3], "title": "x"}'])
def test_a_damaged_result_is_a_game_without_one(value: str, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(database, "game_table.result", value)
    assert main(["stats", "--name", "Ana", "--database", str(database)]) == 0
    assert "dice-ocalypse" in capsys.readouterr().out
