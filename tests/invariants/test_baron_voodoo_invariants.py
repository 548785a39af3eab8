"""What always holds at a table of Baron Voodoo, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import dicehouse
from dicehouse.core import Option
from dicehouse.match.match import Event, Match

from .playing import GAMES, random_settings

GAME = "baron-voodoo"
BARON = 1  # his place where you play alone
WHOLE = Counter(Y=10, T=10, R=10, P=10, W=8)
INNER = Counter(Y=6, T=6, R=6, P=6, W=5)
SELDOM = {"end": 0.3, "spirit": 0.4, "power": 0.3}
CHOOSING = ("loa", "baron-loa")  # the dice are thrown after that
MODES = ["two", "three", "four", "teams", "solo", "draft", "balanced", "chaos"]


def flat(stacks: Iterator[list[str]]) -> list[str]:
    return [die for stack in stacks for die in stack]


class Watch:
    """A referee who sees the table and the log, and checks both after every act."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.view: dict[str, Any] = match.view()
        self.points = [side["vp"] for side in self.view["sides"]]
        self.turns: Counter[int] = Counter()
        self.done: Counter[str] = Counter()
        self.bought = False
        self.line: list[str] = self.view["baron"]["line"] if self.view["baron"] else []
        self.look(match.log())

    def look(self, events: list[Event]) -> None:
        before, self.view = self.view, self.match.view()
        captured = 0
        for event in events:
            self.hear(event)
            captured += event.kind == "capture"
        self.check_dice(before, captured)
        self.check_board(before)
        self.check_goods(before)
        self.check_token()
        self.check_steps()
        self.check_options()
        self.check_end()

    def seat(self, event: Event) -> int:
        return BARON if event.facts.get("baron") else -1 if event.seat is None else event.seat

    def hear(self, event: Event) -> None:
        if event.kind == "turn":
            assert event.facts["extra"] == self.bought, "an extra turn is bought, and a bought one is played"
            self.done, self.bought = Counter(), False
            self.turns[self.seat(event)] += not event.facts["extra"]
        elif event.kind in ("capture", "power", "buy", "turn-die", "blocked", "trigger"):
            self.done[event.kind] += 1
            assert self.done[event.kind] == 1, f"{event.kind} is once a turn"
            self.bought = self.bought or event.kind == "buy"
        elif event.kind in ("victory", "combo"):
            side = self.view["seats"][event.seat]["side"] if event.seat is not None else BARON
            self.points[side] += event.facts.get("points", 1)
            assert event.facts["total"] == self.points[side]

    def worlds(self) -> list[Counter[str]]:
        return [Counter(flat(found["dice"] for found in side["spirit"])) for side in self.view["sides"]]

    def dice(self, view: dict[str, Any]) -> Counter[str]:
        """All dice wherever they are, by colour."""
        everywhere = flat(iter(view["board"].values())) + list(Counter(view["pool"]).elements())
        for side in view["sides"]:
            everywhere += side["zone"] + flat(found["dice"] for found in side["spirit"])
        return Counter(die[0] for die in everywhere)

    def check_dice(self, before: dict[str, Any], captured: int) -> None:
        if self.view["phase"] in CHOOSING:
            assert not self.dice(self.view)
            return
        solo = self.view["mode"] == "solo"
        assert self.dice(self.view) == (INNER if solo else WHOLE)
        if before["phase"] in CHOOSING:
            self.line = self.view["baron"]["line"] if solo else []
            return
        assert not solo or self.view["baron"]["line"] == self.line
        on_board = [len(flat(iter(view["board"].values()))) for view in (before, self.view)]
        placed = sum(before["pool"].values()) - sum(self.view["pool"].values())
        assert on_board[1] == on_board[0] + placed - captured, "only captures take dice off the board"

    def check_board(self, before: dict[str, Any]) -> None:
        low, high = self.view["area"]
        for space, stack in self.view["board"].items():
            assert 1 <= len(stack) <= 3
            assert low <= "abcdefg".index(space[0]) <= high
            assert low <= 7 - int(space[1]) <= high
        assert before["phase"] in CHOOSING or self.view["layout"] == before["layout"]
        assert self.view["threshold"] == before["threshold"]

    def check_goods(self, before: dict[str, Any]) -> None:
        sides = self.view["sides"]
        assert all(side["offerings"] >= 0 for side in sides)
        if self.match.settings["offerings"] == "limited":
            assert sum(side["offerings"] for side in sides) + self.view["reserve"] == 20
        else:
            assert self.view["reserve"] is None
        for old, new in zip(before["sides"], sides, strict=True):
            assert new["vp"] >= old["vp"], "points are never lost"
        if self.view["phase"] != "over":
            assert [side["vp"] for side in sides] == self.points
        totals = [sides[seat["side"]]["vp"] for seat in self.view["seats"]]
        assert [seat["total"] for seat in self.view["seats"]] == totals == self.match.points()

    def check_token(self) -> None:
        whites = [side["counts"]["W"] for side in self.view["sides"]]
        for side, world in zip(self.view["sides"], self.worlds(), strict=True):
            counts = Counter(die[0] for die in world.elements())
            assert all(side["counts"][colour] == counts[colour] for colour in "YTRPW")
        if self.view["mode"] == "teams":
            assert self.view["samedi"] is None
        elif self.view["mode"] == "solo":
            assert self.view["samedi"] == BARON
        elif self.view["phase"] != "over":
            leaders = [side for side, count in enumerate(whites) if count == max(whites) > 0]
            assert self.view["samedi"] in (leaders if len(leaders) == 1 else [None, *leaders])

    def check_steps(self) -> None:
        view = self.view
        if view["phase"] in (*CHOOSING, "draft", "over"):
            return
        states = {step["id"]: step["state"] for step in view["steps"]}
        assert list(states) == ["A", "B", "C1", "C2", "C3", "C4", "C5", "D"]
        assert set(states.values()) <= {"done", "passed", "now", "open", "closed"}
        assert list(states.values()).count("now") <= 1
        assert (view["captured"] is not None) == (states["B"] == "done")
        if view["captured"] and states["C5"] != "done":
            side = view["sides"][view["seats"][view["player"]]["side"]]
            assert view["captured"] in side["zone"] or states["C3"] == "done", "unless it was exchanged"
        assert not (states["A"] == states["D"] == "done"), "one power a turn"
        assert not view["bought"] or states["C4"] == "done"
        assert not (view["bought"] and view["extra"])

    def check_options(self) -> None:
        acting = self.match.acting()
        assert len(acting) == (0 if self.match.over else 1)
        for seat in acting:
            assert self.view["player"] == seat
            options = self.match.options(seat)
            assert options
            assert len({option.id for option in options}) == len(options)
            assert len({option.path for option in options}) == len(options)
            if self.view["phase"] == "steps":
                self.check_prices(options, self.view["sides"][self.view["seats"][seat]["side"]])

    def check_prices(self, options: list[Option], side: dict[str, Any]) -> None:
        assert "end" in {option.id for option in options}
        assert all(option.facts.get("price", 0) <= side["offerings"] for option in options)
        for option in options:
            if option.facts["kind"] == "combo":
                assert not Counter(option.facts["dice"]) - Counter(side["zone"])

    def check_end(self) -> None:
        view = self.view
        places = 2 if view["mode"] == "solo" else self.match.players
        order = [(view["first"] + i) % places for i in range(places)]
        turns = [self.turns[place] for place in order]
        assert turns == sorted(turns, reverse=True), "nobody is ahead of who began"
        assert max(turns) - min(turns) <= 1
        if not self.match.over:
            return
        assert max(turns) == min(turns), "all have had equally many turns"
        assert view["trigger"] is not None
        for side, final in zip(view["sides"], view["final"]["sides"], strict=True):
            combo = final["combo"]["points"] if final["combo"] else 0
            assert side["zone"] == []
            assert side["vp"] == final["total"] == final["before"] + combo + sum(final["majorities"].values())
        self.check_majorities()
        self.check_winner()

    def check_majorities(self) -> None:
        finals = [final["majorities"] for final in self.view["final"]["sides"]]
        for colour in "YTRPW":
            counts = [side["counts"][colour] for side in self.view["sides"]]
            points = [majorities[colour] for majorities in finals]
            assert sorted(points, reverse=True)[:2] in ([3, 0], [1, 1], [0, 0])
            for count, scored in zip(counts, points, strict=True):
                assert scored == 0 or count == max(counts) > 0

    def check_winner(self) -> None:
        totals = [side["vp"] for side in self.view["sides"]]
        shares, winner = self.match.returns(), self.view["winner"]
        if winner is None:
            assert self.view["mode"] == "solo"
            assert totals[0] <= totals[BARON]
            assert shares == [0]
            return
        side = self.view["seats"][winner]["side"]
        assert totals[side] == max(totals)
        assert sum(shares) == pytest.approx(1)
        assert all(
            (share > 0) == (seat["side"] == side) for share, seat in zip(shares, self.view["seats"], strict=True)
        )


