"""Bots at a table: legal, repeatable, blind to what their seat can't know, the same compiled or not."""

from __future__ import annotations

import random
import time

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.errors import BadSetting, UnknownGame
from dicehouse.games import find
from dicehouse.kit import engine
from dicehouse.kit.sources import Seeded
from dicehouse.match import Match

GAME = find("dice-ocalypse")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_ready", set())


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_ready", {GAME.id})


def played(names: tuple[str, ...], seed: int, most: int = 400, **options: object) -> Match:
    match = dicehouse.new("dice-ocalypse", players=len(names), options=options, seed=seed)
    seated = [bots.make(name, GAME, seed=f"{seed}|{seat}") for seat, name in enumerate(names)]
    while not match.over and match.number < most:
        seat = match.acting()[0]
        option = seated[seat].choose(match, seat)
        assert option in [known.id for known in match.options(seat)]
        match.play(seat, option)
    return match


def test_the_faces_and_the_plain_kinds_play_every_game() -> None:
    known = bots.names()
    assert known == bots.names("dice-ocalypse")
    assert known[:3] == ("random", "greedy", "sensible")
    assert known[3:7] == ("pip", "dot", "kofi", "otto")


@pytest.mark.parametrize("name", ["", "Sensible", "clever", "random ", "x" * 1000])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(BadSetting):
        bots.make(name)


def test_a_bot_for_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        bots.make("random", "chess")


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("options", [{}, {"special_cards": False, "piggyback": True}], ids=["standard", "plain"])
def test_whole_games_without_a_compiler(options: dict[str, object]) -> None:
    match = played(("sensible", "greedy", "sensible"), 3, 3000, **options)
    assert match.over


@pytest.mark.parametrize(
    "names", [("sensible",) * 3, ("greedy", "random"), ("sensible", "random", "pip", "kofi"), ("otto", "dot")]
)
def test_compiled_and_interpreted_bots_choose_alike(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for ready in (set(), {GAME.id}):
        monkeypatch.setattr(engine, "_ready", ready)
        told.append([action.option for action in played(names, 11).actions])
    assert told[0] == told[1]


@pytest.mark.usefixtures("interpreted")
def test_no_decision_takes_long_even_interpreted() -> None:
    match = dicehouse.new("dice-ocalypse", players=3, seed=8)
    seated = [bots.make("sensible", seed=seat) for seat in range(3)]
    longest = 0.0
    while not match.over and match.number < 300:
        seat = match.acting()[0]
        began = time.thread_time()
        option = seated[seat].choose(match, seat)
        longest = max(longest, time.thread_time() - began)
        match.play(seat, option)
    assert longest < 2.0


@pytest.mark.usefixtures("compiled")
def test_the_same_seed_plays_the_same_and_another_one_differently() -> None:
    first, again, other = (played(("random", "greedy"), seed) for seed in (1, 1, 2))
    assert first.actions == again.actions
    assert first.actions != other.actions


def test_choosing_changes_nothing() -> None:
    match = played(("sensible", "random", "greedy"), 21, 90)
    before, number, seat = match.position(), match.number, match.acting()[0]
    for name in bots.names():
        bots.make(name, GAME, seed=1).choose(match, seat)
    assert (match.position(), match.number) == (before, number)


def sealed(seed: int) -> Match | None:
    """A match in a window in which one seat has answered and another has not; None if this one has none."""
    rng = random.Random(seed)
    match = dicehouse.new("dice-ocalypse", players=4, seed=seed)
    while not match.over and match.number < 600:
        acting = match.acting()
        if match.number and len(acting) > 0 and match.reaction(acting[0]) and match.actions[-1].draws == ():
            answered = set(range(4)) - set(acting) - {match.view(None)["player"]}
            if any(match.actions[-1].seat == seat for seat in answered):
                return match
        match.play(rng.choice(acting), rng.choice(match.options(acting[0])).id if len(acting) == 1 else "pass")
    return None


@pytest.mark.parametrize("name", ["random", "greedy", "sensible", "pip", "kofi"])
def test_a_bot_can_not_tell_positions_apart_that_its_seat_can_not(name: str) -> None:
    found = 0
    for seed in range(12):
        match = sealed(seed)
        if match is None:
            continue
        found += 1
        seat = match.acting()[0]
        here = bots.make(name, GAME, seed=4).choose(match, seat)
        for number in range(4):
            box = engine.DiceBox()
            Seeded(number).prepare(box.dice, 0)
            other = Match.load(match.save())
            engine.engine_of(GAME, False).redeal(other._position, seat, box)
            assert bots.make(name, GAME, seed=4).choose(other, seat) == here
    assert found >= 3


@pytest.mark.parametrize("name", ["random", "greedy", "sensible"])
def test_bots_abstain_when_asked_who_was_first(name: str) -> None:
    """Ruling A1."""
    votes = 0
    for seed in range(40):
        rng = random.Random(seed)
        match = dicehouse.new("dice-ocalypse", players=4, seed=seed)
        while not match.over and match.number < 700:
            seat = match.acting()[0]
            if match.view(None)["phase"] == "vote":
                votes += 1
                assert bots.make(name, GAME, seed=seed).choose(match, seat) == "abstain"
            match.play(seat, rng.choice(match.options(seat)).id)
        if votes >= 3:
            return
    raise AssertionError("no vote was called")
