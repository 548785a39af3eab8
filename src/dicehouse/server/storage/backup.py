"""Back up and restore a server: one file holds its tables and its key, and is taken while people play."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from . import store_factory
from .data_files import (
    KEY_BYTES,
    TABLES,
    CantOpen,
    Lock,
    beside,
    files_of,
    own_key_of,
    refuse_folder,
    same_file,
    server_key,
    usable,
    warn_if_others_may_read,
)
from .database import Database
from .database_address import Address, Place
from .schema import MIGRATIONS, check, migrate
from .sqlite_store import unusable

BY_DUMP = (
    "Back up a PostgreSQL database with pg_dump and restore it with pg_restore, together with the "
    "server's key. See docs/hosting.md."
)


def backup(database: Place, file: Path, *, force: bool = False) -> int:
    """Write everything that is committed in `database`, and the server's key, to the new file `file`, which only its
    owner can read.

    Return the size of the file in bytes. Raise CantOpen if `file` exists, unless `force`, or if `database` is a
    PostgreSQL database.
    """
    if isinstance(database, Address):
        raise CantOpen(BY_DUMP)
    with usable(file):
        if any(same_file(each, file) for each in files_of(database)):
            raise CantOpen("A backup needs a file of its own. Name another file.")
    refuse_folder(file, f"name a file in it, such as {file / 'tonight.backup'}")
    with (
        opened(database) as source,
        _in_place_of(file, force) as fresh,
        _written(file),
        closing(sqlite3.connect(fresh)) as copy,
    ):
        key = server_key(database)
        source.backup(copy)  # in one step, so the copy is consistent while the server goes on writing
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("CREATE TABLE backup (key BLOB NOT NULL, made REAL NOT NULL)")
        copy.execute("INSERT INTO backup VALUES (?, ?)", (key, time.time()))
        copy.commit()
    warn_if_others_may_read(file)
    return file.stat().st_size


def restore(file: Path, database: Place, *, force: bool = False) -> float:
    """Replace `database` with the tables and the key of the backup `file`; no server may be using it.

    Return when the backup was made, in seconds since 1970. Raise CantOpen if the backup is damaged, if there are tables
    or a key already, unless `force`, or if `database` is a PostgreSQL database.
    """
    if isinstance(database, Address):
        raise CantOpen(BY_DUMP)
    refuse_folder(database, TABLES)
    with opened(file, "name a file that `dicehouse backup` wrote") as source:
        key, made = _key_in(source, file)
        damage = source.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise CantOpen(f"The backup {file} is damaged ({' '.join(damage.split())}).")
        if not force and (database.exists() or own_key_of(database).exists()):
            raise CantOpen(f"There are already tables in {database}. Replace them with --force.")
        lock = Lock(database)
        try:
            with (
                _in_place_of(database, force=True) as fresh,
                _written(database),
                closing(sqlite3.connect(fresh)) as copy,
            ):
                source.backup(copy)
                copy.execute("DROP TABLE backup")
                copy.commit()
                copy.execute("VACUUM")  # so that no page of the copy keeps the key
                for ending in ("-wal", "-shm"):  # they belong to the replaced database
                    beside(database, ending).unlink(missing_ok=True)
            with _in_place_of(own_key_of(database), force=True) as fresh:
                fresh.write_bytes(key)
            warn_if_others_may_read(own_key_of(database))
        finally:
            lock.release()
    return made


@contextmanager
def opened(database: Path, wanted: str = TABLES) -> Iterator[sqlite3.Connection]:
    """Open the tables in the file `database` for reading, whether or not a server uses it.

    Raise CantOpen if it isn't the database of a server; if there is no such file, the message says what is `wanted`.
    """
    refuse_folder(database, wanted)
    with usable(database):
        if not database.is_file():
            raise CantOpen(f"There is no file {database}; {wanted}.")
        database.open("rb").close()  # SQLite would not say that this user may not read it
        address = f"{database.resolve().as_uri()}?mode=ro{_without_own_files(database)}"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=10)) as source:
            source.row_factory = sqlite3.Row
            if check(source) == 0:
                raise CantOpen(f"{database} isn't a database of Dicehouse.")
            yield source
    except sqlite3.Error as error:
        raise CantOpen(unusable(database, error)) from None


def _without_own_files(database: Path) -> str:
    """Return what SQLite needs to be told to read a database in a folder where it can't make files of its own."""
    if os.access(beside(database, "").parent, os.W_OK):
        return ""
    waiting = (beside(database, ending) for ending in ("-wal", "-journal"))  # for what is not in the database yet
    return "" if any(each.exists() and each.stat().st_size for each in waiting) else "&immutable=1"


@contextmanager
def up_to_date(database: Place) -> Iterator[Database]:
    """Open `database` for reading, with the tables of this version; an older file is migrated in a temporary copy.

    Raise CantOpen if it isn't the database of a server, or is a PostgreSQL database of an older version.
    """
    if isinstance(database, Address):
        with store_factory.reading(database) as there:
            yield there
        return
    with opened(database) as source:
        if check(source) == len(MIGRATIONS):
            yield source
            return
        with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "copy.db")) as copy:
            source.backup(copy)
            migrate(copy)
            copy.row_factory = sqlite3.Row
            yield copy


def _key_in(source: sqlite3.Connection, file: Path) -> tuple[bytes, float]:
    try:
        row = source.execute("SELECT key, made FROM backup").fetchone()
    except sqlite3.OperationalError:
        row = None
    if row is None or not isinstance(row["key"], bytes) or len(row["key"]) != KEY_BYTES:
        raise CantOpen(
            f"{file} isn't a backup of Dicehouse: it has no server key. Create a backup with `dicehouse backup`."
        )
    return row["key"], float(row["made"])


@contextmanager
def _written(path: Path) -> Iterator[None]:
    """Raise CantOpen in place of an error of SQLite while the copy is written that becomes `path`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise CantOpen(f"{path} can't be written: {error}. Free some space, or name another file.") from None


@contextmanager
def _in_place_of(path: Path, force: bool) -> Iterator[Path]:
    """Yield a private file to fill, and move it to `path` when that succeeded.

    Raise CantOpen if `path` exists, unless `force`.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with usable(path):
            if path.exists() and not force:
                raise CantOpen(f"{path} already exists. Replace it with --force.")
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            yield fresh
            with open(fresh, "rb+") as file:
                os.fsync(file.fileno())
            fresh.replace(path)
    finally:
        with suppress(OSError, ValueError):
            fresh.unlink()
