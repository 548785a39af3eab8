"""Set up and play positions, for tests that read like the rulebook.

    table = Table("zai -", boards=["t4 p6", "w1"], gugu="agent:1 w2 w3 w4 w5", dice="3")
    table.play("A agent gugu 2", "A reroll p2 1")       # seat and option; the tape says 3
    assert table.board("B") == "w3"

Seats are letters; on a space "A" is an Agent of A and "a" A's Thug, and spaces left out are empty. A "-" among
the factions is one whose ability is used up and that changes nothing any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any
from unittest import mock

from dicehouse.core import Seeded, Tape
from dicehouse.games.dicetopia.presentation import position_setup
from dicehouse.match.match import Match

from ..lettered import SEATS, Lettered
from .missions import MISSIONS
from .scoring import AREAS, SIZES, Count, seen

GAME = "dicetopia"
SPENT = ("navigators", "tuulu-priests", "conspiracy", "skelletas", "retorium-comradery", "shakra-pirates")
ONES = {area: " ".join(["w1"] * SIZES[area]) for area in AREAS} | {"springs": ""}
NOTHING = dict.fromkeys(AREAS, "")  # no die and no piece anywhere


class Table(Lettered):
    """Play a match from a given position; A moves first unless `player` says otherwise. Unnamed spaces hold white 1s,
    more than the box has, so that a test shows one rule alone.
    """

    def __init__(self, factions: str = "- -", dice: str | Seeded = "", **position: Any) -> None:
        names = factions.split()
        players, spent = len(names), [seat for seat, name in enumerate(names) if name == "-"]
        free = [name for name in SPENT if name not in names]
        named = [name if name != "-" else free.pop() for name in names]
        used = [*spent, *(SEATS.index(seat) for seat in position.pop("used", ""))]
        for key in ("player", "marker", "began", "top_of"):
            if key in position:
                position[key] = SEATS.index(position[key])
        areas = {area: spaces(area, position.pop(area, ONES[area])) for area in AREAS}
        if "card" in position:
            position["dome"] = position.pop("card")
        if "tentacle-force" in names and "tentacle:" not in str(areas):
            position.setdefault("tentacle", str(names.index("tentacle-force")))
        position.setdefault("agents", [3] * players)
        position.setdefault("boards", ["t1 p2 w3"] * players)
        position["missions"] = hands(position.get("missions", ""), players, names)
        with mock.patch.object(position_setup, "check_position"):
            self.match = Match.set_up(
                GAME,
                players=players,
                options=position.pop("options", {}),
                dice=Tape(dice) if isinstance(dice, str) else dice,
                factions=" ".join(named),
                areas=areas,
                used="".join(map(str, sorted(used))),
                **position,
            )

    # What a player sees at the table.

    def view(self, seat: str | None = None) -> dict[str, Any]:
        return self.match.view(None if seat is None else SEATS.index(seat))

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    @property
    def asked(self) -> str:
        return "".join(SEATS[seat] for seat in self.match.acting())

    @property
    def up(self) -> str:
        """Return whose turn it is."""
        return SEATS[self.view()["player"]]

    def places(self, start: str, seat: str | None = None) -> set[str]:
        """Return the options after a word: the places of "agent agency 3"."""
        return {offer[len(start) + 1 :] for offer in self.offers(seat, start + " ")}

    def at(self, place: str) -> str:
        """Return the contents of a space ("agency 3"), "-" for nothing."""
        area, number = place.split()
        return str(self.area(area)["spaces"][int(number) - 1] or "-")

    def area(self, area: str) -> dict[str, Any]:
        found = {each["id"]: each for each in self.view()["areas"]}[area]
        return dict(found)

    def seat(self, seat: str) -> dict[str, Any]:
        return dict(self.view()["seats"][SEATS.index(seat)])

    def board(self, seat: str) -> str:
        return " ".join(self.seat(seat)["dice"])

    def protected(self, seat: str) -> list[int]:
        return sorted(self.seat(seat)["protected"])

    def hand(self, seat: str) -> list[str]:
        return sorted(card["id"] for card in self.view(seat)["hand"])

    @property
    def stock(self) -> tuple[int, int, int]:
        """Return the steps of the three cubes."""
        at = self.view()["stock"]["at"]
        return at["teal"], at["purple"], at["white"]

    @property
    def kinds(self) -> Counter[str]:
        return Counter(event.kind for event in self.match.log())

    @property
    def final(self) -> list[dict[str, int]]:
        found = self.view()["final"]
        assert found is not None, f"not over but {self.phase}"
        return list(found)

    def stars(self, seat: str) -> dict[str, int]:
        """Return what each revealed Mission paid."""
        return {card["id"]: card["stars"] for card in self.view()["revealed"][SEATS.index(seat)]}

    def passes_to(self, seat: str) -> Table:
        """Play any options through the rest of a turn, until this seat's turn begins."""
        for _ in range(20):
            if self.up == seat and self.phase == "turn":
                return self
            offers = sorted(self.offers())
            quiet = [each for each in ("pass", "end", "enough", "play on", "stock teal up", "stock teal down")
                     if each in offers]  # fmt: skip
            self.play(f"{self.asked[0]} {(quiet or offers)[0]}")
        raise AssertionError(f"{seat} does not come up")


def spaces(area: str, line: str) -> str:
    """Return the spaces of an area in the notation of `set_up`."""
    things = [named(thing) for thing in line.split()]
    return " ".join(things + ["-"] * (SIZES[area] - len(things)))


def named(thing: str) -> str:
    if len(thing) > 1 or thing.upper() not in SEATS:
        return thing
    return f"{'agent' if thing in SEATS else 'thug'}:{SEATS.index(thing.upper())}"


def hands(wanted: str | Iterable[str], players: int, factions: list[str]) -> list[str]:
    """Return the Missions of every seat; where none are named, ones that nobody else has."""
    given = [wanted] if isinstance(wanted, str) else list(wanted)
    given += [""] * (players - len(given))
    taken = {card for hand in given for card in hand.split()}
    dull = [card for card in reversed(MISSIONS) if card not in taken and card != "high-stakes-gambling"]
    filled = []
    for hand, faction in zip(given, factions, strict=True):
        cards = hand.split()
        while len(cards) < (3 if faction == "centauri-bureau" else 2):
            cards.append(dull.pop())
        filled.append(" ".join(cards))
    return filled


def scored(factions: str = "- -", boards: Iterable[str] = (), marker: str = "A", **position: Any) -> Table:
    """Return the game at its end with these boards: the last die of each is drafted from the Prison."""
    whole = [board.split() for board in boards]
    order = [(SEATS.index(marker) + step) % len(whole) for step in range(len(whole))]
    table = Table(
        factions,
        boards=[" ".join(board[:-1]) for board in whole],
        prison=" ".join(whole[seat][-1] for seat in order),
        marker=marker,
        score=True,
        agents=[0] * len(whole),
        thugs=[],
        **{**NOTHING, **position},
    )
    for seat in order:
        if table.phase == "draft":
            cells = [option.id for option in table.match.options(seat) if option.facts["die"] == whole[seat][-1]]
            table.match.play(seat, cells[0])
    return table


def counted(table: Table) -> Count:
    """Return the position for the slow count."""
    return seen(table.view(), table.match.settings)
