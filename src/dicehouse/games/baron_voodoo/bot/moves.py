"""What the board promises, for `sensible`: the best capture, what others may take next, the best use of a power.

A power is tried on the board itself, looked at, and taken back. It is judged by the capture that follows it, or after
one's own capture by what it leaves to the others.
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.bits import lowest
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.record import Array

from ..rules.board import DIE, ROOM, STEP, lift, lines, on_line, put, shifted
from ..rules.bwa import carry, takes_more
from ..rules.codes import JUMP, LINE, MOVE, MOVE_TO, NEXT, NEXT_UNDER, POWER, STACK, SWAP, SWAP_WITH, TOP
from ..rules.erzulie import is_single, swap
from ..rules.legba import may_move, on_one_line
from ..rules.state import (
    DIRECTIONS,
    KINDS,
    NOBODY,
    SIZE,
    SPACES,
    Loa,
    Phase,
    State,
    Step,
)
from ..rules.steps import may_buy
from ..rules.uses import before_capture
from ..rules.wata import slide
from .sight import FULL, ON, best_take, of_colour, safe, see, within_reach
from .worth import BEST, CHANCE, CHOICE, GAIN, HOPE, MOST, MUCH

OWN_NEXT = 0.3  # one's own next capture, which the others may still spoil
OWN_NEXT_IF_BOUGHT = 0.6  # the same if an extra turn may follow
REPLY = 0.8  # theirs, of which the first comes at once
SWING = 1.5  # so much more than it promises now a board will hardly promise after a power and a capture
MARGIN = 1e-6  # for rounding: what is passed over is never the best
LATER = 0.8  # and the one after it has so much less of a chance to come about


@rules
def next_chance(state: State, seat: int) -> float:
    """How likely one's best capture on this board is to come about: for sure if the turn is one's own again."""
    if state.bought:
        return 1.0
    return OWN_NEXT_IF_BOUGHT if state.step <= Step.C4 and may_buy(state, seat) else OWN_NEXT


@rules
def future(state: State, seat: int, least: float, seen: Any, memo: Array[float]) -> float:
    """What the board leaves to everybody's next captures, as good or bad for `seat`; not looked at to the end if it
    can't come to more than `least` any more.
    """
    worth = memo[CHANCE] * best_take(state, seat, seen, memo)
    still = 0.0  # what a partner may yet add; all others only take, but for the Baron, who may lose by his own capture
    if state.teams:
        still = REPLY * LATER * memo[MOST.of((seat + 2) % state.n_players)]
    elif state.solo:
        still = MUCH
    chance = REPLY
    for i in range(1, state.n_players):
        if worth + still <= least:
            return worth + still
        other = seat + i if seat + i < state.n_players else seat + i - state.n_players
        take = best_take(state, other, seen, memo)
        if state.teams and i == 2:
            worth += chance * take
            still = 0.0
        else:
            worth -= chance * take / (state.n_sides - 1)
        chance *= LATER
    return worth


@rules
def expect(state: State, seat: int, seen: Any, memo: Array[float]) -> None:
    """Note how likely the next capture is, and the most that is to be hoped for of the turns to come: not much more
    than the board promises as it is.
    """
    memo[CHANCE] = next_chance(state, seat)
    memo[HOPE] = future(state, seat, -MUCH, seen, memo) + SWING


# --- captures


@rules
def weigh_jumps(state: State, seat: int, action: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Look at every capture on the board as it stands; `action` leads there, or if it is NOBODY the capture itself."""
    if best_take(state, seat, seen, memo) - price + memo[HOPE] <= memo[BEST]:
        return
    able = local_array(DIRECTIONS)
    own, kept, full, spaces = of_colour(state.players[seat].loa, seen), safe(seat, seen), seen[FULL], 0
    for direction in range(state.options.directions):
        step = STEP[direction]
        able[direction] = own & ROOM[state.low][direction] & ~shifted(kept, step) & ~shifted(full, 2 * step)
        spaces |= able[direction]
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        for direction in range(state.options.directions):
            if able[direction] >> space & 1:
                gain = memo[GAIN.of(seat, seen[ON + space + STEP[direction]])] - price
                if gain + memo[HOPE] > memo[BEST]:
                    jump = JUMP.of(space, direction)
                    weigh_jump(state, seat, jump, jump if action == NOBODY else action, gain, seen, memo)


@rules
def weigh_jump(state: State, seat: int, jump: int, action: int, gain: float, seen: Any, memo: Array[float]) -> None:
    """Look at one capture: what it brings, and what it leaves to others."""
    start, step = JUMP.space(jump), STEP[JUMP.direction(jump)]
    over, to = start + step, start + 2 * step
    before, stack, landing = state.board[start], state.board[over], state.board[to]
    put(state, to, lift(state, start))
    lift(state, over)
    see_two(state, start, over, seen)
    see(state, to, seen)
    note(gain + future(state, seat, memo[BEST] - gain - MARGIN, seen, memo), action, memo)
    state.board[start], state.board[over], state.board[to] = before, stack, landing
    see_two(state, start, over, seen)
    see(state, to, seen)


