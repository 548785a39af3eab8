"""Provide the dice of a forked match: those of the original match up to the fork, and new ones after it.

A forked match shares the actions and dice of the original up to the fork. There, everything that the asking seat could
not know is resampled, so that later revelations of the original match help nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core import DiceSource
from ..errors import BadMatch
from ..i18n import _

MAX_FORK_DEPTH = 8  # forks of forks


@dataclass
class ForkDice:
    """Give the dice of `first` for the actions up to `number`, and the dice of `then` after it.

    `dealt` holds the draws (results from 1, and sides) by which the information hidden from `seat` was resampled at the
    fork; None until it has been resampled.
    """

    first: DiceSource
    then: DiceSource
    number: int
    seat: int
    dealt: Sequence[tuple[int, int]] | None = None

    def _source_of(self, number: int) -> DiceSource:
        return self.first if number <= self.number else self.then

    def prepare(self, dice: Any, number: int) -> None:
        self._now = self._source_of(number)
        self._now.prepare(dice, number)

    def finished(self, dice: Any) -> None:
        self._now.finished(dice)

    def prepare_resampling(self, dice: Any) -> None:
        """Set up `dice` for the resampling at the fork, with the draws that a match of its own would use
        for its deal.
        """
        self._now = self.then
        self.then.prepare(dice, 0)

    def record_resampling(self, draws: Sequence[tuple[int, int]]) -> None:
        """Record the `draws` of the resampling. Raise BadMatch if the saved match recorded other draws."""
        if self.dealt is not None and list(self.dealt) != list(draws):
            raise BadMatch(
                f"What was dealt anew is {list(self.dealt)}, but the match's own source gives {list(draws)}."
            )
        self.dealt = tuple(draws)

    def log_text(self, secretive: bool) -> str:
        """Return the log text of the fork; `secretive` tells if the match has hidden information."""
        player = f"{{{self.seat}}}"
        if secretive:
            return _(
                "What if {player} plays on from here? The dice are new; everything hidden from {player} is reshuffled.",
                player=player,
            )
        return _("What if {player} plays on from here? The dice are new.", player=player)

    def describe(self, secret: bool) -> dict[str, Any]:
        before: dict[str, Any] = {"number": self.number, "seat": self.seat, "dice": self.first.describe(secret)}
        if secret and self.dealt is not None:
            before["anew"] = [list(draw) for draw in self.dealt]
        return self.then.describe(secret) | {"before": before}


def forks_starting_at(source: DiceSource, number: int) -> list[ForkDice]:
    """Return the forks in `source` that start after `number` actions, the oldest first."""
    if not isinstance(source, ForkDice):
        return []
    return [*forks_starting_at(source.first, number), *([source] if source.number == number else [])]
