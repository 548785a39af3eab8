"""Count habits over several reviews of one player, and say which of them are clear.

A habit is a kind of decision that may be a mistake, such as banking with four dice or more (`decision_themes` of a
game). A case is a decision of that kind; it is a mistake if the review named an option that was clearly better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicehouse.arena.intervals import wilson_interval

if TYPE_CHECKING:
    from dicehouse.core import Game

LEAST_CASES = 5  # with fewer, nothing is said
USUAL = 0.5  # the share of mistakes that the 95% interval has to exceed


@dataclass(frozen=True)
class Habit:
    """Hold a clear habit: how often it was a mistake, and a sentence about it."""

    name: str
    mistakes: int
    cases: int
    says: str


def count_themes(decisions: Iterable[Mapping[str, bool]]) -> dict[str, tuple[int, int]]:
    """Return the mistakes and the cases of each habit; `decisions` are the `themes` of rows of reviews."""
    cases: Counter[str] = Counter()
    mistakes: Counter[str] = Counter()
    for themes in decisions:
        cases.update(list(themes))
        mistakes.update(name for name, mistaken in themes.items() if mistaken)
    return {name: (mistakes[name], cases[name]) for name in cases}


def find_habits(game: Game, counts: Mapping[str, tuple[int, int]]) -> list[Habit]:
    """Return the habits that are clear, the most frequent mistakes first: of at least five cases, more than half are
    mistakes, and so is the whole 95% interval of that share.
    """
    found = []
    for name, (mistakes, cases) in counts.items():
        if cases >= LEAST_CASES and wilson_interval(mistakes, cases)[0] > USUAL:
            says = game.hooks.theme_sentence(name, mistakes, cases)
            found += [Habit(name, mistakes, cases, says)] if says else []
    return sorted(found, key=lambda habit: (-habit.mistakes, habit.name))
