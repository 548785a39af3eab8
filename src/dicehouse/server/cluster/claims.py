"""Agree with other servers on which of them does what for all of them, such as playing for the bots of a table."""

from __future__ import annotations

from ..storage.store import Store


class Claims:
    """Remember which tasks this server does for all. Each is claimed once, until another server may have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mine: set[str] = set()
        self._others: set[str] = set()
        self._unknown = False

    async def mine(self, what: str) -> bool:
        """Return True if this server does the task `what`; claim it if that was not asked before."""
        if not self._store.shared or what in self._mine:
            return True
        if what in self._others:
            return False
        got = await self._store.claim(what)
        if got is None:
            self._unknown = True
            return False
        (self._mine if got else self._others).add(what)
        return got

    def ask_unknown(self) -> bool:
        """Return True if a claim failed since the last call, so that maybe no server does the task."""
        unknown, self._unknown = self._unknown, False
        return unknown

    async def free(self, what: str) -> None:
        """Let another server do the task `what`."""
        if what in self._mine:
            self._mine.discard(what)
            await self._store.free(what)

    def ask_again(self, what: str | None = None) -> None:
        """Forget that another server does the task `what`, or any task if None, because that server may have ended."""
        if what is None:
            self._others.clear()
        self._others.discard(what or "")

    def lost(self) -> None:
        """Forget all claims, because the other servers believe that this server has ended."""
        self._mine.clear()
        self._others.clear()


def bots_of(table: str) -> str:
    """Return the name under which a server claims the bots of `table`."""
    return f"bots:{table}"
