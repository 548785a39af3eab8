"""Bots by name."""

from __future__ import annotations

from time import perf_counter

from dicehouse.games import find
from dicehouse.kit import Game
from dicehouse.kit.budget import Clock, is_search
from dicehouse.kit.weakness import FACES

from .minds import NAMES, check_name
from .nets import Learned, is_net, net_of
from .players import Bot, Player
from .searcher import Searcher


def names(game: str | Game | None = None) -> tuple[str, ...]:
    """The bots without a budget, weakest first; each plays every game. Beside them there are `search`
    and `net:FILE`.
    """
    return NAMES


def make(
    name: str,
    game: str | Game | None = None,
    seed: int | str | None = None,
    clock: Clock = perf_counter,
) -> Bot:
    """A bot by name. With a `seed` its choices can be repeated, but for a search that goes by the clock; without, they
    can't be foreseen. A budget in milliseconds goes by the `clock`. BadSetting if there is no such bot, or if it is a
    net for another game.
    """
    known = find(game) if isinstance(game, str) else game
    if is_net(name):
        net = net_of(name)
        if known is not None:
            net.fits(known, None, name)
        return Learned(name, net, seed)
    check_name(name)
    thinks = is_search(name) or name in FACES  # which of these do depends on the game
    return Searcher(name, seed, clock=clock) if thinks else Player(name, seed)


def check(name: str, game: Game | None = None, players: int | None = None) -> None:
    """BadSetting if there is no bot of that name, or if it does not play this game with so many."""
    if is_net(name):
        net = net_of(name)
        if game is not None:
            net.fits(game, players, name)
    else:
        check_name(name)
