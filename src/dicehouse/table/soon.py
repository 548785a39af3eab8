"""Something that is done a moment later, once for all who asked for it meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MOMENT = 0.1  # seconds


class Soon:
    """Does a thing a moment after it was asked for; while `busy`, a moment later again."""

    def __init__(self, does: Callable[[], None], busy: Callable[[], bool]) -> None:
        self._does, self._busy = does, busy
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, wait: float = 0.0) -> None:
        """Do it after so many seconds, or a moment if that is longer; who asked before decides."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(max(wait, MOMENT), self._go)

    def drop(self) -> None:
        """It was done meanwhile, or nobody wants it any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go(self) -> None:
        self._timer = None
        if self._busy():
            self.ask()
        else:
            self._does()
