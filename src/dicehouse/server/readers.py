"""Keep track of who looks at a table, through any server, and who did until recently.

Nobody loses a seat because a connection broke, or because they use the no-JavaScript page.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from .cluster import server_messages
from .cluster.server_messages import News
from .snapshot import Snapshot
from .table.change import Grace
from .table.state import TableState


class Listener(Protocol):
    """Look at a table, with a guest's rights."""

    guest: str | None
    holder: int | None  # where people share a device: the seat of the person who said that they hold it

    def changed(self, snapshot: Snapshot) -> None:
        """Take a new snapshot; called in the order of the changes, must return at once."""

    def closed(self, why: str) -> None:
        """Take note that the table is closed for everybody."""


@dataclass(slots=True)
class Readers:
    """Hold the listeners of one table on this server, and the guests who look at it through other servers."""

    grace: Grace
    listeners: set[Listener] = field(default_factory=set)
    version: int = 0  # grows when somebody comes or goes
    _began: float = field(default_factory=time.monotonic)
    _looked: dict[str, float] = field(default_factory=dict)  # when a guest looked at the no-JavaScript page
    _left: dict[str, float] = field(default_factory=dict)
    _since: dict[str, int] = field(default_factory=dict)  # the position at which a guest opened the page they have
    _elsewhere: dict[int, tuple[set[str], int]] = field(default_factory=dict)  # by server: guests, n of spectators

    def connected(self) -> set[str]:
        """Return the guests who have the page with the board open, through any server."""
        here = self.connected_here()
        return here.union(*(guests for guests, _ in self._elsewhere.values())) if self._elsewhere else here

    def connected_here(self) -> set[str]:
        """Return those who have it open through this server."""
        return {listener.guest for listener in self.listeners if listener.guest is not None}

    def online(self) -> set[str]:
        """Return the guests who are connected, or recently looked at the no-JavaScript page."""
        return self.connected() | self._readers() if self._looked else self.connected()

    def _readers(self) -> set[str]:
        earliest = time.monotonic() - self.grace.page
        self._looked = {guest: at for guest, at in self._looked.items() if at > earliest}
        return set(self._looked)

    def watching(self, state: TableState) -> int:
        """Return the number of spectators."""
        return self.watching_here(state) + sum(watching for _, watching in self._elsewhere.values())

    def watching_here(self, state: TableState) -> int:
        return sum(not state.seats_of(listener.guest) for listener in self.listeners)

    def since(self, guest: str | None) -> int | None:
        """Return the position at which `guest` opened the page that they have open; None if none is open here."""
        return None if guest is None else self._since.get(guest)

    def seconds_until_away(self, guest: str) -> float:
        """Return the seconds that a bot has to wait from now on if nothing is heard from `guest`."""
        known = [self._left.get(guest, self._began) + self.grace.line]
        if guest in self._looked:
            known.append(self._looked[guest] + self.grace.page)
        return max(max(known) - time.monotonic(), self.grace.asked, 0)

    # coming and going -----------------------------------------------------------------------------------------------

    def join(self, listener: Listener, number: int) -> None:
        """Add a listener, who opens the page at position `number`."""
        self.listeners.add(listener)
        self.version += 1
        if listener.guest is not None:
            self._since.setdefault(listener.guest, number)
            self._looked.pop(listener.guest, None)

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        self.listeners.discard(listener)
        self.version += 1
        if listener.guest is not None and listener.guest not in self.connected():
            self._gone(listener.guest)

    def _gone(self, guest: str) -> None:
        self._since.pop(guest, None)
        self._left[guest] = time.monotonic()

    def look_in(self, guest: str) -> bool:
        """Note that `guest` looks at the no-JavaScript page, or acts there. Return True if they were not online."""
        new = guest not in self.online()
        self.version += new
        self._looked[guest] = time.monotonic()
        return new

    # other servers --------------------------------------------------------------------------------------------------

    def here(self, state: TableState) -> News:
        """Return the message that tells other servers who has the table open here."""
        known = {guest for guest in self.connected_here() if state.seats_of(guest) or state.is_host(guest)}
        return News(server_messages.HERE, table=state.id, guests=sorted(known), watching=self.watching_here(state))

    def set_elsewhere(self, server: int, guests: set[str], watching: int) -> set[str]:
        """Note who has the table open through another server, and return those who were not connected before."""
        before = self.connected()
        self._elsewhere[server] = guests, watching
        if not guests and not watching:
            del self._elsewhere[server]
        self.version += 1
        now = self.connected()
        for guest in now - before:
            self._looked.pop(guest, None)
        for guest in before - now:
            self._gone(guest)
        return now - before

    def servers_gone(self, servers: set[int]) -> bool:
        """Forget the people who were connected to `servers`, which have ended. Return True if there were any."""
        gone = servers & set(self._elsewhere)
        for server in gone:
            self.set_elsewhere(server, set(), 0)
        return bool(gone)
