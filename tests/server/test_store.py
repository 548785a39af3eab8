"""The store: what `write` answered is on the disk, what failed is not, and one fault harms nobody else."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dicehouse.server.storage import table_records
from dicehouse.server.storage.backup import backup, restore
from dicehouse.server.storage.data_files import KEY_BYTES, CantOpen, server_key
from dicehouse.server.storage.database import together
from dicehouse.server.storage.database_address import Place
from dicehouse.server.storage.schema import MIGRATIONS, migrate
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.server.storage.store import Store, StoreFailed
from dicehouse.server.storage.store_factory import open_store
from dicehouse.server.storage.threaded_store import FORKED

from .room import run_apart


class Kept:
    """An empty database of a kind, before anybody opened it."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def open(self) -> Store:
        return open_store(self.place)[0]

    def ask(self, sql: str) -> list[Any]:
        """What another process sees."""
        if isinstance(self.place, Path):
            with sqlite3.connect(self.place) as db:
                return db.execute(sql).fetchall()
        import psycopg

        with psycopg.connect(self.place.uri) as db:
            return db.execute(sql.encode()).fetchall()

    def names(self) -> set[str]:
        return {row[0] for row in self.ask("SELECT name FROM guest")}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    if request.param == "sqlite":
        return Kept(tmp_path / "a.db")
    return Kept(request.getfixturevalue("postgres").fresh())


def test_a_write_that_returned_is_seen_by_another_process(kept: Kept) -> None:
    async def write() -> None:
        store = kept.open()
        await store.write(table_records.put_guest("1" * 32, "Ana", 0.0))
        assert kept.names() == {"Ana"}
        store.close()

    run_apart(write())


def test_rows_that_are_inserted_at_once_are_those_that_were_given(kept: Kept) -> None:
    """Of each table in order, whatever stands between; and one that can't be kept takes no other with it."""

    def guest(number: int) -> Any:
        return ("INSERT INTO guest (id, name, created) VALUES (?, ?, ?)", (f"{number:032}", f"Guest {number}", 1.0))

    async def write() -> None:
        store, numbers = kept.open(), list(range(150))
        renamed = ("UPDATE guest SET name = ? WHERE id = ?", ("Zoe", f"{7:032}"))
        jobs = [store.write(guest(n)) for n in numbers]
        jobs.insert(75, store.write(renamed))
        jobs.append(store.write(*map(guest, range(200, 203)), guest(0)))  # the last is there already
        jobs.append(store.write(*map(guest, range(300, 371))))
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(each, StoreFailed) for each in done if each is not None] == [True]
        names = {f"Guest {n}" for n in [*numbers, *range(300, 371)] if n != 7} | {"Zoe"}
        assert kept.names() == names
        store.close()

    run_apart(write())


def test_statements_that_are_put_together_say_the_same() -> None:
    one, other = "INSERT INTO a (b, c) VALUES (?, ?)", "INSERT INTO a (b) VALUES (?) ON CONFLICT (b) DO NOTHING"
    given = [(one, (n, str(n))) for n in range(7)] + [(other, (n,)) for n in range(3)] + [(one, (7, "7"))]
    found = list(together(given))
    assert found == [
        (f"{one}, (?, ?), (?, ?), (?, ?)", [0, "0", 1, "1", 2, "2", 3, "3"]),
        (f"{one}, (?, ?)", [4, "4", 5, "5"]),
        (one, (6, "6")),
        *[(other, (n,)) for n in range(3)],
        (one, (7, "7")),
    ]


def test_it_is_durable(kept: Kept) -> None:
    async def check() -> None:
        store, sqlite = kept.open(), isinstance(kept.place, Path)
        asked, durable = ("PRAGMA journal_mode", "wal") if sqlite else ("SHOW synchronous_commit", "on")
        assert await store.read(lambda db: db.execute(asked).fetchone()[0]) == durable
        store.close()

    run_apart(check())


def test_it_is_strict(kept: Kept) -> None:
    async def check() -> None:
        store = kept.open()
        with pytest.raises(StoreFailed):
            await store.write(("INSERT INTO guest VALUES (?, ?, ?)", ("x", "Ana", "not a number")))
        store.close()

    run_apart(check())


def test_rows_go_by_name_and_by_place(kept: Kept) -> None:
    async def check() -> None:
        store = kept.open()
        await store.write(
            table_records.put_guest("1" * 32, "Ana", 2.0), table_records.put_guest("2" * 32, "100%?", 3.0)
        )
        rows = await store.read(lambda db: db.execute("SELECT name, created FROM guest ORDER BY id").fetchall())
        assert [(row["name"], row[1], len(row)) for row in rows] == [("Ana", 2.0, 2), ("100%?", 3.0, 2)]
        assert [tuple(row) for row in rows] == [("Ana", 2.0), ("100%?", 3.0)]
        assert await store.read(lambda db: table_records.read_guest(db, "3" * 32)) is None
        store.close()

    run_apart(check())


