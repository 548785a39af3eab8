"""What stands in the way of a PostgreSQL database is one sentence, and never holds the password."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.server.storage import table_records
from dicehouse.server.storage.data_files import CantOpen
from dicehouse.server.storage.database_address import Address, place_of
from dicehouse.server.storage.schema import MIGRATIONS
from dicehouse.server.storage.store import Conflict, StoreFailed
from dicehouse.server.storage.store_factory import open_store, reading
from dicehouse.server.storage.table_records import Seat, TableRecord

from ..cluster import PASSWORD, Cluster
from .room import run_apart

pytestmark = pytest.mark.xdist_group("postgres")
SECRET = "pa55word"  # noqa: S105


def refused(address: Address) -> str:
    with pytest.raises(CantOpen) as found:
        open_store(address)
    said = str(found.value)
    assert said.endswith(".") and "\n" not in said and SECRET not in said
    return said


def name_of(address: Address) -> str:
    return str(address).rpartition("/")[2]


def test_a_place_is_a_file_or_an_address() -> None:
    assert place_of("postgres/house.db") == Path("postgres/house.db")
    address = place_of(f"postgresql://ana:{SECRET}@db.example:5433/dice?password={SECRET}")
    assert str(address) == "postgresql://db.example:5433/dice"
    assert SECRET not in repr(address)
    assert str(place_of("postgres://[broken")) == "the PostgreSQL database"


def test_nobody_listens_there(postgres: Cluster) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert "can't be used: " in refused(Address(f"postgresql://ana:{SECRET}@127.0.0.1:{port}/dice"))


def test_a_wrong_password(postgres: Cluster) -> None:
    name = name_of(postgres.fresh())
    host = f"127.0.0.1:{postgres.port}/{name}"
    assert "password authentication failed" in refused(Address(f"postgresql://dicehouse:{SECRET}@{host}"))
    right = PASSWORD.replace(" ", "%20")
    open_store(Address(f"postgresql://dicehouse:{right}@{host}"))[0].close()


def test_no_such_database(postgres: Cluster) -> None:
    assert "does not exist" in refused(postgres.address("nowhere"))


@pytest.mark.parametrize("address", [f"postgresql://a:{SECRET}%zz@h/d", f"postgresql://a@h/d?{SECRET}=1"])
def test_an_address_that_is_none(address: str, postgres: Cluster) -> None:
    assert "must look like postgresql://" in refused(Address(address))


def test_a_database_of_something_else(postgres: Cluster) -> None:
    address = postgres.fresh()
    postgres.tell("CREATE TABLE invoice (id integer)", name_of(address))
    assert "isn't a database of Dicehouse" in refused(address)
    assert postgres.tell("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name_of(address)) == [(1,)]


def test_a_database_that_lacks_letters(postgres: Cluster) -> None:
    assert "LATIN1" in refused(postgres.fresh("LATIN1"))


def test_a_newer_one_is_left_alone(postgres: Cluster) -> None:
    address = postgres.fresh()
    open_store(address)[0].close()
    postgres.tell("UPDATE house SET version = 9999", name_of(address))
    assert "newer version of Dicehouse" in refused(address)


def test_an_older_one_is_brought_up(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole, or not at all."""
    address, steps = postgres.fresh(), "dicehouse.server.storage.postgres_schema.MIGRATIONS"
    with monkeypatch.context() as before:
        before.setattr(steps, MIGRATIONS[:11])
        open_store(address)[0].close()
    with pytest.raises(CantOpen, match="older version of Dicehouse"), reading(address):
        pass
    with monkeypatch.context() as broken:
        broken.setattr(steps, (*MIGRATIONS, "CREATE TABLE half (x INTEGER); SELECT * FROM nothing"))
        assert "can't be used" in refused(address)
    assert postgres.tell("SELECT version, (SELECT count(*) FROM pg_tables WHERE tablename IN ('half', 'review'))"
                         " FROM house", name_of(address)) == [(11, 0)]  # fmt: skip
    _, key = open_store(address)
    with reading(address) as db:
        assert db.execute("SELECT count(*) FROM review").fetchone()[0] == 0
    assert len(key) == 32


def test_a_command_says_it_in_a_line(postgres: Cluster, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    address = postgres.fresh()
    assert main(["audit", "--database", address.uri]) == 2
    assert capsys.readouterr().err == f"dicehouse: {address} has no tables of Dicehouse.\n"
    open_store(address)[0].close()
    assert main(["audit", "--database", address.uri]) == 0
    assert "no faults" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "a"), "--database", address.uri]) == 2
    assert "pg_dump" in capsys.readouterr().err


def test_a_cut_line_is_mended(postgres: Cluster) -> None:
    """Whoever writes or asks next notices nothing."""
    address = postgres.fresh()

    async def story() -> None:
        store, _ = open_store(address)
        await store.write(table_records.put_guest("1" * 32, "Ana", 0.0))
        assert await store.read(lambda db: table_records.read_guest(db, "1" * 32)) == "Ana"
        cut(postgres, address)
        assert await store.read(lambda db: table_records.read_guest(db, "1" * 32)) == "Ana"
        await store.write(table_records.put_guest("1" * 32, "Ben", 0.0))
        assert await store.read(lambda db: table_records.read_guest(db, "1" * 32)) == "Ben"
        store.close()

    run_apart(story())


def test_while_the_database_is_away_a_write_fails_and_later_it_does_not(postgres: Cluster) -> None:
    address = postgres.fresh()

    async def story() -> None:
        store, _ = open_store(address)
        await store.write(table_records.put_guest("1" * 32, "Ana", 0.0))
        name = name_of(address)
        postgres.tell(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        cut(postgres, address)
        with pytest.raises(StoreFailed):
            await asyncio.wait_for(store.write(table_records.put_guest("1" * 32, "Ben", 0.0)), 60)
        with pytest.raises(StoreFailed):
            await store.read(lambda db: table_records.read_guest(db, "1" * 32))
        postgres.tell(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert await store.read(lambda db: table_records.read_guest(db, "1" * 32)) == "Ana"
        await store.write(table_records.put_guest("1" * 32, "Cleo", 0.0))
        store.close()

    run_apart(story())


def cut(postgres: Cluster, address: Address) -> None:
    """End all connections to a database."""
    there = f"WHERE datname = '{name_of(address)}'"
    postgres.tell(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity {there}")  # noqa: S608


def test_who_comes_too_late_never_waits_in_a_ring_with_who_was_first(postgres: Cluster) -> None:
    """The late one has written other rows of the table before it learns that it is late."""
    address = postgres.fresh()
    late, first = open_store(address)[0], open_store(address)[0]
    seat = ("UPDATE seat SET name = name WHERE table_id = ?", ("t",))
    row = ("UPDATE game_table SET quiet = quiet WHERE id = ?", ("t",))

    async def story() -> None:
        await first.write(
            table_records.insert_table(TableRecord("t", "pig", "", {}, "a" * 32, "c", "s", "waiting", 0.0)),
            table_records.put_seat("t", Seat(0, "person", "Ana")),
        )
        await first.change("t", 0, row)
        too_late = late.change("t", 0, seat, ("SELECT pg_sleep(?)", (2.0,)), row)
        await asyncio.sleep(0.2)
        await first.change("t", 1, seat)
        with pytest.raises(Conflict):
            await too_late

    try:
        run_apart(story())
    finally:
        late.close()
        first.close()
