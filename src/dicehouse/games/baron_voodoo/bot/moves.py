"""What the board promises, for `sensible`: the best capture, what others may take next, the best use of a power.

A power is tried on the board itself, looked at, and taken back. It is judged by the capture that follows it, or after
one's own capture by what it leaves to the others.
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.record import Array

from ..rules.baron import WORST, rank
from ..rules.board import (
    COMPLETE,
    DIE,
    ROOM,
    STEP,
    beyond,
    colour_of,
    jumpers,
    lift,
    lines,
    may_jump,
    on_line,
    put,
    shield,
    shifted,
    side_of,
)
from ..rules.bwa import carry, takes_more
from ..rules.codes import JUMP, LINE, MOVE, MOVE_TO, NEXT, NEXT_UNDER, POWER, STACK, SWAP, SWAP_WITH, TOP
from ..rules.erzulie import is_single, swap
from ..rules.legba import may_move, on_one_line
from ..rules.state import BARON, N_COLOURS, NOBODY, SIZE, SPACES, Loa, Phase, State, Step
from ..rules.steps import may_buy
from ..rules.uses import before_capture
from ..rules.wata import slide
from .worth import BEST, CHOICE, GAIN, HOPE, MOST, MUCH

# Masks of spaces: by the colour on top, then
EMPTY = N_COLOURS
FULL = EMPTY + 1
DICE = FULL + 1  # and the die on top of every space
TOPS = DICE + SPACES

OWN_NEXT = 0.3  # one's own next capture, which the others may still spoil
OWN_NEXT_IF_BOUGHT = 0.6  # the same if an extra turn may follow
REPLY = 0.8  # theirs, of which the first comes at once
SWING = 1.5  # so much more than it promises now a board will hardly promise after a power and a capture
MARGIN = 1e-6  # for rounding: what is passed over is never the best
LATER = 0.8  # and the one after it has so much less of a chance to come about


@rules
def look(state: State, tops: Any) -> None:
    """Write masks of the spaces by what lies on top: a colour, nothing; and of those that are full. And the dice."""
    board = state.board
    for space in range(SPACES):
        stack = board[space]
        die = stack & DIE
        tops[DICE + space] = die
        tops[colour_of(die) if die else EMPTY] |= 1 << space
        if stack >= COMPLETE:
            tops[FULL] |= 1 << space


@rules
def prey(state: State, seat: int, tops: Any) -> int:
    """Mask of the spaces whose top dice `seat` may capture now."""
    safe = tops[EMPTY]
    for other in range(state.n_players):
        if state.players[other].guarded and side_of(state, other) != side_of(state, seat):
            safe |= tops[state.players[other].loa]
    taken, own = 0, tops[state.players[seat].loa]
    if state.solo and seat == BARON:
        own = ~tops[EMPTY]
    for direction in range(state.options.directions):
        step = STEP[direction]
        able = own & ROOM[state.low][direction]
        taken |= shifted(able & ~shifted(safe, step) & ~shifted(tops[FULL], 2 * step), -step)
    return taken


@rules
def best_take(state: State, seat: int, tops: Any, memo: Array[float]) -> float:
    """What the best capture of `seat` would bring it; the Baron's is the one that he will make."""
    spaces = prey(state, seat, tops)
    best, space, gains = 0.0, 0, GAIN.of(seat, 0)
    baron, least = state.solo and seat == BARON, WORST
    while spaces >> space:
        if spaces >> space & 1:
            if not baron:
                best = max(best, memo[gains + tops[DICE + space]])
            elif rank(state, space) < least:
                best, least = memo[gains + tops[DICE + space]], rank(state, space)
        space += 1
    return best


@rules
def best_capture(state: State, seat: int, memo: Array[float]) -> float:
    """The same, on the board as it stands."""
    tops = local_array(TOPS)
    look(state, tops)
    return best_take(state, seat, tops, memo)