def test_many_writes_share_commits(kept: Kept) -> None:
    """Fifty tables that write in one round of their loop wait for one commit, however soon the writer is there."""

    async def write() -> int:
        store = kept.open()
        before = store.figures().commits
        for _ in range(4):
            waiting = []
            for n in range(50):
                waiting.append(store.write(table_records.put_guest(f"{n:032}", f"G{n}", 0.0)))
                time.sleep(0.0005)  # the writer could begin
            await asyncio.gather(*waiting)
        store.close()
        return store.figures().commits - before

    assert run_apart(write()) == 4
    assert len(kept.names()) == 50


def test_one_bad_write_fails_alone(kept: Kept) -> None:
    async def write() -> list[object]:
        store = kept.open()
        jobs = [store.write(table_records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(5)]
        bad = store.write(
            table_records.put_guest("9" * 32, "half", 0.0), ("INSERT INTO seat VALUES (1, 2)", ())
        )  # the second statement fails, so the first must be gone too
        more = [store.write(table_records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(5, 10)]
        results = await asyncio.gather(*jobs, bad, *more, return_exceptions=True)
        store.close()
        return results

    results = run_apart(write())
    assert [type(r).__name__ for r in results] == ["NoneType"] * 5 + ["StoreFailed"] + ["NoneType"] * 5
    assert kept.names() == {f"G{n}" for n in range(10)}


def test_a_value_that_can_not_be_kept_does_not_end_the_writer(kept: Kept) -> None:
    async def write() -> None:
        store = kept.open()
        for value in ("\ud800", 2**70):
            with pytest.raises(StoreFailed):
                await asyncio.wait_for(
                    store.write(("INSERT INTO rival VALUES ('x', 'pig', 'greedy', ?)", (value,))), 60
                )
        await store.write(table_records.put_guest("1" * 32, "Ana", 0.0))
        store.close()

    run_apart(write())
    assert kept.names() == {"Ana"}


def test_closing_writes_what_waits_and_refuses_what_comes(kept: Kept) -> None:
    async def close() -> None:
        store = kept.open()
        waiting = [store.write(table_records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(20)]
        store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreFailed):
            await store.write(table_records.put_guest("x", "late", 0.0))

    run_apart(close())
    assert len(kept.names()) == 20


def test_readers_cannot_write(kept: Kept) -> None:
    async def check() -> None:
        store = kept.open()
        with pytest.raises((sqlite3.OperationalError, StoreFailed), match=r"read-?only"):
            await store.read(lambda db: db.execute("DELETE FROM guest"))
        assert await store.read(lambda db: table_records.read_guest(db, "1" * 32)) is None, "the reader goes on"
        store.close()

    run_apart(check())


def test_the_key_stays_the_key(kept: Kept) -> None:
    keys = []
    for _ in range(2):
        store, key = open_store(kept.place)
        store.close()
        keys.append(key)
    assert keys[0] == keys[1]
    assert len(keys[0]) == KEY_BYTES


def test_a_full_disk_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    async def fill() -> int:
        store = SQLite(tmp_path / "a.db", most_pages=80)
        written = 0
        try:
            for n in range(2000):
                await store.write(table_records.put_guest(f"{n:032}", "x" * 400, 0.0))
                written += 1
        except StoreFailed:
            return written
        finally:
            store.close()
        raise AssertionError("the disk never filled up")

    written = run_apart(fill())
    with sqlite3.connect(tmp_path / "a.db") as db:
        assert db.execute("SELECT count(*) FROM guest").fetchone()[0] == written > 10


def test_migrations_are_counted_and_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "a.db")
    migrate(db)
    migrate(db)
    assert db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(CantOpen, match="newer"):
        migrate(db)


def test_the_key_of_the_house_is_for_its_owner_only(tmp_path: Path) -> None:
    key = server_key(tmp_path / "a.db")
    assert server_key(tmp_path / "a.db") == key
    assert stat.S_IMODE((tmp_path / "a.key").stat().st_mode) == 0o600


def test_a_key_that_could_not_be_written_is_no_half_key(tmp_path: Path) -> None:
    """Else the house could never be opened again."""
    full_disk = """
import resource, sys
from pathlib import Path
from dicehouse.server.storage.database_address import Place
from dicehouse.server.storage.database import together
from dicehouse.server.storage.data_files import KEY_BYTES, CantOpen, server_key
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
try:
    server_key(Path(sys.argv[1]))
except CantOpen:
    print("refused")
"""
    told = subprocess.check_output([sys.executable, "-c", full_disk, str(tmp_path / "a.db")], text=True)
    assert told == "refused\n"
    assert list(tmp_path.iterdir()) == []


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    """Also those that an earlier version left open to all."""
    place = tmp_path / "deep" / "a.db"
    for _ in range(2):

        async def write() -> None:
            store = SQLite(place)
            await store.write(table_records.put_guest("1" * 32, "Ana", 0.0))
            await store.read(lambda db: table_records.read_guest(db, "1" * 32))
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in place.parent.iterdir()}
            assert {"a.db", "a.db-wal", "a.db-shm", "a.db.lock"} == set(modes)
            assert set(modes.values()) == {0o600}
            store.close()

        run_apart(write())
        place.chmod(0o644)
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_one_server_at_a_time(tmp_path: Path) -> None:
    """By whatever name the second one calls the folder."""
    (tmp_path / "link").symlink_to(tmp_path)
    store = SQLite(tmp_path / "a.db")
    for place in (tmp_path / "a.db", tmp_path / "link" / "a.db"):
        with pytest.raises(CantOpen, match="Another Dicehouse server already uses"):
            SQLite(place)
    SQLite(tmp_path / "b.db").close()
    store.close()
    SQLite(tmp_path / "a.db").close()


