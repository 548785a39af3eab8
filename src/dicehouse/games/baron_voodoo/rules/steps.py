"""The steps after a capture but for the effect of the face: C1, C2, C4, C5 (section 4)."""

from __future__ import annotations

from dicehouse.kit.actions import MAX_ACTIONS, Actions, add
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, show, tell

from .board import colour_of, die_of, face_of, side_of
from .codes import BUY, COLOUR_COMBO, LOOSE, OFFERING, TURN_DIE, USE
from .combos import combo_dice, list_combos, value
from .effects import has_effect, use_effect
from .sides import count_zone, may_take_offering, named, pay, score, settle_samedi, take_offering, take_out
from .state import KINDS, N_FACES, Happened, State, Step

PRICE_OF_FACE = 1
PRICE_OF_TURN = 2


@rules
def legal_steps(state: State, seat: int, actions: Actions) -> None:
    """All of C1 to C5 that is still open, in this order; D comes after it."""
    here = state.sides[side_of(state, seat)]
    if may_take_own(state, seat):
        add(actions, OFFERING)
    if state.step <= Step.C2 and here.offerings >= PRICE_OF_FACE:
        for face in range(N_FACES):
            if face != face_of(state.captured):
                add(actions, TURN_DIE.of(face))
    if state.step <= Step.C3 and has_effect(state, seat):
        add(actions, USE)
    if state.step <= Step.C4 and may_buy(state, seat):
        add(actions, BUY)
    if state.step <= Step.C5:
        legal_transfers(state, seat, actions)


@rules
def take_step(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out one of C1 to C5; earlier steps are closed by it, and so is itself but for C5."""
    if action == OFFERING:
        take_offering(state, seat, Step.C1, dice)
        state.step = Step.C2
    elif action in TURN_DIE:
        turn_captured(state, seat, TURN_DIE.face(action), dice)
        state.step = Step.C3
    elif action == USE:
        state.step = Step.C4
        use_effect(state, seat, dice)
    elif action == BUY:
        buy_turn(state, seat, dice)
        state.step = Step.C5
    elif action in LOOSE:
        transfer_loose(state, seat, LOOSE.die(action), dice)
        state.step = Step.C5
    else:
        transfer_combo(state, seat, action, dice)
        state.step = Step.C5


# --- C1, C2, C4


@rules
def may_take_own(state: State, seat: int) -> bool:
    """C1: the captured die has the colour of the player's Loa, and the reserve an offering."""
    own = colour_of(state.captured) == state.players[seat].loa
    return state.step <= Step.C1 and own and may_take_offering(state)


@rules
def turn_captured(state: State, seat: int, face: int, dice: Dice) -> None:
    """C2: the captured die shows another face, for one offering (S12, A6)."""
    was = state.captured
    side = side_of(state, seat)
    here = state.sides[side]
    state.captured = die_of(colour_of(was), face)
    here.zone[here.n_zone - 1] = state.captured
    pay(state, seat, PRICE_OF_FACE)
    tell(dice, Happened.TURN_DIE, named(state, seat), item=state.captured, amount=was, total=here.offerings)


@rules
def may_buy(state: State, seat: int) -> bool:
    """C4: an extra turn, never in an extra turn."""
    return not state.extra and not state.bought and state.sides[side_of(state, seat)].offerings >= PRICE_OF_TURN


@rules
def buy_turn(state: State, seat: int, dice: Dice) -> None:
    """C4: the extra turn follows this one (S6)."""
    state.bought = True
    pay(state, seat, PRICE_OF_TURN)
    tell(dice, Happened.BUY, named(state, seat), total=state.sides[side_of(state, seat)].offerings)


# --- C5: to the Spirit World


@rules
def legal_transfers(state: State, seat: int, actions: Actions) -> None:
    """C5: every combo of the Capture zone, and every die by itself (7.3)."""
    count = local_array(KINDS)
    count_zone(state, side_of(state, seat), count)
    actions.count = list_combos(state.options, count, actions.item, actions.count, MAX_ACTIONS)
    for die in range(1, KINDS):
        if count[die] > 0:
            add(actions, LOOSE.of(die))


@rules
def transfer_combo(state: State, seat: int, combo: int, dice: Dice) -> None:
    """C5: the dice of a combo go over, its points count at once."""
    kinds = local_array(N_FACES)
    size = combo_dice(combo, kinds)
    side = side_of(state, seat)
    points = value(state.options, size)
    kind = int(combo in COLOUR_COMBO)
    total = state.sides[side].vp + points
    tell(dice, Happened.COMBO, named(state, seat), other=side, item=kind, amount=points, total=total)
    for i in range(size):
        take_out(state, side, kinds[i])
        state.sides[side].spirit[kinds[i]] += 1
        show(dice, kinds[i])
    score(state, seat, points, dice)
    settle_samedi(state, dice)


@rules
def transfer_loose(state: State, seat: int, die: int, dice: Dice) -> None:
    """C5: a single die goes over, for no points."""
    side = side_of(state, seat)
    take_out(state, side, die)
    state.sides[side].spirit[die] += 1
    tell(dice, Happened.SPIRIT, named(state, seat), item=die)
    settle_samedi(state, dice)
