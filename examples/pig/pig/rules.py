"""Define the rules of Pig: roll and add up, or bank before a 1 takes it all."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.core import (
    Actions,
    Array,
    Dice,
    add_action,
    array,
    below,
    i8,
    i16,
    log_event,
    log_face,
    record,
    roll,
    rules,
)

ROLL, BANK = ACTIONS = 0, 1


class Happened(IntEnum):
    """Number the kinds of events; `prompts.py` turns them into sentences."""

    FIRST, THROW, LOST, ALL_LOST, SCORE, WIN = range(6)


@record
class Options:
    """Hold the settings as numbers."""

    target: i16
    two_dice: bool


@record
class State:
    """Hold the whole position."""

    options: Options
    n_players: i8
    player: i8  # whose turn it is
    turn_points: i16
    dice: Array[i8] = array(2)  # the last throw
    totals: Array[i16] = array(6)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Choose at random who begins."""
    state.options = options
    state.n_players = n_players
    state.player = below(dice, n_players)
    log_event(dice, Happened.FIRST, state.player)


@rules
def over(state: State) -> bool:
    """Return True if a player has banked the target; `state.player` is then the winner."""
    return state.totals[state.player] >= state.options.target


@rules
def acting(state: State) -> int:
    """Return a mask with only the seat whose turn it is."""
    return 0 if over(state) else 1 << state.player


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """Add ROLL, and BANK if there are points to bank."""
    add_action(actions, ROLL)
    if state.turn_points > 0:
        add_action(actions, BANK)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal `action` of `seat`."""
    if action == ROLL:
        throw(state, seat, dice)
    else:
        state.totals[seat] += state.turn_points
        log_event(dice, Happened.SCORE, seat, amount=state.turn_points, total=state.totals[seat])
        end_turn(state)
        if over(state):
            log_event(dice, Happened.WIN, seat, total=state.totals[seat])


@rules
def points(state: State, out: Array[float]) -> None:
    """Write each seat's total into `out`."""
    for seat in range(state.n_players):
        out[seat] = state.totals[seat]


@rules
def returns(state: State, out: Array[float]) -> None:
    """Write 1 into `out` for the winner and 0 for the others."""
    for seat in range(state.n_players):
        out[seat] = 1.0 if over(state) and seat == state.player else 0.0


@rules
def throw(state: State, seat: int, dice: Dice) -> None:
    """Roll for `seat`: a 1 ends the turn with no points, and two 1s also take the whole total."""
    ones = 0
    log_event(dice, Happened.THROW, seat)
    for i in range(2 if state.options.two_dice else 1):
        face = roll(dice)
        log_face(dice, face)
        state.dice[i] = face
        state.turn_points += face
        ones += face == 1
    if ones == 2:
        log_event(dice, Happened.ALL_LOST, seat, amount=-state.totals[seat])
        state.totals[seat] = 0
    elif ones == 1:
        log_event(dice, Happened.LOST, seat)
    if ones > 0:
        end_turn(state)


@rules
def end_turn(state: State) -> None:
    """Pass the turn to the next player, unless the game is won."""
    state.turn_points = 0
    if not over(state):
        state.player = (state.player + 1) % state.n_players
