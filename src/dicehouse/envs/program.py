"""What a batch calls of compiled code: many games one step on, and what their next seats see and may do.

A game is a `Head` and a position, each in an array of its own. What Python reads is written in place.
"""

from __future__ import annotations

from typing import Any

from numba import types

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, next32, start_stream, unbiased
from dicehouse.kit.entries import (
    ACTIONS,
    BYTES,
    DICE,
    FLOATS,
    MOST_SEATS,
    WHOLE,
    WHOLES,
    Entries,
    entry_in,
    first_seat,
)
from dicehouse.kit.hooks import UNTOLD
from dicehouse.kit.memory import batch_in, fetch_ahead, local_floats, local_record, record_in
from dicehouse.kit.program import Call, Program
from dicehouse.kit.record import dtype, i64, record
from dicehouse.kit.thinking import decide

ENVS: Entries = {}
BEFORE = 3  # the place of work where a position lies as it was before a step
ROOM = 4  # how many positions work holds
NOBODY = -1  # acts next: the game is over, and stays so
EVERYBODY, IN_TURN = -1, -2  # in place of a learner's seat: no bots; another seat in every game


@record
class Head:
    """What a game has beside its position: its dice, and how far it is."""

    a: i64  # the stream, as in `Dice`
    b: i64
    c: i64
    counter: i64
    mind: i64  # what the bots' own dice are made of
    episode: i64  # games that were dealt here before
    length: i64  # decisions so far, the bots' too
    seat: i64  # acts next
    count: i64  # how many options it has
    learner: i64  # the seat that no bot plays, or EVERYBODY


@record
class Plan:
    """What all games of a batch have in common."""

    players: i64
    cap: i64  # decisions after which a game is cut off
    seen: i64  # how many numbers each part of an observation has, 0 if it is not wanted
    recall: i64
    secret: i64
    lasting: i64  # from where on they stay as they are where nothing has changed; 0 if all are written anew
    learner: i64  # a seat, EVERYBODY or IN_TURN
    again: i64  # whether a new game begins where one has ended


HEAD, PLAN = dtype(Head), dtype(Plan)
MARKS, FLAGS, SHORTS, SHORT_ROWS, SINGLES, SINGLE_ROWS, SEATS = (
    types.Array(kind, dimensions, "C")
    for kind, dimensions in (
        (types.uint8, 2),
        (types.uint8, 1),
        (types.int16, 1),
        (types.int16, 2),
        (types.float32, 1),
        (types.float32, 2),
        (types.int8, 1),
    )
)
# Behind heads, positions, and the plan: what a look reads and writes. The places of action numbers, from where to where
# the numbers of an observation are divided, the factors of all, what is listed for each game; then what is shown.
SIGHT = (SHORTS, SHORTS, SINGLES, SHORT_ROWS, SINGLE_ROWS, MARKS, SEATS)


class Envs(Program):
    """The program of batches."""

    kept_as = "envs"
    functions = ENVS

    refused: Call
    step: Call
    begin: Call
    look: Call
    go_on: Call
    sights: Call
    standings: Call
    sample: Call
    copy_games: Call


# --- one game


@rules
def open_dice(dice: Dice, head: Head) -> None:
    """Go on with the game's stream."""
    dice.a = head.a
    dice.b = head.b
    dice.c = head.c
    dice.counter = head.counter


@rules
def close_dice(dice: Dice, head: Head) -> None:
    """Keep the stream for the next step."""
    head.a = dice.a
    head.b = dice.b
    head.c = dice.c
    head.counter = dice.counter


@rules
def deal_game(
    game: Any, heads: Any, states: Any, i: int, seed: int, options: Any, plan: Plan, clean: Any, dice: Dice
) -> None:
    """Deal the game of a row's episode."""
    head = heads[i]
    start_stream(dice, ~seed, seed >> 32, head.episode)
    head.mind = next32(dice) << 30 ^ next32(dice)
    start_stream(dice, seed, seed >> 32, head.episode)
    states[i] = clean
    game.deal(states[i], options, plan.players, dice)
    head.length = 0
    head.learner = plan.learner if plan.learner != IN_TURN else (i + head.episode) % plan.players


@rules
def play_on(
    game: Any,
    head: Head,
    state: Any,
    plan: Plan,
    kinds: Any,
    work: Any,
    memo: Any,
    points: Any,
    actions: Any,
    dice: Dice,
    mind: Dice,
) -> None:
    """Bots play until it is the learner's turn, the game is over, or it is cut off."""
    while head.length < plan.cap and not game.over(state):
        seat = first_seat(game.acting(state))
        if seat == head.learner:
            break
        start_stream(mind, head.mind, head.mind >> 32, head.length)
        work[0] = state
        game.redeal(work[0], seat, mind)
        behind = (seat - head.learner + plan.players) % plan.players
        action = decide(game, work, seat, kinds[behind - 1], actions, memo, points, mind)
        game.apply(state, seat, action, dice)
        head.length += 1


