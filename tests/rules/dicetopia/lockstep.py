"""Play a match and the referee together: equal options at every moment, an equal table after every action."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from dicehouse.core import Option
from dicehouse.match.match import Event, Match

from . import told
from .missions import COPYCAT, HIGH_STAKES
from .position import AREAS, CITY
from .referee import Ask, Referee
from .scoring import COLOURS, dice_on

Choose = Callable[[list[Option]], Option]
SHORT_OF_TEXT = (COPYCAT, HIGH_STAKES)


def livelier(rng: random.Random) -> Choose:
    """Return a chooser that takes any option, but prefers rare ones: abilities, tokens, swaps, break-outs."""
    kinds = {"agent": 0.2, "end": 0.3, "pass": 0.3, "flag": 0.5, "stock": 0.5, "break-out": 3.0, "token": 0.3}

    def choose(options: list[Option]) -> Option:
        return rng.choices(options, [kinds.get(option.facts["kind"], 1.0) for option in options])[0]

    return choose


class Lockstep:
    """Hold a match that has reached its Missions, and the referee that follows it."""

    def __init__(self, match: Match, saved: int | None = None) -> None:
        self.match = match
        self.referee = Referee([match.view(seat) for seat in range(match.players)], dict(match.settings), saved)
        self.script = self.referee.game()
        self.ask: Ask | None = None
        self.drawn: str | None = None
        self.listen(match.log() if match.number == 0 else [])
        self.on(None)
        self.agrees()

    def listen(self, events: list[Event]) -> None:
        self.referee.events = [(event.kind, dict(event.facts)) for event in events]
        self.drawn = self.drawn or told.drawn(events)

    def on(self, answer: tuple[int, str] | None) -> None:
        try:
            self.ask = next(self.script) if answer is None else self.script.send(answer)
        except StopIteration:
            self.ask = None

    def follow(self, choose: Choose, most: int = 10_000) -> Lockstep:
        for _ in range(most):
            if self.match.over:
                break
            seat = self.match.acting()[-1]
            self.play(seat, choose(self.match.options(seat)))
        return self

    def play(self, seat: int, option: Option) -> None:
        before, lay = self.totals(seat), told.places(self.referee)
        events = self.match.play(seat, option.id)
        self.listen(events)
        self.on((seat, option.id))
        try:
            self.agrees(seat)
            told.check(events, lay, self.referee)
            self.check_promise(option, seat, before)
        except AssertionError as error:
            raise AssertionError(f"after {option.id!r} of seat {seat}: {error}") from error

    def totals(self, seat: int) -> list[int]:
        """Return everybody's stars as this seat knows them: with its own Missions, as far as they can be counted."""
        count = self.referee.count()
        count.blockaded = self.referee.blockaded
        stock = self.referee.stock_stars or [count.stock_stars(each) for each in count.seats]
        found = [count.total(each) - count.stock_stars(each) + stock[each] for each in count.seats]
        found[seat] += sum(count.mission(card, seat) for card in self.referee.hands[seat])
        return found

    def check_promise(self, option: Option, seat: int, before: int) -> None:
        """Check that the announced effect of an option came true."""
        if option.facts["kind"] == "lower":
            return  # the first half of Robin Hood, carried out with the second
        for place, thing in (option.facts.get("changes") or {}).items():
            if place == f"stock-{place[6:]}":
                assert self.referee.at[place[6:]] == thing
            else:
                assert self.referee.thing(place.replace("-", " ")) == thing, (option.id, place)
        shown = {area["id"]: area for area in self.match.view()["areas"]}
        for area, promised in (option.facts.get("areas") or {}).items():
            assert shown[area] == promised
        if option.facts.get("gain") is not None:
            gains = [now - was for now, was in zip(self.totals(seat), before, strict=True)]
            assert (option.facts["gain"], option.facts["gains"]) == (gains[seat], gains), f"{gains}: {option.facts}"
            parts: Counter[int] = Counter()
            for part in option.facts["parts"]:
                parts[part["seat"]] += part["points"]
            assert [parts[each] for each in self.referee.seats] == gains, option.facts

    # Comparing the table.

    def agrees(self, acted: int | None = None) -> None:
        """Compare the whole table; the hands only of seats that act or have acted, and all of them at the beginning of
        a turn.
        """
        match, ask = self.match, self.ask
        assert match.over == (ask is None)
        view = match.view()
        if ask is not None:
            assert set(match.acting()) == set(ask.offers)
            assert view["phase"] == ask.phase
            for seat, offers in ask.offers.items():
                ids = [option.id for option in match.options(seat)]
                assert len(ids) == len(set(ids))
                assert set(ids) == offers, f"{set(ids) - offers} too many, {offers - set(ids)} too few"
        self.check_board(view)
        self.check_things(view)
        self.check_seats(view)
        begins = view["phase"] in ("turn", "over") and view["window"] != "placed"
        for seat in range(match.players):
            if begins or seat == acted or seat in match.acting():
                self.check_hand(match.view(seat), seat)
        if ask is None:
            self.check_end(view)

    def check_board(self, view: dict[str, Any]) -> None:
        referee = self.referee
        count = referee.count()
        count.blockaded = referee.blockaded
        for shown in view["areas"]:
            area = shown["id"]
            assert shown["spaces"] == referee.spaces[area]
            strengths = [count.strength(area, seat) for seat in count.seats]
            assert shown["strength"] == strengths
            assert shown["leaders"] == count.leaders(area)
            assert shown["dice"] == sum(int(die[1]) for die in dice_on(referee.spaces[area]))
            stars = {count.area_stars(area, seat) for seat in count.leaders(area)} or {count.worth(area)}
            assert shown["stars"] in stars
            best, second = sorted(strengths)[-1:-3:-1]
            assert shown["lead"] == (best - second if shown["leaders"] else 0)
        assert [shown["id"] for shown in view["areas"]] == list(AREAS)

    def check_things(self, view: dict[str, Any]) -> None:
        referee = self.referee
        assert view["stock"]["at"] == referee.at
        assert view["stock"]["value"] == {colour: referee.track[referee.at[colour]] for colour in COLOURS}
        assert view["prison"]["thugs"] == [seat for seat in referee.seats if referee.thug[seat]]
        assert view["prison"]["dice"] == referee.prison
        assert view["dome"]["card"] == referee.card
        on_card = Counter(die[0] for die in referee.card)
        assert view["dome"]["bag"] == {name: 3 - on_card[letter] for name, letter in COLOURS.items()}
        assert (view["tokens"], view["magmacorium"]) == (referee.tokens, referee.magmacorium)
        assert view["marker"] == referee.marker
        if view["phase"] in ("turn", "skip", "hypnosis", "place", "cancel", "action", "second", "adapt", "end"):
            assert (view["round"], view["player"]) == (referee.round, referee.player)
            assert referee.round > 7 or view["began"] == referee.began
        if view["phase"] not in ("missions", "over"):
            assert view["deck"] == referee.deck

    def check_seats(self, view: dict[str, Any]) -> None:
        referee, count = self.referee, self.referee.count()

        for seat, shown in enumerate(view["seats"]):
            assert shown["faction"] == referee.factions[seat]
            assert shown["dice"] == referee.boards[seat]
            assert set(shown["protected"]) == referee.protected[seat]
            assert shown["tokens"] == referee.spare[seat]
            assert (shown["agents"], shown["tentacle"]) == (referee.agents[seat], referee.tentacle[seat])
            assert (shown["ability"] == "used") == (seat in referee.used)
            if view["phase"] not in ("draft", "clone", "blockade", "leave", "over"):
                assert shown["parts"] == count.parts(seat)
                assert shown["total"] == count.total(seat)

    def check_hand(self, view: dict[str, Any], seat: int) -> None:
        referee, count = self.referee, self.referee.count()
        shown = Counter(card["id"] for card in view["hand"])
        assert self.match.over or shown == Counter(referee.hands[seat])
        for card in view["hand"]:
            if card["id"] not in SHORT_OF_TEXT and view["phase"] != "over":
                assert card["now"] == count.mission(card["id"], seat), card
        known = view["known"]["top"]
        assert self.match.over or known == (referee.top if referee.factions[seat] == "retorium-comradery" else [])

    def check_end(self, view: dict[str, Any]) -> None:
        sheets = self.referee.final(self.drawn)
        assert view["final"] == sheets
        totals = [sheet["total"] for sheet in sheets]
        assert self.match.points() == totals
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        assert view["winner"] == winners
        assert self.match.returns() == [(seat in winners) / len(winners) for seat in range(self.match.players)]
        self.check_revealed(view)
        told.check_count(self.match, sheets)

    def check_revealed(self, view: dict[str, Any]) -> None:
        """Compare the revealed Missions card by card."""
        referee = self.referee
        count = referee.count()
        count.blockaded = referee.blockaded
        hands = [[card["id"] for card in cards] for cards in view["revealed"]]
        kept = [[card["id"] for card in cards if not card["left"]] for cards in view["revealed"]]
        assert [Counter(hand) for hand in hands] == [Counter(hand) for hand in referee.hands]
        paid = count.missions(kept, self.drawn)
        for seat, cards in enumerate(view["revealed"]):
            assert [card["id"] for card in cards if card["left"]] == [referee.left[seat]] * (
                referee.left[seat] is not None
            )
            for card in cards:
                assert card["stars"] == (0 if card["left"] else paid[seat][card["id"]]), card


def dealt(match: Match, choose: Choose) -> Lockstep:
    """Play from the deal on: factions are chosen before the referee starts."""
    while match.view()["phase"] == "faction":
        seat = match.acting()[0]
        match.play(seat, choose(match.options(seat)).id)
    return Lockstep(match)


__all__ = ["CITY", "Lockstep", "dealt", "livelier"]
