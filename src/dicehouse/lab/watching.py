"""Games that are watched while bots play them, in compiled code: what a study measures of each is written down here.

The dice have a stream for each purpose: one for the deal, one for each turn of a seat, and others for what goes on in
the bots' heads, all made from the seed and the number of the game. So two variants of a game throw the same dice for
the same thing, however many questions a setting adds in between (common random numbers; Law, Simulation Modeling and
Analysis, chapter 11). A game depends on its number alone, not on those that were played before it.
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import MASK, Dice, start_stream
from dicehouse.kit.entries import (
    ACTIONS,
    BYTES,
    DICE,
    FLOAT_ROWS,
    FLOATS,
    MOST_SEATS,
    WHOLE,
    WHOLE_ROWS,
    WHOLES,
    Entries,
    entry_in,
    first_seat,
)
from dicehouse.kit.hooks import UNTOLD
from dicehouse.kit.memory import batch_in, local_floats, local_record, record_in
from dicehouse.kit.program import Call, Program
from dicehouse.kit.record import Array, array, dtype, f64, i8, i32, record
from dicehouse.kit.thinking import decide

WATCHES: Entries = {}
MOST_TURNS = 1024  # whose leaders are remembered; later ones of a very long game are not
EVENT_KINDS, EVENT_ITEMS = 64, 256

# What is written down of a game, by column.
COLUMNS = (
    "decisions",
    "turns",
    "choices",  # decisions with more than one option
    "seconds",  # by the model of people
    "first",  # the seat that acted first
    "leads",  # how often the lead changed hands
    "last_lead",  # the turn at whose end it did so last
    "half",  # the sides that led at half time, as a mask
    "trailed",  # at the ends of how many turns the winner did not lead
    "idle",  # turns that changed nobody's standing
    "out",  # seats that had nothing left to do for two whole rounds before the end
    "looks",  # positions that were kept for the model of winning chances
    "ended",
    "sides",  # whom each seat plays for, four bits a seat: itself, or the lowest seat of its partners
)
(DECISIONS, TURNS, CHOICES, SECONDS, FIRST, LEADS, LAST_LEAD, HALF, TRAILED, IDLE, OUT, LOOKS, ENDED, SIDES) = range(
    len(COLUMNS)
)
# How long people take, in tenths of a second: to look at an option, to carry out and read an event, and for a turn.
PER_OPTION, PER_EVENT, PER_TURN = range(3)
MOST_READ = 32  # options of a decision: nobody looks at more one by one
# Sums by class of events: how often, in how many games, and over games: seats that it befell (m), what they won (w).
TIMES, GAMES, SEATS, WON, SEATS_2, WON_2, BOTH = range(7)
SHARE = 60  # a whole win: shares of up to six seats are whole numbers of sixtieths


@record
class Book:
    """What is remembered of a game while it is played."""

    turns: i32
    known: i32  # the game's own number of the turn
    seat: i8  # whose turn it is
    leader: i8  # the side that led alone last, -1: none yet
    hooked: i8
    n_players: i8
    taken: Array[i32] = array(16)  # turns, by seat
    last_act: Array[i32] = array(16)
    standing: Array[f64] = array(16)
    sides: Array[i8] = array(16)
    leaders: Array[i8] = array(MOST_TURNS)  # at the end of each turn, as a mask


BOOK = dtype(Book)


@rules
def mixed(number: int) -> int:
    """32 bits that look like chance, others for every other number below 2^32 (the last step of MurmurHash3)."""
    number = number & MASK
    number = ((number ^ (number >> 16)) * 0x85EBCA6B) & MASK
    number = ((number ^ (number >> 13)) * 0xC2B2AE35) & MASK
    return number ^ (number >> 16)


@rules
def begin_stream(dice: Dice, seed: int, number: int, seat: int, turn: int, purpose: int) -> None:
    """The dice of one game for one purpose: a seat's turn, or the deal (seat 15)."""
    first, second = mixed(number), mixed(number + 0x9E3779B9)
    start_stream(dice, seed ^ first, (seed >> 32) ^ second, (turn << 6) + (seat << 2) + purpose)