@rules
def ends(game: Any, head: Head, state: Any, plan: Plan) -> bool:
    """Whether nobody plays on here."""
    return head.length >= plan.cap or game.over(state)


# --- what is shown


@rules
def show_game(
    game: Any,
    head: Head,
    state: Any,
    i: int,
    plan: Plan,
    places: Any,
    divided: Any,
    factors: Any,
    listed: Any,
    observations: Any,
    masks: Any,
    to_move: Any,
    actions: Any,
) -> None:
    """Write what the seat that acts next sees and may do; nothing where the game is over."""
    offer(game, head, state, i, plan, places, listed, masks, to_move, actions)
    sight(game, state, max(head.seat, 0), plan, divided, factors, observations[i])


@rules
def offer(
    game: Any,
    head: Head,
    state: Any,
    i: int,
    plan: Plan,
    places: Any,
    listed: Any,
    masks: Any,
    to_move: Any,
    actions: Any,
) -> None:
    """Write who acts next, and what that seat may do."""
    mask, mine = masks[i], listed[i]
    for k in range(head.count):
        mask[mine[k]] = 0
    head.count = 0
    head.seat = NOBODY
    if not ends(game, head, state, plan):
        seat = first_seat(game.acting(state))
        head.seat = seat
        actions.count = 0
        game.legal(state, seat, actions)
        for k in range(actions.count):
            place = places[actions.item[k]]
            assert place >= 0  # else the game's ACTIONS lacks it
            mine[k] = place
            mask[place] = 1
        head.count = actions.count
    to_move[i] = head.seat


@rules
def sight(game: Any, state: Any, seat: int, plan: Plan, divided: Any, factors: Any, row: Any) -> None:
    """Write what a seat sees."""
    row[:] = 0
    if plan.seen > 0:
        game.observe(state, seat, row[: plan.seen])
    sight_behind(game, state, seat, plan, divided, factors, row)


@rules
def sight_next(
    game: Any, state: Any, seat: int, before: Any, looked: int, plan: Plan, divided: Any, factors: Any, row: Any
) -> None:
    """Write what a seat sees over what `looked` saw of the position before."""
    row[: plan.lasting] = 0
    row[plan.seen :] = 0
    game.observe_next(state, seat, before, looked, row[: plan.seen])
    sight_behind(game, state, seat, plan, divided, factors, row)


@rules
def sight_behind(game: Any, state: Any, seat: int, plan: Plan, divided: Any, factors: Any, row: Any) -> None:
    """Write what a seat sees if more is wanted than what it sees now, and divide all."""
    at = plan.seen
    if plan.recall > 0:
        game.recall(state, seat, row[at : at + plan.recall])
        at += plan.recall
    if plan.secret > 0:
        game.secrets(state, seat, row[at : at + plan.secret])
    for k in range(0, len(divided), 2):
        part, by = row[divided[k] : divided[k + 1]], factors[divided[k] : divided[k + 1]]
        for j in range(len(part)):
            part[j] *= by[j]


# --- what Python calls


@entry_in(ENVS, BYTES, SHORT_ROWS, WHOLES)
def refused(game: Any, heads: Any, listed: Any, actions: Any) -> int:
    """The first game whose action is not legal, or -1. A game that is over takes any."""
    rows = batch_in(heads, HEAD)
    for i in range(len(rows)):
        if rows[i].seat != NOBODY:
            found, mine, action = False, listed[i], actions[i]
            for k in range(rows[i].count):
                found |= mine[k] == action
            if not found:
                return i
    return -1


