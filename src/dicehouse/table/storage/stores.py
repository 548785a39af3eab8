"""The store that a place means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from .address import Address, Place
from .database import Database
from .files import TABLES, CantOpen, house_key, refuse_folder
from .sqlite import SQLite
from .store import Store

NO_LIBRARY = "PostgreSQL needs a library that is not installed; get it with: pip install 'dicehouse[postgresql]'."


def open_store(place: Place, *, key: bytes | None = None, most_pages: int | None = None) -> tuple[Store, bytes]:
    """The tables and the key of the house there, made if there are none; CantOpen says what is in the way.

    With a `key` of its own a house leaves the one that is kept alone.
    """
    if isinstance(place, Path):
        refuse_folder(place, TABLES)  # before a key is made beside it
        key = key or house_key(place)
        return SQLite(place, most_pages=most_pages), key
    store = _postgres().Postgres(place)
    return store, key or store.key


@contextmanager
def reading(address: Address) -> Iterator[Database]:
    """A PostgreSQL database for questions, whether or not servers use it."""
    with _postgres().reading(address) as there:
        yield there


def _postgres() -> ModuleType:
    try:
        from . import postgres
    except ImportError:
        raise CantOpen(NO_LIBRARY) from None
    return postgres
