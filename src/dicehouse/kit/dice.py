"""Dice are an argument of the rules: where throws come from, and where what happened is written down.

The record is never part of a position, so no position holds the future. Every action draws from a stream of its own,
made from the table's source of dice and the action's number: an undone action can't fish for other dice, and any
action can be checked alone. Numbers are unbiased (Lemire, "Fast random integer generation in an interval", 2019) on
top of the stream sfc32 (Doty-Humphrey, PractRand), written in 64-bit variables with a 32-bit mask so that every
machine gives the same ones.
"""

from __future__ import annotations

from .compiling import rules
from .record import Array, array, i8, i16, i32, i64, record

MASK = 0xFFFF_FFFF
MAX_DRAWS = 512
MAX_EVENTS = 192
MAX_FACES = 12


@record
class Event:
    """One thing that happened, as numbers; a game's `words.py` makes it a sentence."""

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
    """The stream of one action and, if `written`, what was drawn from it and what happened."""

    a: i64
    b: i64
    c: i64
    counter: i64
    written: bool
    taped: bool
    short: bool  # the tape ran out
    odd: bool  # the tape held a number that such a die does not have
    revealed: bool  # something sealed was opened
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
    dice.a = a & MASK
    dice.b = b & MASK
    dice.c = c & MASK
    dice.counter = 1
    for _ in range(12):
        next32(dice)


@rules
def next32(dice: Dice) -> int:
    """The next 32 bits of the stream."""
    a, b, c = dice.a, dice.b, dice.c
    out = (a + b + dice.counter) & MASK
    dice.counter = (dice.counter + 1) & MASK
    dice.a = b ^ (b >> 9)
    dice.b = (c + (c << 3)) & MASK
    dice.c = (((c << 21) & MASK | (c >> 11)) + out) & MASK
    return out


@rules
def unbiased(dice: Dice, n: int) -> int:
    """A number in 0 .. n-1 from the stream, each equally likely."""
    product = next32(dice) * n
    if product & MASK < n:
        threshold = (MASK + 1) % n
        while product & MASK < threshold:
            product = next32(dice) * n
    return product >> 32


@rules
def below(dice: Dice, n: int) -> int:
    """A number in 0 .. n-1."""
    if dice.written:
        return drawn_below(dice, n)
    return unbiased(dice, n)


@rules
def roll(dice: Dice) -> int:
    """The face of a rolled six-sided die, 1 .. 6."""
    return 1 + below(dice, 6)


@rules
def drawn_below(dice: Dice, n: int) -> int:
    """`below`, from the tape if there is one, and written down."""
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
        value = unbiased(dice, n)
    if dice.n_drawn < MAX_DRAWS:
        dice.drawn[dice.n_drawn] = value + 1
        dice.sides[dice.n_drawn] = n
        dice.n_drawn += 1
    return value


@rules
def tell(dice: Dice, kind: int, seat: int, other: int = -1, item: int = 0, amount: int = 0, total: int = 0) -> None:
    """Write down that something happened; `show` adds the faces that were seen."""
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
def reveal(dice: Dice) -> None:
    """Something that was sealed is open now: nobody can take it back."""
    dice.revealed = True


@rules
def show(dice: Dice, face: int) -> None:
    """Add a face to the event told last."""
    if dice.written and dice.n_events > 0:
        event = dice.events[dice.n_events - 1]
        if event.n_faces < MAX_FACES:
            event.faces[event.n_faces] = face
            event.n_faces += 1
