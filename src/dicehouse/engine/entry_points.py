"""Define the functions of a game's compiled code that Python calls.

They work for any game; each program below is compiled as a whole. Positions, options and dice are passed as plain
bytes: to pass a record takes microseconds, a byte array a tenth of one.
"""

from __future__ import annotations

from typing import Any

from ..compiler.linker import units_by_file
from ..compiler.memory_intrinsics import batch_in, local_floats, local_record, record_in
from ..compiler.numba_settings import COMPILES
from ..compiler.program import (
    BYTE_ARRAY,
    FLOAT_ARRAY,
    FLOAT_MATRIX,
    INT,
    INT_ARRAY,
    INT_MATRIX,
    EntryPoint,
    EntryPoints,
    Program,
    entry_point,
    get_program,
)
from ..compiler.rule_compiler import rules
from ..core.action_list import Actions
from ..core.dice import Dice, draw_below, start_stream
from ..core.game import Game
from ..records.record import dtype
from ..search import bot_decisions
from ..search.ismcts import run_simulations
from ..search.rollouts import play_rollout
from ..search.tree import Tree

DICE_DTYPE = dtype(Dice)
ACTIONS_DTYPE = dtype(Actions)
TREE_DTYPE = dtype(Tree)
DICE_SIZE = DICE_DTYPE.itemsize
BUFFER_HEADER_SIZE = DICE_SIZE + ACTIONS_DTYPE.itemsize  # a stepper's buffer: the dice, the actions, the position
MAX_SEATS = 16

MATCH_ENTRIES: EntryPoints = {}  # for matches and bots
PLAYOUT_ENTRIES: EntryPoints = {}  # for random games: a program of their own, since every nanosecond counts there


# --- one action at a time


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, INT, BYTE_ARRAY)
def deal(game: Any, memory: Any, options: Any, n_players: int, dice: Any) -> None:
    """Deal a game into a cleared position."""
    game.deal(record_in(memory, game.STATE), record_in(options, game.OPTIONS), n_players, record_in(dice, DICE_DTYPE))


@entry_point(MATCH_ENTRIES, BYTE_ARRAY)
def acting(game: Any, memory: Any) -> Any:
    """Return the mask of the seats that may act."""
    return game.acting(record_in(memory, game.STATE))


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, INT, BYTE_ARRAY)
def legal(game: Any, memory: Any, seat: int, actions: Any) -> Any:
    """List what a seat may do; return the number of actions."""
    listed = record_in(actions, ACTIONS_DTYPE)
    listed.count = 0
    game.legal(record_in(memory, game.STATE), seat, listed)
    return listed.count


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, INT, INT, BYTE_ARRAY)
def apply(game: Any, memory: Any, seat: int, action: int, dice: Any) -> None:
    """Carry out a legal action in place."""
    game.apply(record_in(memory, game.STATE), seat, action, record_in(dice, DICE_DTYPE))


@entry_point(MATCH_ENTRIES, BYTE_ARRAY)
def over(game: Any, memory: Any) -> Any:
    """Return True if the game has ended."""
    return game.over(record_in(memory, game.STATE))


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, FLOAT_ARRAY)
def points(game: Any, memory: Any, out: Any) -> None:
    """Write the points by seat into `out`."""
    game.points(record_in(memory, game.STATE), out)


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, FLOAT_ARRAY)
def returns(game: Any, memory: Any, out: Any) -> None:
    """Write each seat's share of the win into `out`."""
    game.returns(record_in(memory, game.STATE), out)


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, INT, BYTE_ARRAY)
def resample_hidden(game: Any, memory: Any, seat: int, dice: Any) -> None:
    """Replace all that `seat` can't know with something equally likely, in place."""
    game.resample_hidden(record_in(memory, game.STATE), seat, record_in(dice, DICE_DTYPE))


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, INT, INT, FLOAT_ARRAY, FLOAT_ARRAY, BYTE_ARRAY)
def choose_action(game: Any, work: Any, seat: int, kind: int, memo: Any, scores: Any, dice: Any) -> int:
    """Return the action of a bot.

    `work` holds the position twice; the hidden part of the first is resampled before the bot looks at it.
    """
    states = batch_in(work, game.STATE)
    actions = local_record(ACTIONS_DTYPE)
    mind = record_in(dice, DICE_DTYPE)
    game.resample_hidden(states[0], seat, mind)
    return bot_decisions.choose_action(game, states, seat, kind, actions, memo, scores, mind)


