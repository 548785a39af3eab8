"""Define the messages that servers send each other when they share a database."""

from __future__ import annotations

from typing import Protocol

import msgspec

from dicehouse.i18n.text import plain_text

CHANGED, REWRITTEN = "changed", "rewritten"  # tables: rows were added; or rows were rewritten
FREED = "freed"  # a table whose bots no server plays any more
HERE, WHO = "here", "who"  # who has a table open; asks other servers for it
JOINED, IGNORED = "joined", "ignored"  # guests: they merged or left; or their list of muted people changed
HEARD, LOOKED, NUDGED, ASKED, AGREED = "heard", "looked", "nudged", "asked", "agreed"  # one guest: see presence.py
COMMITTED = "sealed"  # one guest: the hash of their client seed for the next match
MOST_TABLES = 100  # in one message: PostgreSQL carries less than 8000 bytes


class News(msgspec.Struct, omit_defaults=True):
    """Hold one message of a server: about tables that changed, or about people at one table."""

    what: str
    server: int = 0  # the sender; the store sets it
    tables: dict[str, int] = {}  # changed, rewritten: their revisions
    why: str = ""  # rewritten
    table: str = ""
    guests: list[str] = []  # here: who has the table open there; otherwise: the guest in question, then who agreed
    watching: int = 0  # here: the number of spectators
    bot: str = ""  # agreed: the bot that is to play
    seed_hash: str = msgspec.field(default="", name="seal")  # sealed; servers of earlier versions know it as `seal`
    wait: float = 0.0  # asked: seconds in which the guest may answer


class Hearer(Protocol):
    """Receive messages. All methods are called on the event loop of the table registry."""

    def heard(self, news: News) -> None:
        """Handle a message of another server."""

    def gone(self, servers: set[int]) -> None:
        """Handle that other `servers` have ended."""

    def missed(self) -> None:
        """Handle that the connection was broken for a while, so that messages may be missing."""


encode = msgspec.json.Encoder(enc_hook=plain_text).encode
_decoder = msgspec.json.Decoder(News)


def decode(text: str) -> News | None:
    """Return the message in `text`; None if this version does not know such messages."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        return None


def changed(server: int, tables: dict[str, int]) -> list[str]:
    """Return encoded messages of `server` with the revisions of changed `tables`, each short enough to send."""
    named = list(tables.items())
    parts = [dict(named[at : at + MOST_TABLES]) for at in range(0, len(named), MOST_TABLES)]
    return [encode(News(CHANGED, server, tables=part)).decode() for part in parts]
