"""Check what all powers share: before the capture, a capture must be possible afterwards (S7, P11).

Every check of a use carries it out on the board, tests the result, and undoes it.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.records.sentinels import NO_ACTION

from .board import any_jump, find_jump, is_jump
from .state import NO_LOA, NO_SPACE, Phase, State, TurnStep


@rules
def before_capture(state: State) -> bool:
    """Return True if the capture of this turn is still to come: a power is then used at A, otherwise at D."""
    return state.step <= TurnStep.B


@rules
def capture_before_power(state: State, seat: int) -> int:
    """Return a capture that is possible before the power is used; NO_ACTION if none is, or none is needed."""
    return find_jump(state, seat) if before_capture(state) else NO_ACTION


@rules
def capture_possible(state: State, seat: int, known: int) -> bool:
    """Return True if the board after a power is allowed: before the capture, one must be possible. Most uses leave the
    `known` capture possible, which saves a search.
    """
    if not before_capture(state) or (known != NO_ACTION and is_jump(state, seat, known)):
        return True
    return any_jump(state, seat)


@rules
def end_power(state: State) -> None:
    """End the power: the capture comes next, or the end of the turn."""
    state.power = NO_LOA
    state.held = state.held_to = NO_SPACE
    if before_capture(state):
        state.step = TurnStep.B
        state.phase = Phase.CAPTURE
    else:
        state.step = TurnStep.END
        state.phase = Phase.STEPS
