"""Register the games: those built in, and those that other packages add.

A package adds a game by an entry point of the group "dicehouse.games" that names its `Game` value. A broken one is left
out with a message in the log, and the other games still load.
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

from ..core.game import Game
from ..engine.check_game import check_game
from ..errors import BadGame, UnknownGame

HOUSE_RULE_MARK = "-with-"  # in the id of a game with a house rule
log = logging.getLogger("dicehouse.games")

ENTRY_POINT_GROUP = "dicehouse.games"
BUILT_IN = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion")  # each in a folder of that name


class GameRegistry(MutableMapping[str, Game]):
    """Hold games by id. A built-in game is loaded when it is first asked for, so that playing one game does not load
    all.
    """

    def __init__(self) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(BUILT_IN)
        self._lacks_added = True
        self._adding = RLock()  # a server asks from several threads, and a package that is loaded may ask, too
        self._left_out: dict[str, str] = {}

    def __getitem__(self, game_id: str) -> Game:
        if game_id not in self._games:
            self._load_entry_points()
        game = self._games[game_id]
        if game is None:
            game = self._games[game_id] = import_module(f"{__package__}.{game_id.replace('-', '_')}").GAME
        return game

    def __setitem__(self, game_id: str, game: Game) -> None:
        self._games[game_id] = game

    def __delitem__(self, game_id: str) -> None:
        del self._games[game_id]

    def __iter__(self) -> Iterator[str]:
        self._load_entry_points()
        return iter(self._games)

    def __len__(self) -> int:
        self._load_entry_points()
        return len(self._games)

    @property
    def left_out(self) -> dict[str, str]:
        """Return the added games that can't be played, by the name of their entry point, with the fault of each."""
        self._load_entry_points()
        return dict(self._left_out)

    def _load_entry_points(self) -> None:
        """Load the games of other packages, whose ids are known only then; an id that is taken stays as it is."""
        with self._adding:
            if not self._lacks_added:
                return
            self._lacks_added = False
            for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda p: p.name):
                try:
                    self._register(point)
                except Exception as error:  # whatever an author did, the other games go on
                    why = str(error) if isinstance(error, BadGame) else f"{type(error).__name__}: {error}"
                    self._left_out[point.name] = why
                    log.warning("The game %s was left out.\n%s", point.name, why)

    def _register(self, point: EntryPoint) -> None:
        game = point.load()
        if not isinstance(game, Game):
            raise BadGame(f"{point.value} must be a Game.")
        if game.id in self._games:
            raise BadGame(f"There is already a game called {game.id}.")
        check_game(game)
        self._games[game.id] = game


@cache
def all_games() -> GameRegistry:
    """Return every game by id, built-in ones first."""
    return GameRegistry()


def split_game_id(game_id: str) -> tuple[str, str]:
    """Return the id of the game as it is written and the name of the house rule in the id of a changed game; "" twice
    if it has none.
    """
    base, _, rule = str(game_id).partition(HOUSE_RULE_MARK)
    known = base in all_games() and re.fullmatch("[a-z0-9-]{1,80}", rule)
    return (base, rule) if known else ("", "")


def find(game_id: str) -> Game:
    """Return the game of that id; UnknownGame names the nearest ones."""
    games = all_games()
    if game_id in games:
        return games[game_id]
    if game_id in games.left_out:
        raise UnknownGame(f"The game {game_id} was left out: {games.left_out[game_id]}")
    near = difflib.get_close_matches(str(game_id)[:60], games, 1)
    hint = f" Did you mean {near[0]}?" if near else f" The games are: {', '.join(games)}."
    raise UnknownGame(f"There is no game {str(game_id)[:60]!r}.{hint}")
