"""How bots choose, as rules: the same source runs compiled, and interpreted before anything is compiled.

`states[0]` is the position as the seat knows it, `states[1]` room to try an option. `game` is a `Game` in compiled
code, and its `hooks` when interpreted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import OPTIONS, entry, is_rule, local_record, rules
from dicehouse.kit.dice import Dice, start_stream, unbiased
from dicehouse.kit.game import GameType, find_name
from dicehouse.kit.hooks import FREE
from dicehouse.kit.playout import ACTIONS, DICE, first_seat

RANDOM, GREEDY, SENSIBLE = range(3)
NAMES = ("random", "greedy", "sensible")


# --- the points of a position: the plain function serves the interpreter, the overload compiled code


def standing(game: Any, state: Any, seat: int, scores: Any) -> float:
    """The points of a seat, with those that are as good as its own."""
    if game.standing is not None:
        return float(game.standing(state, seat))
    game.scores(state, scores)
    return float(scores[seat])


@overload(standing, jit_options=OPTIONS)
def _standing(game, state, seat, scores):  # type: ignore[no-untyped-def]  # its signature must equal that of the lambdas
    if _has_standing(game):
        return lambda game, state, seat, scores: game.standing(state, seat)

    def by_scores(game, state, seat, scores):  # type: ignore[no-untyped-def]  # as above
        game.scores(state, scores)
        return scores[seat]

    return by_scores


def _has_standing(game: Any) -> bool:
    try:
        return isinstance(game, GameType) and is_rule(find_name(game, "standing"))
    except AttributeError:
        return False


# --- choosing


@rules
def greedy(game: Any, states: Any, seat: int, actions: Actions, scores: Any, dice: Dice) -> int:
    """The option after which the own score is highest; any of them if several are."""
    best, chosen, ties = -1e300, actions.item[0], 0
    for i in range(actions.count):
        states[1] = states[0]
        game.apply(states[1], seat, actions.item[i], dice)
        points = standing(game, states[1], seat, scores)
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
    if kind == SENSIBLE:
        action = game.sensible(states[0], seat, actions, memo, dice)
        if action != FREE:
            return action
    if kind != RANDOM:
        return greedy(game, states, seat, actions, scores, dice)
    return actions.item[unbiased(dice, actions.count)]


@entry
def think(game: Any, work: Any, seat: int, kind: int, memo: Any, scores: Any, dice: Any) -> int:
    """One decision; `work` holds the position twice, of which the first is redealt before it is looked at."""
    states = work.view(game.STATE)
    actions = local_record(ACTIONS)
    mind = dice.view(DICE)[0]
    game.redeal(states[0], seat, mind)
    return decide(game, states, seat, kind, actions, memo, scores, mind)


@entry
def contest(
    game: Any,
    memory: Any,
    options: Any,
    n_players: int,
    seed: int,
    cap: int,
    kinds: Any,
    memo: Any,
    numbers: Any,
    decisions: Any,
    scores: Any,
    shares: Any,
) -> None:
    """Whole games between bots: `numbers[i]` makes with the seed the dice of game i, at which `kinds[i]` sit.

    Bots think with dice of their own, on a copy of the position that is redealt for their seat.
    """
    states = memory.view(game.STATE)
    table = local_record(DICE)
    mind = local_record(DICE)
    actions = local_record(ACTIONS)
    clean, state, thought = states[0], states[1], states[2:]
    points = np.zeros(scores.shape[1])
    for i in range(len(numbers)):
        states[1] = clean
        start_stream(table, seed, seed >> 32, 2 * numbers[i])
        start_stream(mind, seed, seed >> 32, 2 * numbers[i] + 1)
        game.deal(state, options.view(game.OPTIONS)[0], n_players, table)
        while decisions[i] < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            thought[0] = state
            game.redeal(thought[0], seat, mind)
            action = decide(game, thought, seat, kinds[i, seat], actions, memo, points, mind)
            game.apply(state, seat, action, table)
            decisions[i] += 1
        game.scores(state, scores[i])
        game.shares(state, shares[i])
