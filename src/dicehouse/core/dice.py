"""Draw dice for the rules, and record what happened.

The dice are an argument of the rules. The record is never part of a position, so no position holds the future. Every
action draws from a stream of its own, made from the table's source of dice and the action's number: undoing an action
can't give other dice, and any action can be checked alone. Numbers are unbiased (Lemire, "Fast random integer
generation in an interval", 2019) on top of the stream sfc32 (Doty-Humphrey, PractRand), written in 64-bit variables
with a 32-bit mask so that every machine gives the same ones.
"""

from __future__ import annotations

from ..compiler.rule_compiler import rules
from ..records.record import Array, array, i8, i16, i32, i64, record

MASK_32 = 0xFFFF_FFFF
MAX_DRAWS = 512
MAX_EVENTS = 192
MAX_FACES = 12


@record
class Event:
    """Hold one event as numbers; the hook `log_entry` of a game turns it into a sentence."""

    amount: i32
    total: i32
    item: i16
    kind: i8
    seat: i8
    other: i8
    n_faces: i8
    faces: Array[i8] = array(MAX_FACES)


@record
class Dice:
    """Hold the stream of one action and, if `written`, what was drawn from it and what happened."""

    a: i64
    b: i64
    c: i64
    counter: i64
    written: bool
    taped: bool
    short: bool  # the tape ran out
    odd: bool  # the tape held a number that the die does not have
    revealed: bool  # something hidden was revealed
    n_tape: i16
    tape_at: i16
    n_drawn: i16
    n_events: i16
    tape: Array[i16] = array(MAX_DRAWS)
    drawn: Array[i16] = array(MAX_DRAWS)
    sides: Array[i16] = array(MAX_DRAWS)
    events: Array[Event] = array(MAX_EVENTS)


@rules
def start_stream(dice: Dice, a: int, b: int, c: int) -> None:
    """Begin the stream of three 32-bit words."""
    dice.a = a & MASK_32
    dice.b = b & MASK_32
    dice.c = c & MASK_32
    dice.counter = 1
    for _ in range(12):
        next_word(dice)


@rules
def next_word(dice: Dice) -> int:
    """Return the next 32 bits of the stream."""
    a, b, c = dice.a, dice.b, dice.c
    out = (a + b + dice.counter) & MASK_32
    dice.counter = (dice.counter + 1) & MASK_32
    dice.a = b ^ (b >> 9)
    dice.b = (c + (c << 3)) & MASK_32
    dice.c = (((c << 21) & MASK_32 | (c >> 11)) + out) & MASK_32
    return out


@rules
def draw_below(dice: Dice, n: int) -> int:
    """Return a number from 0 to n - 1 from the stream; each is equally likely."""
    product = next_word(dice) * n
    if product & MASK_32 < n:
        threshold = (MASK_32 + 1) % n
        while product & MASK_32 < threshold:
            product = next_word(dice) * n
    return product >> 32


@rules
def below(dice: Dice, n: int) -> int:
    """Return a number from 0 to n - 1, from the tape if there is one."""
    if dice.written:
        return _draw_written(dice, n)
    return draw_below(dice, n)


@rules
def roll(dice: Dice) -> int:
    """Return the face of a rolled six-sided die, 1 to 6."""
    return 1 + below(dice, 6)


@rules
def _draw_written(dice: Dice, n: int) -> int:
    """Return a number from 0 to n - 1, from the tape if there is one, and record it."""
    value = -1
    if dice.taped:
        if dice.tape_at < dice.n_tape:
            value = dice.tape[dice.tape_at] - 1
            dice.tape_at += 1
            if value < 0 or value >= n:
                dice.odd = True
                value = -1
        else:
            dice.short = True
    if value < 0:
        value = draw_below(dice, n)
    if dice.n_drawn < MAX_DRAWS:
        dice.drawn[dice.n_drawn] = value + 1
        dice.sides[dice.n_drawn] = n
        dice.n_drawn += 1
    return value


@rules
def log_event(
    dice: Dice, kind: int, seat: int, other: int = -1, item: int = 0, amount: int = 0, total: int = 0
) -> None:
    """Record an event; `log_face` adds the faces that were shown."""
    if dice.written and dice.n_events < MAX_EVENTS:
        event = dice.events[dice.n_events]
        event.kind = kind
        event.seat = seat
        event.other = other
        event.item = item
        event.amount = amount
        event.total = total
        event.n_faces = 0
        dice.n_events += 1


@rules
def mark_revealed(dice: Dice) -> None:
    """Record that something hidden is open now, so that the action can't be undone."""
    dice.revealed = True


@rules
def log_face(dice: Dice, face: int) -> None:
    """Add a face to the latest event."""
    if dice.written and dice.n_events > 0:
        event = dice.events[dice.n_events - 1]
        if event.n_faces < MAX_FACES:
            event.faces[event.n_faces] = face
            event.n_faces += 1
