"""Describe the layout of a position's record as data, and migrate positions of older layouts to the current one.

A game whose record has changed has a small function for each older layout, which completes a migrated position:

    def without_a_round(old, new):  # fields that have the same name and type are copied already
        new.round = 1 + old["turn"] // new.n_players

    OLDER = {"5f2d0c31a9be7710": without_a_round}  # in the module (or package) of the rules

The key is the `layout_hash` of the rules as they were; use `unchanged` where nothing else is to be done.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from ..core import Game
from ..engine.position import Position
from ..errors import BadMatch
from ..i18n import _
from ..records.record import dtype

FieldMigration = Callable[[Any, Any], None]
UNKNOWN_LAYOUT = _("This game used older rules. Today's rules can't continue it.")


def unchanged(old: Any, new: Any) -> None:
    """Do nothing: a migration for layouts whose common fields, which are copied already, are all that is needed."""


def describe_layout(game: Game) -> str:
    """Return the fields of a game's record as JSON: their names, offsets and types."""
    return _describe_dtype(dtype(game.rules.State))


@cache
def _describe_dtype(kind: np.dtype[Any]) -> str:
    return json.dumps(_dtype_to_data(kind), separators=(",", ":"))


def layout_hash(game: Game) -> str:
    """Return a short hash of the layout of `game`; layouts with the same fields have the same hash."""
    return hash_layout(describe_layout(game))


def hash_layout(fields: str) -> str:
    """Return a short hash of `fields`, a layout as `describe_layout` returns it."""
    return hashlib.sha256(fields.encode()).hexdigest()[:16]


def _dtype_to_data(kind: np.dtype[Any]) -> Any:
    base, shape = kind.subdtype or (kind, ())
    if base.names is None or base.fields is None:
        return [base.str, list(shape)]
    inner = [[name, base.fields[name][1], _dtype_to_data(base.fields[name][0])] for name in base.names]
    return [{"size": base.itemsize, "fields": inner}, list(shape)]


def _dtype_from_data(data: Any) -> np.dtype[Any]:
    inner, shape = data
    if isinstance(inner, str):
        base = np.dtype(inner)
    else:
        names = [name for name, _, _ in inner["fields"]]
        places = [place for _, place, _ in inner["fields"]]
        formats = [_dtype_from_data(kind) for _, _, kind in inner["fields"]]
        base = np.dtype({"names": names, "formats": formats, "offsets": places, "itemsize": inner["size"]})
    return np.dtype((base, tuple(shape))) if shape else base


class LayoutMigration:
    """Migrate positions of an older layout to the current one. Raise BadMatch if the game has no migration for it."""

    def __init__(self, game: Game, fields: str) -> None:
        self._game = game
        self._same = fields == describe_layout(game)
        if self._same:
            return
        older: Mapping[str, FieldMigration] = getattr(game.rules, "OLDER", {})
        if hash_layout(fields) not in older:
            raise BadMatch(UNKNOWN_LAYOUT)
        self._step = older[hash_layout(fields)]
        self._type = _dtype_from_data(json.loads(fields))

    def migrate(self, data: bytes) -> bytes:
        """Return the bytes of the position `data` in the current layout."""
        if self._same:
            return data
        position = Position(self._game)
        old = np.frombuffer(data, self._type)[0]
        _copy_common_fields(old, position.memory.view(dtype(self._game.rules.State))[0])
        self._step(old, position.state)
        return position.tobytes()


def _copy_common_fields(old: Any, new: Any) -> None:
    """Copy all fields that have the same name and type in both records, and descend into nested records."""
    for name in set(old.dtype.names) & set(new.dtype.names):
        had, has = old.dtype[name], new.dtype[name]
        if had == has:
            new[name] = old[name]
        elif had.base.names and has.base.names and had.shape == has.shape:
            if not had.shape:
                _copy_common_fields(old[name], new[name])
                continue
            for place in np.ndindex(had.shape):
                _copy_common_fields(old[name][place], new[name][place])
