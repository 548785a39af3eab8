"""Think in parts, so that where there are no threads, others may work between two of them.

A thought yields the work that it waits for, and is sent the result: a call of compiled code, which may be made
elsewhere, or None, which only lets others work.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from dicehouse.core.game import Game

from .entry_points import match_program

Result = TypeVar("Result")
Work = Callable[[], Any]
Parts = Generator[Work | None, Any, Result]


@dataclass(frozen=True, slots=True)
class Call:
    """Hold a call of a game's compiled code, which writes into the arrays among its arguments."""

    game: Game
    name: str  # of the entry point
    given: tuple[Any, ...]

    def __call__(self) -> int:
        """Make the call here."""
        found: int = getattr(match_program(self.game), self.name)(self.game, *self.given)
        return found


class Thought(Generic[Result]):
    """Hold a decision that is still to be made, all at once by calling it, or by `parts`; both take the fraction of the
    bot's time that it may use.
    """

    def __init__(self, parts: Callable[[float], Parts[Result]]) -> None:
        self.parts = parts

    def __call__(self, part: float) -> Result:
        return finish(self.parts(part))


def finish(parts: Parts[Result]) -> Result:
    """Do all parts at once and return the result."""
    answer = None
    while True:
        try:
            work = parts.send(answer)
        except StopIteration as done:
            result: Result = done.value
            return result
        answer = None if work is None else work()


def parts_of(thought: Callable[[float], Result], part: float) -> Parts[Result]:
    """Yield between the parts of `thought`, if it has any, and return its result."""
    if isinstance(thought, Thought):
        result: Result = yield from thought.parts(part)
        return result
    return thought(part)
