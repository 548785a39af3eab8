"""Seat 1 begins. Seat 0 goes three steps a turn, the others two; with dice, as many as they show."""

from __future__ import annotations

from dicehouse.core import Actions, Array, Dice, add_action, array, i8, i16, log_event, record, roll, rules

GO, HALT = 1, 2
STEP, ARRIVED = 0, 1


@record
class Options:
    """The settings."""

    target: i16
    dice: bool
    idle_wish: bool


@record
class State:
    """Where everybody stands."""

    n_players: i8
    player: i8
    turn: i16
    totals: Array[i16] = array(3)
    options: Options


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """All at the start."""
    state.options = options
    state.n_players = n_players
    state.player = 1
    state.turn = 1


@rules
def over(state: State) -> bool:
    """When somebody has arrived."""
    far = 0
    for seat in range(state.n_players):
        far = max(far, state.totals[seat])
    return far >= state.options.target


@rules
def acting(state: State) -> int:
    """Whose turn it is."""
    return 0 if over(state) else 1 << state.player


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """On an even number one may halt as well."""
    add_action(actions, GO)
    if state.totals[seat] % 2 == 0:
        add_action(actions, HALT)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Go, or not."""
    size = roll(dice) if state.options.dice else 3 if seat == 0 else 2
    if action == GO:
        state.totals[seat] += size
        log_event(dice, STEP, seat, item=size, amount=state.totals[seat])
    if over(state):
        log_event(dice, ARRIVED, seat)
    state.player = (seat + 1) % state.n_players
    state.turn += 1


@rules
def points(state: State, out: Array[float]) -> None:
    """The steps."""
    for seat in range(state.n_players):
        out[seat] = state.totals[seat]


@rules
def returns(state: State, out: Array[float]) -> None:
    """Whoever has arrived."""
    if over(state):
        for seat in range(state.n_players):
            out[seat] = 1.0 if state.totals[seat] >= state.options.target else 0.0


@rules
def turns_begun(state: State) -> int:
    """How many have begun."""
    return state.turn
