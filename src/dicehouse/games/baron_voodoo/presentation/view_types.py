"""Define the types of the view, the options and the events of Baron Voodoo, as a board gets them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Colour = Literal["Y", "T", "R", "P", "W"]
LoaColour = Literal["Y", "T", "R", "P"]
Paint = Literal["Y", "T", "R", "P", "W", "."]  # The colour painted on a space, "." for none
Face = Literal["O", "V", "F", "G", "S", "X"]
DieName = str  # Colour and face: "PX"
Space = str  # File and rank: "c3"
Line = str  # A line to push: "row 3" or "file c"
LineEnd = Literal["left", "right", "up", "down"]
StepId = Literal["A", "B", "C1", "C2", "C3", "C4", "C5", "D"]
StepState = Literal["done", "passed", "now", "open", "closed"]
PowerName = Literal["wata", "bwa", "legba", "erzulie"]
LoaId = Literal["mamy-wata", "gran-bwa", "papa-legba", "erzulie-freda"]
ComboKind = Literal["icon", "colour"]
EndReason = Literal["score", "blocked"]
SetUp = Literal["quick", "draft", "balanced", "chaos"]
Stacks = dict[Space, list[DieName]]  # The dice of each stack, from bottom to top
Phase = Literal[
    "loa",
    "baron-loa",
    "draft",
    "turn",
    "capture",
    "steps",
    "wata",
    "bwa",
    "bwa-top",
    "bwa-next",
    "legba",
    "legba-to",
    "erzulie",
    "erzulie-with",
    "face",
    "steal",
    "exchange",
    "exchange-with",
    "over",
]


class Step(TypedDict):
    """Describe a step of the current turn."""

    id: StepId
    state: StepState
    name: str
    short: str  # What it costs or yields, in a word or two
    price: int  # In offerings; negative if it yields some
    why: str  # Why it can't be taken now, in a sentence


class Power(TypedDict):
    """Describe one of the four powers, for the player whose turn it is."""

    power: PowerName
    colour: LoaColour
    price: int  # In offerings
    why: str  # Why it can't be used now, in a sentence


# A jump over a die.
Jump = TypedDict("Jump", {"from": Space, "over": Space, "to": Space})

# The last jump, with the die that was taken and the one that jumped; the Baron has no seat.
LastJump = TypedDict(
    "LastJump",
    {
        "seat": int | None,
        "from": Space,
        "over": Space,
        "to": Space,
        "die": DieName,
        "jumper": DieName,
        "baron": bool,
    },
)


class Group(TypedDict):
    """Describe dice that lie together, and the points that they brought or would bring."""

    dice: list[DieName]
    points: int


class Combo(Group):
    """Describe a combo that the Capture zone of the player holds."""

    kind: ComboKind


class Split(TypedDict):
    """Describe the combos without a common die that score most together."""

    points: int
    combos: list[list[DieName]]


class CountByColour(TypedDict):
    """Give a number for each colour of dice."""

    Y: int
    T: int
    R: int
    P: int
    W: int


class Side(TypedDict):
    """Describe what partners share; without teams, what one player has."""

    seats: list[int]  # Empty for the Baron
    name: str | None  # The Baron's; None for players
    loas: list[LoaColour]
    vp: int
    offerings: int
    zone: list[DieName]  # The Capture zone, the first captured first
    spirit: list[Group]  # The Spirit World, in the order it was filled
    counts: CountByColour  # The dice of the Spirit World
    best_final: int  # The points of the best combo in the Capture zone


class SeatView(TypedDict):
    """Describe what is a player's own even in a team."""

    loa: LoaColour | None
    guarded: bool
    side: int
    total: int
    place: int | None


class Wish(TypedDict):
    """Describe a wish of the Baron: the die, and what it means on the board as it is."""

    die: DieName
    words: str
    now: str
    next: bool  # True for what he would take if it were his turn


class BaronView(TypedDict):
    """Describe the Baron, who plays against a single player."""

    loa: LoaColour | None
    guarded: bool
    level: int
    line: list[DieName]
    wishes: list[Wish]
    next: Jump | None  # What he would take if it were his turn


class HeldSpaces(TypedDict):
    """Describe the power being used, with the space chosen for it and the space the first die went to."""

    power: PowerName
    space: Space | None
    first: Space | None