@rules
def standing_of(game: Any, state: Any, seat: int, points: Any) -> float:
    """How a seat stands: as the game sees it, else by its points."""
    found: float = game.standing(state, seat)
    if found == UNTOLD:
        game.scores(state, points)
        found = points[seat]
    return found


@rules
def look_round(game: Any, state: Any, book: Book, row: Any, points: Any) -> None:
    """A turn has ended: which side leads, by the best of its seats, and whether it changed anything."""
    best, leaders, changed = UNTOLD, 0, False
    for seat in range(book.n_players):
        now = standing_of(game, state, seat, points)
        changed = changed or now != book.standing[seat]
        book.standing[seat] = now
        if now > best:
            best, leaders = now, 0
        if now == best:
            leaders |= 1 << book.sides[seat]
    if not changed:
        row[IDLE] += 1
    if book.turns <= MOST_TURNS:
        book.leaders[book.turns - 1] = leaders
    if leaders & (leaders - 1) == 0:
        alone = first_seat(leaders)
        if book.leader >= 0 and book.leader != alone:
            row[LEADS] += 1
            row[LAST_LEAD] = book.turns
        book.leader = alone


@rules
def turn_begins(game: Any, state: Any, seat: int, book: Book) -> bool:
    """Whether what is done now is the first thing of a turn: as the game counts, else where another seat acts."""
    if book.hooked:
        now = game.turns(state)
        begins = book.turns == 0 or now != book.known
        book.known = now
    else:
        begins = book.turns == 0 or seat != book.seat
    if begins:
        book.seat = seat
    return begins


@rules
def keep_look(book: Book, row: Any, kept: Any) -> None:
    """Keep how everybody stands as a turn begins, and who is about to act."""
    wide = book.n_players + 1
    at = row[LOOKS] * wide
    if at + wide <= len(kept):
        for seat in range(book.n_players):
            kept[at + seat] = book.standing[seat]
        kept[at + book.n_players] = book.seat
        row[LOOKS] += 1


@rules
def note_events(dice: Dice, classes: Any, times: Any, seen: Any) -> None:
    """Count what an action brought about: how often, and for whom."""
    for i in range(dice.n_events):
        event = dice.events[i]
        kind, item = event.kind, event.item
        if kind < 0 or kind >= EVENT_KINDS:
            continue
        if item < 0 or item >= EVENT_ITEMS:
            item = EVENT_ITEMS - 1
        found = classes[kind * EVENT_ITEMS + item]
        if found >= 0:
            times[found] += 1
            if event.seat >= 0:
                seen[found] |= 1 << event.seat
    dice.n_events = 0
    dice.n_drawn = 0


@rules
def add_events(times: Any, seen: Any, won: Any, n_players: int, sums: Any) -> None:
    """A game has ended: what happened in it, to whom, and what they won."""
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
def time_taken(people: Any, count: int, happened: int) -> int:
    """How long people take for a decision with so many options that brought about so many events.

    Where nothing came of it somebody let a chance pass, which takes no time worth counting.
    """
    if happened == 0:
        return 0
    return int(people[PER_OPTION] * min(count, MOST_READ) + people[PER_EVENT] * happened)


