"""Define the compiled functions of a batch: step many games, and write what their next seats see and may do.

A game is a `GameHeader` and a position, each in an array of its own. The arrays that Python reads are written in place.
The functions take these arrays in groups, as named tuples. Python passes records as bytes; the entry points turn them
into records, in tuples of the same classes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from dicehouse.compiler.memory_intrinsics import batch_in, local_floats, local_record, prefetch_row, record_in
from dicehouse.compiler.program import (
    BYTE_ARRAY,
    FLOAT_ARRAY,
    INT,
    INT_ARRAY,
    EntryPoint,
    EntryPoints,
    Program,
    array_type,
    entry_point,
    tuple_type,
)
from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice, draw_below, next_word, start_stream
from dicehouse.engine.entry_points import ACTIONS_DTYPE, DICE_DTYPE, MAX_SEATS, first_seat
from dicehouse.records.record import dtype, i64, record
from dicehouse.records.sentinels import NO_VALUE
from dicehouse.search.bot_decisions import choose_action

BATCH_ENTRIES: EntryPoints = {}
DEALT_SLOT = 2  # the slot of `Bots.positions` that stays zero, from which every game is dealt
PREVIOUS_SLOT = 3  # the slot that holds the position before a step
WORK_SLOTS = 4  # how many positions there are
NO_SEAT = -1  # in place of the next seat: the game is over, and no new one begins
NO_BOTS, ROTATING_SEAT = -1, -2  # in place of a learner's seat: no bots; another seat in every game


@record
class GameHeader:
    """Hold the data of a game that is not part of its position: its dice, and its progress."""

    a: i64  # the stream, as in `Dice`
    b: i64
    c: i64
    counter: i64
    bot_seed: i64  # the seed of the bots' own dice
    episode: i64  # games dealt in this row before
    length: i64  # decisions so far, including those of bots
    seat: i64  # the seat that acts next
    count: i64  # how many legal actions it has
    learner: i64  # the seat that no bot plays, or NO_BOTS


@record
class BatchConfig:
    """Hold what all games of a batch have in common."""

    players: i64
    cap: i64  # decisions after which a game is cut off
    seen: i64  # how many numbers each part of an observation has; 0 if it is not requested
    recall: i64
    secret: i64
    n_lasting: i64  # the index from which unchanged numbers are not written again; 0 if all are
    learner: i64  # a seat, NO_BOTS or ROTATING_SEAT
    again: i64  # 1 if a new game begins where one has ended


HEADER, CONFIG = dtype(GameHeader), dtype(BatchConfig)


class Games(NamedTuple):
    """Hold the games of a batch, a row for each."""

    headers: Any  # records of `GameHeader`
    positions: Any
    seeds: Any


class Setup(NamedTuple):
    """Hold what all games of a batch have in common."""

    config: Any  # a record of `BatchConfig`
    options: Any


class Bots(NamedTuple):
    """Hold what bots need: the kind of each, clockwise from the learner; their memo; and positions to think with."""

    kinds: Any
    memo: Any
    positions: Any  # WORK_SLOTS of them


class Scaling(NamedTuple):
    """Hold how observations are scaled: `factors` for each number, of which those in `ranges` apply."""

    ranges: Any  # pairs of indices, from and to
    factors: Any


class Display(NamedTuple):
    """Hold how actions and observations are numbered, and the arrays that show them, a row for each game."""

    numbers: Any  # the action of each index
    places: Any  # the index of each action, or -1
    scaling: Any
    listed: Any  # the indices of the legal actions
    observations: Any
    masks: Any
    to_move: Any


class Results(NamedTuple):
    """Hold the arrays with the results of the last step, a row for each game (see `Batch`)."""

    rewards: Any
    points: Any
    lengths: Any
    done: Any
    truncated: Any


class Workspace(NamedTuple):
    """Hold what lasts for one call of an entry point."""

    points: Any  # a number for each seat
    actions: Any
    dice: Any
    bot_dice: Any


FLAGS, SHORTS, SHORT_ROWS, SINGLES, SINGLE_ROWS = (
    array_type("uint8"), array_type("int16"), array_type("int16", 2), array_type("float32"), array_type("float32", 2),
)  # fmt: skip
GAMES = tuple_type(Games, BYTE_ARRAY, BYTE_ARRAY, INT_ARRAY)
SETUP = tuple_type(Setup, BYTE_ARRAY, BYTE_ARRAY)
BOTS = tuple_type(Bots, INT_ARRAY, FLOAT_ARRAY, BYTE_ARRAY)
SCALING = tuple_type(Scaling, SHORTS, SINGLES)
DISPLAY = tuple_type(
    Display, SHORTS, SHORTS, SCALING, SHORT_ROWS, SINGLE_ROWS, array_type("uint8", 2), array_type("int8")
)
RESULTS = tuple_type(Results, SINGLE_ROWS, SINGLE_ROWS, INT_ARRAY, FLAGS, FLAGS)


class BatchProgram(Program):
    """Hold the compiled functions of a batch."""

    cache_name = "envs"
    entry_points = BATCH_ENTRIES

    find_illegal_action: EntryPoint
    step_games: EntryPoint
    begin_games: EntryPoint
    show_games: EntryPoint
    continue_games: EntryPoint
    observe_games: EntryPoint
    value_games: EntryPoint
    sample_actions: EntryPoint
    copy_games: EntryPoint


# --- one game


@rules
def load_dice_stream(dice: Dice, header: GameHeader) -> None:
    """Load the game's dice stream."""
    dice.a = header.a
    dice.b = header.b
    dice.c = header.c
    dice.counter = header.counter


