"""Count a position slowly and plainly: everybody's stars if it ends like this, and what each Mission pays.

A die is a text of colour and value ("t4", "m6"), a board a list of dice, an area a list of the contents of its spaces:
a die, None, "x" (dead), or a piece with its seat ("agent:0", "thug:1", "tentacle:2"). Nothing in this file uses the
engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from . import missions

CITY = ("agency", "gugu", "waste", "congress", "bank", "nethal")
WASTELAND = ("dome", "ravin", "springs")
LOCATIONS = ("market", *WASTELAND)
AREAS = (*CITY, *LOCATIONS)
SIZES = dict.fromkeys(CITY, 5) | dict.fromkeys(LOCATIONS, 6)
COLOURS = {"teal": "t", "purple": "p", "white": "w"}

Die = str
Space = str | None


@dataclass
class Count:
    """Hold the parts of a position that pay."""

    spaces: dict[str, list[Space]]
    boards: list[list[Die]]
    stock: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))  # value of a die of a colour
    factions: list[str | None] = field(default_factory=list)
    blood: list[int] = field(default_factory=list)
    core: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CITY, 5))
    blockaded: str | None = None
    tie: str = "full"  # or "split", "nobody"
    sharing: str = "own"  # or "any"
    adjacency: str = "ring"  # or "all", or "star": all touch the first space
    thug: float = 1.5
    strict: bool = False  # an own M is of every colour, even where that hurts

    @property
    def seats(self) -> range:
        return range(len(self.boards))

    def right(self, seat: int) -> int:
        """Return the seat that plays just before."""
        return (seat - 1) % len(self.boards)

    # Dice.

    def of_colour(self, seat: int, colour: str) -> int:
        """Return dice of a colour ("t"), without jokers."""
        return sum(die[0] == colour for die in self.boards[seat])

    def with_jokers(self, seat: int, colour: str) -> int:
        return self.of_colour(seat, colour) + self.of_colour(seat, "m")

    def values(self, seat: int) -> list[int]:
        return [value(die) for die in self.boards[seat]]

    def city_dice(self) -> list[Die]:
        return [die for area in CITY for die in dice_on(self.spaces[area])]

    # Domination.

    def strength(self, area: str, seat: int) -> float:
        found = 0.0
        for thing in self.spaces[area]:
            if is_piece(thing) and owner(thing) == seat:
                found += 1.0 if kind(thing) == "agent" else self.thug
        return found

    def leaders(self, area: str) -> list[int]:
        """Return the strongest seats, several on a tie."""
        if area == self.blockaded:
            return []
        strengths = [self.strength(area, seat) for seat in self.seats]
        best = max(strengths)
        return [seat for seat in self.seats if strengths[seat] == best > 0]

    def agents(self, area: str, seat: int) -> list[int]:
        """Return the places of the pieces that count as this seat's Agents for Missions."""
        mine = (f"agent:{seat}", f"tentacle:{seat}")
        return [place for place, thing in enumerate(self.spaces[area]) if thing in mine]

    def neighbours(self, place: int) -> Iterator[int]:
        for other in range(5):
            touches = {"ring": (other - place) % 5 in (1, 4), "all": True, "star": 0 in (other, place)}
            if other != place and touches[self.adjacency]:
                yield other

    # Stars.

    def stock_stars(self, seat: int) -> int:
        return sum(self.stock[name] * self.with_jokers(seat, letter) for name, letter in COLOURS.items())

    def dice_stars(self, seat: int) -> int:
        return sum(self.values(seat))

    def worth(self, area: str) -> int:
        """Return what an area pays to one who dominates it alone."""
        return self.core.get(area, 0) + sum(value(die) for die in dice_on(self.spaces[area]))

    def area_stars(self, area: str, seat: int) -> int:
        leaders = self.leaders(area)
        if seat not in leaders:
            return 0
        if len(leaders) == 1:
            return self.worth(area) + (5 if area in WASTELAND and self.faction(seat) == "pagans" else 0)
        if self.tie == "nobody":
            return 0
        return self.worth(area) // len(leaders) if self.tie == "split" else self.worth(area)

    def domination_stars(self, seat: int) -> int:
        return sum(self.area_stars(area, seat) for area in AREAS)

    def faction(self, seat: int) -> str | None:
        return self.factions[seat] if self.factions else None

    def parts(self, seat: int) -> dict[str, int]:
        """Return all stars but those of Missions."""
        return {
            "blood": self.blood[seat] if self.blood else 0,
            "stock": self.stock_stars(seat),
            "dice": self.dice_stars(seat),
            "domination": self.domination_stars(seat),
        }

    def total(self, seat: int) -> int:
        return sum(self.parts(seat).values())

    def mission(self, name: str, seat: int) -> int:
        return missions.PAYS[name](self, seat)

    def missions(self, hands: list[list[str]], drawn: str | None = None) -> list[dict[str, int]]:
        """Return what each card of each hand pays; `drawn` is the card that HIGH STAKES GAMBLING turns up."""
        return [{card: self.revealed(card, seat, hands, drawn) for card in hand} for seat, hand in enumerate(hands)]

    def revealed(self, card: str, seat: int, hands: list[list[str]], drawn: str | None) -> int:
        if card == missions.COPYCAT:
            return self.copied(seat, hands, drawn)
        if card != missions.HIGH_STAKES:
            return self.mission(card, seat)
        assert drawn is not None
        return min(20, 2 * (self.copied(seat, hands, None) if drawn == missions.COPYCAT else self.mission(drawn, seat)))

    def copied(self, seat: int, hands: list[list[str]], drawn: str | None) -> int:
        """Return the best Mission of the others, counted for this seat: the drawn card replaces HIGH STAKES."""
        others = [card for other, hand in enumerate(hands) for card in hand if other != seat]
        open_cards = [drawn if card == missions.HIGH_STAKES else card for card in others]
        none = (None, missions.COPYCAT, missions.HIGH_STAKES)
        return max((self.mission(card, seat) for card in open_cards if card not in none), default=0)


def seen(view: dict[str, Any], settings: Mapping[str, Any]) -> Count:
    """Return the count of the position that a view shows."""
    scenario = settings["scenario"]
    return Count(
        spaces={area["id"]: list(area["spaces"]) for area in view["areas"]},
        boards=[list(seat["dice"]) for seat in view["seats"]],
        stock=dict(view["stock"]["value"]),
        factions=[seat["faction"] for seat in view["seats"]],
        blood=[seat["parts"]["blood"] for seat in view["seats"]],
        core={area["id"]: area["core"] for area in view["areas"]},
        tie=str(settings["tie_domination"]),
        sharing=str(settings["sharing"]),
        adjacency="star" if scenario == "main-street" else str(settings["adjacency"]),
        strict=not settings["magmacorium_owner_option"],
        thug=3.0 if scenario == "gang-rule" else 1.5,
    )


# Contents of spaces.


@cache
def value(die: Die) -> int:
    return int(die[1])


def is_die(thing: Space) -> bool:
    return thing is not None and len(thing) == 2 and thing[0] in "tpwm"


def is_piece(thing: Space) -> bool:
    return thing is not None and ":" in thing


def kind(piece: Space) -> str:
    return str(piece).split(":")[0]


def owner(piece: Space) -> int:
    return int(str(piece).split(":")[1])


def dice_on(spaces: list[Space]) -> list[Die]:
    return [thing for thing in spaces if thing is not None and is_die(thing)]
