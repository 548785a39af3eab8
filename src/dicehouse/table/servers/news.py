"""What one server tells the others that share its database, and what they tell each other of."""

from __future__ import annotations

from typing import Protocol

import msgspec

CHANGED, REWRITTEN = "changed", "rewritten"  # tables: something was added; what is known of them is not true any more
FREED = "freed"  # a table for whose bots nobody plays any more
HERE, WHO = "here", "who"  # the people of a table: who has the board open; who does, elsewhere?
JOINED, IGNORED = "joined", "ignored"  # guests: one became another, or left; whom one of them ignores
HEARD, LOOKED, NUDGED, ASKED, AGREED = "heard", "looked", "nudged", "asked", "agreed"  # one of them: see presence.py
SEALED = "sealed"  # the same: what their browser adds to the dice of the next match
MOST_TABLES = 100  # of one line: PostgreSQL carries less than 8000 bytes


class News(msgspec.Struct, omit_defaults=True):
    """A line from a server: of tables that changed, or of somebody at one table."""

    what: str
    server: int = 0  # whose line it is; the store says so
    tables: dict[str, int] = {}  # changed, rewritten: the number of their last change
    why: str = ""  # rewritten
    table: str = ""
    guests: list[str] = []  # here: who has the page with the board open there; else: who it is about, and who agreed
    watching: int = 0  # here: how many others
    bot: str = ""  # agreed: which one is to play
    seal: str = ""  # sealed
    wait: float = 0.0  # asked: for how many seconds somebody may answer


class Hearer(Protocol):
    """Who wants to know. All of it is called on the loop of the house."""

    def heard(self, news: News) -> None:
        """Another server said something."""

    def gone(self, servers: set[int]) -> None:
        """Other servers ended."""

    def missed(self) -> None:
        """The line was cut for a while: anything may have happened."""


encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(News)


def decode(text: str) -> News | None:
    """A line of the others; None for what is none, such as that of a newer version."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        return None


def changed(server: int, tables: dict[str, int]) -> list[str]:
    """Lines that say which tables changed, each short enough."""
    named = list(tables.items())
    parts = [dict(named[at : at + MOST_TABLES]) for at in range(0, len(named), MOST_TABLES)]
    return [encode(News(CHANGED, server, tables=part)).decode() for part in parts]
