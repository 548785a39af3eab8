"""Think in parts, so that where there are no threads, others may work between two of them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

Result = TypeVar("Result")
Parts = Generator[None, None, Result]  # yields between two parts of the work, and returns the result


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
    while True:
        try:
            next(parts)
        except StopIteration as done:
            result: Result = done.value
            return result


def parts_of(thought: Callable[[float], Result], part: float) -> Parts[Result]:
    """Yield between the parts of `thought`, if it has any, and return its result."""
    if isinstance(thought, Thought):
        result: Result = yield from thought.parts(part)
        return result
    return thought(part)
