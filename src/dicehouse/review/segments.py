"""Split a match into segments between two chance events.

Where no die is rolled and nothing is drawn, a value can only fall by the cost of a decision. A segment therefore needs
one value, that of its end, where chance comes in, and each of its decisions has a cost; everything else is a sum of
these.

In games with hardly any chance a segment ends with each turn. The later value of a position, when play continues from
it, could not be foreseen by anybody: that counts as luck, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .reviewed_match import ReviewedMatch, ReviewedMove, depends_on_chance


@dataclass(frozen=True)
class Segment:
    """Hold moves without chance before their end.

    With `at_once`, seats chose without seeing each other's choices, so the joint outcome is chance for each of them.
    """

    moves: Sequence[ReviewedMove]
    at_once: bool
    chance: bool  # True if chance determines what comes next
    last: bool  # True if the match ends with the segment


def split_segments(reviewed: ReviewedMatch) -> list[Segment]:
    """Split the match into segments."""
    return list(_split_moves(reviewed.moves, not depends_on_chance(reviewed)))


def _split_moves(moves: Sequence[ReviewedMove], by_turns: bool) -> Iterator[Segment]:
    at = 0
    while at < len(moves):
        end = at + 1
        together = len(moves[at].asked) > 1
        if together:
            while end < len(moves) and not moves[end - 1].chance and moves[end].known == moves[at].number - 1:
                end += 1
        else:
            while end < len(moves) and not _ends_segment(moves[end - 1], moves[end], by_turns):
                end += 1
        together = together and end - at > 1
        last = end == len(moves)
        ended = moves[end - 1].chance or (not last and by_turns and moves[end - 1].turn != moves[end].turn)
        yield Segment(moves[at:end], together, together or ended, last)
        at = end


def _ends_segment(move: ReviewedMove, following: ReviewedMove, by_turns: bool) -> bool:
    """Return True if a segment ends between two moves."""
    return move.chance or len(following.asked) > 1 or (by_turns and move.turn != following.turn)
