"""How values hang together: stretches of a match between two strokes of chance.

Where no die falls and nothing is drawn, a value can only fall by what a decision costs. So a stretch has one value to
be found, that of what was left to chance at its end, and each of its decisions a cost; all else are sums of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .course import Course, Move


@dataclass(frozen=True)
class Segment:
    """Moves with nothing of chance before the end. `at_once`: seats chose without seeing each other's choices, so what
    comes out together is chance to each of them.
    """

    moves: Sequence[Move]
    at_once: bool
    chance: bool  # whether it ends with a stroke of chance
    last: bool  # whether the match ends with it


def segments_of(course: Course) -> list[Segment]:
    """The match in stretches."""
    return list(_cut(course.moves))


def _cut(moves: Sequence[Move]) -> Iterator[Segment]:
    at = 0
    while at < len(moves):
        end = at + 1
        together = len(moves[at].asked) > 1
        if together:
            while end < len(moves) and not moves[end - 1].chance and moves[end].known == moves[at].number - 1:
                end += 1
        else:
            while end < len(moves) and not moves[end - 1].chance and len(moves[end].asked) == 1:
                end += 1
        together = together and end - at > 1
        yield Segment(moves[at:end], together, together or moves[end - 1].chance, end == len(moves))
        at = end
