"""Keep a position in plain lists, and list what the rules allow to be touched: sections 2.3, 2.4 and 3.

A place is a text as in the notation: "agency 3" a space, "p2 4" a die on a Faction Board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .missions import MISSIONS
from .scoring import AREAS, CITY, COLOURS, LOCATIONS, Count, Space, is_die, is_piece, kind, owner, value

ORDINARY = tuple(area for area in AREAS if area != "springs")
CLOSED = {"curfew": ("agency",)}
REMOVED = {"back-to-square-one": ("scavanger",), "curfew": ("crowd-control", "special-agents")}


class Position:
    """Hold a position read from the views of a match once; `saved` is the seat that has postponed a turn."""

    def __init__(self, views: list[dict[str, Any]], settings: dict[str, Any], saved: int | None = None) -> None:
        view = views[0]
        self.settings = settings
        self.players = len(views)
        self.factions: list[str | None] = [seat["faction"] for seat in view["seats"]]
        self.spaces: dict[str, list[Space]] = {area["id"]: list(area["spaces"]) for area in view["areas"]}
        self.acts: dict[str, str | None] = {area["id"]: area["action"] for area in view["areas"]}
        self.core = {area["id"]: area["core"] for area in view["areas"]}
        self.boards = [list(seat["dice"]) for seat in view["seats"]]
        self.protected = [set(seat["protected"]) for seat in view["seats"]]
        self.spare = [seat["tokens"] for seat in view["seats"]]
        self.agents = [seat["agents"] for seat in view["seats"]]
        self.tentacle = [seat["tentacle"] for seat in view["seats"]]
        self.thug = [seat["thug"] for seat in view["seats"]]
        self.used = {seat for seat in self.seats if view["seats"][seat]["ability"] == "used"}
        self.blood = [seat["parts"]["blood"] for seat in view["seats"]]
        self.track: list[int] = list(view["stock"]["track"])
        self.at: dict[str, int] = dict(view["stock"]["at"])
        self.prison: list[str] = list(view["prison"]["dice"])
        self.card: list[str] = list(view["dome"]["card"])
        self.rewards: list[int] = list(view["dome"]["points"])
        self.tokens, self.magmacorium = view["tokens"], view["magmacorium"]
        self.marker, self.began, self.round, self.player = view["marker"], view["began"], view["round"], view["player"]
        self.saved = saved
        self.hands = [[card["id"] for card in mine["hand"]] for mine in views]
        self.top = [card for mine in views for card in mine["known"]["top"]]
        self.bottom: list[str] = []
        away = {*self.top, *(card for hand in self.hands for card in hand)}
        removed = REMOVED.get(str(settings["scenario"]), ())
        self.rest = {card for card in MISSIONS if card not in away and card not in removed}
        self.named: str | None = None  # the Neighbourhood of a Hypnosis, until the piece is placed
        self.moved: set[int] = set()  # places of tokens that moved this turn

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def open_city(self) -> tuple[str, ...]:
        """Return the Neighbourhoods to which pieces may be sent."""
        closed = CLOSED.get(str(self.settings["scenario"]), ())
        return tuple(area for area in CITY if area not in closed)

    def on(self, switch: str) -> bool:
        return bool(self.settings[switch])

    # Places.

    def thing(self, place: str) -> Space:
        area, number = place.split()
        return self.line(area)[int(number) - 1]

    def die(self, place: str) -> str:
        return str(self.thing(place))

    def put(self, place: str, thing: Space) -> None:
        area, number = place.split()
        self.line(area)[int(number) - 1] = thing

    def line(self, area: str) -> Any:
        return self.spaces[area] if area in self.spaces else self.boards[int(area[1:]) - 1]

    def exchange(self, a: str, b: str) -> None:
        first, second = self.thing(a), self.thing(b)
        self.put(a, second)
        self.put(b, first)

    def places(self, areas: tuple[str, ...]) -> Iterator[tuple[str, Space]]:
        for area in areas:
            for number, thing in enumerate(self.spaces[area], 1):
                yield f"{area} {number}", thing

    def dice(self, areas: tuple[str, ...]) -> list[str]:
        return [place for place, thing in self.places(areas) if is_die(thing)]

    def pieces(self, areas: tuple[str, ...], seat: int | None = None) -> list[str]:
        """Return the places of Agents: Thugs of any kind are none."""
        return [
            place
            for place, thing in self.places(areas)
            if is_piece(thing) and kind(thing) == "agent" and seat in (None, owner(thing))
        ]

    def own(self, seat: int, *, still: bool = False, other: bool = False) -> list[str]:
        """Return dice of a seat (or of all others) that may change; with `still` only unprotected ones."""
        found = []
        for whose in self.seats:
            if (whose == seat) != other:
                for slot, die in enumerate(self.boards[whose], 1):
                    if die[0] != "m" and not (still and slot in self.protected[whose]):
                        found.append(f"p{whose + 1} {slot}")
        return found

    def swappable(self, seat: int, *, other: bool = False) -> list[str]:
        return self.own(seat, still=True, other=other)

    def guarded(self, seat: int) -> list[str]:
        """Return the others' dice that only a token keeps from being chosen."""
        free = self.swappable(seat, other=True)
        return [place for place in self.own(seat, other=True) if place not in free]

    def rerollable(self, seat: int, *, others: bool = True) -> list[str]:
        city = [place for place in self.dice(CITY) if self.die(place)[0] != "m"]
        return city + self.swappable(seat) + (self.swappable(seat, other=True) if others else [])

    def alike(self, a: str, b: str) -> bool:
        """Return True if two dice match in colour or value; a joker in the City matches everything."""
        one, two = self.die(a), self.die(b)
        return "m" in (one[0], two[0]) or one[0] == two[0] or one[1] == two[1]

    def belongs(self, place: str) -> int | None:
        """Return the seat whose board a place is on."""
        area = place.split()[0]
        return None if area in self.spaces else int(area[1:]) - 1

    # Cards.

    @property
    def deck(self) -> int:
        return len(self.top) + len(self.rest) + len(self.bottom)

    def draw(self, card: str) -> None:
        """Check that a drawn card could be on top."""
        if self.top:
            assert self.top.pop(0) == card
        elif self.rest:
            self.rest.remove(card)
        else:
            assert self.bottom.pop(0) == card

    # Values.

    def count(self) -> Count:
        scenario = self.settings["scenario"]
        return Count(
            spaces=self.spaces,
            boards=self.boards,
            stock={colour: self.track[self.at[colour]] for colour in COLOURS},
            factions=self.factions,
            blood=self.blood,
            core=self.core,
            tie=str(self.settings["tie_domination"]),
            sharing=str(self.settings["sharing"]),
            adjacency="star" if scenario == "main-street" else str(self.settings["adjacency"]),
            thug=3.0 if scenario == "gang-rule" else 1.5,
            strict=not self.on("magmacorium_owner_option"),
        )


def best_matches(card: list[str], board: list[str]) -> int:
    """Return the most pairs of card dice with different own ones of equal colour and value."""
    if not card:
        return 0
    first, rest = card[0], card[1:]
    found = best_matches(rest, board)
    for slot, die in enumerate(board):
        if die[1] == first[1] and die[0] in (first[0], "m"):
            found = max(found, 1 + best_matches(rest, board[:slot] + board[slot + 1 :]))
    return found


__all__ = ["AREAS", "CITY", "LOCATIONS", "ORDINARY", "Position", "best_matches", "value"]
