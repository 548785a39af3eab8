"""Play games between bots in compiled code, and measure in each what a study counts.

The dice have a stream for each purpose: one for the deal, one for each turn of a seat, and others for the bots' own
random choices, all made from the seed and the number of the game. So two variants of a game throw the same dice for the
same purpose, however many decisions a setting adds in between (common random numbers; Law, Simulation Modeling and
Analysis, chapter 11). A game depends on its number alone, not on those that were played before it.
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.memory_intrinsics import batch_in, local_floats, local_record, record_in
from dicehouse.compiler.program import (
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
)
from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import MASK_32, Dice, start_stream
from dicehouse.engine.entry_points import ACTIONS_DTYPE, DICE_DTYPE, MAX_SEATS, first_seat
from dicehouse.records.record import Array, array, dtype, f64, i8, i32, record
from dicehouse.records.sentinels import NO_VALUE
from dicehouse.search.bot_decisions import choose_action

STUDY_ENTRIES: EntryPoints = {}
MAX_TURNS = 1024  # turns whose leaders are remembered; later turns of a very long game are not
MAX_EVENT_KINDS, MAX_EVENT_ITEMS = 64, 256

# The columns that are recorded of a game.
COLUMNS = (
    "decisions",
    "turns",
    "choices",  # decisions with more than one option
    "seconds",  # by the model of people
    "first",  # the seat that acted first
    "leads",  # how often the lead changed
    "last_lead",  # the turn at whose end it did so last
    "half",  # the sides that led at half time, as a mask
    "trailed",  # turns at whose end the winner did not lead
    "idle",  # turns that changed no seat's value
    "out",  # seats that had nothing left to do for two whole rounds before the end
    "looks",  # positions that were kept for the model of winning chances
    "ended",
    "sides",  # the side of each seat, four bits a seat: itself, or the lowest seat among its partners
)
(DECISIONS, TURNS, CHOICES, SECONDS, FIRST, LEADS, LAST_LEAD, HALF, TRAILED, IDLE, OUT, POSITIONS, ENDED, SIDES) = (
    range(len(COLUMNS))
)

# How long people take, in tenths of a second: to look at an option, to carry out and read an event, and for a turn.
PER_OPTION, PER_EVENT, PER_TURN = range(3)
MAX_OPTIONS_READ = 32  # options of a decision that people look at one by one

# Sums by class of events: how often, in how many games; over games, seats that it happened to (m), what they won (w).
TIMES, GAMES, SEATS, WON, SEATS_2, WON_2, BOTH = range(7)
SHARE = 60  # a whole win: shares of up to six seats are whole numbers of sixtieths
PACE_TENTHS = (10, 40, 150)  # tenths of a second: an option that is looked at, an event, a turn


@record
class GameTracker:
    """Hold what is remembered of a game while it is played."""

    turns: i32
    known: i32  # the game's own number of the turn
    seat: i8  # whose turn it is
    leader: i8  # the side that led alone last, -1: none yet
    counts_turns: i8
    n_players: i8
    taken: Array[i32] = array(16)  # turns, by seat
    last_act: Array[i32] = array(16)
    heuristic_values: Array[f64] = array(16)
    sides: Array[i8] = array(16)
    leaders: Array[i8] = array(MAX_TURNS)  # at the end of each turn, as a mask


TRACKER_DTYPE = dtype(GameTracker)


@rules
def mix_bits(number: int) -> int:
    """Return 32 bits that look random and differ for every `number` below 2^32 (the last step of MurmurHash3)."""
    number = number & MASK_32
    number = ((number ^ (number >> 16)) * 0x85EBCA6B) & MASK_32
    number = ((number ^ (number >> 13)) * 0xC2B2AE35) & MASK_32
    return number ^ (number >> 16)


@rules
def start_purpose_stream(dice: Dice, seed: int, number: int, seat: int, turn: int, purpose: int) -> None:
    """Start the dice of one game for one purpose: a seat's turn, or the deal (seat 15)."""
    first, second = mix_bits(number), mix_bits(number + 0x9E3779B9)
    start_stream(dice, seed ^ first, (seed >> 32) ^ second, (turn << 6) + (seat << 2) + purpose)


@rules
def heuristic_value_of(game: Any, state: Any, seat: int, points: Any) -> float:
    """Return how far a seat has come: by the game's own heuristic if it has one, otherwise by its points."""
    found: float = game.heuristic_value(state, seat)
    if found == NO_VALUE:
        game.points(state, points)
        found = points[seat]
    return found


