"""Flat throws across a board along any line through two things that lie there: rarer found, and worth more than those
along its sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from math import atan2, cos, hypot, pi, sin

from ..physics.bodies import BOARD, DIE, turned
from ..physics.world import Pose, Scene
from ..rules.notation import Meant, whole, whole_degrees
from ..rules.seating import angle_of
from .sweep_throws import ABOVE, GAP, REACH, SPEED, is_way_free, on_board

Point = tuple[float, float]

STEP = 0.005  # metres, by which the hand moves back until it is far enough from the board
ALIKE = 6  # millimetres, or degrees, within which throws are one
ASIDE = (0.0, 0.015, -0.015)  # of a line along a side: dice hit off their middle go elsewhere


def crossings(
    scene: Scene, boards: list[str], die: str, target: str, worth: Mapping[str, float]
) -> list[tuple[float, Meant]]:
    """These throws with the worth of what they hit, the most first; no two that are all but the same."""
    found: dict[tuple[object, ...], tuple[float, Meant]] = {}
    for board in boards:
        places = {name: (u, v) for name, (u, v, _) in on_board(scene, scene[board].pose).items()}
        for through, heading in _lines(places):
            hit = sum(worth.get(name, 0.0) for name, place in places.items() if _beside(place, through, heading))
            if hit > 0:
                meant = _thrown(scene[board].pose, through, heading, die, target)
                found.setdefault((board, *(each // ALIKE for each in (*meant.place[:2], meant.push[1]))), (hit, meant))
    return sorted((each for each in found.values() if is_way_free(scene, each[1])), key=lambda each: -each[0])


def _lines(places: Mapping[str, Point]) -> Iterator[tuple[Point, float]]:
    """Lines on a board, as a point and a heading: through two things, and along the sides a little beside one."""
    for (x, y), (u, v) in permutations(places.values(), 2):
        yield (x, y), atan2(v - y, u - x)
    for u, v in places.values():
        for quarter in range(4):
            heading = quarter * pi / 2
            for off in ASIDE:
                yield (u - off * sin(heading), v + off * cos(heading)), heading


def _beside(place: Point, through: Point, heading: float) -> bool:
    """Whether a die that slides along the line hits what lies there."""
    x, y = place[0] - through[0], place[1] - through[1]
    return abs(x * sin(heading) - y * cos(heading)) < REACH


def _thrown(board: Pose, through: Point, heading: float, die: str, target: str) -> Meant:
    """As hard as may be, from just so far outside the board as a die must be let go."""
    back = 0.0
    while _outside(x := through[0] - back * cos(heading), y := through[1] - back * sin(heading)) < GAP:
        back += STEP
    u, v, w = turned(board.turn, (x, y, BOARD[2] / 2 + DIE / 2 + ABOVE))
    place = (whole(board.x + u), whole(board.y + v), whole(board.z + w))
    way = angle_of(turned(board.turn, (cos(heading), sin(heading), 0.0)))
    return Meant(die, target, place, (whole(SPEED), whole_degrees(way), 0), (0, 0, 0), (6, 0))


def _outside(x: float, y: float) -> float:
    """How far from a board's edge."""
    return hypot(max(abs(x) - BOARD[0] / 2, 0.0), max(abs(y) - BOARD[1] / 2, 0.0))
