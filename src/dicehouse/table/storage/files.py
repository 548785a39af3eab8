"""The files of a house: for their owner's eyes only, and for one server at a time."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ...errors import DicehouseError, why_not

KEY_BYTES = 32
TABLES = "name the file in which a house keeps its tables, such as dicehouse.db, with --database"
OTHERS = 0o077  # what nobody but the owner may do with a file


class CantOpen(DicehouseError):
    """The files of a house can't be used as they are; nothing in them was changed."""


def default_database() -> Path:
    """Where the tables of this user are kept."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "dicehouse" / "dicehouse.db"


class Lock:
    """Says that a server uses a database. The lock is SQLite's own, on a file beside it: it ends with the process."""

    def __init__(self, database: Path) -> None:
        with usable(database):
            place = beside(database, ".lock")
        make_private(place)
        try:
            self._held = sqlite3.connect(place, timeout=0, isolation_level=None, check_same_thread=False)
            self._held.execute("PRAGMA journal_mode = OFF")  # nothing is written: it would be one more file
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
    """Around whatever is done to a file: what the system refuses is CantOpen."""
    try:
        yield
    except DicehouseError:
        raise
    except (OSError, ValueError) as error:  # a null byte in the name is a ValueError
        raise CantOpen(f"{path} can't be used: {why_not(error, 'there is no such folder')}.") from None


def beside(database: Path, ending: str) -> Path:
    """The file that belongs to a database, wherever links to it may be."""
    database = database.resolve()
    return database.with_name(database.name + ending)


def refuse_folder(path: Path, wanted: str) -> None:
    """CantOpen if a folder was named where a file is wanted."""
    with usable(path):
        if path.is_dir():
            raise CantOpen(f"{path} is a folder; {wanted}.")


def make_private(path: Path) -> None:
    """Create a file that its owner alone may read, or make it one."""
    with usable(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        if path.stat().st_mode & OTHERS:
            path.chmod(0o600)


def key_of(database: Path) -> Path:
    """Where the key of a house is: beside its database."""
    return database.with_suffix(".key")


def house_key(database: Path) -> bytes:
    """The house's own key, made for a new house. Without it no cookie, invitation or promise of the house holds."""
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
    """A whole file or none, whatever happens meanwhile; an existing one stays as it is."""
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
