"""Define the position of Deck-O-Dice, and the names of its values."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.compiler.rule_compiler import rules
from dicehouse.records.record import Array, array, i8, i32, record

NO_SEAT = -1  # no seat or side
NO_CARD = -1
NO_MINION = -1
DICEY = 1  # Dicey's side in solo
N_TYPES = 6
N_CARDS = 24
COMBATS = 12
HALF = 6
ALL_CARDS = (1 << N_CARDS) - 1
ALL_TYPES = (1 << N_TYPES) - 1
N_LOOKED = 2  # cards that Diante sees
CRITICAL = 20  # the index of the card whose d20 shows 20
BOTH = 0b11
LOOKS_ON = 2  # a spectator, after the sides 0 and 1
EVERYBODY = 0b111


class Minion(IntEnum):
    """Number the six DieMinions by rank; the numbers are also the columns of the cards."""

    QUAD = 0
    CUBERA = 1
    DIANTE = 2
    SPARTEN = 3
    DWELVE = 4
    TWENT = 5


class Phase(IntEnum):
    """Number the phases of a combat; from COMBAT on, the game takes the next step by itself."""

    CHOOSE = 0
    DIANTE = 1
    TAKE = 2
    CUBERA = 3
    OVER = 4
    COMBAT = 5
    REVEAL = 6
    DRAW = 7
    DRAWN = 8
    ACTED = 9
    COMPARE = 10


class AttackReason(IntEnum):
    """Number the reasons why a side attacks."""

    TYPE = 0
    PARITY = 1
    VALUE = 2


class EventKind(IntEnum):
    """Number the kinds of events."""

    HALF = 0
    COMBAT = 1
    CHOSEN = 2
    REVEAL = 3
    PICK = 4
    DICEY_FLIP = 5
    DICEY_PICKS = 6
    ROLES = 7
    FLIP = 8
    ATTACK = 9
    DRAW = 10
    REDRAW = 11
    NO_NUMBER = 12
    LOOK = 13
    LOOKED = 14
    DECLINE = 15
    TAKE = 16
    REROLL = 17
    KEEP = 18
    GIANT_KILLER = 19
    SHIELD = 20
    STUBBORN = 21
    COMPARE = 22
    WON = 23
    TIE = 24
    SHUFFLED = 25
    END = 26
    WIN = 27
    LOST = 28


@record
class Options:
    """Hold the settings as numbers."""

    abilities: i8
    parity: i8
    memory: bool


@record
class Side:
    """Hold one row of DieMinions and the cards that it has won. Cards are numbered from 0."""

    unused: i8  # mask of the minions left in this half
    choice: i8  # sealed until both have chosen
    minion: i8  # once revealed
    card: i8  # the roll card
    value: i8
    pile: i32  # mask of cards


@record
class State:
    """Hold the whole position. The deck is what is known of it: a card on top that a side has seen, cards in unknown
    order, and behind them those that were put to the bottom, the first to be drawn first.
    """

    rest: i32  # mask of cards in an order that nobody knows
    top: i8
    top_seen: i8  # mask of those who know the top card: sides and LOOKS_ON
    n_bottom: i8
    bottom: Array[i8] = array(N_CARDS)
    looked: Array[i8] = array(2)  # the cards that Diante sees
    looked_seen: Array[i8] = array(2)  # who else knows them
    phase: i8
    solo: bool
    combat: i8  # 1 .. 12
    attacker: i8
    acting: i8  # the side whose step it is
    defending: bool  # that side is the defender
    odd: i8  # the side that attacks on odd numbers
    flip: i8  # the card turned up for the roles
    winner: i8
    results: Array[i8] = array(COMBATS + 1)  # the winning side of each combat, NO_SEAT in a tie
    options: Options
    sides: Array[Side] = array(2)


@rules
def is_automatic(state: State) -> bool:
    """Return True if the game takes its next step by itself."""
    return state.phase >= Phase.COMBAT
