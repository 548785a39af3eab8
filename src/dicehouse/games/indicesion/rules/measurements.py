"""Keep what the physics measured in an action as plain data: measured once, and read again in every replay.

A record comes from outside. It is read strictly, before anything changes: it names every body that can have moved and
no other, and all of them rest in possible places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from dicehouse.engine import DiceBox
from dicehouse.errors import BadMatch, BadThrow
from dicehouse.i18n import _

from ..physics.placement_check import why_impossible
from ..physics.throw_physics import Flight
from ..physics.world import Body, Pose, Scene
from .measurement_reader import flight_record, read_value, stands_record
from .throw_notation import read_throw

CANNOT_FOLLOW = _("This throw can't be simulated. Throw a little differently.")


@dataclass(frozen=True)
class MotionStart:
    """Hold the start of a motion: the scene, a die thrown into it, red dice that burn what they touch, the throw as
    text, and the message if the simulation fails.
    """

    scene: Scene
    thrown: str = ""
    red: Collection[str] = ()
    meant: str = ""
    astray: str = CANNOT_FOLLOW

    @property
    def free(self) -> list[str]:
        """Return the bodies that may move."""
        return [*self.scene.free, self.thrown] if self.thrown else self.scene.free


@dataclass(frozen=True)
class MotionResult:
    """Hold the result of a motion: where bodies rest, which dice burnt at which red ones, and what left the table."""

    rest: Mapping[str, Pose]
    burnt: list[tuple[str, str]]
    lost: list[str]

    def scene(self, before: Scene) -> Scene:
        """Return all bodies on the table afterwards."""
        gone = [*self.lost, *(die for die, _ in self.burnt)]
        return before.without(gone).having(*(Body(name, pose) for name, pose in self.rest.items()))


class RecordedAction:
    """Hold one action being carried out: the dice and events, the option's text, and its measurements."""

    def __init__(self, box: DiceBox, scene: Scene) -> None:
        """Start an action in `scene`. Raise BadMatch if the outcome in `box` can't be read."""
        if box.outcome is not None and not isinstance(box.outcome, Mapping):
            raise BadMatch("The outcome of an action is an object.")
        self.dice = box.dice
        self.text = box.text
        self.found: dict[str, Any] = {}
        self._recorded = box.outcome
        self._scene = scene

    def meant(self, key: str, die: str, target: str) -> str:
        """Return the throw of `die` at `target` recorded under `key`, so that a ready throw stays what it was when it
        was thrown; empty if it is measured now. Raise BadMatch if another throw is recorded.
        """
        if self._recorded is None:
            return ""
        found = self._get(key)
        try:
            meant = read_throw(str(found.get("meant"))) if isinstance(found, Mapping) else None
        except BadThrow as error:
            raise BadMatch(f"The outcome of an action can't be read: {error}") from error
        if meant is None or (meant.die, meant.target) != (die, target):
            raise BadMatch(f"The outcome of an action doesn't tell of {die} thrown at {target}.")
        return meant.text()

    def flight(self, key: str, motion: MotionStart, measure: Callable[[], Flight]) -> MotionResult:
        """Return the result of a motion: recorded under `key`, or measured now. Raise BadMatch if the record lacks it
        or is impossible, BadThrow if it can't be measured.
        """
        if self._recorded is None:
            flight = measure()
            if flight.status == "unstable":
                raise BadThrow(motion.astray)
            found = flight_data(flight, motion.thrown) | ({"meant": motion.meant} if motion.meant else {})
        else:
            found = read_value(
                flight_record(motion.free, motion.scene, motion.thrown, motion.red, motion.meant), self._get(key), key
            )
        self.found[key] = found
        return self._landed(motion, found)

    def stands(self, measure: Callable[[], bool]) -> bool:
        """Return True if the construction keeps upright: as recorded, or as measured now."""
        found = (
            {"stands": measure()}
            if self._recorded is None
            else read_value(stands_record, self._get("stands"), "stands")
        )
        self.found["stands"] = found
        return bool(found["stands"])

    def close(self) -> None:
        """Raise BadMatch if the record has unused entries."""
        for key in self._recorded or ():
            if key not in self.found:
                raise BadMatch(f"The outcome of an action has {str(key)[:20]!r}, and nothing came of it there.")

    def _get(self, key: str) -> object:
        assert self._recorded is not None
        if key not in self._recorded:
            raise BadMatch(f"The outcome of an action has no {key!r}.")
        return self._recorded[key]

    def _landed(self, motion: MotionStart, found: Mapping[str, Any]) -> MotionResult:
        rest = {name: Pose(*numbers) for name, numbers in found["rest"].items()}
        landed = MotionResult(rest, [(die, red) for _, die, red in found["burnt"]], found["lost"])
        why = why_impossible(landed.scene(motion.scene), self._scene)
        if why and self._recorded is None:
            raise BadThrow(motion.astray)
        if why:
            raise BadMatch(f"The outcome of an action can't be: {why}.")
        return landed


def flight_data(flight: Flight, thrown: str = "") -> dict[str, Any]:
    """Return a flight as plain data. A die that burnt as it fell off the table counts as burnt, not lost."""
    burnt = [list(each) for each in flight.burnt]
    names = (*flight.moved, thrown) if thrown not in flight.moved else flight.moved
    return {
        "rest": {name: list(flight.rest[name].pose) for name in names if name in flight.rest},
        "lost": [name for name in flight.lost if name not in {die for _, die, _ in burnt}],
        "burnt": burnt,
        "seconds": flight.seconds,
        "status": flight.status,
        "frames": flight.frames,
        "touches": [list(each) for each in flight.touched],
    }
