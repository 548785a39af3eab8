"""Manage the files of a server: only their owner may read them, and only one server uses them at a time."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ...errors import DicehouseError, explain_os_error
from .database_address import database_file

KEY_BYTES = 32
TABLES = "name the file in which a house keeps its tables, such as dicehouse.db, with --database"
OTHERS = 0o077  # permissions that only the owner of a file may have


class CantOpen(DicehouseError):
    """Say why the files of a server can't be used; nothing in them was changed."""


def default_database() -> Path:
    """Return the file that holds this user's tables by default."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return database_file(os.path.join(data, "dicehouse", "dicehouse.db"))


class Lock:
    """Lock a database for one server. The lock is SQLite's own, on a file beside it, so it ends with the process."""

    def __init__(self, database: Path) -> None:
        with usable(database):
            place = beside(database, ".lock")
        make_private(place)
        try:
            self._held = sqlite3.connect(place, timeout=0, isolation_level=None, check_same_thread=False)
            self._held.execute("PRAGMA journal_mode = OFF")  # nothing is written, and a journal would be one more file
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise CantOpen(
                    f"Another Dicehouse uses {database} already; stop it first, or name another file with --database."
                ) from None
            raise CantOpen(f"{place} can't be locked: {error}.") from None

    def release(self) -> None:
        self._held.close()


@contextlib.contextmanager
def usable(path: Path) -> Iterator[None]:
    """Raise CantOpen in place of an error of the operating system while a file at `path` is being used."""
    try:
        yield
    except DicehouseError:
        raise
    except (OSError, ValueError) as error:  # a null byte in the name is a ValueError
        raise CantOpen(f"{path} can't be used: {explain_os_error(error, 'there is no such folder')}.") from None


def beside(database: Path, ending: str) -> Path:
    """Return the path of `database` with `ending` added, in the folder of the real file if `database` is a link."""
    database = database.resolve()
    return database.with_name(database.name + ending)


def refuse_folder(path: Path, wanted: str) -> None:
    """Raise CantOpen if `path` is a folder; the message says what is `wanted`."""
    with usable(path):
        if path.is_dir():
            raise CantOpen(f"{path} is a folder; {wanted}.")


def make_private(path: Path) -> None:
    """Create a file at `path` that only its owner may read, or make an existing file private."""
    with usable(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        if path.stat().st_mode & OTHERS:
            path.chmod(0o600)


def key_of(database: Path) -> Path:
    """Return the path of the server's key, which is beside `database`."""
    return database.with_suffix(".key")


def house_key(database: Path) -> bytes:
    """Return the server's own key (32 bytes); create one for a new database. Without the key, no cookie, invitation or
    commitment of the server holds.

    Raise CantOpen if the key of an existing database is missing, or if the file holds no key.
    """
    with usable(database):
        path = key_of(database)
    with usable(path):
        if not path.exists():
            if database.is_file() and database.stat().st_size:
                raise CantOpen(
                    f"The key {path} of {database} is missing: without it nobody gets their seat back; put it there"
                    " again, or restore a backup."
                )
            write_new(path, secrets.token_bytes(KEY_BYTES))
        make_private(path)
        key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise CantOpen(f"{path} is not a key of a house: it should hold {KEY_BYTES} bytes.")
    return key


def write_new(path: Path, data: bytes) -> None:
    """Write `data` to a new file at `path`, completely or not at all; leave an existing file as it is."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with usable(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, path)
    finally:
        with contextlib.suppress(OSError, ValueError):
            fresh.unlink()
