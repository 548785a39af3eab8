"""Play the Zombie die and the Left Behind die, for three or more players (sections 7 and 8 of the rulings)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event, log_face, roll

from .action_codes import PASS, THROW_LEFT_BEHIND, THROW_ZOMBIE
from .state import N_DICE, NO_SEAT, Card, EventKind, Phase, State

FEWEST_PLAYERS = 3


@rules
def special_dice_in_game(state: State) -> bool:
    """Return True if this table plays with the two special dice."""
    return state.options.special_cards and state.n_players >= FEWEST_PLAYERS


@rules
def special_dice_forbidden(state: State) -> bool:
    """Return True while a player has a Battle Zone card or an Act of War is on, and in the endgame: no special die then
    (R12, A10).
    """
    for seat in range(state.n_players):
        if state.players[seat].lose_turn or state.players[seat].double_next:
            return True
    return state.card != Card.NONE or state.first != NO_SEAT


@rules
def offer_left_behind(state: State) -> None:
    """Offer the Left Behind die to its holder, once before a turn is taken (3.1 step 3)."""
    usable = state.left_behind != NO_SEAT and not state.left_behind_used
    state.phase = Phase.LEFT_BEHIND if usable and not special_dice_forbidden(state) else Phase.INFECTION


@rules
def legal_left_behind(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: keep the die, or throw it."""
    add_action(actions, PASS)
    add_action(actions, THROW_LEFT_BEHIND)


@rules
def answer_left_behind(state: State, seat: int, action: int, dice: Dice) -> None:
    """Throw the die or keep it; the Zombie die is offered next."""
    if action == THROW_LEFT_BEHIND:
        leave_behind(state, dice)
    else:
        state.phase = Phase.INFECTION


@rules
def offer_zombie(state: State) -> None:
    """Offer the Zombie die to its holder, on any turn but the holder's own (3.1 step 4, R26)."""
    usable = state.zombie != NO_SEAT and state.zombie != state.player
    state.phase = Phase.ZOMBIE if usable and not special_dice_forbidden(state) else Phase.FIRST_THROW


@rules
def legal_zombie(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: keep the die, or throw it."""
    add_action(actions, PASS)
    add_action(actions, THROW_ZOMBIE)


@rules
def answer_zombie(state: State, seat: int, action: int, dice: Dice) -> None:
    """Throw the die or keep it; the turn begins next."""
    if action == THROW_ZOMBIE:
        infect(state, dice)
    else:
        state.phase = Phase.FIRST_THROW


@rules
def leave_behind(state: State, dice: Dice) -> None:
    """Skip as many players as the die shows, beginning with the upcoming one, who gets the die (R27)."""
    holder, target = state.left_behind, state.player
    face = roll(dice)
    log_event(dice, EventKind.LEFT_BEHIND, holder, target, 0, 0, 0)
    log_face(dice, face)
    for step in range(face):
        log_event(dice, EventKind.SKIPPED, (target + step) % state.n_players, NO_SEAT, 0, 0, 0)
    state.left_behind = target
    state.left_behind_used = True
    state.player = (target + face) % state.n_players
    state.offer_points = 0
    state.phase = Phase.UPCOMING


@rules
def infect(state: State, dice: Dice) -> None:
    """Take as many dice as the die shows from the whole turn, and give it to the infected player (R24, R25)."""
    holder = state.zombie
    face = roll(dice)
    state.dice_full = N_DICE - face
    log_event(dice, EventKind.ZOMBIE, holder, state.player, state.dice_full, 0, 0)
    log_face(dice, face)
    state.zombie = state.player
    state.phase = Phase.FIRST_THROW


@rules
def award_zombie(state: State, dice: Dice) -> None:
    """Give the Zombie die to the first player whose first throw of a turn scores nothing (section 7)."""
    if state.first_throw and state.zombie == NO_SEAT and state.first == NO_SEAT and special_dice_in_game(state):
        state.zombie = state.player
        log_event(dice, EventKind.ZOMBIE_GET, state.player, NO_SEAT, 0, 0, 0)


@rules
def award_left_behind(state: State, dice: Dice) -> None:
    """Give the die to the last player without a scored turn, when all others have had one (R28)."""
    if state.left_behind != NO_SEAT or not special_dice_in_game(state):
        return
    last, number = NO_SEAT, 0
    for seat in range(state.n_players):
        if not state.players[seat].opened:
            last = seat
            number += 1
    if number == 1:
        state.left_behind = last
        log_event(dice, EventKind.LEFT_BEHIND_GET, last, NO_SEAT, 0, 0, 0)
