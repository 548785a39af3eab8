"""Compute ready throws, for players who don't want to enter numbers. Each is a throw like any other.

A drop lets the die fall onto the emptiest place of a board, its best face up; a lob arcs onto it from behind the
thrower's own place; a knock goes hard and flat at the nearest body. If something is in the way, a drop begins higher
and the others farther back.

A dropped die spins: it turns once on its way down, and over a whole turn errors in the spin average out. So it lands
flatter than without spin, and stays on the board more often. In the first physics, six times in ten the face that was
up stayed up; since foam bounces, two or three times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import asin, atan2, cos, degrees, hypot, radians, sqrt, tan

from dicehouse.errors import BadThrow
from dicehouse.i18n import _

from ..physics.bodies import BOARD, DIE, Vector, is_board, rotate_vector
from ..physics.clearance import is_clear
from ..physics.throw_physics import HAND_REACH, RELEASE
from ..physics.world import Pose, Scene
from .action_codes import N_WAYS
from .judge import judge
from .scoring import has_power, points_of
from .state import N_BOARDS, Colour, Mode, PieceStatus, Release, State
from .table_layout import MIDDLE, board_name, player_place, scene_of
from .throw_notation import IntendedThrow, whole, whole_degrees

READY_THROWS = ("drop", "lob", "knock")
assert len(READY_THROWS) == N_WAYS
GRAVITY = 9.81
ABOVE = RELEASE + DIE / 2 + 0.012
LIFTS = (0, 10, 20, 40, 80, 160, 320, 640, 1280)  # millimetres by which a drop begins higher, if it has to
STEPS_BACK = (0.05, 0.1, 0.2, 0.4)  # metres by which others begin farther back, if they have to
SPIN = 2000  # degrees a second
LOB_CLIMB = 49  # degrees
KNOCK_SPEED = 4.5
WIDE = 0.33  # a board at this distance could still be too near to a die released beside it

Way = tuple[tuple[int, int, int], tuple[int, int, int]]  # the start and the push


def targets(state: State) -> list[str]:
    """Return the targets of a throw: the boards on the table, or all of the middle as one."""
    if state.options.game == Mode.CENTRAL:
        return [MIDDLE]
    return [board_name(number) for number in range(N_BOARDS) if state.boards[number].where == PieceStatus.TABLE]


def boards_of(state: State, target: str) -> list[str]:
    """Return the boards that `target` consists of."""
    names = [board_name(number) for number in range(N_BOARDS) if state.boards[number].where == PieceStatus.TABLE]
    return names if target == MIDDLE else [target]


def boards_kept_away(state: State, target: str) -> list[str]:
    """Return the boards from which a die thrown at `target` must be six inches away at its release (A1)."""
    return boards_of(state, target if state.options.release == Release.TARGET else MIDDLE)


def ready_throw(state: State, seat: int, how: str, die: str, target: str) -> IntendedThrow:
    """Return the ready throw `how` at the current table. Raise BadThrow if something is in the way."""
    way = clear_way(state, seat, how, target)
    if way is None:
        raise BadThrow(_("There is no room to throw a die like this at {target}.", target=target))
    if how == "drop":
        return IntendedThrow(die, target, *way, (0, 0, SPIN), (best_face(state, die), 0))
    return IntendedThrow(die, target, *way)


def best_face(state: State, die: str) -> int:
    """Return the face that is worth most; for an orange die with powers, one of those that score."""
    return 5 if has_power(state, die, Colour.ORANGE) else 6


def own_target(state: State, seat: int) -> str:
    """Return the seat's own target."""
    return MIDDLE if state.options.game == Mode.CENTRAL else board_name(seat)


def usual_target(state: State, seat: int, die: str) -> str:
    """Return the usual target of `die`: the seat's own board, but for a poisonous die the board of the leader among the
    others.
    """
    if not has_power(state, die, Colour.GREEN):
        return own_target(state, seat)
    points = points_of(state, judge(scene_of(state)))
    rivals = [other for other in range(state.n_players) if other != seat and board_name(other) in targets(state)]
    return board_name(max(rivals, key=lambda other: points[other])) if rivals else own_target(state, seat)


def clear_way(state: State, seat: int, how: str, target: str) -> Way | None:
    """Return the first way of throwing like that without an obstacle, or None; a drop is always possible."""
    boards, kept_away = tuple(boards_of(state, target)), tuple(boards_kept_away(state, target))
    return _clear_way(scene_of(state), how, boards, kept_away, player_place(state, seat))


