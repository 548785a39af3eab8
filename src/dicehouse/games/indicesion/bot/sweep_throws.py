"""Hard, low and flat across a board: the throw that clears dice off it."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from ..physics.bodies import BOARD, DIE, Vector, back, is_board, turned
from ..physics.throwing import RELEASE
from ..physics.world import Pose, Scene
from ..rules.notation import Meant, whole, whole_degrees
from ..rules.seating import angle_of

SPEED = 6.0
ABOVE = 0.008  # over the board
GAP = RELEASE + 0.034  # and half a die's diagonal
ROOM = 0.062  # between the middles of two dice that don't touch
REACH = 0.75 * DIE  # how far beside the line a thing is still hit


def sweeps(
    scene: Scene, boards: list[str], die: str, target: str, worth: Mapping[str, float]
) -> list[tuple[float, Meant]]:
    """Lines along the sides of these boards through what lies on them, first those that hit what is worth most."""
    found = [
        (hit, meant)
        for board in boards
        for axis in (0, 1)
        for way in (1, -1)
        for hit, meant in _lines(scene, scene[board].pose, (axis, way), die, target, worth)
        if hit > 0 and is_way_free(scene, meant)
    ]
    found.sort(key=lambda each: -each[0])
    return found


def _lines(
    scene: Scene, board: Pose, side: tuple[int, int], die: str, target: str, worth: Mapping[str, float]
) -> list[tuple[float, Meant]]:
    """A line through each thing on a board in one direction, with the worth of what it hits."""
    axis, way = side
    beside = {name: place[1 - axis] for name, place in on_board(scene, board).items()}
    lines = []
    for offset in sorted({round(each, 2) for each in beside.values()}):
        hit = sum(worth.get(name, 0.0) for name, each in beside.items() if abs(each - offset) < REACH)
        start = [0.0, 0.0, BOARD[2] / 2 + DIE / 2 + ABOVE]
        start[axis], start[1 - axis] = -way * (BOARD[axis] / 2 + GAP), offset
        x, y, z = turned(board.turn, (start[0], start[1], start[2]))
        heading = angle_of(turned(board.turn, (float(way), 0.0, 0.0) if axis == 0 else (0.0, float(way), 0.0)))
        place = (whole(board.x + x), whole(board.y + y), whole(board.z + z))
        lines.append((hit, Meant(die, target, place, (whole(SPEED), whole_degrees(heading), 0), (0, 0, 0), (6, 0))))
    return lines


def on_board(scene: Scene, board: Pose) -> dict[str, Vector]:
    """What lies above a board, and where in the board's own directions."""
    found = {}
    for body in scene.bodies:
        if not is_board(body.id):
            place = (body.pose.x - board.x, body.pose.y - board.y, body.pose.z - board.z)
            u, v, w = turned(back(board.turn), place)
            if abs(u) < BOARD[0] / 2 and abs(v) < BOARD[1] / 2 and w > 0:
                found[body.id] = (u, v, w)
    return found


def is_way_free(scene: Scene, meant: Meant) -> bool:
    """Whether the die starts inside nothing."""
    x, y, _ = (part / 1000 for part in meant.place)
    return all(hypot(body.pose.x - x, body.pose.y - y) > ROOM for body in scene.bodies if not is_board(body.id))
