"""Play a match and the referee side by side: the same words at every moment, the same events, the same table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import dicehouse
from dicehouse.match.match import Event, Match

from .reference import BOTH, CARDS, CRITICAL, CUBERA, DICEY, DWELVE, TYPES, Referee, fill_in

GAME = "deck-o-dice"
SEEN = ("flip", "dicey-flip", "redraw", "no-number", "draw", "looked", "look")  # events that turn or show a card
Choose = Callable[[list[str]], str]


class Lockstep:
    """A match with a referee beside it. Cards of an unknown order are told the referee as the match turns them."""

    def __init__(self, match: Match, order: Sequence[int] = (), **position: Any) -> None:
        self.match = match
        settings = match.settings
        self.memory = bool(settings["memory"])
        self._before = position.get("combat", 1) - 1  # combats that nobody has seen
        self._turned: list[int] = []
        self._odd: list[int] = []
        self.referee = Referee(
            solo=match.players == 1,
            abilities=str(settings["abilities"]),
            order=order,
            witness=self._witness,
            odd=(lambda: self._odd.pop(0)) if settings["parity"] == "random" else None,
            **position,
        )
        self.agrees()

    @classmethod
    def dealt(cls, players: int, seed: int, **options: Any) -> Lockstep:
        return cls(dicehouse.new(GAME, players=players, seed=seed, options=options))

    @classmethod
    def from_order(cls, players: int, order: Sequence[int], options: dict[str, Any], **position: Any) -> Lockstep:
        match = Match.set_up(GAME, players=players, options=options, order=list(order), **position)
        return cls(match, order, **position)

    def _witness(self, possible: set[int]) -> int:
        while self._turned:
            card = self._turned.pop(0)
            if card in possible:
                return card
        raise AssertionError("the match turned no card here that can lie there")

    def follow(self, choose: Choose, most: int = 1000) -> Lockstep:
        for _ in range(most):
            if self.match.over:
                break
            self.act(choose)
        return self

    def act(self, choose: Choose) -> None:
        seat = int(choose([str(seat) for seat in self.match.acting()]))
        self.say(seat, choose([option.id for option in self.match.options(seat)]))

    def say(self, seat: int, word: str) -> None:
        events = self.match.play(seat, word)
        self._turned = [card for event in events if event.kind in SEEN for card in cards_of(event)]
        self._odd = [event.facts["odd"] for event in events if event.kind == "roles"]
        expected = self.referee.play(seat, word)
        told = [(event.kind, plain(event)) for event in events if event.kind not in ("win", "lost")]
        assert told == expected
        assert not self._odd
        self.agrees()

    # What one sees.

    def agrees(self) -> None:
        match, referee = self.match, self.referee
        assert match.over == (referee.winner is not None)
        assert match.acting() == referee.asked
        points = [side.points for side in referee.sides]
        assert match.points() == points[: match.players]
        if referee.winner is not None:
            assert match.returns() == [float(side == referee.winner) for side in BOTH][: match.players]
        for seat in range(match.players):
            assert [option.id for option in match.options(seat)] == referee.offers(seat)
            self.check_facts(seat)
        for reader in (None, *range(match.players)):
            self.check_view(match.view(reader), reader)

    def check_facts(self, seat: int) -> None:
        referee = self.referee
        for option in self.match.options(seat):
            facts, kind = option.facts, option.facts["kind"]
            if referee.phase == "choose":
                assert (kind, facts["type"]) == ("choose", option.id)
            elif referee.phase == "take":
                assert referee.looked is not None
                card = referee.looked[("first", "second").index(option.id)]
                assert (kind, facts["card"], facts["value"]) == ("take", card, CARDS[card][TYPES.index("diante")])
            else:
                assert kind == option.id
                if referee.phase == "cubera" and seat != referee.attacker:
                    assert (facts["win"], facts["tie"]) == self.chances(seat, option.id)
            if kind != "choose":
                assert facts["win"] >= 0 <= facts["tie"]
                assert facts["win"] + facts["tie"] <= 1.001

    def chances(self, seat: int, word: str) -> tuple[float, float]:
        """A defending Cubera's chances to win and to tie, from what she knows: in memory mode, what lies open now."""
        referee = self.referee
        here, there = referee.sides[seat], referee.sides[1 - seat]
        assert here.card is not None and there.card is not None and there.value is not None
        known = referee.deck.as_known_to(seat)
        view = self.match.view(seat)
        top = here.card if word == "keep" else view["top"] if self.memory else known[0]
        unseen = referee.deck.cards() - set(known)
        if self.memory:
            unseen = set(CARDS) - {here.card, there.card, view["flip"]}
        cards = unseen if top is None else {top}
        values = [CARDS[card][CUBERA] or 0 for card in cards]
        win = sum(value > there.value for value in values)
        loses_ties = referee.proposed and there.minion == DWELVE
        tie = 0 if loses_ties else values.count(there.value)
        return round(win / len(values), 3), round(tie / len(values), 3)

    def check_view(self, view: dict[str, Any], reader: int | None) -> None:
        match, referee = self.match, self.referee
        over = match.over
        assert view["phase"] == referee.phase
        assert view["asked"] == list(referee.asked)
        assert view["mode"] == ("solo" if referee.solo else "duel")
        assert (view["combat"], view["half"]) == (referee.combat, 1 if referee.combat <= 6 else 2)
        assert (view["attacker"], view["flip"]) == (referee.attacker, referee.flip)
        if referee.phase in ("diante", "take", "cubera"):
            assert view["acting_side"] == referee.acting
        looks = referee.looked is not None and reader == referee.acting
        assert view["looked"] == (list(referee.looked or ()) if looks else None)
        assert [each["winner"] for each in view["results"]][self._before :] == referee.results[self._before :]
        assert view["winner"] == referee.winner
        assert view["points_note"] == ("20" if over and match.points()[0] == 12 else None)
        assert view["cards"] == {str(card): ["R" if x is None else x for x in row] for card, row in CARDS.items()}
        self.check_deck(view, reader)
        for side in BOTH:
            self.check_side(view["sides"][side], side, reader)

    def check_deck(self, view: dict[str, Any], reader: int | None) -> None:
        referee = self.referee
        # While Diante's owner looks, the two cards lie in his hand or on the deck, as one likes.
        slots = len(referee.deck)
        assert view["deck"] in ({slots, slots - 1, slots - 2} if referee.looked else {slots})
        if view["rest"] is not None:
            assert set(view["rest"]) == referee.deck.unseen_by(reader)
        if referee.looked:
            return
        known = referee.deck.as_known_to(reader)
        if self.memory and not self.match.over:
            assert view["bottom"] is None and view["rest"] is None
            assert view["top"] is None or [view["top"]] == known[:1]
            return
        top, bottom, rest = view["top"], view["bottom"], set(view["rest"]) - {view["top"]}
        hidden = slots - len(bottom) - (top is not None)
        assert hidden == len(rest)
        shown = [*([top] if top is not None else []), *[None] * hidden, *bottom]
        assert fill_in(shown, referee.deck.cards()) == known
        assert rest | set(bottom) | ({top} - {None}) == referee.deck.cards()

    def check_side(self, shown: dict[str, Any], side: int, reader: int | None) -> None:
        referee, here = self.referee, self.referee.sides[side]
        dicey = referee.solo and side == DICEY
        open_now = not self.memory or self.match.over
        assert shown["seat"] == (None if dicey else side)
        assert (shown["name"] == "Dicey") == dicey
        assert shown["points"] == here.points
        assert shown["card"] == here.card
        assert shown["value"] == here.value
        if here.card is not None and here.minion is not None:
            printed = CARDS[here.card][here.minion]
            assert shown["printed"] == ("R" if printed is None else printed)
        if open_now:
            assert sorted(shown["pile"]) == sorted(here.pile)
            assert shown["holds_20"] == (CRITICAL in here.pile)
        else:
            assert shown["pile"] is None and shown["holds_20"] is None
        self.check_minions(shown, side, reader, open_now)

    def check_minions(self, shown: dict[str, Any], side: int, reader: int | None, open_now: bool) -> None:
        referee, here = self.referee, self.referee.sides[side]
        choosing = referee.phase == "choose"
        sealed = choosing and side not in referee.asked and not referee.solo
        assert shown["chosen"] == (not choosing or sealed)
        unused = sorted(here.unused)
        if sealed:
            chosen = TYPES.index(shown["minion"]) if shown["minion"] else None
            assert chosen in unused if reader == side else chosen is None
        else:
            assert shown["minion"] == (None if here.minion is None else TYPES[here.minion])
            used = (referee.combat - 1) % 6 + (here.minion is not None)
            assert (shown["n_left"], shown["used"]) == (6 - used, used) == (len(unused), used)
            if open_now or reader == side or referee.solo:
                assert shown["left"] == [TYPES[t] for t in unused]
            else:
                assert shown["left"] is None


def cards_of(event: Event) -> list[int]:
    return (
        list(event.facts["cards"])
        if "cards" in event.facts
        else [event.facts["card"]]
        if event.facts.get("card")
        else []
    )


def plain(event: Event) -> dict[str, object]:
    """An event's facts, whoever they name; that they are Dicey's is said by the side as well."""
    return {key: value for key, value in event.facts.items() if key != "dicey"}


def anything(rng: random.Random) -> Choose:
    return rng.choice


def shuffled_cards(rng: random.Random) -> list[int]:
    return rng.sample(sorted(CARDS), 24)
