"""Keep the list of people whom a guest has muted: it holds at every table, and nobody else sees it."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from ...i18n import _
from ..cluster.server_messages import IGNORED, News
from ..seats import Refused
from ..storage.database import Database, Statement
from ..storage.store import Store

MOST = 200  # people on the list of one guest
MOST_READERS = 4096
FULL = _("You have already muted {people} people. Unmute one of them first.", people=MOST)
NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Ignored:
    """Hold a person on a guest's list; `who` names them in a form without their guest id."""

    who: str
    name: str


class Ignoring:
    """Cache the lists of the guests who look at tables now; the store keeps all lists."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, dict[str, str]] = OrderedDict()

    def known(self, guest: str | None) -> Mapping[str, str]:
        """Return the names of the guests whom `guest` has muted, by guest; empty if the list is not in memory."""
        return NONE if guest is None else self._known.get(guest, NONE)

    async def of(self, guest: str | None) -> Mapping[str, str]:
        """Return the names of the guests whom `guest` has muted, by guest, as they were at the time of muting."""
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
        """Mute `other`, who is called `name` now, for `guest` alone.

        Raise Refused if the list of `guest` is full.
        """
        if len(await self.of(guest)) >= MOST:
            raise Refused(FULL)
        await self._change(guest, put_ignored(guest, other, name, time.time()))

    async def hear(self, guest: str, other: str) -> None:
        """Show `guest` again what `other` writes."""
        await self._change(guest, ("DELETE FROM ignored WHERE guest = ? AND other = ?", (guest, other)))

    async def _change(self, guest: str, row: Statement) -> None:
        await self._store.write(row)
        await self.reload(guest)
        self._store.tell(News(IGNORED, guests=[guest]))

    async def reload(self, *guests: str) -> None:
        """Read the lists in memory again that belong to one of `guests` or contain one.

        The old lists stay in use until then, so that muted people never show up for a moment.
        """
        known = [one for one, others in self._known.items() if one in guests or not others.keys().isdisjoint(guests)]
        found = await self._store.read(lambda db: {guest: read_ignored(db, guest) for guest in known})
        self._known.update(found)

    def listing(self) -> list[str]:
        """Return the guests whose lists are in memory."""
        return list(self._known)

    async def listed(self, guest: str | None) -> list[Ignored]:
        """Return the list of `guest` in the form that its owner sees."""
        return [Ignored(_who(guest or "", other), name) for other, name in (await self.of(guest)).items()]

    async def hear_named(self, guest: str, who: str) -> None:
        """Show `guest` again what the person `who` on their list writes; do nothing if there is no such person."""
        for other in tuple(await self.of(guest)):
            if _who(guest, other) == who:
                await self.hear(guest, other)


def _who(guest: str, other: str) -> str:
    return hashlib.sha256(f"{guest}|{other}".encode()).hexdigest()[:12]


def read_ignored(db: Database, guest: str) -> dict[str, str]:
    """Return the names of the guests whom `guest` has muted, by guest, in the order of muting."""
    rows = db.execute("SELECT other, name FROM ignored WHERE guest = ? ORDER BY at, other", (guest,))
    return {row["other"]: row["name"] for row in rows}


def put_ignored(guest: str, other: str, name: str, at: float) -> Statement:
    return (
        "INSERT INTO ignored (guest, other, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (guest, other, name, at),
    )
