"""Find hard, low, flat throws that clear dice off a board: along its sides, and along lines through two dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from math import atan2, cos, hypot, pi, sin

from ..physics.bodies import BOARD, DIE, Vector, inverse_turn, is_board, rotate_vector
from ..physics.throw_physics import RELEASE
from ..physics.world import Pose, Scene
from ..rules.table_layout import angle_of
from ..rules.throw_notation import IntendedThrow, whole, whole_degrees

SPEED = 6.0
ABOVE = 0.008  # metres above the board
GAP = RELEASE + 0.034  # plus half a die's diagonal
SPACING = 0.062  # between the centres of two dice that don't touch
REACH = 0.75 * DIE  # metres from the line within which a body is still hit
Point = tuple[float, float]

STEP_BACK = 0.005  # metres; the start moves back in these steps until it is far enough from the board
ALIKE_WITHIN = 6  # millimetres, or degrees, within which two throws count as one
ASIDE = (0.0, 0.015, -0.015)  # metres beside a line along a side: dice hit off-centre fly elsewhere


def sweep_throws(
    scene: Scene, boards: list[str], die: str, target: str, worth: Mapping[str, float]
) -> list[tuple[float, IntendedThrow]]:
    """Return throws along the sides of `boards` through the bodies on them, as (value hit, throw), best first. `worth`
    is the value of knocking each body off.
    """
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
) -> list[tuple[float, IntendedThrow]]:
    """Return one line per body on `board` along `side` (axis, direction), as (value hit, throw)."""
    axis, way = side
    beside = {name: place[1 - axis] for name, place in on_board(scene, board).items()}
    lines = []
    for offset in sorted({round(each, 2) for each in beside.values()}):
        hit = sum(worth.get(name, 0.0) for name, each in beside.items() if abs(each - offset) < REACH)
        start = [0.0, 0.0, BOARD[2] / 2 + DIE / 2 + ABOVE]
        start[axis], start[1 - axis] = -way * (BOARD[axis] / 2 + GAP), offset
        x, y, z = rotate_vector(board.turn, (start[0], start[1], start[2]))
        heading = angle_of(rotate_vector(board.turn, (float(way), 0.0, 0.0) if axis == 0 else (0.0, float(way), 0.0)))
        place = (whole(board.x + x), whole(board.y + y), whole(board.z + z))
        lines.append(
            (hit, IntendedThrow(die, target, place, (whole(SPEED), whole_degrees(heading), 0), (0, 0, 0), (6, 0)))
        )
    return lines


def on_board(scene: Scene, board: Pose) -> dict[str, Vector]:
    """Return the bodies above `board`, each with its position in the board's own coordinates."""
    found = {}
    for body in scene.bodies:
        if not is_board(body.id):
            place = (body.pose.x - board.x, body.pose.y - board.y, body.pose.z - board.z)
            u, v, w = rotate_vector(inverse_turn(board.turn), place)
            if abs(u) < BOARD[0] / 2 and abs(v) < BOARD[1] / 2 and w > 0:
                found[body.id] = (u, v, w)
    return found


def is_way_free(scene: Scene, meant: IntendedThrow) -> bool:
    """Return True if the die of `meant` starts clear of every other body."""
    x, y, _ = (part / 1000 for part in meant.place)
    return all(hypot(body.pose.x - x, body.pose.y - y) > SPACING for body in scene.bodies if not is_board(body.id))


def cross_throws(
    scene: Scene, boards: list[str], die: str, target: str, worth: Mapping[str, float]
) -> list[tuple[float, IntendedThrow]]:
    """Return throws along lines through two bodies on a board, as (value hit, throw), best first. Of nearly equal
    throws only one is kept.
    """
    found: dict[tuple[object, ...], tuple[float, IntendedThrow]] = {}
    for board in boards:
        places = {name: (u, v) for name, (u, v, _) in on_board(scene, scene[board].pose).items()}
        for through, heading in _lines_through_pairs(places):
            hit = sum(worth.get(name, 0.0) for name, place in places.items() if _beside(place, through, heading))
            if hit > 0:
                meant = _thrown(scene[board].pose, through, heading, die, target)
                found.setdefault(
                    (board, *(each // ALIKE_WITHIN for each in (*meant.place[:2], meant.push[1]))), (hit, meant)
                )
    return sorted((each for each in found.values() if is_way_free(scene, each[1])), key=lambda each: -each[0])


def _lines_through_pairs(places: Mapping[str, Point]) -> Iterator[tuple[Point, float]]:
    """Yield lines on a board as (point, heading): through each pair of `places`, and along the sides through each place
    and a little to either side of it.
    """
    for (x, y), (u, v) in permutations(places.values(), 2):
        yield (x, y), atan2(v - y, u - x)
    for u, v in places.values():
        for quarter in range(4):
            heading = quarter * pi / 2
            for off in ASIDE:
                yield (u - off * sin(heading), v + off * cos(heading)), heading


def _beside(place: Point, through: Point, heading: float) -> bool:
    """Return True if a die that slides through the point `through` along `heading` hits the body at `place`."""
    x, y = place[0] - through[0], place[1] - through[1]
    return abs(x * sin(heading) - y * cos(heading)) < REACH


def _thrown(board: Pose, through: Point, heading: float, die: str, target: str) -> IntendedThrow:
    """Return the fastest throw along a line, released as close to the board as the rules allow."""
    back = 0.0
    while _outside(x := through[0] - back * cos(heading), y := through[1] - back * sin(heading)) < GAP:
        back += STEP_BACK
    u, v, w = rotate_vector(board.turn, (x, y, BOARD[2] / 2 + DIE / 2 + ABOVE))
    place = (whole(board.x + u), whole(board.y + v), whole(board.z + w))
    way = angle_of(rotate_vector(board.turn, (cos(heading), sin(heading), 0.0)))
    return IntendedThrow(die, target, place, (whole(SPEED), whole_degrees(way), 0), (0, 0, 0), (6, 0))


def _outside(x: float, y: float) -> float:
    """Return the distance in metres of a point from the edge of a board, 0 on the board."""
    return hypot(max(abs(x) - BOARD[0] / 2, 0.0), max(abs(y) - BOARD[1] / 2, 0.0))
