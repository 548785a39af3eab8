"""Manage the files of a server: only their owner may read them, and only one server uses them at a time."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import secrets
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ...errors import DicehouseError, explain_os_error
from .database_address import database_file

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

log = logging.getLogger("dicehouse.server")
KEY_BYTES = 32
KEY_ENDING = ".key"
OWN_KEY_ENDING = ".server-key"  # after the whole name of a database that doesn't end with USUAL_ENDING
USUAL_ENDING = ".db"
PULSE_ENDING = ".pulse"
PULSE_NOTE = struct.Struct("<dd")  # what the database has, and when the server still ran
TABLES = "name the server's database file, such as dicehouse.db, with --database"
ANOTHER = "use --database to name a file in a folder that this user can write to"
NO_HOME = (
    "This user has no home folder. Name the database file with --database, such as "
    "/srv/dice/dicehouse.db, and set the variable DICEHOUSE_CACHE to a folder for compiled rules."
)
OTHERS = 0o077  # permissions that only the owner of a file may have


# No right to write there, a read-only file system, no space left, no such thing on this file system.
WRONG_PLACE = (
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOSPC,
    errno.EDQUOT,
    errno.ENOENT,
    errno.ENOSYS,
    errno.EIO,
    errno.ENOTDIR,
    errno.EINVAL,
    errno.ENOTSUP,
    errno.ENODEV,
    errno.EFBIG,
)


class CantOpen(DicehouseError):
    """Say why the files of a server can't be used; nothing in them was changed."""


def default_database() -> Path:
    """Return the file that holds this user's tables by default. Raise CantOpen if the user has no home."""
    data = os.environ.get("XDG_DATA_HOME")
    try:
        folder = Path(data) if data else Path.home() / ".local" / "share"
    except RuntimeError:  # neither HOME nor the list of users names one
        raise CantOpen(NO_HOME) from None
    return database_file(os.path.join(folder, "dicehouse", "dicehouse.db"))


class Lock:
    """Lock a database for one server. The lock is SQLite's own, on a file beside it, so it ends with the process."""

    def __init__(self, database: Path) -> None:
        with usable(database):
            place = beside(database, ".lock")
        make_private(place, ANOTHER)
        _check_locks(place)
        try:
            self._held = sqlite3.connect(place, timeout=0, isolation_level=None, check_same_thread=False)
            self._held.execute("PRAGMA journal_mode = OFF")  # nothing is written, and a journal would be one more file
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise CantOpen(
                    f"Another Dicehouse server already uses {database}. Stop it first, or name another file with "
                    "--database."
                ) from None
            raise CantOpen(f"{place} can't be locked: {error}.") from None

    def release(self) -> None:
        self._held.close()


class Pulse:
    """Note often, in a small file beside the database, that the server runs. Many commits would wear out the disk.

    A note names the time that the database itself has, so that it never counts for an older copy of the database.
    """

    def __init__(self, database: Path) -> None:
        self._path = beside(database, PULSE_ENDING)
        self._file: int | None = None

    def note(self, beat: float, now: float) -> bool:
        """Write a note; return False if that is not possible."""
        try:
            if self._file is None:
                flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
                self._file = os.open(self._path, flags, 0o600)
            os.lseek(self._file, 0, os.SEEK_SET)
            return os.write(self._file, PULSE_NOTE.pack(beat, now)) == PULSE_NOTE.size
        except OSError:
            return False

    def read(self, beat: float) -> float | None:
        """Return the time of the last note if it was written after `beat`."""
        try:
            noted, at = PULSE_NOTE.unpack(self._path.read_bytes())
        except (OSError, struct.error):
            return None
        return float(at) if noted == beat else None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _check_locks(beside_it: Path) -> None:
    """Raise CantOpen if the file system of this file has no locks that work: two servers could then write at once and
    destroy the database.
    """
    if fcntl is None:  # on Windows every file system has them
        return
    probe = beside_it.with_name(f"{beside_it.name}.{secrets.token_hex(4)}")
    try:
        with usable(probe, ANOTHER), probe.open("xb") as first, probe.open("r+b") as second:
            try:
                fcntl.lockf(first, fcntl.LOCK_EX | fcntl.LOCK_NB)
                works = not _takes_another_lock(second.fileno())
            except OSError:
                works = False
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
    if not works:
        raise CantOpen(
            f"The file system of {beside_it.parent} has no working locks, so two servers could destroy the "
            "tables. Name a file on a local disk with --database."
        )


