"""Measure how much a bot gives away against perfect play, where a game has been solved.

A decision costs the difference between the win chances of the best option and of the option chosen. Over a game these
costs add up to what the bot loses against a perfect player, on average. They contain no luck, which takes thousands of
games to even out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from dicehouse.core import Seeded
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.solver import best_option, exact_value

from ..bots import factory
from ..bots.policy_bot import Bot
from .intervals import Z

PLAYERS = 2


@dataclass(frozen=True)
class Regret:
    """Hold the win chance that a bot gives away in a game against perfect play, with a 95% interval."""

    bot: str
    games: int
    seed: int
    mean: float
    low: float
    high: float


def measure_regret(
    game: str,
    bot: str,
    games: int,
    *,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> Regret:
    """Let a bot play games against the solution, in each seat in turn. Raise BadSetting if the game was not solved with
    these options, or if there is no such bot.
    """
    if games < 2:
        raise BadSetting("Measuring a loss needs at least two games.")
    found = find(game)
    costs = np.zeros(games)
    for number in range(games):
        settings = {**found.hooks.SOLVABLE, **(options or {})}
        match = Match(found, PLAYERS, settings, Seeded(f"{seed}|{number}"))
        costs[number] = _play_game(match, factory.make(bot, found, f"{seed}|{number}"), number % PLAYERS)
        if progress:
            progress((number + 1) / games)
    mean, error = float(costs.mean()), Z * float(costs.std(ddof=1)) / sqrt(games)
    return Regret(bot, games, seed, mean, max(0.0, mean - error), mean + error)


def _play_game(match: Match, bot: Bot, own: int) -> float:
    if exact_value(match, own) is None:
        raise BadSetting(f"{match.game.name} wasn't solved with these options. Solve it with `dicehouse solve`.")
    cost = 0.0
    while not match.over:
        seat = match.acting()[0]
        wins = {option.id: option.facts["wins"] for option in match.options(seat) if "wins" in option.facts}
        option = bot.choose(match, seat) if seat == own else best_option(match, seat)
        assert option is not None
        if seat == own and wins:
            cost += max(wins.values()) - wins[option]
        match.play(seat, option)
    return cost
