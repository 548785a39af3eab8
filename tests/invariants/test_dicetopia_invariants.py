"""What always holds in Dicetopia, whatever is played: section 8 of its specification, and every score twice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import dicehouse
import dicehouse.games
from dicehouse.games.dicetopia import GAME
from dicehouse.match.match import Event, Match

from ..rules.dicetopia import told
from ..rules.dicetopia.scoring import AREAS, CITY, is_die, is_piece, kind, seen
from .playing import few

FACTIONS = (
    "roamers", "shakra-pirates", "perceptioneers", "tuulu-priests", "centauri-bureau", "dangmer-program",
    "ewo-following", "hollows", "conspiracy", "navigators", "haterz", "fukura", "tentacle-force", "conclave", "pagans",
    "retorium-comradery", "skelletas", "zai", "banxa-corporation", "blockade",
)  # fmt: skip
TWICE = {"copycat", "high-stakes-gambling"}  # what they pay depends on the others' cards
SEATING = ("missions", "faction")


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), GAME.id, GAME)


class Watch:
    """Looks at the table after every act, and hears what is told."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.removed: list[str] = []  # dice that the Pirates took
        self.freed: set[str] = set()  # spaces that a Sacrifice has emptied
        self.sacrificed = self.broken_out = self.turns = 0
        self.springs = self.spaces("springs").count(None)  # spaces that were never filled
        self.cloned = False
        self.look(match.log())

    def spaces(self, area: str) -> list[str | None]:
        return list(self.match.view()["areas"][AREAS.index(area)]["spaces"])

    def look(self, events: list[Event]) -> None:
        for event in events:
            self.hear(event)
        view = self.match.view()
        self.check_dice(view)
        self.check_spaces(view)
        self.check_pieces(view)
        if view["phase"] not in SEATING:
            self.check_scores(view, events[-1].seat if events else None)
            if view["phase"] in ("turn", "connect", "return", "over"):
                self.check_cards(view)
        self.check_answers()

    def hear(self, event: Event) -> None:
        facts = event.facts
        if event.kind == "exterminate":
            self.removed.append(facts["die"])
        elif event.kind == "sacrifice":
            self.freed.add(facts["from"])
            self.sacrificed += 1
        elif event.kind == "send":
            self.turns += 1
            self.broken_out += facts["piece"].startswith("thug")
        elif event.kind == "clone":
            self.cloned = True

    def things(self, view: dict[str, Any]) -> Iterator[str | None]:
        for area in view["areas"]:
            yield from area["spaces"]

    def check_dice(self, view: dict[str, Any]) -> None:
        found = Counter(str(die)[0] for die in self.things(view) if is_die(die))
        found += Counter(die[0] for seat in view["seats"] for die in seat["dice"])
        found += Counter(die[0] for die in [*view["prison"]["dice"], *self.removed, *view["dome"]["card"]] if die)
        found += Counter({name[0]: count for name, count in view["dome"]["bag"].items()})
        assert found["t"] + found["p"] + found["w"] == 57
        assert self.cloned or {found[colour] for colour in "tpw"} == {19}
        assert found["m"] + view["magmacorium"] == 7

    def check_spaces(self, view: dict[str, Any]) -> None:
        for area in view["areas"]:
            for number, thing in enumerate(area["spaces"], 1):
                assert thing is None or thing == "x" or is_die(thing) or is_piece(thing)
                if thing is None and area["id"] != "springs":
                    assert f"{area['id']}-{number}" in self.freed, "only a Sacrifice empties a space"
                assert thing != "x" or area["id"] in CITY
        dead = sum(thing == "x" for thing in self.things(view))
        assert dead == len(self.removed) <= 1
        empty = sum(thing is None for thing in self.things(view))
        assert empty == self.springs + self.sacrificed

    def check_pieces(self, view: dict[str, Any]) -> None:
        pieces = Counter(kind(thing) for thing in self.things(view) if is_piece(thing))
        assert pieces.total() + self.sacrificed == self.turns
        assert pieces["thug"] == self.broken_out == len(view["seats"]) - len(view["prison"]["thugs"])
        if view["phase"] not in ("draft", "clone", "blockade", "leave", "over"):
            assert len(view["prison"]["dice"]) == self.broken_out
        for seat, shown in enumerate(view["seats"]):
            mine = Counter(
                kind(thing) for thing in self.things(view) if is_piece(thing) and str(thing)[-1] == str(seat)
            )
            gone = self.sacrificed * (shown["faction"] == "skelletas")
            assert (
                mine["agent"] + gone + shown["agents"] == 6 - (shown["faction"] == "tentacle-force")
                or not shown["faction"]
            )
            assert len(shown["protected"]) == len(set(shown["protected"]))
        held = sum(len(seat["protected"]) + seat["tokens"] for seat in view["seats"])
        assert held + view["tokens"] == 7
        assert all(0 <= step < 6 for step in view["stock"]["at"].values())

    def check_cards(self, view: dict[str, Any]) -> None:
        hands = [[card["id"] for card in self.match.view(seat)["hand"]] for seat in range(self.match.players)]
        all_of_them = [card for hand in hands for card in hand]
        assert len(set(all_of_them)) == len(all_of_them)
        if not self.match.over:
            scenario = self.match.settings["scenario"]
            assert view["deck"] + len(all_of_them) == 60 - (scenario == "back-to-square-one")

    def check_scores(self, view: dict[str, Any], acted: int | None) -> None:
        """Twice: as the game has it, and slowly from what lies there."""
        if view["phase"] in ("clone", "blockade", "leave", "over"):
            return
        count = seen(view, self.match.settings)
        for seat, shown in enumerate(view["seats"]):
            assert shown["parts"] == count.parts(seat)
        for seat in {acted, *self.match.acting()} - {None}:
            for card in self.match.view(seat)["hand"]:
                if card["id"] not in TWICE:
                    assert card["now"] == count.mission(card["id"], seat), card["id"]

    def check_answers(self) -> None:
        match = self.match
        for seat in range(match.players):
            assert bool(match.options(seat)) == (seat in match.acting())
        assert bool(match.acting()) != match.over

    def check_end(self) -> None:
        view = self.match.view()
        players = self.match.players
        assert self.turns == 7 * players
        assert view["prison"] == {"thugs": [], "dice": []}
        for seat in view["seats"]:
            assert len(seat["dice"]) == 7 + (seat["faction"] == "skelletas") * self.sacrificed
        for sheet in view["final"]:
            assert sheet["total"] == sum(stars for part, stars in sheet.items() if part != "total")
        revealed = view["revealed"]
        for seat, cards in enumerate(revealed):
            assert sum(not card["left"] for card in cards) == 2
            assert sum(card["stars"] for card in cards if not card["left"]) == view["final"][seat]["missions"]
        drawn = told.drawn(self.match.log())
        kept = [[card["id"] for card in cards if not card["left"]] for cards in revealed]
        count = seen(view, self.match.settings)
        count.blockaded = next((event.facts["area"] for event in self.match.log() if event.kind == "blockade"), None)
        for paid, cards in zip(count.missions(kept, drawn), revealed, strict=True):
            assert {card["id"]: card["stars"] for card in cards if not card["left"]} == paid
        for seat, sheet in enumerate(view["final"]):
            assert (sheet["dice"], sheet["domination"]) == (count.dice_stars(seat), count.domination_stars(seat))


