"""Choose a bot's action, by rules: the same source runs compiled, and interpreted before anything is compiled.

`states[0]` is the position as the seat knows it, `states[1]` is scratch memory to try an option. `game` is a `Game` in
compiled code, and its `hooks` when interpreted. core/policy.py describes the kinds of bots and the traits of weak ones.
"""

from __future__ import annotations

from typing import Any

from ..compiler.memory_intrinsics import local_floats
from ..compiler.rule_compiler import rules
from ..core.action_list import MAX_ACTIONS, Actions
from ..core.dice import MASK_32, Dice, draw_below
from ..core.policy import (
    CHARACTER_SHIFT,
    FANCY_MASK,
    FANCY_SHIFT,
    KIND_MASK,
    LOOKS_MASK,
    LOOKS_SHIFT,
    NERVE_SHIFT,
    PERCENT,
    PERCENT_MASK,
    RANDOM_KIND,
    SENSIBLE_KIND,
    TEMPTED_SHIFT,
    WEAK_KIND,
)
from ..records.sentinels import NO_ACTION, NO_VALUE


@rules
def choose_greedily(game: Any, states: Any, seat: int, actions: Actions, scores: Any, dice: Dice) -> int:
    """Return the option that leaves the seat's own heuristic value highest; a random one of them if several do."""
    best, chosen, ties = -1e300, actions.item[0], 0
    for i in range(actions.count):
        states[1] = states[0]
        game.apply(states[1], seat, actions.item[i], dice)
        points = game.heuristic_value(states[1], seat)
        if points == NO_VALUE:
            game.points(states[1], scores)
            points = scores[seat]
        if points > best:
            best, ties = points, 0
        if points == best:
            ties += 1
            if draw_below(dice, ties) == 0:
                chosen = actions.item[i]
    return chosen


@rules
def preference_noise(character: int, action: int) -> float:
    """Return how much a player of this character likes an action, from 0 to 1; it stays the same in the whole game."""
    mixed = (character * 2654435761 + (action + 1) * 40503) & MASK_32
    mixed = ((mixed ^ (mixed >> 15)) * 739982445) & MASK_32
    mixed = ((mixed ^ (mixed >> 12)) * 695872825) & MASK_32
    return (mixed ^ (mixed >> 15)) / MASK_32


@rules
def best_by_heuristic_value(
    game: Any, states: Any, seat: int, bot_kind: int, actions: Actions, scores: Any, dice: Dice
) -> int:
    """Return the option of the highest heuristic value, with this player's own likings added."""
    found = local_floats(MAX_ACTIONS)
    least, most = 1e300, -1e300
    for i in range(actions.count):
        states[1] = states[0]
        game.apply(states[1], seat, actions.item[i], dice)
        points = game.heuristic_value(states[1], seat)
        if points == NO_VALUE:
            game.points(states[1], scores)
            points = scores[seat]
        found[i] = points
        least, most = min(least, points), max(most, points)
    reach = max(most - least, 1e-9)
    fancy, character = (bot_kind >> FANCY_SHIFT & FANCY_MASK) / PERCENT, bot_kind >> CHARACTER_SHIFT
    best, chosen = -1.0, actions.item[0]
    for i in range(actions.count):
        worth = (found[i] - least) / reach + draw_below(dice, 1000) * 1e-9  # ties are broken at random
        worth += fancy * preference_noise(character, actions.item[i])
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def sample_options(actions: Actions, n_others: int, always_kept: int, dice: Dice) -> None:
    """Keep the action `always_kept` and `n_others` others, each equally likely; their order stays."""
    left, wanted, kept = actions.count - 1, n_others, 0
    for i in range(actions.count):
        action = actions.item[i]
        taken = action == always_kept
        if not taken:
            taken = draw_below(dice, left) < wanted
            left -= 1
            wanted -= int(taken)
        if taken:
            actions.item[kept] = action
            kept += 1
    actions.count = kept


@rules
def choose_weakly(
    game: Any, states: Any, seat: int, bot_kind: int, actions: Actions, memo: Any, scores: Any, dice: Dice
) -> int:
    """Return the action of a weak bot with the traits in `bot_kind`."""
    if draw_below(dice, PERCENT) < (bot_kind >> TEMPTED_SHIFT & PERCENT_MASK):
        action: int = game.temptation(states[0], seat, actions, bot_kind >> NERVE_SHIFT & PERCENT_MASK, memo, dice)
        if action != NO_ACTION:
            return action
    glitter = best_by_heuristic_value(game, states, seat, bot_kind, actions, scores, dice)
    looks = bot_kind >> LOOKS_SHIFT & LOOKS_MASK
    if looks < actions.count - 1:
        sample_options(actions, looks, glitter, dice)
    action = game.sensible(states[0], seat, actions, memo, dice)
    for i in range(actions.count):
        if actions.item[i] == action:
            return action
    return glitter


@rules
def choose_action(
    game: Any, states: Any, seat: int, kind: int, actions: Actions, memo: Any, scores: Any, dice: Dice
) -> int:
    """Return the action of a bot of the kind `kind` in the position `states[0]`; the bot knows all that is in it."""
    action: int = game.forced_action(states[0], seat)
    if action != NO_ACTION:
        return action
    actions.count = 0
    game.legal(states[0], seat, actions)
    assert actions.count > 0
    if actions.count == 1:
        return actions.item[0]
    if kind & KIND_MASK == WEAK_KIND:
        return choose_weakly(game, states, seat, kind, actions, memo, scores, dice)
    if kind == SENSIBLE_KIND:
        action = game.sensible(states[0], seat, actions, memo, dice)
        if action != NO_ACTION:
            return action
    if kind != RANDOM_KIND:
        return choose_greedily(game, states, seat, actions, scores, dice)
    return actions.item[draw_below(dice, actions.count)]