@rules
def next_chance(state: State, seat: int) -> float:
    """How likely one's best capture on this board is to come about: for sure if the turn is one's own again."""
    if state.bought:
        return 1.0
    return OWN_NEXT_IF_BOUGHT if state.step <= Step.C4 and may_buy(state, seat) else OWN_NEXT


@rules
def future(state: State, seat: int, least: float, memo: Array[float]) -> float:
    """What the board leaves to everybody's next captures, as good or bad for `seat`; not looked at to the end if it
    can't come to more than `least` any more.
    """
    tops = local_array(TOPS)
    look(state, tops)
    own = side_of(state, seat)
    worth = next_chance(state, seat) * best_take(state, seat, tops, memo)
    still = 0.0  # what a partner may yet add; all others only take, but for the Baron, who may lose by his own capture
    if state.teams:
        still = REPLY * LATER * memo[MOST.of((seat + 2) % state.n_players)]
    elif state.solo:
        still = MUCH
    chance = REPLY
    for i in range(1, state.n_players):
        if worth + still <= least:
            return worth + still
        other = (seat + i) % state.n_players
        take = best_take(state, other, tops, memo)
        if side_of(state, other) == own:
            worth += chance * take
            still = 0.0
        else:
            worth -= chance * take / (state.n_sides - 1)
        chance *= LATER
    return worth


@rules
def expect(state: State, seat: int, memo: Array[float]) -> None:
    """Note the most that is to be hoped for of the turns to come: not much more than the board promises as it is."""
    memo[HOPE] = future(state, seat, -MUCH, memo) + SWING


# --- captures


@rules
def weigh_jumps(state: State, seat: int, action: int, price: float, memo: Array[float]) -> None:
    """Look at every capture on the board as it stands; `action` leads there, or if it is NOBODY the capture itself."""
    if best_capture(state, seat, memo) - price + memo[HOPE] <= memo[BEST]:
        return
    shielded = shield(state, seat)
    able = jumpers(state, seat, shielded)
    for space in range(SPACES):
        if able >> space & 1:
            for direction in range(state.options.directions):
                if may_jump(state, space, direction, shielded):
                    jump = JUMP.of(space, direction)
                    weigh_jump(state, seat, jump, jump if action == NOBODY else action, price, memo)


@rules
def weigh_jump(state: State, seat: int, jump: int, action: int, price: float, memo: Array[float]) -> None:
    """Look at one capture: what it brings, and what it leaves to others."""
    start, direction = JUMP.space(jump), JUMP.direction(jump)
    over, to = beyond(state, start, direction, 1), beyond(state, start, direction, 2)
    gain = memo[GAIN.of(seat, state.board[over] & DIE)] - price
    if gain + memo[HOPE] <= memo[BEST]:
        return
    before, stack, landing = state.board[start], state.board[over], state.board[to]
    put(state, to, lift(state, start))
    lift(state, over)
    note(gain + future(state, seat, memo[BEST] - gain - MARGIN, memo), action, memo)
    state.board[start] = before
    state.board[over] = stack
    state.board[to] = landing


@rules
def note(worth: float, action: int, memo: Array[float]) -> None:
    """Keep the best choice."""
    if worth > memo[BEST]:
        memo[BEST] = worth
        memo[CHOICE] = action


@rules
def weigh_board(state: State, seat: int, action: int, price: float, memo: Array[float]) -> None:
    """Look at the board that a power would leave: before the capture at the captures, after it at what comes next."""
    if before_capture(state):
        weigh_jumps(state, seat, action, price, memo)
    else:
        note(future(state, seat, memo[BEST] + price - MARGIN, memo) - price, action, memo)


# --- powers


