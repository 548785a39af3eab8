"""Test that the physics behaves like foam: fair, soon at rest, never faster than it was thrown, stopped by thin boards.
The measurements are those of `python -m bench.foam`, with smaller numbers.
"""

from __future__ import annotations

from math import dist, radians

import pytest

from bench import foam_measures
from bench.foam_games import play
from bench.foam_measures import bounce, chance_of, constructions, drift, energy_gained, random_throws, through_boards
from dicehouse.games.indicesion.physics.bodies import DIE, DIE_ROUND, showing, turn_about
from dicehouse.games.indicesion.physics.simulation import stands_flat
from dicehouse.games.indicesion.physics.throw_physics import MAX_SPEED, Throw, settle_scene, simulate_throw
from dicehouse.games.indicesion.physics.world import Body, Pose
from dicehouse.games.indicesion.rules.judge import judge

from .scenes import FLAT, TOP, board, on_barrels, scene, stack


def test_faces_come_as_fair_dice_show_them_and_soon() -> None:
    faces, seconds, statuses = random_throws(300)
    assert chance_of([faces[face] for face in range(1, 7)]) > 0.01
    assert faces[None] < 10
    assert statuses["rest"] + statuses["lost"] == 300 and statuses["lost"] < 10
    assert max(seconds) < 5


def test_a_die_with_a_favourite_face_would_be_seen() -> None:
    assert chance_of([100, 100, 100, 100, 100, 100]) == pytest.approx(1)
    assert chance_of([60, 100, 100, 100, 100, 140]) < 0.001


def test_foam_gives_back_a_part_of_the_speed() -> None:
    for speed in (1.0, 3.0, MAX_SPEED):
        given_back, _ = bounce(speed)
        assert 0.1 < given_back < 0.4


def test_in_the_second_physics_it_gives_back_more_and_still_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foam_measures, "measured", [2])
    for speed in (1.0, 1.75, MAX_SPEED):
        given_back, _ = bounce(speed)
        assert 0.37 < given_back < 0.53
    assert energy_gained(8) < 0.001
    through, deepest = through_boards(1.2 * MAX_SPEED, 8)
    assert through == 0 and deepest < DIE / 2


@pytest.mark.parametrize("name", ["4 dice", "board on 3 barrels, 4 dice"])
def test_what_stands_keeps_standing_in_the_second_physics(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foam_measures, "measured", [2])
    moved, turned = drift(constructions()[name], 4)
    assert moved < 0.0003 and turned < 0.1


def test_energy_is_never_gained() -> None:
    assert energy_gained(12) < 0.001


def test_no_throw_goes_through_a_board_even_beyond_the_fastest() -> None:
    through, deepest = through_boards(1.2 * MAX_SPEED, 12)  # a shaky hand adds at most 18%
    assert through == 0
    assert deepest < DIE / 2  # deeper and it would be pushed out on the other side


def test_the_fastest_throws_end_on_something_not_in_it() -> None:
    place = on_barrels(board("p1", 0.0, 0.4))
    for n, speed in enumerate((3.0, MAX_SPEED)):
        flight = simulate_throw(
            place, Throw("r1", "c1", Pose(0.02 * n, -0.02, 0.4), (0.0, 0.0, -speed), (5.0, 3.0, 0.0))
        )
        assert flight.status == "rest"
        assert all(
            flight.rest[name].pose.z > DIE / 2 - 0.001 for name in ("r1", "x1", "x2", "x3") if name in flight.rest
        )


@pytest.mark.parametrize("name", ["4 dice", "board on 3 barrels, 4 dice"])
def test_what_stands_keeps_standing(name: str) -> None:
    moved, turned = drift(constructions()[name], 8)
    assert moved < 0.0003 and turned < 0.1


@pytest.mark.parametrize("name", list(constructions()))
def test_everything_built_falls_asleep_where_it_is(name: str) -> None:
    built = constructions()[name]
    flight = settle_scene(built)
    assert flight.status == "rest" and flight.seconds < 2 and flight.lost == ()
    assert all(dist(flight.rest[name].pose.place, built[name].pose.place) < 0.001 for name in built.free)


def test_a_free_board_falls_when_its_barrels_go() -> None:
    flight = settle_scene(on_barrels(stack("r1", z=0.0254 * 2.2 + TOP + DIE / 2)).without(["x1", "x2"]))
    assert {"c1", "r1"} <= set(flight.moved)
    assert flight.rest["c1"].pose.z < 0.05


def test_a_die_balanced_on_its_edge_is_not_at_rest_there() -> None:
    """Sleep may come at the top of a swing; a sleeping body has to lie still after being woken."""
    height = TOP + 0.5**0.5 * (DIE - 2 * DIE_ROUND) + DIE_ROUND - 0.0004
    edge = Body("r1", Pose(0.0, 0.0, height, *turn_about((0.0, 1.0, 0.0), radians(45.15))))
    rest = settle_scene(scene(board(), edge)).rest["r1"].pose
    assert stands_flat("r1", rest.turn) and rest.z == pytest.approx(FLAT, abs=0.001)


def test_a_die_that_drops_flat_without_a_shake_shows_its_face() -> None:
    for face in range(1, 7):
        rest = simulate_throw(scene(board()), Throw("r1", "p1", Pose(0, 0, 0.18, *showing(face, 0.5)))).rest
        assert judge(rest).dice["r1"].face == face


def test_things_happen_in_a_game() -> None:
    seen = play(3, 2, drafting=True)
    assert seen["throws"] == 36
    assert seen["burnt"] > 0 and seen["knocked off"] > 0 and seen["on boards"] > 6
    assert seen["bytes"] / seen["throws"] < 10_000
