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

from ..server.finished import fill
from ..server.room import run_apart
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
    "revision": TABLE.format("revision = 9223372036854775807"),
    "revision below 0": TABLE.format("revision = -1"),
    "origin": SEAT.format("drawn_by = 'nobody'"),
    "origin of one": SEAT.format("drawn_by = ''") + " AND seat = 1",
}
# Damage that need not stop a table, but must not stop a list, a sum, a download or a deletion either.
MILD = {
    "mode": TABLE.format("mode = CAST(x'ff00ff' AS TEXT)"),
    "game": TABLE.format("game = replace(hex(zeroblob(5000)), '0', 'g')"),
    "name": SEAT.format("name = CAST(x'ff00ff' AS TEXT)") + " AND seat = 1",
    "opened never": TABLE.format("created = -1e308"),
    "opened for ever": TABLE.format("created = 9e999"),
    "said": "chat SET at = 1e308, text = CAST(x'ff' AS TEXT) WHERE table_id = ?",
    "played": ENTRY.format("at = 9e999, option = CAST(x'ff' AS TEXT)"),
}
COUNTS = "thrown SET tally = '{}' WHERE table_id = ?"
RESULT = '{{"title":"x","places":{},"totals":{},"minutes":{}}}'.format
FINISHED = {
    **{f"counts {value}": COUNTS.format(value) for value in ("", "{", "[7]", "null", '{"drawn":{}}')},
    "too few faces": COUNTS.format('{"drawn":{"6":[1]},"landed":[],"streaks":{}}'),
    "a huge count": COUNTS.format('{"drawn":{"6":[1,1,1,1,1,1e999]},"landed":[],"streaks":{}}'),
    "a face of 9": COUNTS.format('{"drawn":{},"landed":[9],"streaks":{}}'),
    "number": "thrown SET number = 9223372036854775807 WHERE table_id = ?",
    "places": TABLE.format(f"result = '{RESULT('[1,[]]', '[7,7]', 1)}'"),
    "points": TABLE.format(f"result = '{RESULT('[1,2]', '[1e999,{}]', 1)}'"),
    "minutes": TABLE.format(f"result = '{RESULT('[1,2]', '[7,7]', '[]')}'"),
    "ended": TABLE.format("ended = 1e308"),
    "ended before": TABLE.format("ended = -9e999"),
    "what if": TABLE.format("what_if = '{'"),
    "header": TABLE.format("header = '{'"),
}
PAGES = ["", "/plain", "/replay", "/replay/plain", "/replay.json", "/match.json", "/dice.json", "/review", "/away.json"]
OTHERS = [
    "/",
    "/games",
    "/games?page=2",
    "/me",
    "/dice",
    "/dice.csv",
    "/clubs",
    "/turns.json",
    "/me/everything.json",
    "/games.csv",
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Person, dict[str, str], str]]:
    """A server, a guest with a table for each kind of damage, these tables, and one that is sound."""
    place: Path = tmp_path_factory.mktemp("damaged") / "house.db"
    first = start(place)
    ana, tables = Person(first.url), dict[str, str]()
    for what in [*DAMAGE, *MILD, "sound"]:
        tables[what] = ana.open_table("person", "person")
        with ana.sit(tables[what]) as sitting:
            sitting.act(sitting.read(), "roll")
            sitting.read_until("ack")
    assert ana.post(f"{tables['said']}/chat", text="hello").status_code == 303
    first.stop()
    with closing(sqlite3.connect(place)) as db:
        (guest,) = db.execute("SELECT host FROM game_table LIMIT 1").fetchone()
    finished = run_apart(fill(place.parent, *[guest] * len(FINISHED)))
    tables |= dict(zip(FINISHED, [f"/t/{table}" for table in finished], strict=True))
    with closing(sqlite3.connect(place)) as db, db:
        for what, change in (DAMAGE | MILD | FINISHED).items():
            assert db.execute(f"UPDATE {change}", (tables[what].removeprefix("/t/"),)).rowcount, what
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
    assert sound in home and not any(f'"{tables[what]}"' in home for what in DAMAGE)
    with ana.sit(sound) as sitting:
        state = sitting.read()
        sitting.act(state, state["options"][0]["id"])
        assert sitting.read_until("ack")["number"] == 2


def test_data_is_deleted_although_tables_are_damaged(house: tuple[Server, Person, dict[str, str], str]) -> None:
    server, ana, *_ = house
    assert "Your data is deleted" in ana.post("/me/leave", sure="yes").text
    with closing(sqlite3.connect(server.database)) as db:
        for where in ("game_table WHERE host <> ''", "seat WHERE guest IS NOT NULL", "chat WHERE guest IS NOT NULL"):
            assert db.execute(f"SELECT count(*) FROM {where}").fetchone() == (0,), where  # noqa: S608  # constants