@rules
def weigh_power(state: State, seat: int, power: int, price: float, memo: Array[float]) -> None:
    """Look at every use of a power, or at those that are still open if it has been begun."""
    if power == Loa.MAMY_WATA:
        weigh_wata(state, seat, price, memo)
    elif power == Loa.GRAN_BWA:
        weigh_bwa(state, seat, price, memo)
    elif power == Loa.PAPA_LEGBA:
        weigh_legba(state, seat, price, memo)
    else:
        weigh_erzulie(state, seat, price, memo)


@rules
def weigh_wata(state: State, seat: int, price: float, memo: Array[float]) -> None:
    """Every line, to both ends."""
    before = local_array(SIZE)
    for line in range(lines(state)):
        for i in range(SIZE):
            before[i] = state.board[on_line(line, i)]
        for end in range(2):
            if slide(state, line, end):
                action = LINE.of(line, end) if state.phase == Phase.WATA else POWER.of(Loa.MAMY_WATA)
                weigh_board(state, seat, action, price, memo)
            for i in range(SIZE):
                state.board[on_line(line, i)] = before[i]


@rules
def weigh_legba(state: State, seat: int, price: float, memo: Array[float]) -> None:
    """Every accessible die, or the one chosen, to every empty space on its lines."""
    for source in range(SPACES):
        stack = state.board[source]
        if not may_move(state, source) or (state.phase == Phase.LEGBA_TO and source != state.held):
            continue
        for to in range(SPACES):
            if state.board[to] == 0 and on_one_line(state, source, to):
                action = POWER.of(Loa.PAPA_LEGBA)
                if state.phase == Phase.LEGBA:
                    action = MOVE.of(source)
                elif state.phase == Phase.LEGBA_TO:
                    action = MOVE_TO.of(to)
                put(state, to, lift(state, source))
                weigh_board(state, seat, action, price, memo)
                state.board[to] = 0
                state.board[source] = stack


@rules
def weigh_erzulie(state: State, seat: int, price: float, memo: Array[float]) -> None:
    """Every two single dice, or the one chosen with every other."""
    for one in range(SPACES):
        if not is_single(state, one) or (state.phase == Phase.ERZULIE_WITH and one != state.held):
            continue
        for other in range(0 if state.phase == Phase.ERZULIE_WITH else one + 1, SPACES):
            if is_single(state, other) and state.board[one] != state.board[other]:
                action = POWER.of(Loa.ERZULIE_FREDA)
                if state.phase == Phase.ERZULIE:
                    action = SWAP.of(one)
                elif state.phase == Phase.ERZULIE_WITH:
                    action = SWAP_WITH.of(other)
                swap(state, one, other)
                weigh_board(state, seat, action, price, memo)
                swap(state, one, other)


@rules
def weigh_bwa(state: State, seat: int, price: float, memo: Array[float]) -> None:
    """Every stack of two or three, or the one chosen; of three its upper dice are placed one after the other, so that
    the first is judged as if it were the only one.
    """
    begun = state.phase == Phase.BWA_TOP or state.phase == Phase.BWA_NEXT
    for source in range(SPACES):
        if state.board[source] <= DIE or (begun and source != state.held):
            continue
        for to in range(SPACES):
            if takes_more(state, to, source):
                weigh_spread(state, seat, source, to, False, price, memo)
                if state.phase == Phase.BWA_NEXT and to == state.held_to:
                    weigh_spread(state, seat, source, to, True, price, memo)


@rules
def weigh_spread(state: State, seat: int, source: int, to: int, under: bool, price: float, memo: Array[float]) -> None:
    """One die of a stack, to one space."""
    action = POWER.of(Loa.GRAN_BWA)
    if state.phase == Phase.BWA:
        action = STACK.of(source)
    elif state.phase == Phase.BWA_TOP:
        action = TOP.of(to)
    elif state.phase == Phase.BWA_NEXT:
        action = NEXT_UNDER.of(to) if under else NEXT.of(to)
    before, stack = state.board[to], state.board[source]
    carry(state, source, to, under)
    weigh_board(state, seat, action, price, memo)
    state.board[to] = before
    state.board[source] = stack
