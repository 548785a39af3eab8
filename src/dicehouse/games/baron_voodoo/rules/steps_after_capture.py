"""Do the steps after a capture except for the effect of the face: C1, C2, C4, C5 (section 4)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import MAX_ACTIONS, Actions, add_action
from dicehouse.core.dice import Dice, log_event, log_face

from .action_codes import BUY, COLOUR_COMBO, LOOSE, OFFERING, TURN_DIE, USE
from .board import colour_of, die_of, face_of, side_of
from .combos import combo_dice, combo_value, list_combos
from .face_effects import has_effect, use_effect
from .sides import count_zone, event_seat, may_take_offering, pay, score, settle_samedi, take_from_zone, take_offering
from .state import KINDS, N_FACES, EventKind, State, TurnStep

PRICE_OF_FACE = 1
PRICE_OF_TURN = 2


@rules
def legal_steps(state: State, seat: int, actions: Actions) -> None:
    """List all of C1 to C5 that is still open, in this order; D comes after it."""
    here = state.sides[side_of(state, seat)]
    if may_take_own(state, seat):
        add_action(actions, OFFERING)
    if state.step <= TurnStep.C2 and here.offerings >= PRICE_OF_FACE:
        for face in range(N_FACES):
            if face != face_of(state.captured):
                add_action(actions, TURN_DIE.of(face))
    if state.step <= TurnStep.C3 and has_effect(state, seat):
        add_action(actions, USE)
    if state.step <= TurnStep.C4 and may_buy(state, seat):
        add_action(actions, BUY)
    if state.step <= TurnStep.C5:
        legal_transfers(state, seat, actions)


@rules
def take_step(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out one of C1 to C5; it closes the earlier steps, and itself unless it is C5."""
    if action == OFFERING:
        take_offering(state, seat, TurnStep.C1, dice)
        state.step = TurnStep.C2
    elif action in TURN_DIE:
        turn_captured(state, seat, TURN_DIE.face(action), dice)
        state.step = TurnStep.C3
    elif action == USE:
        state.step = TurnStep.C4
        use_effect(state, seat, dice)
    elif action == BUY:
        buy_turn(state, seat, dice)
        state.step = TurnStep.C5
    elif action in LOOSE:
        transfer_loose(state, seat, LOOSE.die(action), dice)
        state.step = TurnStep.C5
    else:
        transfer_combo(state, seat, action, dice)
        state.step = TurnStep.C5


# --- C1, C2, C4


@rules
def may_take_own(state: State, seat: int) -> bool:
    """C1: return True if the captured die has the colour of the player's Loa, and the reserve an offering."""
    own = colour_of(state.captured) == state.players[seat].loa
    return state.step <= TurnStep.C1 and own and may_take_offering(state)


@rules
def turn_captured(state: State, seat: int, face: int, dice: Dice) -> None:
    """C2: turn the captured die to another face, for one offering (S12, A6)."""
    was = state.captured
    side = side_of(state, seat)
    here = state.sides[side]
    state.captured = die_of(colour_of(was), face)
    here.zone[here.n_zone - 1] = state.captured
    pay(state, seat, PRICE_OF_FACE)
    log_event(dice, EventKind.TURN_DIE, event_seat(state, seat), item=state.captured, amount=was, total=here.offerings)


@rules
def may_buy(state: State, seat: int) -> bool:
    """C4: return True if an extra turn may be bought, which is never the case in an extra turn."""
    return not state.extra and not state.bought and state.sides[side_of(state, seat)].offerings >= PRICE_OF_TURN


@rules
def buy_turn(state: State, seat: int, dice: Dice) -> None:
    """C4: buy an extra turn, which follows this one (S6)."""
    state.bought = True
    pay(state, seat, PRICE_OF_TURN)
    log_event(dice, EventKind.BUY, event_seat(state, seat), total=state.sides[side_of(state, seat)].offerings)


# --- C5: to the Spirit World


@rules
def legal_transfers(state: State, seat: int, actions: Actions) -> None:
    """C5: list every combo of the Capture zone, and every die by itself (7.3)."""
    count = local_array(KINDS)
    count_zone(state, side_of(state, seat), count)
    actions.count = list_combos(state.options, count, actions.item, actions.count, MAX_ACTIONS)
    for die in range(1, KINDS):
        if count[die] > 0:
            add_action(actions, LOOSE.of(die))


@rules
def transfer_combo(state: State, seat: int, combo: int, dice: Dice) -> None:
    """C5: transfer the dice of a combo; its points count at once."""
    kinds = local_array(N_FACES)
    size = combo_dice(combo, kinds)
    side = side_of(state, seat)
    points = combo_value(state.options, size)
    kind = int(combo in COLOUR_COMBO)
    total = state.sides[side].vp + points
    log_event(dice, EventKind.COMBO, event_seat(state, seat), other=side, item=kind, amount=points, total=total)
    for i in range(size):
        take_from_zone(state, side, kinds[i])
        state.sides[side].spirit[kinds[i]] += 1
        log_face(dice, kinds[i])
    score(state, seat, points, dice)
    settle_samedi(state, dice)


@rules
def transfer_loose(state: State, seat: int, die: int, dice: Dice) -> None:
    """C5: transfer a single die, for no points."""
    side = side_of(state, seat)
    take_from_zone(state, side, die)
    state.sides[side].spirit[die] += 1
    log_event(dice, EventKind.SPIRIT, event_seat(state, seat), item=die)
    settle_samedi(state, dice)
