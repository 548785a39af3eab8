"""Judge a scene at rest: what every body lies on, which face each die shows, and which towers there are (section 7 of
the rules).

Supports are read from the contacts of the physics: a body whose contact points within 45 degrees of straight up holds
what it points to. A die is measured against the surface that holds it, so a die on a ramp doesn't count as tilted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import acos, cos, degrees, hypot, radians

import numpy as np

from ..physics.bodies import (
    BOARD,
    DIE,
    DIE_ROUND,
    FACES,
    INCH,
    Quaternion,
    Vector,
    compose_turns,
    inverse_turn,
    is_barrel,
    is_board,
    is_die,
    rotate_vector,
)
from ..physics.world import TABLE_TOP, Scene, World, load_mujoco

TOUCH = 0.005 * INCH  # metres that count as touching
HOLDS = cos(radians(45))  # the least upward part of a contact that supports
FACE_UP = cos(radians(40))
CROOKED = 15.0
ABOVE = DIE / 2  # by how much the upper of two dice is higher
OVERLAP = 0.02 * INCH
TOP_FACE = 0.0006  # how far below a board's top a contact may be and still count as on it
ALIKE = cos(radians(0.5))  # supports that tilt alike
UP: Vector = (0.0, 0.0, 1.0)
AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), UP)


@dataclass(frozen=True, slots=True)
class DiceChain:
    """Hold dice on one another, from the topmost down to one that a board holds, directly or through barrels."""

    board: str
    dice: tuple[str, ...]

    @property
    def levels(self) -> int:
        return len(self.dice)


@dataclass(frozen=True, slots=True)
class DieVerdict:
    """Hold the referee's verdict on one die."""

    face: int | None  # the face up, within 40 degrees
    tilt: float  # in degrees, against what holds it
    crooked: bool
    covered: bool  # True if a valid die is above it
    boards: tuple[str, ...]  # boards it is on, directly or through others
    direct: tuple[str, ...]  # of these, those that hold it directly
    rests_on: tuple[str, ...]  # dice, boards and barrels
    chains: tuple[DiceChain, ...]  # every chain from this die down
    touches: tuple[str, ...]  # other dice

    @property
    def valid(self) -> bool:
        return self.face is not None and not self.crooked

    @property
    def level(self) -> int:
        return max((chain.levels for chain in self.chains), default=1)


@dataclass(frozen=True, slots=True)
class BarrelVerdict:
    """Hold the referee's verdict on one barrel."""

    boards: tuple[str, ...]  # boards that hold it, directly or through barrels
    touches: tuple[str, ...]  # boards it touches
    upright: bool


@dataclass(frozen=True)
class Verdict:
    dice: dict[str, DieVerdict]
    barrels: dict[str, BarrelVerdict]
    places: dict[str, tuple[float, float]]  # outlines of dice and barrels, seen from above

    @property
    def towers(self) -> list[DiceChain]:
        """Return every chain that scores: it starts at a valid die with no valid die above it."""
        tops = [self.dice[name] for name in sorted(self.dice)]
        return [chain for top in tops if top.valid and not top.covered for chain in top.chains]


@lru_cache(maxsize=8)
def judge(scene: Scene) -> Verdict:
    """Return the verdict on a scene at rest. A cached one is used for the next throw and for every viewer."""
    return _Referee(scene).verdict()


def face_up(turn: Quaternion) -> int | None:
    """Return the face that points up, or None if even the best is more than 40 degrees off."""
    up = rotate_vector(inverse_turn(turn), UP)
    height, pips = max((_dot(normal, up), pips) for pips, normal in FACES)
    return pips if height >= FACE_UP else None


@dataclass(slots=True)
class _Touching:
    """Find how bodies touch, as far as the referee needs it."""

    holders: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    normals: dict[tuple[str, str], Vector] = field(default_factory=dict)  # (holder, held) -> upward
    pairs: set[tuple[str, str]] = field(default_factory=set)


