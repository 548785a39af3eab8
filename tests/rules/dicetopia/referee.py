"""Referee a game with independent rules: one long script that stops at every question.

`game()` yields an Ask (phase and offers by seat) and is sent the answers by seat. Random results are read from the
events of the match.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from .actions import Actions, Answer, Ask, Script, Told, rest_of
from .position import AREAS, CITY, ORDINARY
from .scoring import COLOURS

ROUNDS = 7


class Referee(Actions):
    """Play the whole game by independent rules."""

    def __init__(self, views: list[dict[str, Any]], settings: dict[str, Any], saved: int | None = None) -> None:
        super().__init__(views, settings, saved)
        self.begins_at = str(views[0]["phase"])
        self.over = False
        self.stock_stars: list[int] = []  # once it has been paid
        self.blockaded: str | None = None
        self.left: list[str | None] = [None] * self.players
        self.doing: str | None = None

    # The course of the game.

    def game(self) -> Script:
        if self.begins_at == "missions":
            yield from self.missions()
        if self.begins_at in ("missions", "skip", "hypnosis", "turn"):
            yield from self.rounds()
        yield from self.scoring()
        self.over = True

    def missions(self) -> Script:
        waiting = [seat for seat in self.seats if self.factions[seat] != "centauri-bureau"]
        gone = []
        while waiting:
            offers = {seat: {f"give {card}" for card in self.hands[seat]} for seat in waiting}
            seat, choice = yield Ask("missions", offers)
            waiting.remove(seat)
            self.hands[seat].remove(rest_of(choice))
            gone.append(rest_of(choice))
        self.rest.update(gone)

    def rounds(self) -> Script:
        done = (self.player - self.began) % self.players if self.begins_at != "missions" else 0
        if self.begins_at == "missions":
            self.round = 1
        while self.round <= ROUNDS:
            if not done:
                self.began = self.marker
            for step in range(done, self.players):
                yield from self.turn((self.began + step) % self.players)
            done = 0
            self.round += 1
        if self.saved is not None:
            yield from self.turn(self.saved)

    def turn(self, seat: int) -> Script:
        self.player, self.named, self.moved = seat, None, set()
        last = self.round > ROUNDS
        hypnotist = self.seat_of("perceptioneers")
        called = hypnotist not in (None, seat) and bool(self.dice(self.open_city))
        skips = self.can(seat, "roamers") and not last
        if skips and called:
            if (yield from self.ask("skip", seat, {"last resort", "play on"})) == "last resort":
                self.used.add(seat)
                self.saved = seat
                return
            skips = False
        if called:
            assert hypnotist is not None
            yield from self.hypnosis(hypnotist)
        area = yield from self.placing(seat, skips)
        if area:
            yield from self.third(seat, area)
            yield from self.end(seat)

    def hypnosis(self, hypnotist: int) -> Script:
        offers = {f"hypnosis {area}" for area in self.open_city if self.dice((area,))} | {"pass"}
        choice = yield from self.ask("hypnosis", hypnotist, offers)
        if choice != "pass":
            self.used.add(hypnotist)
            self.named = rest_of(choice)

    # T1 and T2: abilities, then a piece.

    def targets(self) -> set[str]:
        """Return the dice for which a piece may be sent."""
        areas = (self.named,) if self.named else (*self.open_city, "market", "dome", "ravin")
        found = set(self.dice(areas))
        if not self.named:
            found |= {place for place in self.dice(("springs",)) if self.die(place)[0] == "m"}
        return found

    def placing(self, seat: int, skips: bool) -> Told:
        while True:
            offers = {f"agent {place}" for place in self.targets()} if self.agents[seat] else set()
            offers |= {"break out"} if self.thug[seat] else set()
            offers |= {"tentacle"} if self.tentacle[seat] else set()
            windows = self.windows(seat)
            choice = yield from self.ask("turn", seat, offers | windows | ({"last resort"} if skips else set()))
            if choice == "last resort":
                self.used.add(seat)
                self.saved = seat
                return ""
            if choice not in windows:
                break
            skips = False
            yield from self.window(seat, choice)
        piece, place = "agent", choice[6:]
        if choice in ("break out", "tentacle"):
            piece = "thug" if choice == "break out" else choice
            place = rest_of((yield from self.ask("place", seat, {f"at {at}" for at in self.targets()})))
        self.send(seat, piece, place)
        self.named = None
        return place.split()[0]

    def send(self, seat: int, piece: str, place: str) -> None:
        die = self.die(place)
        self.put(place, f"{piece}:{seat}")
        (self.prison if piece == "thug" else self.boards[seat]).append(die)
        if piece == "agent":
            self.agents[seat] -= 1
        elif piece == "tentacle":
            self.tentacle[seat] = False
        else:
            self.thug[seat] = False

    # T3: one action, and the answers to it.

    def third(self, seat: int, area: str) -> Script:
        action = self.acts[area]
        if action is None:
            return
        cancelled = yield from self.cancelled(seat)
        if cancelled and not self.replacing(seat, area):
            return
        while True:
            windows = self.windows(seat)
            offers = self.replacing(seat, area) | {"no action"} if cancelled else self.all_ways(seat, area, action)
            choice = yield from self.ask("action", seat, offers | windows)
            if choice not in windows:
                break
            yield from self.window(seat, choice)
        if choice.startswith("stock"):
            yield from self.trade(seat, choice)
        elif choice == "robin hood":
            yield from self.robin_hood(seat)
        elif choice == "alpha":
            self.used.add(seat)
            yield from self.alpha(seat)
        elif choice == "transcendence":
            self.used.add(seat)
            offers = {f"perform {other}" for other in self.performable(seat)}
            action = rest_of((yield from self.ask("transcend", seat, offers)))
            yield from self.transcended(seat, action)
        elif choice != "no action":
            yield from self.carry_out(seat, action, choice)

    def transcended(self, seat: int, action: str) -> Script:
        while True:
            windows = self.windows(seat)
            free = set() if self.on("actions_mandatory") else {"no action"}
            choice = yield from self.ask("action", seat, self.ways(seat, action) | windows | free)
            if choice not in windows:
                break
            yield from self.window(seat, choice)
        if choice != "no action":
            yield from self.carry_out(seat, action, choice)

    def cancelled(self, seat: int) -> Generator[Ask, Answer, bool]:
        banxa = self.seat_of("banxa-corporation")
        if banxa is None or banxa == seat:
            return False
        if (yield from self.ask("cancel", banxa, {"cancel", "pass"})) == "pass":
            return False
        self.used.add(banxa)
        return True

    def all_ways(self, seat: int, area: str, action: str) -> set[str]:
        """Return the first choices of the area's action, or of its replacements."""
        found = self.ways(seat, action) | set(self.stock_ways()) | self.replacing(seat, area)
        free = not self.on("actions_mandatory") or not self.possible(seat, action)
        return found | ({"no action"} if free else set())

    def replacing(self, seat: int, area: str) -> set[str]:
        """Return the abilities that replace an action."""
        found = set()
        lower = any(self.die(place)[1] > "1" for place in self.own(seat, other=True))
        if self.factions[seat] == "fukura" and lower and self.raisable(seat):
            found.add("robin hood")
        if self.can(seat, "zai") and len(self.pieces(self.reach())) >= 2:
            found.add("alpha")
        if self.can(seat, "ewo-following") and area in CITY and self.performable(seat):
            found.add("transcendence")
        return found

    def performable(self, seat: int) -> list[str]:
        return [action for action in ORDINARY if self.possible(seat, action)]

    def possible(self, seat: int, action: str) -> bool:
        """Return True if the action itself could be done: removing a token does not count."""
        return any(not way.startswith("unprotect") for way in self.ways(seat, action))

    def reach(self) -> tuple[str, ...]:
        return AREAS if self.on("abilities_reach_locations") else CITY

    def raisable(self, seat: int) -> list[str]:
        return [place for place in self.own(seat) if self.die(place)[1] < "6"]

    def stock_ways(self) -> list[str]:
        found = [f"stock {colour} up" for colour in COLOURS if self.at[colour] < len(self.track) - 1]
        return found + [f"stock {colour} down" for colour in COLOURS if self.at[colour] > 0]

    def trade(self, seat: int, choice: str) -> Script:
        def step(way: str) -> str:
            _, colour, direction = way.split()
            self.at[colour] += 1 if direction == "up" else -1
            return colour

        first = step(choice)
        if self.factions[seat] == "haterz":
            others = {way for way in self.stock_ways() if way.split()[1] != first}
            second = yield from self.ask("stock", seat, others | {"enough"})
            if second != "enough":
                step(second)

    def robin_hood(self, seat: int) -> Script:
        rich = [place for place in self.own(seat, other=True) if self.die(place)[1] > "1"]
        place = rest_of((yield from self.ask("robin", seat, {f"lower {at}" for at in rich})))
        slots = {f"raise {place.split()[1]}" for place in self.raisable(seat)}
        slot = rest_of((yield from self.ask("robin-own", seat, slots)))
        self.turn_by(place, -1)
        self.turn_by(f"p{seat + 1} {slot}", 1)

    def alpha(self, seat: int) -> Script:
        pieces = self.pieces(self.reach())
        first = rest_of((yield from self.ask("alpha", seat, {f"first {place}" for place in pieces})))
        rest = {f"with {place}" for place in pieces if place != first}
        self.exchange(first, rest_of((yield from self.ask("alpha-with", seat, rest))))

    # T1, T2b and T5: tokens and abilities.

    def windows(self, seat: int) -> set[str]:
        found = {f"token {slot}" for slot in self.bare(seat)} if self.spare[seat] else set()
        for start in self.protected[seat] - self.moved:
            found |= {f"token {start} {slot}" for slot in self.bare(seat)}
        if seat in self.used:
            return found
        uses = {
            "shakra-pirates": ("exterminate", self.removable),
            "tuulu-priests": ("intervention", lambda: self.rerollable(seat)),
            "conspiracy": ("slip away", lambda: self.leaving(seat)),
            "navigators": ("home turf", lambda: self.own(seat)),
            "retorium-comradery": ("connections", lambda: self.deck >= 4),
            "skelletas": ("sacrifice", lambda: self.magmacorium and self.pieces(self.reach(), seat)),
        }
        ability, able = uses.get(str(self.factions[seat]), ("", lambda: False))
        return found | {ability} if able() else found

    def window(self, seat: int, choice: str) -> Script:
        if choice.startswith("token"):
            self.move_token(seat, [int(slot) for slot in choice.split()[1:]])
            return
        self.used.add(seat)
        yield from {
            "exterminate": self.exterminate,
            "intervention": self.intervention,
            "slip away": self.slip_away,
            "home turf": self.home_turf,
            "connections": self.connections,
            "sacrifice": self.sacrifice,
        }[choice](seat)

    def end(self, seat: int) -> Script:
        while windows := self.windows(seat):
            choice = yield from self.ask("end", seat, windows | {"end"})
            if choice == "end":
                return
            yield from self.window(seat, choice)

    def move_token(self, seat: int, slots: list[int]) -> None:
        if len(slots) == 2:
            self.protected[seat].remove(slots[0])
        else:
            self.spare[seat] -= 1
        self.protected[seat].add(slots[-1])
        self.moved.add(slots[-1])

    def removable(self) -> list[str]:
        """Return the City's dice, but not the last one in the area named by Hypnosis."""
        last = self.dice((self.named,)) if self.named else []
        return [place for place in self.dice(CITY) if last != [place]]

    def exterminate(self, seat: int) -> Script:
        offers = {f"destroy {place}" for place in self.removable()}
        self.put(rest_of((yield from self.ask("exterminate", seat, offers))), "x")

    def intervention(self, seat: int) -> Script:
        offers = {f"reroll {place}" for place in self.rerollable(seat)}
        self.reroll(rest_of((yield from self.ask("intervene", seat, offers))))
        again = yield from self.ask("intervene-again", seat, offers | {"enough"})
        if again != "enough":
            self.reroll(rest_of(again))

    def arriving(self, leaves: str) -> list[str]:
        """Return the dice that an Agent may be swapped with: not the last of a Hypnosis, unless the Agent leaves that
        area.
        """
        found = self.dice(self.reach())
        if self.named and leaves.split()[0] != self.named and len(last := self.dice((self.named,))) == 1:
            found.remove(last[0])
        return found

    def leaving(self, seat: int) -> list[str]:
        return [place for place in self.pieces(self.reach(), seat) if self.arriving(place)]

    def slip_away(self, seat: int) -> Script:
        first = rest_of((yield from self.ask("slip", seat, {f"leave {at}" for at in self.leaving(seat)})))
        self.exchange(
            first, rest_of((yield from self.ask("slip-to", seat, {f"to {at}" for at in self.arriving(first)})))
        )

    def home_turf(self, seat: int) -> Script:
        slots = {f"change {place.split()[1]}" for place in self.own(seat)}
        slot = rest_of((yield from self.ask("turf", seat, slots)))
        yield from self.change(seat, f"p{seat + 1} {slot}")

    def connections(self, seat: int) -> Script:
        for card in self.chance("connected")["missions"]:
            self.draw(card)
            self.hands[seat].append(card)
        for _ in range(4):
            offers = {f"{end} {card}" for end in ("top", "bottom") for card in self.hands[seat]}
            end, card = (yield from self.ask("connect", seat, offers)).split()
            self.hands[seat].remove(card)
            self.top.insert(0, card) if end == "top" else self.bottom.append(card)

    def sacrifice(self, seat: int) -> Script:
        offers = {f"sacrifice {place}" for place in self.pieces(self.reach(), seat)}
        place = rest_of((yield from self.ask("sacrifice", seat, offers)))
        face = rest_of((yield from self.ask("value", seat, {f"value {face}" for face in range(1, 7)})))
        self.put(place, None)
        self.boards[seat].append(f"m{face}")
        self.magmacorium -= 1

    # The end.

    def scoring(self) -> Script:
        yield from self.draft()
        count = self.count()
        self.stock_stars = [count.stock_stars(seat) for seat in self.seats]
        yield from self.cloning()
        yield from self.blockade()
        seat = self.seat_of("centauri-bureau", unused=False)
        if seat is not None and len(self.hands[seat]) > 2:
            choice = yield from self.ask("leave", seat, {f"leave {card}" for card in self.hands[seat]})
            self.left[seat] = rest_of(choice)

    def draft(self) -> Script:
        seat = self.marker
        while self.prison:
            cells = {f"draft {cell}" for cell in range(1, len(self.prison) + 1)}
            cell = int(rest_of((yield from self.ask("draft", seat, cells))))
            self.boards[seat].append(self.prison.pop(cell - 1))
            seat = (seat + 1) % self.players

    def cloning(self) -> Script:
        seat = self.seat_of("dangmer-program")
        if seat is None:
            return
        models = self.boards[(seat - 1) % self.players]
        names = {letter: name for name, letter in COLOURS.items()}
        offers = {"pass"}
        for place in self.own(seat):
            die, slot = self.die(place), place.split()[1]
            offers |= {f"clone {slot} as {model[1]}" for model in models if model[1] != die[1]}
            colours = {colour for model in models for colour in ("tpw" if model[0] == "m" else model[0])} - {die[0]}
            offers |= {f"clone {slot} as {names[colour]}" for colour in colours}
        if len(offers) > 1 and (choice := (yield from self.ask("clone", seat, offers))) != "pass":
            self.used.add(seat)
            _, slot, _, what = choice.split()
            place = f"p{seat + 1} {slot}"
            die = self.die(place)
            self.put(place, COLOURS[what] + die[1] if what in COLOURS else die[0] + what)

    def blockade(self) -> Script:
        seat = self.seat_of("blockade")
        if seat is not None:
            choice = yield from self.ask("blockade", seat, {f"blockade {area}" for area in CITY} | {"pass"})
            if choice != "pass":
                self.used.add(seat)
                self.blockaded = rest_of(choice)

    def final(self, drawn: str | None) -> list[dict[str, int]]:
        """Return everybody's score sheet."""
        count = self.count()
        count.blockaded = self.blockaded
        hands = [[card for card in hand if card != left] for hand, left in zip(self.hands, self.left, strict=True)]
        paid = count.missions(hands, drawn)
        sheets = [{**count.parts(seat), "stock": self.stock_stars[seat]} for seat in self.seats]
        for sheet, missions in zip(sheets, paid, strict=True):
            sheet["missions"] = sum(missions.values())
            sheet["total"] = sum(sheet.values())
        return sheets


__all__ = ["Ask", "Referee"]
