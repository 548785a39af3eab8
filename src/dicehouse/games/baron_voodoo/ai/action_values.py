"""Value captures and uses of powers for `sensible`, by what they bring and what they leave to the others.

A power is tried on the board itself and then undone. It is judged by the capture that follows it, or after one's own
capture by what it leaves to the others.
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.bit_sets import lowest_bit
from dicehouse.records.record import Array
from dicehouse.records.sentinels import NO_ACTION

from ..rules.action_codes import JUMP, LINE, MOVE, MOVE_TO, NEXT, NEXT_UNDER, POWER, STACK, SWAP, SWAP_WITH, TOP
from ..rules.board import DIE, JUMP_MASKS, STEP, count_lines, lift, line_space, put, shift_spaces
from ..rules.power_conditions import before_capture
from ..rules.power_erzulie_freda import is_single, swap_spaces
from ..rules.power_gran_bwa import accepts_die, carry_die
from ..rules.power_mamy_wata import slide_line
from ..rules.power_papa_legba import may_move, on_one_line
from ..rules.state import DIRECTIONS, KINDS, SIZE, SPACES, Loa, Phase, State, TurnStep
from ..rules.steps_after_capture import may_buy
from .board_masks import FULL, ON, best_take, protected_spaces, spaces_of_colour, spaces_within_reach, update_space
from .position_value import BEST, CHANCE, CHOICE, GAIN, HOPE, MOST, MUCH

OWN_NEXT = 0.3  # one's own next capture, which the others may still prevent
OWN_NEXT_IF_BOUGHT = 0.6  # one's own next capture if an extra turn may follow
REPLY = 0.8  # theirs; the first of them comes at once
SWING = 1.5  # by how much a board after a power and a capture may be better than now: seldom more
MARGIN = 1e-6  # for rounding: an option that is skipped is never the best
LATER = 0.8  # how much less likely each later capture is


@rules
def next_chance(state: State, seat: int) -> float:
    """Return how likely the best capture of `seat` on this board is to happen; certain if the seat has the next turn
    too.
    """
    if state.bought:
        return 1.0
    return OWN_NEXT_IF_BOUGHT if state.step <= TurnStep.C4 and may_buy(state, seat) else OWN_NEXT


@rules
def future_value(state: State, seat: int, least: float, seen: Any, memo: Array[float]) -> float:
    """Return the value to `seat` of everybody's next captures on this board. Stop early if it can't exceed `least`."""
    worth = memo[CHANCE] * best_take(state, seat, seen, memo)
    still = (
        0.0  # what a partner may still add; all others only subtract, except the Baron, who may lose by his own capture
    )
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
def note_expectation(state: State, seat: int, seen: Any, memo: Array[float]) -> None:
    """Note how likely the next capture is, and an upper bound on the value of later turns: not much above the current
    board's.
    """
    memo[CHANCE] = next_chance(state, seat)
    memo[HOPE] = future_value(state, seat, -MUCH, seen, memo) + SWING


# --- captures


@rules
def weigh_jumps(state: State, seat: int, action: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value every capture on the board. `action` is the action that leads to this board, or NO_ACTION if the capture
    itself is the action.
    """
    if best_take(state, seat, seen, memo) - price + memo[HOPE] <= memo[BEST]:
        return
    able = local_array(DIRECTIONS)
    own, kept, full, spaces = (
        spaces_of_colour(state.players[seat].loa, seen),
        protected_spaces(seat, seen),
        seen[FULL],
        0,
    )
    for direction in range(state.options.directions):
        step = STEP[direction]
        able[direction] = (
            own & JUMP_MASKS[state.low][direction] & ~shift_spaces(kept, step) & ~shift_spaces(full, 2 * step)
        )
        spaces |= able[direction]
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        for direction in range(state.options.directions):
            if able[direction] >> space & 1:
                gain = memo[GAIN.of(seat, seen[ON + space + STEP[direction]])] - price
                if gain + memo[HOPE] > memo[BEST]:
                    jump = JUMP.of(space, direction)
                    weigh_jump(state, seat, jump, jump if action == NO_ACTION else action, gain, seen, memo)


@rules
def weigh_jump(state: State, seat: int, jump: int, action: int, gain: float, seen: Any, memo: Array[float]) -> None:
    """Value one capture: what it brings, and what it leaves to others."""
    start, step = JUMP.space(jump), STEP[JUMP.direction(jump)]
    over, to = start + step, start + 2 * step
    before, stack, landing = state.board[start], state.board[over], state.board[to]
    put(state, to, lift(state, start))
    lift(state, over)
    see_spaces(state, start, over, seen)
    update_space(state, to, seen)
    note_choice(gain + future_value(state, seat, memo[BEST] - gain - MARGIN, seen, memo), action, memo)
    state.board[start], state.board[over], state.board[to] = before, stack, landing
    see_spaces(state, start, over, seen)
    update_space(state, to, seen)


@rules
def note_choice(worth: float, action: int, memo: Array[float]) -> None:
    """Keep `action` if its value `worth` is the best so far."""
    if worth > memo[BEST]:
        memo[BEST] = worth
        memo[CHOICE] = action


