"""How the record of a position is laid out, as data: what was written by an older version can still be read by name.

A game whose record changed says with a small function for each older layout how a position of it becomes one of today:

    def without_a_round(old, new):  # all fields that have the same name and form are there already
        new.round = 1 + old["turn"] // new.n_players

    OLDER = {"5f2d0c31a9be7710": without_a_round}  # in the module (or package) of the rules

The key is `layout_of` of the rules as they were; `unchanged` is the function where nothing is left to do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from .errors import BadMatch
from .kit import Game, Position
from .kit.record import dtype

Step = Callable[[Any, Any], None]
UNKNOWN = "This match was played by older rules, and those of today don't know how to go on from its positions."


def unchanged(old: Any, new: Any) -> None:
    """Where the fields that both layouts have are all there is to say."""


def fields_of(game: Game) -> str:
    """The fields of a game's record: names, places, and what they hold."""
    return _fields(dtype(game.rules.State))


@cache
def _fields(kind: np.dtype[Any]) -> str:
    return json.dumps(_told(kind), separators=(",", ":"))


def layout_of(game: Game) -> str:
    """A short name for that: the same for the same fields."""
    return name_of(fields_of(game))


def name_of(fields: str) -> str:
    """The short name of a layout."""
    return hashlib.sha256(fields.encode()).hexdigest()[:16]


def _told(kind: np.dtype[Any]) -> Any:
    base, shape = kind.subdtype or (kind, ())
    if base.names is None or base.fields is None:
        return [base.str, list(shape)]
    inner = [[name, base.fields[name][1], _told(base.fields[name][0])] for name in base.names]
    return [{"size": base.itemsize, "fields": inner}, list(shape)]


def _type(told: Any) -> np.dtype[Any]:
    inner, shape = told
    if isinstance(inner, str):
        base = np.dtype(inner)
    else:
        names = [name for name, _, _ in inner["fields"]]
        places = [place for _, place, _ in inner["fields"]]
        formats = [_type(kind) for _, _, kind in inner["fields"]]
        base = np.dtype({"names": names, "formats": formats, "offsets": places, "itemsize": inner["size"]})
    return np.dtype((base, tuple(shape))) if shape else base


class Mover:
    """Brings positions of one older layout into the one of today; BadMatch if the game does not say how."""

    def __init__(self, game: Game, fields: str) -> None:
        self._game = game
        self._same = fields == fields_of(game)
        if self._same:
            return
        older: Mapping[str, Step] = getattr(game.rules, "OLDER", {})
        if name_of(fields) not in older:
            raise BadMatch(UNKNOWN)
        self._step = older[name_of(fields)]
        self._type = _type(json.loads(fields))

    def move(self, data: bytes) -> bytes:
        """The bytes of the same position in today's layout."""
        if self._same:
            return data
        position = Position(self._game)
        old = np.frombuffer(data, self._type)[0]
        _copy(old, position.memory.view(dtype(self._game.rules.State))[0])
        self._step(old, position.state)
        return position.tobytes()


def _copy(old: Any, new: Any) -> None:
    """All fields that have the same name and form; records within records one by one, however many they are."""
    for name in set(old.dtype.names) & set(new.dtype.names):
        had, has = old.dtype[name], new.dtype[name]
        if had == has:
            new[name] = old[name]
        elif had.base.names and has.base.names and had.shape == has.shape:
            if not had.shape:
                _copy(old[name], new[name])
                continue
            for place in np.ndindex(had.shape):
                _copy(old[name][place], new[name][place])