@entry_point(MATCH_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, INT, INT, FLOAT_ARRAY, BYTE_ARRAY)
def grow_tree(game: Any, work: Any, tree: Any, seat: int, simulations: int, memo: Any, dice: Any) -> None:
    """Add simulations to a search tree; `work` holds the position, and memory for three more."""
    states = batch_in(work, game.STATE)
    run_simulations(
        game,
        states,
        seat,
        simulations,
        record_in(tree, TREE_DTYPE),
        local_record(ACTIONS_DTYPE),
        memo,
        record_in(dice, DICE_DTYPE),
    )


# --- random games driven from Python: dice, actions and position follow each other in one buffer


@rules
def first_seat(mask: int) -> int:
    """Return the lowest seat of a mask that is not empty."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@rules
def list_options(game: Any, state: Any, actions: Actions) -> int:
    """List the options of the seat that acts next and return their number; 0 if the game is over."""
    actions.count = 0
    if not game.over(state):
        game.legal(state, first_seat(game.acting(state)), actions)
    return actions.count


@entry_point(PLAYOUT_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, INT, INT)
def deal_game(game: Any, buffer: Any, options: Any, n_players: int, seed: int) -> int:
    """Deal a new game in the buffer; return the number of options."""
    dice, state = record_in(buffer, DICE_DTYPE), record_in(buffer, game.STATE, BUFFER_HEADER_SIZE)
    start_stream(dice, seed, seed >> 32, 0)
    game.deal(state, record_in(options, game.OPTIONS), n_players, dice)
    return list_options(game, state, record_in(buffer, ACTIONS_DTYPE, DICE_SIZE))


@entry_point(PLAYOUT_ENTRIES, BYTE_ARRAY, INT)
def apply_option(game: Any, buffer: Any, k: int) -> int:
    """Carry out option number `k`; return the number of options that are next."""
    dice, actions = record_in(buffer, DICE_DTYPE), record_in(buffer, ACTIONS_DTYPE, DICE_SIZE)
    state = record_in(buffer, game.STATE, BUFFER_HEADER_SIZE)
    if k < 0 or k >= actions.count:
        raise IndexError("There is no such option.")
    game.apply(state, first_seat(game.acting(state)), actions.item[k], dice)
    return list_options(game, state, actions)


# --- whole batches


@entry_point(PLAYOUT_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, INT, INT, INT, INT, INT_ARRAY)
def play_games(
    game: Any, memory: Any, options: Any, n_players: int, seed: int, first: int, cap: int, decisions: Any
) -> int:
    """Play random games, one in each position of `memory`; return the number of decisions of all games together."""
    states = batch_in(memory, game.STATE)
    settings = record_in(options, game.OPTIONS)
    dice = local_record(DICE_DTYPE)
    actions = local_record(ACTIONS_DTYPE)
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
            game.apply(state, seat, actions.item[draw_below(dice, actions.count)], dice)
            n += 1
        decisions[i] = n
        total += n
    return total


@entry_point(PLAYOUT_ENTRIES, BYTE_ARRAY, INT)
def copy_positions(game: Any, memory: Any, times: int) -> None:
    """Copy the first half of the positions over the second, `times` positions in all."""
    states = batch_in(memory, game.STATE)
    half = len(states) // 2
    for _ in range(times // half):
        for i in range(half):
            states[half + i] = states[i]


@entry_point(
    MATCH_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, INT, INT_ARRAY, INT_MATRIX, INT, INT, FLOAT_ARRAY, INT, INT, FLOAT_MATRIX
)
def play_futures(
    game: Any,
    work: Any,
    memory: Any,
    observer: int,
    first_actions: Any,
    kinds: Any,
    turn_limit: int,
    use_estimate: int,
    memo: Any,
    seed: int,
    number: int,
    returns: Any,
) -> None:
    """Play one future of a position in each place of `memory`, until the turn `turn_limit` or the end.

    `work` holds the position, and memory for three more. Futures of the same seed and number have the same dice,
    whatever is tried in them; the first one has `number`. Write the `returns` by seat of the futures that end, and with
    `use_estimate` the game's value estimate of the others.
    """
    states, futures = batch_in(work, game.STATE), batch_in(memory, game.STATE)
    table, mind = local_record(DICE_DTYPE), local_record(DICE_DTYPE)
    actions, points = local_record(ACTIONS_DTYPE), local_floats(MAX_SEATS)
    for i in range(len(futures)):
        start_stream(table, seed, seed >> 32, 2 * (number + i))
        start_stream(mind, seed, seed >> 32, 2 * (number + i) + 1)
        play_rollout(game, states, observer, first_actions, kinds[i], turn_limit, actions, memo, points, table, mind)
        futures[i] = states[1]
        if game.over(states[1]):
            game.returns(states[1], returns[i])
        elif use_estimate > 0:
            game.value_estimate(states[1], memo, returns[i])


@entry_point(
    MATCH_ENTRIES,
    BYTE_ARRAY,
    BYTE_ARRAY,
    INT,
    INT,
    INT,
    INT_MATRIX,
    FLOAT_ARRAY,
    INT_ARRAY,
    INT_ARRAY,
    FLOAT_MATRIX,
    FLOAT_MATRIX,
)
def play_bot_games(
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
    returns: Any,
) -> None:
    """Play whole games between bots: `numbers[i]` and the seed make the dice of game i, in which `kinds[i]` play.

    Bots think with dice of their own, on a copy of the position that is resampled for their seat.
    """
    states = batch_in(memory, game.STATE)
    table = local_record(DICE_DTYPE)
    mind = local_record(DICE_DTYPE)
    actions = local_record(ACTIONS_DTYPE)
    clean, state, thought = states[0], states[1], states[2:]
    points = local_floats(MAX_SEATS)
    for i in range(len(numbers)):
        states[1] = clean
        start_stream(table, seed, seed >> 32, 2 * numbers[i])
        start_stream(mind, seed, seed >> 32, 2 * numbers[i] + 1)
        game.deal(state, record_in(options, game.OPTIONS), n_players, table)
        while decisions[i] < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            thought[0] = state
            game.resample_hidden(thought[0], seat, mind)
            action = bot_decisions.choose_action(game, thought, seat, kinds[i, seat], actions, memo, points, mind)
            game.apply(state, seat, action, table)
            decisions[i] += 1
        game.points(state, scores[i])
        game.returns(state, returns[i])


# --- the two programs that every game has


class MatchProgram(Program):
    """Offer what matches and bots call."""

    cache_name = "tables"
    entry_points = MATCH_ENTRIES
    split_units = staticmethod(units_by_file)

    deal: EntryPoint
    acting: EntryPoint
    legal: EntryPoint
    apply: EntryPoint
    over: EntryPoint
    points: EntryPoint
    returns: EntryPoint
    resample_hidden: EntryPoint
    choose_action: EntryPoint
    grow_tree: EntryPoint
    play_futures: EntryPoint
    play_bot_games: EntryPoint


class PlayoutProgram(Program):
    """Offer what random games call."""

    cache_name = "playouts"
    entry_points = PLAYOUT_ENTRIES

    deal_game: EntryPoint
    apply_option: EntryPoint
    play_games: EntryPoint
    copy_positions: EntryPoint


def match_program(game: Game) -> MatchProgram:
    """Return the game's compiled code for matches and bots."""
    return get_program(MatchProgram, game)


def playout_program(game: Game) -> PlayoutProgram:
    """Return the game's compiled code for random games."""
    return get_program(PlayoutProgram, game)


def is_compiled(game: Game) -> bool:
    """Return True if both programs of `game` are in the cache, and this process can use them."""
    return COMPILES and MatchProgram.cache_path(game).exists() and PlayoutProgram.cache_path(game).exists()
