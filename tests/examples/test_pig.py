"""The rules of Pig: dice on a tape, and what must come of them."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import pytest

import dicehouse.games
from dicehouse import bots
from dicehouse.core import Tape
from dicehouse.core.settings import SettingValue
from dicehouse.errors import BadSetting, CannotUndo, IllegalOption
from dicehouse.match.match import Match

sys.path.append(str(Path(__file__).parents[2] / "examples" / "pig"))

from pig import game

TWO: dict[str, SettingValue] = {"two_dice": True}


def table(dice: str, settings: dict[str, SettingValue] | None = None, players: int = 2) -> Match:
    """A match whose first result says who begins."""
    return Match(game, players, settings or {}, Tape(dice), ["Ana", "Ben", "Caro", "Dag", "Eva", "Finn"][:players])


def play(match: Match, *options: str) -> list[str]:
    """Play for whoever is to act; all that happened, as sentences."""
    return [e.sentence(match.names) for option in options for e in match.play(match.acting()[0], option)]


def test_the_first_result_says_who_begins() -> None:
    match = table("3", players=4)
    assert match.acting() == (2,)
    assert [event.text for event in match.log()] == ["{2} begins."]


def test_throws_add_up_until_they_are_banked() -> None:
    match = table("1 6 5 2")
    play(match, "roll", "roll", "roll")
    assert match.points() == [0, 0]
    assert match.view(1)["turn_points"] == 13
    assert play(match, "bank") == ["Ana banks 13: 13."]
    assert match.points() == [13, 0]
    assert match.acting() == (1,)


def test_a_1_takes_the_points_of_the_turn_and_no_more() -> None:
    match = table("1 6 4 1 5 1")
    play(match, "roll", "bank", "roll", "bank")
    assert match.points() == [6, 4]
    assert play(match, "roll") == ["Ana throws 1.", "Ana loses the points of this turn."]
    play(match, "roll")
    assert play(match, "roll")[-1] == "Ben loses the points of this turn."
    assert match.points() == [6, 4]
    assert match.acting() == (0,)


def test_nothing_can_be_banked_before_the_first_throw() -> None:
    match = table("1 6")
    assert [option.id for option in match.options(0)] == ["roll"]
    with pytest.raises(IllegalOption, match="Legal: roll"):
        match.play(0, "bank")
    play(match, "Roll")
    assert [option.id for option in match.options(0)] == ["roll", "bank"]


def test_who_banks_the_target_wins_and_not_who_could() -> None:
    match = table("1 6 6 2", {"target": 10})
    play(match, "roll", "roll")
    assert not match.over
    assert match.returns() == [0, 0]
    play(match, "roll")
    assert play(match, "bank") == ["Ana banks 14: 14.", "Ana wins with 14."]
    assert match.over
    assert (match.acting(), match.returns(), match.view(None)["winner"]) == ((), [1, 0], 0)


def test_exactly_the_target_is_enough() -> None:
    match = table("1 6 4", {"target": 10})
    play(match, "roll", "roll", "bank")
    assert match.over


def test_two_dice_are_thrown_together() -> None:
    match = table("1 66 21", TWO)
    assert play(match, "roll") == ["Ana throws 6 and 6."]
    assert match.view(0)["turn_points"] == 12
    assert play(match, "roll") == ["Ana throws 2 and 1.", "Ana loses the points of this turn."]


def test_two_1s_take_everything() -> None:
    match = table("1 66 23 11", TWO)
    play(match, "roll", "bank", "roll", "bank")
    assert match.points() == [12, 5]
    assert play(match, "roll") == ["Ana throws 1 and 1.", "Ana loses everything."]
    assert match.points() == [0, 5]


def test_banking_can_be_taken_back_and_a_throw_cannot() -> None:
    match = table("1 6 4")
    play(match, "roll")
    with pytest.raises(CannotUndo):
        match.undo(0)
    play(match, "bank")
    match.undo(0)
    assert match.options(0)[1].id == "bank"
    play(match, "bank", "roll")
    assert not match.can_undo(0)


@pytest.mark.parametrize(
    ("totals", "points", "wanted"),
    [([0, 0], 0, "roll"), ([0, 0], 19, "roll"), ([0, 0], 20, "bank"), ([95, 0], 5, "bank"), ([95, 0], 4, "roll")],
)
def test_the_sensible_pig_holds_at_20_or_when_it_wins(totals: list[int], points: int, wanted: str) -> None:
    match = table("1")
    hooks = game.hooks
    hooks.set_up(match._position.state, 2, totals=totals, turn_points=points)
    chosen = hooks.sensible(match._position.state, 0, None, None, None)
    assert hooks.describe_action(match._position.state, 0, chosen).id == wanted


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"totals": [100, 0]}, "totals must be below 100, the points that win; 100 is too high."),
        ({"totals": [1, 2, 3]}, "totals must be a list of 0 to 2"),
        ({"totals": [-1]}, r"totals\[0\] must be a whole number from 0 to 999, not -1."),
        ({"player": 2}, "player must be a seat from 0 to 1, not 2."),
        ({"turn_point": 3}, "has no word 'turn_point'; did you mean turn_points?"),
    ],
)
def test_the_words_of_a_position_are_read_strictly(
    words: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), "pig", game)
    with pytest.raises(BadSetting, match=why):
        Match.set_up("pig", players=2, **words)


def test_a_position_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), "pig", game)
    match = Match.set_up("pig", players=2, totals=[90, 40], turn_points=10)
    play(match, "bank")
    assert match.over and match.points() == [100, 40]


def test_a_game_may_leave_out_its_policy_and_setup() -> None:
    bare = dataclasses.replace(game, id="bare-pig", policy=None, setup=None)
    match = Match(bare, 2, {}, Tape("1 6 1"), ["Ana", "Ben"])
    assert match.reaction(0) is None
    assert bots.make("sensible", seed=1).choose(match, 0) == "roll"
    play(match, "roll")
    assert bots.make("sensible", seed=1).choose(match, 0) == "bank", "without a policy it looks at the points alone"
    with pytest.raises(BadSetting, match="can't start from a position"):
        bare.hooks.set_up(match._position.state, 2, totals=[1, 2])
    assert match.score_sheet()["rows"][0] == {"seat": 0, "cells": {}, "total": 0, "note": ""}
    assert str(match).splitlines() == ["Pig", "> Ana        0", "  Ben        0"]
