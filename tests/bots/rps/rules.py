"""The rules. The value of the game is even; whoever plays well plays paper half of the time, and the others equally."""

from __future__ import annotations

from dicehouse.kit import Actions, Array, Dice, add, array, below, i8, record, rules, tell
from dicehouse.kit.dice import reveal

ROCK, PAPER, SCISSORS, NOTHING = 1, 2, 3, 0
WELL = (0.25, 0.5, 0.25)


@record
class Options:
    """No settings; a record needs a field."""

    none: i8


@record
class State:
    """What was chosen, NOTHING before."""

    n_players: i8
    chosen: Array[i8] = array(2)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Nothing lies on the table."""
    state.n_players = n_players


@rules
def over(state: State) -> bool:
    """When both have chosen."""
    return state.chosen[0] != NOTHING and state.chosen[1] != NOTHING


@rules
def acting(state: State) -> int:
    """Whoever has not chosen."""
    return 0 if over(state) else (state.chosen[0] == NOTHING) + 2 * (state.chosen[1] == NOTHING)


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """Any of the three."""
    add(actions, ROCK)
    add(actions, PAPER)
    add(actions, SCISSORS)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Sealed, until both lie there."""
    state.chosen[seat] = action
    if over(state):
        reveal(dice)
        tell(dice, 0, 0, item=state.chosen[0], amount=state.chosen[1])


@rules
def won(mine: int, other: int) -> float:
    """What the first gets: 2 for a rock, 1 for anything else that wins."""
    if mine == other:
        return 0.0
    if (mine - other) % 3 == 1:
        return 2.0 if mine == ROCK else 1.0
    return -2.0 if other == ROCK else -1.0


@rules
def scores(state: State, out: Array[float]) -> None:
    """Won and lost."""
    if over(state):
        out[0] = won(state.chosen[0], state.chosen[1])
        out[1] = -out[0]


@rules
def shares(state: State, out: Array[float]) -> None:
    """The same as parts of one."""
    if over(state):
        out[0] = 0.5 + won(state.chosen[0], state.chosen[1]) / 4
        out[1] = 1 - out[0]


@rules
def redeal(state: State, seat: int, dice: Dice) -> None:
    """What the other has chosen may be anything."""
    if not over(state) and state.chosen[1 - seat] != NOTHING:
        state.chosen[1 - seat] = 1 + below(dice, 3)
