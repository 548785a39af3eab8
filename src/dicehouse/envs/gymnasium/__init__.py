"""Offer the games to Gymnasium: one seat against bots, in one game (`make`) or in many at once (`make_vec`).

Importing this registers `dicehouse/DiceOcalypse-v0`, `dicehouse/BaronVoodoo-v0`, `dicehouse/DeckODice-v0`,
`dicehouse/Dicetopia-v0` and `dicehouse/Indicesion-v0`. It needs the extra `gymnasium`. inDICEsion is measured in
simulated physics, one throw after another, so it has no environment of many games, and `make_vec` says so.
"""

from __future__ import annotations

from dicehouse.core import Game
from dicehouse.games import all_games

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


def gymnasium_id(game: Game) -> str:
    """Return the name of a game in Gymnasium."""
    return f"dicehouse/{''.join(part.capitalize() for part in game.id.split('-'))}-v0"


def register_game(game: Game) -> str:
    """Register a game with Gymnasium; return its id there."""
    name = gymnasium_id(game)
    if name not in gym.registry:
        gym.register(
            name,
            entry_point=f"{__name__}:DicehouseEnv",
            vector_entry_point=f"{__name__}:DicehouseVectorEnv",  # it explains why if the game has none
            kwargs={"game": game.id},
        )
    return name


for _game in all_games().values():
    register_game(_game)
