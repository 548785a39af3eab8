"""The board as `sensible` sees it: masks of spaces by what lies on top. It looks at a hundred boards before every move,
each but two or three spaces away from another, so what it sees follows every change.
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.bits import lowest
from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.baron import WORST, rank
from ..rules.board import COMPLETE, DIE, die_of, side_of
from ..rules.state import BARON, DIRECTIONS, KINDS, MAX_PLAYERS, N_FACES, N_LOAS, SIZE, SPACES, State
from .worth import GAIN

WAYS = (1, SIZE, SIZE + 1, SIZE - 1)  # how far it is to the next space along rows, files, and both diagonals


def _middle(low: int, way: int) -> int:
    """Mask of the spaces that have others on both sides, on a board whose first row and column in play are `low`."""
    inside, edge = range(low, SIZE - low), (low, SIZE - 1 - low)
    across, down = WAYS[way] != SIZE, WAYS[way] != 1
    return sum(
        1 << SIZE * row + column
        for row in inside
        for column in inside
        if not (across and column in edge) and not (down and row in edge)
    )


MIDDLES = tuple(tuple(_middle(low, way) for way in range(len(WAYS))) for low in range(2))

# What is seen: masks of spaces by the kind of die on top, 0 for none, and of those that are full. Then the die on top
# of each space; the middles of captures, by the way they go; and by seat, as a mask, the colours that it may not
# capture, and the kinds of dice that bring it anything, the best first and 0 behind the last.
FULL = KINDS
ON = FULL + 1
MIDDLE = ON + SPACES
GUARDED = MIDDLE + len(WAYS)
ORDER = GUARDED + MAX_PLAYERS
SEEN = ORDER + MAX_PLAYERS * KINDS


@rules
def look(state: State, seen: Any, memo: Array[float]) -> None:
    """Take in the whole board, and what captures are worth to whom."""
    for space in range(SPACES):
        see(state, space, seen)
    for way in range(state.options.directions // 2):
        seen[MIDDLE + way] = MIDDLES[state.low][way]
    for seat in range(state.n_players):
        for other in range(state.n_players):
            if state.players[other].guarded and side_of(state, other) != side_of(state, seat):
                seen[GUARDED + seat] |= 1 << state.players[other].loa
        put_in_order(seat, seen, memo)


@rules
def put_in_order(seat: int, seen: Any, memo: Array[float]) -> None:
    """List the kinds of dice that bring `seat` anything, the best first."""
    first = ORDER + seat * KINDS
    end = first
    for die in range(1, KINDS):
        gain, place = memo[GAIN.of(seat, die)], end
        if gain > 0.0:
            while place > first and memo[GAIN.of(seat, seen[place - 1])] < gain:
                seen[place] = seen[place - 1]
                place -= 1
            seen[place] = die
            end += 1


@rules
def see(state: State, space: int, seen: Any) -> None:
    """Take in what lies on a space now."""
    was, stack, here = seen[ON + space], state.board[space], 1 << space
    die = stack & DIE
    seen[ON + space] = die
    seen[was] &= ~here
    seen[die] |= here
    seen[FULL] = seen[FULL] & ~here | (stack >= COMPLETE) << space


@rules
def of_colour(colour: int, seen: Any) -> int:
    """Mask of the spaces with a die of this colour on top."""
    spaces, first = 0, die_of(colour, 0)
    for face in range(N_FACES):
        spaces |= seen[first + face]
    return spaces


@rules
def safe(seat: int, seen: Any) -> int:
    """Mask of the spaces over which `seat` may not jump."""
    spaces: int = seen[0]
    guarded = seen[GUARDED + seat]
    for colour in range(N_LOAS):
        if guarded >> colour & 1:
            spaces |= of_colour(colour, seen)
    return spaces


@rules
def prey(state: State, seat: int, seen: Any) -> int:
    """Mask of the spaces whose top dice `seat` may capture now."""
    own = ~seen[0] if state.solo and seat == BARON else of_colour(state.players[seat].loa, seen)
    return within_reach(state, own, safe(seat, seen), seen)


@rules
def within_reach(state: State, own: int, kept: int, seen: Any) -> int:
    """Mask of the spaces that dice of one's `own` may capture, but for those that are `kept`."""
    full: int = seen[FULL]
    taken: int = seen[MIDDLE] & over(own, full, WAYS[0]) | seen[MIDDLE + 1] & over(own, full, WAYS[1])
    if state.options.directions == DIRECTIONS:
        taken |= seen[MIDDLE + 2] & over(own, full, WAYS[2]) | seen[MIDDLE + 3] & over(own, full, WAYS[3])
    return taken & ~kept


@rules
def over(own: int, full: int, step: int) -> int:
    """Mask of the spaces with a die of one's own on one side, and room on the other."""
    return own << step & ~(full >> step) | own >> step & ~(full << step)


@rules
def best_take(state: State, seat: int, seen: Any, memo: Array[float]) -> float:
    """What the best capture of `seat` would bring it; the Baron's is the one that he will make."""
    spaces = prey(state, seat, seen)
    if state.solo and seat == BARON:
        return barons_take(state, spaces, seen, memo)
    place = ORDER + seat * KINDS
    while seen[place]:
        if seen[seen[place]] & spaces:
            return memo[GAIN.of(seat, seen[place])]
        place += 1
    return 0.0


@rules
def barons_take(state: State, spaces: int, seen: Any, memo: Array[float]) -> float:
    """What the Baron's next capture brings him, of those that he can make."""
    taken, least = 0.0, WORST
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        if rank(state, space) < least:
            taken, least = memo[GAIN.of(BARON, seen[ON + space])], rank(state, space)
    return taken
