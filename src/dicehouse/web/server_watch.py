"""Remember, in memory only, what an operator of the server may need to see: slow requests, and memory in use."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

SLOW_SECONDS = 1.0
MOST = 20
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class SlowRequest:
    """Hold a request whose answer began late: by its method and the pattern of its address, which holds no token."""

    at: float
    method: str
    route: str
    status: int
    seconds: float


@dataclass(slots=True)
class ServerWatch:
    """Collect slow requests, the latest ones only."""

    slow: deque[SlowRequest] = field(default_factory=lambda: deque(maxlen=MOST))
    began: float = field(default_factory=time.time)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Note how long it took until an answer began."""
        if seconds >= SLOW_SECONDS:
            self.slow.append(SlowRequest(time.time(), method, route, status, seconds))


def memory_in_use() -> float | None:
    """Return how many megabytes this process uses; the most so far where the system doesn't tell more, None where it
    tells nothing."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / MEGABYTE if sys.platform == "darwin" else most / 1024
