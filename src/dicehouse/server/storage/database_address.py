"""Name the database of a server: an SQLite file, or a PostgreSQL database that several servers share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """Hold the address of a PostgreSQL database; its text shows host, port and path, but no user and no password."""

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
    """Return the database that `text` names: a PostgreSQL address or the path of a file."""
    return Address(text) if text.startswith(SCHEMES) else Path(text)
