"""Read and write throws and placings as text: whole millimetres, millimetres a second, and degrees.

    throw r2 p1 from 0,-420,300 push 2100,90,20 spin 300,0,0 up 6,15

names the die, the target board, where its centre is released, how fast and in which direction (90 is away from the near
side of the table, then the steepness), its spin about the table's axes, and which face is up with what turn. Spin and
face may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, degrees, radians, sin

from dicehouse.errors import BadThrow
from dicehouse.i18n import _, listing

from ..physics.bodies import Vector, compose_turns, showing, turn_about
from ..physics.throw_physics import Throw
from ..physics.world import Pose

MILLI = 0.001
UP: Vector = (0.0, 0.0, 1.0)
WORD = re.compile(r"(from|push|spin|up|at|turn|tilt) (-?[0-9]{1,6}(?:,-?[0-9]{1,6}){0,2})")
COUNTS = {"from": 3, "push": 3, "spin": 3, "up": 2, "at": 3, "turn": 1, "tilt": 2}


@dataclass(frozen=True)
class IntendedThrow:
    """Hold a throw as it is written."""

    die: str
    target: str
    place: tuple[int, ...]
    push: tuple[int, ...]
    spin: tuple[int, ...] = (0, 0, 0)
    up: tuple[int, ...] = (1, 0)

    def text(self) -> str:
        """Return the notation, in its shortest form."""
        parts = [f"throw {self.die} {self.target} from {_list(self.place)} push {_list(self.push)}"]
        if any(self.spin):
            parts.append(f"spin {_list(self.spin)}")
        if self.up != (1, 0):
            parts.append(f"up {_list(self.up)}")
        return " ".join(parts)

    def facts(self) -> dict[str, object]:
        """Return the numbers as plain data."""
        return {"from": list(self.place), "push": list(self.push), "spin": list(self.spin), "up": list(self.up)}

    def throw(self) -> Throw:
        """Return the throw for the physics."""
        x, y, z = (part * MILLI for part in self.place)
        speed, heading, climb = self.push[0] * MILLI, radians(self.push[1]), radians(self.push[2])
        flat = speed * cos(climb)
        velocity = (flat * cos(heading), flat * sin(heading), speed * sin(climb))
        spin = (radians(self.spin[0]), radians(self.spin[1]), radians(self.spin[2]))
        return Throw(self.die, self.target, Pose(x, y, z, *showing(self.up[0], radians(self.up[1]))), velocity, spin)


def _list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _parts(text: str, allowed: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    """Return the words with their numbers. Raise BadThrow if any is unknown, missing, or has too many or too few."""
    rest = WORD.sub("", text).strip()
    if rest:
        raise BadThrow(
            _(
                "{text} can't be read. Write {parts} with whole numbers.",
                text=repr(rest[:30]),
                parts=listing(allowed, "or"),
            )
        )
    found: dict[str, tuple[int, ...]] = {}
    for word, numbers in WORD.findall(text):
        values = tuple(map(int, numbers.split(",")))
        if word not in allowed:
            raise BadThrow(_("Don't write {word} here. Write {parts}.", word=word, parts=listing(allowed, "or")))
        if word in found:
            raise BadThrow(_("You wrote {word} twice. Write it once.", word=word))
        if len(values) != COUNTS[word]:
            raise BadThrow(
                _("{word} needs {wanted} numbers, not {found}.", word=word, wanted=COUNTS[word], found=len(values))
            )
        found[word] = values
    for word in needed:
        if word not in found:
            raise BadThrow(_("{word} is missing. Write {parts}.", word=word, parts=listing(needed)))
    return found


def read_throw(text: str) -> IntendedThrow:
    """Read a throw. BadThrow says what can't be read."""
    words = text.split(" ", 3)
    if len(words) < 4 or words[0] != "throw":
        raise BadThrow(_("Write a throw like this: {example}", example="throw r1 p2 from 0,-400,300 push 2000,90,20."))
    parts = _parts(words[3], ("from", "push", "spin", "up"), ("from", "push"))
    speed, _heading, climb = parts["push"]
    if speed < 0 or abs(climb) > 90:
        raise BadThrow(
            _(
                "A push needs a speed of 0 or more, and a climb of 90 degrees or less. To throw backwards, change its "
                "direction."
            )
        )
    up = parts.get("up", (1, 0))
    if not 1 <= up[0] <= 6:
        raise BadThrow(_("The face up is 1 to 6, not {face}.", face=up[0]))
    return IntendedThrow(words[1], words[2], parts["from"], parts["push"], parts.get("spin", (0, 0, 0)), up)


def read_placing(text: str) -> tuple[str, Pose]:
    """Read where a board or barrel is put: "put c1 at 0,0,60 turn 45 tilt 10,0"."""
    words = text.split(" ", 2)
    if len(words) < 3 or words[0] != "put":
        raise BadThrow(_("Write places like this: {example}", example="put c1 at 0,0,60 turn 45 tilt 10,0."))
    parts = _parts(words[2], ("at", "turn", "tilt"), ("at",))
    tilt = parts.get("tilt", (0, 0))
    turn = compose_turns(turn_about((1.0, 0.0, 0.0), radians(tilt[0])), turn_about((0.0, 1.0, 0.0), radians(tilt[1])))
    turn = compose_turns(turn_about(UP, radians(parts.get("turn", (0,))[0])), turn)
    x, y, z = (part * MILLI for part in parts["at"])
    return words[1], Pose(x, y, z, *turn)


def millimetres(pose: Pose) -> list[float]:
    """Return a place in millimetres, to a tenth."""
    return [round(part / MILLI, 1) for part in pose.place]


def whole(metres: float) -> int:
    """Return metres in whole millimetres."""
    return round(metres / MILLI)


def whole_degrees(angle: float) -> int:
    """Return radians in whole degrees, 0 to 359."""
    return round(degrees(angle)) % 360