@rules
def store_dice_stream(dice: Dice, header: GameHeader) -> None:
    """Store the game's dice stream for the next step."""
    header.a = dice.a
    header.b = dice.b
    header.c = dice.c
    header.counter = dice.counter


@rules
def deal_game(game: Any, games: Games, i: int, setup: Setup, undealt: Any, dice: Dice) -> None:
    """Deal the game of a row's episode, from the zeroed position `undealt`."""
    header, seed, config = games.headers[i], games.seeds[i], setup.config
    start_stream(dice, ~seed, seed >> 32, header.episode)
    header.bot_seed = next_word(dice) << 30 ^ next_word(dice)
    start_stream(dice, seed, seed >> 32, header.episode)
    games.positions[i] = undealt
    game.deal(games.positions[i], setup.options, config.players, dice)
    header.length = 0
    header.learner = config.learner if config.learner != ROTATING_SEAT else (i + header.episode) % config.players


@rules
def play_bots(game: Any, header: GameHeader, state: Any, config: BatchConfig, bots: Bots, work: Workspace) -> None:
    """Let bots play until it is the learner's turn, the game is over, or it is cut off."""
    while header.length < config.cap and not game.over(state):
        seat = first_seat(game.acting(state))
        if seat == header.learner:
            break
        start_stream(work.bot_dice, header.bot_seed, header.bot_seed >> 32, header.length)
        bots.positions[0] = state
        game.resample_hidden(bots.positions[0], seat, work.bot_dice)
        kind = bots.kinds[(seat - header.learner + config.players) % config.players - 1]
        action = choose_action(game, bots.positions, seat, kind, work.actions, bots.memo, work.points, work.bot_dice)
        game.apply(state, seat, action, work.dice)
        header.length += 1


@rules
def has_ended(game: Any, header: GameHeader, state: Any, config: BatchConfig) -> bool:
    """Return True if the game is over or cut off."""
    return header.length >= config.cap or game.over(state)


# --- observations and masks


