"""Hard, low and flat across a board: the throw that clears dice off it."""

from __future__ import annotations

from math import hypot

from .bodies import BOARD, DIE, Vector, back, is_board, turned
from .notation import Meant, whole, whole_degrees
from .seating import angle_of
from .throwing import RELEASE
from .world import Pose, Scene

SPEED = 6.0
ABOVE = 0.008  # over the board
GAP = RELEASE + 0.034  # and half a die's diagonal
ROOM = 0.062  # between the middles of two dice that don't touch
REACH = 0.75 * DIE  # how far beside the line a thing is still hit


def sweeps(scene: Scene, boards: list[str], die: str, target: str, up: int = 6) -> list[Meant]:
    """Lines along the sides of these boards through what lies on them, first those that hit most."""
    found = [
        (hits, meant)
        for board in boards
        for axis in (0, 1)
        for way in (1, -1)
        for hits, meant in _lines(scene, scene[board].pose, (axis, way), die, target, up)
        if _clear(scene, meant)
    ]
    found.sort(key=lambda each: -each[0])
    return [meant for _, meant in found]


def _lines(scene: Scene, board: Pose, side: tuple[int, int], die: str, target: str, up: int) -> list[tuple[int, Meant]]:
    """One line through every thing on a board in one direction, with how many it hits."""
    axis, way = side
    beside = [place[1 - axis] for place in _on_board(scene, board)]
    lines = []
    for offset in sorted({round(each, 2) for each in beside}):
        hits = sum(abs(each - offset) < REACH for each in beside)
        start = [0.0, 0.0, BOARD[2] / 2 + DIE / 2 + ABOVE]
        start[axis], start[1 - axis] = -way * (BOARD[axis] / 2 + GAP), offset
        x, y, z = turned(board.turn, (start[0], start[1], start[2]))
        heading = angle_of(turned(board.turn, (float(way), 0.0, 0.0) if axis == 0 else (0.0, float(way), 0.0)))
        place = (whole(board.x + x), whole(board.y + y), whole(board.z + z))
        lines.append((hits, Meant(die, target, place, (whole(SPEED), whole_degrees(heading), 0), (0, 0, 0), (up, 0))))
    return lines


def _on_board(scene: Scene, board: Pose) -> list[Vector]:
    """What lies above a board, in the board's own directions."""
    found = []
    for body in scene.bodies:
        if not is_board(body.id):
            place = (body.pose.x - board.x, body.pose.y - board.y, body.pose.z - board.z)
            u, v, w = turned(back(board.turn), place)
            if abs(u) < BOARD[0] / 2 and abs(v) < BOARD[1] / 2 and w > 0:
                found.append((u, v, w))
    return found


def _clear(scene: Scene, meant: Meant) -> bool:
    """Whether the die starts inside nothing."""
    x, y, _ = (part / 1000 for part in meant.place)
    return all(hypot(body.pose.x - x, body.pose.y - y) > ROOM for body in scene.bodies if not is_board(body.id))
