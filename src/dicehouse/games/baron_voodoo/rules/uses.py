"""What the uses of all powers have in common: before the capture, one must be possible afterwards (S7, P11).

So every test of a use carries it out on the board, looks, and takes it back.
"""

from __future__ import annotations

from dicehouse.kit.compiling import rules

from .board import any_jump, find_jump, is_jump
from .state import NOBODY, Phase, State, Step


@rules
def before_capture(state: State) -> bool:
    """Whether the capture of this turn is still to come: a power is then used at A, else at D."""
    return state.step <= Step.B


@rules
def known_jump(state: State, seat: int) -> int:
    """A capture that is possible before the power is used; NOBODY if none is, or none is needed."""
    return find_jump(state, seat) if before_capture(state) else NOBODY


@rules
def will_do(state: State, seat: int, known: int) -> bool:
    """Whether the board as it stands after a power will do: before the capture, one must be possible. Most uses leave
    the `known` one possible, which spares a search.
    """
    if not before_capture(state) or (known != NOBODY and is_jump(state, seat, known)):
        return True
    return any_jump(state, seat)


@rules
def end_power(state: State) -> None:
    """The power is used: the capture comes next, or the end of the turn."""
    state.power = state.held = state.held_to = NOBODY
    if before_capture(state):
        state.step = Step.B
        state.phase = Phase.CAPTURE
    else:
        state.step = Step.END
        state.phase = Phase.STEPS