@rules
def end_turn(game: Any, state: Any, book: GameTracker, row: Any, points: Any) -> None:
    """Record the end of a turn: which side leads, by the best of its seats, and whether the turn changed anything."""
    best, leaders, changed = NO_VALUE, 0, False
    for seat in range(book.n_players):
        now = heuristic_value_of(game, state, seat, points)
        changed = changed or now != book.heuristic_values[seat]
        book.heuristic_values[seat] = now
        if now > best:
            best, leaders = now, 0
        if now == best:
            leaders |= 1 << book.sides[seat]
    if not changed:
        row[IDLE] += 1
    if book.turns <= MAX_TURNS:
        book.leaders[book.turns - 1] = leaders
    if leaders & (leaders - 1) == 0:
        alone = first_seat(leaders)
        if book.leader >= 0 and book.leader != alone:
            row[LEADS] += 1
            row[LAST_LEAD] = book.turns
        book.leader = alone


@rules
def is_new_turn(game: Any, state: Any, seat: int, book: GameTracker) -> bool:
    """Return whether this action is the first of a turn: by the game's count, or where it has none, if another seat
    acts.
    """
    if book.counts_turns:
        now = game.turns_begun(state)
        begins = book.turns == 0 or now != book.known
        book.known = now
    else:
        begins = book.turns == 0 or seat != book.seat
    if begins:
        book.seat = seat
    return begins


@rules
def record_position(book: GameTracker, row: Any, kept: Any) -> None:
    """Record the values of all seats as a turn begins, and who is about to act."""
    wide = book.n_players + 1
    at = row[POSITIONS] * wide
    if at + wide <= len(kept):
        for seat in range(book.n_players):
            kept[at + seat] = book.heuristic_values[seat]
        kept[at + book.n_players] = book.seat
        row[POSITIONS] += 1


@rules
def count_events(dice: Dice, classes: Any, times: Any, seen: Any) -> None:
    """Count the events of an action, by class, and the seats that they happened to."""
    for i in range(dice.n_events):
        event = dice.events[i]
        kind, item = event.kind, event.item
        if kind < 0 or kind >= MAX_EVENT_KINDS:
            continue
        if item < 0 or item >= MAX_EVENT_ITEMS:
            item = MAX_EVENT_ITEMS - 1
        found = classes[kind * MAX_EVENT_ITEMS + item]
        if found >= 0:
            times[found] += 1
            if event.seat >= 0:
                seen[found] |= 1 << event.seat
    dice.n_events = 0
    dice.n_drawn = 0


@rules
def add_event_sums(times: Any, seen: Any, won: Any, n_players: int, sums: Any) -> None:
    """Add a finished game to the sums of its events: how often, to which seats, and what those won."""
    for found in range(len(times)):
        if times[found] > 0:
            m, w = 0, 0
            for seat in range(n_players):
                if seen[found] >> seat & 1:
                    m += 1
                    w += won[seat]
            sums[found, TIMES] += times[found]
            sums[found, GAMES] += 1
            sums[found, SEATS] += m
            sums[found, WON] += w
            sums[found, SEATS_2] += m * m
            sums[found, WON_2] += w * w
            sums[found, BOTH] += m * w


@rules
def decision_time(people: Any, count: int, n_events: int) -> int:
    """Return the time in tenths of a second that people take for a decision with `count` options and `n_events` events.

    A decision without events passes up a chance, and takes no time worth counting.
    """
    if n_events == 0:
        return 0
    return int(people[PER_OPTION] * min(count, MAX_OPTIONS_READ) + people[PER_EVENT] * n_events)


