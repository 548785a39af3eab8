"""What foam dice do: fair faces, bounces, energy, speed against thin boards, stacks, and how long it all takes."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import acos, cos, degrees, erfc, exp, pi, sin, sqrt
from typing import Any

import mujoco
import numpy as np

from dicehouse.games.indicesion.physics.bodies import (
    BARREL_HEIGHT,
    BOARD,
    COLOURS,
    DIE,
    DIE_MASS,
    Quaternion,
    Vector,
    inverse_turn,
    rotate_vector,
    showing,
    unit_turn,
)
from dicehouse.games.indicesion.physics.throw_physics import Throw, settle_scene, simulate_throw
from dicehouse.games.indicesion.physics.versions import FIRST
from dicehouse.games.indicesion.physics.world import STEP, Body, Pose, Scene, World
from dicehouse.games.indicesion.rules.judge import judge

GRAVITY = 9.81
TOP = BOARD[2]
NAMES = [colour + str(number) for colour in COLOURS for number in range(1, 7)]


measured = [FIRST]  # the version of the physics, first


def scene(*bodies: Body) -> Scene:
    """These bodies, in the physics that is measured."""
    return Scene(bodies, measured[0])


def any_turn(chance: random.Random) -> Quaternion:
    return unit_turn((chance.gauss(0, 1), chance.gauss(0, 1), chance.gauss(0, 1), chance.gauss(0, 1)))


def any_spin(chance: random.Random, most: float) -> Vector:
    return (chance.uniform(-most, most), chance.uniform(-most, most), chance.uniform(-most, most))


def board(name: str, x: float = 0.0, y: float = 0.0, z: float = TOP / 2, *, free: bool = False) -> Body:
    return Body(name, Pose(x, y, z), not free)


# --- fairness


def random_throws(count: int, seed: int = 1) -> tuple[Counter[int | None], list[float], Counter[str]]:
    """Single dice thrown at random turns at a board: faces (None: crooked), seconds to rest, how it ended."""
    chance = random.Random(seed)
    place = scene(board("p1"))
    faces: Counter[int | None] = Counter()
    seconds, statuses = [], Counter[str]()
    for _ in range(count):
        speed, heading = chance.uniform(1.5, 2.5), chance.uniform(-pi, pi)
        start = Pose(-0.35 * cos(heading), -0.35 * sin(heading), 0.2, *any_turn(chance))
        velocity = (speed * cos(heading), speed * sin(heading), chance.uniform(-0.5, 1.0))
        flight = simulate_throw(place, Throw("r1", "p1", start, velocity, any_spin(chance, 20)))
        seconds.append(flight.seconds)
        statuses["lost" if flight.lost else flight.status] += 1
        for judged in judge(flight.rest).dice.values():
            faces[judged.face if judged.valid else None] += 1
    return faces, seconds, statuses


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def chance_of(counts: list[int]) -> float:
    """How often fair dice would look at least as unfair (5 degrees of freedom)."""
    x = chi_square(counts)
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


# --- bounces and energy


def bounce(speed: float) -> tuple[float, float]:
    """A die falls flat on a fixed board: the part of the speed that it goes up with, and how deep it went."""
    world = World(scene(board("p1"), Body("r1", Pose(0, 0, TOP + DIE / 2 + 0.001))), {"r1"})
    world.data.qvel[2] = -speed
    lowest, fastest = 1.0, 0.0
    for _ in range(60):
        mujoco.mj_step(world.model, world.data)
        lowest, fastest = min(lowest, world.data.qpos[2]), max(fastest, world.data.qvel[2])
    return fastest / speed, TOP + DIE / 2 - lowest


def energy_of(world: World) -> float:
    """Of all dice: motion, spin and height."""
    moment = DIE_MASS * DIE**2 / 6
    moving = world.data.qvel.reshape(-1, 6)
    heights = world.data.qpos.reshape(-1, 7)[:, 2]
    motion = DIE_MASS * (moving[:, :3] ** 2).sum() / 2 + moment * (moving[:, 3:] ** 2).sum() / 2
    return float(motion + DIE_MASS * GRAVITY * heights.sum())


def energy_gained(count: int, seed: int = 1) -> float:
    """The most energy above what a throw came with, at any step, in die heights."""
    chance, worst = random.Random(seed), 0.0
    lift = DIE_MASS * GRAVITY * DIE
    for _ in range(count):
        bodies = (
            board("p1"),
            Body("r1", Pose(0, 0, 0.12, *any_turn(chance))),
            Body("b1", Pose(0.03, 0.01, TOP + DIE / 2)),
        )
        world = World(scene(*bodies), {"r1"})
        at = 6 * world.rows["r1"]
        world.data.qvel[at : at + 6] = (*any_spin(chance, 2), *any_spin(chance, 30))
        world.data.qvel[at + 2] = -chance.uniform(0, 8)
        start = energy_of(world)
        for _ in range(800):
            mujoco.mj_step(world.model, world.data)
            worst = max(worst, (energy_of(world) - start) / lift)
    return worst


# --- thin boards


def on_three_barrels() -> list[Body]:
    legs = [
        Body(f"x{n}", Pose(x, y, BARREL_HEIGHT / 2))
        for n, (x, y) in enumerate(((-0.1, -0.07), (0.1, -0.07), (0, 0.08)), 1)
    ]
    return [*legs, board("c1", z=BARREL_HEIGHT + TOP / 2, free=True)]


def through_boards(speed: float, count: int, seed: int = 1) -> tuple[int, float]:
    """Dice thrown at a free board, straight down and from all around: how many had their middle pass through it, and
    how deep the deepest was in it."""
    chance, through, deepest = random.Random(seed), 0, 0.0
    for number in range(2 * count):
        x, y = chance.uniform(-0.13, 0.13), chance.uniform(-0.1, 0.1)
        heading, climb = chance.uniform(-pi, pi), -pi / 2 if number % 2 else chance.uniform(-1.3, -0.1)
        velocity = (speed * cos(climb) * cos(heading), speed * cos(climb) * sin(heading), speed * sin(climb))
        away = 0.12 / speed
        place = (x - velocity[0] * away, y - velocity[1] * away, BARREL_HEIGHT + 0.04 - velocity[2] * away)
        crossed, deep = _watched(Body("r1", Pose(*place, *any_turn(chance))), velocity, any_spin(chance, 60))
        through, deepest = through + crossed, max(deepest, deep)
    return through, deepest


def _watched(die: Body, velocity: Vector, spin: Vector) -> tuple[bool, float]:
    world = World(scene(*on_three_barrels(), die), {die.id})
    data, row, plate = world.data, world.rows[die.id], world.rows["c1"]
    data.qvel[6 * row : 6 * row + 6] = (*velocity, *spin)
    ours = {world.names.index(die.id), world.names.index("c1")}
    above, deep, crossed = True, 0.0, False
    for _ in range(300):
        mujoco.mj_step(world.model, data)
        for at, pair in enumerate(data.contact.geom.tolist()):
            if set(pair) == ours:
                deep = max(deep, -float(data.contact.dist[at]))
        x, y, z, *turn = data.qpos[7 * plate : 7 * plate + 7].tolist()
        a, b, c = data.qpos[7 * row : 7 * row + 3].tolist()
        u, v, w = rotate_vector(inverse_turn((turn[0], turn[1], turn[2], turn[3])), (a - x, b - y, c - z))
        inside = abs(u) < BOARD[0] / 2 - 0.005 and abs(v) < BOARD[1] / 2 - 0.005
        crossed |= inside and above and w < 0
        above = w > 0 if inside else False
    return crossed, deep


# --- standing


def tower(count: int, z: float = TOP, aside: float = 0.0, first: int = 0, x: float = 0.0) -> list[Body]:
    return [
        Body(NAMES[first + n], Pose(x + aside * (n % 2), 0, z + DIE / 2 + n * DIE, *showing(n % 6 + 1, 0.3 * n)))
        for n in range(count)
    ]


def constructions() -> dict[str, Scene]:
    storey = BARREL_HEIGHT + TOP
    upper = [
        Body(f"x{n}", Pose(x, y, storey + BARREL_HEIGHT / 2))
        for n, (x, y) in enumerate(((-0.09, 0), (0.09, 0), (0, 0.07)), 4)
    ]
    pagoda = [Body(f"x{n + 1}", Pose(0, 0, BARREL_HEIGHT / 2 + n * storey)) for n in range(3)]
    roofs = [board(f"c{n + 1}", z=(n + 1) * storey - TOP / 2, free=True) for n in range(3)]
    two = [*on_three_barrels(), *upper, board("c2", z=2 * storey - TOP / 2, free=True)]
    built: dict[str, list[Body]] = {
        **{f"{n} dice": [board("p1"), *tower(n)] for n in (2, 3, 4, 6)},
        "4 dice, every second 1 cm aside": [board("p1"), *tower(4, aside=0.01)],
        "4 dice on a free board": [board("c1", free=True), *tower(4)],
        "board on 3 barrels, 4 dice": [*on_three_barrels(), *tower(4, storey)],
        "2 boards on 6 barrels, 4 dice": [*two, *tower(4, 2 * storey)],
        "3 boards on single barrels": [*pagoda, *roofs],
    }
    return {name: scene(*bodies) for name, bodies in built.items()}


def drift(built: Scene, seconds: float) -> tuple[float, float]:
    """How far anything went, in metres and degrees, from a second after it was built on."""
    rest = settle_scene(built).rest
    world = World(rest, rest.free, sleeping=False)
    mujoco.mj_step(world.model, world.data, round(1 / STEP))
    before = world.data.qpos.copy().reshape(-1, 7)
    mujoco.mj_step(world.model, world.data, round((seconds - 1) / STEP))
    after = world.data.qpos.reshape(-1, 7)
    alike = np.abs((before[:, 3:] * after[:, 3:]).sum(axis=1)).min()
    return float(np.abs(after - before)[:, :3].max()), degrees(2 * acos(min(1.0, float(alike))))


# --- time


@contextmanager
def timed(into: list[float]) -> Iterator[None]:
    start = time.process_time()
    yield
    into.append(time.process_time() - start)


def times(dice: int, count: int, seed: int = 1) -> dict[str, list[float]]:
    """Processor time of throws at a table with so many dice, the thrown one among them: most lie on six boards."""
    chance = random.Random(seed)
    boards = [board(f"p{n + 1}", 0.55 * cos(n * pi / 3), 0.55 * sin(n * pi / 3)) for n in range(6)]
    took: dict[str, list[float]] = {"simulate": [], "judge": [], "together": []}
    for _ in range(count):
        place = scene(*boards, *_scattered(dice - 1, boards, chance))
        heading = chance.choice(range(6)) * pi / 3 + chance.uniform(-0.15, 0.15)
        start = Pose(0.2 * cos(heading), 0.2 * sin(heading), 0.2, *any_turn(chance))
        throw = Throw(NAMES[-1], "p1", start, (1.6 * cos(heading), 1.6 * sin(heading), 0.8), any_spin(chance, 10))
        with timed(took["simulate"]):
            rest = simulate_throw(place, throw).rest
        with timed(took["judge"]):
            judge(rest)
        took["together"].append(took["simulate"][-1] + took["judge"][-1])
    return took


def _scattered(count: int, boards: list[Body], chance: random.Random) -> list[Body]:
    """Flat dice on the boards, in a loose grid so that none is in another."""
    spots = [(a * 0.062, b * 0.062) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    free: list[Any] = [(body.pose, spot) for body in boards for spot in spots]
    return [
        Body(name, Pose(pose.x + u, pose.y + v, TOP + DIE / 2, *showing(chance.randint(1, 6), chance.uniform(0, 0.4))))
        for name, (pose, (u, v)) in zip(NAMES[:count], chance.sample(free, count), strict=True)
    ]