def _takes_another_lock(file: int) -> bool:
    """Return True if `file`, which is locked, can be locked a second time; False where that can't be tried."""
    wanted = getattr(fcntl, "F_OFD_SETLK", None)  # the only kind of lock that is refused to the process that has one
    if wanted is None:
        return False
    try:
        assert fcntl is not None
        fcntl.fcntl(file, wanted, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
    except OSError:
        return False
    return True


@contextlib.contextmanager
def usable(path: Path, wanted: str = "") -> Iterator[None]:
    """Raise CantOpen in place of an error of the operating system while a file at `path` is being used; if the place is
    to blame, the message says what is `wanted`.
    """
    try:
        yield
    except DicehouseError:
        raise
    except (OSError, ValueError) as error:  # a null byte in the name is a ValueError
        why = explain_os_error(error, "there is no such folder")
        advice = f"; {wanted}" if wanted and getattr(error, "errno", None) in WRONG_PLACE else ""
        raise CantOpen(f"{path} can't be used: {why}{advice}.") from None


def beside(database: Path, ending: str) -> Path:
    """Return the path of `database` with `ending` added, in the folder of the real file if `database` is a link."""
    database = database.resolve()
    return database.with_name(database.name + ending)


def refuse_folder(path: Path, wanted: str) -> None:
    """Raise CantOpen if `path` is a folder, or a device or a pipe, whose permissions must stay as they are; the message
    says what is `wanted`."""
    with usable(path):
        if path.is_dir():
            raise CantOpen(f"{path} is a folder; {wanted}.")
        if path.exists() and not path.is_file():
            raise CantOpen(f"{path} is a device or a pipe, not an ordinary file; name another file.")


def make_private(path: Path, wanted: str = "") -> None:
    """Create a file at `path` that only its owner may read, or make an existing file private, if the file system can.

    If the place can't be written, the message says what is `wanted`.
    """
    with usable(path, wanted):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        if path.stat().st_mode & OTHERS:
            with contextlib.suppress(OSError):  # some file systems have no permissions
                path.chmod(0o600)


def warn_if_others_may_read(path: Path) -> None:
    """Log a warning if others than the owner may read the file at `path`, which holds the key of a server."""
    if os.name != "nt" and path.stat().st_mode & OTHERS:  # Windows shows no permissions of others
        log.warning(
            "Other users of this machine can read %s and take every seat with the key in it, because its "
            "file system or its owner allows no stricter permissions. Keep it on a file system with "
            "permissions.",
            path,
        )


def own_key_of(database: Path) -> Path:
    """Return where the key of a new server is kept: beside `database`, in a file that no other database there uses."""
    if database.suffix == USUAL_ENDING:
        return database.with_suffix(KEY_ENDING)
    return database.with_name(database.name + OWN_KEY_ENDING)


def key_of(database: Path) -> Path:
    """Return the path of the server's key. Earlier versions gave x.sqlite and x.db one key, x.key: the server of an
    existing database keeps it."""
    own, old = own_key_of(database), database.with_suffix(KEY_ENDING)
    if own != old and not own.exists() and old.is_file() and database.is_file() and database.stat().st_size:
        return old
    return own


def files_of(database: Path) -> list[Path]:
    """Return the paths of all files that belong to a database."""
    return [
        *{key_of(database), own_key_of(database)},
        *(beside(database, ending) for ending in ("", ".lock", PULSE_ENDING, "-wal", "-shm", "-journal")),
    ]


def server_key(database: Path) -> bytes:
    """Return the server's own key (32 bytes); create one for a new database. Without the key, no cookie, invitation or
    commitment of the server holds.

    Raise CantOpen if the key of an existing database is missing, or if the file holds no key.
    """
    with usable(database):
        path = key_of(database)
        _refuse_name_of_key(database, database.with_suffix(KEY_ENDING))
    with usable(path, ANOTHER):
        if not path.exists():
            if database.is_file() and database.stat().st_size:
                raise CantOpen(
                    f"The key {path} of {database} is missing. Without it, no one gets their seats back. Put it back, "
                    "or restore a backup."
                )
            write_new(path, secrets.token_bytes(KEY_BYTES))
        make_private(path)
        warn_if_others_may_read(path)
        key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise CantOpen(f"{path} isn't a server's key: a key has {KEY_BYTES} bytes.")
    return key


def _refuse_name_of_key(database: Path, key: Path) -> None:
    """Raise CantOpen if the tables and the key would be one file, perhaps because capitals don't count there."""
    if database.suffix.lower() == KEY_ENDING and (database == key or not database.exists() or same_file(database, key)):
        raise CantOpen(f"{database} is the name of a key file; {TABLES}.")


def same_file(one: Path, other: Path) -> bool:
    """Return True if two paths lead to one file, whether or not it exists; capitals count only where they do there."""
    try:
        return os.path.samefile(one, other)
    except FileNotFoundError:
        return beside(one, "") == beside(other, "")


def write_new(path: Path, data: bytes) -> None:
    """Write `data` to a new file at `path`, completely or not at all; leave an existing file as it is."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with usable(path, ANOTHER):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_exclusively(fresh, data)
            with contextlib.suppress(FileExistsError):
                try:
                    os.link(fresh, path)
                except FileExistsError:
                    raise
                except (OSError, NotImplementedError):  # this file system has no hard links
                    _write_exclusively(path, data)
    finally:
        with contextlib.suppress(OSError, ValueError):
            fresh.unlink()


def _write_exclusively(path: Path, data: bytes) -> None:
    """Write a new file, completely or not at all. Raise FileExistsError if it exists."""
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise
