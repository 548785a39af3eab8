"""Test the sentences of the log and of refusals in difficult cases."""

from __future__ import annotations

import pytest

import dicehouse
from dicehouse.core import Tape
from dicehouse.errors import BadThrow
from dicehouse.games.indicesion.presentation.notation import points_text, signed

from .stage import BARREL, BOARD_TOP, EDGE, Stage, barrel, on, outcome, table

STANDING = (1.0, 0.0, 0.0, 0.0)


def told(stage: Stage, kind: str) -> list[str]:
    return [event.sentence(["Ana", "Ben"]) for event in stage.told if event.kind == kind]


def test_numbers_below_zero_have_a_minus_sign() -> None:
    assert (signed(-6), signed(0), signed(12)) == ("\N{MINUS SIGN}6", "0", "12")
    assert points_text(-1) == "\N{MINUS SIGN}1 point"
    stage = Stage("drafting", hands=["g1", "b1"]).throw(0, "g1", rest={"g1": on(1, face=6)})
    assert told(stage, "verdict") == ["The green die scores \N{MINUS SIGN}6 points on Ana's board."]
    assert "\N{MINUS SIGN}6 now" in str(stage.match)
    stage.throw(1, "b1", rest={"b1": table(600, 0)})
    assert told(stage, "board-points") == ["Ana scores \N{MINUS SIGN}6 points.", "Ben scores 0 points."]


def test_ones_own_board_is_called_that() -> None:
    stage = Stage(hands=["r1 r2", "o1"]).throw(0, "r1", at="p1", rest={"r1": on(1)})
    assert told(stage, "throw") == ["Ana throws a red die at their own board."]
    stage.throw(1, "o1", at="p1", rest={"o1": on(1, 80)})
    assert told(stage, "throw") == ["Ben throws an orange die at Ana's board."]


@pytest.mark.parametrize(("of", "whose"), [(1, "their own"), (2, "Ben's")])
def test_whoever_knocks_a_barrel_off_loses_a_point(of: int, whose: str) -> None:
    stage = Stage("classic+", hands=["r1 r2", "o1"], barrels={"x1": barrel(of)}, homes={"x1": f"p{of}"})
    aside = (600, 0, BARREL / 2, *STANDING)
    stage.throw(0, "r1", rest={"r1": table(300, 0), "x1": aside}, more={"fallen 1": outcome()})
    assert told(stage, "taken") == [f"Ana knocks 1 barrel off {whose} board and loses 1 point."]


def test_a_die_on_several_says_how_high_each_tower_is() -> None:
    legs = {"o1": on(1, -25), "o2": on(1, 25)}
    stage = Stage(hands=["r1 r2", "o3"], dice=legs).throw(0, "r1", rest={"r1": on(1, face=5, level=1)})
    assert told(stage, "verdict") == ["The red die counts 4 times on Ana's board and scores 20 points."]
    stage = Stage(hands=["r1 r2", "o3"], dice={"o1": on(1)}).throw(0, "r1", rest={"r1": on(1, face=5, level=1)})
    assert told(stage, "verdict") == ["The red die tops a tower of 2 on Ana's board and scores 10 points."]


def test_powers_say_which_die_they_are_used_on() -> None:
    stage = Stage("drafting", hands=["o1 k1 k2", "b1 o3"], dice={"g1": on(2, 40, 20, 4)})
    stage.throw(0, "o1", at="p2", rest={"o1": table(-600, 0), "g1": table(700, 0)})
    stage.play(1, "respawn g1")
    assert told(stage, "blue") == ["Ben replaces the green die with a blue 4."]
    stage.play(0, "again")
    assert told(stage, "again") == ["Ana gives up a pink die to throw the orange die again."]
    stage.throw(0, "o1", rest={"o1": on(1)}).play(0, "keep")
    assert told(stage, "keep") == ["Ana doesn't throw the orange die again."]


def test_points_of_one_are_a_point() -> None:
    facts = Stage(dice={"o1": on(1)}, winners=[0])
    shown = dict(facts.match.game.hooks.facts(facts.view, ["Ana", "Ben"]))
    assert shown["Ana"] == "1 round won; 1 point in this round; in hand: r6"
    assert shown["Ben"] == "0 rounds won; 0 points in this round; no die in hand"


# --- refusals


@pytest.mark.parametrize("gap", [152.39, 152.31, 152.399])
def test_a_distance_that_is_too_small_never_looks_like_enough(gap: float) -> None:
    """The distance is rounded like the limit, and down."""
    top = 300 - EDGE / 2 - gap
    stage = Stage("central+", hands=["r1"], boards={"c1": (0, 0, top - BOARD_TOP / 2)})
    with pytest.raises(BadThrow, match=r"release the die 15\.23 cm from .* at least 15\.24 cm away\."):
        stage.match.play(0, "throw r1 target from 0,0,300 push 0,0,0")


@pytest.mark.parametrize("spin", ["2000,2000,1955", "3439,0,0"])
def test_a_spin_that_is_too_fast_is_said_to_be_more_than_the_limit(spin: str) -> None:
    with pytest.raises(BadThrow, match=r"A spin of 3439 degrees a second is too much\. The most is 3438\."):
        Stage().match.play(0, f"throw r6 p1 from 0,-700,300 push 100,90,0 spin {spin}")


@pytest.mark.parametrize("push", ["-500,90,0", "-1,0,0", "500,90,91", "500,90,-120"])
def test_nobody_pushes_backwards(push: str) -> None:
    stage = Stage()
    before = stage.match.position()
    with pytest.raises(BadThrow, match="To throw backwards, change its direction"):
        stage.match.play(0, f"throw r6 p1 from 0,-700,300 push {push}")
    assert stage.match.position() == before


def test_a_push_of_nothing_and_one_straight_up_are_pushes() -> None:
    for push in ("0,0,0", "300,0,90", "300,-90,-90"):
        Stage().match.play(0, f"throw r6 p1 from 0,-700,300 push {push}")


def test_practice_says_why_not() -> None:
    match = dicehouse.new("indicesion", players=2, options={"game": "central", "barrels": True}, dice=Tape("61"))
    with pytest.raises(BadThrow, match="There is no target yet"):
        match.practise(0, "throw r1 target from 0,-700,300 push 1,2,3")


def test_who_waits_reads_what_is_being_done() -> None:
    match = dicehouse.new("indicesion", players=2, options={"barrels": True}, dice=Tape("61"), names=["Ana", "Ben"])
    assert match.prompt(1).title == "Ana is placing barrels"
    stage = Stage("drafting", hands=["o1 k1", "b1"]).throw(0, "o1", rest={"o1": on(1)})
    assert stage.match.prompt(1).title == "Player 1 may throw again"
