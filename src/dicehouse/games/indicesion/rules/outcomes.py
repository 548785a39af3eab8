"""What the physics found out in an action, kept as plain data: measured once, and read again in every replay.

A record comes from outside. It is read strictly, and before anything changes: every thing is named that can have moved
and no other, and all of it lies as things can lie.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from dicehouse.errors import BadMatch, BadThrow
from dicehouse.kit.engine import DiceBox

from ..physics.lying import impossible
from ..physics.throwing import Flight
from ..physics.world import Body, Pose, Scene
from .flight_records import flight_record, read, stands_record
from .notation import read_throw

ASTRAY = "This throw can't be followed; throw a little differently."


@dataclass(frozen=True)
class Motion:
    """What there was when a motion began: the scene, a die thrown into it, red dice that burn what they touch, the
    throw as text, and what to say if nobody can tell how it ends.
    """

    scene: Scene
    thrown: str = ""
    red: Collection[str] = ()
    meant: str = ""
    astray: str = ASTRAY

    @property
    def free(self) -> list[str]:
        """What may move."""
        return [*self.scene.free, self.thrown] if self.thrown else self.scene.free


@dataclass(frozen=True)
class Landed:
    """Where things lie after a motion, which dice burnt at which red ones, and what left the table."""

    rest: Mapping[str, Pose]
    burnt: list[tuple[str, str]]
    lost: list[str]

    def scene(self, before: Scene) -> Scene:
        """All that lies on the table then."""
        gone = [*self.lost, *(die for die, _ in self.burnt)]
        return before.without(gone).having(*(Body(name, pose) for name, pose in self.rest.items()))


class Act:
    """One action being carried out: the dice and events, the option's text, and what was measured in it."""

    def __init__(self, box: DiceBox, scene: Scene) -> None:
        """`scene` is what lies on the table as the action begins. BadMatch if the box holds an outcome that is none."""
        if box.outcome is not None and not isinstance(box.outcome, Mapping):
            raise BadMatch("The outcome of an action is an object.")
        self.dice = box.dice
        self.text = box.text
        self.found: dict[str, Any] = {}
        self._recorded = box.outcome
        self._scene = scene

    def meant(self, key: str, die: str, target: str) -> str:
        """The throw of that die at that target as it is recorded under that key, so that a ready throw stays what it
        was when it was thrown; nothing if it is measured now. BadMatch if the record tells of another one.
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

    def flight(self, key: str, motion: Motion, measure: Callable[[], Flight]) -> Landed:
        """What became of a motion: as it is recorded under that key, else as it is measured now. BadMatch if the record
        lacks it or it can't be; BadThrow if it can't be measured.
        """
        if self._recorded is None:
            flight = measure()
            if flight.status == "unstable":
                raise BadThrow(motion.astray)
            found = flown(flight, motion.thrown) | ({"meant": motion.meant} if motion.meant else {})
        else:
            found = read(
                flight_record(motion.free, motion.scene, motion.thrown, motion.red, motion.meant), self._get(key), key
            )
        self.found[key] = found
        return self._landed(motion, found)

    def stands(self, measure: Callable[[], bool]) -> bool:
        """Whether what was put up stands: as it is recorded, else as it is measured now."""
        found = {"stands": measure()} if self._recorded is None else read(stands_record, self._get("stands"), "stands")
        self.found["stands"] = found
        return bool(found["stands"])

    def close(self) -> None:
        """BadMatch if the record has more than was asked for."""
        for key in self._recorded or ():
            if key not in self.found:
                raise BadMatch(f"The outcome of an action has {str(key)[:20]!r}, and nothing came of it there.")

    def _get(self, key: str) -> object:
        assert self._recorded is not None
        if key not in self._recorded:
            raise BadMatch(f"The outcome of an action has no {key!r}.")
        return self._recorded[key]

    def _landed(self, motion: Motion, found: Mapping[str, Any]) -> Landed:
        rest = {name: Pose(*numbers) for name, numbers in found["rest"].items()}
        landed = Landed(rest, [(die, red) for _, die, red in found["burnt"]], found["lost"])
        why = impossible(landed.scene(motion.scene), self._scene)
        if why and self._recorded is None:
            raise BadThrow(motion.astray)
        if why:
            raise BadMatch(f"The outcome of an action can't be: {why}.")
        return landed


def flown(flight: Flight, thrown: str = "") -> dict[str, Any]:
    """A flight as plain data. What burnt as it fell off the table is burnt, not lost."""
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