def random_table(mode: str, seed: int) -> Match:
    """A new match of this mode; every other one has settings of all kinds."""
    rng = random.Random(seed)
    players = {"two": 2, "three": 3, "four": 4, "teams": 4, "solo": 1}.get(mode, 2 + seed % 3)
    options = random_settings(GAMES[GAME], rng, players) if seed % 2 else {"solo_level": 1 + seed // 2 % 4}
    options["set_up"] = mode if mode in ("draft", "balanced", "chaos") else "quick"
    options["pairing"] = rng.choice(["yt-rp", "yr-tp", "yp-tr"]) if mode == "teams" else "none"
    return dicehouse.new(GAME, players=players, options=options, seed=seed)


def choose(options: list[Option], rng: random.Random) -> str:
    weights = [SELDOM.get(option.facts["kind"], 1.0) for option in options]
    return rng.choices(options, weights)[0].id


@pytest.mark.parametrize("mode", MODES)
def test_invariants_hold_in_whole_games(mode: str) -> None:
    for seed in range(13):
        rng, match = random.Random(seed), random_table(mode, seed)
        watch = Watch(match)
        while not match.over:
            (seat,) = match.acting()
            watch.look(match.play(seat, choose(match.options(seat), rng)))


@pytest.mark.parametrize("mode", MODES)
def test_a_turn_can_be_taken_back_whole(mode: str) -> None:
    """No die is rolled once the Loas are chosen: whoever acts can go back to where the turn began."""
    for seed in range(6):
        rng, match = random.Random(seed), random_table(mode, seed)
        while match.view()["phase"] in CHOOSING:
            match.play(match.acting()[0], choose(match.options(match.acting()[0]), rng))
        began, number, whose = match.position(), match.number, match.acting()
        while not match.over and match.number < 150:
            if match.acting() != whose:
                began, number, whose = match.position(), match.number, match.acting()
            match.play(whose[0], choose(match.options(whose[0]), rng))
            if not match.can_undo(whose[0]):  # the Baron's turn stands
                began, number = match.position(), match.number
            if rng.random() < 0.15:
                acts = [action.option for action in match.actions[number:]]
                after = match.position()
                while match.number > number:
                    match.undo(whose[0])
                assert match.position() == began
                for option in acts:
                    match.play(whose[0], option)
                assert match.position() == after
