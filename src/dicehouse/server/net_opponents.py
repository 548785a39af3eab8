"""Seat neural nets at the tables of a server: its operator adds them to the bots under names of their choice.

`dicehouse serve --bot ada=ada.safetensors` makes the bot `net:ada`, which is called Ada. It can be seated where it
fits: at tables of its game, with as many players as it has learned to play with. It is not ranked among the other bots,
and it is a substitute only if people choose it. Guests can name the net, but never a file.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from dicehouse.bots.nets import NET_PREFIX, Net, NetBot, is_net_name, load_named_net
from dicehouse.core import Game
from dicehouse.errors import BadNet, BadSetting
from dicehouse.games import all_games

from .accounts.names import clean_name
from .opponents import level_of

log = logging.getLogger("dicehouse.server")
B = TypeVar("B")
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
MOST = 3  # nets for one game: the form for choosing bots has room for no more
STANDS_IN = "sensible"  # if a server no longer has a net that sits at a table


class Nets:
    """Hold the neural nets of a server, by the names of their bots."""

    def __init__(self, named: Mapping[str, Net] | None = None) -> None:
        self._named = dict(named or {})

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all nets, whatever games they play."""
        return tuple(self._named)

    def at(self, game: Game, players: int | None = None) -> tuple[str, ...]:
        """Return the names of the nets that play `game` with this many `players`, or with any number of them."""
        return tuple(name for name in self._named if not self._unfit(name, game, players))

    def check(self, bot: str | None, game: Game, players: int) -> None:
        """Raise BadNet, with the reason, if `bot` is a net that can't play `game` with this many `players`."""
        if is_net_name(bot) and bot in self._named:
            self._named[bot].check_fits(game, players, level_of(bot).name)

    def maker(self, make: Callable[[str], B]) -> Callable[[str], B | NetBot]:
        """Return a function that makes bots by name: nets, and all others by `make`."""

        def made(name: str) -> B | NetBot:
            if not is_net_name(name):
                return make(name)
            if name in self._named:
                return NetBot(name, self._named[name])
            log.warning("this server no longer has the bot %s; %s plays for it", name[:40], STANDS_IN)
            return make(STANDS_IN)

        return made

    def _unfit(self, name: str, game: Game, players: int | None) -> str:
        try:
            self._named[name].check_fits(game, players, name)
        except BadSetting as error:
            return str(error)
        return ""


def read_nets(words: Sequence[str]) -> Nets:
    """Return the nets that `--bot NAME=FILE` names; `words` are the values of that option.

    Raise BadNet, with what is wrong, before anybody can play against the net.
    """
    named: dict[str, Net] = {}
    for word in words:
        name, equals, file = word.partition("=")
        if not equals or not NAME.fullmatch(name):
            raise BadNet(f"A net must be given as NAME=FILE, with a name in lower case, not {word[:60]!r}.")
        bot = f"{NET_PREFIX}{name}"
        clean_name(level_of(bot).name)  # refuses the names that could be taken for the server
        if bot in named:
            raise BadNet(f"Two nets are called {name}. Give each its own name.")
        net = load_named_net(f"{NET_PREFIX}{file}")
        game = all_games().get(net.game)
        if game is None:
            raise BadNet(f"{Path(file).name} plays {net.game[:40]!r}, which isn't a game of this server.")
        net.check_fits(game, None, Path(file).name)
        if sum(other.game == net.game for other in named.values()) == MOST:
            raise BadNet(f"A server can have at most {MOST} nets for {game.name}.")
        named[bot] = net
    return Nets(named)
