"""Define the time limits of tables, agreed when a table is opened, and what happens to late players."""

from __future__ import annotations

from dataclasses import dataclass

from ...i18n import Text, _, join_texts, ngettext
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
    def words(self) -> Text:
        """Return the time limit in words: 2 days a turn."""
        return _("{time} a turn", time=long(self.seconds))

    @property
    def late(self) -> Text:
        """Return what happens to a late player, in words."""
        if self.bot is None:
            return _(
                "If you run out of time, you lose the turn. It ends as soon as the rules allow; until then the first"
                " option is played."
            )
        return _(
            "If you run out of time, {bot} finishes your turn. If that happens twice in a row, {bot} plays until you"
            " are back.",
            bot=level_of(self.bot).name,
        )

    @property
    def nights(self) -> str:
        """Return what stops the clock, as a sentence; empty if nothing does."""
        return _("Your clock stops in your quiet hours and on your days away.") if self.by_day else ""


def long(seconds: float) -> Text:
    """Return a length of time in words, in its largest unit alone: 30 seconds, 5 minutes, 2 days."""
    if seconds >= DAY:
        return ngettext("{n} day", "{n} days", int(seconds // DAY))
    if seconds >= HOUR:
        return ngettext("{n} hour", "{n} hours", int(seconds // HOUR))
    if seconds >= MINUTE:
        return ngettext("{n} minute", "{n} minutes", int(seconds // MINUTE))
    return ngettext("{n} second", "{n} seconds", int(seconds))


def remaining(seconds: float) -> Text:
    """Return the time left in words, as exactly as needed: 2 days 5 hours; 3 hours 10 minutes; 40 seconds."""
    seconds = max(0.0, seconds)
    for unit, smaller in ((DAY, HOUR), (HOUR, MINUTE)):
        if seconds >= unit:
            rest = seconds % unit
            return join_texts([long(seconds), long(rest)], " ") if rest >= smaller else long(seconds)
    return long(seconds)
