"""How much one guest or one address may ask for: buckets that fill up steadily and hold a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field

MOST_BUCKETS = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """How many a second, and how many at once after a pause."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; the defaults leave room for fast hands and none for floods."""

    actions: Rate = Rate(20, 80)
    chat: Rate = Rate(1, 8)
    practice: Rate = Rate(1, 8)
    trials: Rate = Rate(8, 24)  # a page asks anew whenever an aim comes to rest
    hints: Rate = Rate(0.5, 6)
    tables: Rate = Rate(60 / 3600, 60)
    letters: Rate = Rate(1 / 600, 4)  # that ask whether an e-mail address is right
    exports: Rate = Rate(1 / 30, 6)  # files of many games
    guesses: Rate = Rate(1 / 60, 8)  # wrong codes of one address: see table/codes.py
    all_guesses: Rate = Rate(1 / 20, 30)  # wrong codes of all addresses together
    phrases: Rate = Rate(1 / 60, 8)  # wrong recovery phrases of one address, and new ones of one guest
    passkeys: Rate = Rate(0.2, 20)  # tried from one address, or begun to be
    sockets_per_guest: int = 24
    beat: float = 10  # seconds after which a program is told that nothing happened
    body: int = 64 * 1024
    frame: int = 16 * 1024


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How many seconds a line may owe the house something."""

    head: float = 10  # the rest of a request
    body: float = 20  # the rest of a form
    unread: float = 60  # reading some of what was answered


class Bucket:
    """Fills up steadily and holds a burst."""

    __slots__ = ("_level", "_rate", "_then")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._level, self._then = rate.burst, time.monotonic()

    def take(self) -> bool:
        """Take one from the bucket; False if it is empty."""
        now = time.monotonic()
        self._level = min(self._rate.burst, self._level + (now - self._then) * self._rate.per_second)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def give_back(self) -> None:
        """Put back what was taken for nothing."""
        self._level = min(self._rate.burst, self._level + 1)


@dataclass(slots=True)
class Buckets:
    """A bucket for each client; the least recently used are forgotten first."""

    rate: Rate
    _kept: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, who: str) -> bool:
        """Take one from the client's bucket; False if it is empty."""
        bucket = self._kept.pop(who) if who in self._kept else Bucket(self.rate)
        self._kept[who] = bucket
        if len(self._kept) > MOST_BUCKETS:
            self._kept.popitem(last=False)
        return bucket.take()

    def give_back(self, who: str) -> None:
        """Put back into a client's bucket what was taken for nothing."""
        if who in self._kept:
            self._kept[who].give_back()
