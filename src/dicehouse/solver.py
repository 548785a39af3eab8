"""Solve games exactly, where a game has a solution.

>>> import dicehouse
>>> answers = dicehouse.solve("dice-ocalypse")
>>> round(answers.report()["first"], 4)
0.5293
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .core.exact_solution import ExactSolution
from .engine.engine import DiceBox, engine_of
from .engine.position import Position
from .errors import BadSetting
from .games import all_games, find
from .match.match import Match
from .records.sentinels import NO_ACTION


def solve(
    game: str,
    *,
    options: Mapping[str, object] | None = None,
    again: bool = False,
    progress: Callable[[float], None] | None = None,
) -> ExactSolution:
    """Solve a game with these settings, or return the stored solution unless `again` asks to solve it again.

    The solution is stored, and bots and tables use it from then on. `progress` is called with the fraction done, from 0
    to 1. Raise UnknownGame or BadSetting if the game has no solution.
    """
    found = find(game)
    if found.hooks.solve is None:
        there = ", ".join(each.id for each in all_games().values() if each.hooks.solve is not None)
        raise BadSetting(f"{found.name} can't be solved. Games that can: {there}.")
    players = found.players[0]
    settings = found.settings_for(players, {**found.hooks.SOLVABLE, **(options or {})})
    position = Position(found)
    engine_of(found).deal(position, players, settings, DiceBox(written=False))
    return found.hooks.solve(position.state, again, progress or (lambda part: None))


def exact_value(match: Match, seat: int) -> float | None:
    """Return the chance of `seat` to win under perfect play; None where the game was not solved."""
    position = Position(match.game)
    position.restore(match.position())
    return match.game.hooks.exact_chance(position.state, seat)


def best_option(match: Match, seat: int) -> str | None:
    """Return the text of the best option of `seat`; None if the game was not solved or the seat has no choice."""
    if match.over or seat not in match.acting():
        return None
    position = Position(match.game)
    position.restore(match.position())
    action = match.game.hooks.exact_choice(position.state, seat)
    return None if action == NO_ACTION else match.game.hooks.describe_action(position.state, seat, action).id
