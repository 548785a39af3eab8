"""Check that bodies can rest as placed: on the table, on something, and not inside each other. Nothing is simulated."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .bodies import TABLE, is_die, spoken
from .world import TABLE_TOP, Scene, World, load_mujoco

NEAR = 0.002  # metres: the largest measured gap between two bodies that touch; it seldom reaches half a millimetre
DEEP = 0.002  # and the largest overlap; soft bodies at rest overlap by a tenth of that
SIDEWAYS = 0.2  # the vertical part of a contact below which neither body supports the other


@dataclass(frozen=True, slots=True)
class Touch:
    """Hold two bodies that touch: the upward part of the direction from the first to the second (1: straight up), and
    the distance between their surfaces.
    """

    one: str
    other: str
    up: float
    gap: float


def find_touches(scene: Scene) -> list[Touch]:
    """Return all pairs of bodies that touch, or nearly do."""
    world = World(scene, sleeping=False, near=NEAR)
    load_mujoco().mj_kinematics(world.model, world.data)
    load_mujoco().mj_collision(world.model, world.data)
    contact = world.data.contact
    rows = zip(contact.geom.tolist(), contact.frame[:, 2].tolist(), contact.dist.tolist(), strict=True)
    return [Touch(world.names[a], world.names[b], up, gap) for (a, b), up, gap in rows]


def unsupported_bodies(scene: Scene, found: Collection[Touch], held: Collection[str] = ()) -> list[str]:
    """Return the bodies that nothing supports, directly or through others: neither the table, nor a fixed board, nor
    one of those in `held`.
    """
    holds: dict[str, set[str]] = {}
    for touch in found:
        if touch.up > -SIDEWAYS:
            holds.setdefault(touch.one, set()).add(touch.other)
        if touch.up < SIDEWAYS:
            holds.setdefault(touch.other, set()).add(touch.one)
    reached = {TABLE_TOP, *held, *(body.id for body in scene.bodies if body.fixed)}
    todo = list(reached)
    while todo:
        new = holds.get(todo.pop(), set()) - reached
        reached |= new
        todo += new
    return [name for name in scene.free if name not in reached]


def why_impossible(scene: Scene, before: Scene | None = None) -> str:
    """Return why the bodies of `scene` can't rest like this, as a sentence without its full stop; empty if they can.

    Bodies that already hung in the air in `before`, and haven't moved, are not checked: positions set up by hand have
    such bodies.
    """
    for body in scene.bodies:
        if max(abs(body.pose.x), abs(body.pose.y)) > TABLE / 2:
            return f"{_named(body.id)} lies beside the table"
    found = find_touches(scene)
    for touch in found:
        if touch.gap < -DEEP:
            lower, upper = (touch.one, touch.other) if touch.up > 0 else (touch.other, touch.one)
            return f"{_named(upper)} lies inside {'the table' if lower == TABLE_TOP else _named(lower)}"
    hanging = unsupported_bodies(scene, found)
    if hanging and before is not None:
        hung = [
            name
            for name in unsupported_bodies(before, find_touches(before))
            if name in scene and scene[name] == before[name]
        ]
        hanging = unsupported_bodies(scene, found, hung)
    return f"{_named(hanging[0])} hangs in the air" if hanging else ""


def _named(name: str) -> str:
    return f"the {spoken(name)}" if is_die(name) else str(spoken(name))
