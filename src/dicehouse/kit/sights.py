"""What learners get of a game: its planes as one row of numbers, and its actions as places from 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadGame

from .engine import Position
from .game import Game
from .observing import PARTS, Part, Plane, width_of
from .record import dtype

Information = Literal["seen", "recall", "all"]
OF: dict[str, tuple[Part, ...]] = {"seen": PARTS[:1], "recall": PARTS[:2], "all": PARTS}
NEAR = 16  # numbers that are multiplied sooner than a stretch of them is begun anew
SEAT = "seat"  # the plane that the record's fields lack


@dataclass(frozen=True)
class Space:
    """The fixed space of a game's actions: `numbers[place]` is the rules' number, `places[number]` the place, or -1."""

    numbers: npt.NDArray[np.int16]
    places: npt.NDArray[np.int16]


def space_of(game: Game) -> Space:
    """BadGame if the game does not say which actions it has."""
    if not game.hooks.ACTIONS:
        raise BadGame(f"{game.name} can't be played in batches: its rules lack `ACTIONS`, all numbers of its actions.")
    numbers = np.array(game.hooks.ACTIONS, np.int16)
    places = np.full(int(numbers[-1]) + 1, -1, np.int16)
    places[numbers] = np.arange(len(numbers))
    return Space(numbers, places)


class Sight:
    """The planes of an observation, and where each lies in a row.

    `planes` are those of the information asked for, `places` the slice of each by its name, `low` and `high` the
    bounds of every number as it is given, `divided` from where to where numbers are not given as the rules write them.
    """

    def __init__(self, game: Game, information: Information = "seen", scaled: bool = True) -> None:
        if information not in OF:
            raise ValueError(f"information is one of {', '.join(OF)}.")
        self.generic = "observe" not in game.hooks.own
        if self.generic and "redeal" in game.hooks.own:
            raise BadGame(f"{game.name} hides things, so its rules must say what a seat sees: `observe` and `PLANES`.")
        self.scaled, self._hooks = bool(scaled), game.hooks
        self._fields = list(_fields(dtype(game.rules.State))) if self.generic else []
        all_planes = tuple(_generic(game, self._fields)) if self.generic else game.hooks.PLANES
        self.planes = tuple(plane for plane in all_planes if plane.part in OF[information])
        self.width = sum(plane.size for plane in self.planes)
        self.parts = {
            key: 0 if self.generic or part not in OF[information] else width_of(all_planes, part)
            for key, part in zip(("seen", "recall", "secret"), PARTS, strict=True)
        }
        self.places: dict[str, slice] = {}
        at = 0
        for plane in self.planes:
            self.places[plane.name] = slice(at, at + plane.size)
            at += plane.size
        self.factors = self._of_each([1 / plane.scale if scaled else 1 for plane in self.planes])
        measured = scaled and not self.generic
        self.divided = np.array(list(self._divided()) if measured else [], np.int16).reshape(-1)
        self.low = self._of_each([plane.low for plane in self.planes]) * self.factors
        self.high = self._of_each([plane.high for plane in self.planes]) * self.factors

    def _divided(self) -> Iterator[tuple[int, int]]:
        """From where to where numbers lie that are divided. A few that are not may lie between: a 1 divides them."""
        first = last = at = 0
        for plane in self.planes:
            if plane.scale != 1:
                if at - last > NEAR:
                    if last:
                        yield first, last
                    first = at
                last = at + plane.size
            at += plane.size
        if last:
            yield first, last

    def _of_each(self, values: list[Any]) -> npt.NDArray[np.float32]:
        return np.repeat(np.array(values, np.float32), [plane.size for plane in self.planes])

    def plane(self, row: npt.NDArray[np.float32], name: str) -> npt.NDArray[np.float32]:
        """One plane of an observation, or of many, in its shape."""
        plane = next(plane for plane in self.planes if plane.name == name)
        return row[..., self.places[name]].reshape(*row.shape[:-1], *plane.shape)

    def of(self, position: Position, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees of one position, by interpreted rules."""
        row = np.zeros(self.width, np.float32)
        if self.generic:
            self.fill(row[None], position.memory[None], np.array([seat]))
            return row
        at, hooks = 0, self._hooks
        for rule, size in zip((hooks.observe, hooks.recall, hooks.secrets), self.parts.values(), strict=True):
            if size:
                rule(position.state, seat, row[at : at + size])
            at += size
        row *= self.factors
        return row

    def fill(self, out: npt.NDArray[np.float32], positions: npt.NDArray[np.uint8], seats: npt.NDArray[Any]) -> None:
        """Write the fields of positions, where the rules don't say what is seen."""
        out[:, self.places[SEAT]] = np.arange(self.places[SEAT].stop) == seats[:, None]
        for name, kind, shape, offset in self._fields:
            size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
            out[:, self.places[name]] = positions[:, offset : offset + size].copy().view(kind)
        out *= self.factors


# --- a record's fields, flat


def _fields(
    kind: np.dtype[Any], name: str = "", offset: int = 0
) -> Iterator[tuple[str, np.dtype[Any], tuple[int, ...], int]]:
    base, shape = kind.subdtype or (kind, ())
    fields: Any = base.fields
    if base.names is None:
        yield name, base, shape, offset
        return
    for index in np.ndindex(*shape):
        at = offset + int(np.ravel_multi_index(index, shape)) * base.itemsize if shape else offset
        own = "".join(f"[{i}]" for i in index)
        for field in base.names:
            item, start = fields[field][:2]
            yield from _fields(item, f"{name}{own}.{field}".lstrip("."), at + start)


def _generic(game: Game, fields: list[tuple[str, np.dtype[Any], tuple[int, ...], int]]) -> Iterator[Plane]:
    yield Plane(SEAT, (game.players[1],), 0, 1, "the seat that looks")
    for name, kind, shape, _ in fields:
        if kind.kind == "f" or kind.itemsize > 4:
            raise BadGame(f"{game.name}: {name} holds more than learners can see; say what they see in `observe`.")
        low, high = (0, 1) if kind.kind == "b" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
        yield Plane(name, shape or (1,), low, high, "the field of the record", "seen", max(high, 1))
