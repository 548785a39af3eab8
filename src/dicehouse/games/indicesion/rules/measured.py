"""What the physics found out in an action, kept as plain data: measured once, and read again in every replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot, isfinite
from typing import Any

from dicehouse.errors import BadMatch
from dicehouse.kit.engine import DiceBox

from ..physics.bodies import is_die, is_name
from ..physics.throwing import Flight
from ..physics.world import Pose, Scene
from .seating import put, thing
from .state import Where

FAR = 5.0


class Act:
    """One action being carried out: the dice and events, the option's text, and what was measured in it."""

    def __init__(self, box: DiceBox) -> None:
        self.dice = box.dice
        self.text = box.text
        self.found: dict[str, Any] = {}
        self._recorded = box.outcome

    def get(self, key: str, measure: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """What was recorded under that key, else what is measured now; BadMatch if a record lacks it."""
        if self._recorded is None:
            self.found[key] = measure()
        else:
            found = self._recorded.get(key)
            if not isinstance(found, Mapping):
                raise BadMatch(f"The outcome of an action has no {key!r}.")
            self.found[key] = found
        result: Mapping[str, Any] = self.found[key]
        return result


def resting(scene: Scene, names: tuple[str, ...]) -> dict[str, list[float]]:
    """Where these lie, as plain numbers."""
    return {name: list(scene[name].pose) for name in names if name in scene}


def flown(flight: Flight) -> dict[str, Any]:
    """A flight as plain data."""
    return {
        "rest": resting(flight.rest, flight.moved),
        "lost": list(flight.lost),
        "burnt": [list(each) for each in flight.burnt],
        "seconds": flight.seconds,
        "status": flight.status,
        "frames": flight.frames,
        "touches": [list(each) for each in flight.touched],
    }


def lay(state: Any, rest: object) -> None:
    """Everything lies where it was measured to lie; BadMatch if that can't be."""
    if not isinstance(rest, Mapping):
        raise BadMatch("An outcome says where things lie by their names.")
    for name, numbers in rest.items():
        proper = isinstance(numbers, list) and len(numbers) == 7 and all(map(_sane, numbers))
        if not proper:
            raise BadMatch(f"An outcome has {str(name)[:20]!r} where nothing can lie.")
        if not _lies_free(state, name):
            raise BadMatch(f"An outcome moves {str(name)[:20]!r}, which does not lie free on the table.")
        if not 0.99 < hypot(*numbers[3:]) < 1.01:
            raise BadMatch(f"An outcome turns {name} in a way that is none.")
    for name, numbers in rest.items():
        put(thing(state, name), Pose(*numbers))


def _sane(number: object) -> bool:
    return type(number) in (int, float) and isfinite(float(str(number))) and abs(float(str(number))) <= FAR


def lost_in(state: Any, found: Mapping[str, Any]) -> list[str]:
    """What left the table."""
    names = found.get("lost", [])
    if not isinstance(names, list) or not all(_lies_free(state, name) for name in names):
        raise BadMatch("An outcome loses what does not lie free on the table.")
    return names


def burnt_in(state: Any, found: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Dice that burnt, and the red ones that they touched."""
    burnt = found.get("burnt", [])
    if not isinstance(burnt, list) or not all(isinstance(each, list) and len(each) == 3 for each in burnt):
        raise BadMatch("An outcome tells of burns in a way that can't be read.")
    pairs = [(die, red) for _, die, red in burnt]
    if not all(_lies_free(state, name) and is_die(name) for pair in pairs for name in pair):
        raise BadMatch("An outcome burns what is no die on the table.")
    return pairs


def _lies_free(state: Any, name: object) -> bool:
    if not isinstance(name, str) or not is_name(name):
        return False
    lying = thing(state, name)
    return bool(lying.where == Where.TABLE and not lying.fixed)
