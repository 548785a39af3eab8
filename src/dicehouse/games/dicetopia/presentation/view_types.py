"""Define the types of the view, the options and the events of Dicetopia, as a board gets them.

Things are written as words: "t4" is a teal four, "agent:0" an Agent of the first seat, "x" a destroyed space.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

DieName = str  # Colour and value: "t4"
Thing = str | None  # None if there is nothing, "x" if the space is destroyed, a die, or a piece
Place = str  # "agency-3" is a space of an area, "p2-4" a die on a faction board; all numbers count from 1
AreaId = Literal["agency", "gugu", "waste", "congress", "bank", "nethal", "market", "dome", "ravin", "springs"]
Colour = Literal["teal", "purple", "white"]
MissionSource = Literal["drawn", "copied", "drawn and copied"]  # Where the Mission comes from that another counts as
StarKind = Literal["dice", "stock", "domination", "blood", "mission"]
Ability = Literal["unused", "used", "always"]
Window = Literal["start", "placed", "end"]  # When abilities may be used in a turn
Phase = Literal[
    "faction",
    "missions",
    "skip",
    "hypnosis",
    "turn",
    "place",
    "cancel",
    "action",
    "second",
    "value",
    "return",
    "dome",
    "stock",
    "transcend",
    "alpha",
    "alpha-with",
    "robin",
    "robin-own",
    "exterminate",
    "intervene",
    "intervene-again",
    "slip",
    "slip-to",
    "turf",
    "connect",
    "sacrifice",
    "adapt",
    "end",
    "draft",
    "clone",
    "blockade",
    "leave",
    "over",
]


class Area(TypedDict):
    """Describe an area of the city, and who dominates it."""

    id: AreaId
    name: str
    kind: Literal["city", "dock", "wasteland"]
    action: AreaId | None  # The area whose Action it has
    line: str
    spaces: list[Thing]
    strength: list[float]
    leaders: list[int]
    lead: float
    stars: int
    core: int
    dice: int


class StarTotals(TypedDict):
    """Count the stars of a seat by their source, without Missions."""

    blood: int
    stock: int
    dice: int
    domination: int


class FinalTotals(StarTotals):
    """Count the stars of a seat at the end."""

    missions: int
    total: int


class Seat(TypedDict):
    """Describe a player, as everybody sees them."""

    faction: str | None
    ability: Ability | None  # None before there is a faction
    dice: list[DieName]
    protected: list[int]  # The numbers of the protected dice
    tokens: int
    agents: int
    tentacle: bool
    thug: bool
    missions: int
    gave: bool
    total: int
    parts: StarTotals
    place: int | None


class Mission(TypedDict):
    """Describe a Mission card in a hand."""

    id: str
    name: str
    stars: int | None
    each: bool
    text: str
    now: int | None  # What it would pay now; None if it depends on other cards


# A Mission that was counted at the end, or left out.
Revealed = TypedDict(
    "Revealed",
    {
        "id": str,
        "stars": int,
        "from": MissionSource | None,
        "of": int | None,
        "as": str | None,
        "left": bool,
    },
)


class Scenario(TypedDict):
    """Describe the scenario of this table."""

    id: str
    name: str
    ours: bool
    text: str


class HeldPlace(TypedDict):
    """Name the place that was chosen first, of something that takes two."""

    place: Place


class CountByColour(TypedDict):
    """Give a number for each colour of dice."""

    teal: int
    purple: int
    white: int


class Stock(TypedDict):
    """Describe the Stock Exchange: what its steps pay, and where the cube of each colour is."""

    track: list[int]
    at: CountByColour
    value: CountByColour


class Prison(TypedDict):
    """Describe the prison: the seats whose Thugs are in it, and its dice."""

    thugs: list[int]
    dice: list[DieName]


class Dome(TypedDict):
    """Describe the Blood Dome: its card and bag, what each number of matches pays, and how many the reader has."""

    card: list[DieName]
    rerolled: list[bool]
    bag: CountByColour
    points: list[int]
    matches: int | None


class KnownCards(TypedDict):
    """Name the Missions on top of the deck that the reader knows, the next one first."""

    top: list[str]


class SeatKnowledge(TypedDict):
    """Describe what a seat saw otherwise than a spectator."""

    hand: NotRequired[list[Mission]]
    known: NotRequired[KnownCards]
    dome: NotRequired[Dome]


class View(TypedDict):
    """Describe the position as a seat or a spectator sees it."""

    game: str
    each: NotRequired[list[SeatKnowledge]]  # Only in an open replay: what each seat alone knew
    phase: Phase
    round: int
    rounds: int
    turn: int
    saved: int | None  # The seat that has saved its turn
    player: int | None
    began: int
    marker: int
    asked: list[int]
    scenario: Scenario | None
    text: Literal["traditional", "rebalanced"]
    window: Window | None
    doing: AreaId | None
    entered: AreaId | None
    hypnosis: AreaId | None
    held: HeldPlace | None
    areas: list[Area]
    stock: Stock
    prison: Prison
    dome: Dome
    tokens: int
    magmacorium: int
    deck: int
    seats: list[Seat]
    hand: list[Mission]
    known: KnownCards
    revealed: list[list[Revealed]] | None
    final: list[FinalTotals] | None
    winner: list[int] | None


class StarSource(TypedDict):
    """Describe one source of stars in a certain outcome."""

    what: StarKind
    seat: int
    points: int
    area: AreaId | None
    mission: str | None


# What an option does. Its kind says which of the fields that may be missing it has.
OptionFacts = TypedDict(
    "OptionFacts",
    {
        "kind": str,
        "place": Place | None,
        "area": AreaId | None,
        "die": DieName | None,
        "faction": NotRequired[str],
        "mission": NotRequired[str],
        "colour": NotRequired[Colour],
        "up": NotRequired[bool],
        "value": NotRequired[int],
        "seat": NotRequired[int],
        "card": NotRequired[int],
        "matches": NotRequired[int],
        "from": NotRequired[Place | None],
        "cell": NotRequired[int],
        "changes": dict[str, Thing | int],  # by place what lies there then; by "stock-teal" the step of a cube
        "gain": int | None,
        "gains": list[int] | None,  # by seat
        "more": str,  # what the note says besides the gain
        "parts": list[StarSource],
        "areas": dict[AreaId, Area],
    },
)

# What an event of the game says, each kind with some of these fields.
EventFacts = TypedDict(
    "EventFacts",
    {
        "scenario": str,
        "faction": str,
        "missions": list[str],
        "mission": str,
        "top": bool,
        "round": int,
        "turn": int,
        "saved": bool,
        "area": AreaId,
        "place": Place,
        "die": DieName,  # for Alpha an Agent
        "was": DieName,
        "piece": str,
        "slot": int | None,
        "from": Place | None,
        "to": Place,
        "a": Place,
        "b": Place,
        "die_a": DieName,
        "die_b": DieName,
        "card": int,
        "cell": int,
        "matches": int,
        "points": int,
        "dice": list[DieName],
        "colour": Colour,
        "up": bool,
        "at": int,
        "value": int,
        "of": int,
        "by": list[int],
        "leaders": list[int],
        "stars": int,
        "total": int,
        "seats": list[int],
    },
)

# Who gets the First Player Marker, and who had it.
FlagFacts = TypedDict("FlagFacts", {"to": int, "from": int})

# What a Mission pays at the end, and as which other Mission it counts.
MissionFacts = TypedDict(
    "MissionFacts",
    {
        "mission": str,
        "stars": int,
        "of": int | None,
        "from": MissionSource | None,
        "as": str | None,
    },
)
