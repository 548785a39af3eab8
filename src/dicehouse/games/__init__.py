"""The games of the house: those built in, and those that other packages add.

A package adds a game by an entry point of the group "dicehouse.games" that names its `Game` value. One that is broken
is left out, and the log says why; the others are there all the same.
"""

from __future__ import annotations

import difflib
import logging
import re
from collections.abc import Iterator, MutableMapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from threading import RLock

from ..errors import BadGame, UnknownGame
from ..kit.checking import check_game
from ..kit.game import Game

RULED = "-with-"  # in the id of a game with a house rule
log = logging.getLogger("dicehouse.games")

GROUP = "dicehouse.games"
BUILT_IN = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion")  # each in a folder of that name


class Shelf(MutableMapping[str, Game]):
    """Games by id. A built-in one is loaded when it is asked for: who plays one game does not wait for all."""

    def __init__(self) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(BUILT_IN)
        self._lacks_added = True
        self._adding = RLock()  # a server asks from several threads, and a package that is loaded may ask, too
        self._left_out: dict[str, str] = {}

    def __getitem__(self, game_id: str) -> Game:
        if game_id not in self._games:
            self._add()
        game = self._games[game_id]
        if game is None:
            game = self._games[game_id] = import_module(f"{__name__}.{game_id.replace('-', '_')}").GAME
        return game

    def __setitem__(self, game_id: str, game: Game) -> None:
        self._games[game_id] = game

    def __delitem__(self, game_id: str) -> None:
        del self._games[game_id]

    def __iter__(self) -> Iterator[str]:
        self._add()
        return iter(self._games)

    def __len__(self) -> int:
        self._add()
        return len(self._games)

    @property
    def left_out(self) -> dict[str, str]:
        """The added games that can't be played, by the name of their entry point, with what is wrong with each."""
        self._add()
        return dict(self._left_out)

    def _add(self) -> None:
        """Load the games of other packages, which are known by what they load; an id that is taken stays as it is."""
        with self._adding:
            if not self._lacks_added:
                return
            self._lacks_added = False
            for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
                try:
                    self._join(point)
                except Exception as error:  # whatever an author did, the other games go on
                    why = str(error) if isinstance(error, BadGame) else f"{type(error).__name__}: {error}"
                    self._left_out[point.name] = why
                    log.warning("The game %s is left out.\n%s", point.name, why)

    def _join(self, point: EntryPoint) -> None:
        game = point.load()
        if not isinstance(game, Game):
            raise BadGame(f"{point.value} is no Game.")
        if game.id in self._games:
            raise BadGame(f"There is a game called {game.id} already.")
        check_game(game)
        self._games[game.id] = game


@cache
def all_games() -> Shelf:
    """Every game by id, built-in ones first."""
    return Shelf()


def ruled(game_id: str) -> tuple[str, str]:
    """The game as it is written, and the house rule in the id of a game that has one; "" twice if it has none."""
    base, _, rule = str(game_id).partition(RULED)
    known = base in all_games() and re.fullmatch("[a-z0-9-]{1,80}", rule)
    return (base, rule) if known else ("", "")


def find(game_id: str) -> Game:
    """The game of that id; UnknownGame names the nearest ones."""
    games = all_games()
    if game_id in games:
        return games[game_id]
    if game_id in games.left_out:
        raise UnknownGame(f"The game {game_id} is left out: {games.left_out[game_id]}")
    near = difflib.get_close_matches(str(game_id)[:60], games, 1)
    hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(games)}."
    raise UnknownGame(f"There is no game {str(game_id)[:60]!r}.{hint}")
