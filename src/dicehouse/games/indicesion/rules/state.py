"""Define the position of inDICEsion: where every body is, and what has been decided."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.records.record import Array, array, f64, i8, i16, record

MAX_PLAYERS = 6
NO_SEAT = -1
NO_DIE = -1
NO_PIECE = -1  # no board or barrel: the target, or everything
N_COLOURS = 6
EACH = 6  # dice of a colour
N_DICE = N_COLOURS * EACH
N_BOARDS = 12  # six for players, six for the middle
CENTRE = 6  # the first board of the middle
N_BARRELS = 6
MOST_ROUNDS = 20
LETTERS = "roygbk"


class Colour(IntEnum):
    """Name the colours of dice; with the draft each has its power."""

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    PINK = 5


class Mode(IntEnum):
    """Name the three games."""

    CLASSIC = 0
    CENTRAL = 1
    DRAFTING = 2


class Release(IntEnum):
    """Name the boards from which a die must be six inches away at its release."""

    TARGET = 0
    EVERY = 1


class Starter(IntEnum):
    """Say what the highest roll decides."""

    SELF = 0  # that player starts
    CHOOSE = 1  # that player says who starts


class PieceStatus(IntEnum):
    """Say what has become of a die, a board or a barrel."""

    BOX = 0  # not in this round
    POOL = 1  # in the middle, to be drafted
    HAND = 2
    TABLE = 3
    BURNT = 4
    LOST = 5  # off the table
    SPENT = 6  # used for its power
    TAKEN = 7  # a barrel that somebody knocked off


class Phase(IntEnum):
    """Name what the game waits for."""

    STARTER = 0
    DRAFT = 1
    BARRELS = 2
    BUILD = 3
    THROW = 4
    BLUE = 5
    PINK = 6
    OVER = 7


class EventKind(IntEnum):
    """Name the kinds of events."""

    DEAL = 0
    ROLL_OFF = 1
    START = 2
    ROUND = 3
    PICK = 4
    STAND = 5
    ASIDE = 6
    BUILT = 7
    PLACED = 8
    REMOVED = 9
    READY = 10
    THROW = 11
    BURNT = 12
    OFF = 13
    VERDICT = 14
    KNOCKED = 15
    TAKEN = 16
    BLUE = 17
    PASS = 18
    AGAIN = 19
    KEEP = 20
    SKIP = 21
    BOARD_POINTS = 22
    ROUND_WON = 23
    WIN = 24
    DRAWN = 25
    LAST_THROWS = 26


class NoScoreReason(IntEnum):
    """Say why a thrown die scores nothing."""

    ON_NO_BOARD = 0
    CROOKED = 1
    COVERED = 2


@record
class Options:
    """Hold the settings, as numbers."""

    game: i8
    boards: i8
    hand: i8
    release: i8
    starter: i8
    rounds: i8
    barrels: bool
    covered_yellow_works: bool
    physics: i8  # its version


@record
class PieceState:
    """Hold a body and its pose: its centre in metres, its turn as a quaternion."""

    where: i8
    owner: i8  # the seat whose die, board or barrel it is, or NO_SEAT
    home: i8  # of a barrel: the board on which it was placed
    fixed: bool
    x: f64
    y: f64
    z: f64
    w: f64
    i: f64
    j: f64
    k: f64


@record
class LostDie:
    """Hold a die that a throw knocked off a board: its face and its place there."""

    seats: i8  # mask of the owners of those boards, as long as they may replace it
    face: i8
    x: f64
    y: f64


@record
class State:
    """Hold the whole position."""

    n_players: i8
    phase: i8
    round: i8
    turn: i16
    player: i8  # the seat whose turn it is, or that places or builds
    starter: i8  # of this round
    first: i8  # of the first round
    asked: i8  # the seat that may respawn
    thrown: i8  # the die of this turn, or NO_DIE
    again: bool  # it is thrown once more
    picked: i8  # how many dice are drafted
    ending: bool  # everybody knows that nobody has more than one die left
    winner: i8
    wins: Array[i8] = array(MAX_PLAYERS)
    skips: Array[i8] = array(MAX_PLAYERS)
    taken: Array[i8] = array(MAX_PLAYERS)
    points: Array[i16] = array(MOST_ROUNDS, MAX_PLAYERS)
    round_winner: Array[i8] = array(MOST_ROUNDS)
    options: Options
    dice: Array[PieceState] = array(N_DICE)
    boards: Array[PieceState] = array(N_BOARDS)
    barrels: Array[PieceState] = array(N_BARRELS)
    losses: Array[LostDie] = array(N_DICE)
