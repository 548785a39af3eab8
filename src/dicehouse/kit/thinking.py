"""How bots choose, as rules: the same source runs compiled, and interpreted before anything is compiled.

`states[0]` is the position as the seat knows it, `states[1]` room to try an option. `game` is a `Game` in compiled
code, and its `hooks` when interpreted.
"""

from __future__ import annotations

from typing import Any

from .actions import Actions
from .compiling import rules
from .dice import Dice, unbiased
from .hooks import FREE, UNTOLD
from .weakness import KIND, WEAK, weakly

RANDOM, GREEDY, SENSIBLE = range(3)
NAMES = ("random", "greedy", "sensible")


@rules
def greedy(game: Any, states: Any, seat: int, actions: Actions, scores: Any, dice: Dice) -> int:
    """The option that leaves the seat's own score highest; any of them if several are."""
    best, chosen, ties = -1e300, actions.item[0], 0
    for i in range(actions.count):
        states[1] = states[0]
        game.apply(states[1], seat, actions.item[i], dice)
        points = game.standing(states[1], seat)
        if points == UNTOLD:
            game.scores(states[1], scores)
            points = scores[seat]
        if points > best:
            best, ties = points, 0
        if points == best:
            ties += 1
            if unbiased(dice, ties) == 0:
                chosen = actions.item[i]
    return chosen


@rules
def decide(game: Any, states: Any, seat: int, kind: int, actions: Actions, memo: Any, scores: Any, dice: Dice) -> int:
    """The action of a bot of this kind in the position `states[0]`, of which it knows all that is in it."""
    action: int = game.bot_duty(states[0], seat)
    if action != FREE:
        return action
    actions.count = 0
    game.legal(states[0], seat, actions)
    assert actions.count > 0
    if actions.count == 1:
        return actions.item[0]
    if kind & KIND == WEAK:
        return weakly(game, states, seat, kind, actions, memo, scores, dice)
    if kind == SENSIBLE:
        action = game.sensible(states[0], seat, actions, memo, dice)
        if action != FREE:
            return action
    if kind != RANDOM:
        return greedy(game, states, seat, actions, scores, dice)
    return actions.item[unbiased(dice, actions.count)]
