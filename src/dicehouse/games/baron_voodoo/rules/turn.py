"""Run the turn: power, capture, steps, power; blocked players; extra and last turns (sections 4 and 8)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event, mark_revealed

from .action_codes import END, JUMP, POWER
from .board import any_jump, jump, legal_jumps, side_of
from .game_end import finish_game
from .loa_powers import begin_power, legal_powers, power_frees_capture
from .sides import event_seat, put_into_zone, trigger_end
from .solo_opponent import take_baron_turn
from .state import BARON, NO_LOA, NO_SEAT, NO_SPACE, EndReason, EventKind, Phase, State, TurnStep
from .steps_after_capture import legal_steps, take_step


@rules
def is_automatic(state: State) -> bool:
    """Return True if the game takes its next step by itself."""
    return state.phase == Phase.UPCOMING or state.phase == Phase.TURN_ENDED or state.phase == Phase.FINAL


@rules
def advance(state: State, dice: Dice) -> None:
    """Continue until somebody has to decide or the game is over."""
    while is_automatic(state):
        if state.phase == Phase.UPCOMING:
            begin_turn(state, dice)
        elif state.phase == Phase.TURN_ENDED:
            next_turn(state, dice)
        else:
            finish_game(state, dice)


@rules
def begin_turn(state: State, dice: Dice) -> None:
    """Begin a turn: Protection ends, unless the turn is an extra one (S10, A1); a blocked player passes (S8, A3)."""
    seat = state.player
    state.step = TurnStep.A
    state.captured = 0
    state.power_used = False
    state.power = NO_LOA
    state.held = state.held_to = NO_SPACE
    if not state.extra:
        state.turn += 1
    log_event(dice, EventKind.TURN, event_seat(state, seat), item=state.extra, amount=state.turn)
    if state.players[seat].guarded and (not state.extra or state.options.guard_ends_extra):
        state.players[seat].guarded = False
        log_event(dice, EventKind.GUARD_ENDS, event_seat(state, seat), item=state.players[seat].loa)
    if state.solo and seat == BARON:
        state.phase = Phase.TURN_ENDED
        if not take_baron_turn(state, dice):
            pass_blocked_turn(state, seat, dice)
    elif any_jump(state, seat) or power_frees_capture(state, seat):
        state.phase = Phase.TURN
    else:
        pass_blocked_turn(state, seat, dice)


@rules
def pass_blocked_turn(state: State, seat: int, dice: Dice) -> None:
    """Pass the turn of a player who can't capture anything, and start the end (section 8, A5)."""
    log_event(dice, EventKind.BLOCKED, event_seat(state, seat))
    trigger_end(state, seat, EndReason.BLOCKED, dice)
    state.phase = Phase.TURN_ENDED


@rules
def next_turn(state: State, dice: Dice) -> None:
    """Begin the extra turn, or the next player's; once the end has begun, complete the round (S20)."""
    if state.bought:
        state.bought = False
        state.extra = True
        state.phase = Phase.UPCOMING
        return
    state.extra = False
    state.player = (state.player + 1) % state.n_players
    if state.trigger != NO_SEAT and state.player == state.first:
        state.phase = Phase.FINAL
    else:
        state.phase = Phase.UPCOMING


# --- choices of the turn itself


@rules
def legal_turn(state: State, seat: int, actions: Actions) -> None:
    """List A and B: a power first, or the capture at once."""
    legal_jumps(state, seat, actions)
    legal_powers(state, seat, actions)


@rules
def legal_after(state: State, seat: int, actions: Actions) -> None:
    """List the open steps of C1 to C5, a power if there was none (D), and the end of the turn."""
    legal_steps(state, seat, actions)
    if not state.power_used:
        legal_powers(state, seat, actions)
    add_action(actions, END)


@rules
def take_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """Begin a power, or capture."""
    if action in JUMP:
        capture(state, seat, action, dice)
    else:
        begin_power(state, seat, POWER.loa(action), dice)


@rules
def capture(state: State, seat: int, action: int, dice: Dice) -> None:
    """B: jump, and put the captured die into the Capture zone with its current face."""
    state.captured = jump(state, action, event_seat(state, seat), dice)
    put_into_zone(state, side_of(state, seat), state.captured)
    state.step = TurnStep.C1
    state.phase = Phase.STEPS


@rules
def take_step_or_end(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out one of C1 to C5, D, or the end of the turn."""
    if action == END:
        state.phase = Phase.TURN_ENDED
        if state.solo:
            mark_revealed(dice)  # the Baron answers at once
    elif action in POWER:
        state.step = TurnStep.D
        begin_power(state, seat, POWER.loa(action), dice)
    else:
        take_step(state, seat, action, dice)
