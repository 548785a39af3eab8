"""One future of a position, as rules: what is tried first, then bots until a turn begins or the game ends.

`states[0]` is the position, `states[1]` becomes its future, the rest is room for bots that think.
"""

from __future__ import annotations

from typing import Any

from .actions import Actions
from .compiling import rules
from .dice import Dice
from .thinking import decide

LONGEST = 4_000  # decisions of a future: then it counts as it stands


@rules
def play_ahead(
    game: Any,
    states: Any,
    knower: int,
    first: Any,
    kinds: Any,
    until: int,
    actions: Actions,
    memo: Any,
    scores: Any,
    table: Dice,
    mind: Dice,
) -> None:
    """Play on from `states[0]` in `states[1]`, with the dice of `table`, until `until` turns have begun.

    Seats and their actions, in turn in `first`, come before all else, each if it is possible then. A `knower` from 0 on
    deals anew what that seat can't know. `kinds` are the bots, by seat.
    """
    states[1] = states[0]
    state = states[1]
    if knower >= 0:
        game.redeal(state, knower, mind)
    for i in range(len(first) // 2):
        try_first(game, state, int(first[2 * i]), int(first[2 * i + 1]), actions, table)
    n = 0
    while n < LONGEST and not game.over(state) and game.turns(state) < until:
        mask, seat = game.acting(state), 0
        while mask >> seat & 1 == 0:
            seat += 1
        states[2] = state
        game.redeal(states[2], seat, mind)
        action = decide(game, states[2:], seat, kinds[seat], actions, memo, scores, mind)
        game.apply(state, seat, action, table)
        n += 1


@rules
def try_first(game: Any, state: Any, seat: int, action: int, actions: Actions, table: Dice) -> None:
    """Carry out an action, if the seat may."""
    if game.over(state) or game.acting(state) >> seat & 1 == 0:
        return
    actions.count = 0
    game.legal(state, seat, actions)
    for i in range(actions.count):
        if actions.item[i] == action:
            game.apply(state, seat, action, table)
            return
