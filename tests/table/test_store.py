"""The store: what `write` answered is on the disk, what failed is not, and one fault harms nobody else."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dicehouse.table import records
from dicehouse.table.files import CantOpen, house_key
from dicehouse.table.schema import MIGRATIONS, migrate
from dicehouse.table.store import Store, StoreFailed

from .room import run_apart


def _names(path: Path) -> set[str]:
    with sqlite3.connect(path) as db:
        return {row[0] for row in db.execute("SELECT name FROM guest")}


def test_a_write_that_returned_is_seen_by_another_process(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / "a.db")
        await store.write(records.put_guest("1" * 32, "Ana", 0.0))
        assert _names(tmp_path / "a.db") == {"Ana"}
        store.close()

    run_apart(write())


def test_it_is_durable_and_strict(tmp_path: Path) -> None:
    async def check() -> None:
        store = Store(tmp_path / "a.db")
        assert await store.read(lambda db: db.execute("PRAGMA journal_mode").fetchone()[0]) == "wal"
        with pytest.raises(StoreFailed):
            await store.write(("INSERT INTO guest VALUES (?, ?, ?)", ("x", "Ana", "not a number")))
        store.close()

    run_apart(check())


def test_many_writes_share_commits(tmp_path: Path) -> None:
    """Fifty tables that write at once wait for a few commits, not for fifty."""

    async def write() -> int:
        store = Store(tmp_path / "a.db")
        commits = 0
        original = store._commit

        def counted(connection: sqlite3.Connection, jobs: list) -> None:
            nonlocal commits
            commits += 1
            original(connection, jobs)

        store._commit = counted
        for _ in range(4):
            await asyncio.gather(*(store.write(records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(50)))
        store.close()
        return commits

    assert run_apart(write()) <= 40
    assert len(_names(tmp_path / "a.db")) == 50


def test_one_bad_write_fails_alone(tmp_path: Path) -> None:
    async def write() -> list[object]:
        store = Store(tmp_path / "a.db")
        jobs = [store.write(records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(5)]
        bad = store.write(
            records.put_guest("9" * 32, "half", 0.0), ("INSERT INTO seat VALUES (1, 2)", ())
        )  # the second statement fails, so the first must be gone too
        more = [store.write(records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(5, 10)]
        results = await asyncio.gather(*jobs, bad, *more, return_exceptions=True)
        store.close()
        return results

    results = run_apart(write())
    assert [type(r).__name__ for r in results] == ["NoneType"] * 5 + ["StoreFailed"] + ["NoneType"] * 5
    assert _names(tmp_path / "a.db") == {f"G{n}" for n in range(10)}


def test_a_value_that_can_not_be_kept_does_not_end_the_writer(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / "a.db")
        for value in ("\ud800", 2**70):
            with pytest.raises(StoreFailed):
                await asyncio.wait_for(store.write(("INSERT INTO guest VALUES (?, ?, 0)", ("1", value))), 20)
        await store.write(records.put_guest("1" * 32, "Ana", 0.0))
        store.close()

    run_apart(write())
    assert _names(tmp_path / "a.db") == {"Ana"}


def test_a_full_disk_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    async def fill() -> int:
        store = Store(tmp_path / "a.db", most_pages=40)
        written = 0
        try:
            for n in range(2000):
                await store.write(records.put_guest(f"{n:032}", "x" * 400, 0.0))
                written += 1
        except StoreFailed:
            return written
        finally:
            store.close()
        raise AssertionError("the disk never filled up")

    written = run_apart(fill())
    with sqlite3.connect(tmp_path / "a.db") as db:
        assert db.execute("SELECT count(*) FROM guest").fetchone()[0] == written > 10


def test_closing_writes_what_waits_and_refuses_what_comes(tmp_path: Path) -> None:
    async def close() -> None:
        store = Store(tmp_path / "a.db")
        waiting = [store.write(records.put_guest(f"{n:032}", f"G{n}", 0.0)) for n in range(20)]
        store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreFailed):
            await store.write(records.put_guest("x", "late", 0.0))

    run_apart(close())
    assert len(_names(tmp_path / "a.db")) == 20


def test_migrations_are_counted_and_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "a.db")
    migrate(db)
    migrate(db)
    assert db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(CantOpen, match="newer"):
        migrate(db)


def test_readers_cannot_write(tmp_path: Path) -> None:
    async def check() -> None:
        store = Store(tmp_path / "a.db")
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await store.read(lambda db: db.execute("DELETE FROM guest"))
        store.close()

    run_apart(check())


def test_the_key_of_the_house_is_for_its_owner_only(tmp_path: Path) -> None:
    key = house_key(tmp_path / "a.db")
    assert house_key(tmp_path / "a.db") == key
    assert stat.S_IMODE((tmp_path / "a.key").stat().st_mode) == 0o600


def test_a_key_that_could_not_be_written_is_no_half_key(tmp_path: Path) -> None:
    """Else the house could never be opened again."""
    full_disk = """
import resource, sys
from pathlib import Path
from dicehouse.table.files import CantOpen, house_key
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
try:
    house_key(Path(sys.argv[1]))
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
            store = Store(place)
            await store.write(records.put_guest("1" * 32, "Ana", 0.0))
            await store.read(lambda db: records.read_guest(db, "1" * 32))
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
    store = Store(tmp_path / "a.db")
    for place in (tmp_path / "a.db", tmp_path / "link" / "a.db"):
        with pytest.raises(CantOpen, match="Another Dicehouse uses"):
            Store(place)
    Store(tmp_path / "b.db").close()
    store.close()
    Store(tmp_path / "a.db").close()


def test_a_killed_server_holds_nothing(tmp_path: Path) -> None:
    program = """
import os, signal, sys
from pathlib import Path
from dicehouse.table.store import Store
Store(Path(sys.argv[1]))
print("open", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    told = subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.db")], capture_output=True, text=True)
    assert told.stdout == "open\n"
    Store(tmp_path / "a.db").close()


def test_without_its_key_a_house_is_not_opened_anew(tmp_path: Path) -> None:
    """A new key would take everybody's seat."""
    place = tmp_path / "a.db"
    key = house_key(place)
    Store(place).close()
    (tmp_path / "a.key").rename(tmp_path / "elsewhere")
    with pytest.raises(CantOpen, match=r"key .* is missing"):
        house_key(place)
    assert not (tmp_path / "a.key").exists()
    (tmp_path / "elsewhere").rename(tmp_path / "a.key")
    assert house_key(place) == key
    (tmp_path / "a.key").write_bytes(b"short")
    with pytest.raises(CantOpen, match="32 bytes"):
        house_key(place)


def test_two_that_make_a_key_have_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other was a moment faster: its key counts, for both."""
    place, drawn = tmp_path / "a.db", []

    def draw(size: int) -> bytes:
        drawn.append(size)
        if len(drawn) == 1:
            assert house_key(place) == b"b" * size
            return b"a" * size
        return b"b" * size

    monkeypatch.setattr("dicehouse.table.files.secrets.token_bytes", draw)
    assert house_key(place) == b"b" * 32
