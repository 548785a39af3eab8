"""How much one guest or one address may ask for: buckets that fill up steadily and hold a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field

MOST_BUCKETS = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second, and so many at once after a pause."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; the defaults leave room for fast hands and none for floods."""

    actions: Rate = Rate(20, 80)
    chat: Rate = Rate(1, 8)
    practice: Rate = Rate(1, 8)
    tables: Rate = Rate(60 / 3600, 60)
    sockets_per_guest: int = 24
    body: int = 64 * 1024
    frame: int = 16 * 1024


@dataclass(slots=True)
class Buckets:
    """A bucket for each who asks; those that were not used for longest are forgotten first."""

    rate: Rate
    _kept: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, who: str) -> bool:
        """Take one from the bucket; False if it is empty."""
        now = time.monotonic()
        level, then = self._kept.pop(who, (self.rate.burst, now))
        level = min(self.rate.burst, level + (now - then) * self.rate.per_second)
        allowed = level >= 1
        self._kept[who] = (level - 1 if allowed else level, now)
        if len(self._kept) > MOST_BUCKETS:
            self._kept.popitem(last=False)
        return allowed
