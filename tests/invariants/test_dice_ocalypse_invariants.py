"""What always holds at a table of Dice-ocalypse!, whatever is played: section 11 of its specification."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import dicehouse
from dicehouse.core import Option
from dicehouse.match.match import Event, Match

from .playing import GAMES, random_settings

GAME = "dice-ocalypse"
CARDS = {"prove-it", "double", "do-or-die", "bloodshed", "collateral"}


class Watch:
    """A referee who sees the table and the log, and checks both after every act."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.log: list[Event] = []
        self.view: dict[str, Any] = match.view()
        self.totals = [0] * match.players
        self.turns = 0
        self.doubled = False
        self.taken_over = 0
        self.left_a_hand: dict[int, set[tuple[int, str]]] = {}
        self.final_turns: Counter[int] = Counter()
        self.battle_zones: Counter[int] = Counter()
        self.bar: tuple[int, int] | None = None
        self.look(match.log())

    def look(self, events: list[Event]) -> None:
        before, self.view = self.view, self.match.view()
        ending = self.bar is not None
        for event in events:
            self.hear(event)
        self.check_totals()
        self.check_cards(before, ending)
        self.check_special_dice(before)
        self.check_turn()
        self.check_end()

    def hear(self, event: Event) -> None:
        seat = event.seat
        assert self.bar is None or event.kind not in ("card", "zombie", "left-behind", "skipped")
        if event.kind == "score":
            assert seat is not None
            self.totals[seat] += event.facts["points"]
            assert self.totals[seat] == event.facts["total"]
        elif event.kind in ("turn", "lost-turn") and self.bar is not None and seat is not None:
            self.final_turns[seat] += 1
        elif event.kind == "battle-zone" and seat is not None:
            self.battle_zones[seat] += 1
        elif event.kind == "dice-ocalypse" and seat is not None:
            assert self.bar is None, "it comes once"
            self.bar = (seat, event.facts["bar"])
        if event.kind == "turn":
            self.turns += 1
            self.doubled = event.facts["doubled"]
            self.taken_over = event.facts["points"]

    def check_totals(self) -> None:
        assert [seat["total"] for seat in self.view["seats"]] == self.totals == self.match.points()
        assert all(total % 50 == 0 for total in self.totals)
        assert self.match.settings["negative_scores"] or min(self.totals) >= 0

    def check_cards(self, before: dict[str, Any], ending: bool) -> None:
        played = self.left_a_hand.setdefault(self.turns, set())
        deck = CARDS if self.view["specials"] else set()
        for seat, (old, new) in enumerate(zip(before["seats"], self.view["seats"], strict=True)):
            assert sorted([*new["cards"], *new["spent"]]) == sorted(deck), "each kind once"
            if before["card"] != {"kind": "prove-it", "by": seat, "on": before["player"]}:
                assert set(old["spent"]) <= set(new["spent"]), "what is spent never comes back"
            played |= {(seat, card) for card in set(old["cards"]) - set(new["cards"])}
            assert old["immunity"] or not new["immunity"]
        assert len(played) <= 1, "one card a turn, by whomever"
        assert not (played and self.doubled), "none on a doubled turn"
        if ending:
            assert self.view["card"] is None
            assert [s["cards"] for s in before["seats"]] == [s["cards"] for s in self.view["seats"]]

    def check_special_dice(self, before: dict[str, Any]) -> None:
        for die in ("zombie", "left_behind"):
            holder = self.view[die]["holder"]
            assert [i for i, seat in enumerate(self.view["seats"]) if seat[die]] == ([] if holder is None else [holder])
            assert before[die]["holder"] is None or holder is not None, "it never leaves play"
            assert holder is None or self.match.players > 2

    def check_turn(self) -> None:
        view = self.view
        assert 0 <= len(view["dice"]) <= view["dice_full"] <= 6
        assert all(1 <= face <= 6 for face in view["dice"])
        if view["phase"] == "keep":
            assert view["turn_score"] == self.taken_over + sum(group["points"] for group in view["kept"])
        assert view["asked"] == list(self.match.acting())
        if not self.match.settings["battle_zone_again"]:
            assert max(self.battle_zones.values(), default=0) <= 1

    def check_end(self) -> None:
        final = self.view["final"]
        assert (final is None) == (self.bar is None)
        if final is not None:
            assert (final["first"], final["bar"]) == self.bar, "the bar is fixed"
            still = set(final["to_play"])
            assert still & set(self.final_turns) <= {self.view["player"]}
        if self.match.over:
            assert self.bar is not None
            first, bar = self.bar
            assert self.final_turns == {seat: 1 for seat in range(self.match.players) if seat != first}
            diced = {i for i, seat in enumerate(self.view["seats"]) if seat["diced"]}
            assert diced == {i for i, total in enumerate(self.totals) if total < bar}
            best = max(total for i, total in enumerate(self.totals) if i not in diced)
            assert self.totals[self.view["winner"]] == best
            self.check_places(diced)
            assert self.match.returns()[self.view["winner"]] == 1
        for row in self.match.score_sheet()["rows"] if self.match.over else ():
            assert sum(row["cells"].values()) == row["total"] == self.totals[row["seat"]]

    def check_places(self, diced: set[int]) -> None:
        """The winner, then who survived by total, then who was diced by total; equals share a place."""
        rank = {i: (i == self.view["winner"], i not in diced, total) for i, total in enumerate(self.totals)}
        for i, seat in enumerate(self.view["seats"]):
            assert seat["place"] == 1 + sum(other > rank[i] for other in rank.values())


def sensible_or_odd(options: list[Option], rng: random.Random) -> Option:
    """Mostly bank or keep what is worth most, so that games get on; now and then anything."""
    banks = [option for option in options if option.facts.get("then") == "bank"]
    worth = [option for option in options if "then" in option.facts and "points" in option.facts]
    if rng.random() < 0.3 or not worth:
        return rng.choice(options)
    return max(banks if banks and rng.random() < 0.6 else worth, key=lambda option: option.facts["points"])


def play_watched(match: Match, rng: random.Random, most: int) -> None:
    watch = Watch(match)
    for _ in range(most):
        if match.over:
            return
        seat = rng.choice(match.acting())
        watch.look(match.play(seat, sensible_or_odd(match.options(seat), rng).id))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_hold_in_games_with_any_settings(players: int) -> None:
    for seed in range(16):
        rng = random.Random(seed)
        options = random_settings(GAMES[GAME], rng, players)
        match = dicehouse.new(GAME, players=players, options=options, seed=seed)
        play_watched(match, rng, 260)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_hold_in_whole_games_by_the_rulebook(players: int) -> None:
    ended = 0
    for seed in range(4):
        rng = random.Random(seed)
        match = dicehouse.new(GAME, players=players, seed=seed)
        play_watched(match, rng, 1500)
        ended += match.over
    assert ended


def test_two_players_never_meet_a_special_die() -> None:
    for seed in range(15):
        rng = random.Random(seed)
        match = dicehouse.new(GAME, players=2, options={"target": 3000}, seed=seed)
        for _ in range(200):
            if match.over:
                break
            seat = rng.choice(match.acting())
            match.play(seat, sensible_or_odd(match.options(seat), rng).id)
        assert not {"zombie-get", "left-behind-get"} & {event.kind for event in match.log()}
