"""Open the store that an address or a path names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from dicehouse.errors import how_to_install

from .data_files import TABLES, CantOpen, refuse_folder, server_key
from .database import Database
from .database_address import Address, Place
from .sqlite_store import SQLite
from .store import Store

NO_LIBRARY = f"PostgreSQL needs another library. {how_to_install('postgresql')}"


def open_store(place: Place, *, key: bytes | None = None, most_pages: int | None = None) -> tuple[Store, bytes]:
    """Open the store at `place` and return it with the server's key; both are created if they don't exist.

    A `key` that the caller passes is used instead of the stored one, which stays as it is. If `most_pages` is given, an
    SQLite file can't grow beyond that many pages. Raise CantOpen, with the reason, if the store can't be used.
    """
    if isinstance(place, Path):
        refuse_folder(place, TABLES)  # before a key is made beside it
        key = key or server_key(place)
        return SQLite(place, most_pages=most_pages), key
    store = _postgres().Postgres(place)
    return store, key or store.key


@contextmanager
def reading(address: Address) -> Iterator[Database]:
    """Open the PostgreSQL database at `address` for queries, whether or not servers use it."""
    with _postgres().reading(address) as there:
        yield there


def _postgres() -> ModuleType:
    try:
        from . import postgres_store
    except ImportError:
        raise CantOpen(NO_LIBRARY) from None
    return postgres_store
