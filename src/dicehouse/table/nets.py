"""Nets at the tables of a house: those that its host has put beside the bots, by names of the host's choosing.

`dicehouse serve --bot ada=ada.safetensors` makes the bot `net:ada`, which is called Ada. It can be seated where it
fits: at tables of its game, with as many players as it has learned to play with. It is on no ladder, and stands in for
nobody by itself. Who visits the house can name the net, never a file.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from dicehouse.bots.nets import NET, Learned, Net, is_net
from dicehouse.errors import BadNet, BadSetting
from dicehouse.games import all_games
from dicehouse.kit import Game

from .levels import level_of
from .people.names import clean_name

log = logging.getLogger("dicehouse.table")
B = TypeVar("B")
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
MOST = 3  # nets for one game: so many places has the sheet on which bots are chosen
STANDS_IN = "sensible"  # where a house no longer has a net that sits at a table


class Nets:
    """The nets of a house, by the names of their bots."""

    def __init__(self, named: Mapping[str, Net] | None = None) -> None:
        self._named = dict(named or {})

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, whatever they play."""
        return tuple(self._named)

    def at(self, game: Game, players: int | None = None) -> tuple[str, ...]:
        """Those that play this game, and that with so many."""
        return tuple(name for name in self._named if not self._unfit(name, game, players))

    def check(self, bot: str | None, game: Game, players: int) -> None:
        """BadNet in a sentence if this is a net that can't sit there."""
        if is_net(bot) and bot in self._named:
            self._named[bot].fits(game, players, level_of(bot).name)

    def maker(self, make: Callable[[str], B]) -> Callable[[str], B | Learned]:
        """Makes bots by name, the nets among them."""

        def made(name: str) -> B | Learned:
            if not is_net(name):
                return make(name)
            if name in self._named:
                return Learned(name, self._named[name])
            log.warning("the house has no bot %s any more; %s plays for it", name[:40], STANDS_IN)
            return make(STANDS_IN)

        return made

    def _unfit(self, name: str, game: Game, players: int | None) -> str:
        try:
            self._named[name].fits(game, players, name)
        except BadSetting as error:
            return str(error)
        return ""


def read_nets(words: Sequence[str]) -> Nets:
    """The nets that `--bot NAME=FILE` names; BadNet says what is wrong with one, before anybody sits down with it."""
    named: dict[str, Net] = {}
    for word in words:
        name, equals, file = word.partition("=")
        if not equals or not NAME.fullmatch(name):
            raise BadNet(f"A net is put beside the bots as NAME=FILE, its name in small letters, not {word[:60]!r}.")
        bot = f"{NET}{name}"
        clean_name(level_of(bot).name)  # nobody is called as the house is
        if bot in named:
            raise BadNet(f"Two nets are called {name}; give each a name of its own.")
        net = Net.read(Path(file))
        game = all_games().get(net.game)
        if game is None:
            raise BadNet(f"{Path(file).name} plays {net.game[:40]!r}, which is no game of this house.")
        net.fits(game, None, Path(file).name)
        if sum(other.game == net.game for other in named.values()) == MOST:
            raise BadNet(f"A house has at most {MOST} nets for {game.name}.")
        named[bot] = net
    return Nets(named)