@rules
def sum_up(book: Book, won: Any, row: Any) -> None:
    """What can be said only when it is known who has won."""
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
    looked = min(book.turns, MOST_TURNS)
    if looked > 0:
        row[HALF] = book.leaders[(looked - 1) // 2]
    if winner >= 0:
        for turn in range(looked):
            if book.leaders[turn] >> winner & 1 == 0:
                row[TRAILED] += 1


@rules
def finish(game: Any, state: Any, book: Book, row: Any, won: Any, scores: Any, points: Any) -> None:
    """The game has ended, or was stopped."""
    if book.turns > 0:
        look_round(game, state, book, row, points)
    row[TURNS] = book.turns
    row[ENDED] = int(game.over(state))
    game.scores(state, points)
    for seat in range(book.n_players):
        scores[seat] = points[seat]
    if row[ENDED]:
        game.shares(state, points)
        for seat in range(book.n_players):
            won[seat] = int(points[seat] * SHARE + 0.5)
    sum_up(book, won, row)


@rules
def start_book(game: Any, state: Any, book: Book, n_players: int, hooked: int, points: Any) -> None:
    """Open the book of a game that has just been dealt."""
    book.n_players, book.hooked, book.leader = n_players, hooked, -1
    for seat in range(n_players):
        book.sides[seat] = game.side(state, seat)
        book.standing[seat] = standing_of(game, state, seat, points)


@entry_in(WATCHES, BYTES, BYTES, WHOLE, WHOLE, WHOLES, WHOLES, WHOLE_ROWS, WHOLE_ROWS)
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
    """Deal games into cleared positions, each with the stream of its number for the deal, and count what happens."""
    states = batch_in(memory, game.STATE)
    dice = local_record(DICE)
    dice.written = True
    for i in range(len(numbers)):
        begin_stream(dice, seed, numbers[i], 15, 0, 0)
        game.deal(states[i], record_in(options, game.OPTIONS), n_players, dice)
        note_events(dice, classes, times[i], seen[i])


@entry_in(
    WATCHES,
    BYTES,
    BYTES,
    WHOLES,
    WHOLES,
    WHOLE_ROWS,
    FLOATS,
    FLOATS,
    WHOLES,
    WHOLE_ROWS,
    WHOLE_ROWS,
    WHOLE_ROWS,
    WHOLE_ROWS,
    FLOAT_ROWS,
    FLOAT_ROWS,
    WHOLE_ROWS,
    WHOLES,
)
def watch_games(
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
    """Play the games that lie dealt in `memory` to their end between the bots `kinds`, and write down what is measured.

    `terms` are how many play, the cap on decisions, whether the game counts turns, the seed, and how long people take
    (three numbers). `work` has room for two positions, `notes` for a copy of `memo`; `classes` tells by kind and item
    which events count together, `times` and `seen` how often and to whom they happened, by game. `rows` gets the
    columns, `won` the shares of the win in sixtieths, `kept` positions of the first games, `events` sums by class,
    `options` how many decisions had so many options.
    """
    states, thought, people = batch_in(memory, game.STATE), batch_in(work, game.STATE), terms[4:]
    n_players, cap, hooked, seed = terms[0], terms[1], terms[2], terms[3]
    table, mind = local_record(DICE), local_record(DICE)
    actions, points = local_record(ACTIONS), local_floats(MOST_SEATS)
    table.written = True
    for i in range(len(numbers)):
        state, row = states[i], rows[i]
        book = local_record(BOOK)
        start_book(game, state, book, n_players, hooked, points)
        for place in range(len(memo)):
            notes[place] = memo[place]
        while row[DECISIONS] < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            if turn_begins(game, state, seat, book):
                if book.turns > 0:
                    look_round(game, state, book, row, points)
                if hooked or book.turns == 0:
                    begin_stream(table, seed, numbers[i], seat, book.taken[seat], 1)
                    begin_stream(mind, seed, numbers[i], seat, book.taken[seat], 2)
                if book.turns == 0:
                    row[FIRST] = seat
                book.turns += 1
                book.taken[seat] += 1
                row[SECONDS] += people[PER_TURN]
                if i < len(kept):
                    keep_look(book, row, kept[i])
            book.last_act[seat] = book.turns
            actions.count = 0
            game.legal(state, seat, actions)
            count = actions.count
            options[min(count, len(options) - 1)] += 1
            if count > 1:
                row[CHOICES] += 1
            thought[0] = state
            game.redeal(thought[0], seat, mind)
            action = decide(game, thought, seat, kinds[i, seat], actions, notes, points, mind)
            game.apply(state, seat, action, table)
            row[SECONDS] += time_taken(people, count, table.n_events)
            note_events(table, classes, times[i], seen[i])
            row[DECISIONS] += 1
        finish(game, state, book, row, won[i], scores[i], points)
        add_events(times[i], seen[i], won[i], n_players, events)


class Watch(Program):
    """What studies call."""

    kept_as = "lab"
    functions = WATCHES

    deal_games: Call
    watch_games: Call
