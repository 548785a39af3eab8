"""One search for any game, as rules: information-set tree search with an open loop (Cowling, Powley, Whitehouse 2012).

Every simulation begins with the position redealt for the seat that thinks, walks the tree as far as it is known, adds a
node, and plays on by the game's own `sensible` player: to the end, or a few turns to where the game can estimate who
will win (truncated rollouts: Tesauro and Galperin 1996). Seats choose by what their options have brought them
so far and by what the guide would play (PUCT: Rosin 2011). Seats that choose at once each hold a strategy, improved by
regret matching over the matrix of what their choices brought together (Lisý, Kovařík, Lanctot, Bošanský 2013): nobody
looks at a choice that is being made.

`states[0]` is the position that is thought about, `states[1]` the one of the simulation, the rest is room for guides.
"""

from __future__ import annotations

from typing import Any

from .actions import Actions
from .compiling import local_record, rules
from .dice import Dice, next32, unbiased
from .hooks import FREE
from .memory import local_floats
from .record import Array, array, dtype, i8, i32, i64, record
from .thinking import RANDOM, decide
from .tree import NOWHERE, Tree, add_node, clear, find, find_cell, has_room, mixed, of_options

DEPTH = 96  # decisions of a simulation within the tree
MOST_SEATS = 16
POINTS = 2 * MOST_SEATS  # of a finished game, and by how much it was won
LONGEST = 4_000  # decisions of a simulation: then all share alike
NEVER = 1 << 60  # a turn that does not come
BOLD = 0.08  # how often those who choose at once try what their strategy would not play


@record
class Step:
    """A choice within the tree."""

    node: i32
    edge: i32
    seat: i8
    joint: i64  # if others chose at once: what all chose,
    group: i64  # and the key of where they did, else 0


@record
class Path:
    """The course of a simulation within the tree."""

    length: i32
    grown: bool  # a node was added, or there was no room for one
    key: i64
    step: Array[Step] = array(DEPTH)


PATH = dtype(Path)


@rules
def run(
    game: Any, states: Any, seat: int, simulations: int, tree: Tree, actions: Actions, memo: Any, mind: Dice
) -> None:
    """Add so many simulations of what may come of `states[0]`, as `seat` knows it, to the tree."""
    if tree.n_nodes == 0:
        clear(tree)
    path = local_record(PATH)
    out = local_floats(MOST_SEATS)
    scores = local_floats(POINTS)
    for _ in range(simulations):
        states[1] = states[0]
        game.redeal(states[1], seat, mind)
        path.length, path.grown, path.key = 0, False, tree.course
        descend(game, states, tree, path, actions, memo, scores, mind)
        note_root(tree, path, seat)
        play_on(game, states, tree, actions, memo, scores, mind, out)
        for i in range(path.length):
            learn(tree, path.step[i], out[path.step[i].seat])
        tree.simulations += 1


@rules
def note_root(tree: Tree, path: Path, seat: int) -> None:
    """Keep where the options lie of the decision that is thought about: the first of this seat, if that was asked."""
    group = mixed(tree.course, 0)
    for i in range(path.length):
        step = path.step[i]
        if step.seat == seat and (i == 0 or step.group == group):
            tree.root, tree.at_once = step.node, step.group == group


# --- within the tree


@rules
def descend(
    game: Any, states: Any, tree: Tree, path: Path, actions: Actions, memo: Any, scores: Any, mind: Dice
) -> None:
    """Walk the tree until it ends; there, one node is added, if it is not so far ahead that it would be estimated."""
    state, until = states[1], horizon(game, states, tree)
    while not path.grown and path.length < DEPTH - MOST_SEATS and not game.over(state) and game.turns(state) < until:
        mask = game.acting(state)
        if mask & mask - 1:
            choose_together(game, states, mask, tree, path, actions, memo, scores, mind)
        else:
            seat = 0
            while mask >> seat & 1 == 0:
                seat += 1
            action = choose(game, states, seat, 0, tree, path, actions, memo, scores, mind)
            game.apply(state, seat, action, mind)
            path.key = mixed(mixed(path.key, seat + 1), action)


