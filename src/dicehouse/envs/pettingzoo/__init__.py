"""Offer the games to PettingZoo: every seat is an agent, `player_0` the first.

`env("dice-ocalypse", players=3)` asks one agent after another (AEC), for every game. `parallel_env("deck-o-dice")` asks
all at once, for games whose players choose simultaneously. `vector_env("dicetopia", 64)` plays many games at once. It
needs the extra `pettingzoo`.
"""

from __future__ import annotations

from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from ..optional_dependencies import require_library
from .aec_env import DicehouseAEC
from .agents import FIRST_GAME, pettingzoo_name
from .parallel_env import FIRST_PARALLEL_GAME, DicehouseParallel
from .vector_env import DicehouseAgentsVector

wrappers: Any = require_library("pettingzoo.utils.wrappers", "pettingzoo", "PettingZoo")

__all__ = [
    "DicehouseAEC",
    "DicehouseAgentsVector",
    "DicehouseParallel",
    "env",
    "parallel_env",
    "pettingzoo_name",
    "raw_env",
    "vector_env",
]

ILLEGAL_REWARD = -1.0


def env(game: str | None = None, *, illegal: str | None = None, **given: Any) -> Any:
    """Return a game that asks one agent after another, in PettingZoo's usual wrappers.

    `illegal` says what an illegal action does: "end" ends the game with a reward of -1, "replace" plays the first legal
    action, "raise" raises IllegalOption. The other arguments are those of `DicehouseAEC`.

    Without a game it is Dice-ocalypse!, as PettingZoo's own tests take it, which choose without a look at the mask: an
    illegal action is replaced, and every agent decides `max_cycles` times.
    """
    if game is None:
        game, illegal, given = FIRST_GAME, illegal or "replace", {"cut": "agent", **given}
    if illegal not in (None, "end", "replace", "raise"):
        raise BadSetting(f"illegal must be 'end', 'replace' or 'raise', not {shorten(illegal)}.")
    if illegal in ("replace", "raise"):
        inner: Any = DicehouseAEC(game, illegal=illegal, **given)  # type: ignore[arg-type]  # checked above
    else:
        inner = wrappers.TerminateIllegalWrapper(DicehouseAEC(game, **given), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


raw_env = DicehouseAEC


def parallel_env(game: str = FIRST_PARALLEL_GAME, **given: Any) -> DicehouseParallel:
    """Return a game whose players choose simultaneously; the arguments are those of `DicehouseParallel`."""
    return DicehouseParallel(game, **given)


def vector_env(game: str = FIRST_GAME, num_envs: int = 1, **given: Any) -> DicehouseAgentsVector:
    """Return many games at once, with an agent in every seat; the arguments are those of `DicehouseAgentsVector`."""
    return DicehouseAgentsVector(game, num_envs, **given)