class _Referee:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.world = World(scene, sleeping=False, near=TOUCH)
        load_mujoco().mj_kinematics(self.world.model, self.world.data)
        load_mujoco().mj_collision(self.world.model, self.world.data)
        self.touching = self._contacts()

    def verdict(self) -> Verdict:
        names = [body.id for body in self.scene.bodies]
        dice = {name for name in names if is_die(name)}
        valid = {name for name in dice if self._tilt(name) <= CROOKED and self._face(name) is not None}
        covered = {below for name in valid for below in self._below(name)}
        return Verdict(
            {name: self._judged(name, name in covered) for name in sorted(dice)},
            {name: self._barrel(name) for name in names if is_barrel(name)},
            {body.id: (body.pose.x, body.pose.y) for body in self.scene.bodies if not is_board(body.id)},
        )

    # contacts

    def _contacts(self) -> _Touching:
        data, names, found = self.world.data, self.world.names, _Touching()
        rows = zip(
            data.contact.geom.tolist(), data.contact.frame[:, :3].tolist(), data.contact.pos.tolist(), strict=True
        )
        for (a, b), (x, y, z), point in rows:
            low, high = (names[a], names[b]) if z > 0 else (names[b], names[a])
            found.pairs |= {(low, high), (high, low)}
            known = (low, high) in found.normals
            if known or abs(z) < HOLDS or high == TABLE_TOP or not self._holds(low, high, point):
                continue
            found.holders[high].append(low)
            found.normals[low, high] = (x, y, z) if z > 0 else (-x, -y, -z)
        for holders in found.holders.values():
            holders.sort()
        return found

    def _holds(self, low: str, high: str, point: list[float]) -> bool:
        if low == TABLE_TOP:
            return True
        if is_die(low) and is_die(high):
            return self.scene[high].pose.z - self.scene[low].pose.z >= ABOVE
        if is_board(low):
            return self._on_top(low, point) and (not is_die(high) or self._overlaps(low, high))
        return True

    def _on_top(self, board: str, point: list[float]) -> bool:
        """Return True if `point` is on the upper large face of `board`, not on a rim."""
        pose = self.scene[board].pose
        away = (point[0] - pose.x, point[1] - pose.y, point[2] - pose.z)
        return _dot(away, self._top(board)) >= BOARD[2] / 2 - TOP_FACE

    def _top(self, board: str) -> Vector:
        x, y, z = rotate_vector(self.scene[board].pose.turn, UP)
        return (x, y, z) if z > 0 else (-x, -y, -z)

    def _overlaps(self, board: str, die: str) -> bool:
        """Return True if the die's outline, seen along the board's normal, is over its top by more than a tolerance: no
        direction in the board's plane separates the two.
        """
        plate, cube = self.scene[board].pose, self.scene[die].pose
        seen = inverse_turn(plate.turn)
        u, v, _ = rotate_vector(seen, (cube.x - plate.x, cube.y - plate.y, cube.z - plate.z))
        half_u, half_v = BOARD[0] / 2, BOARD[1] / 2
        if abs(u) < half_u and abs(v) < half_v:
            return True
        axes = [rotate_vector(compose_turns(seen, cube.turn), axis)[:2] for axis in AXES]
        sides = [(1.0, 0.0), (0.0, 1.0), *((-y, x) for x, y in axes)]
        for x, y in sides:
            length = hypot(x, y)
            if length < 1e-6:
                continue
            reach = (DIE / 2 - DIE_ROUND) * sum(abs(x * a + y * b) for a, b in axes) + DIE_ROUND * length
            if abs(x * u + y * v) > reach + half_u * abs(x) + half_v * abs(y) - OVERLAP * length:
                return False
        return True

    # dice

    def _judged(self, name: str, covered: bool) -> DieVerdict:
        holders = [holder for holder in self.touching.holders[name] if holder != TABLE_TOP]
        tilt = self._tilt(name)
        return DieVerdict(
            face=self._face(name),
            tilt=round(tilt, 3),
            crooked=tilt > CROOKED,
            covered=covered,
            boards=tuple(sorted(self._boards(name, frozenset()))),
            direct=tuple(filter(is_board, holders)),
            rests_on=tuple(holders),
            chains=tuple(self._chains(name)),
            touches=tuple(sorted(other for one, other in self.touching.pairs if one == name and is_die(other))),
        )

    def _face(self, name: str) -> int | None:
        return face_up(self.scene[name].pose.turn)

    def _tilt(self, name: str) -> float:
        """Return the angle between the die's best face and what holds it; of two holders the one that bears more
        counts.
        """
        normals = [(self._surface(holder, name), holder) for holder in self.touching.holders[name]]
        surface = normals[0][0] if normals else UP
        if any(_dot(surface, other) < ALIKE for other, _ in normals):
            surface = max(normals, key=lambda each: self._load(each[1], name))[0]
        seen = rotate_vector(inverse_turn(self.scene[name].pose.turn), surface)
        return degrees(acos(min(1.0, max(map(abs, seen)))))

    def _surface(self, holder: str, held: str) -> Vector:
        """Return the normal of the surface that `held` lies on."""
        if holder == TABLE_TOP:
            return UP
        if is_board(holder):
            return self._top(holder)
        if is_die(holder):
            turn = self.scene[holder].pose.turn
            return max((rotate_vector(turn, normal) for _, normal in FACES), key=lambda normal: normal[2])
        return self.touching.normals[holder, held]

    def _load(self, holder: str, held: str) -> float:
        return self._loads.get((holder, held), 0.0)

    @cached_property
    def _loads(self) -> dict[tuple[str, str], float]:
        """Return how hard bodies press on each other; computed only on demand, since it is seldom needed."""
        model, data, names = self.world.model, self.world.data, self.world.names
        load_mujoco().mj_forward(model, data)
        loads: dict[tuple[str, str], float] = defaultdict(float)
        force = np.zeros(6)
        for at, (a, b) in enumerate(data.contact.geom.tolist()):
            load_mujoco().mj_contactForce(model, data, at, force)
            for pair in ((names[a], names[b]), (names[b], names[a])):
                loads[pair] += float(force[0])
        return loads

    def _below(self, name: str) -> set[str]:
        """Return the dice under a die, directly or through other dice."""
        lower = [holder for holder in self.touching.holders[name] if is_die(holder)]
        return {*lower, *(deeper for die in lower for deeper in self._below(die))}

    def _chains(self, name: str) -> Iterator[DiceChain]:
        """Yield the chains down from a die: a board that holds it ends one; each die that holds it continues others."""
        holders = self.touching.holders[name]
        barrels = (board for holder in holders if is_barrel(holder) for board in self._boards(holder, frozenset()))
        for board in sorted({*filter(is_board, holders), *barrels}):
            yield DiceChain(board, (name,))
        for holder in filter(is_die, holders):
            for chain in self._chains(holder):
                yield DiceChain(chain.board, (name, *chain.dice))

    def _boards(self, name: str, seen: frozenset[str]) -> set[str]:
        """Return the boards that a body is on, directly or through dice and barrels."""
        found = set()
        for holder in self.touching.holders[name]:
            if is_board(holder):
                found.add(holder)
            elif holder != TABLE_TOP and holder not in seen:
                found |= self._boards(holder, seen | {name})
        return found

    # barrels

    def _barrel(self, name: str) -> BarrelVerdict:
        touches = {other for one, other in self.touching.pairs if one == name and is_board(other)}
        upright = abs(rotate_vector(self.scene[name].pose.turn, UP)[2]) > FACE_UP
        return BarrelVerdict(tuple(sorted(self._holding_boards(name, frozenset()))), tuple(sorted(touches)), upright)

    def _holding_boards(self, name: str, seen: frozenset[str]) -> set[str]:
        """Return the boards that hold a barrel, directly or through other barrels."""
        found = set()
        for holder in self.touching.holders[name]:
            if is_board(holder):
                found.add(holder)
            elif is_barrel(holder) and holder not in seen:
                found |= self._holding_boards(holder, seen | {name})
        return found


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
