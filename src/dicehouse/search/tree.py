"""Hold a search tree in one record of a fixed size.

A node is one seat's decision after a history: the decisions that led there, and the options that the seat has now. So
chance outcomes make different nodes where they change the options, and nowhere else (an open loop); a seat's node holds
nothing that the seat could not know. Nodes are found by a key, a hash of that history; options of one node are side by
side.
"""

from __future__ import annotations

from math import exp

from ..compiler.rule_compiler import rules
from ..core.action_list import MAX_ACTIONS, Actions
from ..records.record import Array, array, f64, i8, i16, i32, i64, record

MAX_NODES = 8_192
MAX_EDGES = 98_304
NODE_SLOTS = 16_384  # size of the hash table of nodes; a power of 2
JOINT_CELLS = 16_384  # size of the hash table of joint cells; a power of 2
NO_NODE = -1
STRATEGY_PRIOR_WEIGHT = (
    100.0  # trials of each pair of choices after which the strategy counts as much as the rollout policy's choice
)
LANE_MASK = 0x7FFF_FFFF  # a key is two lanes of 31 bits, so that no product exceeds 64 bits


@record
class Node:
    """Hold one seat's options after one history."""

    key: i64
    first: i32  # the number of its first edge
    visits: i32
    value_sum: f64  # the sum of the values of its visits, for this seat
    count: i16
    rollout_edge: i16  # the option of the rollout policy; the first if it plays none of them


@record
class Edge:
    """Hold one option of a node."""

    action: i32
    visits: i32
    prior: f64  # its share of the exploration bonus
    value_sum: f64
    value_squares: f64  # the sum of the same values
    regret: f64  # for simultaneous choices: by how much it would have been better than the choices made,
    strategy_sum: f64  # and the sum of its probabilities


@record
class JointCell:
    """Hold the values of one seat for one joint choice."""

    key: i64
    visits: i32
    value_sum: f64


@record
class Tree:
    """Hold nodes, edges, cells and parameters; `n_nodes`, `n_edges` and `n_cells` count those in use."""

    n_nodes: i32
    n_edges: i32
    n_cells: i32
    root: i32  # the node of the decision that is thought about
    simultaneous: bool  # True if other seats choose at the same time
    root_key: i64  # the key of the history before it
    simulations: i64  # added so far
    rollout_decisions: i64  # decisions of rollouts so far
    c_puct: f64  # the exploration constant
    rollout_prior: f64  # the share of the prior of the rollout policy's choice
    inverse_prior_temperature: f64  # the weight of the prior logits (an inverse temperature); 0 ignores them
    margin_weight: f64  # the weight of the margin of the win
    mean_margin: f64  # the average margin
    rollout_policy: i8  # the rollout policy: a kind of bot of core/policy.py
    rollout_turns: i8  # turns of a rollout before the position is estimated; 0: until the end
    prior_logit: Array[f64] = array(MAX_ACTIONS)  # prior logits of the options of the node that is being added
    node: Array[Node] = array(MAX_NODES)
    edge: Array[Edge] = array(MAX_EDGES)
    slot: Array[i32] = array(NODE_SLOTS)  # a node's number plus 1; 0 is free
    cell: Array[JointCell] = array(JOINT_CELLS)


@rules
def extend_key(key: int, value: int) -> int:
    """Return the key of a history that continues with `value`."""
    low, high = key & LANE_MASK, key >> 31 & LANE_MASK
    low = ((low ^ (value & LANE_MASK)) * 0x2C1B3C6D + 0x3D4D51CB) & LANE_MASK
    low ^= low >> 13
    high = ((high ^ (value & LANE_MASK) ^ low) * 0x297A2D39 + 0x1B873593) & LANE_MASK
    high ^= high >> 15
    return high << 31 | low


@rules
def node_key(key: int, seat: int, actions: Actions) -> int:
    """Return the key of a seat's node: the history `key`, the seat and its options."""
    key = extend_key(extend_key(key, seat + 1), actions.count)
    for i in range(actions.count):
        key = extend_key(key, actions.item[i])
    return key


@rules
def clear_tree(tree: Tree) -> None:
    """Remove all nodes, edges and cells."""
    tree.n_nodes = tree.n_edges = tree.n_cells = 0
    tree.root = NO_NODE
    for i in range(NODE_SLOTS):
        tree.slot[i] = 0
    for i in range(JOINT_CELLS):
        tree.cell[i].key = 0


@rules
def find_node(tree: Tree, key: int) -> int:
    """Return the number of the node with this key; NO_NODE if there is none."""
    at = key & NODE_SLOTS - 1
    while tree.slot[at] > 0:
        node = tree.slot[at] - 1
        if tree.node[node].key == key:
            return node
        at = at + 1 & NODE_SLOTS - 1
    return NO_NODE


@rules
def can_add_node(tree: Tree, n_options: int) -> bool:
    """Return True if one node with `n_options` options can be added."""
    return tree.n_nodes < MAX_NODES and tree.n_edges + n_options <= MAX_EDGES


@rules
def add_node(tree: Tree, key: int, actions: Actions, rollout_action: int) -> int:
    """Add a node for these options, for which there must be room; return its number.

    `rollout_action` is the choice of the rollout policy, which gets a fixed part of the prior; all options share the
    rest by their prior logits.
    """
    number = tree.n_nodes
    node = tree.node[number]
    node.key, node.first, node.count, node.rollout_edge = key, tree.n_edges, actions.count, 0
    node.visits, node.value_sum = 0, 0.0
    most, total = -1e300, 0.0
    for i in range(actions.count):
        most = max(most, tree.prior_logit[i])
    for i in range(actions.count):
        total += exp(tree.inverse_prior_temperature * (tree.prior_logit[i] - most))
    for i in range(actions.count):
        edge = tree.edge[node.first + i]
        edge.action = actions.item[i]
        logit = tree.inverse_prior_temperature * (tree.prior_logit[i] - most)
        edge.prior = (1.0 - tree.rollout_prior) * exp(logit) / total
        edge.visits, edge.value_sum, edge.value_squares, edge.regret, edge.strategy_sum = 0, 0.0, 0.0, 0.0, 0.0
        if actions.item[i] == rollout_action:
            node.rollout_edge = i
            edge.prior += tree.rollout_prior
            edge.strategy_sum = STRATEGY_PRIOR_WEIGHT * actions.count * actions.count
    tree.n_nodes += 1
    tree.n_edges += actions.count
    at = key & NODE_SLOTS - 1
    while tree.slot[at] > 0:
        at = at + 1 & NODE_SLOTS - 1
    tree.slot[at] = number + 1
    return number


@rules
def find_joint_cell(tree: Tree, key: int, add_missing: bool) -> int:
    """Return the number of the cell with this key, which is never 0.

    Return NO_NODE if there is none and `add_missing` is False, or if there is no room.
    """
    key |= 1 << 62
    at = key & JOINT_CELLS - 1
    while tree.cell[at].key != 0:
        if tree.cell[at].key == key:
            return at
        at = at + 1 & JOINT_CELLS - 1
    if not add_missing or tree.n_cells > JOINT_CELLS // 2:
        return NO_NODE
    cell = tree.cell[at]
    cell.key, cell.visits, cell.value_sum = key, 0, 0.0
    tree.n_cells += 1
    return at