@rules
def show_game(game: Any, games: Games, i: int, config: BatchConfig, display: Display, actions: Any) -> None:
    """Write what the seat that acts next sees and may do; nothing if the game is over."""
    header, state = games.headers[i], games.positions[i]
    write_legal_actions(game, header, state, i, config, display, actions)
    write_observation(game, state, max(header.seat, 0), config, display.scaling, display.observations[i])


@rules
def write_legal_actions(
    game: Any, header: GameHeader, state: Any, i: int, config: BatchConfig, display: Display, actions: Any
) -> None:
    """Write which seat acts next, and its legal actions."""
    mask, mine = display.masks[i], display.listed[i]
    for k in range(header.count):
        mask[mine[k]] = 0
    header.count = 0
    header.seat = NO_SEAT
    if not has_ended(game, header, state, config):
        seat = first_seat(game.acting(state))
        header.seat = seat
        actions.count = 0
        game.legal(state, seat, actions)
        for k in range(actions.count):
            place = display.places[actions.item[k]]
            assert place >= 0  # otherwise the game's ACTIONS lacks it
            mine[k] = place
            mask[place] = 1
        header.count = actions.count
    display.to_move[i] = header.seat


@rules
def write_observation(game: Any, state: Any, seat: int, config: BatchConfig, scaling: Scaling, row: Any) -> None:
    """Write what a seat sees."""
    row[:] = 0
    if config.seen > 0:
        game.observe(state, seat, row[: config.seen])
    finish_observation(game, state, seat, config, scaling, row)


@rules
def update_observation(
    game: Any, state: Any, seat: int, before: Any, looked: int, config: BatchConfig, scaling: Scaling, row: Any
) -> None:
    """Write what a seat sees over what `looked` saw of the position before."""
    row[: config.n_lasting] = 0
    row[config.seen :] = 0
    game.observe_next(state, seat, before, looked, row[: config.seen])
    finish_observation(game, state, seat, config, scaling, row)


@rules
def finish_observation(game: Any, state: Any, seat: int, config: BatchConfig, scaling: Scaling, row: Any) -> None:
    """Add the information that the seat does not see now, if requested, and scale all numbers."""
    at = config.seen
    if config.recall > 0:
        game.remember(state, seat, row[at : at + config.recall])
        at += config.recall
    if config.secret > 0:
        game.hidden_state(state, seat, row[at : at + config.secret])
    ranges = scaling.ranges
    for k in range(0, len(ranges), 2):
        part, by = row[ranges[k] : ranges[k + 1]], scaling.factors[ranges[k] : ranges[k + 1]]
        for j in range(len(part)):
            part[j] *= by[j]


# --- entry points for Python


@entry_point(BATCH_ENTRIES, BYTE_ARRAY, SHORT_ROWS, INT_ARRAY)
def find_illegal_action(game: Any, headers: Any, listed: Any, actions: Any) -> int:
    """Return the first game whose action is not legal, or -1. A game that is over accepts any action."""
    rows = batch_in(headers, HEADER)
    for i in range(len(rows)):
        if rows[i].seat != NO_SEAT:
            found, mine, action = False, listed[i], actions[i]
            for k in range(rows[i].count):
                found |= mine[k] == action
            if not found:
                return i
    return -1


