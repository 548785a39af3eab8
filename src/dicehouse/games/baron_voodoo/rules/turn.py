"""The turn: power, capture, steps, power; blocked players; extra and last turns (sections 4 and 8)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, reveal, tell

from .baron import barons_turn
from .board import any_jump, jump, legal_jumps, side_of
from .codes import END, JUMP, POWER
from .finale import finish
from .powers import begin_power, frees, legal_powers
from .sides import named, put_in, trigger_end
from .state import BARON, NOBODY, Happened, Phase, State, Step, Why
from .steps import legal_steps, take_step


@rules
def goes_on(state: State) -> bool:
    """Whether the game takes its next step by itself."""
    return state.phase == Phase.UPCOMING or state.phase == Phase.TURN_ENDED or state.phase == Phase.FINAL


@rules
def advance(state: State, dice: Dice) -> None:
    """Go on until somebody has to decide or the game is over."""
    while goes_on(state):
        if state.phase == Phase.UPCOMING:
            begin_turn(state, dice)
        elif state.phase == Phase.TURN_ENDED:
            next_turn(state, dice)
        else:
            finish(state, dice)


@rules
def begin_turn(state: State, dice: Dice) -> None:
    """A turn begins: Protection ends, unless the turn is an extra one (S10, A1); who is blocked passes (S8, A3)."""
    seat = state.player
    state.step = Step.A
    state.captured = 0
    state.power_used = False
    state.power = state.held = state.held_to = NOBODY
    if not state.extra:
        state.turn += 1
    tell(dice, Happened.TURN, named(state, seat), item=state.extra, amount=state.turn)
    if state.players[seat].guarded and (not state.extra or state.options.guard_ends_extra):
        state.players[seat].guarded = False
        tell(dice, Happened.GUARD_ENDS, named(state, seat), item=state.players[seat].loa)
    if state.solo and seat == BARON:
        state.phase = Phase.TURN_ENDED
        if not barons_turn(state, dice):
            blocked(state, seat, dice)
    elif any_jump(state, seat) or frees(state, seat):
        state.phase = Phase.TURN
    else:
        blocked(state, seat, dice)


@rules
def blocked(state: State, seat: int, dice: Dice) -> None:
    """Nothing can be captured: the turn is passed, and the end begins (section 8, A5)."""
    tell(dice, Happened.BLOCKED, named(state, seat))
    trigger_end(state, seat, Why.BLOCKED, dice)
    state.phase = Phase.TURN_ENDED


@rules
def next_turn(state: State, dice: Dice) -> None:
    """The extra turn, or the next player; once the end has begun, the round is completed (S20)."""
    if state.bought:
        state.bought = False
        state.extra = True
        state.phase = Phase.UPCOMING
        return
    state.extra = False
    state.player = (state.player + 1) % state.n_players
    if state.trigger != NOBODY and state.player == state.first:
        state.phase = Phase.FINAL
    else:
        state.phase = Phase.UPCOMING


# --- choices of the turn itself


@rules
def legal_turn(state: State, seat: int, actions: Actions) -> None:
    """A or B: a power first, or the capture at once."""
    legal_jumps(state, seat, actions)
    legal_powers(state, seat, actions)


@rules
def legal_after(state: State, seat: int, actions: Actions) -> None:
    """C1 to C5 as far as they are open, a power if there was none (D), or the end of the turn."""
    legal_steps(state, seat, actions)
    if not state.power_used:
        legal_powers(state, seat, actions)
    add(actions, END)


@rules
def take_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """Begin a power, or capture."""
    if action in JUMP:
        capture(state, seat, action, dice)
    else:
        begin_power(state, seat, POWER.loa(action), dice)


@rules
def capture(state: State, seat: int, action: int, dice: Dice) -> None:
    """B: jump, and lay the captured die into the Capture zone as it shows."""
    state.captured = jump(state, action, named(state, seat), dice)
    put_in(state, side_of(state, seat), state.captured)
    state.step = Step.C1
    state.phase = Phase.STEPS


@rules
def go_on(state: State, seat: int, action: int, dice: Dice) -> None:
    """One of C1 to C5, D, or the end of the turn."""
    if action == END:
        state.phase = Phase.TURN_ENDED
        if state.solo:
            reveal(dice)  # the Baron answers at once
    elif action in POWER:
        state.step = Step.D
        begin_power(state, seat, POWER.loa(action), dice)
    else:
        take_step(state, seat, action, dice)
