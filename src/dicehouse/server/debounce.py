"""Debounce an action: do it a moment later, once for all who asked for it meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MOMENT = 0.1  # seconds


class Debounce:
    """Call `does` a moment after it was asked for; while `busy` returns True, wait another moment."""

    def __init__(self, does: Callable[[], None], busy: Callable[[], bool]) -> None:
        self._does, self._busy = does, busy
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, wait: float = 0.0) -> None:
        """Do it after `wait` seconds, or after a moment if that is longer; the first request decides."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(max(wait, MOMENT), self._go)

    def drop(self) -> None:
        """Cancel the request, because it was done meanwhile or is not wanted any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go(self) -> None:
        self._timer = None
        if self._busy():
            self.ask()
        else:
            self._does()
