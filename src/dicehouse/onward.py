"""What if: a match played on from a moment of another one, with dice of its own from there.

Up to that moment its actions and dice are the other match's. There all that the asking seat could not know is dealt
anew, so that what the other match revealed later helps nobody; then everything is as in any match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import BadMatch
from .kit import Source

MOST = 8  # what-ifs of what-ifs


@dataclass
class Onward:
    """The dice of a what-if: those that fell `first`, up to an action; `then` its own.

    `dealt` is what was drawn at that moment (results from 1, and sides), in place of what `seat` could not know; None
    until it was drawn.
    """

    first: Source
    then: Source
    number: int
    seat: int
    dealt: Sequence[tuple[int, int]] | None = None

    def _at(self, number: int) -> Source:
        return self.first if number <= self.number else self.then

    def prepare(self, dice: Any, number: int) -> None:
        self._now = self._at(number)
        self._now.prepare(dice, number)

    def finished(self, dice: Any) -> None:
        self._now.finished(dice)

    def prepare_anew(self, dice: Any) -> None:
        """Set the dice for what is dealt anew: where a match of its own would have its deal."""
        self._now = self.then
        self.then.prepare(dice, 0)

    def anew(self, draws: Sequence[tuple[int, int]]) -> None:
        """Remember what was dealt anew; BadMatch if a record says otherwise."""
        if self.dealt is not None and list(self.dealt) != list(draws):
            raise BadMatch(
                f"What was dealt anew is {list(self.dealt)}, but the match's own source gives {list(draws)}."
            )
        self.dealt = tuple(draws)

    def told(self, secretive: bool) -> str:
        """What the log says where the what-if begins."""
        dealt = f"What {{{self.seat}}} could not know is dealt anew, and the" if secretive else "The"
        return f"What if {{{self.seat}}} plays on from here? {dealt} dice are fresh."

    def describe(self, secret: bool) -> dict[str, Any]:
        before: dict[str, Any] = {"number": self.number, "seat": self.seat, "dice": self.first.describe(secret)}
        if secret and self.dealt is not None:
            before["anew"] = [list(draw) for draw in self.dealt]
        return self.then.describe(secret) | {"before": before}


def beginnings(source: Source, number: int) -> list[Onward]:
    """The what-ifs that begin after `number` actions, the oldest first."""
    if not isinstance(source, Onward):
        return []
    return [*beginnings(source.first, number), *([source] if source.number == number else [])]


def moments(dice: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Where the what-ifs of a saved match began, by its dice: the number of actions and the seat, the latest first."""
    before = dice.get("before")
    return [] if before is None else [(before["number"], before["seat"]), *moments(before["dice"])]


def until(saved: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A saved match of which only the first `number` actions count."""
    dice = saved["dice"]
    while "before" in dice and dice["before"]["number"] > number:
        dice = dice["before"]["dice"]
    kept = {key: value for key, value in saved.items() if key not in ("scores", "over")}
    return {**kept, "dice": dice, "actions": saved["actions"][:number]}


def cut(saved: Mapping[str, Any], number: int, seat: int, dice: Mapping[str, Any], **header: Any) -> dict[str, Any]:
    """The same, to be played on by `seat` with these `dice`; BadMatch if it is a what-if of too many others."""
    kept = until(saved, number)
    first = kept["dice"]
    if moments(first)[:1] == [(number, seat)]:  # the same question once more
        first = first["before"]["dice"]
    if len(moments(first)) >= MOST:
        raise BadMatch(f"This is a what-if of a what-if, {MOST} deep; play on from the game that was really played.")
    return {**kept, **header, "dice": {**dice, "before": {"number": number, "seat": seat, "dice": first}}}
