"""Define the rules. The game is fair; perfect play is paper half of the time, and rock and scissors equally often."""

from __future__ import annotations

from dicehouse.core import Actions, Array, Dice, add_action, array, below, i8, log_event, record, rules
from dicehouse.core.dice import mark_revealed

ROCK, PAPER, SCISSORS, NOTHING = 1, 2, 3, 0
WELL = (0.25, 0.5, 0.25)


@record
class Options:
    """Hold no settings; a record needs a field."""

    none: i8


@record
class State:
    """Hold what was chosen; NOTHING before."""

    n_players: i8
    chosen: Array[i8] = array(2)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Begin without choices."""
    state.n_players = n_players


@rules
def over(state: State) -> bool:
    """Return True when both have chosen."""
    return state.chosen[0] != NOTHING and state.chosen[1] != NOTHING


@rules
def acting(state: State) -> int:
    """Return the seats that have not chosen."""
    return 0 if over(state) else (state.chosen[0] == NOTHING) + 2 * (state.chosen[1] == NOTHING)


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """List all three options."""
    add_action(actions, ROCK)
    add_action(actions, PAPER)
    add_action(actions, SCISSORS)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Record a choice, which stays hidden until both have chosen."""
    state.chosen[seat] = action
    if over(state):
        mark_revealed(dice)
        log_event(dice, 0, 0, item=state.chosen[0], amount=state.chosen[1])


@rules
def won(mine: int, other: int) -> float:
    """Return what the first seat gets: 2 for a winning rock, 1 for anything else that wins."""
    if mine == other:
        return 0.0
    if (mine - other) % 3 == 1:
        return 2.0 if mine == ROCK else 1.0
    return -2.0 if other == ROCK else -1.0


@rules
def points(state: State, out: Array[float]) -> None:
    """Write the points of both seats."""
    if over(state):
        out[0] = won(state.chosen[0], state.chosen[1])
        out[1] = -out[0]


@rules
def returns(state: State, out: Array[float]) -> None:
    """Write the points as shares of the win."""
    if over(state):
        out[0] = 0.5 + won(state.chosen[0], state.chosen[1]) / 4
        out[1] = 1 - out[0]


@rules
def resample_hidden(state: State, seat: int, dice: Dice) -> None:
    """Resample the choice of the other seat, which may be anything."""
    if not over(state) and state.chosen[1 - seat] != NOTHING:
        state.chosen[1 - seat] = 1 + below(dice, 3)
