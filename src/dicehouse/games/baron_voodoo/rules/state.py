"""Define the position of Baron Voodoo and its constants."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.old_names import old_name_getter
from dicehouse.records.record import Array, array, i8, i16, i32, record

MAX_PLAYERS = 4
NO_SEAT = -1
NO_LOA = -1
NO_COLOUR = -1  # of a space that is not painted
NO_SPACE = -1
NO_FACE = -1
BARON = 1  # the Baron's side in solo
SIZE = 7
SPACES = SIZE * SIZE
CENTRE = 24
LINES = 2 * SIZE  # rows, then files
DIRECTIONS = 8  # up, right, down, left; then the diagonals, where a table wants them (S4)
N_LOAS = 4
N_FACES = 6
N_COLOURS = N_LOAS + 1
KINDS = 1 + N_COLOURS * N_FACES  # dice are numbered 1 .. 30, 0 is no die
OFFERINGS = 20
WISHES = 4  # of the Baron in solo


class Colour(IntEnum):
    """Name the colours of dice; white belongs to nobody. The first four number the Loas as well."""

    YELLOW = 0
    TURQUOISE = 1
    RED = 2
    PURPLE = 3
    WHITE = 4


class Loa(IntEnum):
    """Name the four Loas, in the order of their colours."""

    MAMY_WATA = 0
    GRAN_BWA = 1
    PAPA_LEGBA = 2
    ERZULIE_FREDA = 3


class Face(IntEnum):
    """Name the six icons of every die, in the order of the rulebook's help page."""

    OFFERING = 0
    VICTORY = 1
    FACE = 2
    GUARD = 3
    STEAL = 4
    EXCHANGE = 5


class Phase(IntEnum):
    """Name what the game waits for; it takes the last three steps by itself."""

    LOA = 0
    BARON_LOA = 1
    DRAFT = 2
    TURN = 3
    CAPTURE = 4
    STEPS = 5
    WATA = 6
    BWA = 7
    BWA_TOP = 8
    BWA_NEXT = 9
    LEGBA = 10
    LEGBA_TO = 11
    ERZULIE = 12
    ERZULIE_WITH = 13
    FACE = 14
    STEAL = 15
    EXCHANGE = 16
    EXCHANGE_WITH = 17
    OVER = 18
    UPCOMING = 19
    TURN_ENDED = 20
    FINAL = 21


class TurnStep(IntEnum):
    """Name the steps of a turn in their order."""

    A = 0
    B = 1
    C1 = 2
    C2 = 3
    C3 = 4
    C4 = 5
    C5 = 6
    D = 7
    END = 8


class EventKind(IntEnum):
    """Name the kinds of events."""

    LOA = 0
    BARON_LOA = 1
    LAID = 2
    LINE = 3
    FIRST = 4
    PLACE = 5
    TURN = 6
    POWER = 7
    WATA = 8
    SPREAD = 9
    MOVE = 10
    SWAP = 11
    CAPTURE = 12
    OFFERING = 13
    TURN_DIE = 14
    VICTORY = 15
    FACE = 16
    GUARD = 17
    GUARD_ENDS = 18
    STEAL = 19
    EXCHANGE = 20
    BUY = 21
    COMBO = 22
    SPIRIT = 23
    SAMEDI = 24
    BLOCKED = 25
    TRIGGER = 26
    FINAL_COMBO = 27
    MAJORITY = 28
    FINAL = 29
    WIN = 30
    LOST = 31


class EndReason(IntEnum):
    """Say what started the end of the game."""

    SCORE = 0
    BLOCKED = 1


@record
class Options:
    """Hold the settings, as numbers."""

    set_up: i8
    layout: i8
    loas: i8
    first: i8
    pairing: i8
    solo_level: i8
    combos: i8
    directions: i8
    power_lines: i8
    legba: i8
    stolen_to: i8
    offerings: i8
    white_tie: i8
    guard_exchange: bool
    white_majority: bool
    other_powers: bool
    guard_ends_extra: bool


@record
class Side:
    """Hold what partners share: points, offerings, Capture zone and Spirit World (section 9); without teams, one
    player's own.
    """

    vp: i16
    offerings: i16
    n_zone: i8
    zone: Array[i8] = array(48)  # captured dice, the first captured first
    spirit: Array[i8] = array(KINDS)  # how many of each kind of die


@record
class Player:
    """Hold what is a player's own even in a team."""

    loa: i8
    guarded: bool  # the Protection token lies active side up


@record
class State:
    """Hold the whole position. A stack is one number, five bits for a die, the top die in the lowest five."""

    board: Array[i16] = array(SPACES)
    n_players: i8
    n_sides: i8
    solo: bool
    teams: bool
    low: i8  # first and last row and column in play: the ring is closed in solo
    high: i8
    phase: i8
    player: i8  # whose turn it is; in solo 1 is the Baron
    first: i8
    step: i8  # the first step of this turn that is still open
    power: i8  # the Loa whose power is being used, or NO_LOA
    held: i8  # a space chosen for it
    held_to: i8  # the space the first die went to
    held_side: i8  # the first die of an exchange, or the die
    held_die: i8
    captured: i8  # the die captured this turn, with its current face
    power_used: bool
    bought: bool  # an extra turn
    extra: bool  # this turn is the extra turn
    samedi: i8  # the side that holds the Baron Samedi token
    trigger: i8  # who started the end
    why: i8
    winner: i8
    turn: i8
    reserve: i8  # offerings
    threshold: i8
    colours: Array[i32] = array(SIZE)  # painted on the board, row by row, in three bits a space; 0 is none
    pool: Array[i8] = array(KINDS)  # dice not placed yet, in a draft
    line: Array[i8] = array(WISHES)  # solo: the Priority line
    final_combo: Array[i8] = array(MAX_PLAYERS)  # points of the final combo, by side
    options: Options
    sides: Array[Side] = array(MAX_PLAYERS)
    players: Array[Player] = array(MAX_PLAYERS)


__getattr__ = old_name_getter(__name__)  # names of the version before