class HeldDie(TypedDict):
    """Describe the first die of an exchange."""

    side: int
    die: DieName


class Trigger(TypedDict):
    """Describe who started the end of the game, and why; the Baron has no seat."""

    seat: int | None
    why: EndReason


class FinalSide(TypedDict):
    """Describe how the total of a side came about."""

    before: int  # The points before the final count
    combo: Group | None
    majorities: CountByColour
    total: int


class FinalCount(TypedDict):
    """Describe the final count, by side."""

    sides: list[FinalSide]


class View(TypedDict):
    """Describe the position as everybody sees it."""

    game: str
    mode: Literal["free", "teams", "solo"]
    phase: Phase
    turn: int
    round: int
    player: int | None  # Who is asked to choose
    extra: bool  # True if this turn is an extra turn
    bought: bool  # True if an extra turn was bought this turn
    threshold: int  # The points that start the end of the game
    first: int
    area: tuple[int, int]  # The first and the last row and column in play
    layout: list[Paint]  # Row by row, from the upper left
    board: Stacks
    held: HeldSpaces | None
    held_die: HeldDie | None
    captured: DieName | None  # The die captured this turn, with its present face
    steps: list[Step]
    powers: list[Power]
    reserve: int | None  # The offerings left; None if they are unlimited
    samedi: int | None  # The side that holds the Baron Samedi token
    sides: list[Side]
    seats: list[SeatView]
    baron: BaronView | None
    pool: dict[DieName, int]  # The dice that are not placed yet, in a draft
    trigger: Trigger | None
    to_play: list[int]  # The seats that still have a turn in the last round
    last: LastJump | None
    combos: list[Combo]
    best_split: Split | None
    values: list[int]  # The points of 3, 4, 5 and 6 dice
    final: FinalCount | None
    winner: int | None


Kind = Literal[
    "jump",
    "power",
    "line",
    "stack",
    "top",
    "next",
    "die",
    "to",
    "with",
    "offering",
    "turn",
    "use",
    "buy",
    "combo",
    "spirit",
    "end",
    "face",
    "steal",
    "exchange",
    "place",
    "loa",
    "baron-loa",
]

# What an option does. Its kind says which of the fields it has.
OptionFacts = TypedDict(
    "OptionFacts",
    {
        "kind": Kind,
        "step": NotRequired[StepId],
        "from": NotRequired[Space],
        "over": NotRequired[Space],
        "to": NotRequired[Space],
        "die": NotRequired[DieName],  # for a Loa only its colour
        "space": NotRequired[Space],
        "under": NotRequired[bool],
        "line": NotRequired[Line],
        "end": NotRequired[LineEnd],
        "price": NotRequired[int],  # in offerings
        "face": NotRequired[Face],
        "dice": NotRequired[list[DieName]],
        "points": NotRequired[int],
        "combo": NotRequired[ComboKind],
        "side": NotRequired[int],
        "power": NotRequired[PowerName],
        "loa": NotRequired[LoaId],
        "changes": NotRequired[Stacks],
    },
)

# What an event of the game says, each kind with some of these fields. The sides of an exchange are numbers, the places
# of a swap are spaces. A Loa that was chosen is an id, a Loa under Protection a colour.
EventFacts = TypedDict(
    "EventFacts",
    {
        "from": Space,
        "over": Space,
        "to": Space,
        "die": DieName,
        "jumper": DieName,
        "a": Space | int,
        "b": Space | int,
        "die_a": DieName,
        "die_b": DieName,
        "line": Line,
        "end": LineEnd,
        "under": bool,
        "was": DieName,
        "side": int | None,
        "dice": list[DieName],
        "points": int,
        "total": int,
        "totals": list[int],
        "kind": ComboKind,
        "why": Literal["colour", "face", "score", "blocked"],
        "offerings": int,
        "price": int,
        "power": PowerName,
        "loa": LoaId | LoaColour,
        "space": Space,
        "turn": int,
        "extra": bool,
        "baron": bool,
        "set_up": SetUp,
    },
)


class MajorityFacts(TypedDict):
    """Say what the majority of a colour brings each side at the end."""

    colour: Colour
    counts: list[int]
    points: list[int]


class LostFacts(TypedDict):
    """Say with how many points a player lost against the Baron, who has more."""

    total: int
    baron: int
