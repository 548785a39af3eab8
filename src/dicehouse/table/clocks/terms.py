"""How long people may take at a table, and what becomes of who is late: agreed when the table is opened."""

from __future__ import annotations

from dataclasses import dataclass

from ..levels import level_of

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
TIMES = (30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, DAY, 2 * DAY, 3 * DAY, 7 * DAY)  # seconds
IN_A_ROW = 2  # turns: who misses so many is played for until they come back


@dataclass(frozen=True, slots=True)
class Terms:
    """The time for a turn in seconds, and the bot that plays for who is late; None: they lose the turn."""

    seconds: int
    bot: str | None

    @property
    def by_day(self) -> bool:
        """Whether nobody has to sit and wait: quiet hours and days away stop the clock."""
        return self.seconds >= DAY

    @property
    def words(self) -> str:
        """2 days a turn."""
        return f"{long(self.seconds)} a turn"

    @property
    def late(self) -> str:
        """What becomes of who is late, in two sentences."""
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
        """What stops the clock, in a sentence; empty where nothing does."""
        return "The clock stops in the quiet hours of whoever is asked, and on their days away." if self.by_day else ""


def long(seconds: float) -> str:
    """A length of time as people say it, in its largest unit alone: 30 seconds, 5 minutes, 2 days."""
    for unit, word in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        if seconds >= unit or unit == 1:
            number = int(seconds // unit)
            return f"{number} {word}{'s' if number != 1 else ''}"
    raise AssertionError


def remaining(seconds: float) -> str:
    """How long is left, as exactly as somebody needs it: 2 days 5 hours; 3 hours 10 minutes; 40 seconds."""
    seconds = max(0.0, seconds)
    for unit, smaller in ((DAY, HOUR), (HOUR, MINUTE)):
        if seconds >= unit:
            rest = seconds % unit
            return long(seconds) + (f" {long(rest)}" if rest >= smaller else "")
    return long(seconds)
