"""Search any game, by rules: information-set Monte Carlo tree search with an open loop (Cowling, Powley, Whitehouse
2012).

Every simulation resamples the position for the seat that thinks, walks the known tree, adds a node, and plays a rollout
with the game's own bot `sensible`: to the end, or a few turns to where the game can estimate who will win (truncated
rollouts: Tesauro and Galperin 1996). Seats choose by the mean value of their options and by a prior from the rollout
policy (PUCT: Rosin 2011). Seats that choose simultaneously each hold a strategy, improved by regret matching over the
matrix of joint results (Lisý, Kovařík, Lanctot, Bošanský 2013): no seat sees a choice that is being made.

`states[0]` is the root position, `states[1]` the position of the simulation, the rest is scratch memory for the rollout
policy.
"""

from __future__ import annotations

from typing import Any

from ..compiler.memory_intrinsics import local_floats
from ..compiler.rule_compiler import local_record, rules
from ..core.action_list import Actions
from ..core.dice import Dice, draw_below, next_word
from ..core.policy import RANDOM_KIND
from ..records.record import Array, array, dtype, i8, i32, i64, record
from ..records.sentinels import NO_ACTION
from .bot_decisions import choose_action
from .tree import NO_NODE, Tree, add_node, can_add_node, clear_tree, extend_key, find_joint_cell, find_node, node_key

MAX_DEPTH = 96  # decisions of a simulation within the tree
MAX_SEATS = 16
SCORE_SLOTS = 2 * MAX_SEATS  # the points of a finished game, then the margins
MAX_SIMULATION_DECISIONS = 4_000  # decisions of a simulation; after these all seats share equally
NEVER_TURN = 1 << 60  # a turn that is never reached
EXPLORATION_RATE = 0.08  # the probability that a simultaneous choice is drawn from all options, not by strategy


@record
class PathStep:
    """Hold one choice within the tree."""

    node: i32
    edge: i32
    seat: i8
    joint: i64  # after simultaneous choices: the key of all choices,
    group: i64  # and the key of their history; otherwise 0


@record
class SimulationPath:
    """Hold the choices of one simulation within the tree."""

    length: i32
    expanded: bool  # True if a node was added, or there was no room for one
    key: i64
    step: Array[PathStep] = array(MAX_DEPTH)


PATH_DTYPE = dtype(SimulationPath)


@rules
def run_simulations(
    game: Any, states: Any, seat: int, simulations: int, tree: Tree, actions: Actions, memo: Any, thinking_dice: Dice
) -> None:
    """Add `simulations` simulations from `states[0]`, as `seat` knows it, to the tree."""
    if tree.n_nodes == 0:
        clear_tree(tree)
    path = local_record(PATH_DTYPE)
    out = local_floats(MAX_SEATS)
    scores = local_floats(SCORE_SLOTS)
    for _ in range(simulations):
        states[1] = states[0]
        game.resample_hidden(states[1], seat, thinking_dice)
        path.length, path.expanded, path.key = 0, False, tree.root_key
        select_and_expand(game, states, tree, path, actions, memo, scores, thinking_dice)
        mark_root(tree, path, seat)
        rollout(game, states, tree, actions, memo, scores, thinking_dice, out)
        for i in range(path.length):
            backup(tree, path.step[i], out[path.step[i].seat])
        tree.simulations += 1


@rules
def mark_root(tree: Tree, path: SimulationPath, seat: int) -> None:
    """Note which node holds the options of the root decision: the first decision of `seat` in the simulation, if it had
    one.
    """
    group = extend_key(tree.root_key, 0)
    for i in range(path.length):
        step = path.step[i]
        if step.seat == seat and (i == 0 or step.group == group):
            tree.root, tree.simultaneous = step.node, step.group == group


# --- within the tree


@rules
def select_and_expand(
    game: Any,
    states: Any,
    tree: Tree,
    path: SimulationPath,
    actions: Actions,
    memo: Any,
    scores: Any,
    thinking_dice: Dice,
) -> None:
    """Walk the tree until it ends and add one node there, unless the position is so far ahead that it is estimated."""
    state, until = states[1], horizon_turn(game, states, tree)
    while (
        not path.expanded
        and path.length < MAX_DEPTH - MAX_SEATS
        and not game.over(state)
        and game.turns_begun(state) < until
    ):
        mask = game.acting(state)
        if mask & mask - 1:
            select_joint_action(game, states, mask, tree, path, actions, memo, scores, thinking_dice)
        else:
            seat = 0
            while mask >> seat & 1 == 0:
                seat += 1
            action = select_action(game, states, seat, 0, tree, path, actions, memo, scores, thinking_dice)
            game.apply(state, seat, action, thinking_dice)
            path.key = extend_key(extend_key(path.key, seat + 1), action)


