"""Apply the six effects: what the face of the captured die does at C3 (section 6)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event, log_face

from .action_codes import EXCHANGE, EXCHANGE_WITH, NEW_FACE, STEAL
from .board import colour_of, die_of, face_of, side_of
from .sides import (
    count_zone,
    event_seat,
    may_take_offering,
    put_into_zone,
    score,
    settle_samedi,
    side_guarded,
    take_from_zone,
    take_offering,
    turn_zone_die,
)
from .state import KINDS, N_FACES, EventKind, Face, Phase, State, TurnStep

TO_SPIRIT = 1  # the setting for stolen dice


@rules
def has_effect(state: State, seat: int) -> bool:
    """Return True if the captured die's face would do anything."""
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
    """C3: apply the effect; three of the six ask for a choice first."""
    face = face_of(state.captured)
    if face == Face.OFFERING:
        take_offering(state, seat, TurnStep.C3, dice)
    elif face == Face.VICTORY:
        total = state.sides[side_of(state, seat)].vp + 1
        log_event(dice, EventKind.VICTORY, event_seat(state, seat), amount=1, total=total)
        score(state, seat, 1, dice)
    elif face == Face.GUARD:
        state.players[seat].guarded = True
        loa, wards = state.players[seat].loa, state.options.guard_exchange
        log_event(dice, EventKind.GUARD, event_seat(state, seat), item=loa, amount=state.teams, total=wards)
    elif face == Face.FACE:
        state.phase = Phase.FACE
    elif face == Face.STEAL:
        state.phase = Phase.STEAL
    else:
        state.phase = Phase.EXCHANGE


@rules
def legal_faces(state: State, seat: int, actions: Actions) -> None:
    """F: list any die of your own Capture zone, to any other face."""
    count = local_array(KINDS)
    count_zone(state, side_of(state, seat), count)
    for die in range(1, KINDS):
        if count[die] > 0:
            for face in range(N_FACES):
                if face != face_of(die):
                    add_action(actions, NEW_FACE.of(die, face))


@rules
def turn_any(state: State, seat: int, was: int, face: int, dice: Dice) -> None:
    """F: turn a die; the new face is not applied."""
    die = die_of(colour_of(was), face)
    side = side_of(state, seat)
    if turn_zone_die(state, side, was, die) == state.sides[side].n_zone - 1:
        state.captured = die
    log_event(dice, EventKind.FACE, event_seat(state, seat), item=die, amount=was)


@rules
def choose_face(state: State, seat: int, action: int, dice: Dice) -> None:
    """F: turn the chosen die and continue with the steps."""
    turn_any(state, seat, NEW_FACE.die(action), NEW_FACE.face(action), dice)
    state.phase = Phase.STEPS


@rules
def may_steal_from(state: State, seat: int, side: int) -> bool:
    """S: return True if `side` is an opponent without Protection (S9)."""
    return side != side_of(state, seat) and not side_guarded(state, side)


@rules
def any_to_steal(state: State, seat: int) -> bool:
    """Return True if any opponent's Spirit World is open and not empty."""
    for side in range(state.n_sides):
        if may_steal_from(state, seat, side):
            for die in range(1, KINDS):
                if state.sides[side].spirit[die] > 0:
                    return True
    return False


@rules
def legal_steals(state: State, seat: int, actions: Actions) -> None:
    """S: list every opponent with every die of their Spirit World."""
    for side in range(state.n_sides):
        if may_steal_from(state, seat, side):
            for die in range(1, KINDS):
                if state.sides[side].spirit[die] > 0:
                    add_action(actions, STEAL.of(side, die))


@rules
def steal(state: State, seat: int, side: int, die: int, dice: Dice) -> None:
    """S: move the die to your own Capture zone; its points stay (S11)."""
    state.sides[side].spirit[die] -= 1
    gone = state.options.stolen_to
    log_event(
        dice,
        EventKind.STEAL,
        event_seat(state, seat),
        other=event_seat(state, side),
        item=die,
        amount=state.teams,
        total=gone,
    )
    if state.options.stolen_to == TO_SPIRIT:
        state.sides[side_of(state, seat)].spirit[die] += 1
    else:
        put_into_zone(state, side_of(state, seat), die)
    settle_samedi(state, dice)


@rules
def choose_stolen(state: State, seat: int, action: int, dice: Dice) -> None:
    """S: take the chosen die and continue with the steps."""
    steal(state, seat, STEAL.side(action), STEAL.die(action), dice)
    state.phase = Phase.STEPS


@rules
def may_exchange_with(state: State, seat: int, side: int) -> bool:
    """X: return True unless Protection keeps `seat` away from the Capture zone of `side` (S9)."""
    return side == side_of(state, seat) or not state.options.guard_exchange or not side_guarded(state, side)


@rules
def has_partner(state: State, seat: int, side: int, die: int) -> bool:
    """Return True if a die of one side's zone can be exchanged for a different one of another side."""
    for other in range(state.n_sides):
        if other != side and may_exchange_with(state, seat, other):
            zone = state.sides[other]
            for i in range(zone.n_zone):
                if zone.zone[i] != die:
                    return True
    return False


@rules
def any_exchange(state: State, seat: int) -> bool:
    """Return True if any exchange would change anything."""
    for side in range(state.n_sides):
        if may_exchange_with(state, seat, side):
            zone = state.sides[side]
            for i in range(zone.n_zone):
                if has_partner(state, seat, side, zone.zone[i]):
                    return True
    return False


@rules
def legal_exchanges(state: State, seat: int, actions: Actions) -> None:
    """X: list the first die; either of the two may be named first."""
    for side in range(state.n_sides):
        if may_exchange_with(state, seat, side):
            count = local_array(KINDS)
            count_zone(state, side, count)
            for die in range(1, KINDS):
                if count[die] > 0 and has_partner(state, seat, side, die):
                    add_action(actions, EXCHANGE.of(side, die))


@rules
def choose_exchanged(state: State, seat: int, action: int, dice: Dice) -> None:
    """X: hold the first die."""
    state.held_side = EXCHANGE.side(action)
    state.held_die = EXCHANGE.die(action)
    state.phase = Phase.EXCHANGE_WITH


@rules
def legal_returns(state: State, seat: int, actions: Actions) -> None:
    """X: list the second die, which looks different, in another zone."""
    for side in range(state.n_sides):
        if may_exchange_with(state, seat, side) and side != state.held_side:
            count = local_array(KINDS)
            count_zone(state, side, count)
            for die in range(1, KINDS):
                if count[die] > 0 and die != state.held_die:
                    add_action(actions, EXCHANGE_WITH.of(side, die))


@rules
def choose_return(state: State, seat: int, action: int, dice: Dice) -> None:
    """X: exchange the two dice (S22) and continue with the steps."""
    side, die = EXCHANGE_WITH.side(action), EXCHANGE_WITH.die(action)
    exchange_dice(state, seat, state.held_side, state.held_die, side, die, dice)
    state.held_die = 0
    state.phase = Phase.STEPS


@rules
def exchange_dice(state: State, seat: int, one: int, die: int, other: int, for_die: int, dice: Dice) -> None:
    """Exchange one die of each of two Capture zones."""
    take_from_zone(state, one, die)
    take_from_zone(state, other, for_die)
    put_into_zone(state, one, for_die)
    put_into_zone(state, other, die)
    log_event(dice, EventKind.EXCHANGE, event_seat(state, seat), other=event_seat(state, one), item=die, total=for_die)
    log_face(dice, event_seat(state, other))
    log_face(dice, state.teams)
