"""Test throws: which are refused with which words, what the hand adds, and the results."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from dataclasses import asdict, replace
from itertools import pairwise
from math import dist, hypot, inf, nan, pi
from statistics import fmean, stdev
from typing import Any

import pytest

from dicehouse.errors import BadThrow
from dicehouse.games.indicesion.physics.bodies import DIE, INCH
from dicehouse.games.indicesion.physics.throw_physics import (
    MAX_SPEED,
    MAX_SPIN,
    RELEASE,
    Flight,
    Throw,
    check_throw,
    settle_scene,
    shake_throw,
    simulate_throw,
    stands_still,
)
from dicehouse.games.indicesion.physics.world import Body, Pose, Scene

from .scenes import FLAT, TOP, any_turn, barrel, board, die, on_barrels, scene, stack

ABOVE = TOP + RELEASE + DIE / 2
PLACE = scene(board(), board("p2", 0.0, 0.5), die("b1"), die("b2", 0.3, 0.0, DIE / 2))
GOOD = Throw("r1", "p1", Pose(0.0, -0.4, 0.2), (0.0, 2.0, 1.0), (5.0, 3.0, 2.0))


def at(x: float, y: float, z: float) -> Throw:
    return replace(GOOD, pose=Pose(x, y, z))


# --- refused throws


def test_a_good_throw_is_allowed() -> None:
    check_throw(PLACE, GOOD)


@pytest.mark.parametrize("number", [nan, inf, -inf, "1", None, True, 1j, 10**400])
@pytest.mark.parametrize("part", ["place", "turn", "velocity", "spin"])
def test_numbers_have_to_be_numbers(part: str, number: Any) -> None:
    throws = {
        "place": replace(GOOD, pose=GOOD.pose._replace(y=number)),
        "turn": replace(GOOD, pose=GOOD.pose._replace(j=number)),
        "velocity": replace(GOOD, velocity=(0.0, number, 0.0)),
        "spin": replace(GOOD, spin=(number, 0.0, 0.0)),
    }
    with pytest.raises(BadThrow, match="thirteen numbers"):
        check_throw(PLACE, throws[part])


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        (replace(GOOD, velocity=(0.0, 6.2, 0.0)), "6.2 m/s is too fast. You can throw at 6.09 m/s at most."),
        (replace(GOOD, velocity=(1e9, 0.0, 0.0)), "too fast"),
        (replace(GOOD, spin=(0.0, 61.0, 0.0)), "3496 degrees a second is too much. The most is 3438."),
        (replace(GOOD, pose=Pose(0, -0.4, 0.2, 0, 0, 0, 0)), "length 1"),
        (replace(GOOD, pose=Pose(0, -0.4, 0.2, 0.5)), "length 1"),
        (at(0, -0.4, 0.015), "inside the table"),
        (at(0, -0.4, -0.1), "below the table"),
        (at(0, -0.4, -5.0), "below the table"),
        (at(0, -2.1, 0.2), "within 200 cm of the middle of the table"),
        (at(0, -0.4, 2.1), "within 200 cm"),
        (at(0.3, 0.02, 0.03), "There is no room for the die: blue die 2 is there."),
        (at(0, 0, ABOVE - 0.002), "You release the die 15.03 cm from board 1. It must be at least 15.24 cm away."),
        (replace(GOOD, die="b1"), "This die is already on the table: blue die 1."),
        (replace(GOOD, die="x1"), "no die"),
        (replace(GOOD, die="r7"), "no die"),
        (replace(GOOD, die=""), "no die"),
        (replace(GOOD, target="p3"), "no board 'p3'"),
    ],
)
def test_a_throw_that_nobody_could_do_is_refused_in_a_sentence(throw: Throw, words: str) -> None:
    with pytest.raises(BadThrow, match=re.escape(words)) as refused:
        check_throw(PLACE, throw)
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


def test_six_inches_are_enough() -> None:
    check_throw(scene(board()), at(0, 0, ABOVE + 0.00001))
    with pytest.raises(BadThrow):
        check_throw(scene(board()), at(0, 0, ABOVE - 0.00001))


def test_the_distance_is_that_of_the_nearest_points() -> None:
    """An edge of the die is nearer than its centre suggests."""
    tipped = Pose(0, 0, ABOVE + 0.003, 0.9238795, 0.3826834, 0, 0)
    with pytest.raises(BadThrow, match="must be at least"):
        check_throw(scene(board()), replace(GOOD, pose=tipped))


def test_a1_the_distance_is_from_the_target_or_from_every_board_named() -> None:
    near_other = at(0, 0.45, 0.1)
    check_throw(PLACE, near_other)
    with pytest.raises(BadThrow, match="board 2"):
        check_throw(PLACE, near_other, ["p1", "p2"])
    with pytest.raises(BadThrow, match="board 2"):
        check_throw(PLACE, replace(near_other, target="p2"))


def test_the_limits_themselves_are_allowed() -> None:
    check_throw(PLACE, replace(GOOD, velocity=(0.0, MAX_SPEED, 0.0), spin=(0.0, 0.0, MAX_SPIN)))
    assert pytest.approx(240 * INCH) == MAX_SPEED


# --- the hand


def many(level: str, count: int = 400) -> list[Throw]:
    chance = random.Random(7)
    return [shake_throw(GOOD, level, chance) for _ in range(count)]


def test_a12_no_hand_is_perfect() -> None:
    for level in ("steady", "usual", "shaky"):
        for throw in many(level, 40):
            assert throw.pose != GOOD.pose and throw.velocity != GOOD.velocity and throw.spin != GOOD.spin
            assert (throw.die, throw.target) == (GOOD.die, GOOD.target)
            assert hypot(*throw.pose.turn) == pytest.approx(1)


def test_a_drop_is_not_perfect_either() -> None:
    drop = replace(GOOD, velocity=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0))
    thrown = shake_throw(drop, "steady", random.Random(1))
    assert min(map(abs, thrown.velocity)) > 0 and min(map(abs, thrown.spin)) > 0


def test_a_steady_hand_is_twice_as_good_as_the_usual_and_a_shaky_one_half() -> None:
    speeds = {level: [hypot(*throw.velocity) for throw in many(level)] for level in ("steady", "usual", "shaky")}
    places = {level: [dist(throw.pose.place, GOOD.pose.place) for throw in many(level)] for level in speeds}
    for level, much in (("steady", 0.5), ("usual", 1.0), ("shaky", 2.0)):
        assert stdev(speeds[level]) == pytest.approx(hypot(0.03 * hypot(2, 1), 0.02) * much, rel=0.1)
        assert fmean(places[level]) == pytest.approx(0.004 * 1.596 * much, rel=0.1)
        assert max(places[level]) < 0.004 * much * 3 * 3**0.5


def test_the_same_chance_makes_the_same_throw() -> None:
    assert many("usual", 5) == many("usual", 5)
    assert len({throw.pose for throw in many("usual", 50)}) == 50


def test_the_hand_has_no_favourite_side() -> None:
    throws = many("shaky", 1500)
    for part in range(3):
        assert abs(fmean(throw.pose[part] - GOOD.pose[part] for throw in throws)) < 4 * 0.008 / 1500**0.5
        assert abs(fmean(throw.spin[part] - GOOD.spin[part] for throw in throws)) < 4 * 3 / 1500**0.5


def test_a_hand_that_slips_into_something_lets_go_above_it() -> None:
    flight = simulate_throw(PLACE, at(0.005, 0.002, FLAT + DIE - 0.01))
    assert flight.status == "rest" and flight.frames["r1"][3] >= (FLAT + DIE) * 10_000
    assert "b1" in flight.rest and "r1" in flight.rest


# --- results


def digest(flight: Flight) -> str:
    return json.dumps(asdict(flight), sort_keys=True)


def test_the_same_throw_ends_the_same() -> None:
    first = digest(simulate_throw(PLACE, GOOD))
    simulate_throw(PLACE, replace(GOOD, velocity=(0.3, 2.2, 0.5)))
    assert digest(simulate_throw(PLACE, GOOD)) == first
    assert digest(simulate_throw(Scene(PLACE.bodies[::-1]), GOOD)) == first
    written = json.loads(json.dumps([(body.id, body.pose, body.fixed) for body in PLACE.bodies]))
    assert (
        digest(simulate_throw(Scene(tuple(Body(name, Pose(*pose), fixed) for name, pose, fixed in written)), GOOD))
        == first
    )


def test_it_ends_the_same_in_another_process() -> None:
    code = (
        "from tests.rules.indicesion.test_flights import *\n"
        "import hashlib; print(hashlib.sha256(digest(simulate_throw(PLACE, GOOD)).encode()).hexdigest())"
    )
    runs = {subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(2)}
    assert len(runs) == 1


def test_bystanders_that_sleep_change_nothing() -> None:
    alone = simulate_throw(scene(board()), GOOD)
    crowd = [die(f"y{n}", 0.5, 0.1 * n - 0.3, DIE / 2) for n in range(1, 7)]
    assert simulate_throw(scene(board(), crowd), GOOD).rest["r1"] == alone.rest["r1"]


def test_what_did_not_move_lies_to_the_last_digit_as_before() -> None:
    flight = simulate_throw(PLACE, at(0, -0.4, 0.2))
    assert "b2" not in flight.moved
    assert flight.rest["b2"] == PLACE["b2"] and flight.rest["p1"] == PLACE["p1"]
    changed = {name for name in flight.rest.named if name not in PLACE or flight.rest[name] != PLACE[name]}
    assert changed == set(flight.moved)
    assert "r1" in flight.moved


def test_what_a_flight_tells_goes_through_json() -> None:
    flight = asdict(simulate_throw(PLACE, GOOD))
    again = json.loads(json.dumps(flight))
    assert again["frames"] == flight["frames"] and again["touched"] == [list(each) for each in flight["touched"]]


def test_frames_go_from_the_hand_to_the_rest() -> None:
    flight = simulate_throw(PLACE, GOOD)
    track = flight.frames["r1"]
    frames = [track[at : at + 8] for at in range(0, len(track), 8)]
    assert all(type(part) is int for part in track) and len(track) % 8 == 0
    assert frames[0][:4] == [0, 0, -4000, 2000]
    end = flight.rest["r1"].pose
    assert frames[-1][1:] == pytest.approx([part * 10_000 for part in end], abs=2)
    times = [frame[0] for frame in frames]
    assert times == sorted(set(times)) and times[-1] <= flight.seconds * 1000 + 1
    assert max(b - a for a, b in pairwise(times) if b < 300) <= 16  # in the air all are kept
    for before, after in pairwise(frames):
        assert dist(before[1:4], after[1:4]) < 1000  # tenths of a millimetre
    assert set(flight.frames) == set(flight.moved)


def test_a_die_that_waits_keeps_still_in_the_frames_until_it_is_hit() -> None:
    flight = simulate_throw(scene(board(), die("b1")), Throw("r1", "p1", Pose(0, -0.4, 0.03), (0.0, 3.0, 0.3)))
    hit = next(time for time, *pair, _ in flight.touched if set(pair) == {"b1", "r1"})
    track = flight.frames["b1"]
    before = [track[at : at + 8] for at in range(0, len(track), 8) if track[at] < hit * 1000 - 1]
    assert before[-1][0] >= hit * 1000 - 17 and before[-1][1:] == before[0][1:]


def test_touches_say_when_and_how_hard() -> None:
    flight = simulate_throw(scene(board()), Throw("r1", "p1", Pose(0, 0, 0.4)))
    time, *pair, speed = flight.touched[0]
    fall = 0.4 - FLAT
    assert sorted(pair) == ["p1", "r1"]
    assert time == pytest.approx((2 * fall / 9.81) ** 0.5, abs=0.004)
    assert speed == pytest.approx((2 * 9.81 * fall) ** 0.5, rel=0.05)  # the air takes its part


def test_a_throw_takes_little_room() -> None:
    chance = random.Random(3)
    places = [(f"{colour}{n}", 0.045 * n - 0.16, y) for n in range(1, 7) for colour, y in (("b", -0.03), ("y", 0.02))]
    crowd = [die(*place) for place in places]
    sizes = []
    for _ in range(15):
        throw = Throw("r1", "p1", Pose(0, -0.4, 0.15, *any_turn(chance)), (chance.uniform(-0.6, 0.6), 3.5, 0.8))
        sizes.append(len(json.dumps(simulate_throw(scene(board(), crowd), throw).frames, separators=(",", ":"))))
    assert fmean(sizes) < 10_000


def test_r26_dice_and_barrels_that_leave_the_table_are_lost() -> None:
    flight = simulate_throw(scene(board()), Throw("r1", "p1", Pose(0, 0.7, 0.2), (0.0, 3.0, 0.0)))
    assert flight.lost == ("r1",) and "r1" not in flight.rest and flight.moved == ()
    assert flight.frames["r1"][-5] < 0 or min(flight.frames["r1"][3::8]) < 0  # it is seen to fall
    edge = scene(board(), barrel("x1", 0.0, 0.89, 0.0279))
    assert "x1" in simulate_throw(edge, Throw("r1", "p1", Pose(0, 0.6, 0.05), (0.0, 4.5, 0.3))).lost


def test_r26_when_one_is_gone_the_next_goes_on_falling() -> None:
    falling = [die(f"b{n}", 0.1 * n, 0.93, DIE / 2 + 0.1 * n) for n in range(3)]
    flight = settle_scene(scene(board(), [body for body in falling if body.id != "b0"], die("g1", 0.0, 0.93, DIE / 2)))
    assert flight.lost == ("g1", "b1", "b2") and flight.status == "rest"
    for track in flight.frames.values():
        assert track[3::8] == sorted(track[3::8], reverse=True) and track[-5] < -2500


def test_what_falls_below_the_table_does_not_come_back() -> None:
    flight = simulate_throw(scene(board()), Throw("r1", "p1", Pose(0, -1.0, 0.021), (0.0, 0.3, 0.0)))
    assert flight.lost == ("r1",)


def test_a_throw_may_start_beside_the_table() -> None:
    flight = simulate_throw(scene(board()), Throw("r1", "p1", Pose(0, -1.2, 0.5), (0.0, 2.6, 1.5)))
    assert flight.lost == () and "r1" in flight.rest


def test_without_a_film_it_ends_alike_but_shows_nothing() -> None:
    quick, shown = simulate_throw(PLACE, GOOD, film=False), simulate_throw(PLACE, GOOD)
    assert quick.frames == {} and quick.rest == shown.rest


# --- constructions


@pytest.mark.parametrize(
    ("built", "stand"),
    [
        (scene(board(), stack("r1", "r2", "r3", "r4")), True),
        (on_barrels(stack("r1", "r2", z=0.0254 * 2.2 + TOP + DIE / 2)), True),
        (scene(board(), barrel("x1"), barrel("x2", z=TOP + 1.5 * 0.05588)), True),
        (scene(board(), stack("r1", "r2", step=0.021)), False),
        (scene(board(), barrel("x1", 0.145)), False),
        (scene(barrel("x1", z=0.02794), board("c1", 0.05, z=0.05588 + TOP / 2, free=True)), False),
        (scene(board("c1", z=0.3, free=True)), False),
        (scene(), True),
    ],
)
def test_what_stands_for_a_second_may_be_used(built: Scene, stand: bool) -> None:
    assert stands_still(built) is stand


def test_settling_lets_what_lost_its_hold_fall() -> None:
    tower = scene(board(), stack("r1", "r2", "r3"))
    flight = settle_scene(tower.without(["r1"]))
    assert set(flight.moved) == {"r2", "r3"}
    assert flight.rest["r2"].pose.z == pytest.approx(FLAT, abs=0.0002)
    assert settle_scene(tower).moved == ()


def test_a_spin_is_about_the_tables_axes() -> None:
    turned_over = replace(GOOD, pose=Pose(0, -0.4, 0.9, 0, 1, 0, 0), velocity=(0, 0, 0), spin=(0, 0, pi))
    track = simulate_throw(scene(board()), turned_over).frames["r1"]
    w, i, j, k = (part / 10_000 for part in track[12 * 8 + 4 : 12 * 8 + 8])  # after 192 ms: 0.6 radians
    assert (w, k) == pytest.approx((0, 0), abs=0.01)
    assert 2 * (i * j) / (i * i - j * j) == pytest.approx(0.69, abs=0.05)  # tan(0.6)