@entry_point(BATCH_ENTRIES, GAMES, SETUP, BOTS, DISPLAY, RESULTS, INT_ARRAY, INT, INT)
def step_games(
    game: Any,
    games: Games,
    setup: Setup,
    bots: Bots,
    display: Display,
    results: Results,
    chosen: Any,
    first: int,
    last: int,
) -> None:
    """Play the chosen actions, which are legal, in the games from `first` up to `last`."""
    games, bots = open_games(game, games), open_bots(game, bots)
    setup = Setup(record_in(setup.config, CONFIG), record_in(setup.options, game.OPTIONS))
    dice, actions = local_record(DICE_DTYPE), local_record(ACTIONS_DTYPE)
    work = Workspace(local_floats(MAX_SEATS), actions, dice, local_record(DICE_DTYPE))
    config, previous = setup.config, bots.positions[PREVIOUS_SLOT]
    for i in range(first, last):
        header, state = games.headers[i], games.positions[i]
        if i + 1 < last:
            prefetch_row(display.observations[i + 1], config.n_lasting if config.n_lasting > 0 else config.seen)
        results.done[i] = results.truncated[i] = 0
        results.rewards[i, :] = 0
        if header.seat == NO_SEAT:
            continue
        load_dice_stream(dice, header)
        looked, dealt = header.seat, False
        if config.n_lasting > 0:
            bots.positions[PREVIOUS_SLOT] = state
        game.apply(state, header.seat, display.numbers[chosen[i]], dice)
        header.length += 1
        if config.learner != NO_BOTS:
            play_bots(game, header, state, config, bots, work)
        if has_ended(game, header, state, config):
            write_result(game, header, state, config, work.points, results, i)
            if config.again:
                dealt = True
                begin_episode(game, games, i, setup, bots, work)
        store_dice_stream(dice, header)
        write_legal_actions(game, header, state, i, config, display, actions)
        seat, row = max(header.seat, 0), display.observations[i]
        if dealt or config.n_lasting == 0:
            write_observation(game, state, seat, config, display.scaling, row)
        else:
            update_observation(game, state, seat, previous, looked, config, display.scaling, row)


@rules
def open_games(game: Any, games: Games) -> Games:
    """Return the games as records."""
    return Games(batch_in(games.headers, HEADER), batch_in(games.positions, game.STATE), games.seeds)


@rules
def open_bots(game: Any, bots: Bots) -> Bots:
    """Return the bots with their positions as records."""
    return Bots(bots.kinds, bots.memo, batch_in(bots.positions, game.STATE))


@rules
def write_result(
    game: Any, header: GameHeader, state: Any, config: BatchConfig, points: Any, results: Results, i: int
) -> None:
    """Write that a game has ended, with the shares of the win and the points; one that is cut off has no winner."""
    over = game.over(state)
    results.done[i] = 1
    results.truncated[i] = 0 if over else 1
    results.lengths[i] = header.length
    for seat in range(MAX_SEATS):
        points[seat] = 0.0
    game.points(state, points)
    for seat in range(config.players):
        results.points[i, seat] = points[seat]
        points[seat] = 0.0
    if over:
        game.returns(state, points)
        for seat in range(config.players):
            results.rewards[i, seat] = points[seat]


@rules
def begin_episode(game: Any, games: Games, i: int, setup: Setup, bots: Bots, work: Workspace) -> None:
    """Deal the row's next game. A game that ends before the learner has anything to decide is skipped."""
    header, state, config = games.headers[i], games.positions[i], setup.config
    while True:
        header.episode += 1
        deal_game(game, games, i, setup, bots.positions[DEALT_SLOT], work.dice)
        if config.learner == NO_BOTS:
            break
        play_bots(game, header, state, config, bots, work)
        if not has_ended(game, header, state, config):
            break


@entry_point(BATCH_ENTRIES, GAMES, SETUP, BOTS, DISPLAY, INT_ARRAY)
def begin_games(game: Any, games: Games, setup: Setup, bots: Bots, display: Display, which: Any) -> None:
    """Deal the next game in these rows."""
    games, bots = open_games(game, games), open_bots(game, bots)
    setup = Setup(record_in(setup.config, CONFIG), record_in(setup.options, game.OPTIONS))
    dice, actions = local_record(DICE_DTYPE), local_record(ACTIONS_DTYPE)
    work = Workspace(local_floats(MAX_SEATS), actions, dice, local_record(DICE_DTYPE))
    for k in range(len(which)):
        i = which[k]
        begin_episode(game, games, i, setup, bots, work)
        store_dice_stream(dice, games.headers[i])
        show_game(game, games, i, setup.config, display, actions)


