"""The steps after a capture, C1 to C5, and the six effects (sections 4 and 6)."""

from __future__ import annotations

from dicehouse.kit.actions import MAX_ACTIONS, Actions, add
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, show, tell

from .board import colour_of, die_of, face_of, side_of
from .combos import COLOUR, ICON, combo_dice, list_combos, value
from .sides import (
    change,
    count_zone,
    may_take_offering,
    named,
    pay,
    put_in,
    score,
    settle_samedi,
    side_guarded,
    take_offering,
    take_out,
)
from .state import KINDS, N_FACES, Face, Happened, Phase, State, Step

END = 400
OFFERING = 401
USE = 402
BUY = 403
TURN_DIE = 404  # + face
LOOSE = 600  # + die
NEW_FACE = 640  # + 6 * die + face
TAKE = 900  # + 32 * side + die

TO_SPIRIT = 1
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
                add(actions, TURN_DIE + face)
    if state.step <= Step.C3 and has_effect(state, seat):
        add(actions, USE)
    if state.step <= Step.C4 and may_buy(state, seat):
        add(actions, BUY)
    if state.step <= Step.C5:
        legal_transfers(state, seat, actions)


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


# --- C3: the effect of the face that the captured die shows


@rules
def has_effect(state: State, seat: int) -> bool:
    """Whether the captured die's face would do anything."""
    face = face_of(state.captured)
    if face == Face.OFFERING:
        return may_take_offering(state)
    if face == Face.GUARD:
        return not state.players[seat].guarded
    if face == Face.STEAL:
        return any_to_steal(state, seat)
    if face == Face.EXCHANGE:
        return any_exchange(state, seat)
    return True


@rules
def use_effect(state: State, seat: int, dice: Dice) -> None:
    """C3: apply it; three of the six ask for a choice first."""
    face = face_of(state.captured)
    if face == Face.OFFERING:
        take_offering(state, seat, Step.C3, dice)
    elif face == Face.VICTORY:
        total = state.sides[side_of(state, seat)].vp + 1
        tell(dice, Happened.VICTORY, named(state, seat), amount=1, total=total)
        score(state, seat, 1, dice)
    elif face == Face.GUARD:
        state.players[seat].guarded = True
        tell(dice, Happened.GUARD, named(state, seat), item=state.players[seat].loa)
    elif face == Face.FACE:
        state.phase = Phase.FACE
    elif face == Face.STEAL:
        state.phase = Phase.STEAL
    else:
        state.phase = Phase.EXCHANGE


@rules
def legal_faces(state: State, seat: int, actions: Actions) -> None:
    """F: any die of the own Capture zone, to any other face."""
    count = local_array(KINDS)
    count_zone(state, side_of(state, seat), count)
    for die in range(1, KINDS):
        if count[die] > 0:
            for face in range(N_FACES):
                if face != face_of(die):
                    add(actions, NEW_FACE + N_FACES * die + face)


@rules
def turn_any(state: State, seat: int, was: int, face: int, dice: Dice) -> None:
    """F: the new face is not applied."""
    die = die_of(colour_of(was), face)
    side = side_of(state, seat)
    if change(state, side, was, die) == state.sides[side].n_zone - 1:
        state.captured = die
    tell(dice, Happened.FACE, named(state, seat), item=die, amount=was)


@rules
def may_steal_from(state: State, seat: int, side: int) -> bool:
    """S: from an opponent without Protection (S9)."""
    return side != side_of(state, seat) and not side_guarded(state, side)


@rules
def any_to_steal(state: State, seat: int) -> bool:
    """Whether any opponent's Spirit World is open and not empty."""
    for side in range(state.n_sides):
        if may_steal_from(state, seat, side):
            for die in range(1, KINDS):
                if state.sides[side].spirit[die] > 0:
                    return True
    return False


@rules
def legal_steals(state: State, seat: int, actions: Actions) -> None:
    """S: an opponent, and one die of their Spirit World."""
    for side in range(state.n_sides):
        if may_steal_from(state, seat, side):
            for die in range(1, KINDS):
                if state.sides[side].spirit[die] > 0:
                    add(actions, TAKE + 32 * side + die)


