"""Encode positions and actions for learners: planes as one row of numbers, actions as indices from 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadGame

from ..core.dice_sources import Seeded
from ..core.game import Game
from ..core.observation_planes import PLANE_PARTS, Plane, PlanePart, planes_width
from ..old_names import old_attribute
from ..records.record import dtype
from .engine import DiceBox, engine_of
from .position import Position

Information = Literal["seen", "recall", "all"]
PARTS_OF: dict[str, tuple[PlanePart, ...]] = {"seen": PLANE_PARTS[:1], "recall": PLANE_PARTS[:2], "all": PLANE_PARTS}
MAX_GAP = 16  # a gap of at most this many unscaled numbers is multiplied by 1 rather than splitting a range
RESAMPLED_FOR_FIELDS = 4  # draws that show which fields of a record are hidden from a seat
SEAT_PLANE = "seat"  # the name of the plane added to those of the record's fields


@dataclass(frozen=True)
class ActionSpace:
    """Hold the fixed space of a game's actions: `numbers[place]` is the rules' number, `places[number]` the index, or
    -1.
    """

    numbers: npt.NDArray[np.int16]
    places: npt.NDArray[np.int16]


def action_space(game: Game) -> ActionSpace:
    """Return the action space of `game`; raise BadGame if the game does not list its actions."""
    if not game.hooks.ACTIONS:
        raise BadGame(
            f"{game.name} can't be played in batches, because its rules lack `ACTIONS`, the list of all action numbers."
        )
    numbers = np.array(game.hooks.ACTIONS, np.int16)
    places = np.full(int(numbers[-1]) + 1, -1, np.int16)
    places[numbers] = np.arange(len(numbers))
    return ActionSpace(numbers, places)


class ObservationEncoder:
    """Encode observations, and say where each plane is in a row.

    `planes` are those of the information asked for, `plane_slices` has the slice of each by its name, `low` and
    `high` are the bounds of every number after scaling, `scaled_ranges` lists the ranges of numbers that are scaled.
    """

    def __init__(self, game: Game, information: Information = "seen", scaled: bool = True) -> None:
        if information not in PARTS_OF:
            raise ValueError(f"information must be one of {', '.join(PARTS_OF)}.")
        self.from_record_fields = "observe" not in game.hooks.own
        self._hides = self.from_record_fields and "resample_hidden" in game.hooks.own and information != "all"
        self._game = game
        self.scaled, self._hooks = bool(scaled), game.hooks
        self._fields = list(_flatten_fields(dtype(game.rules.State))) if self.from_record_fields else []
        all_planes = tuple(_field_planes(game, self._fields)) if self.from_record_fields else game.hooks.PLANES
        self.planes = tuple(plane for plane in all_planes if plane.part in PARTS_OF[information])
        self.width = sum(plane.size for plane in self.planes)
        self.part_widths = {
            key: 0 if self.from_record_fields or part not in PARTS_OF[information] else planes_width(all_planes, part)
            for key, part in zip(("seen", "recall", "secret"), PLANE_PARTS, strict=True)
        }
        self.plane_slices: dict[str, slice] = {}
        at = 0
        for plane in self.planes:
            self.plane_slices[plane.name] = slice(at, at + plane.size)
            at += plane.size
        self.scale_factors = self._repeat_by_plane([1 / plane.scale if scaled else 1 for plane in self.planes])
        measured = scaled and not self.from_record_fields
        self.scaled_ranges = np.array(list(self._scaled_ranges()) if measured else [], np.int16).reshape(-1)
        self.low = self._repeat_by_plane([plane.low for plane in self.planes]) * self.scale_factors
        self.high = self._repeat_by_plane([plane.high for plane in self.planes]) * self.scale_factors

    divided = old_attribute("scaled_ranges")
    factors = old_attribute("scale_factors")
    fill = old_attribute("encode_fields")
    generic = old_attribute("from_record_fields")
    of = old_attribute("encode_position")
    parts = old_attribute("part_widths")
    places = old_attribute("plane_slices")

    def _scaled_ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges of numbers that are divided by a scale.

        A range may include a few that are not: those are divided by 1.
        """
        first = last = at = 0
        for plane in self.planes:
            if plane.scale != 1:
                if at - last > MAX_GAP:
                    if last:
                        yield first, last
                    first = at
                last = at + plane.size
            at += plane.size
        if last:
            yield first, last

    def _repeat_by_plane(self, values: list[Any]) -> npt.NDArray[np.float32]:
        return np.repeat(np.array(values, np.float32), [plane.size for plane in self.planes])

    def plane(self, row: npt.NDArray[np.float32], name: str) -> npt.NDArray[np.float32]:
        """Return one plane of an observation, or of a batch of them, in its shape."""
        plane = next(plane for plane in self.planes if plane.name == name)
        return row[..., self.plane_slices[name]].reshape(*row.shape[:-1], *plane.shape)

    def encode_position(self, position: Position, seat: int) -> npt.NDArray[np.float32]:
        """Return the observation of one position by a seat, with interpreted rules."""
        row = np.zeros(self.width, np.float32)
        if self.from_record_fields:
            self.encode_fields(row[None], position.memory[None], np.array([seat]))
            return row
        at, hooks = 0, self._hooks
        for rule, size in zip(
            (hooks.observe, hooks.remember, hooks.hidden_state), self.part_widths.values(), strict=True
        ):
            if size:
                rule(position.state, seat, row[at : at + size])
            at += size
        row *= self.scale_factors
        return row

    def encode_fields(
        self, out: npt.NDArray[np.float32], positions: npt.NDArray[np.uint8], seats: npt.NDArray[Any]
    ) -> None:
        """Write the fields of positions into `out`, for a game without a rule `observe`: 0 where the seat can't know
        them.
        """
        draws = self._resampled_positions(positions, seats) if self._hides else [positions]
        out[:, self.plane_slices[SEAT_PLANE]] = np.arange(self.plane_slices[SEAT_PLANE].stop) == seats[:, None]
        for name, kind, shape, offset in self._fields:
            size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
            first, *others = (drawn[:, offset : offset + size].copy().view(kind) for drawn in draws)
            known = np.logical_and.reduce([first == other for other in others]) if others else True
            out[:, self.plane_slices[name]] = np.where(known, first, 0)
        out *= self.scale_factors

    def _resampled_positions(
        self, positions: npt.NDArray[np.uint8], seats: npt.NDArray[Any]
    ) -> list[npt.NDArray[np.uint8]]:
        """Return the positions with all that each seat can't know drawn anew, once for each of a few fixed seeds: a
        number that is not the same in all of them is hidden, and none of the real ones is left.
        """
        position, box, engine = Position(self._game), DiceBox(written=False), engine_of(self._game)
        draws = []
        for seed in range(RESAMPLED_FOR_FIELDS):
            drawn, source = np.empty_like(positions), Seeded(seed)
            for row, seat in enumerate(seats):
                position.restore(positions[row].tobytes())
                box.clear()
                source.prepare(box.dice, 0)
                engine.resample_hidden(position, int(seat), box)
                drawn[row] = position.memory
            draws.append(drawn)
        return draws


# --- a record's fields, flat


def _flatten_fields(
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
            yield from _flatten_fields(item, f"{name}{own}.{field}".lstrip("."), at + start)


def _field_planes(game: Game, fields: list[tuple[str, np.dtype[Any], tuple[int, ...], int]]) -> Iterator[Plane]:
    yield Plane(SEAT_PLANE, (game.players[1],), 0, 1, "the seat that looks")
    for name, kind, shape, _ in fields:
        if kind.kind == "f" or kind.itemsize > 4:
            raise BadGame(f"{game.name}: {name} holds more than learners can see. Write what they see in `observe`.")
        low, high = (0, 1) if kind.kind == "b" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
        yield Plane(name, shape or (1,), low, high, "the field of the record", "seen", max(high, 1))
