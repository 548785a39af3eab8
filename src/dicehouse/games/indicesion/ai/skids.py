"""Find low throws that slide onto a board from the side, spinning backwards.

Such a die arrives slower than one that falls from six inches, so it bounces less, and it usually turns over by a
quarter or a half: the face that begins in front ends up on top more often than any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

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
LANES = (0.0, 0.045, -0.045, 0.09, -0.09)  # metres from the middle of the board
BESIDE = 1.2 * DIE  # a lane is free if no body's centre is so near to it
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
    """Yield skids of `die` across the boards of `target` that lie on the table, each with whether its lane is free."""
    for name in boards_of(state, target):
        board = scene[name].pose
        if abs(board.z - BOARD[2] / 2) > LEVEL or not scene[name].fixed:
            continue
        lying = [place[0] for place in on_board(scene, board).values()]
        for way in (1, -1):
            for lane in LANES:
                meant = _skid(state, board, lane, way, die, target)
                yield all(abs(lane - each) > BESIDE for each in lying), meant


def _skid(state: State, board: Pose, lane: float, way: int, die: str, target: str) -> IntendedThrow:
    """Return the skid across the short side of `board` along `lane`; `way` is 1 or -1."""
    x, y, _ = rotate_vector(board.turn, (lane, -way * (BOARD[1] / 2 + GAP), 0.0))
    heading = angle_of(rotate_vector(board.turn, (0.0, float(way), 0.0)))
    spin = (round(BACKSPIN * sin(heading)), round(-BACKSPIN * cos(heading)), 0)
    place = (whole(board.x + x), whole(board.y + y), whole(HEIGHT))
    push = (whole(SPEED), whole_degrees(heading), 0)
    return IntendedThrow(die, target, place, push, spin, best_start(state, die, whole_degrees(heading)))


def best_start(state: State, die: str, heading: int) -> tuple[int, int]:
    """Return the face up, and the turn in degrees, from which the die ends with the best value on average."""

    def value(face: int, turn: int) -> float:
        pose = showing(face, radians(turn))
        return sum(
            often * face_value(state, die, face_towards(pose, _turned(side, heading))) for side, often in ENDS_UP
        )

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
