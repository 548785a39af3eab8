"""Exact answers, where a game has been solved.

>>> import dicehouse
>>> answers = dicehouse.solve("dice-ocalypse")
>>> round(answers.report()["first"], 4)
0.5293
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .errors import BadSetting
from .games import all_games, find
from .kit import DiceBox, Position, engine_of
from .kit.answers import Answers
from .kit.hooks import FREE
from .match import Match


def solve(
    game: str,
    *,
    options: Mapping[str, object] | None = None,
    again: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Answers:
    """Solve a game with these settings, or take what is kept of it unless it is to be solved `again`.

    What is solved is kept, and bots and tables use it from then on. `progress` hears which part is done, from 0 to 1.
    UnknownGame, or BadSetting with the reason.
    """
    found = find(game)
    if found.hooks.solve is None:
        there = ", ".join(each.id for each in all_games().values() if each.hooks.solve is not None)
        raise BadSetting(f"{found.name} has no exact answers; there are some of: {there}.")
    players = found.players[0]
    settings = found.agree(players, {**found.hooks.SOLVABLE, **(options or {})})
    position = Position(found)
    engine_of(found).deal(position, players, settings, DiceBox(written=False))
    return found.hooks.solve(position.state, again, progress or (lambda part: None))


def value(match: Match, seat: int) -> float | None:
    """The chance of `seat` to win if everybody plays as well as can be; None where the game was not solved."""
    position = Position(match.game)
    position.restore(match.position())
    return match.game.hooks.exact_chance(position.state, seat)


def policy(match: Match, seat: int) -> str | None:
    """The text of the best option of `seat`; None where the game was not solved, or the seat has nothing to choose."""
    if match.over or seat not in match.acting():
        return None
    position = Position(match.game)
    position.restore(match.position())
    action = match.game.hooks.exact_choice(position.state, seat)
    return None if action == FREE else match.game.hooks.describe(position.state, seat, action).id