@rules
def record_winner_measures(book: GameTracker, won: Any, row: Any) -> None:
    """Record the measures that need to know who won."""
    winner = -1
    for seat in range(book.n_players):
        row[SIDES] |= book.sides[seat] << 4 * seat
        together = 0
        for other in range(book.n_players):
            if book.sides[other] == book.sides[seat]:
                together += won[other]
        if together == SHARE:
            winner = book.sides[seat]
        if book.turns > 2 * book.n_players and book.last_act[seat] < book.turns - 2 * book.n_players:
            row[OUT] += 1
    looked = min(book.turns, MAX_TURNS)
    if looked > 0:
        row[HALF] = book.leaders[(looked - 1) // 2]
    if winner >= 0:
        for turn in range(looked):
            if book.leaders[turn] >> winner & 1 == 0:
                row[TRAILED] += 1


@rules
def finish_game(game: Any, state: Any, book: GameTracker, row: Any, won: Any, scores: Any, points: Any) -> None:
    """Record the end of a game that has ended or was stopped."""
    if book.turns > 0:
        end_turn(game, state, book, row, points)
    row[TURNS] = book.turns
    row[ENDED] = int(game.over(state))
    game.points(state, points)
    for seat in range(book.n_players):
        scores[seat] = points[seat]
    if row[ENDED]:
        game.returns(state, points)
        for seat in range(book.n_players):
            won[seat] = int(points[seat] * SHARE + 0.5)
    record_winner_measures(book, won, row)


@rules
def start_tracker(game: Any, state: Any, book: GameTracker, n_players: int, hooked: int, points: Any) -> None:
    """Set the tracker up for a game that has just been dealt."""
    book.n_players, book.counts_turns, book.leader = n_players, hooked, -1
    for seat in range(n_players):
        book.sides[seat] = game.team(state, seat)
        book.heuristic_values[seat] = heuristic_value_of(game, state, seat, points)


@entry_point(STUDY_ENTRIES, BYTE_ARRAY, BYTE_ARRAY, INT, INT, INT_ARRAY, INT_ARRAY, INT_MATRIX, INT_MATRIX)
def deal_games(
    game: Any,
    memory: Any,
    options: Any,
    n_players: int,
    seed: int,
    numbers: Any,
    classes: Any,
    times: Any,
    seen: Any,
) -> None:
    """Deal games into cleared positions, each with the stream of its number for the deal, and count the events."""
    states = batch_in(memory, game.STATE)
    dice = local_record(DICE_DTYPE)
    dice.written = True
    for i in range(len(numbers)):
        start_purpose_stream(dice, seed, numbers[i], 15, 0, 0)
        game.deal(states[i], record_in(options, game.OPTIONS), n_players, dice)
        count_events(dice, classes, times[i], seen[i])


@entry_point(
    STUDY_ENTRIES,
    BYTE_ARRAY,
    BYTE_ARRAY,
    INT_ARRAY,
    INT_ARRAY,
    INT_MATRIX,
    FLOAT_ARRAY,
    FLOAT_ARRAY,
    INT_ARRAY,
    INT_MATRIX,
    INT_MATRIX,
    INT_MATRIX,
    INT_MATRIX,
    FLOAT_MATRIX,
    FLOAT_MATRIX,
    INT_MATRIX,
    INT_ARRAY,
)
def play_games(
    game: Any,
    memory: Any,
    work: Any,
    terms: Any,
    numbers: Any,
    kinds: Any,
    memo: Any,
    notes: Any,
    classes: Any,
    times: Any,
    seen: Any,
    rows: Any,
    won: Any,
    scores: Any,
    kept: Any,
    events: Any,
    options: Any,
) -> None:
    """Play the games dealt in `memory` to their end between the bots `kinds`, and record the measures.

    `terms` are the number of players, the cap on decisions, whether the game counts turns, the seed, and how long
    people take (three numbers). `work` has room for two positions, `notes` for a copy of `memo`; `classes` holds by
    kind and item which events count together, `times` and `seen` how often and to whom they happened, by game. `rows`
    receives the columns, `won` the shares of the win in sixtieths, `kept` positions of the first games, `events` sums
    by class, `options` how many decisions had each number of options.
    """
    states, thought, people = batch_in(memory, game.STATE), batch_in(work, game.STATE), terms[4:]
    n_players, cap, hooked, seed = terms[0], terms[1], terms[2], terms[3]
    table, mind = local_record(DICE_DTYPE), local_record(DICE_DTYPE)
    actions, points = local_record(ACTIONS_DTYPE), local_floats(MAX_SEATS)
    table.written = True
    for i in range(len(numbers)):
        state, row = states[i], rows[i]
        book = local_record(TRACKER_DTYPE)
        start_tracker(game, state, book, n_players, hooked, points)
        for place in range(len(memo)):
            notes[place] = memo[place]
        while row[DECISIONS] < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            if is_new_turn(game, state, seat, book):
                if book.turns > 0:
                    end_turn(game, state, book, row, points)
                if hooked or book.turns == 0:
                    start_purpose_stream(table, seed, numbers[i], seat, book.taken[seat], 1)
                    start_purpose_stream(mind, seed, numbers[i], seat, book.taken[seat], 2)
                if book.turns == 0:
                    row[FIRST] = seat
                book.turns += 1
                book.taken[seat] += 1
                row[SECONDS] += people[PER_TURN]
                if i < len(kept):
                    record_position(book, row, kept[i])
            book.last_act[seat] = book.turns
            actions.count = 0
            game.legal(state, seat, actions)
            count = actions.count
            options[min(count, len(options) - 1)] += 1
            if count > 1:
                row[CHOICES] += 1
            thought[0] = state
            game.resample_hidden(thought[0], seat, mind)
            action = choose_action(game, thought, seat, kinds[i, seat], actions, notes, points, mind)
            game.apply(state, seat, action, table)
            row[SECONDS] += decision_time(people, count, table.n_events)
            count_events(table, classes, times[i], seen[i])
            row[DECISIONS] += 1
        finish_game(game, state, book, row, won[i], scores[i], points)
        add_event_sums(times[i], seen[i], won[i], n_players, events)


class StudyKernels(Program):
    """Compile the entry points that studies call."""

    cache_name = "lab"
    entry_points = STUDY_ENTRIES

    deal_games: EntryPoint
    play_games: EntryPoint
