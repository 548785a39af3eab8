"""Show a progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time

from dicehouse.text_format import format_duration

from .standard_streams import print_note

BAR_WIDTH = 30
CLEAR_LINE = "\r\033[K"


class ProgressBar:
    """Show how many of `total` games have been played, and how long the rest will take.

    Games of an earlier run, which the first call reports, do not count for the speed.
    """

    def __init__(self, total: int, seconds: float | None = None) -> None:
        self._total, self._done, self._shown = total, 0, 0.0
        self._limit, self._began = seconds, time.monotonic()
        self._base: int | None = None
        self._there = sys.stderr.isatty()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *error: object) -> None:
        if self._there:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def add(self, games: int) -> None:
        """Count games that have ended."""
        self._base = self._base or 0
        self.show(self._done + games, self._total)

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` games have ended."""
        now = time.monotonic()
        if self._base is None:
            self._base = done
        self._done, self._total = done, total
        if self._there and now - self._shown > 0.1:
            self._shown = now
            print(f"\r\033[K{self.line(now - self._began)}", end="", file=sys.stderr, flush=True)

    def say(self, sentence: str) -> None:
        """Print a sentence on standard error, above the bar."""
        print_note(f"{CLEAR_LINE if self._there else ''}{sentence}")

    def line(self, spent: float) -> str:
        """Return the bar as text after `spent` seconds."""
        played, left = self._done - (self._base or 0), self._total - self._done
        wait = spent * left / played if played else None
        part = self._done / self._total
        if self._limit is not None:
            ends = max(self._limit - spent, 0.0)
            wait = ends if wait is None else min(wait, ends)
            part = max(part, min(1.0, spent / self._limit))
        bar = "#" * int(BAR_WIDTH * part)
        return f"[{bar:.<{BAR_WIDTH}}] {self._done:,} of {self._total:,} games" + (
            f", {format_duration(wait)} left" if wait is not None else ""
        )


class PercentProgress:
    """Show the progress in per cent on standard error, if that is a terminal."""

    def __init__(self, what: str) -> None:
        self._what, self._shown, self._there = what, -1, sys.stderr.isatty()

    def __call__(self, part: float) -> None:
        percent = int(100 * part)
        if self._there and percent != self._shown:
            self._shown = percent
            end = "\r\033[K" if part >= 1 else ""
            print(f"\r{self._what}: {percent} %{end}", end="", file=sys.stderr, flush=True)
