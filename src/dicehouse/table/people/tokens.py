"""Tokens by which a guest's programs speak for them: what each may do, and the rows that are kept of it.

Of a token only the hash is kept, so whoever reads the database can't play with it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from ..seats import token_hash
from ..storage.database import Database, Row, Statement

READ, TABLE, ME = "read", "table", "me"
SCOPES: Mapping[str, str] = {
    READ: "look at what you may look at",
    TABLE: "play for you at one table",
    ME: "do everything you may do: open tables, sit down, play",
}
MOST = 20  # tokens of one guest
LABEL_LENGTH = 40
PREFIX = "dicehouse_"  # so that who finds one in a place where it should not be knows what it is
SHAPE = re.compile(PREFIX + "[A-Za-z0-9_-]{43}")
SELDOM = 3600.0  # seconds until it is written down again that a token was used


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token; times are seconds since 1970."""

    id: str
    guest: str
    label: str
    scope: str
    table: str | None  # the one table of the scope `table`
    created: float
    used: float | None = None  # about when it was used last


def draw() -> str:
    """A new token: 256 bits that nobody guesses."""
    return PREFIX + secrets.token_urlsafe(32)


def read(db: Database, text: str) -> Token | None:
    """The token with this text, unless it was revoked or never was one."""
    row = db.execute("SELECT * FROM token WHERE hash = ?", (token_hash(text),)).fetchone()
    return None if row is None else _token(row)


def exists(db: Database, number: str) -> bool:
    """Whether the token of this id has not been revoked."""
    return db.execute("SELECT 1 FROM token WHERE id = ?", (number,)).fetchone() is not None


def of_guest(db: Database, guest: str) -> list[Token]:
    """The tokens of a guest, the latest first."""
    rows = db.execute("SELECT * FROM token WHERE guest = ? ORDER BY created DESC, id", (guest,)).fetchall()
    return [_token(row) for row in rows]


def insert(text: str, token: Token) -> Statement:
    return (
        "INSERT INTO token (hash, id, guest, label, scope, table_id, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (token_hash(text), token.id, token.guest, token.label, token.scope, token.table, token.created),
    )


def delete(guest: str, number: str) -> Statement:
    """Revoke a token; only its own guest can."""
    return ("DELETE FROM token WHERE guest = ? AND id = ?", (guest, number))


def set_used(number: str, at: float) -> Statement:
    return ("UPDATE token SET used = ? WHERE id = ?", (at, number))


def _token(row: Row) -> Token:
    return Token(row["id"], row["guest"], row["label"], row["scope"], row["table_id"], row["created"], row["used"])
