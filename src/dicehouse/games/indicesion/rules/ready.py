"""Ready throws: what a hand would do without thinking in numbers. Each is a throw like any other.

A drop lets the die fall onto the middle of a board; a lob arcs onto it from behind one's own place; a knock goes hard
and flat at what lies there.
"""

from __future__ import annotations

from math import asin, atan2, cos, degrees, hypot, radians, sqrt, tan
from typing import Any

from ..physics.bodies import BOARD, DIE, turned
from ..physics.throwing import RELEASE
from ..physics.world import Pose, Scene
from .notation import Meant, whole, whole_degrees
from .seating import board_name, scene_of, standing_place
from .state import N_BOARDS, Mode, Where

HOWS = ("drop", "lob", "knock")
GRAVITY = 9.81
ABOVE = RELEASE + DIE / 2 + 0.012
LOB_CLIMB = 49  # degrees
KNOCK_SPEED = 4.5
WIDE = 0.33  # a board this far off could still be too near to a die let go beside it


def targets(state: Any) -> list[str]:
    """What a throw may be meant for: the boards on the table, or all of the middle as one."""
    if state.options.game == Mode.CENTRAL:
        return ["target"]
    return [board_name(number) for number in range(N_BOARDS) if state.boards[number].where == Where.TABLE]


def boards_of(state: Any, target: str) -> list[str]:
    """The boards that a target is made of."""
    names = [board_name(number) for number in range(N_BOARDS) if state.boards[number].where == Where.TABLE]
    return names if target == "target" else [target]


def ready_throw(state: Any, seat: int, how: str, die: str, target: str, up: int = 1) -> Meant:
    """The throw that a ready one stands for, as the table lies now."""
    scene = scene_of(state)
    boards = boards_of(state, target)
    spot = free_spot(scene, boards)
    if how == "drop":
        top = highest(scene, spot)
        place = (whole(spot[0]), whole(spot[1]), whole(top + ABOVE))
        return Meant(die, target, place, (0, 0, 0), (0, 0, 0), (up, 0))
    origin = standing_place(state, seat)
    if how == "knock":
        return _aimed(die, target, origin, prey(scene, boards) or spot, up)
    return _lobbed(die, target, origin, spot, up)


def _lobbed(
    die: str, target: str, origin: tuple[float, float, float], spot: tuple[float, float, float], up: int
) -> Meant:
    """The arc of that steepness that comes down on the spot."""
    dx, dy = spot[0] - origin[0], spot[1] - origin[1]
    far, drop = hypot(dx, dy), origin[2] - spot[2]
    rise = far * tan(radians(LOB_CLIMB)) + drop
    speed = far / cos(radians(LOB_CLIMB)) * sqrt(GRAVITY / (2 * max(rise, 0.01)))
    push = (whole(speed), whole_degrees(atan2(dy, dx)), LOB_CLIMB)
    return Meant(die, target, _whole(origin), push, (0, 0, 0), (up, 0))


def _aimed(
    die: str, target: str, origin: tuple[float, float, float], spot: tuple[float, float, float], up: int
) -> Meant:
    """Straight at the spot, so fast that the fall on the way is small and made up for."""
    dx, dy = spot[0] - origin[0], spot[1] - origin[1]
    far = hypot(dx, dy)
    fall = GRAVITY * (far / KNOCK_SPEED) ** 2 / 2
    climb = asin(max(-1.0, min(1.0, (spot[2] + fall - origin[2]) / hypot(far, spot[2] - origin[2]))))
    push = (whole(KNOCK_SPEED), whole_degrees(atan2(dy, dx)), round(degrees(climb)))
    return Meant(die, target, _whole(origin), push, (0, 0, 0), (up, 0))


def _whole(place: tuple[float, float, float]) -> tuple[int, int, int]:
    return whole(place[0]), whole(place[1]), whole(place[2])


def highest(scene: Scene, spot: tuple[float, float, float]) -> float:
    """The height of the highest thing near a spot."""
    tops = [spot[2]]
    for body in scene.bodies:
        away = hypot(body.pose.x - spot[0], body.pose.y - spot[1])
        if away < (WIDE if body.id[0] in "pc" else 1.6 * DIE):
            tops.append(body.pose.z + (0.0 if body.id[0] in "pc" else DIE * 0.75))
    return max(tops)


def prey(scene: Scene, boards: list[str]) -> tuple[float, float, float] | None:
    """The die or barrel nearest to the middle of the first of these boards."""
    if not boards:
        return None
    middle = scene[boards[0]].pose
    lying = [
        body.pose.place
        for body in scene.bodies
        if body.id[0] not in "pc" and hypot(body.pose.x - middle.x, body.pose.y - middle.y) < BOARD[0] / 2
    ]
    return min(lying, key=lambda place: hypot(place[0] - middle.x, place[1] - middle.y), default=None)


def free_spot(scene: Scene, boards: list[str]) -> tuple[float, float, float]:
    """The emptiest place on these boards: the farthest from everything, but well inside; without any, the middle."""
    best: tuple[float, float, float] | None = None
    most = -1.0
    for name in boards:
        pose = scene[name].pose
        for u in (-0.25, 0.0, 0.25):
            for v in (-0.2, 0.0, 0.2):
                x, y, z = _on(pose, u * BOARD[0], v * BOARD[1])
                room = min(
                    (hypot(b.pose.x - x, b.pose.y - y) for b in scene.bodies if b.id[0] not in "pc"), default=0.2
                )
                room = min(room, 0.09) - 0.02 * hypot(u, v)
                if room > most:
                    best, most = (x, y, z), room
    return best or (0.0, 0.0, 0.0)


def _on(pose: Pose, u: float, v: float) -> tuple[float, float, float]:
    """A point of a board's top, from its middle along its sides."""
    x, y, z = turned(pose.turn, (u, v, BOARD[2] / 2))
    return pose.x + x, pose.y + y, pose.z + z
