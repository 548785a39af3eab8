"""Where the house of a test keeps its tables: in a file of its folder, or in the PostgreSQL that a note there names."""

from __future__ import annotations

from pathlib import Path

from dicehouse.server.storage.database_address import Address, Place

NOTE = "postgresql"


def kept_in(folder: Path) -> Place:
    note = folder / NOTE
    return Address(note.read_text()) if note.exists() else folder / "house.db"


def keep_in(folder: Path, address: Address) -> None:
    """From now on."""
    (folder / NOTE).write_text(address.uri)
