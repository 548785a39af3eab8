"""What Python calls of a game's compiled code. Everything here runs for any game, and all of it is one program.

Positions, options and dice come as plain bytes: to pass a record costs microseconds, a byte array a tenth of one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types

from .actions import Actions
from .ahead import play_ahead
from .compiling import entry, rules
from .dice import Dice, start_stream, unbiased
from .memory import batch_in, local_floats, local_record, record_in
from .record import dtype
from .searching import run
from .thinking import decide
from .tree import Tree

DICE = dtype(Dice)
ACTIONS = dtype(Actions)
TREE = dtype(Tree)
DICE_SIZE = DICE.itemsize
FRONT = DICE_SIZE + ACTIONS.itemsize  # of a stepper's buffer: the dice, then the actions; behind them the position
MOST_SEATS = 16

BYTES, WHOLES, FLOATS = (types.Array(kind, 1, "C") for kind in (types.uint8, types.int64, types.float64))
WHOLE_ROWS, FLOAT_ROWS = (types.Array(kind, 2, "C") for kind in (types.int64, types.float64))
WHOLE = types.int64

Entries = dict[str, tuple[Any, tuple[Any, ...]]]  # by name: the function, and its arguments' types but for the game
TABLES: Entries = {}  # for tables and bots
PLAYOUTS: Entries = {}  # for random games: a program of their own, since every nanosecond counts there


def entry_in(program: Entries, *kinds: Any) -> Callable[[Any], Any]:
    """Makes a function an entry point of a program; `kinds` are the types of what it takes behind the game."""

    def add(function: Any) -> Any:
        program[function.__name__] = entry(function), kinds
        return function

    return add


# --- one action at a time


@entry_in(TABLES, BYTES, BYTES, WHOLE, BYTES)
def deal(game: Any, memory: Any, options: Any, n_players: int, dice: Any) -> None:
    """Fill a cleared position: the beginning."""
    game.deal(record_in(memory, game.STATE), record_in(options, game.OPTIONS), n_players, record_in(dice, DICE))


@entry_in(TABLES, BYTES)
def acting(game: Any, memory: Any) -> Any:
    """The mask of the seats that may act."""
    return game.acting(record_in(memory, game.STATE))


@entry_in(TABLES, BYTES, WHOLE, BYTES)
def legal(game: Any, memory: Any, seat: int, actions: Any) -> Any:
    """List what a seat may do; returns how many actions that are."""
    listed = record_in(actions, ACTIONS)
    listed.count = 0
    game.legal(record_in(memory, game.STATE), seat, listed)
    return listed.count


@entry_in(TABLES, BYTES, WHOLE, WHOLE, BYTES)
def apply(game: Any, memory: Any, seat: int, action: int, dice: Any) -> None:
    """Carry out a legal action in place."""
    game.apply(record_in(memory, game.STATE), seat, action, record_in(dice, DICE))


@entry_in(TABLES, BYTES)
def over(game: Any, memory: Any) -> Any:
    """Whether the game has ended."""
    return game.over(record_in(memory, game.STATE))


@entry_in(TABLES, BYTES, FLOATS)
def scores(game: Any, memory: Any, out: Any) -> None:
    """Points by seat."""
    game.scores(record_in(memory, game.STATE), out)


@entry_in(TABLES, BYTES, FLOATS)
def shares(game: Any, memory: Any, out: Any) -> None:
    """Each seat's share of the win."""
    game.shares(record_in(memory, game.STATE), out)


@entry_in(TABLES, BYTES, WHOLE, BYTES)
def redeal(game: Any, memory: Any, seat: int, dice: Any) -> None:
    """Replace all that `seat` can't know with something equally likely, in place."""
    game.redeal(record_in(memory, game.STATE), seat, record_in(dice, DICE))


@entry_in(TABLES, BYTES, WHOLE, WHOLE, FLOATS, FLOATS, BYTES)
def think(game: Any, work: Any, seat: int, kind: int, memo: Any, scores: Any, dice: Any) -> int:
    """One decision; `work` holds the position twice, of which the first is redealt before it is looked at."""
    states = batch_in(work, game.STATE)
    actions = local_record(ACTIONS)
    mind = record_in(dice, DICE)
    game.redeal(states[0], seat, mind)
    return decide(game, states, seat, kind, actions, memo, scores, mind)


@entry_in(TABLES, BYTES, BYTES, WHOLE, WHOLE, FLOATS, BYTES)
def search(game: Any, work: Any, tree: Any, seat: int, simulations: int, memo: Any, dice: Any) -> None:
    """Add simulations to a tree of search; `work` holds the position, and room for three more."""
    states = batch_in(work, game.STATE)
    run(game, states, seat, simulations, record_in(tree, TREE), local_record(ACTIONS), memo, record_in(dice, DICE))


# --- random games driven from Python: dice, actions and position lie behind each other in one buffer


