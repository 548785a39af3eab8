"""Whom a guest does not want to read: everywhere in the house, and known to nobody else."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from ..seats import Refused
from ..servers.news import IGNORED, News
from ..storage.database import Database, Statement
from ..storage.store import Store

MOST = 200  # people that one guest ignores
MOST_READERS = 4096
FULL = f"You ignore {MOST} people already; hear one of them again first."
NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Ignored:
    """Somebody on a guest's list; `who` names them in a form."""

    who: str
    name: str


class Ignoring:
    """The lists of those who look at tables now; they are the store's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, dict[str, str]] = OrderedDict()

    def known(self, guest: str | None) -> Mapping[str, str]:
        """Guests and what they were called, as far as the list was asked for before."""
        return NONE if guest is None else self._known.get(guest, NONE)

    async def of(self, guest: str | None) -> Mapping[str, str]:
        """Guests whom this one ignores, and what they were called then."""
        if guest is None:
            return NONE
        if guest not in self._known:
            found = await self._store.read(lambda db: read_ignored(db, guest))
            self._known.setdefault(guest, found)
        self._known.move_to_end(guest)
        while len(self._known) > MOST_READERS:
            self._known.popitem(last=False)
        return self._known[guest]

    async def ignore(self, guest: str, other: str, name: str) -> None:
        """Read nothing more of somebody."""
        if len(await self.of(guest)) >= MOST:
            raise Refused(FULL)
        await self._change(guest, put_ignored(guest, other, name, time.time()))

    async def hear(self, guest: str, other: str) -> None:
        """Read somebody again."""
        await self._change(guest, ("DELETE FROM ignored WHERE guest = ? AND other = ?", (guest, other)))

    async def _change(self, guest: str, row: Statement) -> None:
        await self._store.write(row)
        await self.anew(guest)
        self._store.tell(News(IGNORED, guests=[guest]))

    async def anew(self, *guests: str) -> None:
        """Lists were changed by or for these guests: those that are known, and on which one of them stands, are read
        once more. Until they are the older ones hold: nobody is shown for a moment what they don't read.
        """
        known = [one for one, others in self._known.items() if one in guests or not others.keys().isdisjoint(guests)]
        found = await self._store.read(lambda db: {guest: read_ignored(db, guest) for guest in known})
        self._known.update(found)

    def listing(self) -> list[str]:
        """Whose lists are known."""
        return list(self._known)

    async def listed(self, guest: str | None) -> list[Ignored]:
        """The list as its owner is shown it."""
        return [Ignored(_who(guest or "", other), name) for other, name in (await self.of(guest)).items()]

    async def hear_named(self, guest: str, who: str) -> None:
        """Read somebody on the list again."""
        for other in tuple(await self.of(guest)):
            if _who(guest, other) == who:
                await self.hear(guest, other)


def _who(guest: str, other: str) -> str:
    return hashlib.sha256(f"{guest}|{other}".encode()).hexdigest()[:12]


def read_ignored(db: Database, guest: str) -> dict[str, str]:
    """Whom a guest ignores, and what they were called, the first first."""
    rows = db.execute("SELECT other, name FROM ignored WHERE guest = ? ORDER BY at, other", (guest,))
    return {row["other"]: row["name"] for row in rows}


def put_ignored(guest: str, other: str, name: str, at: float) -> Statement:
    return (
        "INSERT INTO ignored (guest, other, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (guest, other, name, at),
    )
