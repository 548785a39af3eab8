"""Keep the board as masks of spaces by the die on top, for `sensible`. It examines about a hundred boards before every
action, each two or three spaces different from another, so the masks are updated with every change.
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import lowest_bit
from dicehouse.records.record import Array

from ..rules.board import COMPLETE, DIE, die_of, side_of
from ..rules.solo_opponent import WORST, capture_rank
from ..rules.state import BARON, DIRECTIONS, KINDS, MAX_PLAYERS, N_FACES, N_LOAS, SIZE, SPACES, State
from .position_value import GAIN

WAYS = (1, SIZE, SIZE + 1, SIZE - 1)  # distance to the next space along rows, files, and both diagonals


def _middle(low: int, way: int) -> int:
    """Return a mask of the spaces that have others on both sides, on a board whose first row and column in play are
    `low`.
    """
    inside, edge = range(low, SIZE - low), (low, SIZE - 1 - low)
    across, down = WAYS[way] != SIZE, WAYS[way] != 1
    return sum(
        1 << SIZE * row + column
        for row in inside
        for column in inside
        if not (across and column in edge) and not (down and row in edge)
    )


MIDDLES = tuple(tuple(_middle(low, way) for way in range(len(WAYS))) for low in range(2))

# Contents of the masks: spaces by the kind of die on top, 0 for none, and full spaces. Then the die on top of each
# space; the middles of captures, by direction; and by seat, as a mask, the colours that it may not capture, and the
# kinds of dice that bring it anything, the best first and 0 after the last.
FULL = KINDS
ON = FULL + 1
MIDDLE = ON + SPACES
GUARDED = MIDDLE + len(WAYS)
ORDER = GUARDED + MAX_PLAYERS
SEEN = ORDER + MAX_PLAYERS * KINDS


@rules
def fill_masks(state: State, seen: Any, memo: Array[float]) -> None:
    """Fill `seen` with the masks of the whole board, and list each seat's best captures."""
    for space in range(SPACES):
        update_space(state, space, seen)
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
def update_space(state: State, space: int, seen: Any) -> None:
    """Update the masks for one space."""
    was, stack, here = seen[ON + space], state.board[space], 1 << space
    die = stack & DIE
    seen[ON + space] = die
    seen[was] &= ~here
    seen[die] |= here
    seen[FULL] = seen[FULL] & ~here | (stack >= COMPLETE) << space


@rules
def spaces_of_colour(colour: int, seen: Any) -> int:
    """Return a mask of the spaces with a die of this colour on top."""
    spaces, first = 0, die_of(colour, 0)
    for face in range(N_FACES):
        spaces |= seen[first + face]
    return spaces


@rules
def protected_spaces(seat: int, seen: Any) -> int:
    """Return a mask of the spaces over which `seat` may not jump."""
    spaces: int = seen[0]
    guarded = seen[GUARDED + seat]
    for colour in range(N_LOAS):
        if guarded >> colour & 1:
            spaces |= spaces_of_colour(colour, seen)
    return spaces


@rules
def capturable_spaces(state: State, seat: int, seen: Any) -> int:
    """Return a mask of the spaces whose top dice `seat` may capture now."""
    own = ~seen[0] if state.solo and seat == BARON else spaces_of_colour(state.players[seat].loa, seen)
    return spaces_within_reach(state, own, protected_spaces(seat, seen), seen)


@rules
def spaces_within_reach(state: State, own: int, kept: int, seen: Any) -> int:
    """Return a mask of the spaces that the dice on `own` may capture, except those in `kept`."""
    full: int = seen[FULL]
    taken: int = seen[MIDDLE] & jumped_spaces(own, full, WAYS[0]) | seen[MIDDLE + 1] & jumped_spaces(own, full, WAYS[1])
    if state.options.directions == DIRECTIONS:
        taken |= seen[MIDDLE + 2] & jumped_spaces(own, full, WAYS[2]) | seen[MIDDLE + 3] & jumped_spaces(
            own, full, WAYS[3]
        )
    return taken & ~kept


@rules
def jumped_spaces(own: int, full: int, step: int) -> int:
    """Return a mask of the spaces with a die of `own` on one side and room on the other."""
    return own << step & ~(full >> step) | own >> step & ~(full << step)


@rules
def best_take(state: State, seat: int, seen: Any, memo: Array[float]) -> float:
    """Return the value of the best capture of `seat`; for the Baron, of the one that he will make."""
    spaces = capturable_spaces(state, seat, seen)
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
    """Return the value of the Baron's next capture, of those that he can make."""
    taken, least = 0.0, WORST
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        if capture_rank(state, space) < least:
            taken, least = memo[GAIN.of(BARON, seen[ON + space])], capture_rank(state, space)
    return taken
