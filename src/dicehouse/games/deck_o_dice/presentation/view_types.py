"""Define the types of the view, the options, the events and the story of Deck-O-Dice, as a board gets them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

TypeId = Literal["quad", "cubera", "diante", "sparten", "dwelve", "twent"]
Cell = int | Literal["R"]  # The print for a die type; "R" is the mark R*
SideAt = Literal[0, 1]
HalfNumber = Literal[1, 2]
Phase = Literal["choose", "diante", "take", "cubera", "over"]
Parity = Literal["odd", "even"]
StepId = Literal["choose", "reveal", "attacker", "defender", "compare"]
StepState = Literal["done", "now", "open"]


class Side(TypedDict):
    """Describe one side of the duel, as far as the reader may know it."""

    seat: int | None  # None for Dicey, who has no seat
    name: str | None  # Dicey's; None for players
    parity: Parity | None
    attacks_on: str | None  # Against an equal die it attacks if the d4 of a flipped card shows one of these
    chosen: bool
    minion: TypeId | None
    card: int | None
    value: int | None
    printed: Cell | None
    points: int
    pile: list[int] | None
    holds_20: bool | None
    left: list[TypeId] | None
    n_left: int
    used: int


class Step(TypedDict):
    """Describe a step of a combat."""

    id: StepId
    state: StepState


class CombatResult(TypedDict):
    """Say which side won a combat; None for a tie."""

    combat: int
    winner: SideAt | None


class Odds(TypedDict):
    """Say in words how many of the unseen cards beat the one to beat."""

    count: str


class View(TypedDict):
    """Describe the position as a seat or a spectator sees it."""

    game: str
    mode: Literal["duel", "solo"]
    abilities: Literal["proposed", "attested"]
    memory: bool
    each: NotRequired[list[dict[str, object]]]  # Only in an open replay: what each seat alone knew
    phase: Phase
    combat: int
    combats: int  # In a whole game, of two halves
    half: HalfNumber
    asked: list[int]
    deck: int  # The number of cards in the deck
    top: int | None
    bottom: list[int] | None
    rest: list[int] | None
    attacker: SideAt | None
    acting_side: SideAt | None
    steps: list[Step]
    flip: int | None
    sides: list[Side]
    looked: list[int] | None
    results: list[CombatResult]
    odds: Odds | None
    cards: dict[str, list[Cell]]  # What is printed on each card, for every die type
    winner: SideAt | None
    points_note: str | None


class OptionFacts(TypedDict):
    """Describe what an option does. Its kind says which of the fields it has."""

    kind: Literal["choose", "look", "decline", "take", "reroll", "keep"]
    type: NotRequired[TypeId]
    card: NotRequired[int]
    value: NotRequired[int]
    win: NotRequired[float]
    tie: NotRequired[float]
    plain: NotRequired[str]  # What the button does, without the odds


class EventFacts(TypedDict):
    """Describe what an event of the game says, each kind with some of these fields.

    In memory mode the events of past combats have none.
    """

    half: HalfNumber
    combat: int
    minions: list[TypeId]
    minion: TypeId
    card: int
    cards: list[int]
    d4: int
    side: SideAt
    why: Literal["type", "parity", "value"]
    value: int
    values: list[int]
    points: int
    critical: bool
    dicey: bool
    odd: int


class EndFacts(TypedDict):
    """Say how many cards each side has won at the end, and whether the card with the 20 decides."""

    points: list[int]
    critical: bool


class FoughtCombat(TypedDict):
    """Describe a combat of a finished duel."""

    combat: int
    minions: list[TypeId | None]
    values: list[int]
    winner: SideAt | None  # None for a tie
    crown: bool  # True if somebody won the card with the 20


class StoryFacts(TypedDict):
    """Describe what the story of a duel says besides its words."""

    combats: list[FoughtCombat]
    critical: bool
    lead: bool
