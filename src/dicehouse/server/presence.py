"""Track who is at a table now, and who was until recently.

Nobody loses a seat because a connection broke, or because they use the no-JavaScript page.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Grace:
    """Hold how many seconds pass before a bot may take over."""

    page: float = 300  # after a request of the no-JavaScript page, which can't say if it is still being read
    line: float = 60  # after the last socket closed, or the table was restored from the store
    asked: float = 30  # after somebody asked if the player is still here
    nudge: float = 20  # between two nudges
    silent: float = 60  # after the first nudge of a player whose page is open


@dataclass(slots=True)
class Presence:
    """Hold the guests of one table by what they last did, and the seats for which a bot waits."""

    grace: Grace
    _began: float = field(default_factory=time.monotonic)
    _looked: dict[str, float] = field(default_factory=dict)  # when a guest looked at the no-JavaScript page
    _left: dict[str, float] = field(default_factory=dict)
    _since: dict[str, int] = field(default_factory=dict)  # the position at which a guest opened the page they have
    _asked: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _nudged: dict[str, list[float]] = field(default_factory=dict)  # when a guest was nudged, since they were heard from
    _agreed: dict[str, tuple[str, set[str]]] = field(default_factory=dict)  # a bot, and the guests who want it to play

    def reads(self) -> set[str]:
        """Return the guests who may still be reading the no-JavaScript page."""
        soon = time.monotonic() - self.grace.page
        self._looked = {guest: at for guest, at in self._looked.items() if at > soon}
        return set(self._looked)

    def looked(self, guest: str) -> None:
        """Note that `guest` looks at the no-JavaScript page, or does something there."""
        self._looked[guest] = time.monotonic()
        self.answered(guest)

    def came(self, guest: str, number: int | None = None) -> None:
        """Note that `guest` has the board open since position `number`; that page tells us when it is closed."""
        if number is not None:
            self._since.setdefault(guest, number)
        self._looked.pop(guest, None)
        self.answered(guest)

    def left(self, guest: str) -> None:
        self._since.pop(guest, None)
        self._left[guest] = time.monotonic()

    def since(self, guest: str | None) -> int | None:
        """Return the position at which `guest` opened the page that they have open; None if none is open here."""
        return None if guest is None else self._since.get(guest)

    def wait(self, guest: str) -> float:
        """Return the seconds that a bot has to wait from now on if nothing is heard from `guest`."""
        known = [self._left.get(guest, self._began) + self.grace.line]
        if guest in self._looked:
            known.append(self._looked[guest] + self.grace.page)
        return max(max(known) - time.monotonic(), self.grace.asked, 0)

    def asked(self, guest: str | None) -> bool:
        """Return True if `guest` was asked whether they are here, and has not been heard from since."""
        return guest in self._asked

    def missed(self, guest: str | None) -> bool:
        """Return True if `guest` was asked or nudged, or others want to replace them, and they have not been heard
        from.
        """
        return guest in self._asked or guest in self._nudged or guest in self._agreed

    def nudge(self, guest: str) -> bool:
        """Note a nudge of `guest`; return False if they were nudged just before."""
        now, before = time.monotonic(), self._nudged.get(guest, [])
        if before and now - before[-1] < self.grace.nudge:
            return False
        self._nudged[guest] = [*before, now]
        return True

    def nudges(self, guest: str | None) -> int:
        """Return how often `guest` was nudged without being heard from."""
        return len(self._nudged.get(guest or "", ()))

    def silent(self, guest: str | None) -> bool:
        """Return True if `guest` has not answered nudges for a while."""
        nudged = self._nudged.get(guest or "", [])
        return bool(nudged) and time.monotonic() - nudged[0] >= self.grace.silent

    def agree(self, guest: str, other: str, bot: str) -> set[str]:
        """Note that the guest `other` wants `bot` to play for `guest`, and return all guests who want that.

        Naming another bot than before starts the count again.
        """
        named, agreed = self._agreed.get(guest, (bot, set()))
        agreed = {*agreed, other} if named == bot else {other}
        self._agreed[guest] = bot, agreed
        return agreed

    def agreed(self, guest: str | None) -> set[str]:
        """Return the guests who want a bot to play for `guest`."""
        return self._agreed.get(guest or "", ("", set()))[1]

    def ask(self, guest: str, seconds: float, otherwise: Callable[[], Awaitable[None]]) -> None:
        """Call `otherwise` if nothing is heard from `guest` for this many seconds."""

        async def expect() -> None:
            await asyncio.sleep(seconds)
            self._asked.pop(guest, None)
            self._agreed.pop(guest, None)
            await otherwise()

        self._asked[guest] = asyncio.get_running_loop().create_task(expect())

    def answered(self, guest: str) -> None:
        """Note that `guest` was heard from, so that no bot waits for their seats any more."""
        self._nudged.pop(guest, None)
        self._agreed.pop(guest, None)
        task = self._asked.pop(guest, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """Stop waiting for all guests."""
        for guest in tuple(self._asked):
            self.answered(guest)


def span(seconds: float) -> str:
    """Return a waiting time as people say it."""
    if seconds <= 90:
        return f"{math.ceil(seconds)} seconds"
    return f"{math.ceil(seconds / 60)} minutes"
