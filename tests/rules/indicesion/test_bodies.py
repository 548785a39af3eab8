"""Test the bodies: measured sizes, and the faces of dice."""

from __future__ import annotations

from math import hypot

import pytest

from dicehouse.games.indicesion.physics.bodies import (
    DIE,
    FACES,
    compose_turns,
    die_vertices,
    inverse_turn,
    rotate_vector,
    showing,
    spoken,
    turn_about,
)


def test_opposite_faces_add_up_to_seven() -> None:
    normals = {normal: pips for pips, normal in FACES}
    assert {pips + normals[-x, -y, -z] for (x, y, z), pips in normals.items()} == {7}


def test_dice_are_right_handed() -> None:
    (_, one), (_, (a, b, c)), (_, (d, e, f)) = FACES[:3]
    assert (b * f - c * e, c * d - a * f, a * e - b * d) == one  # 2 x 3 = 1


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("yaw", [0, 1.0, -2.5])
def test_showing_turns_a_face_up(face: int, yaw: float) -> None:
    normal = dict(FACES)[face]
    assert rotate_vector(showing(face, yaw), normal) == pytest.approx((0, 0, 1))


def test_a_turn_and_back() -> None:
    turn = compose_turns(turn_about((1.0, 2.0, -1.0), 0.8), showing(3, 0.4))
    assert rotate_vector(inverse_turn(turn), rotate_vector(turn, (0.1, 0.2, 0.3))) == pytest.approx((0.1, 0.2, 0.3))


def test_a_die_is_a_cube_with_soft_edges() -> None:
    corners = die_vertices()
    assert max(max(map(abs, corner)) for corner in corners) == pytest.approx(DIE / 2)
    assert max(hypot(*corner) for corner in corners) == pytest.approx(0.0319, abs=0.0001)  # 0.033 were it sharp


@pytest.mark.parametrize(
    ("name", "words"), [("r1", "red die 1"), ("k6", "pink die 6"), ("p2", "board 2"), ("x3", "barrel 3")]
)
def test_names_can_be_said(name: str, words: str) -> None:
    assert spoken(name) == words