def settings(faction: str, rng: random.Random) -> dict[str, Any]:
    return {
        "faction_deal": "choose",
        "reconstructed_factions": True,
        "neighbourhood_text": rng.choice(("traditional", "rebalanced")),
        "observatory_advanced": rng.random() < 0.3,
        "protection_advanced": rng.random() < 0.5,
        "scenario": rng.choice(("none", "none", "none", "back-to-square-one")),
        "actions_mandatory": rng.random() < 0.7,
        "abilities_reach_locations": rng.random() < 0.7,
        "magmacorium_owner_option": rng.random() < 0.7,
        "tie_domination": rng.choice(("full", "split", "nobody")),
        "sharing": rng.choice(("own", "any")),
        "adjacency": rng.choice(("ring", "all")),
        "magmacorium": rng.choice((0, 0, 1, 6)),
    }


def watched(faction: str, seed: int) -> None:
    """One random game in which the first to choose takes this faction."""
    rng = random.Random(f"{faction} {seed}")
    match = dicehouse.new(
        GAME.id, players=rng.choice((2, 2, 3, 4, 5, 6)), options=settings(faction, rng), seed=rng.getrandbits(60)
    )
    match.play(match.acting()[0], f"faction {faction}")
    watch = Watch(match)
    while not match.over:
        seat = rng.choice(match.acting())
        watch.look(match.play(seat, rng.choice(match.options(seat)).id))
    watch.check_end()


@pytest.mark.parametrize("faction", FACTIONS)
def test_dice_pieces_cards_and_scores_always_add_up(faction: str) -> None:
    for seed in range(few("dicetopia", 6)):
        watched(faction, seed)
