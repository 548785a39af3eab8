"""Games as they could be after an update: another version, another rule, another record."""

from __future__ import annotations

import inspect
import lzma
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.records.record import i32, record

FIRST_HOUSE = Path(__file__).parent / "21-november.db.xz"  # see make.py; commit 953b08f wrote it
GAMES = games.BUILT_IN


def first_house(path: Path) -> Path:
    """A house as it was left on 21 November: of each game a match that goes on, and one that is over."""
    path.write_bytes(lzma.decompress(FIRST_HOUSE.read_bytes()))
    return path


@contextmanager
def plays(game: Game) -> Iterator[Game]:
    """Meanwhile the house has this game in place of the one with its id."""
    shelf, before = games.all_games(), games.find(game.id)
    shelf[game.id] = game
    try:
        yield game
    finally:
        shelf[game.id] = before


def with_rules(game: Game, version: str = "2", **names: Any) -> Game:
    """The game by other rules: some names of their module are others now."""
    rules = ModuleType(game.rules.__name__)
    vars(rules).update(vars(game.rules), **names)
    return replace(game, rules=rules, version=version)


def with_field(game: Game, version: str = "2", **names: Any) -> Game:
    """The game with one more field in front of its record, so that all others lie elsewhere."""
    fields = {"added": i32, **inspect.get_annotations(game.rules.State, eval_str=True)}
    own = {name: getattr(game.rules.State, name) for name in fields if hasattr(game.rules.State, name)}
    return with_rules(game, version, State=record(type("State", (), {**own, "__annotations__": fields})), **names)


def counting(value: int) -> Callable[[Any, Any], None]:
    """A step from the older layout, which gives the new field a value."""

    def step(old: Any, new: Any) -> None:
        new.added = value

    return step
