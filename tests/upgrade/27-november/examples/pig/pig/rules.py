"""Pig: throw and add up, or bank before a 1 takes it all."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.kit import Actions, Array, Dice, add, array, below, i8, i16, record, roll, rules, show, tell

ROLL, BANK = ACTIONS = 0, 1


class Happened(IntEnum):
    """Kinds of events; `words.py` makes them sentences."""

    FIRST, THROW, LOST, ALL_LOST, SCORE, WIN = range(6)


@record
class Options:
    """The settings, as numbers."""

    target: i16
    two_dice: bool


@record
class State:
    """The whole position."""

    options: Options
    n_players: i8
    player: i8  # whose turn it is
    turn_points: i16
    dice: Array[i8] = array(2)  # the last throw
    totals: Array[i16] = array(6)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Chance says who begins."""
    state.options = options
    state.n_players = n_players
    state.player = below(dice, n_players)
    tell(dice, Happened.FIRST, state.player)


@rules
def over(state: State) -> bool:
    """Whoever banks the target wins, and stays the player."""
    return state.totals[state.player] >= state.options.target


@rules
def acting(state: State) -> int:
    """The turn player and nobody else, as a mask of seats."""
    return 0 if over(state) else 1 << state.player


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """Throw; or bank what there is."""
    add(actions, ROLL)
    if state.turn_points > 0:
        add(actions, BANK)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action."""
    if action == ROLL:
        throw(state, seat, dice)
    else:
        state.totals[seat] += state.turn_points
        tell(dice, Happened.SCORE, seat, amount=state.turn_points, total=state.totals[seat])
        end_turn(state)
        if over(state):
            tell(dice, Happened.WIN, seat, total=state.totals[seat])


@rules
def throw(state: State, seat: int, dice: Dice) -> None:
    """A 1 ends the turn without points; two 1s take the whole total as well."""
    ones = 0
    tell(dice, Happened.THROW, seat)
    for i in range(2 if state.options.two_dice else 1):
        face = roll(dice)
        show(dice, face)
        state.dice[i] = face
        state.turn_points += face
        ones += face == 1
    if ones == 2:
        tell(dice, Happened.ALL_LOST, seat, amount=-state.totals[seat])
        state.totals[seat] = 0
    elif ones == 1:
        tell(dice, Happened.LOST, seat)
    if ones > 0:
        end_turn(state)


@rules
def end_turn(state: State) -> None:
    """The dice pass on, unless the game is won."""
    state.turn_points = 0
    if not over(state):
        state.player = (state.player + 1) % state.n_players


@rules
def scores(state: State, out: Array[float]) -> None:
    """The totals."""
    for seat in range(state.n_players):
        out[seat] = state.totals[seat]


@rules
def shares(state: State, out: Array[float]) -> None:
    """The whole win to the one who banked the target."""
    for seat in range(state.n_players):
        out[seat] = 1.0 if over(state) and seat == state.player else 0.0
