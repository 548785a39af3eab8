"""Limit the requests of one guest or one address, with token buckets that fill up steadily and hold a burst."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass, field

MAX_BUCKETS = 10_000


def is_network_address(text: str) -> bool:
    """Return True if `text` is an IP address or a network of them, and not the id of a guest."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Rate:
    """Set a rate: the number in a second, and the number at once after a pause."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Hold the rate limits of a server; the defaults leave room for fast players and none for floods."""

    actions: Rate = Rate(20, 80)
    chat: Rate = Rate(1, 8)
    practice: Rate = Rate(1, 8)
    trials: Rate = Rate(8, 24)  # a page asks again whenever a player's aim rests
    hints: Rate = Rate(0.5, 6)
    tables: Rate = Rate(60 / 3600, 60)
    letters: Rate = Rate(1 / 600, 4)  # mails that ask to confirm an address
    webhooks: Rate = Rate(1 / 60, 6)  # tests of webhooks, by client
    webhook_messages: Rate = Rate(1 / 30, 20)  # to the webhook of one guest
    exports: Rate = Rate(1 / 30, 6)  # files of many games
    guesses: Rate = Rate(1 / 60, 8)  # wrong codes of one address: see server/spoken_codes.py
    all_guesses: Rate = Rate(1 / 20, 30)  # wrong codes of all addresses together
    phrases: Rate = Rate(1 / 60, 8)  # wrong recovery phrases of one address, and new ones of one guest
    passkeys: Rate = Rate(0.2, 20)  # attempts from one address, finished or not
    sockets_per_guest: int = 24
    beat: float = 10  # seconds of silence after which a stream sends a beat
    body: int = 64 * 1024
    frame: int = 16 * 1024


@dataclass(frozen=True, slots=True)
class ConnectionDeadlines:
    """Set how many seconds a connection may be overdue before it is closed."""

    head: float = 10  # for the rest of a request's head
    body: float = 20  # for the rest of a form
    unread: float = 60  # for reading some of the answer


class TokenBucket:
    """Hold a token bucket: it fills up steadily and holds a burst."""

    __slots__ = ("_level", "_rate", "_then")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._level, self._then = rate.burst, time.monotonic()

    def take(self) -> bool:
        """Take one from the bucket; return False if it is empty."""
        now = time.monotonic()
        self._level = min(self._rate.burst, self._level + (now - self._then) * self._rate.per_second)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    @property
    def is_empty(self) -> bool:
        """Return True if nothing can be taken now."""
        return self._level + (time.monotonic() - self._then) * self._rate.per_second < 1

    def give_back(self) -> None:
        """Put back a token that was taken without need."""
        self._level = min(self._rate.burst, self._level + 1)


@dataclass(slots=True)
class ClientBuckets:
    """Keep a bucket for each client; the least recently used are dropped first."""

    rate: Rate
    _kept: OrderedDict[str, TokenBucket] = field(default_factory=OrderedDict)

    def take(self, who: str) -> bool:
        """Take one from the client's bucket; return False if it is empty."""
        bucket = self._kept.pop(who) if who in self._kept else TokenBucket(self.rate)
        self._kept[who] = bucket
        if len(self._kept) > MAX_BUCKETS:
            self._kept.popitem(last=False)
        return bucket.take()

    def blocked(self) -> list[str]:
        """Return the network addresses that can't take anything now, the latest first. Guests are left out."""
        empty = (who.removeprefix("address ") for who, bucket in reversed(self._kept.items()) if bucket.is_empty)
        return [who for who in empty if is_network_address(who)]

    def give_back(self, who: str) -> None:
        """Put back a token that was taken from a client's bucket without need."""
        if who in self._kept:
            self._kept[who].give_back()
