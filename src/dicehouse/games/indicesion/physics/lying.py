"""Whether things can lie like that: on the table, on something, and not inside each other. Nothing is simulated."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .bodies import TABLE, spoken
from .world import TABLE_TOP, Scene, World, physics

NEAR = 0.002  # metres: how far apart two things may seem that touch; seldom is it half a millimetre
DEEP = 0.002  # and how deep in each other; soft things at rest are a tenth of that
SIDEWAYS = 0.2  # the vertical part of a contact beside which neither holds the other from below


@dataclass(frozen=True, slots=True)
class Touch:
    """Two bodies that touch: how much the way from the one to the other goes up (1: straight), and how far apart
    their surfaces are.
    """

    one: str
    other: str
    up: float
    gap: float


def touches(scene: Scene) -> list[Touch]:
    """All pairs that touch, or nearly do."""
    world = World(scene, sleeping=False, near=NEAR)
    physics().mj_kinematics(world.model, world.data)
    physics().mj_collision(world.model, world.data)
    contact = world.data.contact
    rows = zip(contact.geom.tolist(), contact.frame[:, 2].tolist(), contact.dist.tolist(), strict=True)
    return [Touch(world.names[a], world.names[b], up, gap) for (a, b), up, gap in rows]


def aloft(scene: Scene, found: Collection[Touch], held: Collection[str] = ()) -> list[str]:
    """What nothing holds: neither the table nor a fixed board, nor what is `held` by something unseen, not even by way
    of other things.
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


def impossible(scene: Scene, before: Scene | None = None) -> str:
    """Why things can't lie like this, as a sentence without its full stop; empty if they can.

    What already hung in the air `before`, and is where it was, is not asked about: positions set up by hand have that.
    """
    for body in scene.bodies:
        if max(abs(body.pose.x), abs(body.pose.y)) > TABLE / 2:
            return f"{spoken(body.id)} lies beside the table"
    found = touches(scene)
    for touch in found:
        if touch.gap < -DEEP:
            lower, upper = (touch.one, touch.other) if touch.up > 0 else (touch.other, touch.one)
            return f"{spoken(upper)} lies inside {'the table' if lower == TABLE_TOP else spoken(lower)}"
    hanging = aloft(scene, found)
    if hanging and before is not None:
        hung = [name for name in aloft(before, touches(before)) if name in scene and scene[name] == before[name]]
        hanging = aloft(scene, found, hung)
    return f"{spoken(hanging[0])} hangs in the air" if hanging else ""