@rules
def horizon(game: Any, states: Any, tree: Tree) -> int:
    """The turn from whose beginning on positions are estimated."""
    return int(game.turns(states[0]) + tree.ahead) if tree.ahead > 0 else NEVER


@rules
def choose(
    game: Any,
    states: Any,
    seat: int,
    group: int,
    tree: Tree,
    path: Path,
    actions: Actions,
    memo: Any,
    scores: Any,
    mind: Dice,
) -> int:
    """What a seat tries now; if it has a choice, the path notes it. `group` is not 0 where others choose at once."""
    action: int = game.bot_duty(states[1], seat)
    if action != FREE:
        return action
    actions.count = 0
    game.legal(states[1], seat, actions)
    if actions.count == 1:
        return actions.item[0]
    key = of_options(path.key, seat, actions)
    number = find(tree, key)
    if number == NOWHERE:
        path.grown = True
        action = guide(game, states, seat, tree, actions, memo, scores, mind)
        actions.count = 0
        game.legal(states[1], seat, actions)
        if not has_room(tree, actions.count):
            return action
        for i in range(actions.count):
            tree.promise[i] = 0.0
        if tree.policy != RANDOM:
            game.promises(states[2], seat, actions, memo, tree.promise)  # the position as the guide saw it
        number = add_node(tree, key, actions, action)
        edge = int(tree.node[number].guided)
    elif group != 0:
        edge = drawn(tree, number, mind)
    else:
        edge = promising(tree, number)
    step = path.step[path.length]
    step.node, step.edge, step.seat, step.joint, step.group = number, edge, seat, 0, group
    path.length += 1
    return int(tree.edge[tree.node[number].first + edge].action)


@rules
def promising(tree: Tree, number: int) -> int:
    """The option of a node to try next: what has brought most so far, and what has been tried too little."""
    node = tree.node[number]
    best, chosen = -1e300, 0
    usual = node.total / node.visits if node.visits > 0 else 0.5
    breadth = tree.curiosity * (node.visits + 1.0) ** 0.5
    for i in range(node.count):
        edge = tree.edge[node.first + i]
        mean = edge.total / edge.visits if edge.visits > 0 else usual
        value = mean + breadth * edge.prior / (1.0 + edge.visits)
        if value > best:
            best, chosen = value, i
    return chosen


@rules
def guide(game: Any, states: Any, seat: int, tree: Tree, actions: Actions, memo: Any, scores: Any, mind: Dice) -> int:
    """What the game's own player would do. It knows no more than its seat, even of a position that was made up."""
    if tree.policy == RANDOM:
        return decide(game, states[1:], seat, RANDOM, actions, memo, scores, mind)
    states[2] = states[1]
    game.redeal(states[2], seat, mind)
    return decide(game, states[2:], seat, tree.policy, actions, memo, scores, mind)


@rules
def play_on(game: Any, states: Any, tree: Tree, actions: Actions, memo: Any, scores: Any, mind: Dice, out: Any) -> None:
    """Go on by the guide to the end, or to where it can be estimated; `out` gets what each seat has of it."""
    state, until = states[1], horizon(game, states, tree)
    for seat in range(MOST_SEATS):
        out[seat] = 0.0
    n = 0
    while n < LONGEST and not game.over(state):
        if game.turns(state) >= until and game.estimate(state, memo, out):
            tree.decisions += n
            return
        mask, seat = game.acting(state), 0
        while mask >> seat & 1 == 0:
            seat += 1
        action = guide(game, states, seat, tree, actions, memo, scores, mind)
        game.apply(state, seat, action, mind)
        n += 1
    tree.decisions += n
    for seat in range(MOST_SEATS):
        scores[seat] = 0.0  # guides look there at what options bring
    game.shares(state, out)
    game.scores(state, scores)
    smooth(tree, out, scores)


@rules
def smooth(tree: Tree, out: Any, scores: Any) -> None:
    """Let it count a little by how much a game was won: chance decides less of that than of who won."""
    seats = 0
    for seat in range(MOST_SEATS):
        if out[seat] > 0.0 or scores[seat] != 0.0:
            seats = seat + 1
    for seat in range(seats):
        rival, found = 0.0, False
        for other in range(seats):
            if out[other] != out[seat] and (not found or scores[other] > rival):
                rival, found = scores[other], True
        margin = scores[seat] - rival if found else 0.0
        tree.spread += 0.02 * (abs(margin) - tree.spread)
        size = abs(margin) + tree.spread
        scores[MOST_SEATS + seat] = 0.5 + 0.5 * margin / size if size > 0.0 else 0.5
    for seat in range(seats):
        out[seat] += tree.margins * (scores[MOST_SEATS + seat] - out[seat])


