"""A table with damaged rows answers 500 with a sentence, and nobody else notices."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from dicehouse.server.storage.table_restore import DAMAGED

from .server import Person, Server, start

TABLE, SEAT, ENTRY = (
    "game_table SET {} WHERE id = ?",
    "seat SET {} WHERE table_id = ?",
    "entry SET {} WHERE table_id = ?",
)
DAMAGE = {
    **{f"settings {value}": TABLE.format(f"settings = '{value}'") for value in ("", "{", "[7]", "null", "7", '"x"')},
    **{f"header {value}": TABLE.format(f"header = '{value}'") for value in ("{", "[7]")},
    **{f"asking {value}": TABLE.format(f"asking = '{value}'") for value in ("", "{", "[7]", "null", "7")},
    **{f"rules {value}": TABLE.format(f"rules = '{value}'") for value in ("{", "[7]")},
    **{f"what if {value}": TABLE.format(f"what_if = '{value}'") for value in ("{", "[7]")},
    **{f"draws {value}": ENTRY.format(f"draws = '{value}'") for value in ("{", "[7]", "[[1]]", "7")},
    "outcome": ENTRY.format("outcome = '{'"),
    "not UTF-8": TABLE.format("settings = CAST(x'ff00ff' AS TEXT)"),
    "deep": TABLE.format("settings = replace(hex(zeroblob(50000)), '0', '[')"),
    "a seat": SEAT.format("seat = -7") + " AND seat = 1",
    "origin": SEAT.format("drawn_by = 'nobody'"),
    "origin of one": SEAT.format("drawn_by = ''") + " AND seat = 1",
}
PAGES = ["", "/plain", "/replay", "/replay/plain", "/replay.json", "/match.json", "/dice.json", "/review", "/away.json"]
OTHERS = ["/", "/games", "/me", "/dice", "/dice.csv", "/clubs", "/turns.json", "/me/everything.json", "/games.csv"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Person, dict[str, str], str]]:
    """A server, a guest with a table for each kind of damage, these tables, and one that is sound."""
    place: Path = tmp_path_factory.mktemp("damaged") / "house.db"
    first = start(place)
    ana, tables = Person(first.url), dict[str, str]()
    for what in [*DAMAGE, "sound"]:
        tables[what] = ana.open_table("person", "person")
        with ana.sit(tables[what]) as sitting:
            sitting.act(sitting.read(), "roll")
            sitting.read_until("ack")
    first.stop()
    with closing(sqlite3.connect(place)) as db, db:
        for what, change in DAMAGE.items():
            assert db.execute(f"UPDATE {change}", (tables[what].removeprefix("/t/"),)).rowcount
    second = start(place, port=int(first.url.rpartition(":")[2]))
    yield second, ana, tables, tables.pop("sound")
    second.stop()


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_table_says_so(house: tuple[Server, Person, dict[str, str], str], what: str) -> None:
    """On every page of it, to its players and to others, to programs, and to forms; a socket is refused."""
    server, ana, tables, sound = house
    table = tables[what]
    for person in (ana, Person(server.url)):
        for page in PAGES:
            answer = person.http.get(table + page)
            assert (answer.status_code, DAMAGED in unescape(answer.text)) == (500, True), page
        assert person.post(f"{table}/undo", seat=0).status_code == 500
        with pytest.raises(InvalidStatus):
            person.sit(table)
        program = person.http.get(f"/api/v1{table.replace('/t/', '/tables/')}")
        assert (program.status_code, DAMAGED in program.text) == (500, True)
    assert ana.http.get(sound).status_code == 200


def test_nobody_else_notices(house: tuple[Server, Person, dict[str, str], str]) -> None:
    server, ana, tables, sound = house
    for page in OTHERS:
        assert ana.http.get(page).status_code == Person(server.url).http.get("/").status_code == 200, page
    home = ana.http.get("/").text
    assert sound in home and not any(f'"{table}"' in home for table in tables.values())
    with ana.sit(sound) as sitting:
        state = sitting.read()
        sitting.act(state, state["options"][0]["id"])
        assert sitting.read_until("ack")["number"] == 2
