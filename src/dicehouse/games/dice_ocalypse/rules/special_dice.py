"""The Zombie die and the Left Behind die, for three or more players (sections 7 and 8 of the rulings)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, roll, show, tell

from .codes import PASS, THROW_LEFT_BEHIND, THROW_ZOMBIE
from .state import N_DICE, NOBODY, Card, Happened, Phase, State

FEWEST_PLAYERS = 3


@rules
def dice_in_game(state: State) -> bool:
    """Whether this table plays with the two special dice at all."""
    return state.options.special_cards and state.n_players >= FEWEST_PLAYERS


@rules
def dice_barred(state: State) -> bool:
    """No special die while anybody has a Battle Zone card, an Act of War is on, or in the endgame (R12, A10)."""
    for seat in range(state.n_players):
        if state.players[seat].lose_turn or state.players[seat].double_next:
            return True
    return state.card != Card.NONE or state.first != NOBODY


@rules
def offer_left_behind(state: State) -> None:
    """Before the turn: its holder may throw the Left Behind die, once before a turn is taken (3.1 step 3)."""
    usable = state.left_behind != NOBODY and not state.left_behind_used
    state.phase = Phase.LEFT_BEHIND if usable and not dice_barred(state) else Phase.INFECTION


@rules
def legal_left_behind(state: State, seat: int, actions: Actions) -> None:
    """Keep the die, or throw it."""
    add(actions, PASS)
    add(actions, THROW_LEFT_BEHIND)


@rules
def answer_left_behind(state: State, seat: int, action: int, dice: Dice) -> None:
    """The die is thrown, or kept; then the Zombie die has its turn."""
    if action == THROW_LEFT_BEHIND:
        leave_behind(state, dice)
    else:
        state.phase = Phase.INFECTION


@rules
def offer_zombie(state: State) -> None:
    """Then the Zombie die, on anybody's turn but the holder's own (3.1 step 4, R26)."""
    usable = state.zombie != NOBODY and state.zombie != state.player
    state.phase = Phase.ZOMBIE if usable and not dice_barred(state) else Phase.FIRST_THROW


@rules
def legal_zombie(state: State, seat: int, actions: Actions) -> None:
    """Keep the die, or throw it."""
    add(actions, PASS)
    add(actions, THROW_ZOMBIE)


@rules
def answer_zombie(state: State, seat: int, action: int, dice: Dice) -> None:
    """The die is thrown, or kept; then the turn begins."""
    if action == THROW_ZOMBIE:
        infect(state, dice)
    else:
        state.phase = Phase.FIRST_THROW


@rules
def leave_behind(state: State, dice: Dice) -> None:
    """As many players as the die shows are skipped, the upcoming one first, who gets the die (R27)."""
    holder, target = state.left_behind, state.player
    face = roll(dice)
    tell(dice, Happened.LEFT_BEHIND, holder, target, 0, 0, 0)
    show(dice, face)
    for step in range(face):
        tell(dice, Happened.SKIPPED, (target + step) % state.n_players, NOBODY, 0, 0, 0)
    state.left_behind = target
    state.left_behind_used = True
    state.player = (target + face) % state.n_players
    state.offer_points = 0
    state.phase = Phase.UPCOMING


@rules
def infect(state: State, dice: Dice) -> None:
    """The die takes as many dice as it shows from the whole turn, and goes to the infected player (R24, R25)."""
    holder = state.zombie
    face = roll(dice)
    state.dice_full = N_DICE - face
    tell(dice, Happened.ZOMBIE, holder, state.player, state.dice_full, 0, 0)
    show(dice, face)
    state.zombie = state.player
    state.phase = Phase.FIRST_THROW


@rules
def award_zombie(state: State, dice: Dice) -> None:
    """The die enters with the first player whose first throw of a turn scores nothing (section 7)."""
    if state.first_throw and state.zombie == NOBODY and state.first == NOBODY and dice_in_game(state):
        state.zombie = state.player
        tell(dice, Happened.ZOMBIE_GET, state.player, NOBODY, 0, 0, 0)


@rules
def award_left_behind(state: State, dice: Dice) -> None:
    """The die goes to the last player who never had a scored turn, when all others have (R28)."""
    if state.left_behind != NOBODY or not dice_in_game(state):
        return
    last, number = NOBODY, 0
    for seat in range(state.n_players):
        if not state.players[seat].opened:
            last = seat
            number += 1
    if number == 1:
        state.left_behind = last
        tell(dice, Happened.LEFT_BEHIND_GET, last, NOBODY, 0, 0, 0)
