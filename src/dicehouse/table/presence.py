"""Who is at a table now, and who was a moment ago: nobody loses a seat for a lost line or a page without a script."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Grace:
    """For how many seconds a bot may not take over yet."""

    page: float = 300  # after a look at the plain page, which can't tell that it is still being read
    line: float = 60  # after the last socket was closed, or the table came back from the store
    asked: float = 30  # after somebody asked whether the person is still here
    nudge: float = 20  # between two nudges
    silent: float = 60  # after the first nudge of somebody whose page is open


@dataclass(slots=True)
class Presence:
    """The guests of one table, by what they last did, and the seats for which a bot waits."""

    grace: Grace
    _began: float = field(default_factory=time.monotonic)
    _looked: dict[str, float] = field(default_factory=dict)  # when a guest looked at the plain page
    _left: dict[str, float] = field(default_factory=dict)
    _since: dict[str, int] = field(default_factory=dict)  # the position at which the page that a guest has was opened
    _asked: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _nudged: dict[str, list[float]] = field(default_factory=dict)  # when a guest was nudged, since they were heard from
    _agreed: dict[str, tuple[str, set[str]]] = field(default_factory=dict)  # a bot, and the guests who want it to play

    def reads(self) -> set[str]:
        """Who may still have the plain page before them."""
        soon = time.monotonic() - self.grace.page
        self._looked = {guest: at for guest, at in self._looked.items() if at > soon}
        return set(self._looked)

    def looked(self, guest: str) -> None:
        """A guest looks at the plain page, or does something there."""
        self._looked[guest] = time.monotonic()
        self.answered(guest)

    def came(self, guest: str, number: int | None = None) -> None:
        """A guest has the page with the board open, since that position; that page tells us when it is closed."""
        if number is not None:
            self._since.setdefault(guest, number)
        self._looked.pop(guest, None)
        self.answered(guest)

    def left(self, guest: str) -> None:
        self._since.pop(guest, None)
        self._left[guest] = time.monotonic()

    def since(self, guest: str | None) -> int | None:
        """The position at which a guest opened the page that they have open; None if they have none here."""
        return None if guest is None else self._since.get(guest)

    def wait(self, guest: str) -> float:
        """How many seconds a bot has to wait from now on if nothing is heard from a guest."""
        known = [self._left.get(guest, self._began) + self.grace.line]
        if guest in self._looked:
            known.append(self._looked[guest] + self.grace.page)
        return max(max(known) - time.monotonic(), self.grace.asked, 0)

    def asked(self, guest: str | None) -> bool:
        """Whether a guest was asked and has not been heard from since."""
        return guest in self._asked

    def missed(self, guest: str | None) -> bool:
        """Whether a guest was asked, nudged or spoken of, and has not been heard from since."""
        return guest in self._asked or guest in self._nudged or guest in self._agreed

    def nudge(self, guest: str) -> bool:
        """A guest is nudged; False if that was done just now."""
        now, before = time.monotonic(), self._nudged.get(guest, [])
        if before and now - before[-1] < self.grace.nudge:
            return False
        self._nudged[guest] = [*before, now]
        return True

    def nudges(self, guest: str | None) -> int:
        """How often a guest was nudged without being heard from."""
        return len(self._nudged.get(guest or "", ()))

    def silent(self, guest: str | None) -> bool:
        """Whether a guest has not answered to nudges for a while."""
        nudged = self._nudged.get(guest or "", [])
        return bool(nudged) and time.monotonic() - nudged[0] >= self.grace.silent

    def agree(self, guest: str, other: str, bot: str) -> set[str]:
        """Another guest wants this bot to play for a guest; all who do. Who wants another bot begins anew."""
        named, agreed = self._agreed.get(guest, (bot, set()))
        agreed = {*agreed, other} if named == bot else {other}
        self._agreed[guest] = bot, agreed
        return agreed

    def agreed(self, guest: str | None) -> set[str]:
        """Who wants a bot to play for a guest."""
        return self._agreed.get(guest or "", ("", set()))[1]

    def ask(self, guest: str, seconds: float, otherwise: Callable[[], Awaitable[None]]) -> None:
        """Do `otherwise` if nothing is heard from a guest for this many seconds."""

        async def expect() -> None:
            await asyncio.sleep(seconds)
            self._asked.pop(guest, None)
            self._agreed.pop(guest, None)
            await otherwise()

        self._asked[guest] = asyncio.get_running_loop().create_task(expect())

    def answered(self, guest: str) -> None:
        """A guest is heard from: no bot waits for their seats any more."""
        self._nudged.pop(guest, None)
        self._agreed.pop(guest, None)
        task = self._asked.pop(guest, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """Nobody is waited for any more."""
        for guest in tuple(self._asked):
            self.answered(guest)


def span(seconds: float) -> str:
    """A time to wait, as people say it."""
    if seconds <= 90:
        return f"{math.ceil(seconds)} seconds"
    return f"{math.ceil(seconds / 60)} minutes"
