"""Use Gran Bwa's power: the upper dice of a stack are spread over others, the lowest stays (section 6b, S16, A7)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .action_codes import NEXT, NEXT_UNDER, STACK, TOP
from .board import COMPLETE, DIE, height, lift, put, put_under
from .power_conditions import capture_before_power, capture_possible, end_power
from .sides import event_seat
from .state import SPACES, EventKind, Phase, State


@rules
def accepts_die(state: State, space: int, source: int) -> bool:
    """Return True if a die may be put on `space`: on other dice, at most two of them."""
    return space != source and 0 < state.board[space] < COMPLETE


@rules
def next_works(state: State, seat: int, source: int, first: int, to: int, under: bool, known: int) -> bool:
    """Return True if the second die may go to `to`, with the first one on `first` already. Of two equal dice the first
    takes the lower-numbered space, and never the place beneath: equal boards are one choice.
    """
    if not accepts_die(state, to, source):
        return False
    same = (state.board[source] & DIE) == (state.board[first] & DIE)
    if (under and (same or to != first)) or (same and to < first):
        return False
    before, stack = state.board[to], state.board[source]
    carry_die(state, source, to, under)
    works = capture_possible(state, seat, known)
    state.board[to] = before
    state.board[source] = stack
    return works


@rules
def carry_die(state: State, source: int, to: int, under: bool) -> int:
    """Carry the top die of a stack to another, onto it or beneath its top die; return the die."""
    die = lift(state, source)
    if under:
        put_under(state, to, die)
    else:
        put(state, to, die)
    return die


@rules
def top_works(state: State, seat: int, source: int, to: int, known: int) -> bool:
    """Return True if the top die may go to `to`, with a place left for the other one."""
    if not accepts_die(state, to, source):
        return False
    before, stack = state.board[to], state.board[source]
    put(state, to, lift(state, source))
    works = (
        capture_possible(state, seat, known) if height(stack) == 2 else next_has_place(state, seat, source, to, known)
    )
    state.board[to] = before
    state.board[source] = stack
    return works


@rules
def next_has_place(state: State, seat: int, source: int, first: int, known: int) -> bool:
    """Return True if the second die can go anywhere."""
    for space in range(SPACES):
        if next_works(state, seat, source, first, space, False, known) or next_works(
            state, seat, source, first, space, True, known
        ):
            return True
    return False


@rules
def stack_works(state: State, seat: int, source: int, known: int) -> bool:
    """Return True if this stack can be spread."""
    if height(state.board[source]) < 2:
        return False
    for space in range(SPACES):
        if top_works(state, seat, source, space, known):
            return True
    return False


@rules
def gran_bwa_has_use(state: State, seat: int) -> bool:
    """Return True if any stack can be spread."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if stack_works(state, seat, space, known):
            return True
    return False


# --- the choices: a stack, a space for its top die, one for the next


@rules
def legal_stacks(state: State, seat: int, actions: Actions) -> None:
    """List every stack that can be spread."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if stack_works(state, seat, space, known):
            add_action(actions, STACK.of(space))


@rules
def choose_stack(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the stack."""
    state.held = STACK.space(action)
    state.phase = Phase.BWA_TOP


@rules
def legal_tops(state: State, seat: int, actions: Actions) -> None:
    """List every space for the top die."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if top_works(state, seat, state.held, space, known):
            add_action(actions, TOP.of(space))


@rules
def spread_top(state: State, seat: int, action: int, dice: Dice) -> None:
    """Put the top die on the chosen space; if the stack had three, the next one follows."""
    space = TOP.space(action)
    spread(state, seat, space, False, dice)
    if height(state.board[state.held]) == 2:
        state.held_to = space
        state.phase = Phase.BWA_NEXT
    else:
        end_power(state)


@rules
def legal_nexts(state: State, seat: int, actions: Actions) -> None:
    """List every place for the next die: on other dice, or beneath the first where that is on them already."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if next_works(state, seat, state.held, state.held_to, space, False, known):
            add_action(actions, NEXT.of(space))
        if next_works(state, seat, state.held, state.held_to, space, True, known):
            add_action(actions, NEXT_UNDER.of(space))


@rules
def spread_next(state: State, seat: int, action: int, dice: Dice) -> None:
    """Put the next die on the chosen space."""
    under = action in NEXT_UNDER
    spread(state, seat, NEXT_UNDER.space(action) if under else NEXT.space(action), under, dice)
    end_power(state)


@rules
def spread(state: State, seat: int, to: int, under: bool, dice: Dice) -> None:
    """Move the top die of the held stack to another."""
    die = carry_die(state, state.held, to, under)
    log_event(dice, EventKind.SPREAD, event_seat(state, seat), other=state.held, item=die, amount=to, total=under)
