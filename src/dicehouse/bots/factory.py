"""Create bots by name."""

from __future__ import annotations

from time import perf_counter

from dicehouse.core import Game
from dicehouse.core.policy import NAMED_BOTS
from dicehouse.games import find
from dicehouse.search.budget import ClockFunction, is_search_name

from .named_opponents import NAMES, check_bot_name
from .nets import NetBot, is_net_name, load_named_net
from .policy_bot import Bot, PolicyBot
from .search_bot import SearchBot


def names(game: str | Game | None = None) -> tuple[str, ...]:
    """Return the bots without a budget, weakest first; each plays every game. There are also `search` and
    `net:FILE`.
    """
    return NAMES


def make(
    name: str,
    game: str | Game | None = None,
    seed: int | str | None = None,
    clock: ClockFunction = perf_counter,
) -> Bot:
    """Create a bot by name.

    With a `seed` its choices can be repeated, except for a search limited by time; without one they are unpredictable.
    A budget in milliseconds is measured with `clock`. Raise BadSetting if there is no such bot, or if it is a net for
    another game.
    """
    known = find(game) if isinstance(game, str) else game
    if is_net_name(name):
        net = load_named_net(name)
        if known is not None:
            net.check_fits(known, None, name)
        return NetBot(name, net, seed)
    check_bot_name(name)
    thinks = is_search_name(name) or name in NAMED_BOTS  # named bots search in some games only
    return SearchBot(name, seed, clock=clock) if thinks else PolicyBot(name, seed)


def check_bot(name: str, game: Game | None = None, players: int | None = None) -> None:
    """Raise BadSetting if there is no bot with this name, or if it can't play this game with this number of players."""
    if is_net_name(name):
        net = load_named_net(name)
        if game is not None:
            net.check_fits(game, players, name)
    else:
        check_bot_name(name)
