"""Build positions by hand, in the words of the tests: a board at the origin, dice on it, random heaps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import cos, hypot, radians, sin

from dicehouse.games.indicesion.physics.bodies import (
    BARREL_HEIGHT,
    BOARD,
    COLOURS,
    DIE,
    compose_turns,
    rotate_vector,
    showing,
    turn_about,
    unit_turn,
)
from dicehouse.games.indicesion.physics.world import Body, Pose, Scene

TOP = BOARD[2]  # of a board that lies on the table
FLAT = TOP + DIE / 2  # the centre of a die on it
DICE = [colour + str(number) for colour in COLOURS for number in range(1, 7)]


def board(name: str = "p1", x: float = 0.0, y: float = 0.0, z: float = TOP / 2, *, free: bool = False) -> Body:
    return Body(name, Pose(x, y, z), not free)


def die(name: str, x: float = 0.0, y: float = 0.0, z: float = FLAT, face: int = 1, yaw: float = 0.0) -> Body:
    return Body(name, Pose(x, y, z, *showing(face, yaw)))


def tilted(name: str, x: float, z: float, degrees: float, face: int = 1) -> Body:
    """Return a die turned about the y axis, its +x side lower."""
    return Body(name, Pose(x, 0.0, z, *compose_turns(turn_about((0.0, 1.0, 0.0), radians(degrees)), showing(face))))


def barrel(name: str, x: float = 0.0, y: float = 0.0, z: float = TOP + BARREL_HEIGHT / 2) -> Body:
    return Body(name, Pose(x, y, z))


def stack(*names: str, x: float = 0.0, y: float = 0.0, z: float = FLAT, step: float = 0.0) -> list[Body]:
    """Return dice on top of each other, showing 1, 2, 3 ... upward, every second one shifted by a step."""
    return [
        die(name, x + step * (level % 2), y, z + level * DIE, level % 6 + 1, 0.3 * level)
        for level, name in enumerate(names)
    ]


def scene(*things: Body | list[Body]) -> Scene:
    return Scene(tuple(body for thing in things for body in (thing if isinstance(thing, list) else [thing])))


def on_barrels(*things: Body | list[Body]) -> Scene:
    """Return a free board on three barrels."""
    legs = [
        barrel(f"x{n}", x, y, BARREL_HEIGHT / 2) for n, (x, y) in enumerate(((-0.1, -0.07), (0.1, -0.07), (0, 0.08)), 1)
    ]
    return scene(legs, board("c1", z=BARREL_HEIGHT + TOP / 2, free=True), *things)


def ramp(degrees: float, *, z: float = 0.2) -> Body:
    """Return a fixed board whose +x end is higher."""
    return Body("c1", Pose(0.0, 0.0, z, *turn_about((0.0, 1.0, 0.0), -radians(degrees))), True)


def lying_on(slope: Body, name: str, up: float, face: int = 1) -> Body:
    """Return a die flat on a board of any turn, `up` metres along it."""
    x, y, z = rotate_vector(slope.pose.turn, (up, 0.0, TOP / 2 + DIE / 2))
    turn = compose_turns(slope.pose.turn, showing(face))
    return Body(name, Pose(slope.pose.x + x, slope.pose.y + y, slope.pose.z + z, *turn))


# --- random scenes


def any_turn(chance: random.Random) -> tuple[float, float, float, float]:
    return unit_turn((chance.gauss(0, 1), chance.gauss(0, 1), chance.gauss(0, 1), chance.gauss(0, 1)))


def direction(chance: random.Random) -> tuple[float, float, float]:
    x, y, z = (chance.gauss(0, 1) for _ in range(3))
    length = hypot(x, y, z)
    return (x / length, y / length, z / length)


def heap(chance: random.Random) -> Scene:
    """Return dice in the air over two boards, which will fall on them, on barrels, on a ramp and on each other."""
    x, y = chance.choice([(0.0, 0.0), (0.1, 0.08), (0.0, 0.13), (0.13, 0.0)])
    count, reach, sloped = chance.choice([1, 3, 6, 9]), chance.choice([0.03, 0.06, 0.12]), chance.random() < 0.2
    barrels = [
        barrel(f"x{n}", -0.1 + 0.07 * n, chance.uniform(-0.05, 0.05)) for n in range(1, chance.choice([1, 1, 3]))
    ]
    angle = chance.uniform(0.05, 0.6) if sloped else 0.0
    middle = TOP / 2 * cos(angle) + BOARD[0] / 2 * sin(angle) + 0.0005 * sloped
    other = Body("p2", Pose(0.0, 0.26, middle, *turn_about((0.0, 1.0, 0.0), angle)), True)
    bottom = 0.12 + 0.06 * bool(barrels) + 0.15 * sloped
    places = [(x + chance.uniform(-reach, reach), y + chance.uniform(-reach, reach)) for _ in range(count)]
    dice = [
        Body(name, Pose(u, v, bottom + 0.06 * n, *any_turn(chance)))
        for n, (name, (u, v)) in enumerate(zip(DICE, places, strict=False))
    ]
    return scene(board(), other, barrels, dice)


def wall(chance: random.Random) -> Scene:
    """Return layers of flat dice at random places, which form towers and bridges or topple."""
    names: Iterator[str] = iter(DICE)
    dice = []
    for level in range(chance.choice([2, 3, 4])):
        row = -0.09 + chance.uniform(0, 0.03)
        while row < 0.08:
            if chance.random() < 0.75:
                z = FLAT + level * (DIE + 0.0002)
                dice.append(die(next(names), row, chance.uniform(-0.008, 0.008), z, chance.randint(1, 6)))
            row += DIE + 0.0006 + chance.expovariate(80)
    return scene(board(), dice)
