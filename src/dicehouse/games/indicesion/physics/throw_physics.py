"""Check a throw, add the noise of the hand, and simulate it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import acos, ceil, cos, degrees, dist, floor, hypot, isfinite, log, pi, radians, sqrt
from typing import Protocol

import numpy as np

from dicehouse.errors import BadThrow
from dicehouse.i18n import _

from .animation_frames import Frames
from .bodies import (
    INCH,
    UPRIGHT,
    Quaternion,
    Vector,
    compose_turns,
    inverse_turn,
    is_die,
    is_name,
    rotate_vector,
    spoken,
    turn_about,
)
from .simulation import Simulation
from .versions import FIRST, VERSIONS
from .world import TABLE_TOP, Body, Pose, Scene, World, load_mujoco

MAX_SPEED = 240 * INCH
MAX_SPIN = 60.0
HAIR_MORE = 1.0001  # the limits are whole numbers, and rounding may exceed them
RELEASE = 6 * INCH
HAND_REACH = 2.0  # how far from the centre of the table, and how high, a hand reaches
LIFT = 0.004  # metres
STAND = 1.0  # seconds
GIVE, LEAN = 0.005, radians(3)  # how far a body may move and still count as standing
HAIR, TREMBLE = 0.0001, radians(0.1)  # a body that moves by less keeps its old place
HAND_LEVELS = {"steady": 0.5, "usual": 1.0, "shaky": 2.0}


@dataclass(frozen=True, slots=True)
class Throw:
    """Hold a throw: where the die is released and how it is turned, its speed (metres a second) and spin (radians a
    second, about the table's axes), and the board it is meant for.
    """

    die: str
    target: str
    pose: Pose
    velocity: Vector = (0.0, 0.0, 0.0)
    spin: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Flight:
    """Hold the result of a throw; everything but the scene goes into JSON as it is."""

    status: str  # "rest"; "frozen" after too long; "unstable": void
    seconds: float
    rest: Scene
    lost: tuple[str, ...]  # off the table
    burnt: tuple[tuple[float, str, str], ...]  # when, which die, by which red one
    touched: tuple[tuple[float, str, str, float], ...]  # when, what, against what, how fast
    moved: tuple[str, ...]  # bodies that have moved, the thrown die too; all others are exactly where they were
    frames: Frames


class Uniform(Protocol):
    """Give the random numbers of the hand's noise, from 0 to 1: `random.Random`, or another source."""

    def random(self) -> float: ...


# --- what may be thrown


def check_throw(scene: Scene, throw: Throw, boards: Collection[str] | None = None) -> None:
    """Raise BadThrow if nobody could throw like that, or if the die starts too near to one of `boards` (by default the
    target).
    """
    _check_names(scene, throw, [throw.target] if boards is None else boards)
    _check_numbers(throw)
    world = World(scene.having(Body(throw.die, throw.pose)))
    load_mujoco().mj_kinematics(world.model, world.data)
    if _distance(world, throw.die, TABLE_TOP) < 0:
        raise BadThrow(_("The die would be inside the table. Hold it higher."))
    for body in scene.bodies:
        if _distance(world, throw.die, body.id) < 0:
            raise BadThrow(
                _("There is no room for the die: {thing} is there. Hold it somewhere else.", thing=spoken(body.id))
            )
    for board in sorted([throw.target] if boards is None else boards):
        gap = _distance(world, throw.die, board)
        if gap < RELEASE:
            raise BadThrow(
                _(
                    "You release the die {gap} cm from {board}. It must be at least {limit} cm away.",
                    gap=floor(gap * 10_000) / 100,
                    board=spoken(board),
                    limit=round(RELEASE * 100, 2),
                )
            )


def _check_names(scene: Scene, throw: Throw, boards: Collection[str]) -> None:
    if not is_name(throw.die) or not is_die(throw.die):
        raise BadThrow(
            _("There is no die {die}. Dice have names such as r1, o2, y3, g4, b5 or k6.", die=repr(throw.die[:10]))
        )
    if throw.die in scene:
        raise BadThrow(_("This die is already on the table: {die}.", die=spoken(throw.die)))
    for board in boards:
        if board not in scene:
            raise BadThrow(_("There is no board {board} on the table.", board=repr(board[:10])))


def _check_numbers(throw: Throw) -> None:
    numbers = (*throw.pose, *throw.velocity, *throw.spin)
    if len(numbers) != 13 or not all(type(number) in (int, float) and _finite(number) for number in numbers):
        raise BadThrow(
            _("A throw has thirteen numbers: seven for the pose of the die, three for its speed and three for spin.")
        )
    if not 0.99 < hypot(*throw.pose.turn) < 1.01:
        raise BadThrow(_("The rotation of the die must be a quaternion of length 1."))
    x, y, z = throw.pose.place
    if z < 0:
        raise BadThrow(_("The die would be below the table. Hold it higher."))
    if max(abs(x), abs(y), z) > HAND_REACH:
        raise BadThrow(
            _(
                "You can't reach that far. Release the die within {cm} cm of the middle of the table.",
                cm=round(HAND_REACH * 100),
            )
        )
    if hypot(*throw.velocity) > MAX_SPEED * HAIR_MORE:
        raise BadThrow(
            _(
                "{speed} m/s is too fast. You can throw at {limit} m/s at most.",
                speed=ceil(hypot(*throw.velocity) * 100) / 100,
                limit=floor(MAX_SPEED * HAIR_MORE * 100) / 100,
            )
        )
    if hypot(*throw.spin) > MAX_SPIN * HAIR_MORE:
        raise BadThrow(
            _(
                "A spin of {spin} degrees a second is too much. The most is {limit}.",
                spin=str(ceil(degrees(hypot(*throw.spin)))),
                limit=str(floor(degrees(MAX_SPIN * HAIR_MORE))),
            )
        )


def _finite(number: float) -> bool:
    try:
        return isfinite(number)
    except OverflowError:
        return False


def _distance(world: World, one: str, other: str) -> float:
    """Return the distance between the nearest points of two bodies; negative if one is inside the other."""
    geoms = world.names.index(one), world.names.index(other)
    ends = np.zeros(6)
    return float(load_mujoco().mj_geomDistance(world.model, world.data, *geoms, 2 * RELEASE, ends))


# --- the hand


def shake_throw(throw: Throw, level: str, random: Uniform, physics: int = FIRST) -> Throw:
    """Return `throw` with the noise of a hand of this `level` in this version of the physics; no hand is perfect."""
    much, hand = HAND_LEVELS[level], VERSIONS[physics].hand
    bell = _Bell(random)
    x, y, z = (part + bell.draw(hand.place * much) for part in throw.pose.place)
    turn = _twisted(throw.pose.turn, bell, hand.turn * much)
    tilt = _twisted(UPRIGHT, bell, hand.direction * much)
    pace = 1 + bell.draw(hand.pace * much)
    vx, vy, vz = (part * pace + bell.draw(hand.speed * much) for part in rotate_vector(tilt, throw.velocity))
    spin = throw.spin
    if hand.spin_pace or hand.spin_axis:  # version 1 draws no numbers for these
        twirl, lean = 1 + bell.draw(hand.spin_pace * much), _twisted(UPRIGHT, bell, hand.spin_axis * much)
        sx, sy, sz = rotate_vector(lean, spin)
        spin = (sx * twirl, sy * twirl, sz * twirl)
    sx, sy, sz = (part + bell.draw(hand.spin * much) for part in spin)
    return replace(throw, pose=Pose(x, y, z, *turn), velocity=(vx, vy, vz), spin=(sx, sy, sz))


def _twisted(turn: Quaternion, bell: _Bell, angle: float) -> Quaternion:
    """Return `turn` rotated by `angle` more, about a random axis."""
    axis = (bell.draw(1.0), bell.draw(1.0), bell.draw(1.0))
    return compose_turns(turn_about(axis, radians(angle) * hypot(*axis)), turn)


class _Bell:
    """Return normal random numbers about 0 with a given spread, cut at three spreads (Box and Muller)."""

    def __init__(self, random: Uniform) -> None:
        self._random = random

    def draw(self, spread: float) -> float:
        while True:
            radius = sqrt(-2 * log(1 - self._random.random()))
            number = radius * cos(2 * pi * self._random.random())
            if abs(number) <= 3:
                return number * spread


# --- simulation


def simulate_throw(scene: Scene, throw: Throw, red: Collection[str] = (), *, film: bool = True) -> Flight:
    """Throw the die and simulate until everything rests. Dice named in `red` burn what they touch. Without `film` the
    simulation is faster, for bots that try many throws.
    """
    pose = throw.pose
    motion = _let_go(scene, throw, pose, red, film)
    while motion.inside(throw.die):  # the noise of the hand has pushed it into another body
        pose = pose._replace(z=pose.z + LIFT)
        motion = _let_go(scene, throw, pose, red, film)
    return _run_flight(motion)


def _let_go(scene: Scene, throw: Throw, pose: Pose, red: Collection[str], film: bool) -> Simulation:
    motion = Simulation(scene.having(Body(throw.die, pose)), {throw.die}, red, film=film)
    motion.push(throw.die, throw.velocity, rotate_vector(inverse_turn(pose.turn), throw.spin))
    return motion


def settle_scene(scene: Scene, red: Collection[str] = (), *, film: bool = True) -> Flight:
    """Let every body that is not fixed fall, and simulate until everything rests."""
    return _run_flight(Simulation(scene, scene.free, red, film=film))


def stands_still(scene: Scene) -> bool:
    """Return True if the built pieces keep still for a second."""
    motion = Simulation(scene, scene.free, film=False)
    motion.run_for(STAND)
    after = motion.scene().named
    return not motion.failed and all(
        name in after and not _shifted(scene[name].pose, after[name].pose, GIVE, LEAN) for name in scene.free
    )


def _run_flight(motion: Simulation) -> Flight:
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
    """Return True if a body has moved by more than `reach` metres or turned by more than `twist`."""
    along = abs(sum(a * b for a, b in zip(before.turn, after.turn, strict=True)))
    return dist(before.place, after.place) > reach or 2 * acos(min(along, 1.0)) > twist