@rules
def horizon_turn(game: Any, states: Any, tree: Tree) -> int:
    """Return the turn from which on positions are estimated."""
    return int(game.turns_begun(states[0]) + tree.rollout_turns) if tree.rollout_turns > 0 else NEVER_TURN


@rules
def select_action(
    game: Any,
    states: Any,
    seat: int,
    group: int,
    tree: Tree,
    path: SimulationPath,
    actions: Actions,
    memo: Any,
    scores: Any,
    thinking_dice: Dice,
) -> int:
    """Return the action that a seat tries now; if it has a choice, add a step to the path.

    `group` is not 0 where others choose simultaneously.
    """
    action: int = game.forced_action(states[1], seat)
    if action != NO_ACTION:
        return action
    actions.count = 0
    game.legal(states[1], seat, actions)
    if actions.count == 1:
        return actions.item[0]
    key = node_key(path.key, seat, actions)
    number = find_node(tree, key)
    if number == NO_NODE:
        path.expanded = True
        action = rollout_action(game, states, seat, tree, actions, memo, scores, thinking_dice)
        actions.count = 0
        game.legal(states[1], seat, actions)
        if not can_add_node(tree, actions.count):
            return action
        for i in range(actions.count):
            tree.prior_logit[i] = 0.0
        if tree.rollout_policy != RANDOM_KIND:
            game.prior_logits(
                states[2], seat, actions, memo, tree.prior_logit
            )  # the position as the rollout policy saw it
        number = add_node(tree, key, actions, action)
        edge = int(tree.node[number].rollout_edge)
    elif group != 0:
        edge = sample_edge(tree, number, thinking_dice)
    else:
        edge = select_edge(tree, number)
    step = path.step[path.length]
    step.node, step.edge, step.seat, step.joint, step.group = number, edge, seat, 0, group
    path.length += 1
    return int(tree.edge[tree.node[number].first + edge].action)


@rules
def select_edge(tree: Tree, number: int) -> int:
    """Return the index of the option of a node to try next, by mean value and exploration bonus (PUCT)."""
    node = tree.node[number]
    best, chosen = -1e300, 0
    usual = node.value_sum / node.visits if node.visits > 0 else 0.5
    breadth = tree.c_puct * (node.visits + 1.0) ** 0.5
    for i in range(node.count):
        edge = tree.edge[node.first + i]
        mean = edge.value_sum / edge.visits if edge.visits > 0 else usual
        value = mean + breadth * edge.prior / (1.0 + edge.visits)
        if value > best:
            best, chosen = value, i
    return chosen


@rules
def rollout_action(
    game: Any, states: Any, seat: int, tree: Tree, actions: Actions, memo: Any, scores: Any, thinking_dice: Dice
) -> int:
    """Return the action of the rollout policy.

    It knows no more than its seat, even of a resampled position.
    """
    if tree.rollout_policy == RANDOM_KIND:
        return choose_action(game, states[1:], seat, RANDOM_KIND, actions, memo, scores, thinking_dice)
    states[2] = states[1]
    game.resample_hidden(states[2], seat, thinking_dice)
    return choose_action(game, states[2:], seat, tree.rollout_policy, actions, memo, scores, thinking_dice)


@rules
def rollout(
    game: Any, states: Any, tree: Tree, actions: Actions, memo: Any, scores: Any, thinking_dice: Dice, out: Any
) -> None:
    """Play by the rollout policy to the end, or to where the game can estimate the value; write each seat's value into
    `out`.
    """
    state, until = states[1], horizon_turn(game, states, tree)
    for seat in range(MAX_SEATS):
        out[seat] = 0.0
    n = 0
    while n < MAX_SIMULATION_DECISIONS and not game.over(state):
        if game.turns_begun(state) >= until and game.value_estimate(state, memo, out):
            tree.rollout_decisions += n
            return
        mask, seat = game.acting(state), 0
        while mask >> seat & 1 == 0:
            seat += 1
        action = rollout_action(game, states, seat, tree, actions, memo, scores, thinking_dice)
        game.apply(state, seat, action, thinking_dice)
        n += 1
    tree.rollout_decisions += n
    for seat in range(MAX_SEATS):
        scores[seat] = 0.0  # because bots leave the points of tried options there
    game.returns(state, out)
    game.points(state, scores)
    blend_margin(tree, out, scores)


