"""Play the actions of the areas (section 3) as scripts that stop at every question."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from .position import CITY, Position, best_matches

Answer = tuple[int, str]


@dataclass
class Ask:
    """Hold a question: its seats and their options."""

    phase: str
    offers: dict[int, set[str]]


Script = Generator[Ask, Answer, None]
Told = Generator[Ask, Answer, str]


def rest_of(choice: str) -> str:
    """Return what an answer names: "with bank 2" names bank 2."""
    return choice.split(" ", 1)[1]


class Actions(Position):
    """Play the actions of the areas, and the Hollows' answer to them."""

    def __init__(self, views: list[dict[str, Any]], settings: dict[str, Any], saved: int | None = None) -> None:
        super().__init__(views, settings, saved)
        self.events: list[tuple[str, dict[str, Any]]] = []

    def chance(self, kind: str) -> dict[str, Any]:
        """Return the facts of the match's next event of this kind."""
        while self.events:
            told, facts = self.events.pop(0)
            if told == kind:
                return facts
        raise AssertionError(f"nothing was told of a {kind}")

    def ask(self, phase: str, seat: int, offers: set[str]) -> Told:
        assert offers, f"{phase}: nobody is asked without an answer"
        _, choice = yield Ask(phase, {seat: offers})
        return choice

    def seat_of(self, faction: str, *, unused: bool = True) -> int | None:
        if faction not in self.factions:
            return None
        seat = self.factions.index(faction)
        return None if unused and seat in self.used else seat

    def can(self, seat: int, faction: str) -> bool:
        return self.seat_of(faction) == seat

    # First choices.

    def ways(self, seat: int, action: str) -> set[str]:
        """Return the ways to begin an action."""
        return {
            "agency": self.agency_ways,
            "gugu": self.gugu_ways,
            "waste": self.waste_ways,
            "congress": self.congress_ways,
            "bank": self.bank_ways,
            "nethal": self.nethal_ways,
            "market": lambda seat: {f"change {place}" for place in self.own(seat)},
            "dome": lambda seat: {"reroll card 1", "reroll card 2", "reroll card 3", "fight"},
            "ravin": self.ravin_ways,
        }[action](seat)

    @property
    def gentle(self) -> bool:
        return self.settings["neighbourhood_text"] == "rebalanced"

    @property
    def matching(self) -> bool:
        return self.gentle or self.on("observatory_advanced")

    def taking(self, places: list[str]) -> set[str]:
        return {f"unprotect {place}" for place in places} if self.on("protection_advanced") else set()

    def agency_ways(self, seat: int) -> set[str]:
        return {"draw"} if self.deck else set()

    def gugu_ways(self, seat: int) -> set[str]:
        found = {f"reroll {place}" for place in self.rerollable(seat, others=not self.gentle)}
        return found | (set() if self.gentle else self.taking(self.guarded(seat)))

    def elsewhere(self, place: str) -> set[str]:
        """Return the City's dice in other Neighbourhoods."""
        return {f"with {die}" for die in self.dice(CITY) if die.split()[0] != place.split()[0]}

    def waste_ways(self, seat: int) -> set[str]:
        pieces = self.pieces(CITY, seat if self.gentle else None)
        return {f"move {place}" for place in pieces if self.elsewhere(place)}

    def congress_ways(self, seat: int) -> set[str]:
        return {f"swap {place}" for place in self.dice(CITY) if self.elsewhere(place)}

    def bank_partners(self, place: str) -> set[str]:
        return {f"with {die}" for die in self.dice(CITY) if not self.matching or self.alike(place, die)}

    def bank_ways(self, seat: int) -> set[str]:
        advanced = self.on("observatory_advanced")
        mine = self.swappable(seat) + (self.swappable(seat, other=True) if advanced else [])
        found = {f"swap {place}" for place in mine if self.bank_partners(place)}
        return found | self.taking([at for at in self.guarded(seat) if advanced and self.bank_partners(at)])

    def nethal_partners(self, place: str, others: list[str]) -> set[str]:
        return {f"with {other}" for other in others if not self.gentle or self.alike(place, other)}

    def nethal_ways(self, seat: int) -> set[str]:
        mine, others = self.swappable(seat), self.swappable(seat, other=True)
        found = {f"swap {place}" for place in mine if self.nethal_partners(place, others)}
        guarded = [at for at in self.guarded(seat) if any(self.nethal_partners(place, [at]) for place in mine)]
        return found | self.taking(guarded)

    def ravin_ways(self, seat: int) -> set[str]:
        found = {f"flag p{other + 1}" for other in self.seats}
        return found | ({f"protect {slot}" for slot in self.bare(seat)} if self.tokens else set())

    def bare(self, seat: int) -> list[int]:
        return [slot for slot in range(1, len(self.boards[seat]) + 1) if slot not in self.protected[seat]]

    def carry_out(self, seat: int, action: str, choice: str) -> Script:
        if choice.startswith("unprotect"):
            owner, slot = rest_of(choice).split()
            self.protected[int(owner[1:]) - 1].remove(int(slot))
            self.tokens += 1
        elif action in ("waste", "congress", "bank", "nethal"):
            first = rest_of(choice)
            offers = {
                "waste": self.elsewhere,
                "congress": self.elsewhere,
                "bank": self.bank_partners,
                "nethal": lambda place: self.nethal_partners(place, self.swappable(seat, other=True)),
            }[action](first)
            second = rest_of((yield from self.ask("second", seat, offers)))
            woken = any(self.of_hollows(place) for place in (first, second))
            self.exchange(first, second)
            if woken:
                yield from self.adaptation(seat)
        elif action == "gugu":
            self.reroll(rest_of(choice))
        elif action == "agency":
            yield from self.agency(seat)
        elif action == "market":
            yield from self.change(seat, rest_of(choice))
        elif action == "dome":
            yield from self.dome(seat, choice)
        elif choice.startswith("flag"):
            self.marker = int(choice[-1]) - 1
        else:
            self.protected[seat].add(int(rest_of(choice)))
            self.moved.add(int(rest_of(choice)))
            self.tokens -= 1

    def reroll(self, place: str) -> None:
        facts = self.chance("reroll")
        assert facts["die"][0] == self.die(place)[0]
        self.put(place, facts["die"])

    def agency(self, seat: int) -> Script:
        card = self.chance("drew")["mission"]
        self.draw(card)
        self.hands[seat].append(card)
        choice = yield from self.ask("return", seat, {f"return {mine}" for mine in self.hands[seat]})
        self.hands[seat].remove(rest_of(choice))
        self.bottom.append(rest_of(choice))

    def change(self, seat: int, place: str) -> Script:
        choice = yield from self.ask("value", seat, {f"value {face}" for face in range(1, 7)})
        self.put(place, self.die(place)[0] + rest_of(choice))

    def dome(self, seat: int, choice: str) -> Script:
        left = {"reroll card 1", "reroll card 2", "reroll card 3"}
        while choice != "fight":
            left.remove(choice)
            number = int(choice[-1]) - 1
            die = self.chance("card-reroll")["die"]
            assert die[0] == self.card[number][0]
            self.card[number] = die
            choice = yield from self.ask("dome", seat, left | {"fight"})
        self.blood[seat] += self.rewards[best_matches(self.card, self.boards[seat])]
        self.card = list(self.chance("card")["dice"])

    # T4: the Hollows.

    def of_hollows(self, place: str) -> bool:
        """Return True if their Agent or their die is at this place."""
        seat = self.seat_of("hollows", unused=False)
        return seat is not None and (self.thing(place) == f"agent:{seat}" or self.belongs(place) == seat)

    def adaptation(self, seat: int) -> Script:
        hollows = self.seat_of("hollows", unused=False)
        if hollows == seat:
            return
        assert hollows is not None
        offers = set()
        for place in self.own(hollows):
            face, slot = self.die(place)[1], place.split()[1]
            offers |= {f"adapt {slot} up"} if face < "6" else set()
            offers |= {f"adapt {slot} down"} if face > "1" else set()
        if offers:
            choice = yield from self.ask("adapt", hollows, offers | {"pass"})
            if choice != "pass":
                _, slot, way = choice.split()
                self.turn_by(f"p{hollows + 1} {slot}", 1 if way == "up" else -1)

    def turn_by(self, place: str, steps: int) -> None:
        die = self.die(place)
        self.put(place, f"{die[0]}{int(die[1]) + steps}")
