"""Find low throws that slide onto a board from the side, spinning backwards.

Such a die arrives slower than one that falls from six inches, so it bounces less, and it usually turns over by a
quarter or a half: the face that begins in front ends up on top more often than any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, radians, sin

from ..physics.bodies import BOARD, DIE, FACES, Vector, inverse_turn, rotate_vector, showing
from ..physics.world import Pose, Scene
from ..rules.ready_throws import boards_of
from ..rules.scoring import face_value
from ..rules.state import State
from ..rules.table_layout import angle_of
from ..rules.throw_notation import IntendedThrow, whole, whole_degrees
from .flat_throws import on_board

SPEED = 1.5  # metres a second
BACKSPIN = 1300  # degrees a second
GAP = 0.172  # metres from the edge of the board to the die's centre: a little more than the rules ask
HEIGHT = 0.025  # metres from the table to the die's centre
LANES = ((0.0, 0.08, -0.08), (0.0, 0.06, -0.06))  # metres from the middle of a long side, and of a short one
INSET = 0.02  # metres from the edge that it crosses to the place where the die usually stops
CLEAR, WIDEST = 1.5 * DIE, 0.12  # the die has room if no body's centre is nearer there; more than so much is as good
LEVEL = 0.002  # metres by which a board may lie higher than on the table
# how often the face that begins on top, below, in front, behind, left or right ends on top
ENDS_UP = (
    ((0.0, 0.0, 1.0), 0.06),
    ((0.0, 0.0, -1.0), 0.28),
    ((1.0, 0.0, 0.0), 0.42),
    ((-1.0, 0.0, 0.0), 0.03),
    ((0.0, 1.0, 0.0), 0.04),
    ((0.0, -1.0, 0.0), 0.05),
)


def skids_onto(state: State, scene: Scene, die: str, target: str) -> Iterator[tuple[bool, IntendedThrow]]:
    """Yield skids of `die` onto the boards of `target` that lie on the table, each with whether there is room for it;
    those with the most room come first.
    """
    found = [
        (space, number, meant)
        for name in boards_of(state, target)
        if scene[name].fixed and abs(scene[name].pose.z - BOARD[2] / 2) < LEVEL
        for number, (space, meant) in enumerate(_across_edges(state, scene, scene[name].pose, die, target))
    ]
    for space, _number, meant in sorted(found, key=lambda each: (-each[0], each[1])):
        yield space > CLEAR, meant


def _across_edges(
    state: State, scene: Scene, board: Pose, die: str, target: str
) -> Iterator[tuple[float, IntendedThrow]]:
    """Yield skids across each edge of `board`, with the distance from where they stop to the nearest body."""
    lying = [place[:2] for place in on_board(scene, board).values()]
    for quarter in range(4):
        along, side = (0, 1) if quarter % 2 else (1, 0)
        way = (-1) ** (quarter // 2)
        for lane in LANES[quarter % 2]:
            stop = [lane, lane]
            stop[along] = -way * (BOARD[along] / 2 - INSET)
            space = min((hypot(stop[0] - u, stop[1] - v) for u, v in lying), default=WIDEST)
            yield round(min(space, WIDEST), 2), _skid(state, board, (along, side, way), lane, die, target)


def _skid(state: State, board: Pose, edge: tuple[int, int, int], lane: float, die: str, target: str) -> IntendedThrow:
    """Return the skid onto `board` across an `edge`: the axis along which it goes, the other one, and 1 or -1."""
    along, side, way = edge
    start, ahead = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    start[along], start[side], ahead[along] = -way * (BOARD[along] / 2 + GAP), lane, float(way)
    x, y, _ = rotate_vector(board.turn, (start[0], start[1], start[2]))
    heading = angle_of(rotate_vector(board.turn, (ahead[0], ahead[1], ahead[2])))
    spin = (round(BACKSPIN * sin(heading)), round(-BACKSPIN * cos(heading)), 0)
    place = (whole(board.x + x), whole(board.y + y), whole(HEIGHT))
    push = (whole(SPEED), whole_degrees(heading), 0)
    return IntendedThrow(die, target, place, push, spin, best_start(state, die, whole_degrees(heading)))


def best_start(state: State, die: str, heading: int) -> tuple[int, int]:
    """Return the face up, and the turn in degrees, from which the die ends with the best value on average."""
    return _best_start(tuple(face_value(state, die, face) for face in range(1, 7)), heading)


@lru_cache(maxsize=64)
def _best_start(values: tuple[int, ...], heading: int) -> tuple[int, int]:
    """Return the best start of a die whose faces have these `values`."""

    def value(face: int, turn: int) -> float:
        pose = showing(face, radians(turn))
        sides = ((_turned(side, heading), often) for side, often in ENDS_UP)
        return sum(often * values[face_towards(pose, side) - 1] for side, often in sides)

    starts = [(face, (heading + quarter) % 360) for face in range(1, 7) for quarter in (0, 90, 180, 270)]
    return max(starts, key=lambda start: value(*start))


def _turned(side: Vector, heading: int) -> Vector:
    """Return a side of a die that goes to the right as that of one that goes along `heading`."""
    angle = radians(heading)
    x, y, z = side
    return (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle), z)


def face_towards(turn: tuple[float, float, float, float], way: Vector) -> int:
    """Return the face of a die, turned by `turn`, that looks along `way`."""
    own = rotate_vector(inverse_turn(turn), way)
    return max(FACES, key=lambda face: sum(a * b for a, b in zip(face[1], own, strict=True)))[0]
