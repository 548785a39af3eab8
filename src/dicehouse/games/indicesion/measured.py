"""What the physics found out in an action, kept as plain data: measured once, and read again in every replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from dicehouse.errors import BadMatch
from dicehouse.kit.engine import DiceBox

from .bodies import is_name
from .seating import put, thing
from .state import Where
from .throwing import Flight
from .world import Pose, Scene

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
        if not proper or not isinstance(name, str) or not is_name(name):
            raise BadMatch(f"An outcome has {str(name)[:20]!r} where nothing can lie.")
        if thing(state, name).where not in (Where.TABLE, Where.HAND):
            raise BadMatch(f"An outcome moves {name}, which is not on the table.")
    for name, numbers in rest.items():
        put(thing(state, name), Pose(*numbers))


def _sane(number: object) -> bool:
    return type(number) in (int, float) and isfinite(float(str(number))) and abs(float(str(number))) <= FAR


def names_in(found: Mapping[str, Any], key: str) -> list[str]:
    """The dice that an outcome names under a key."""
    names = found.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and is_name(name) for name in names):
        raise BadMatch(f"An outcome names no proper things under {key!r}.")
    return names
