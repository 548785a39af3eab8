"""How values hang together: stretches of a match between two strokes of chance.

Where no die falls and nothing is drawn, a value can only fall by what a decision costs. So a stretch has one value to
be found, that of what was left to chance at its end, and each of its decisions a cost; all else are sums of these.

In games that hardly leave anything to chance a stretch ends with each turn. What a position turns out to be worth, when
play goes on from it, was not foreseen by anybody: that counts as luck, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .course import Course, Move, is_diced


@dataclass(frozen=True)
class Segment:
    """Moves with nothing of chance before the end. `at_once`: seats chose without seeing each other's choices, so what
    comes out together is chance to each of them.
    """

    moves: Sequence[Move]
    at_once: bool
    chance: bool  # whether what comes next was not settled by these moves
    last: bool  # whether the match ends with it


def segments_of(course: Course) -> list[Segment]:
    """The match in stretches."""
    return list(_cut(course.moves, not is_diced(course)))


def _cut(moves: Sequence[Move], by_turns: bool) -> Iterator[Segment]:
    at = 0
    while at < len(moves):
        end = at + 1
        together = len(moves[at].asked) > 1
        if together:
            while end < len(moves) and not moves[end - 1].chance and moves[end].known == moves[at].number - 1:
                end += 1
        else:
            while end < len(moves) and not _ends(moves[end - 1], moves[end], by_turns):
                end += 1
        together = together and end - at > 1
        last = end == len(moves)
        ended = moves[end - 1].chance or (not last and by_turns and moves[end - 1].turn != moves[end].turn)
        yield Segment(moves[at:end], together, together or ended, last)
        at = end


def _ends(move: Move, following: Move, by_turns: bool) -> bool:
    """Whether a stretch ends between two moves."""
    return move.chance or len(following.asked) > 1 or (by_turns and move.turn != following.turn)
