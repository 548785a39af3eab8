"""How far a die that is let go surely is from what lies there: worked out in no time, and never more than it is.

The nearest point of a body to the die's middle is found exactly; from there the die reaches as far towards the body as
the cube around it does.
"""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from .bodies import BARREL_HEIGHT, BARREL_RADIUS, BOARD, DIE, Vector, back, is_barrel, is_die, turned
from .world import Body, Pose, Scene

UP: Vector = (0.0, 0.0, 1.0)


def is_clear(scene: Scene, die: Pose, gap: float, boards: Collection[str]) -> bool:
    """Whether a die there is surely inside nothing, and farther than `gap` from each of these boards."""
    if die.z <= _reach(die, UP):
        return False
    return all(clearance(die, body) > (gap if body.id in boards else 0.0) for body in scene.bodies)


def clearance(die: Pose, body: Body) -> float:
    """At least how far a die is from a body, in metres; not above 0 where it may be in it."""
    x, y, z = (a - b for a, b in zip(die.place, body.pose.place, strict=True))
    away = turned(back(body.pose.turn), (x, y, z))
    beyond = [part - max(-half, min(half, part)) for part, half in zip(away, _halves(body.id), strict=True)]
    far = hypot(*beyond)
    if far == 0:
        return 0.0
    towards = turned(body.pose.turn, (beyond[0] / far, beyond[1] / far, beyond[2] / far))
    return far - _reach(die, towards)


def _reach(die: Pose, way: Vector) -> float:
    """How far the cube around a die reaches from its middle in a direction."""
    return DIE / 2 * sum(map(abs, turned(back(die.turn), way)))


def _halves(name: str) -> Vector:
    """Half the sides of the box around a body."""
    if is_die(name):
        return DIE / 2, DIE / 2, DIE / 2
    if is_barrel(name):
        return BARREL_RADIUS, BARREL_RADIUS, BARREL_HEIGHT / 2
    return BOARD[0] / 2, BOARD[1] / 2, BOARD[2] / 2
