"""Read and write the tokens with which programs act for a guest, and what each token may do.

The database keeps only the hash of a token, so a person who reads the database can't use the token.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from ...i18n import _
from ..seats import token_hash
from ..storage.database import Database, Row, Statement

READ, TABLE, ME = "read", "table", "me"
SCOPES: Mapping[str, str] = {
    READ: _("see what you can see"),
    TABLE: _("play for you at one table"),
    ME: _("do everything you can do: open tables, sit down, play"),
}
MOST = 20  # tokens of one guest
LABEL_LENGTH = 40
PREFIX = "dicehouse_"  # so that people and scanners recognize a leaked token
SHAPE = re.compile(PREFIX + "[A-Za-z0-9_-]{43}")
SELDOM = 3600.0  # seconds before the last use of a token is stored again, to keep writes rare


@dataclass(frozen=True, slots=True)
class Token:
    """Hold what is stored of a token; times are seconds since 1970."""

    id: str
    guest: str
    label: str
    scope: str
    table: str | None  # the only table of a token with the scope `table`
    created: float
    used: float | None = None  # roughly the time of its last use


def draw() -> str:
    """Return a new random token of 256 bits."""
    return PREFIX + secrets.token_urlsafe(32)


def read(db: Database, text: str) -> Token | None:
    """Return the token whose text is `text`; None if it was revoked or never existed."""
    row = db.execute("SELECT * FROM token WHERE hash = ?", (token_hash(text),)).fetchone()
    return None if row is None else _token(row)


def exists(db: Database, number: str) -> bool:
    """Return True if there is a token with the id `number`, which means that it has not been revoked."""
    return db.execute("SELECT 1 FROM token WHERE id = ?", (number,)).fetchone() is not None


def of_guest(db: Database, guest: str) -> list[Token]:
    """Return the tokens of `guest`, the latest first."""
    rows = db.execute("SELECT * FROM token WHERE guest = ? ORDER BY created DESC, id", (guest,)).fetchall()
    return [_token(row) for row in rows]


def insert(text: str, token: Token) -> Statement:
    return (
        "INSERT INTO token (hash, id, guest, label, scope, table_id, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (token_hash(text), token.id, token.guest, token.label, token.scope, token.table, token.created),
    )


def delete(guest: str, number: str) -> Statement:
    """Return the statement that revokes the token with the id `number`, if it belongs to `guest`."""
    return ("DELETE FROM token WHERE guest = ? AND id = ?", (guest, number))


def set_used(number: str, at: float) -> Statement:
    return ("UPDATE token SET used = ? WHERE id = ?", (at, number))


def _token(row: Row) -> Token:
    return Token(row["id"], row["guest"], row["label"], row["scope"], row["table_id"], row["created"], row["used"])