@rules
def steal(state: State, seat: int, side: int, die: int, dice: Dice) -> None:
    """S: the die goes to the own Capture zone, its points stay (S11)."""
    state.sides[side].spirit[die] -= 1
    tell(dice, Happened.STEAL, named(state, seat), other=named(state, side), item=die, amount=state.teams)
    if state.options.stolen_to == TO_SPIRIT:
        state.sides[side_of(state, seat)].spirit[die] += 1
    else:
        put_in(state, side_of(state, seat), die)
    settle_samedi(state, dice)


@rules
def may_exchange_with(state: State, seat: int, side: int) -> bool:
    """X: Protection keeps opponents away from a Capture zone (S9)."""
    return side == side_of(state, seat) or not state.options.guard_exchange or not side_guarded(state, side)


@rules
def has_partner(state: State, seat: int, side: int, die: int) -> bool:
    """Whether a die of one side's zone can be exchanged for a different one of another side."""
    for other in range(state.n_sides):
        if other != side and may_exchange_with(state, seat, other):
            zone = state.sides[other]
            for i in range(zone.n_zone):
                if zone.zone[i] != die:
                    return True
    return False


@rules
def any_exchange(state: State, seat: int) -> bool:
    """Whether any exchange would change anything."""
    for side in range(state.n_sides):
        if may_exchange_with(state, seat, side):
            zone = state.sides[side]
            for i in range(zone.n_zone):
                if has_partner(state, seat, side, zone.zone[i]):
                    return True
    return False


@rules
def legal_exchanges(state: State, seat: int, actions: Actions) -> None:
    """X: one die, or the die that it is exchanged for; either of the two may be named first."""
    for side in range(state.n_sides):
        first = state.phase == Phase.EXCHANGE
        if may_exchange_with(state, seat, side) and (first or side != state.held_side):
            count = local_array(KINDS)
            count_zone(state, side, count)
            for die in range(1, KINDS):
                if count[die] > 0 and (has_partner(state, seat, side, die) if first else die != state.held_die):
                    add(actions, TAKE + 32 * side + die)


@rules
def exchange(state: State, seat: int, side: int, die: int, dice: Dice) -> None:
    """X: hold the first die, or let the two change places (S22)."""
    if state.phase == Phase.EXCHANGE:
        state.held_side = side
        state.held_die = die
        state.phase = Phase.EXCHANGE_WITH
        return
    exchange_dice(state, seat, state.held_side, state.held_die, side, die, dice)
    state.held_die = 0
    state.phase = Phase.STEPS


@rules
def exchange_dice(state: State, seat: int, one: int, die: int, other: int, for_die: int, dice: Dice) -> None:
    """One die of each of two Capture zones changes place."""
    take_out(state, one, die)
    take_out(state, other, for_die)
    put_in(state, one, for_die)
    put_in(state, other, die)
    tell(dice, Happened.EXCHANGE, named(state, seat), other=named(state, one), item=die, total=for_die)
    show(dice, named(state, other))
    show(dice, state.teams)


# --- C5: to the Spirit World


@rules
def legal_transfers(state: State, seat: int, actions: Actions) -> None:
    """C5: every combo of the Capture zone, and every die by itself (7.3)."""
    count = local_array(KINDS)
    count_zone(state, side_of(state, seat), count)
    actions.count = list_combos(state.options, count, actions.item, actions.count, MAX_ACTIONS)
    for die in range(1, KINDS):
        if count[die] > 0:
            add(actions, LOOSE + die)


@rules
def transfer_combo(state: State, seat: int, combo: int, dice: Dice) -> None:
    """C5: the dice of a combo go over, its points count at once."""
    kinds = local_array(N_FACES)
    size = combo_dice(combo, kinds)
    side = side_of(state, seat)
    points = value(state.options, size)
    kind = int(combo >= COLOUR)
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


@rules
def take_step(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out one of C1 to C5; earlier steps are closed by it, and so is itself but for C5."""
    if action == OFFERING:
        take_offering(state, seat, Step.C1, dice)
        state.step = Step.C2
    elif action == USE:
        state.step = Step.C4
        use_effect(state, seat, dice)
    elif action == BUY:
        buy_turn(state, seat, dice)
        state.step = Step.C5
    elif TURN_DIE <= action < TURN_DIE + N_FACES:
        turn_captured(state, seat, action - TURN_DIE, dice)
        state.step = Step.C3
    elif action >= ICON:
        transfer_combo(state, seat, action, dice)
        state.step = Step.C5
    else:
        transfer_loose(state, seat, action - LOOSE, dice)
        state.step = Step.C5
