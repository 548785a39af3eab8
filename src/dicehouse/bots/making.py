"""Bots by name."""

from __future__ import annotations

from dicehouse.games import find
from dicehouse.kit import Game

from .budget import is_search
from .minds import NAMES, check_name
from .players import Bot, Player
from .searcher import Searcher


def names(game: str | Game | None = None) -> tuple[str, ...]:
    """The bots without a budget, weakest first; each plays every game. Beside them there is `search`."""
    return NAMES


def make(name: str, game: str | Game | None = None, seed: int | str | None = None) -> Bot:
    """A bot by name. With a `seed` its choices can be repeated, but for a search that goes by the clock; without, they
    can't be foreseen. BadSetting if there is no such bot.
    """
    check_name(name)
    if isinstance(game, str):
        find(game)
    return Searcher(name, seed) if is_search(name) else Player(name, seed)
