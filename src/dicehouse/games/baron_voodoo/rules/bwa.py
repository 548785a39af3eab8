"""Gran Bwa's power: the upper dice of a stack are spread over others, the lowest stays (section 6b, S16, A7)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .board import COMPLETE, DIE, height, lift, put, put_under
from .codes import NEXT, NEXT_UNDER, STACK, TOP
from .sides import named
from .state import SPACES, Happened, Phase, State
from .uses import end_power, known_jump, will_do


@rules
def takes_more(state: State, space: int, source: int) -> bool:
    """Whether a die may be put there: on other dice, on at most two."""
    return space != source and 0 < state.board[space] < COMPLETE


@rules
def next_works(state: State, seat: int, source: int, first: int, to: int, under: bool, known: int) -> bool:
    """Whether the second die may go there, the first lying on `first` already. Of two equal dice the first takes the
    lower-numbered space, and never the place beneath: the same board is one choice.
    """
    if not takes_more(state, to, source):
        return False
    same = (state.board[source] & DIE) == (state.board[first] & DIE)
    if (under and (same or to != first)) or (same and to < first):
        return False
    before, stack = state.board[to], state.board[source]
    carry(state, source, to, under)
    works = will_do(state, seat, known)
    state.board[to] = before
    state.board[source] = stack
    return works


@rules
def carry(state: State, source: int, to: int, under: bool) -> int:
    """Carry the top die of a stack to another, onto it or beneath its top die; returns the die."""
    die = lift(state, source)
    if under:
        put_under(state, to, die)
    else:
        put(state, to, die)
    return die


@rules
def top_works(state: State, seat: int, source: int, to: int, known: int) -> bool:
    """Whether the top die may go there, with a place left for the other one."""
    if not takes_more(state, to, source):
        return False
    before, stack = state.board[to], state.board[source]
    put(state, to, lift(state, source))
    works = will_do(state, seat, known) if height(stack) == 2 else next_has_place(state, seat, source, to, known)
    state.board[to] = before
    state.board[source] = stack
    return works


@rules
def next_has_place(state: State, seat: int, source: int, first: int, known: int) -> bool:
    """Whether the second die can go anywhere."""
    for space in range(SPACES):
        if next_works(state, seat, source, first, space, False, known) or next_works(
            state, seat, source, first, space, True, known
        ):
            return True
    return False


@rules
def stack_works(state: State, seat: int, source: int, known: int) -> bool:
    """Whether this stack can be spread."""
    if height(state.board[source]) < 2:
        return False
    for space in range(SPACES):
        if top_works(state, seat, source, space, known):
            return True
    return False


@rules
def bwa_has_use(state: State, seat: int) -> bool:
    """Whether any stack can be spread."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if stack_works(state, seat, space, known):
            return True
    return False


# --- the choices: a stack, a space for its top die, one for the next


@rules
def legal_stacks(state: State, seat: int, actions: Actions) -> None:
    """Every stack that can be spread."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if stack_works(state, seat, space, known):
            add(actions, STACK.of(space))


@rules
def choose_stack(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the stack."""
    state.held = STACK.space(action)
    state.phase = Phase.BWA_TOP


@rules
def legal_tops(state: State, seat: int, actions: Actions) -> None:
    """Every space for the top die."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if top_works(state, seat, state.held, space, known):
            add(actions, TOP.of(space))


@rules
def spread_top(state: State, seat: int, action: int, dice: Dice) -> None:
    """Put the top die there; if the stack had three, the next one follows."""
    space = TOP.space(action)
    spread(state, seat, space, False, dice)
    if height(state.board[state.held]) == 2:
        state.held_to = space
        state.phase = Phase.BWA_NEXT
    else:
        end_power(state)


@rules
def legal_nexts(state: State, seat: int, actions: Actions) -> None:
    """Every place for the next die: on other dice, or beneath the first where that lies on them already."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if next_works(state, seat, state.held, state.held_to, space, False, known):
            add(actions, NEXT.of(space))
        if next_works(state, seat, state.held, state.held_to, space, True, known):
            add(actions, NEXT_UNDER.of(space))


@rules
def spread_next(state: State, seat: int, action: int, dice: Dice) -> None:
    """Put the next die there."""
    under = action in NEXT_UNDER
    spread(state, seat, NEXT_UNDER.space(action) if under else NEXT.space(action), under, dice)
    end_power(state)


@rules
def spread(state: State, seat: int, to: int, under: bool, dice: Dice) -> None:
    """The top die of the stack that is held goes to another."""
    die = carry(state, state.held, to, under)
    tell(dice, Happened.SPREAD, named(state, seat), other=state.held, item=die, amount=to, total=under)
