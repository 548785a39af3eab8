"""Ready throws: what a hand would do without thinking in numbers. Each is a throw like any other.

A drop lets the die fall onto the emptiest place of a board, its best face up; a lob arcs onto it from behind one's own
place; a knock goes hard and flat at what lies there. Where something is in the way, a drop begins higher and the others
farther back.

A die let fall is let fall with a spin: it turns once on its way down, and what the hand had done wrong with its spin
evens out in a whole turn. Six times in ten the face that was up stays up; without spin it is a matter of chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import asin, atan2, cos, degrees, hypot, radians, sqrt, tan

from dicehouse.errors import BadThrow

from ..physics.bodies import BOARD, DIE, Vector, is_board, turned
from ..physics.clearance import is_clear
from ..physics.throwing import RELEASE, ROOM
from ..physics.world import Pose, Scene
from .codes import N_WAYS
from .judge import judge
from .notation import Meant, whole, whole_degrees
from .scoring import has_power, points_of
from .seating import MIDDLE, board_name, scene_of, standing_place
from .state import N_BOARDS, Colour, Mode, Release, State, Where

HOWS = ("drop", "lob", "knock")
assert len(HOWS) == N_WAYS
GRAVITY = 9.81
ABOVE = RELEASE + DIE / 2 + 0.012
LIFTS = (0, 10, 20, 40, 80, 160, 320, 640, 1280)  # millimetres that a drop begins higher, if it has to
STEPS_BACK = (0.05, 0.1, 0.2, 0.4)  # metres that others begin farther back, if they have to
SPIN = 2000  # degrees a second
LOB_CLIMB = 49  # degrees
KNOCK_SPEED = 4.5
WIDE = 0.33  # a board this far off could still be too near to a die let go beside it

Way = tuple[tuple[int, int, int], tuple[int, int, int]]  # from where, and how it is pushed


def targets(state: State) -> list[str]:
    """What a throw may be aimed at: the boards on the table, or all of the middle as one."""
    if state.options.game == Mode.CENTRAL:
        return [MIDDLE]
    return [board_name(number) for number in range(N_BOARDS) if state.boards[number].where == Where.TABLE]


def boards_of(state: State, target: str) -> list[str]:
    """The boards that a target is made of."""
    names = [board_name(number) for number in range(N_BOARDS) if state.boards[number].where == Where.TABLE]
    return names if target == MIDDLE else [target]


def boards_kept_away(state: State, target: str) -> list[str]:
    """The boards from which a die thrown at a target must be six inches away when it is let go (A1)."""
    return boards_of(state, target if state.options.release == Release.TARGET else MIDDLE)


def ready_throw(state: State, seat: int, how: str, die: str, target: str) -> Meant:
    """The throw that a ready one stands for, as the table lies now; BadThrow if something is in the way."""
    way = clear_way(state, seat, how, target)
    if way is None:
        raise BadThrow(f"There is no room to {how} a die at {target}.")
    if how == "drop":
        return Meant(die, target, *way, (0, 0, SPIN), (best_face(state, die), 0))
    return Meant(die, target, *way)


def best_face(state: State, die: str) -> int:
    """The face that is worth most; for an orange die with powers, one of those that are worth anything."""
    return 5 if has_power(state, die, Colour.ORANGE) else 6


def home(state: State, seat: int) -> str:
    """The seat's own target."""
    return MIDDLE if state.options.game == Mode.CENTRAL else board_name(seat)


def usual_target(state: State, seat: int, die: str) -> str:
    """Where a die does its thrower most good if nobody thinks about it: on the own board, but a poisonous one on the
    board of whoever is ahead of the others.
    """
    if not has_power(state, die, Colour.GREEN):
        return home(state, seat)
    points = points_of(state, judge(scene_of(state)))
    rivals = [other for other in range(state.n_players) if other != seat and board_name(other) in targets(state)]
    return board_name(max(rivals, key=lambda other: points[other])) if rivals else home(state, seat)


def clear_way(state: State, seat: int, how: str, target: str) -> Way | None:
    """The first way to throw a die like that; there is always one to drop it."""
    boards, kept_away = tuple(boards_of(state, target)), tuple(boards_kept_away(state, target))
    return _clear_way(scene_of(state), how, boards, kept_away, standing_place(state, seat))


