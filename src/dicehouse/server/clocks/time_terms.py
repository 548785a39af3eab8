"""Define the time limits of tables, agreed when a table is opened, and what happens to late players."""

from __future__ import annotations

from dataclasses import dataclass

from ..opponents import level_of

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
TIMES = (30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, DAY, 2 * DAY, 3 * DAY, 7 * DAY)  # seconds
IN_A_ROW = 2  # turns: after missing this many, a player is replaced until they come back


@dataclass(frozen=True, slots=True)
class Terms:
    """Hold the time limit for a turn in seconds, and the bot that plays for a late player; None: they lose the turn."""

    seconds: int
    bot: str | None

    @property
    def by_day(self) -> bool:
        """Return True if players need not stay at the table: quiet hours and days away stop the clock."""
        return self.seconds >= DAY

    @property
    def words(self) -> str:
        """Return the time limit in words: 2 days a turn."""
        return f"{long(self.seconds)} a turn"

    @property
    def late(self) -> str:
        """Return what happens to a late player, in words."""
        if self.bot is None:
            return (
                "Who is late loses the turn: the house ends it as soon as the rules allow, with the first choice where"
                " one has to be made."
            )
        return (
            f"Who is late is played for by {level_of(self.bot).name} until the turn ends; who misses two turns in a"
            " row, until they come back."
        )

    @property
    def nights(self) -> str:
        """Return what stops the clock, as a sentence; empty if nothing does."""
        return "The clock stops in the quiet hours of whoever is asked, and on their days away." if self.by_day else ""


def long(seconds: float) -> str:
    """Return a length of time in words, in its largest unit alone: 30 seconds, 5 minutes, 2 days."""
    for unit, word in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        if seconds >= unit or unit == 1:
            number = int(seconds // unit)
            return f"{number} {word}{'s' if number != 1 else ''}"
    raise AssertionError


def remaining(seconds: float) -> str:
    """Return the time left in words, as exactly as needed: 2 days 5 hours; 3 hours 10 minutes; 40 seconds."""
    seconds = max(0.0, seconds)
    for unit, smaller in ((DAY, HOUR), (HOUR, MINUTE)):
        if seconds >= unit:
            rest = seconds % unit
            return long(seconds) + (f" {long(rest)}" if rest >= smaller else "")
    return long(seconds)