@entry_in(
    ENVS,
    *(BYTES,) * 5,
    WHOLES,
    SHORTS,
    WHOLES,
    WHOLES,
    FLOATS,
    *SIGHT,
    SINGLE_ROWS,
    SINGLE_ROWS,
    WHOLES,
    FLAGS,
    FLAGS,
    *(WHOLE,) * 2,
)
def step(
    game: Any,
    heads: Any,
    memory: Any,
    plan: Any,
    options: Any,
    work: Any,
    seeds: Any,
    numbers: Any,
    chosen: Any,
    kinds: Any,
    memo: Any,
    places: Any,
    divided: Any,
    factors: Any,
    listed: Any,
    observations: Any,
    masks: Any,
    to_move: Any,
    rewards: Any,
    scores: Any,
    lengths: Any,
    done: Any,
    cut: Any,
    first: int,
    last: int,
) -> None:
    """Carry out the chosen places, which are legal, in the games from `first` up to `last`."""
    rows, states, thought = batch_in(heads, HEAD), batch_in(memory, game.STATE), batch_in(work, game.STATE)
    common, settings = record_in(plan, PLAN), record_in(options, game.OPTIONS)
    dice, mind, actions = local_record(DICE), local_record(DICE), local_record(ACTIONS)
    points = local_floats(MOST_SEATS)
    for i in range(first, last):
        head, state = rows[i], states[i]
        if i + 1 < last:
            fetch_ahead(observations[i + 1], common.lasting if common.lasting > 0 else common.seen)
        done[i] = cut[i] = 0
        rewards[i, :] = 0
        if head.seat == NOBODY:
            continue
        open_dice(dice, head)
        looked, dealt = head.seat, False
        if common.lasting > 0:
            thought[BEFORE] = state
        game.apply(state, head.seat, numbers[chosen[i]], dice)
        head.length += 1
        if common.learner != EVERYBODY:
            play_on(game, head, state, common, kinds, thought, memo, points, actions, dice, mind)
        if ends(game, head, state, common):
            done[i] = 1
            lengths[i] = head.length
            tell_end(game, state, common, points, rewards, scores, cut, i)
            if common.again:
                dealt = True
                begin_game(
                    game, rows, states, i, seeds[i], settings, common, kinds, thought, memo, points, actions, dice, mind
                )
        close_dice(dice, head)
        offer(game, head, state, i, common, places, listed, masks, to_move, actions)
        seat, row = max(head.seat, 0), observations[i]
        if dealt or common.lasting == 0:
            sight(game, state, seat, common, divided, factors, row)
        else:
            sight_next(game, state, seat, thought[BEFORE], looked, common, divided, factors, row)


@rules
def tell_end(game: Any, state: Any, plan: Plan, points: Any, rewards: Any, scores: Any, cut: Any, i: int) -> None:
    """Write who has won, and the points; a game that is cut off has no winner."""
    over = game.over(state)
    cut[i] = 0 if over else 1
    for seat in range(MOST_SEATS):
        points[seat] = 0.0
    game.scores(state, points)
    for seat in range(plan.players):
        scores[i, seat] = points[seat]
        points[seat] = 0.0
    if over:
        game.shares(state, points)
        for seat in range(plan.players):
            rewards[i, seat] = points[seat]


@rules
def begin_game(
    game: Any,
    rows: Any,
    states: Any,
    i: int,
    seed: int,
    options: Any,
    plan: Plan,
    kinds: Any,
    work: Any,
    memo: Any,
    points: Any,
    actions: Any,
    dice: Dice,
    mind: Dice,
) -> None:
    """Deal the row's next game. One that ends before the learner has anything to decide is passed over."""
    head = rows[i]
    while True:
        head.episode += 1
        deal_game(game, rows, states, i, seed, options, plan, work[2], dice)
        if plan.learner == EVERYBODY:
            break
        play_on(game, head, states[i], plan, kinds, work, memo, points, actions, dice, mind)
        if not ends(game, head, states[i], plan):
            break


@entry_in(ENVS, *(BYTES,) * 5, WHOLES, WHOLES, WHOLES, FLOATS, *SIGHT)
def begin(
    game: Any,
    heads: Any,
    memory: Any,
    plan: Any,
    options: Any,
    work: Any,
    seeds: Any,
    which: Any,
    kinds: Any,
    memo: Any,
    places: Any,
    divided: Any,
    factors: Any,
    listed: Any,
    observations: Any,
    masks: Any,
    to_move: Any,
) -> None:
    """Deal the next game in these rows."""
    rows, states, thought = batch_in(heads, HEAD), batch_in(memory, game.STATE), batch_in(work, game.STATE)
    common, settings = record_in(plan, PLAN), record_in(options, game.OPTIONS)
    dice, mind, actions = local_record(DICE), local_record(DICE), local_record(ACTIONS)
    points = local_floats(MOST_SEATS)
    for k in range(len(which)):
        i = which[k]
        begin_game(game, rows, states, i, seeds[i], settings, common, kinds, thought, memo, points, actions, dice, mind)
        close_dice(dice, rows[i])
        show_game(
            game, rows[i], states[i], i, common, places, divided, factors, listed, observations, masks, to_move, actions
        )