@rules
def blend_margin(tree: Tree, out: Any, scores: Any) -> None:
    """Mix the margin of the win into the values in `out`: chance decides less of the margin than of the winner."""
    seats = 0
    for seat in range(MAX_SEATS):
        if out[seat] > 0.0 or scores[seat] != 0.0:
            seats = seat + 1
    for seat in range(seats):
        rival, found = 0.0, False
        for other in range(seats):
            if out[other] != out[seat] and (not found or scores[other] > rival):
                rival, found = scores[other], True
        margin = scores[seat] - rival if found else 0.0
        tree.mean_margin += 0.02 * (abs(margin) - tree.mean_margin)
        size = abs(margin) + tree.mean_margin
        scores[MAX_SEATS + seat] = 0.5 + 0.5 * margin / size if size > 0.0 else 0.5
    for seat in range(seats):
        out[seat] += tree.margin_weight * (scores[MAX_SEATS + seat] - out[seat])


# --- simultaneous choices


@rules
def select_joint_action(
    game: Any,
    states: Any,
    mask: int,
    tree: Tree,
    path: SimulationPath,
    actions: Actions,
    memo: Any,
    scores: Any,
    thinking_dice: Dice,
) -> None:
    """Let all seats of `mask` choose by what they know now, before any choice is carried out."""
    state = states[1]
    chosen = local_floats(MAX_SEATS)
    first, group, joint = path.length, extend_key(path.key, 0), 0
    for seat in range(MAX_SEATS):
        if mask >> seat & 1:
            action = select_action(game, states, seat, group, tree, path, actions, memo, scores, thinking_dice)
            chosen[seat] = action
            joint ^= joint_key_part(seat, action)
    for i in range(first, path.length):
        path.step[i].joint = joint
    for seat in range(MAX_SEATS):
        if mask >> seat & 1 and not game.over(state) and game.acting(state) >> seat & 1:
            actions.count = 0
            game.legal(state, seat, actions)
            for i in range(actions.count):
                if actions.item[i] == int(chosen[seat]):
                    game.apply(state, seat, actions.item[i], thinking_dice)
                    break
    path.key = extend_key(group, joint)


@rules
def joint_key_part(seat: int, action: int) -> int:
    """Return one seat's part of the key of a joint choice."""
    return extend_key(extend_key(1, seat + 1), action)


@rules
def regret_weight(tree: Tree, edge: int) -> float:
    """Return an option's weight in the strategy: its regret if positive, or 0."""
    return max(tree.edge[edge].regret, 0.0)


@rules
def total_regret_weight(tree: Tree, number: int) -> float:
    """Return the sum of the weights of a node's options."""
    node, total = tree.node[number], 0.0
    for i in range(node.count):
        total += regret_weight(tree, node.first + i)
    return total


@rules
def sample_edge(tree: Tree, number: int, thinking_dice: Dice) -> int:
    """Return the index of an option drawn by the node's strategy; now and then that of any option."""
    node = tree.node[number]
    total = total_regret_weight(tree, number)
    if total <= 0.0 or next_word(thinking_dice) < EXPLORATION_RATE * 4294967296.0:
        return draw_below(thinking_dice, node.count)
    at = next_word(thinking_dice) / 4294967296.0 * total
    for i in range(node.count):
        at -= regret_weight(tree, node.first + i)
        if at < 0.0:
            return i
    return node.count - 1


@rules
def update_regrets(tree: Tree, step: PathStep, value: float) -> None:
    """Record the value of a joint choice in the matrix, and update the regret of each option."""
    seat, group, joint = int(step.seat), int(step.group), int(step.joint)
    node = tree.node[step.node]
    own = tree.edge[node.first + step.edge]
    cell = find_joint_cell(tree, extend_key(extend_key(group, joint), seat + 1), True)
    got = value
    if cell != NO_NODE:
        tree.cell[cell].visits += 1
        tree.cell[cell].value_sum += value
        got = tree.cell[cell].value_sum / tree.cell[cell].visits
    total = total_regret_weight(tree, step.node)
    rest = joint ^ joint_key_part(seat, own.action)
    for i in range(node.count):
        edge = tree.edge[node.first + i]
        edge.strategy_sum += max(edge.regret, 0.0) / total if total > 0.0 else 1.0 / node.count
    for i in range(node.count):
        edge = tree.edge[node.first + i]
        instead = rest ^ joint_key_part(seat, edge.action)
        other = find_joint_cell(tree, extend_key(extend_key(group, instead), seat + 1), False)
        if other != NO_NODE:
            edge.regret += tree.cell[other].value_sum / tree.cell[other].visits - got
        elif edge.visits > 0:
            edge.regret += edge.value_sum / edge.visits - got


@rules
def backup(tree: Tree, step: PathStep, value: float) -> None:
    """Add the value of a simulation to a choice that led there."""
    node = tree.node[step.node]
    edge = tree.edge[node.first + step.edge]
    node.visits += 1
    node.value_sum += value
    edge.visits += 1
    edge.value_sum += value
    edge.value_squares += value * value
    if step.group != 0:
        update_regrets(tree, step, value)
