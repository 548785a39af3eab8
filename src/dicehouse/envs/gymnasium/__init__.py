"""Offer the games to Gymnasium: one seat against bots, in one game (`make`) or in many at once (`make_vec`).

Importing this registers `dicehouse/DiceOcalypse-v0`, `dicehouse/BaronVoodoo-v0`, `dicehouse/DeckODice-v0`,
`dicehouse/Dicetopia-v0`, and `dicehouse/Indicesion-v1` with its older `-v0`. It needs the extra `gymnasium`. inDICEsion
is measured in simulated physics, one throw after another, so it has no environment of many games, and `make_vec` says
so.
"""

from __future__ import annotations

from dicehouse.core import Game
from dicehouse.games import all_games

from ..environment_version import environment_version
from .learner import DEFAULT_OPPONENT, IllegalAction, gym
from .single_env import DicehouseEnv
from .vector_env import AutoresetMode, DicehouseVectorEnv

__all__ = [
    "DEFAULT_OPPONENT",
    "AutoresetMode",
    "DicehouseEnv",
    "DicehouseVectorEnv",
    "IllegalAction",
    "gymnasium_id",
    "register_game",
]


def gymnasium_id(game: Game, version: int | None = None) -> str:
    """Return the name of a game in Gymnasium, in this `version` or the newest."""
    number = environment_version(game) if version is None else version
    return f"dicehouse/{''.join(part.capitalize() for part in game.id.split('-'))}-v{number}"


def register_game(game: Game) -> str:
    """Register all versions of a game with Gymnasium; return the id of the newest there."""
    newest = environment_version(game)
    for version in range(newest + 1):
        name = gymnasium_id(game, version)
        if name not in gym.registry:
            gym.register(
                name,
                entry_point=f"{__name__}:DicehouseEnv",
                vector_entry_point=f"{__name__}:DicehouseVectorEnv",  # it explains why if the game has none
                kwargs={"game": game.id} | ({"version": version} if newest else {}),
            )
    return gymnasium_id(game)


for _game in all_games().values():
    register_game(_game)