@rules
def note(worth: float, action: int, memo: Array[float]) -> None:
    """Keep the best choice."""
    if worth > memo[BEST]:
        memo[BEST] = worth
        memo[CHOICE] = action


@rules
def weigh_board(state: State, seat: int, action: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Look at the board that a power would leave: before the capture at the captures, after it at what comes next."""
    if before_capture(state):
        weigh_jumps(state, seat, action, price, seen, memo)
    else:
        note(future(state, seat, memo[BEST] + price - MARGIN, seen, memo) - price, action, memo)


# --- powers


@rules
def weigh_power(state: State, seat: int, power: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Look at every use of a power, or at those that are still open if it has been begun."""
    if power == Loa.MAMY_WATA:
        weigh_wata(state, seat, price, seen, memo)
    elif power == Loa.GRAN_BWA:
        weigh_bwa(state, seat, price, seen, memo)
    elif power == Loa.PAPA_LEGBA:
        weigh_legba(state, seat, price, seen, memo)
    else:
        weigh_erzulie(state, seat, price, seen, memo)


@rules
def weigh_wata(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Every line, to both ends."""
    before = local_array(SIZE)
    for line in range(lines(state)):
        for i in range(SIZE):
            before[i] = state.board[on_line(line, i)]
        for end in range(2):
            if slide(state, line, end):
                action = LINE.of(line, end) if state.phase == Phase.WATA else POWER.of(Loa.MAMY_WATA)
                see_line(state, line, seen)
                weigh_board(state, seat, action, price, seen, memo)
                for i in range(SIZE):
                    state.board[on_line(line, i)] = before[i]
                see_line(state, line, seen)


@rules
def see_line(state: State, line: int, seen: Any) -> None:
    """Take in the spaces of a line."""
    for i in range(SIZE):
        see(state, on_line(line, i), seen)


@rules
def weigh_legba(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
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
                see_two(state, source, to, seen)
                weigh_board(state, seat, action, price, seen, memo)
                state.board[source], state.board[to] = stack, 0
                see_two(state, source, to, seen)


@rules
def see_two(state: State, one: int, other: int, seen: Any) -> None:
    """Take in two spaces."""
    see(state, one, seen)
    see(state, other, seen)


@rules
def weigh_erzulie(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Every two single dice, or the one chosen with every other. These are so many that before the capture a look at
    masks tells most of those that bring nothing.
    """
    first = before_capture(state)
    own, kept = of_colour(state.players[seat].loa, seen), safe(seat, seen)
    wanted = wanted_dice(seat, price, seen, memo)
    for one in range(SPACES):
        if not is_single(state, one) or (state.phase == Phase.ERZULIE_WITH and one != state.held):
            continue
        for other in range(0 if state.phase == Phase.ERZULIE_WITH else one + 1, SPACES):
            if not is_single(state, other) or state.board[one] == state.board[other]:
                continue
            if first:
                reached = within_reach(state, swapped(own, one, other), swapped(kept, one, other), seen)
                if reached & swapped(wanted, one, other) == 0:
                    continue
            action = POWER.of(Loa.ERZULIE_FREDA)
            if state.phase == Phase.ERZULIE:
                action = SWAP.of(one)
            elif state.phase == Phase.ERZULIE_WITH:
                action = SWAP_WITH.of(other)
            swap(state, one, other)
            see_two(state, one, other, seen)
            weigh_board(state, seat, action, price, seen, memo)
            swap(state, one, other)
            see_two(state, one, other, seen)


@rules
def wanted_dice(seat: int, price: float, seen: Any, memo: Array[float]) -> int:
    """Mask of the spaces with a die that might be worth more than the best choice so far, if it could be captured."""
    spaces = 0
    for die in range(1, KINDS):
        if memo[GAIN.of(seat, die)] - price + memo[HOPE] > memo[BEST]:
            spaces |= seen[die]
    return spaces


@rules
def swapped(spaces: int, one: int, other: int) -> int:
    """A mask after two spaces have changed places."""
    differ = (spaces >> one ^ spaces >> other) & 1
    return spaces ^ (differ << one | differ << other)


@rules
def weigh_bwa(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Every stack of two or three, or the one chosen; of three its upper dice are placed one after the other, so that
    the first is judged as if it were the only one.
    """
    begun = state.phase == Phase.BWA_TOP or state.phase == Phase.BWA_NEXT
    for source in range(SPACES):
        if state.board[source] <= DIE or (begun and source != state.held):
            continue
        for to in range(SPACES):
            if takes_more(state, to, source):
                weigh_spread(state, seat, source, to, False, price, seen, memo)
                if state.phase == Phase.BWA_NEXT and to == state.held_to:
                    weigh_spread(state, seat, source, to, True, price, seen, memo)


@rules
def weigh_spread(
    state: State, seat: int, source: int, to: int, under: bool, price: float, seen: Any, memo: Array[float]
) -> None:
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
    see_two(state, source, to, seen)
    weigh_board(state, seat, action, price, seen, memo)
    state.board[source], state.board[to] = stack, before
    see_two(state, source, to, seen)
