"""A throw: what may be thrown, what the hand makes of it, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import acos, ceil, cos, degrees, dist, floor, hypot, isfinite, log, pi, radians, sqrt
from typing import Protocol

import numpy as np

from dicehouse.errors import BadThrow

from .bodies import INCH, Quaternion, Vector, around, back, is_die, is_name, spoken, times, turned
from .frames import Frames
from .motion import Motion
from .world import TABLE_TOP, Body, Pose, Scene, World, physics

MAX_SPEED = 240 * INCH
MAX_SPIN = 60.0
HAIR_MORE = 1.0001  # the limits are said in whole numbers, and rounding goes over them
RELEASE = 6 * INCH
ROOM = 2.0  # how far from the middle of the table, and how high, a hand reaches
LIFT = 0.004  # metres
STAND = 1.0  # seconds
GIVE, LEAN = 0.005, radians(3)  # how far a thing may move and still stand
HAIR, TREMBLE = 0.0001, radians(0.1)  # what moves by less keeps its old place
LEVELS = {"steady": 0.5, "usual": 1.0, "shaky": 2.0}


@dataclass(frozen=True, slots=True)
class Throw:
    """A die let go: from where and how turned, how fast (metres a second) and with what spin (radians a second, about
    the table's axes), meant for a board."""

    die: str
    target: str
    pose: Pose
    velocity: Vector = (0.0, 0.0, 0.0)
    spin: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Flight:
    """What became of a throw; everything but the scene goes into JSON as it is."""

    status: str  # "rest"; "frozen" after too long; "unstable": void
    seconds: float
    rest: Scene
    lost: tuple[str, ...]  # off the table
    burnt: tuple[tuple[float, str, str], ...]  # when, which die, by which red one
    touched: tuple[tuple[float, str, str, float], ...]  # when, what, by what, how fast
    moved: tuple[str, ...]  # what lies elsewhere now, the thrown die too; all else lies to the last digit as before
    frames: Frames


class Uniform(Protocol):
    """Where the hand's noise comes from: `random.Random`, or whatever else makes numbers from 0 to 1."""

    def random(self) -> float: ...


# --- what may be thrown


def check(scene: Scene, throw: Throw, boards: Collection[str] | None = None) -> None:
    """BadThrow if nobody could throw like that, or if it starts too near to one of `boards`, by default the target."""
    _check_names(scene, throw, [throw.target] if boards is None else boards)
    _check_numbers(throw)
    world = World(scene.having(Body(throw.die, throw.pose)))
    physics().mj_kinematics(world.model, world.data)
    if _distance(world, throw.die, TABLE_TOP) < 0:
        raise BadThrow("The die would start in the table; hold it higher.")
    for body in scene.bodies:
        if _distance(world, throw.die, body.id) < 0:
            raise BadThrow(f"The die would start inside {spoken(body.id)}; let it go where nothing is.")
    for board in sorted([throw.target] if boards is None else boards):
        gap = _distance(world, throw.die, board)
        if gap < RELEASE:
            raise BadThrow(
                f"The die is let go {floor(gap * 10_000) / 100:.2f} cm from {spoken(board)}; it has to be at least"
                f" {RELEASE * 100:.2f} cm away."
            )


def _check_names(scene: Scene, throw: Throw, boards: Collection[str]) -> None:
    if not is_name(throw.die) or not is_die(throw.die):
        raise BadThrow(f"{throw.die[:10]!r} is no die; dice have names such as r1, o2, y3, g4, b5 or k6.")
    if throw.die in scene:
        raise BadThrow(f"{spoken(throw.die).capitalize()} lies on the table already; throw one from the hand.")
    for board in boards:
        if board not in scene:
            raise BadThrow(f"There is no board {board[:10]!r}; aim at one that lies on the table.")


def _check_numbers(throw: Throw) -> None:
    numbers = (*throw.pose, *throw.velocity, *throw.spin)
    if len(numbers) != 13 or not all(type(number) in (int, float) and _finite(number) for number in numbers):
        raise BadThrow("A throw is thirteen plain numbers: seven of the die's pose, three of its speed, three of spin.")
    if not 0.99 < hypot(*throw.pose.turn) < 1.01:
        raise BadThrow("The die's turn has to be a quaternion of length 1.")
    x, y, z = throw.pose.place
    if z < 0:
        raise BadThrow("The die would start below the table; hold it higher.")
    if max(abs(x), abs(y), z) > ROOM:
        raise BadThrow(f"Nobody stands there; let the die go within {ROOM * 100:.0f} cm of the table's middle.")
    if hypot(*throw.velocity) > MAX_SPEED * HAIR_MORE:
        raise BadThrow(
            f"{ceil(hypot(*throw.velocity) * 100) / 100:.2f} m/s is too fast;"
            f" a hand throws at most {floor(MAX_SPEED * HAIR_MORE * 100) / 100:.2f} m/s."
        )
    if hypot(*throw.spin) > MAX_SPIN * HAIR_MORE:
        raise BadThrow(
            f"A spin of {ceil(degrees(hypot(*throw.spin)))} degrees a second is too much;"
            f" a hand gives at most {floor(degrees(MAX_SPIN * HAIR_MORE))}."
        )


def _finite(number: float) -> bool:
    try:
        return isfinite(number)
    except OverflowError:
        return False


def _distance(world: World, one: str, other: str) -> float:
    """Between the nearest points of two bodies; negative if one is inside the other."""
    geoms = world.names.index(one), world.names.index(other)
    ends = np.zeros(6)
    return float(physics().mj_geomDistance(world.model, world.data, *geoms, 2 * RELEASE, ends))


# --- the hand


def shaken(throw: Throw, level: str, random: Uniform) -> Throw:
    """What a hand makes of what was meant; no hand is perfect."""
    much = LEVELS[level]
    bell = _Bell(random)
    x, y, z = (part + bell.draw(0.004 * much) for part in throw.pose.place)
    turn = _twisted(throw.pose.turn, bell, 6.0 * much)
    tilt = _twisted((1.0, 0.0, 0.0, 0.0), bell, 1.5 * much)
    pace = 1 + bell.draw(0.03 * much)
    vx, vy, vz = (part * pace + bell.draw(0.02 * much) for part in turned(tilt, throw.velocity))
    sx, sy, sz = (part + bell.draw(1.5 * much) for part in throw.spin)
    return replace(throw, pose=Pose(x, y, z, *turn), velocity=(vx, vy, vz), spin=(sx, sy, sz))


def _twisted(turn: Quaternion, bell: _Bell, angle: float) -> Quaternion:
    """Turned a little further, about a random axis."""
    axis = (bell.draw(1.0), bell.draw(1.0), bell.draw(1.0))
    return times(around(axis, radians(angle) * hypot(*axis)), turn)


class _Bell:
    """Normal numbers about 0 with a given spread, never more than three spreads away (Box and Muller)."""

    def __init__(self, random: Uniform) -> None:
        self._random = random

    def draw(self, spread: float) -> float:
        while True:
            radius = sqrt(-2 * log(1 - self._random.random()))
            number = radius * cos(2 * pi * self._random.random())
            if abs(number) <= 3:
                return number * spread


# --- what becomes of it


def fly(scene: Scene, throw: Throw, red: Collection[str] = (), *, film: bool = True) -> Flight:
    """Throw the die and let everything come to rest. Dice named in `red` burn what they touch. Without a film this is
    faster, for bots that try many throws."""
    pose = throw.pose
    motion = _let_go(scene, throw, pose, red, film)
    while motion.inside(throw.die):  # a shaky hand has pushed it into something
        pose = pose._replace(z=pose.z + LIFT)
        motion = _let_go(scene, throw, pose, red, film)
    return _told(motion)


def _let_go(scene: Scene, throw: Throw, pose: Pose, red: Collection[str], film: bool) -> Motion:
    motion = Motion(scene.having(Body(throw.die, pose)), {throw.die}, red, film=film)
    motion.push(throw.die, throw.velocity, turned(back(pose.turn), throw.spin))
    return motion


def settle(scene: Scene, red: Collection[str] = (), *, film: bool = True) -> Flight:
    """Let everything that is not fixed fall where it will."""
    return _told(Motion(scene, scene.free, red, film=film))


def stands(scene: Scene) -> bool:
    """Whether what was built keeps still for a second."""
    motion = Motion(scene, scene.free, film=False)
    motion.run_for(STAND)
    after = motion.scene().named
    return not motion.failed and all(
        name in after and not _shifted(scene[name].pose, after[name].pose, GIVE, LEAN) for name in scene.free
    )


def _told(motion: Motion) -> Flight:
    start, status = motion.world.scene, motion.run()
    end, story = motion.scene(), motion.story
    stirred = [name for name in end.free if name in motion.stirred]
    moved = [name for name in stirred if _shifted(start[name].pose, end[name].pose, HAIR, TREMBLE)]
    kept = start.without([name for name in start.named if name not in end])
    return Flight(
        status,
        motion.seconds,
        kept.moved((name, end[name].pose.rounded()) for name in moved),
        tuple(story.lost),
        tuple(story.burnt),
        tuple(story.touched),
        tuple(moved),
        motion.film.frames() if motion.film else {},
    )


def _shifted(before: Pose, after: Pose, reach: float, twist: float) -> bool:
    """Whether a body has moved farther, or turned more, than that."""
    along = abs(sum(a * b for a, b in zip(before.turn, after.turn, strict=True)))
    return dist(before.place, after.place) > reach or 2 * acos(min(along, 1.0)) > twist
