"""Where a house keeps its tables: a file of SQLite, or a PostgreSQL database that several servers share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """A PostgreSQL database, by its address; as a text it says where that is, and neither who asks nor a password."""

    uri: str = field(repr=False)

    def __str__(self) -> str:
        try:
            parts = urlsplit(self.uri)
            host = parts.hostname or parse_qs(parts.query).get("host", [""])[0]
            port = "" if parts.port is None else f":{parts.port}"
        except ValueError:
            return "the PostgreSQL database"
        return f"postgresql://{host}{port}{parts.path}"


Place = Path | Address


def place_of(text: str) -> Place:
    """What somebody means who names a database."""
    return Address(text) if text.startswith(SCHEMES) else Path(text)
