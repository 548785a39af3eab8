"""Simulate a scene until everything rests, and record what touched, burnt and left the table, and the animation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, radians
from typing import Any

import numpy as np

from .animation_frames import EVERY, FrameRecorder
from .bodies import DIE, INCH, TABLE, Vector, is_board, is_die, rotate_vector
from .world import STEP, TABLE_TOP, Pose, Scene, World, load_mujoco

Pair = tuple[str, str]

CONFIRM = 250  # steps that a body must lie still after it was woken from sleep
WINDOW = 500  # steps in one place that count as rest for bodies that tremble too much to fall asleep
FLAT = cos(radians(0.5))
CAP = 20_000
IMPULSE = 40  # steps during which a burning die may still push the red one
TOUCH = 0.005 * INCH  # metres from a red die that count as a touch
AGAIN = 30  # steps apart after which a touch counts as a new one
LOUD = 0.1  # the least speed of a touch with a board or the table that is recorded
HARD = 0.5  # the least speed of a touch that gets its own frame
GONE = -0.3  # how far a die falls beside the table before it is removed


@dataclass(slots=True)
class MotionEvents:
    """Hold the events of a simulation, in order; times are in seconds."""

    burnt: list[tuple[float, str, str]] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    touched: list[tuple[float, str, str, float]] = field(default_factory=list)


class Simulation:
    """Simulate a scene in which some bodies are awake; the others sleep until something touches them."""

    def __init__(self, scene: Scene, awake: Collection[str], red: Collection[str] = (), *, film: bool = True) -> None:
        self.story = MotionEvents()
        self.film = FrameRecorder() if film else None
        self.red = red
        self.ticks = 0
        self.stirred = set(awake)
        self.pairs: set[Pair] = set()  # pairs in contact
        self.parted: dict[Pair, int] = {}  # when each pair last was
        self.burning: dict[str, tuple[int, str]] = {}
        self.astray: set[str] = set()  # bodies beside the table
        self._build(scene, awake)

    def push(self, name: str, velocity: Iterable[float], spin: Iterable[float]) -> None:
        """Give the body `name` a velocity, and a spin about its own axes."""
        at = 6 * self.world.rows[name]
        self.data.qvel[at : at + 6] = (*velocity, *spin)

    def run(self) -> str:
        """Run until the end and return how it ended: at "rest", "frozen" after too long, or "unstable", which must not
        be judged.
        """
        self._record_frames(self.world.free)
        self._read_positions()
        status = ""
        while not status:
            self._steps()
            status = self._ending()
        self._record_frames(self.world.free)
        return status

    def run_for(self, seconds: float) -> None:
        while self.ticks * STEP < seconds and not self.failed:
            self._steps()

    def inside(self, name: str) -> bool:
        """Return True if the body `name` is inside another one, which is not allowed when it is released."""
        load_mujoco().mj_kinematics(self.model, self.data)
        load_mujoco().mj_collision(self.model, self.data)
        ours = (self.data.contact.geom == self.world.names.index(name)).any(axis=1)
        return bool((self.data.contact.dist[ours] < 0).any())

    @property
    def failed(self) -> bool:
        return bool(self.data.warning.number.any())

    @property
    def seconds(self) -> float:
        return round(self.ticks * STEP, 3)

    def scene(self) -> Scene:
        """Return the current scene, exactly."""
        rows = self.data.qpos.reshape(-1, 7).tolist()
        return self.world.scene.moved(zip(self.world.free, (Pose(*row) for row in rows), strict=True))

    # worlds

    def _build(self, scene: Scene, awake: Collection[str]) -> None:
        self.world = World(scene, awake, near=TOUCH if self.red else 0.0)
        self.model: Any = self.world.model
        self.data: Any = self.world.data
        self.policy = self.model.tree_sleep_policy.copy()
        self.speeds = self.data.qvel.copy()  # before the step
        self.contacts = b""
        for name in self.astray:
            self._set_solid(name, False)
        self._mark()

    def _remove(self, names: Collection[str]) -> None:
        """Continue without these bodies in a new world; bodies that touched them are awake, since they were."""
        speeds = self.data.qvel.reshape(-1, 6).tolist()
        kept = {name: speed for name, speed in zip(self.world.free, speeds, strict=True) if name not in names}
        awake = {name for name in self._awake() if name in kept}
        self.astray -= set(names)
        self._build(self.scene().without(names), awake)
        for name in awake:
            self.push(name, kept[name][:3], kept[name][3:])
        self.pairs = {pair for pair in self.pairs if not set(pair) & set(names)}
        self.burning = {name: how for name, how in self.burning.items() if name not in names}

    def _awake(self) -> list[str]:
        return [self.world.free[row] for row in self.data.tree_awake.nonzero()[0].tolist()]

    # steps

    def _steps(self) -> None:
        if self.film or self.red:
            for _ in range(EVERY):
                self._step()
        else:  # nobody asks about contacts: run all steps at once, without returning to Python
            load_mujoco().mj_step(self.model, self.data, EVERY)
            self.ticks += EVERY
        self._read_positions()

    def _step(self) -> None:
        data = self.data
        np.copyto(self.speeds, data.qvel)
        load_mujoco().mj_step(self.model, data)
        self.ticks += 1
        contacts = data.contact.geom.tobytes() if data.ncon else b""
        if contacts != self.contacts:
            self.contacts = contacts
            self._touch()
        if self.burning:
            self._burn()

    def _touch(self) -> None:
        """Record new contacts; within a step, the deepest one counts as the first."""
        geoms = [(a, b) if a < b else (b, a) for a, b in self.data.contact.geom.tolist()]
        names = self.world.names
        pairs = {(names[a], names[b]): at for at, (a, b) in enumerate(geoms)}
        if pairs.keys() == self.pairs:
            return
        self.parted.update(dict.fromkeys(self.pairs - pairs.keys(), self.ticks))
        new = pairs.keys() - self.pairs
        self.pairs = set(pairs)
        for pair in sorted(new, key=lambda pair: (self.data.contact.dist[pairs[pair]], pair)):
            self._begin(pair, pairs[pair])

    def _begin(self, pair: Pair, contact: int) -> None:
        a, b = pair
        for die, red in ((a, b), (b, a)):
            spent = self.burning.get(red, (self.ticks, ""))[0] < self.ticks
            if red in self.red and is_die(die) and die not in self.burning and not spent:
                self.burning[die] = (self.ticks, red)
                self.story.burnt.append((self.seconds, die, red))
        if self.ticks - self.parted.get(pair, -AGAIN) < AGAIN or not self.film:
            return
        speed = self._speed(contact)
        dull = a == TABLE_TOP or is_board(a) or is_board(b)
        if speed >= LOUD or not dull:
            self.story.touched.append((self.seconds, a, b, round(speed, 3)))
        if speed >= HARD:
            self._record_frames([name for name in pair if name in self.world.free])

    def _burn(self) -> None:
        """Remove burnt dice once they have pushed the red one."""
        gone = [
            die
            for die, (since, red) in self.burning.items()
            if self.ticks - since >= IMPULSE or not self.pairs & {(die, red), (red, die)}
        ]
        if gone:
            self._remove(gone)

    def _speed(self, contact: int) -> float:
        """Return how fast the two bodies of `contact` approached each other just before."""
        touch = self.data.contact[contact]
        point: list[float] = touch.pos.tolist()
        one, other = (self._velocity(geom, point) for geom in touch.geom.tolist())
        normal: list[float] = touch.frame[:3].tolist()
        return abs(sum(n * (a - b) for n, a, b in zip(normal, one, other, strict=True)))

    def _velocity(self, geom: int, point: list[float]) -> Vector:
        """Return the velocity of `point` on a body, before the step."""
        name = self.world.names[geom]
        if name not in self.world.rows:
            return (0.0, 0.0, 0.0)
        row = self.world.rows[name]
        x, y, z, *spin = self.speeds[6 * row : 6 * row + 6].tolist()
        place, turn = self.data.qpos[7 * row : 7 * row + 3].tolist(), self.data.qpos[7 * row + 3 : 7 * row + 7].tolist()
        u, v, w = rotate_vector(turn, spin)
        a, b, c = (p - q for p, q in zip(point, place, strict=True))
        return (x + v * c - w * b, y + w * a - u * c, z + u * b - v * a)

    # looks

    def _read_positions(self) -> None:
        awake = self._awake()
        self.stirred.update(awake)
        self._record_frames(awake)
        places = self.data.qpos.reshape(-1, 7)[:, :3]
        if self.astray or (len(places) and np.abs(places[:, :2]).max() > TABLE / 2):
            self._check_table_edge(places.tolist())

    def _check_table_edge(self, places: list[list[float]]) -> None:
        """Handle the edge of the table: outside it nothing supports a body, and a body that fell below the top does not
        come back.
        """
        for name, (x, y, z) in zip(self.world.free, places, strict=True):
            outside = max(abs(x), abs(y)) > TABLE / 2
            above = z > (0.4 * DIE if is_die(name) else 0.0)
            if outside != (name in self.astray) and (outside or above):
                (self.astray.add if outside else self.astray.discard)(name)
                self._set_solid(name, not outside)
        fallen = [name for name, (_, _, z) in zip(self.world.free, places, strict=True) if z < GONE]
        if fallen:
            self.story.lost += fallen
            self._remove(fallen)

    def _set_solid(self, name: str, solid: bool) -> None:
        geom = self.world.names.index(name)
        self.model.geom_contype[geom] = self.model.geom_conaffinity[geom] = int(solid)

    def _record_frames(self, names: Iterable[str]) -> None:
        if self.film:
            rows = self.data.qpos.reshape(-1, 7)
            for name in names:
                self.film.record_frame(self.ticks, name, rows[self.world.rows[name]].tolist())

    # the end

    def _ending(self) -> str:
        rests = self._rests()
        if (rests or self.ticks % 1024 == 0) and self.failed:
            return "unstable"
        return "rest" if rests else "frozen" if self.ticks >= CAP else ""

    def _mark(self) -> None:
        self.marked, self.mark, self.confirming = self.ticks, self.data.qpos.copy(), False
        self.model.tree_sleep_policy[:] = self.policy

    def _rests(self) -> bool:
        """Return True if all bodies are asleep and those not lying flat have stayed so after being woken (sleep may
        come at the top of a swing), or if nothing has moved for long. Without a film the second check is skipped.
        """
        if not self.confirming and not self.data.ntree_awake:
            unsure = self._unsure()
            if not unsure:
                return True
            self._mark()
            self._wake_bodies(unsure)
        elif not self._near(0.0005, 0.005) if self.confirming else not self._near(0.001, 0.026):
            self._mark()
        return self.ticks - self.marked >= (CONFIRM if self.confirming else WINDOW)

    def _unsure(self) -> list[str]:
        if not self.film:
            return []
        poses = zip(self.world.free, self.data.qpos.reshape(-1, 7).tolist(), strict=True)
        return [name for name, pose in poses if name in self.stirred and not stands_flat(name, pose[3:])]

    def _wake_bodies(self, names: Iterable[str]) -> None:
        self.confirming = True
        for name in names:
            row = self.world.rows[name]
            self.model.tree_sleep_policy[row] = load_mujoco().mjtSleepPolicy.mjSLEEP_NEVER
            self.data.qvel[6 * row] = -0.0  # wakes the body without moving it

    def _near(self, reach: float, twist: float) -> bool:
        off = np.abs(self.data.qpos - self.mark).reshape(-1, 7)
        return not off.size or bool(off[:, :3].max() < reach and off[:, 3:].max() < twist)


def stands_flat(name: str, turn: Sequence[float]) -> bool:
    """Return True if a body stands on one of its sides, within half a degree."""
    up = rotate_vector((turn[0], -turn[1], -turn[2], -turn[3]), (0.0, 0.0, 1.0))
    return max(map(abs, up if is_die(name) else up[2:])) > FLAT
