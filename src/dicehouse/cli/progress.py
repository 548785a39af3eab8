"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time

BAR = 30


class Progress:
    """How many of `total` games were played, and how long the rest will take.

    What was there already when the first games are told (of an earlier run) says nothing of the speed.
    """

    def __init__(self, total: int, seconds: float | None = None) -> None:
        self._total, self._done, self._shown = total, 0, 0.0
        self._limit, self._began = seconds, time.monotonic()
        self._base: int | None = None
        self._there = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._there:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def add(self, games: int) -> None:
        """Count games that have ended."""
        self._base = self._base or 0
        self.show(self._done + games, self._total)

    def show(self, done: int, total: int) -> None:
        """Show that so many of so many games have ended."""
        now = time.monotonic()
        if self._base is None:
            self._base = done
        self._done, self._total = done, total
        if self._there and now - self._shown > 0.1:
            self._shown = now
            print(f"\r\033[K{self.line(now - self._began)}", end="", file=sys.stderr, flush=True)

    def line(self, spent: float) -> str:
        """The bar after so many seconds."""
        played, left = self._done - (self._base or 0), self._total - self._done
        wait = spent * left / played if played else None
        part = self._done / self._total
        if self._limit is not None:
            ends = max(self._limit - spent, 0.0)
            wait = ends if wait is None else min(wait, ends)
            part = max(part, min(1.0, spent / self._limit))
        bar = "#" * int(BAR * part)
        return f"[{bar:.<{BAR}}] {self._done:,} of {self._total:,} games" + (
            f", {in_words(wait)} left" if wait is not None else ""
        )


def in_words(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