@lru_cache(maxsize=64)
def _clear_way(
    scene: Scene, how: str, boards: tuple[str, ...], kept_away: tuple[str, ...], origin: Vector
) -> Way | None:
    """Asked once for each die in hand, worked out once for all."""
    spot = free_spot(scene, boards)
    prey_there = prey(scene, boards) or spot
    ways = {"drop": _drops(scene, spot), "lob": _lobs(origin, spot), "knock": _knocks(origin, prey_there)}
    for place, push in ways[how]:
        x, y, z = (part / 1000 for part in place)
        if max(abs(x), abs(y), z) <= ROOM and is_clear(scene, Pose(x, y, z), RELEASE, kept_away):
            return place, push
    return None


def _drops(scene: Scene, spot: Vector) -> Iterator[Way]:
    top = highest(scene, spot)
    for lift in LIFTS:
        yield (whole(spot[0]), whole(spot[1]), whole(top + ABOVE) + lift), (0, 0, 0)


def _lobs(origin: Vector, spot: Vector) -> Iterator[Way]:
    """The arc of that steepness that comes down on the spot."""
    for x, y, z in _farther_back(origin):
        dx, dy = spot[0] - x, spot[1] - y
        far, drop = hypot(dx, dy), z - spot[2]
        rise = far * tan(radians(LOB_CLIMB)) + drop
        speed = far / cos(radians(LOB_CLIMB)) * sqrt(GRAVITY / (2 * max(rise, 0.01)))
        yield _whole((x, y, z)), (whole(speed), whole_degrees(atan2(dy, dx)), LOB_CLIMB)


def _knocks(origin: Vector, spot: Vector) -> Iterator[Way]:
    """Straight at the spot, so fast that the fall on the way is small and made up for."""
    for x, y, z in _farther_back(origin):
        dx, dy = spot[0] - x, spot[1] - y
        far = hypot(dx, dy)
        fall = GRAVITY * (far / KNOCK_SPEED) ** 2 / 2
        climb = asin(max(-1.0, min(1.0, (spot[2] + fall - z) / hypot(far, spot[2] - z))))
        yield _whole((x, y, z)), (whole(KNOCK_SPEED), whole_degrees(atan2(dy, dx)), round(degrees(climb)))


def _farther_back(origin: Vector) -> Iterator[Vector]:
    """A place, and places behind it as seen from the middle of the table."""
    x, y, z = origin
    far = hypot(x, y)
    yield origin
    for step in STEPS_BACK:
        yield x * (far + step) / far, y * (far + step) / far, z


def _whole(place: Vector) -> tuple[int, int, int]:
    return whole(place[0]), whole(place[1]), whole(place[2])


def highest(scene: Scene, spot: Vector) -> float:
    """The height of the highest thing near a spot."""
    tops = [spot[2]]
    for body in scene.bodies:
        away = hypot(body.pose.x - spot[0], body.pose.y - spot[1])
        if away < (WIDE if is_board(body.id) else 1.6 * DIE):
            tops.append(body.pose.z + (0.0 if is_board(body.id) else DIE * 0.75))
    return max(tops)


def prey(scene: Scene, boards: Sequence[str]) -> Vector | None:
    """The die or barrel nearest to the middle of the first of these boards."""
    if not boards:
        return None
    middle = scene[boards[0]].pose
    lying = [
        body.pose.place
        for body in scene.bodies
        if not is_board(body.id) and hypot(body.pose.x - middle.x, body.pose.y - middle.y) < BOARD[0] / 2
    ]
    return min(lying, key=lambda place: hypot(place[0] - middle.x, place[1] - middle.y), default=None)


def free_spot(scene: Scene, boards: Sequence[str]) -> Vector:
    """The emptiest place on these boards: the farthest from everything, but well inside; without any, the middle."""
    best: Vector | None = None
    most = -1.0
    for name in boards:
        pose = scene[name].pose
        for u in (-0.25, 0.0, 0.25):
            for v in (-0.2, 0.0, 0.2):
                x, y, z = _on(pose, u * BOARD[0], v * BOARD[1])
                room = min((hypot(b.pose.x - x, b.pose.y - y) for b in scene.bodies if not is_board(b.id)), default=0.2)
                room = min(room, 0.09) - 0.02 * hypot(u, v)
                if room > most:
                    best, most = (x, y, z), room
    return best or (0.0, 0.0, 0.0)


def _on(pose: Pose, u: float, v: float) -> Vector:
    """A point of a board's top, from its middle along its sides."""
    x, y, z = turned(pose.turn, (u, v, BOARD[2] / 2))
    return pose.x + x, pose.y + y, pose.z + z
