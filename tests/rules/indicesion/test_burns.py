"""Test that red dice burn what touches them (section 5.3, R12, R13, 7.6)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from dicehouse.games.indicesion.physics.bodies import DIE
from dicehouse.games.indicesion.physics.throw_physics import Throw, settle_scene, simulate_throw
from dicehouse.games.indicesion.physics.world import Pose
from dicehouse.games.indicesion.rules.judge import judge

from .scenes import FLAT, any_turn, barrel, board, die, scene, stack

FLAT_OUT = Throw("r1", "p1", Pose(0.0, -0.35, 0.06), (0.0, 3.5, 0.2))
BLUE = replace(FLAT_OUT, die="b1")
REDS = frozenset({"r1", "r2", "r3"})


def test_a_thrown_red_burns_what_it_hits() -> None:
    flight = simulate_throw(scene(board(), die("g1")), FLAT_OUT, REDS)
    assert [(burnt, by) for _, burnt, by in flight.burnt] == [("g1", "r1")]
    assert "g1" not in flight.rest and "g1" not in flight.moved and "r1" in flight.rest


def test_a_die_that_hits_a_lying_red_burns_and_pushes_it_all_the_same() -> None:
    flight = simulate_throw(scene(board(), die("r2")), BLUE, REDS)
    assert [(burnt, by) for _, burnt, by in flight.burnt] == [("b1", "r2")]
    assert "b1" not in flight.rest and "r2" in flight.moved
    unburnt = simulate_throw(scene(board(), die("r2")), BLUE)
    assert flight.rest["r2"].pose.y > 0.6 * unburnt.rest["r2"].pose.y > 0.02


def test_the_touch_pushes_the_red_back_too() -> None:
    free = simulate_throw(scene(board()), FLAT_OUT, REDS).rest["r1"].pose
    held = simulate_throw(scene(board(), die("g1")), FLAT_OUT, REDS).rest["r1"].pose
    assert held.y < free.y - 0.03


def test_r12_two_reds_burn_each_other() -> None:
    flight = simulate_throw(scene(board(), die("r2")), FLAT_OUT, REDS)
    assert sorted((burnt, by) for _, burnt, by in flight.burnt) == [("r1", "r2"), ("r2", "r1")]
    assert flight.rest.free == [] and flight.burnt[0][0] == flight.burnt[1][0]


def test_dice_that_are_not_red_burn_nothing() -> None:
    flight = simulate_throw(scene(board(), die("g1")), FLAT_OUT)
    assert flight.burnt == () and {"r1", "g1"} <= flight.rest.named.keys()


def test_barrels_and_boards_do_not_burn() -> None:
    flight = simulate_throw(scene(board(), barrel("x1")), FLAT_OUT, REDS)
    assert any("x1" in touch for touch in flight.touched)
    assert flight.burnt == () and {"r1", "x1", "p1"} <= flight.rest.named.keys()


def test_the_red_goes_on_burning() -> None:
    """With two rows of dice in its way, the red die burns those it meets after the first as well."""
    row = [die(f"{colour}{n}", 0.042 * n - 0.15, y) for n in range(1, 7) for colour, y in (("g", 0.0), ("y", 0.045))]
    chance, most = random.Random(4), 0
    for _ in range(6):
        flight = simulate_throw(
            scene(board(), row), replace(FLAT_OUT, pose=Pose(0.0, -0.35, 0.06, *any_turn(chance))), REDS
        )
        burnt = [name for _, name, _ in flight.burnt]
        assert not set(burnt) & flight.rest.named.keys() and len(set(burnt)) == len(burnt)
        most = max(most, len(burnt))
    assert most > 1


def test_a_burnt_die_burns_no_more() -> None:
    """Of two red dice that meet in front of a third die, the burnt ones don't burn it."""
    flight = simulate_throw(scene(board(), die("r2"), die("g1", 0.0, DIE + 0.0004)), FLAT_OUT, REDS)
    assert "g1" in flight.rest and len(flight.burnt) == 2


def test_what_lay_on_a_burnt_die_falls() -> None:
    flight = simulate_throw(
        scene(board(), stack("g1", "y1")), replace(FLAT_OUT, pose=Pose(0, -0.3, 0.035), velocity=(0, 2.5, 0)), REDS
    )
    assert ("g1", "r1") in [(burnt, by) for _, burnt, by in flight.burnt]
    assert "y1" not in flight.rest or flight.rest["y1"].pose.z < FLAT + DIE / 2


def test_r28_no_red_is_ever_part_of_a_tower() -> None:
    lying = scene(board(), stack("g1", "y1"))
    chance = random.Random(9)
    for _ in range(6):
        throw = Throw("r1", "p1", Pose(chance.uniform(-0.01, 0.01), 0.0, 0.3), (0.0, 0.0, 0.0), (chance.random(), 0, 0))
        flight = simulate_throw(lying, throw, REDS)
        verdict = judge(flight.rest)
        assert flight.burnt
        assert "r1" not in flight.rest or verdict.dice["r1"].touches == ()


def test_7_6_no_touch_is_missed_at_any_step() -> None:
    """Every touch of a red die in the log of touches has burnt; no die that touches one is left at rest."""
    chance = random.Random(11)
    crowd = [
        die(f"{colour}{n}", 0.06 * n - 0.21, y)
        for n in range(1, 7)
        for colour, y in (("g", -0.05), ("y", 0.01), ("b", 0.07))
    ]
    for _ in range(8):
        throw = Throw("r1", "p1", Pose(0, -0.4, 0.1, *any_turn(chance)), (chance.uniform(-1, 1), 3.5, 0.8))
        flight = simulate_throw(scene(board(), crowd), throw, REDS)
        met = {name for _, *pair, _ in flight.touched if "r1" in pair for name in pair} - {"r1", "p1", "table"}
        assert met == {name for _, name, _ in flight.burnt}
        assert all("r1" not in judged.touches for judged in judge(flight.rest).dice.values())


def test_settling_burns_as_well() -> None:
    flight = settle_scene(scene(board(), die("g1"), die("r1", z=FLAT + DIE + 0.02)), REDS)
    assert [(burnt, by) for _, burnt, by in flight.burnt] == [("g1", "r1")]
    assert flight.rest["r1"].pose.z == pytest.approx(FLAT, abs=0.001)


def test_nearer_than_a_hair_is_a_touch() -> None:
    assert settle_scene(scene(board(), die("g1"), die("r1", DIE + 0.0001)), REDS).burnt
    assert not settle_scene(scene(board(), die("g1"), die("r1", DIE + 0.0002)), REDS).burnt


def test_the_track_of_a_burnt_die_ends_when_it_goes() -> None:
    flight = simulate_throw(scene(board(), die("g1")), FLAT_OUT, REDS)
    ((time, _, _),) = flight.burnt
    assert time * 1000 <= flight.frames["g1"][-8] <= time * 1000 + 60
    assert flight.frames["r1"][-8] > flight.frames["g1"][-8]