@entry_point(BATCH_ENTRIES, GAMES, SETUP, DISPLAY, INT_ARRAY)
def show_games(game: Any, games: Games, setup: Setup, display: Display, which: Any) -> None:
    """Show these games, whose positions were changed from outside."""
    games, config, actions = open_games(game, games), record_in(setup.config, CONFIG), local_record(ACTIONS_DTYPE)
    for k in range(len(which)):
        show_game(game, games, which[k], config, display, actions)


@entry_point(BATCH_ENTRIES, GAMES, SETUP, BOTS, DISPLAY, RESULTS, INT_ARRAY)
def continue_games(
    game: Any, games: Games, setup: Setup, bots: Bots, display: Display, results: Results, which: Any
) -> None:
    """Let bots play in these games, whose positions were changed from outside, and show them."""
    games, bots = open_games(game, games), open_bots(game, bots)
    setup = Setup(record_in(setup.config, CONFIG), record_in(setup.options, game.OPTIONS))
    dice, actions = local_record(DICE_DTYPE), local_record(ACTIONS_DTYPE)
    work = Workspace(local_floats(MAX_SEATS), actions, dice, local_record(DICE_DTYPE))
    config = setup.config
    for k in range(len(which)):
        i = which[k]
        header, state = games.headers[i], games.positions[i]
        results.done[i] = results.truncated[i] = 0
        results.rewards[i, :] = 0
        before = header.length
        load_dice_stream(dice, header)
        play_bots(game, header, state, config, bots, work)
        if header.length > before and has_ended(game, header, state, config):
            write_result(game, header, state, config, work.points, results, i)
            if config.again:
                begin_episode(game, games, i, setup, bots, work)
        store_dice_stream(dice, header)
        show_game(game, games, i, config, display, actions)


@entry_point(BATCH_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, SCALING, INT_ARRAY, SINGLE_ROWS)
def observe_games(game: Any, positions: Any, config: Any, scaling: Scaling, seats: Any, out: Any) -> None:
    """Write what a seat of each game sees."""
    states, common = batch_in(positions, game.STATE), record_in(config, CONFIG)
    for i in range(len(seats)):
        write_observation(game, states[i], seats[i], common, scaling, out[i])


@entry_point(BATCH_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, SINGLE_ROWS)
def value_games(game: Any, positions: Any, config: Any, out: Any) -> None:
    """Write the value of each seat's position in points, for each game."""
    states, common, points = batch_in(positions, game.STATE), record_in(config, CONFIG), local_floats(MAX_SEATS)
    for i in range(len(out)):
        for seat in range(MAX_SEATS):
            points[seat] = 0.0
        game.points(states[i], points)
        for seat in range(common.players):
            value = game.heuristic_value(states[i], seat)
            out[i, seat] = points[seat] if value == NO_VALUE else value


@entry_point(BATCH_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, SHORT_ROWS, INT_ARRAY)
def sample_actions(game: Any, headers: Any, stream: Any, listed: Any, out: Any) -> None:
    """Write one of each game's legal actions, uniformly distributed; 0 where a game is over."""
    rows, dice = batch_in(headers, HEADER), record_in(stream, DICE_DTYPE)
    for i in range(len(rows)):
        out[i] = listed[i, draw_below(dice, rows[i].count)] if rows[i].count > 0 else 0


@entry_point(BATCH_ENTRIES, GAMES, INT_ARRAY, INT_ARRAY)
def copy_games(game: Any, games: Games, sources: Any, targets: Any) -> None:
    """Copy games, with their dice to come; each row keeps its own number of episodes."""
    rows, states = batch_in(games.headers, HEADER), batch_in(games.positions, game.STATE)
    for k in range(len(sources)):
        source, target = sources[k], targets[k]
        episode, count = rows[target].episode, rows[target].count
        rows[target] = rows[source]
        rows[target].episode = episode
        rows[target].count = count  # number of the legal actions that are marked there now
        states[target] = states[source]