@rules
def weigh_board(state: State, seat: int, action: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value the board after a power: before the capture by the captures, after it by the next turns."""
    if before_capture(state):
        weigh_jumps(state, seat, action, price, seen, memo)
    else:
        note_choice(future_value(state, seat, memo[BEST] + price - MARGIN, seen, memo) - price, action, memo)


# --- powers


@rules
def weigh_power(state: State, seat: int, power: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value every use of a power, or if it has been begun, those that are still open."""
    if power == Loa.MAMY_WATA:
        weigh_mamy_wata(state, seat, price, seen, memo)
    elif power == Loa.GRAN_BWA:
        weigh_gran_bwa(state, seat, price, seen, memo)
    elif power == Loa.PAPA_LEGBA:
        weigh_papa_legba(state, seat, price, seen, memo)
    else:
        weigh_erzulie_freda(state, seat, price, seen, memo)


@rules
def weigh_mamy_wata(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value pushing every line to both of its ends."""
    before = local_array(SIZE)
    for line in range(count_lines(state)):
        for i in range(SIZE):
            before[i] = state.board[line_space(line, i)]
        for end in range(2):
            if slide_line(state, line, end):
                action = LINE.of(line, end) if state.phase == Phase.WATA else POWER.of(Loa.MAMY_WATA)
                see_line(state, line, seen)
                weigh_board(state, seat, action, price, seen, memo)
                for i in range(SIZE):
                    state.board[line_space(line, i)] = before[i]
                see_line(state, line, seen)


@rules
def see_line(state: State, line: int, seen: Any) -> None:
    """Update the masks for the spaces of a line."""
    for i in range(SIZE):
        update_space(state, line_space(line, i), seen)


@rules
def weigh_papa_legba(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value moving every accessible die, or the chosen one, to every empty space on its lines."""
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
                see_spaces(state, source, to, seen)
                weigh_board(state, seat, action, price, seen, memo)
                state.board[source], state.board[to] = stack, 0
                see_spaces(state, source, to, seen)


@rules
def see_spaces(state: State, one: int, other: int, seen: Any) -> None:
    """Update the masks for two spaces."""
    update_space(state, one, seen)
    update_space(state, other, seen)


@rules
def weigh_erzulie_freda(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value swapping every two single dice, or the chosen one with every other. There are many, so before the capture
    masks exclude most of those that bring nothing.
    """
    first = before_capture(state)
    own, kept = spaces_of_colour(state.players[seat].loa, seen), protected_spaces(seat, seen)
    wanted = wanted_dice(seat, price, seen, memo)
    for one in range(SPACES):
        if not is_single(state, one) or (state.phase == Phase.ERZULIE_WITH and one != state.held):
            continue
        for other in range(0 if state.phase == Phase.ERZULIE_WITH else one + 1, SPACES):
            if not is_single(state, other) or state.board[one] == state.board[other]:
                continue
            if first:
                reached = spaces_within_reach(
                    state, mask_after_swap(own, one, other), mask_after_swap(kept, one, other), seen
                )
                if reached & mask_after_swap(wanted, one, other) == 0:
                    continue
            action = POWER.of(Loa.ERZULIE_FREDA)
            if state.phase == Phase.ERZULIE:
                action = SWAP.of(one)
            elif state.phase == Phase.ERZULIE_WITH:
                action = SWAP_WITH.of(other)
            swap_spaces(state, one, other)
            see_spaces(state, one, other, seen)
            weigh_board(state, seat, action, price, seen, memo)
            swap_spaces(state, one, other)
            see_spaces(state, one, other, seen)


@rules
def wanted_dice(seat: int, price: float, seen: Any, memo: Array[float]) -> int:
    """Return a mask of the spaces whose die, if it could be captured, might be worth more than the best choice so
    far.
    """
    spaces = 0
    for die in range(1, KINDS):
        if memo[GAIN.of(seat, die)] - price + memo[HOPE] > memo[BEST]:
            spaces |= seen[die]
    return spaces


@rules
def mask_after_swap(spaces: int, one: int, other: int) -> int:
    """Return the mask `spaces` after two spaces have swapped."""
    differ = (spaces >> one ^ spaces >> other) & 1
    return spaces ^ (differ << one | differ << other)


@rules
def weigh_gran_bwa(state: State, seat: int, price: float, seen: Any, memo: Array[float]) -> None:
    """Value spreading every stack of two or three, or the chosen one. The upper dice of three are placed one after the
    other, so the first is judged as if it were the only one.
    """
    begun = state.phase == Phase.BWA_TOP or state.phase == Phase.BWA_NEXT
    for source in range(SPACES):
        if state.board[source] <= DIE or (begun and source != state.held):
            continue
        for to in range(SPACES):
            if accepts_die(state, to, source):
                weigh_spread(state, seat, source, to, False, price, seen, memo)
                if state.phase == Phase.BWA_NEXT and to == state.held_to:
                    weigh_spread(state, seat, source, to, True, price, seen, memo)


@rules
def weigh_spread(
    state: State, seat: int, source: int, to: int, under: bool, price: float, seen: Any, memo: Array[float]
) -> None:
    """Value moving one die of a stack to one space."""
    action = POWER.of(Loa.GRAN_BWA)
    if state.phase == Phase.BWA:
        action = STACK.of(source)
    elif state.phase == Phase.BWA_TOP:
        action = TOP.of(to)
    elif state.phase == Phase.BWA_NEXT:
        action = NEXT_UNDER.of(to) if under else NEXT.of(to)
    before, stack = state.board[to], state.board[source]
    carry_die(state, source, to, under)
    see_spaces(state, source, to, seen)
    weigh_board(state, seat, action, price, seen, memo)
    state.board[source], state.board[to] = stack, before
    see_spaces(state, source, to, seen)