# --- those who choose at once


@rules
def choose_together(
    game: Any, states: Any, mask: int, tree: Tree, path: Path, actions: Actions, memo: Any, scores: Any, mind: Dice
) -> None:
    """All of `mask` choose by what they know now, before any choice is carried out."""
    state = states[1]
    chosen = local_floats(MOST_SEATS)
    first, group, joint = path.length, mixed(path.key, 0), 0
    for seat in range(MOST_SEATS):
        if mask >> seat & 1:
            action = choose(game, states, seat, group, tree, path, actions, memo, scores, mind)
            chosen[seat] = action
            joint ^= part(seat, action)
    for i in range(first, path.length):
        path.step[i].joint = joint
    for seat in range(MOST_SEATS):
        if mask >> seat & 1 and not game.over(state) and game.acting(state) >> seat & 1:
            actions.count = 0
            game.legal(state, seat, actions)
            for i in range(actions.count):
                if actions.item[i] == int(chosen[seat]):
                    game.apply(state, seat, actions.item[i], mind)
                    break
    path.key = mixed(group, joint)


@rules
def part(seat: int, action: int) -> int:
    """One seat's part of a joint choice."""
    return mixed(mixed(1, seat + 1), action)


@rules
def weight(tree: Tree, edge: int) -> float:
    """How much an option is to be played: its regret, if it has any."""
    return max(tree.edge[edge].regret, 0.0)


@rules
def total_weight(tree: Tree, number: int) -> float:
    """The weights of a node's options together."""
    node, total = tree.node[number], 0.0
    for i in range(node.count):
        total += weight(tree, node.first + i)
    return total


@rules
def drawn(tree: Tree, number: int, mind: Dice) -> int:
    """An option drawn by the node's strategy; now and then any option."""
    node = tree.node[number]
    total = total_weight(tree, number)
    if total <= 0.0 or next32(mind) < BOLD * 4294967296.0:
        return unbiased(mind, node.count)
    at = next32(mind) / 4294967296.0 * total
    for i in range(node.count):
        at -= weight(tree, node.first + i)
        if at < 0.0:
            return i
    return node.count - 1


@rules
def regret(tree: Tree, step: Step, value: float) -> None:
    """Note in the matrix what came of a joint choice, and for each option what it would have brought instead."""
    seat, group, joint = int(step.seat), int(step.group), int(step.joint)
    node = tree.node[step.node]
    own = tree.edge[node.first + step.edge]
    cell = find_cell(tree, mixed(mixed(group, joint), seat + 1), True)
    got = value
    if cell != NOWHERE:
        tree.cell[cell].visits += 1
        tree.cell[cell].total += value
        got = tree.cell[cell].total / tree.cell[cell].visits
    total = total_weight(tree, step.node)
    rest = joint ^ part(seat, own.action)
    for i in range(node.count):
        edge = tree.edge[node.first + i]
        edge.lean += max(edge.regret, 0.0) / total if total > 0.0 else 1.0 / node.count
    for i in range(node.count):
        edge = tree.edge[node.first + i]
        instead = rest ^ part(seat, edge.action)
        other = find_cell(tree, mixed(mixed(group, instead), seat + 1), False)
        if other != NOWHERE:
            edge.regret += tree.cell[other].total / tree.cell[other].visits - got
        elif edge.visits > 0:
            edge.regret += edge.total / edge.visits - got


@rules
def learn(tree: Tree, step: Step, value: float) -> None:
    """Add the value of a simulation to a choice that led there."""
    node = tree.node[step.node]
    edge = tree.edge[node.first + step.edge]
    node.visits += 1
    node.total += value
    edge.visits += 1
    edge.total += value
    edge.squares += value * value
    if step.group != 0:
        regret(tree, step, value)
