"""Define the types of the view, the options, the events and the trial throws of inDICEsion, as a board gets them.

Units are millimetres, degrees and milliseconds; z is up, and the middle of the table is 0, 0, 0.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, NotRequired, TypedDict

Colour = Literal["red", "orange", "yellow", "green", "blue", "pink"]
Id = str  # A body on the table: a die "r1", a player's board "p1", a board in the middle "c1", a barrel "x1"
Phase = Literal["starter", "draft", "barrels", "build", "throw", "blue", "pink", "over"]
BodyKind = Literal["die", "board", "barrel"]
Mode = Literal["classic", "central", "drafting"]
Release = Literal["target", "every"]  # The boards from which a die must be some way away at its release
Bodies = dict[Id, "Body"]


class Vec(NamedTuple):
    """Describe a place or a direction: millimetres, or degrees a second about the table's axes."""

    x: float
    y: float
    z: float


class Quat(NamedTuple):
    """Describe how a body is turned."""

    w: float
    i: float
    j: float
    k: float


class Push(NamedTuple):
    """Describe how a die is let go: speed, heading (90 is away from the near side) and climb."""

    speed: float
    heading: float
    climb: float


class UpFace(NamedTuple):
    """Describe how a die is held: the face up, and its turn."""

    face: float
    turn: float


class BarrelSize(NamedTuple):
    """Describe the size of a barrel."""

    across: float
    high: float


class Contact(NamedTuple):
    """Describe a contact in a flight: when, of what with what, and how fast."""

    seconds: float
    a: Id
    b: Id
    metres_a_second: float


class Burning(NamedTuple):
    """Describe a die that burnt in a flight: when, which one, and which red die it touched."""

    seconds: float
    die: Id
    by: Id


class LandingSpot(NamedTuple):
    """Describe where a die ended, and whether that counts as staying."""

    x: float
    y: float
    z: float
    stays: bool


class Body(TypedDict):
    """Describe a die, a board or a barrel on the table. Only dice have a colour, and only what is owned has a seat."""

    kind: BodyKind
    at: Vec
    quat: Quat
    colour: NotRequired[Colour]
    seat: NotRequired[int]


# A throw in numbers: where the die's centre is let go, its push, its spin, and how it is held.
ThrowParameters = TypedDict(
    "ThrowParameters",
    {
        "from": Vec,
        "push": Push,
        "spin": Vec,
        "up": UpFace,
    },
)

# From where and in which direction a player throws.
Stance = TypedDict("Stance", {"from": Vec, "heading": int})


class DieScore(TypedDict):
    """Describe what a die scores on a board, and the levels of the chains of dice below it."""

    board: Id
    points: int
    chains: list[int]


class DieRuling(TypedDict):
    """Describe the referee's verdict on a die, and its score."""

    face: int | None
    crooked: bool
    covered: bool
    boards: list[Id]
    rests_on: list[Id]
    level: int
    points: int
    scores: list[DieScore]


class Limits(TypedDict):
    """Describe what a throw may be: the fastest, how far a hand reaches, and how near to a board it lets go."""

    speed: int
    spin: int
    reach: int
    gap: int


class Sizes(TypedDict):
    """Describe the sizes of all bodies and of the table."""

    die: float
    board: Vec
    barrel: BarrelSize
    table: float


class SeatView(TypedDict):
    """Describe a player, and what is in their hand."""

    board: Id | None
    colour: Colour | None
    hand: list[Id]
    wins: int
    points: int
    taken: int
    skips: int
    barrels: int
    throws: Stance


class LostDie(TypedDict):
    """Describe a die that a seat may replace now, and the face that it showed."""

    die: Id
    seat: int
    face: int


class RoundResult(TypedDict):
    """Describe the points of a round by seat, and who won it."""

    points: list[int]
    winner: int | None


class View(TypedDict):
    """Describe the position as everybody sees it.

    Units are millimetres, degrees and milliseconds; z is up, and the middle of the table is 0, 0, 0.
    """

    game: str
    mode: Mode
    barrels: bool
    phase: Phase
    round: int
    turn: int
    player: int | None
    starter: int
    asked: list[int]
    wins_needed: int
    release: Release
    hand: str
    limits: Limits
    sizes: Sizes
    bodies: Bodies
    targets: dict[Id, list[Id]]  # What can be aimed at, and the boards that belong to it
    judged: dict[Id, DieRuling]
    seats: list[SeatView]
    pool: dict[Colour, int]
    die: Id | None
    again: bool  # True if that die is thrown once more
    lost: list[LostDie]
    rounds: list[RoundResult]
    winner: int | None


class FlightRecord(TypedDict):
    """Describe a recorded throw: tracks of what moved, contacts for sounds, what burnt, and what left the table."""

    seconds: float
    status: str
    frames: dict[Id, list[int]]
    touches: list[Contact]
    burnt: list[Burning]
    lost: list[Id]


class OptionFacts(TypedDict):
    """Describe what an option does. Its kind says which of the fields it has."""

    kind: str
    usual: NotRequired[bool]  # True for the throw of a player who did not aim
    how: NotRequired[Literal["drop", "lob", "knock"]]
    die: NotRequired[Id | None]
    target: NotRequired[Id]
    throw: NotRequired[ThrowParameters]
    colour: NotRequired[Colour]
    face: NotRequired[int]
    blue: NotRequired[Id]
    seat: NotRequired[int]
    board: NotRequired[Id]
    at: NotRequired[Vec | None]
    place: NotRequired[str]
    piece: NotRequired[Id]
    name: NotRequired[str]


class EventFacts(TypedDict):
    """Describe what an event of the game says, each kind with some of these fields."""

    die: Id
    target: Id
    throw: ThrowParameters | None  # None if it was not recorded
    flight: FlightRecord | None  # None if it was not recorded
    by: Id
    pink: Id
    lost: Id
    barrel: Id
    board: Id | None
    name: str
    colour: Colour
    face: int | None
    landed: list[int]
    crooked: bool
    levels: int
    points: int
    taken: int
    round: int
    amount: int
    seat: int
    seats: list[int]
    dice: list[int]


class PracticeFlight(FlightRecord):
    """Describe a practice throw: its record, and the place and turn in metres where each body rests."""

    rest: dict[Id, list[float]]


class PracticeFacts(TypedDict):
    """Describe what a practice throw led to."""

    die: Id
    target: Id
    throw: ThrowParameters
    flight: PracticeFlight
    says: str


class EstimatedPart(TypedDict):
    """Describe a part of the table, how often a die ends there, and whether that counts as staying."""

    part: str
    share: float
    stays: bool


# The likely results of a throw.
ThrowEstimate = TypedDict(  # noqa: UP013  # the key `tries` was sent before the word was given up for names
    "ThrowEstimate",
    {
        "option": str,
        "target": Id,
        "tries": int,
        "stays": float,
        "where": str,
        "about": str,
        "seat": int,  # the seat whose points the throw changes most
        "mean": float,
        "points": list[float],
        "parts": list[EstimatedPart],
        "clears": float,  # how often something is knocked off a board
        "note": str,
        "places": list[LandingSpot],
        "of": int,  # how many tries there will be
    },
)
