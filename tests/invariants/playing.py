"""How the laws play: any game, random settings, random options, every number of players."""

from __future__ import annotations

import importlib
import os
import random
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import dicehouse.games
from dicehouse.core import Seeded
from dicehouse.core.game import Game
from dicehouse.core.settings import SettingValue
from dicehouse.errors import BadSetting
from dicehouse.match.match import Match

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


def random_settings(game: Game, rng: random.Random, players: int) -> dict[str, SettingValue]:
    """Settings of all kinds that go together; numbers are often small, so that games come to their end."""
    while True:
        drawn = _any_settings(game, rng)
        if _fits(game, players, drawn):
            return drawn


def _any_settings(game: Game, rng: random.Random) -> dict[str, SettingValue]:
    drawn: dict[str, SettingValue] = {}
    for setting in game.settings:
        if rng.random() < 0.4:
            continue
        if setting.kind == "switch":
            drawn[setting.key] = rng.random() < 0.5
        elif setting.kind == "choice":
            drawn[setting.key] = rng.choice(setting.choices)[0]
        else:
            steps = (setting.high - setting.low) // setting.step
            drawn[setting.key] = setting.low + setting.step * min(rng.randint(0, steps), rng.randint(0, steps) // 4)
    return drawn


class Style:
    """A way to choose: anything, rather the first options, or rather the last."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._towards = rng.choice((None, 0, -1))

    def choose(self, count: int) -> int:
        if self._towards is None or self._rng.random() < 0.5:
            return self._rng.randrange(count)
        return self._towards % count


def random_match(game: str | Game, seed: int) -> Match:
    """A new match whose players, settings and dice come from `seed`."""
    rng = random.Random(seed)
    game = GAMES[game] if isinstance(game, str) else game
    players = rng.choice(player_counts(game))
    return Match(game, players, random_settings(game, rng, players), Seeded(rng.getrandbits(60)))


def moments(game: str | Game, seed: int, most: int = 120, whole: bool = False) -> Iterator[Match]:
    """One random match, handed out before each of its actions and once more at its end. A `whole` one is not cut short
    where actions take long.
    """
    match = random_match(game, seed)
    return moments_of(match, ~seed, most if whole or match.game.engine is None else short(match.game.id, most))


def moments_of(match: Match, seed: int, most: int = 120) -> Iterator[Match]:
    """A match played on at random, handed out before each of its actions and once more at its end."""
    rng = random.Random(seed)
    style = Style(rng)
    for _ in range(most):
        yield match
        if match.over:
            return
        play_something(match, rng, style)
    yield match


def matches_of_all_modes(game_id: str) -> Iterator[Match]:
    """A new match for each mode of a game, once with as few players as it allows and once with as many."""
    game = GAMES[game_id]
    for number, mode in enumerate(game.modes):
        low, high = game.player_range(mode)
        fit = [players for players in range(low, high + 1) if _fits(game, players, mode.settings)]
        for players in sorted({fit[0], fit[-1]}):
            yield Match(game, players, mode.settings, Seeded(number))


def _fits(game: Game, players: int, settings: Mapping[str, SettingValue]) -> bool:
    try:
        game.settings_for(players, settings)
    except BadSetting:
        return False
    return True


def play_something(match: Match, rng: random.Random, style: Style) -> None:
    seat = rng.choice(match.acting())
    options = match.options(seat)
    match.play(seat, options[style.choose(len(options))].id)
