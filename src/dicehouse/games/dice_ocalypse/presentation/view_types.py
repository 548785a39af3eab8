"""Define the types of the view, the options and the events of Dice-ocalypse!, as a board gets them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

WarCard = Literal["prove-it", "double", "do-or-die", "bloodshed", "collateral"]
AnyCard = Literal["prove-it", "double", "do-or-die", "bloodshed", "collateral", "immunity"]
Phase = Literal["start", "left-behind", "zombie", "keep", "react", "react-end", "vote", "immunity", "over"]


class Player(TypedDict):
    """Describe a player at the table."""

    total: int
    opened: bool  # True after the player's first turn that scored
    cards: list[WarCard]
    spent: list[WarCard]
    immunity: bool
    # For every card still in hand: why it can't be played now, or what it waits for.
    barred: dict[str, str]
    lose_turn: bool
    double_next: bool
    zombie: bool
    left_behind: bool
    battle_zone_done: bool
    diced: bool
    place: int | None


class Group(TypedDict):
    """Describe dice that were kept together."""

    faces: list[int]
    points: int


class Piggyback(TypedDict):
    """Describe what the player before left: points, and dice to go on with."""

    points: int
    dice: int


class PlayedCard(TypedDict):
    """Describe the war card in play on this turn."""

    kind: WarCard
    by: int
    on: int
    stake: NotRequired[int]


class Collateral(TypedDict):
    """Describe the numbers of the Collateral card."""

    stake: int
    dice: int


class Zombie(TypedDict):
    """Describe who holds the Zombie token, and whether it is out of the game."""

    holder: int | None
    out: bool


class LeftBehind(TypedDict):
    """Describe who holds the Left Behind token, and whether it was used."""

    holder: int | None
    used: bool


class LastRound(TypedDict):
    """Describe who reached the target first, the points to beat, and who still has a turn."""

    first: int
    bar: int
    to_play: list[int]


class ScoringRow(TypedDict):
    """Describe a combination that scores at this table; `here` if the throw contains it."""

    dice: list[int]
    points: int
    here: bool


class BustChance(TypedDict):
    """Describe the chance to bust with that many dice."""

    dice: int
    bust: float


class View(TypedDict):
    """Describe the position as a seat or a spectator sees it."""

    game: str
    phase: Phase
    turn: int
    round: int
    player: int  # Whose turn it is, or is about to be
    asked: list[int]
    dice: list[int]  # The current throw, by position
    turn_score: int  # The points kept so far this turn, without the current throw
    dice_full: int  # The number of dice of a full throw this turn
    first_throw: bool
    piggyback: Piggyback | None
    card: PlayedCard | None
    card_used: bool
    doubled: bool
    target: int
    exact_target: bool
    opening: int
    battle_zone: int
    lucky: int  # From this face on the die of a war card is kind
    collateral: Collateral
    specials: bool
    dice_specials: bool
    zombie: Zombie
    left_behind: LeftBehind
    final: LastRound | None
    seats: list[Player]
    contenders: list[int]
    kept: list[Group]
    worth: list[ScoringRow]
    odds: list[BustChance]
    winner: int | None


class KeepFacts(TypedDict):
    """Describe what keeping some dice of a throw would bring."""

    keep: list[int]
    faces: list[int]
    points: int
    turn: int  # The points of this turn with this choice
    then: Literal["roll", "bank"]
    dice: int  # The dice of the next throw
    bust: float
    card: Literal["double"] | None
    total: int  # The total after banking, before effects
    short: int  # How much that total is below the bar of the last round
    hot: bool
    better: int  # The points in this throw that could be kept as well
    wins: NotRequired[float]  # The exact chance to win, if this race was solved