def test_a_killed_server_holds_nothing(tmp_path: Path) -> None:
    program = """
import os, signal, sys
from pathlib import Path
from dicehouse.server.storage.sqlite_store import SQLite
SQLite(Path(sys.argv[1]))
print("open", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    told = subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.db")], capture_output=True, text=True)
    assert told.stdout == "open\n"
    SQLite(tmp_path / "a.db").close()


def test_without_its_key_a_house_is_not_opened_anew(tmp_path: Path) -> None:
    """A new key would take everybody's seat."""
    place = tmp_path / "a.db"
    key = server_key(place)
    SQLite(place).close()
    (tmp_path / "a.key").rename(tmp_path / "elsewhere")
    with pytest.raises(CantOpen, match=r"key .* is missing"):
        server_key(place)
    assert not (tmp_path / "a.key").exists()
    (tmp_path / "elsewhere").rename(tmp_path / "a.key")
    assert server_key(place) == key
    (tmp_path / "a.key").write_bytes(b"short")
    with pytest.raises(CantOpen, match="32 bytes"):
        server_key(place)


@pytest.mark.parametrize(
    ("one", "other"), [("a.db", "a.sqlite"), ("a", "a.db"), ("a.sqlite3", "a.sqlite"), ("a", "a.x")]
)
def test_two_databases_in_a_folder_have_keys_of_their_own(one: str, other: str, tmp_path: Path) -> None:
    keys = set()
    for name in (one, other):
        keys.add(server_key(tmp_path / name))
        SQLite(tmp_path / name).close()
    assert keys == {server_key(tmp_path / one), server_key(tmp_path / other)}
    assert len(keys) == 2


@pytest.mark.parametrize("name", ["a.sqlite", "a", "a.DB"])
def test_an_existing_server_keeps_the_key_that_earlier_versions_gave_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes(b"k" * KEY_BYTES)
    SQLite(tmp_path / name).close()
    assert server_key(tmp_path / name) == b"k" * KEY_BYTES
    backup(tmp_path / name, tmp_path / "b")
    restore(tmp_path / "b", tmp_path / name, force=True)
    assert server_key(tmp_path / name) == b"k" * KEY_BYTES
    restore(tmp_path / "b", tmp_path / "a.x")  # there is a.key, but no key of its own
    assert server_key(tmp_path / "a.x") == b"k" * KEY_BYTES


def test_two_that_make_a_key_have_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other was a moment faster: its key counts, for both."""
    place, drawn = tmp_path / "a.db", []

    def draw(size: int) -> bytes:
        drawn.append(size)
        if len(drawn) == 1:
            assert server_key(place) == b"b" * size
            return b"a" * size
        return b"b" * size

    monkeypatch.setattr("dicehouse.server.storage.data_files.secrets.token_bytes", draw)
    assert server_key(place) == b"b" * 32


def test_a_forked_process_is_refused_and_harms_nothing(kept: Kept) -> None:
    """Neither the writer's thread nor a connection survives a fork: a child would wait for ever."""

    def put(name: str) -> Any:
        return table_records.put_guest(name * 32, name, 0.0)

    async def refused(store: Store) -> list[str]:
        found = []
        for asked in (store.write(put("b")), store.read(lambda db: db.execute("SELECT 1").fetchall())):
            try:
                await asked
            except StoreFailed as error:
                found.append(str(error))
        store.close()
        return found

    async def write(store: Store, name: str) -> None:
        await store.write(put(name))

    store = kept.open()
    run_apart(write(store, "a"))
    context = multiprocessing.get_context("fork")
    mine, its = context.Pipe()
    process = context.Process(target=lambda: its.send(run_apart(refused(store))), daemon=True)
    process.start()
    assert mine.poll(60)
    assert mine.recv() == [FORKED, FORKED]
    process.join(60)
    run_apart(write(store, "c"))
    store.close()
    assert kept.names() == {"a", "c"}