@lru_cache(maxsize=64)
def _clear_way(
    scene: Scene, how: str, boards: tuple[str, ...], kept_away: tuple[str, ...], origin: Vector
) -> Way | None:
    """Find the way once for all dice in hand."""
    spot = free_spot(scene, boards)
    prey_there = nearest_thing(scene, boards) or spot
    ways = {"drop": _drops(scene, spot), "lob": _lobs(origin, spot), "knock": _knocks(origin, prey_there)}
    for place, push in ways[how]:
        x, y, z = (part / 1000 for part in place)
        if max(abs(x), abs(y), z) <= HAND_REACH and is_clear(scene, Pose(x, y, z), RELEASE, kept_away):
            return place, push
    return None


def _drops(scene: Scene, spot: Vector) -> Iterator[Way]:
    top = highest(scene, spot)
    for lift in LIFTS:
        yield (whole(spot[0]), whole(spot[1]), whole(top + ABOVE) + lift), (0, 0, 0)


def _lobs(origin: Vector, spot: Vector) -> Iterator[Way]:
    """Yield arcs of one steepness that come down on `spot`."""
    for x, y, z in _farther_back(origin):
        dx, dy = spot[0] - x, spot[1] - y
        far, drop = hypot(dx, dy), z - spot[2]
        rise = far * tan(radians(LOB_CLIMB)) + drop
        speed = far / cos(radians(LOB_CLIMB)) * sqrt(GRAVITY / (2 * max(rise, 0.01)))
        yield _whole((x, y, z)), (whole(speed), whole_degrees(atan2(dy, dx)), LOB_CLIMB)


def _knocks(origin: Vector, spot: Vector) -> Iterator[Way]:
    """Yield straight throws at `spot`, fast enough that the fall on the way is small, and corrected for it."""
    for x, y, z in _farther_back(origin):
        dx, dy = spot[0] - x, spot[1] - y
        far = hypot(dx, dy)
        fall = GRAVITY * (far / KNOCK_SPEED) ** 2 / 2
        climb = asin(max(-1.0, min(1.0, (spot[2] + fall - z) / hypot(far, spot[2] - z))))
        yield _whole((x, y, z)), (whole(KNOCK_SPEED), whole_degrees(atan2(dy, dx)), round(degrees(climb)))


def _farther_back(origin: Vector) -> Iterator[Vector]:
    """Yield a place and places behind it as seen from the centre of the table."""
    x, y, z = origin
    far = hypot(x, y)
    yield origin
    for step in STEPS_BACK:
        yield x * (far + step) / far, y * (far + step) / far, z


def _whole(place: Vector) -> tuple[int, int, int]:
    return whole(place[0]), whole(place[1]), whole(place[2])


def highest(scene: Scene, spot: Vector) -> float:
    """Return the height of the highest body near `spot`."""
    tops = [spot[2]]
    for body in scene.bodies:
        away = hypot(body.pose.x - spot[0], body.pose.y - spot[1])
        if away < (WIDE if is_board(body.id) else 1.6 * DIE):
            tops.append(body.pose.z + (0.0 if is_board(body.id) else DIE * 0.75))
    return max(tops)


def nearest_thing(scene: Scene, boards: Sequence[str]) -> Vector | None:
    """Return the die or barrel nearest to the centre of the first of these boards, or None."""
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
    """Return the emptiest place on these boards: farthest from all bodies, but well inside; on empty boards, the
    centre.
    """
    best: Vector | None = None
    most = -1.0
    for name in boards:
        pose = scene[name].pose
        for u in (-0.25, 0.0, 0.25):
            for v in (-0.2, 0.0, 0.2):
                x, y, z = _on(pose, u * BOARD[0], v * BOARD[1])
                gap = min((hypot(b.pose.x - x, b.pose.y - y) for b in scene.bodies if not is_board(b.id)), default=0.2)
                gap = min(gap, 0.09) - 0.02 * hypot(u, v)
                if gap > most:
                    best, most = (x, y, z), gap
    return best or (0.0, 0.0, 0.0)


def _on(pose: Pose, u: float, v: float) -> Vector:
    """Return a point on a board's top, from its centre along its sides."""
    x, y, z = rotate_vector(pose.turn, (u, v, BOARD[2] / 2))
    return pose.x + x, pose.y + y, pose.z + z