@entry_in(ENVS, *(BYTES,) * 3, WHOLES, *SIGHT)
def look(
    game: Any,
    heads: Any,
    memory: Any,
    plan: Any,
    which: Any,
    places: Any,
    divided: Any,
    factors: Any,
    listed: Any,
    observations: Any,
    masks: Any,
    to_move: Any,
) -> None:
    """Show these games, whose positions came from elsewhere."""
    rows, states, common = batch_in(heads, HEAD), batch_in(memory, game.STATE), record_in(plan, PLAN)
    actions = local_record(ACTIONS)
    for k in range(len(which)):
        i = which[k]
        show_game(
            game, rows[i], states[i], i, common, places, divided, factors, listed, observations, masks, to_move, actions
        )


@entry_in(
    ENVS,
    *(BYTES,) * 5,
    WHOLES,
    WHOLES,
    WHOLES,
    FLOATS,
    *SIGHT,
    SINGLE_ROWS,
    SINGLE_ROWS,
    WHOLES,
    FLAGS,
    FLAGS,
)
def go_on(
    game: Any,
    heads: Any,
    memory: Any,
    plan: Any,
    options: Any,
    work: Any,
    seeds: Any,
    which: Any,
    kinds: Any,
    memo: Any,
    places: Any,
    divided: Any,
    factors: Any,
    listed: Any,
    observations: Any,
    masks: Any,
    to_move: Any,
    rewards: Any,
    scores: Any,
    lengths: Any,
    done: Any,
    cut: Any,
) -> None:
    """Let bots play on in these games, whose positions came from elsewhere, and show them."""
    rows, states, thought = batch_in(heads, HEAD), batch_in(memory, game.STATE), batch_in(work, game.STATE)
    common, settings = record_in(plan, PLAN), record_in(options, game.OPTIONS)
    dice, mind, actions = local_record(DICE), local_record(DICE), local_record(ACTIONS)
    points = local_floats(MOST_SEATS)
    for k in range(len(which)):
        i = which[k]
        head, state = rows[i], states[i]
        done[i] = cut[i] = 0
        rewards[i, :] = 0
        before = head.length
        open_dice(dice, head)
        play_on(game, head, state, common, kinds, thought, memo, points, actions, dice, mind)
        if head.length > before and ends(game, head, state, common):
            done[i] = 1
            lengths[i] = head.length
            tell_end(game, state, common, points, rewards, scores, cut, i)
            if common.again:
                begin_game(
                    game, rows, states, i, seeds[i], settings, common, kinds, thought, memo, points, actions, dice, mind
                )
        close_dice(dice, head)
        show_game(game, head, state, i, common, places, divided, factors, listed, observations, masks, to_move, actions)


@entry_in(ENVS, BYTES, BYTES, WHOLES, SHORTS, SINGLES, SINGLE_ROWS)
def sights(game: Any, memory: Any, plan: Any, seats: Any, divided: Any, factors: Any, out: Any) -> None:
    """What a seat of each game sees."""
    states, common = batch_in(memory, game.STATE), record_in(plan, PLAN)
    for i in range(len(seats)):
        sight(game, states[i], seats[i], common, divided, factors, out[i])


@entry_in(ENVS, BYTES, BYTES, SINGLE_ROWS)
def standings(game: Any, memory: Any, plan: Any, out: Any) -> None:
    """What the position of each seat of each game is worth in points."""
    states, common, points = batch_in(memory, game.STATE), record_in(plan, PLAN), local_floats(MOST_SEATS)
    for i in range(len(out)):
        for seat in range(MOST_SEATS):
            points[seat] = 0.0
        game.scores(states[i], points)
        for seat in range(common.players):
            told = game.standing(states[i], seat)
            out[i, seat] = points[seat] if told == UNTOLD else told


@entry_in(ENVS, BYTES, BYTES, SHORT_ROWS, WHOLES)
def sample(game: Any, heads: Any, stream: Any, listed: Any, out: Any) -> None:
    """One of each game's options, all equally likely; 0 where a game is over."""
    rows, dice = batch_in(heads, HEAD), record_in(stream, DICE)
    for i in range(len(rows)):
        out[i] = listed[i, unbiased(dice, rows[i].count)] if rows[i].count > 0 else 0


@entry_in(ENVS, BYTES, BYTES, WHOLES, WHOLES)
def copy_games(game: Any, heads: Any, memory: Any, sources: Any, targets: Any) -> None:
    """Copy games, with their dice to come; how often a row has dealt stays its own."""
    rows, states = batch_in(heads, HEAD), batch_in(memory, game.STATE)
    for k in range(len(sources)):
        source, target = sources[k], targets[k]
        episode, count = rows[target].episode, rows[target].count
        rows[target] = rows[source]
        rows[target].episode = episode
        rows[target].count = count  # of the options that are marked there now
        states[target] = states[source]
