"""Damaged rows in PostgreSQL: the table answers 500 with a sentence, nobody else notices, and data can be deleted."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dicehouse.server.storage.database_address import Address
from dicehouse.server.storage.store_factory import open_store
from dicehouse.server.storage.table_restore import DAMAGED

from ..cluster import Cluster
from .server import Person, start
from .test_damaged_tables import DAMAGE, MILD, OTHERS, PAGES

pytestmark = pytest.mark.xdist_group("postgres")

BY_SQLITE = re.compile(r"CAST\(x'|zeroblob|9e999|1e308")  # what PostgreSQL itself refuses to store, or to read as SQL
ALL = {
    **{what: change for what, change in DAMAGE.items() if not BY_SQLITE.search(change)},
    "deep": "game_table SET settings = repeat('[', 100000) WHERE id = ?",
    "no number": "game_table SET revision = -9223372036854775808 WHERE id = ?",
    "wide": "entry SET draws = repeat('9', 100000) WHERE table_id = ?",
}
HARMLESS = {
    **{what: change for what, change in MILD.items() if not BY_SQLITE.search(change)},
    "opened for ever": "game_table SET created = 'Infinity' WHERE id = ?",
    "opened at no time": "game_table SET created = 'NaN' WHERE id = ?",
    "played at no time": "entry SET at = 'NaN' WHERE table_id = ?",
    "said at no time": "chat SET at = '-Infinity', text = repeat('x', 100000) WHERE table_id = ?",
}


def test_damage_stops_its_own_table_only(postgres: Cluster) -> None:
    address: Address = postgres.fresh()
    store, key = open_store(address)
    store.close()
    first = start(address, secret_key=key)  # type: ignore[arg-type]  # an address is a place, too
    ana, tables = Person(first.url), dict[str, str]()
    for what in [*ALL, *HARMLESS, "sound"]:
        tables[what] = ana.open_table("person", "person")
        with ana.sit(tables[what]) as sitting:
            sitting.act(sitting.read(), "roll")
            sitting.read_until("ack")
    ana.post(f"{tables['said at no time']}/chat", text="hello")
    for what, change in (ALL | HARMLESS).items():
        table = tables[what].removeprefix("/t/")
        found = postgres.tell(
            f"UPDATE {change.replace('?', repr(table))} RETURNING 1", address.uri.split("/")[3].split("?")[0]
        )
        assert found, what
    first.stop()
    second = start(address, secret_key=key, port=int(first.url.rpartition(":")[2]))  # type: ignore[arg-type]
    sound, wrong = tables.pop("sound"), list[tuple[str, str, int]]()
    for what in ALL:
        for page in PAGES:
            answer = ana.http.get(tables[what] + page)
            if (answer.status_code, DAMAGED in unescape(answer.text)) != (500, True):
                wrong.append((what, page, answer.status_code))
    for page in [*OTHERS, sound, f"{sound}/plain"]:
        if ana.http.get(page).status_code != 200:
            wrong.append(("others", page, ana.http.get(page).status_code))
    assert wrong == []
    assert "Your data is deleted" in ana.post("/me/leave", sure="yes").text
    name = address.uri.split("/")[3].split("?")[0]
    assert postgres.tell("SELECT count(*) FROM seat WHERE guest IS NOT NULL", name) == [(0,)]
    assert postgres.tell("SELECT count(*) FROM game_table WHERE host <> ''", name) == [(0,)]
    second.stop()
