"""Check that bots are legal, repeatable, blind to what their seat can't know, and the same compiled or not."""

from __future__ import annotations

import copy
import pickle
import random
import time
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.core.dice_sources import Seeded
from dicehouse.engine import engine
from dicehouse.errors import BadSetting, IllegalOption, UnknownGame
from dicehouse.games import find
from dicehouse.match.match import ChosenOption, Match

GAME = find("dice-ocalypse")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", set())


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", {GAME})


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
    for ready in (set(), {GAME}):
        monkeypatch.setattr(engine, "_compiled_games", ready)
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
    """Return a match in a window in which one seat has answered and another has not; None if this one has none."""
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


def test_a_bot_can_not_tell_positions_apart_that_its_seat_can_not() -> None:
    names, found = ("random", "greedy", "sensible", "pip", "kofi"), 0
    for seed in range(12):
        match = sealed(seed)
        if match is None:
            continue
        found += 1
        seat = match.acting()[0]
        here = {name: bots.make(name, GAME, seed=4).choose(match, seat) for name in names}
        for number in range(4):
            box = engine.DiceBox()
            Seeded(number).prepare(box.dice, 0)
            other = Match.load(match.save())
            engine.engine_of(GAME, False).resample_hidden(other._position, seat, box)
            assert {name: bots.make(name, GAME, seed=4).choose(other, seat) for name in names} == here
    assert found >= 3


def test_bots_abstain_when_asked_who_was_first() -> None:
    """Ruling A1."""
    votes = 0
    for seed in range(40):
        rng = random.Random(seed)
        match = dicehouse.new("dice-ocalypse", players=4, seed=seed)
        while not match.over and match.number < 700:
            seat = match.acting()[0]
            if match.view(None)["phase"] == "vote":
                votes += 1
                for name in ("random", "greedy", "sensible"):
                    assert bots.make(name, GAME, seed=seed).choose(match, seat) == "abstain", name
            match.play(seat, rng.choice(match.options(seat)).id)
        if votes >= 3:
            return
    raise AssertionError("no vote was called")


@pytest.mark.usefixtures("interpreted")
def test_what_a_bot_worked_out_for_one_table_serves_no_table_of_another_size() -> None:
    race = {"special_cards": False}  # solved for two
    two, three = (dicehouse.new("dice-ocalypse", players=players, options=race, seed=1) for players in (2, 3))
    bot = bots.make("sensible", GAME, seed=1)
    solved, open_ = (bot._policy_memo(each, np.frombuffer(each.position(), np.uint8))().copy() for each in (two, three))
    fresh = bots.make("sensible", GAME, seed=1)._policy_memo(three, np.frombuffer(three.position(), np.uint8))()
    assert (open_ == fresh).all() and not (solved == open_).all()


@pytest.mark.parametrize("name", ["sensible", "search:4"])
def test_to_play_what_a_bot_chose_no_other_option_is_described(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = 0
    describe = GAME.hooks.describe_action

    def counted(state: Any, seat: int, action: int) -> Any:
        nonlocal told
        told += 1
        return describe(state, seat, action)

    match = dicehouse.new("dice-ocalypse", players=2, seed=5)
    bot = bots.make(name, GAME, seed=1)
    monkeypatch.setattr(GAME.hooks, "describe_action", counted)
    for number in range(1, 13):
        seat = match.acting()[0]
        match.play(seat, bot.choose(match, seat))
        assert told <= 2 * number  # by the bot, and by the match
        assert type(match.actions[-1].option) is str


def test_what_a_bot_chose_can_be_copied_and_kept() -> None:
    pick = ChosenOption("roll", 7)
    for again in (copy.deepcopy(pick), pickle.loads(pickle.dumps(pick))):  # noqa: S301  # our own
        assert (again, again.action, type(again)) == ("roll", 7, ChosenOption)


def test_a_number_that_does_not_fit_its_text_plays_nothing_else() -> None:
    match = dicehouse.new("dice-ocalypse", players=2, seed=5)
    seat = match.acting()[0]
    with pytest.raises(IllegalOption):
        match.play(seat, ChosenOption("bank", match._legal_actions(seat)[0]))
    with pytest.raises(IllegalOption):
        match.play(seat, ChosenOption("nonsense", 9999))
    match.play(seat, ChosenOption("roll", 9999))  # the text is what counts
    assert match.actions[-1].option == "roll"


def test_options_are_counted_as_they_are_listed() -> None:
    match = played(("sensible", "random"), 3, 40)
    for seat in range(2):
        assert match.n_options(seat) == len(match.options(seat))