@rules
def first_seat(mask: int) -> int:
    """The lowest seat of a mask that is not empty."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@rules
def look(game: Any, state: Any, actions: Actions) -> int:
    """List the options of the seat that acts next; 0 if the game is over."""
    actions.count = 0
    if not game.over(state):
        game.legal(state, first_seat(game.acting(state)), actions)
    return actions.count


@entry_in(PLAYOUTS, BYTES, BYTES, WHOLE, WHOLE)
def begin(game: Any, buffer: Any, options: Any, n_players: int, seed: int) -> int:
    """Deal a new game in the buffer; returns the number of options."""
    dice, state = record_in(buffer, DICE), record_in(buffer, game.STATE, FRONT)
    start_stream(dice, seed, seed >> 32, 0)
    game.deal(state, record_in(options, game.OPTIONS), n_players, dice)
    return look(game, state, record_in(buffer, ACTIONS, DICE_SIZE))


@entry_in(PLAYOUTS, BYTES, WHOLE)
def step(game: Any, buffer: Any, k: int) -> int:
    """Carry out the k-th option; returns how many there are next."""
    dice, actions = record_in(buffer, DICE), record_in(buffer, ACTIONS, DICE_SIZE)
    state = record_in(buffer, game.STATE, FRONT)
    if k < 0 or k >= actions.count:
        raise IndexError("There is no such option.")
    game.apply(state, first_seat(game.acting(state)), actions.item[k], dice)
    return look(game, state, actions)


# --- whole batches


@entry_in(PLAYOUTS, BYTES, BYTES, WHOLE, WHOLE, WHOLE, WHOLE, WHOLES)
def play_games(
    game: Any, memory: Any, options: Any, n_players: int, seed: int, first: int, cap: int, decisions: Any
) -> int:
    """Random games, one in each position of `memory`; returns how many decisions they took together."""
    states = batch_in(memory, game.STATE)
    settings = record_in(options, game.OPTIONS)
    dice = local_record(DICE)
    actions = local_record(ACTIONS)
    total = 0
    for i in range(len(states)):
        state = states[i]
        start_stream(dice, seed, seed >> 32, first + i)
        game.deal(state, settings, n_players, dice)
        n = 0
        while n < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            actions.count = 0
            game.legal(state, seat, actions)
            assert actions.count > 0
            game.apply(state, seat, actions.item[unbiased(dice, actions.count)], dice)
            n += 1
        decisions[i] = n
        total += n
    return total


@entry_in(PLAYOUTS, BYTES, WHOLE)
def copy_positions(game: Any, memory: Any, times: int) -> None:
    """Copy the first half of the positions over the second, again and again."""
    states = batch_in(memory, game.STATE)
    half = len(states) // 2
    for _ in range(times // half):
        for i in range(half):
            states[half + i] = states[i]


@entry_in(TABLES, BYTES, BYTES, WHOLE, WHOLES, WHOLE_ROWS, WHOLE, WHOLE, FLOATS, WHOLE, WHOLE, FLOAT_ROWS)
def ahead(
    game: Any,
    work: Any,
    memory: Any,
    knower: int,
    first: Any,
    kinds: Any,
    until: int,
    guess: int,
    memo: Any,
    seed: int,
    number: int,
    shares: Any,
) -> None:
    """What may come of a position: in each place of `memory` one future, played until the turn `until` or the end.

    `work` holds the position, and room for three more. Futures of the same seed and number have the same dice, whatever
    is tried in them; the first one has `number`. What each seat wins of those that end goes into `shares`, and with a
    `guess` what the game expects of the others.
    """
    states, futures = batch_in(work, game.STATE), batch_in(memory, game.STATE)
    table, mind = local_record(DICE), local_record(DICE)
    actions, points = local_record(ACTIONS), local_floats(MOST_SEATS)
    for i in range(len(futures)):
        start_stream(table, seed, seed >> 32, 2 * (number + i))
        start_stream(mind, seed, seed >> 32, 2 * (number + i) + 1)
        play_ahead(game, states, knower, first, kinds[i], until, actions, memo, points, table, mind)
        futures[i] = states[1]
        if game.over(states[1]):
            game.shares(states[1], shares[i])
        elif guess > 0:
            game.estimate(states[1], memo, shares[i])


@entry_in(TABLES, BYTES, BYTES, WHOLE, WHOLE, WHOLE, WHOLE_ROWS, FLOATS, WHOLES, WHOLES, FLOAT_ROWS, FLOAT_ROWS)
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
    states = batch_in(memory, game.STATE)
    table = local_record(DICE)
    mind = local_record(DICE)
    actions = local_record(ACTIONS)
    clean, state, thought = states[0], states[1], states[2:]
    points = local_floats(MOST_SEATS)
    for i in range(len(numbers)):
        states[1] = clean
        start_stream(table, seed, seed >> 32, 2 * numbers[i])
        start_stream(mind, seed, seed >> 32, 2 * numbers[i] + 1)
        game.deal(state, record_in(options, game.OPTIONS), n_players, table)
        while decisions[i] < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            thought[0] = state
            game.redeal(thought[0], seat, mind)
            action = decide(game, thought, seat, kinds[i, seat], actions, memo, points, mind)
            game.apply(state, seat, action, table)
            decisions[i] += 1
        game.scores(state, scores[i])
        game.shares(state, shares[i])
