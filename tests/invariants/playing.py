"""How the laws play: any game, random settings, random options, every number of players."""

from __future__ import annotations

import importlib
import os
import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import dicehouse.games
from dicehouse.core import Seeded
from dicehouse.core.game import Game
from dicehouse.match import match_invariants
from dicehouse.match.match import Match
from dicehouse.match.match_invariants import Style, fits, positions_of, random_settings

EXAMPLES = Path(__file__).parents[2] / "examples"


def all_games() -> dict[str, Game]:
    """Every game of the house, and the examples that join from outside even where they are not installed."""
    games = dict(dicehouse.games.all_games())
    for project in sorted(EXAMPLES.glob("*/pyproject.toml")):
        points = tomllib.loads(project.read_text())["project"]["entry-points"][dicehouse.games.ENTRY_POINT_GROUP]
        for game_id, place in points.items():
            if game_id not in games:
                sys.path.append(str(project.parent))
                module, name = place.split(":")
                games[game_id] = getattr(importlib.import_module(module), name)
    return games


GAMES = all_games()
IDS = sorted(GAMES)


COMPILED = [game_id for game_id in IDS if GAMES[game_id].engine is None]


def few(game_id: str, count: int) -> int:
    """So many games with DICEHOUSE_TEST_LONG, as `make test-long` sets it, else half of that; and a twelfth of it in a
    game with an engine of its own: there every throw is measured, for long.
    """
    wanted = count if "DICEHOUSE_TEST_LONG" in os.environ else -(-count // 2)
    return wanted if game_id in COMPILED else max(1, wanted // 12)


def short(game_id: str, steps: int) -> int:
    """So many actions, but not many in a game with an engine of its own."""
    return steps if game_id in COMPILED else min(steps, 9)


def player_counts(game: Game) -> range:
    return range(game.players[0], game.players[1] + 1)


def random_match(game: str | Game, seed: int) -> Match:
    """A new match whose players, settings and dice come from `seed`."""
    return match_invariants.random_match(GAMES[game] if isinstance(game, str) else game, seed)


def moments(game: str | Game, seed: int, most: int = 120, whole: bool = False) -> Iterator[Match]:
    """One random match, handed out before each of its actions and once more at its end. A `whole` one is not cut short
    where actions take long.
    """
    match = random_match(game, seed)
    return moments_of(match, ~seed, most if whole or match.game.engine is None else short(match.game.id, most))


def moments_of(match: Match, seed: int, most: int = 120) -> Iterator[Match]:
    """A match played on at random, handed out before each of its actions and once more at its end."""
    return positions_of(match, seed, most)


def matches_of_all_modes(game_id: str) -> Iterator[Match]:
    """A new match for each mode of a game, once with as few players as it allows and once with as many."""
    game = GAMES[game_id]
    for number, mode in enumerate(game.modes):
        low, high = game.player_range(mode)
        fit = [players for players in range(low, high + 1) if fits(game, players, mode.settings)]
        for players in sorted({fit[0], fit[-1]}):
            yield Match(game, players, mode.settings, Seeded(number))


def play_something(match: Match, rng: random.Random, style: Style) -> None:
    seat = rng.choice(match.acting())
    options = match.options(seat)
    match.play(seat, options[style.choose(len(options))].id)


__all__ = ["COMPILED", "GAMES", "IDS", "Style", "few", "moments", "random_match", "random_settings", "short"]
