"""Compute a lower bound on the distance between a released die and another body, without simulation.

The nearest point of a body to the die's centre is found exactly; from there the die is taken to reach as far towards
the body as the cube around it does.
"""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from .bodies import BARREL_HEIGHT, BARREL_RADIUS, BOARD, DIE, Vector, inverse_turn, is_barrel, is_die, rotate_vector
from .world import Body, Pose, Scene

UP: Vector = (0.0, 0.0, 1.0)


def is_clear(scene: Scene, die: Pose, gap: float, boards: Collection[str]) -> bool:
    """Return True if `die` is certainly inside no body, and farther than `gap` metres from each of `boards`."""
    if die.z <= _reach(die, UP):
        return False
    return all(clearance(die, body) > (gap if body.id in boards else 0.0) for body in scene.bodies)


def clearance(die: Pose, body: Body) -> float:
    """Return a lower bound on the distance in metres between `die` and `body`; not above 0 where they may overlap."""
    x, y, z = (a - b for a, b in zip(die.place, body.pose.place, strict=True))
    away = rotate_vector(inverse_turn(body.pose.turn), (x, y, z))
    beyond = [part - max(-half, min(half, part)) for part, half in zip(away, _halves(body.id), strict=True)]
    far = hypot(*beyond)
    if far == 0:
        return 0.0
    towards = rotate_vector(body.pose.turn, (beyond[0] / far, beyond[1] / far, beyond[2] / far))
    return far - _reach(die, towards)


def _reach(die: Pose, way: Vector) -> float:
    """Return how far the cube around `die` reaches from its centre in the direction `way`."""
    return DIE / 2 * sum(map(abs, rotate_vector(inverse_turn(die.turn), way)))


def _halves(name: str) -> Vector:
    """Return half the side lengths of the box around a body."""
    if is_die(name):
        return DIE / 2, DIE / 2, DIE / 2
    if is_barrel(name):
        return BARREL_RADIUS, BARREL_RADIUS, BARREL_HEIGHT / 2
    return BOARD[0] / 2, BOARD[1] / 2, BOARD[2] / 2
