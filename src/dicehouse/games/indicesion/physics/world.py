"""Describe scenes, and compile one to a MuJoCo world.

A scene is plain numbers, and a new world is built from it for every throw, so no throw affects a later one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

from .bodies import (
    BARREL_HEIGHT,
    BARREL_MASS,
    BARREL_RADIUS,
    BOARD,
    BOARD_MASS,
    DIE,
    DIE_MASS,
    Quaternion,
    Vector,
    die_vertices,
    is_barrel,
    is_die,
    unit_turn,
)
from .versions import FIRST, VERSIONS

TABLE_TOP = "table"
STEP = 0.001


@cache
def load_mujoco() -> Any:
    """Load MuJoCo with the first world: players of other games don't wait for it."""
    import mujoco

    mujoco.set_mju_user_warning(
        lambda _: None
    )  # MuJoCo counts its warnings too, and would write them to a file in the current folder
    return mujoco


class Pose(NamedTuple):
    """Hold a body's centre and turn."""

    x: float
    y: float
    z: float
    w: float = 1.0
    i: float = 0.0
    j: float = 0.0
    k: float = 0.0

    @property
    def place(self) -> Vector:
        return self[:3]

    @property
    def turn(self) -> Quaternion:
        return self[3:]

    def rounded(self) -> Pose:
        """Return the pose rounded to a micrometre: poses at rest are stored like this, and pass through JSON
        unchanged.
        """
        return Pose(
            *(round(part, 6) + 0.0 for part in self.place), *(round(part, 6) + 0.0 for part in unit_turn(self.turn))
        )


@dataclass(frozen=True, slots=True)
class Body:
    """Hold one body on the table; a fixed one never moves."""

    id: str
    pose: Pose
    fixed: bool = False


@dataclass(frozen=True)
class Scene:
    """Hold all bodies on the table, sorted by name: the same bodies make the same scene in any order."""

    bodies: tuple[Body, ...] = ()
    physics: int = FIRST  # the version by which they move

    def __post_init__(self) -> None:
        object.__setattr__(self, "bodies", tuple(sorted(self.bodies, key=lambda body: body.id)))
        if len(self.named) < len(self.bodies):
            raise ValueError("Two bodies of a scene have one name.")

    @cached_property
    def named(self) -> dict[str, Body]:
        return {body.id: body for body in self.bodies}

    def __contains__(self, name: object) -> bool:
        return name in self.named

    def __getitem__(self, name: str) -> Body:
        return self.named[name]

    @property
    def free(self) -> list[str]:
        return [body.id for body in self.bodies if not body.fixed]

    def having(self, *bodies: Body) -> Scene:
        """Return the scene with these bodies added or moved."""
        return replace(self, bodies=tuple((self.named | {body.id: body for body in bodies}).values()))

    def without(self, names: Collection[str]) -> Scene:
        return replace(self, bodies=tuple(body for body in self.bodies if body.id not in names))

    def moved(self, poses: Iterable[tuple[str, Pose]]) -> Scene:
        return self.having(*(replace(self.named[name], pose=pose) for name, pose in poses))


# Foam: soft enough at first touch to lie still, stiff enough to stop the fastest throw, and no contact returns more
# energy than it took. Rolling friction stays small, or dice would rest on their edges. `bench/foam.py` measures it.
_VERTICES = " ".join(repr(part) for vertex in die_vertices() for part in vertex)
_FRAME = f"""<mujoco>
<option timestep="{STEP}" integrator="implicitfast" cone="elliptic" impratio="10" jacobian="sparse"
 tolerance="1e-8" iterations="50" sleep_tolerance="0.001" density="1.2" viscosity="1.8e-5">
<flag sleep="%s" autoreset="disable"/></option>
<size memory="8M"/>
<default><geom condim="4" friction="0.9 0.005 0.0001" solref="%r %r" solimp="0.85 0.95 0.003 0.5 2"
 gap="%r"/>
<default class="d"><geom type="mesh" mesh="die" condim="6" friction="0.9 0.005 0.0005"/></default>
<default class="b"><geom type="box" size="{" ".join(repr(side / 2) for side in BOARD)}"/></default>
<default class="x"><geom type="cylinder" size="{BARREL_RADIUS!r} {BARREL_HEIGHT / 2!r}" condim="6"
 friction="0.9 0.005 0.002"/></default></default>
<asset><mesh name="die" vertex="{_VERTICES}"/></asset>
<worldbody><geom type="plane" size="0 0 .1"/>
%s</worldbody></mujoco>"""


def _inertial(mass: float, *moments: float) -> str:
    return f'<inertial pos="0 0 0" mass="{mass!r}" diaginertia="{" ".join(map(repr, moments))}"/>'


def _slab(mass: float, x: float, y: float, z: float) -> str:
    return _inertial(mass, *(mass * (a * a + b * b) / 12 for a, b in ((y, z), (x, z), (x, y))))


_ROUND = BARREL_MASS * (3 * BARREL_RADIUS**2 + BARREL_HEIGHT**2) / 12
_MATTER = {
    "d": _slab(DIE_MASS, DIE, DIE, DIE),
    "b": _slab(BOARD_MASS, *BOARD),
    "x": _inertial(BARREL_MASS, _ROUND, _ROUND, BARREL_MASS * BARREL_RADIUS**2 / 2),
}


def _element(body: Body, asleep: bool) -> str:
    numbers = [repr(float(part)) for part in body.pose]
    shape = "d" if is_die(body.id) else "x" if is_barrel(body.id) else "b"
    sleep = ' sleep="init"' if asleep and not body.fixed else ""
    joint = "" if body.fixed else f"<freejoint/>{_MATTER[shape]}"
    return (
        f'<body pos="{" ".join(numbers[:3])}" quat="{" ".join(numbers[3:])}"{sleep}>'
        f'{joint}<geom class="{shape}"/></body>\n'
    )


class World:
    """Hold a compiled scene. Geoms are the table top and then the bodies in order; free bodies have 7 position and 6
    velocity numbers each.

    Bodies near each other count as in contact too, but exert no force until they touch.
    """

    def __init__(self, scene: Scene, awake: Collection[str] = (), *, sleeping: bool = True, near: float = 0.0) -> None:
        self.scene = scene
        self.names = (TABLE_TOP, *(body.id for body in scene.bodies))
        self.free = tuple(scene.free)
        self.rows = {name: row for row, name in enumerate(self.free)}
        elements = "".join(_element(body, sleeping and body.id not in awake) for body in scene.bodies)
        contact = VERSIONS[scene.physics].contact
        text = _FRAME % ("enable" if sleeping else "disable", *contact, near / 2, elements)
        self.model: Any = load_mujoco().MjModel.from_xml_string(text)
        self.data: Any = load_mujoco().MjData(self.model)
