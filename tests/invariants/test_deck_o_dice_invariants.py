"""What always holds in Deck-O-Dice, whatever is played: section 8 of its specification."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import dicehouse
import dicehouse.games
from dicehouse.games.deck_o_dice import GAME
from dicehouse.match.match import Event, Match

MINIONS = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
WAYS = list(product((1, 2), ("proposed", "attested"), ("seat", "random"), (False, True)))


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), GAME.id, GAME)


class Watch:
    """Looks at the table after every act, and hears what is told."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.used: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.compared = 0
        self.piles: list[set[int]] = [set(), set()]
        self.rolls: list[int] = []  # the roll cards that were compared last
        self.look([])

    def look(self, events: list[Event]) -> None:
        for event in events:
            self.hear(event)
        view = self.match.view()
        self.check_cards(view)
        self.check_minions(view)
        self.check_words()

    def hear(self, event: Event) -> None:
        facts = event.facts
        if event.kind == "reveal":
            for side, minion in enumerate(facts["minions"]):
                self.used[side][minion] += 1
        elif event.kind in ("pick", "dicey-picks"):
            self.used[event.kind != "pick"][facts["minion"]] += 1
        elif event.kind == "compare":
            self.compared += 1
            self.rolls = list(facts["cards"])
            assert self.rolls[0] != self.rolls[1]
        elif event.kind == "won":
            assert sorted(facts["cards"]) == sorted(self.rolls)
            self.piles[facts["side"]].update(self.rolls)
        elif event.kind == "tie":
            for pile, card in zip(self.piles, self.rolls, strict=True):
                pile.add(card)

    def check_cards(self, view: dict[str, Any]) -> None:
        points = [side["points"] for side in view["sides"]]
        assert points == [len(pile) for pile in self.piles]
        assert not self.piles[0] & self.piles[1], "no card is won twice"
        assert sum(points) == 2 * self.compared
        assert view["combat"] == min(12, self.compared + 1)
        open_cards = [side["card"] for side in view["sides"] if side["card"] and view["phase"] != "over"]
        looked_at = {0, 1, 2} if view["phase"] == "take" else {0}
        assert 24 - sum(points) - len(open_cards) - view["deck"] in looked_at, "24 cards in all"
        if view["phase"] == "choose":
            assert view["deck"] == 24 - 2 * self.compared
        for reader in (None, *range(self.match.players)):
            self.check_deck(self.match.view(reader), {*open_cards, *self.piles[0], *self.piles[1]})

    def check_deck(self, view: dict[str, Any], elsewhere: set[int]) -> None:
        """Every card that does not lie elsewhere is in the deck, or before one's own Diante; none is there twice."""
        if view["rest"] is None:
            return
        deck = [*([] if view["top"] is None else [view["top"]]), *view["rest"], *view["bottom"]]
        if view["phase"] == "take" and view["looked"] is None:
            assert view["deck"] <= len(deck) <= view["deck"] + 2, "the other one's Diante holds two at most"
            assert not set(deck) & elsewhere
            return
        assert len(deck) == view["deck"]
        looked = set(view["looked"] or ()) - elsewhere
        assert sorted([*deck, *looked, *elsewhere]) == list(range(1, 25))

    def check_minions(self, view: dict[str, Any]) -> None:
        for side, used in zip(view["sides"], self.used, strict=True):
            assert max(used.values(), default=0) <= view["half"]
            assert used.total() == 6 * (view["half"] - 1) + side["used"]
            assert side["n_left"] + side["used"] == 6
        if view["half"] == 2:
            assert all(used[minion] >= 1 for used in self.used for minion in MINIONS)

    def check_words(self) -> None:
        match = self.match
        for seat in range(match.players):
            assert bool(match.options(seat)) == (seat in match.acting())
        assert bool(match.acting()) != match.over

    def check_end(self) -> None:
        view = self.match.view()
        assert view["deck"] == 0
        assert self.compared == 12
        assert all(used == Counter(dict.fromkeys(MINIONS, 2)) for used in self.used)
        points = [side["points"] for side in view["sides"]]
        assert sum(points) == 24
        assert sum(side["holds_20"] for side in view["sides"]) == 1
        winner = [side["holds_20"] for side in view["sides"]].index(True) if points[0] == 12 else int(points[1] > 12)
        assert view["winner"] == winner
        assert self.match.returns() == [float(side == winner) for side in range(2)][: self.match.players]
        for side, pile in zip(view["sides"], self.piles, strict=True):
            assert set(side["pile"]) == pile


def check_redraws(events: list[Event]) -> None:
    """R* leads on to another card: no card is turned twice for one draw, and four marks are all there are."""
    run: list[int] = []
    for event in events:
        if event.kind == "redraw":
            run.append(event.facts["card"])
        elif event.kind in ("draw", "no-number"):
            assert len(run) == len(set(run)) <= 4
            assert event.kind == "draw" or not run, "what has no number is not sent round"
            assert event.facts["card"] not in run
            run = []
    assert not run


@pytest.mark.parametrize(("players", "abilities", "parity", "memory"), WAYS)
def test_cards_minions_and_scores_always_add_up(players: int, abilities: str, parity: str, memory: bool) -> None:
    for seed in range(20):
        rng = random.Random(f"{players} {abilities} {parity} {memory} {seed}")
        options = {"abilities": abilities, "parity": parity, "memory": memory}
        match = dicehouse.new(GAME.id, players=players, options=options, seed=rng.getrandbits(60))
        watch = Watch(match)
        while not match.over:
            seat = rng.choice(match.acting())
            events = match.play(seat, rng.choice(match.options(seat)).id)
            check_redraws(events)
            watch.look(events)
        watch.check_end()
