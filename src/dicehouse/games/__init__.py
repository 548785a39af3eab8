"""The games of the house: those built in, and those that other packages add.

A package adds a game by an entry point of the group "dicehouse.games" that names its `Game` value.
"""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import entry_points

from ..errors import UnknownGame
from ..kit.game import Game

GROUP = "dicehouse.games"


@cache
def all_games() -> dict[str, Game]:
    """Every game by id, built-in ones first."""
    from . import baron_voodoo, deck_o_dice, dice_ocalypse, dicetopia, indicesion

    built_in = (dice_ocalypse, baron_voodoo, deck_o_dice, dicetopia, indicesion)
    games = {module.GAME.id: module.GAME for module in built_in}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        game = point.load()
        if not isinstance(game, Game):
            raise TypeError(f"The entry point {point.name!r} of {GROUP} is no Game.")
        games.setdefault(game.id, game)
    return games


def find(game_id: str) -> Game:
    """The game of that id; UnknownGame names the nearest ones."""
    games = all_games()
    if game_id in games:
        return games[game_id]
    near = difflib.get_close_matches(str(game_id)[:60], games, 1)
    hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(games)}."
    raise UnknownGame(f"There is no game {str(game_id)[:60]!r}.{hint}")
