"""Play one future of a position, by rules: forced actions first, then bots until a turn begins or the game ends.

`states[0]` is the position, `states[1]` becomes its future, the rest is scratch memory for bots.
"""

from __future__ import annotations

from typing import Any

from ..compiler.rule_compiler import rules
from ..core.action_list import Actions
from ..core.dice import Dice
from .bot_decisions import choose_action

MAX_ROLLOUT_DECISIONS = 4_000  # decisions of a future; after these its current position counts


@rules
def play_rollout(
    game: Any,
    states: Any,
    observer: int,
    first_actions: Any,
    kinds: Any,
    turn_limit: int,
    actions: Actions,
    memo: Any,
    scores: Any,
    table_dice: Dice,
    thinking_dice: Dice,
) -> None:
    """Play from `states[0]` in `states[1]`, with `table_dice`, until `turn_limit` turns have begun.

    Seats and their actions, alternating in `first_actions`, come before all others, each if it is legal then. If
    `observer` is a seat (0 or more), what it can't know is resampled. `kinds` are the bots, by seat.
    """
    states[1] = states[0]
    state = states[1]
    if observer >= 0:
        game.resample_hidden(state, observer, thinking_dice)
    for i in range(len(first_actions) // 2):
        apply_if_legal(game, state, int(first_actions[2 * i]), int(first_actions[2 * i + 1]), actions, table_dice)
    n = 0
    while n < MAX_ROLLOUT_DECISIONS and not game.over(state) and game.turns_begun(state) < turn_limit:
        mask, seat = game.acting(state), 0
        while mask >> seat & 1 == 0:
            seat += 1
        states[2] = state
        game.resample_hidden(states[2], seat, thinking_dice)
        action = choose_action(game, states[2:], seat, kinds[seat], actions, memo, scores, thinking_dice)
        game.apply(state, seat, action, table_dice)
        n += 1


@rules
def apply_if_legal(game: Any, state: Any, seat: int, action: int, actions: Actions, table_dice: Dice) -> None:
    """Carry out an action, if the seat may."""
    if game.over(state) or game.acting(state) >> seat & 1 == 0:
        return
    actions.count = 0
    game.legal(state, seat, actions)
    for i in range(actions.count):
        if actions.item[i] == action:
            game.apply(state, seat, action, table_dice)
            return
