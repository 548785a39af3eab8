"""The tree of a search: what was tried so far, in one record of a fixed size.

A node is what one seat may do after a course of play: the decisions that led there, and the options that it has now. So
chance is told apart where it changes what one may do, and nowhere else (an open loop); a seat's node holds nothing that
it could not know. Nodes are found by a key, a hash of that course; options that belong together lie side by side.
"""

from __future__ import annotations

from math import exp

from .actions import MAX_ACTIONS, Actions
from .compiling import rules
from .record import Array, array, f64, i8, i16, i32, i64, record

NODES = 8_192
EDGES = 98_304
SLOTS = 16_384  # of the table that finds nodes; a power of 2
CELLS = 16_384  # of the matrices of those who choose at once; a power of 2
NOWHERE = -1
USUAL = 100.0  # trials of each pair of choices before a strategy of one's own counts as much as what the guide plays
LANE = 0x7FFF_FFFF  # a key is two lanes of 31 bits, so that no product leaves 64


@record
class Node:
    """One seat's options at one point."""

    key: i64
    first: i32  # its first edge
    visits: i32
    total: f64  # the values of its visits, for this seat
    count: i16
    guided: i16  # the option that the guide plays here, the first if it plays none of them


@record
class Edge:
    """One option."""

    action: i32
    visits: i32
    prior: f64  # how much of what is tried little goes to it
    total: f64
    squares: f64  # of the same values
    regret: f64  # of those who choose at once: what it would have brought more than was got,
    lean: f64  # and how often it was to be played


@record
class Cell:
    """What came of choices that were made at once, for one of those who chose."""

    key: i64
    visits: i32
    total: f64


@record
class Tree:
    """All of it; `n_nodes`, `n_edges` and `n_cells` are in use."""

    n_nodes: i32
    n_edges: i32
    n_cells: i32
    root: i32  # the node of the decision that is thought about
    at_once: bool  # whether others choose at the same time
    course: i64  # the key of what led to it
    simulations: i64  # that were added
    decisions: i64  # that their guides took
    curiosity: f64  # how much what was tried little is tried
    trust: f64  # how much of that goes to what the guide plays
    heed: f64  # how much what options promise is heeded; 0: not at all
    margins: f64  # how much it counts by how much a game is won
    spread: f64  # by how much, on average
    policy: i8  # the guide: one of kit.thinking's kinds
    ahead: i8  # turns to play on before a position is estimated; 0: to the end
    promise: Array[f64] = array(MAX_ACTIONS)  # of the options of a node that is about to be added
    node: Array[Node] = array(NODES)
    edge: Array[Edge] = array(EDGES)
    slot: Array[i32] = array(SLOTS)  # a node's number and 1; 0 is free
    cell: Array[Cell] = array(CELLS)


@rules
def mixed(key: int, value: int) -> int:
    """The key of a course that goes on with `value`."""
    low, high = key & LANE, key >> 31 & LANE
    low = ((low ^ (value & LANE)) * 0x2C1B3C6D + 0x3D4D51CB) & LANE
    low ^= low >> 13
    high = ((high ^ (value & LANE) ^ low) * 0x297A2D39 + 0x1B873593) & LANE
    high ^= high >> 15
    return high << 31 | low


@rules
def of_options(key: int, seat: int, actions: Actions) -> int:
    """The key of a seat's node: what led there, and what it may do."""
    key = mixed(mixed(key, seat + 1), actions.count)
    for i in range(actions.count):
        key = mixed(key, actions.item[i])
    return key


@rules
def clear(tree: Tree) -> None:
    """Forget everything."""
    tree.n_nodes = tree.n_edges = tree.n_cells = 0
    tree.root = NOWHERE
    for i in range(SLOTS):
        tree.slot[i] = 0
    for i in range(CELLS):
        tree.cell[i].key = 0


@rules
def find(tree: Tree, key: int) -> int:
    """The number of the node with this key, NOWHERE if there is none."""
    at = key & SLOTS - 1
    while tree.slot[at] > 0:
        node = tree.slot[at] - 1
        if tree.node[node].key == key:
            return node
        at = at + 1 & SLOTS - 1
    return NOWHERE


@rules
def has_room(tree: Tree, options: int) -> bool:
    """Whether one node more, with so many options, finds a place."""
    return tree.n_nodes < NODES and tree.n_edges + options <= EDGES


@rules
def add_node(tree: Tree, key: int, actions: Actions, guided: int) -> int:
    """A node for these options, for which there must be room. The guide plays the action `guided`; what trust in it
    leaves is shared by what they promise.
    """
    number = tree.n_nodes
    node = tree.node[number]
    node.key, node.first, node.count, node.guided = key, tree.n_edges, actions.count, 0
    node.visits, node.total = 0, 0.0
    most, total = -1e300, 0.0
    for i in range(actions.count):
        most = max(most, tree.promise[i])
    for i in range(actions.count):
        total += exp(tree.heed * (tree.promise[i] - most))
    for i in range(actions.count):
        edge = tree.edge[node.first + i]
        edge.action = actions.item[i]
        edge.prior = (1.0 - tree.trust) * exp(tree.heed * (tree.promise[i] - most)) / total
        edge.visits, edge.total, edge.squares, edge.regret, edge.lean = 0, 0.0, 0.0, 0.0, 0.0
        if actions.item[i] == guided:
            node.guided = i
            edge.prior += tree.trust
            edge.lean = USUAL * actions.count * actions.count
    tree.n_nodes += 1
    tree.n_edges += actions.count
    at = key & SLOTS - 1
    while tree.slot[at] > 0:
        at = at + 1 & SLOTS - 1
    tree.slot[at] = number + 1
    return number


@rules
def find_cell(tree: Tree, key: int, adds: bool) -> int:
    """The number of a cell; NOWHERE if there is none, or no room to add it. Keys are never 0."""
    key |= 1 << 62
    at = key & CELLS - 1
    while tree.cell[at].key != 0:
        if tree.cell[at].key == key:
            return at
        at = at + 1 & CELLS - 1
    if not adds or tree.n_cells > CELLS // 2:
        return NOWHERE
    cell = tree.cell[at]
    cell.key, cell.visits, cell.total = key, 0, 0.0
    tree.n_cells += 1
    return at
