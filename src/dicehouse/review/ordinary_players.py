"""Say how the players in the rollouts of a review choose: with ordinary errors, as players of their level make them.

The numbers are in ordinary_players.json, and were fitted by the command that is written there. A game that is missing
there is played on by `sensible`, or by bots with habits if dice decide little.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from dicehouse.core import Game
from dicehouse.core.policy import NAMED_BOTS, SENSIBLE_KIND, BotTraits, character_code
from dicehouse.engine.position_rollouts import HABITUAL_MIND
from dicehouse.records.record import Floats

PEOPLE = "people"  # the level of a person, and of everybody whose level is not known
LEVELS = (PEOPLE, *NAMED_BOTS)
DEFAULT_ATTENTION = (0.5, 0.65, 0.8)
DATA = Path(__file__).with_name("ordinary_players.json")


@dataclass(frozen=True)
class OrdinaryPlayer:
    """Hold how a player of some level chooses in rollouts.

    With `traits` it overlooks options and has habits; without, it is `sensible`. `sharpness` is how much surer than the
    rollouts one may be that the likely winner wins: below 1 where players of this level err more, above 1 where less.
    """

    traits: BotTraits | None
    sharpness: float = 1.0

    def code(self, character: str) -> int:
        """Return the number of the bot; players with another `character` have other habits."""
        return SENSIBLE_KIND if self.traits is None else self.traits.code(character_code(character))


def ordinary_player(game: Game, level: str, dice_decide: bool) -> OrdinaryPlayer:
    """Return the player of a level, one of `LEVELS`; other names count as people."""
    fitted = read_data()["games"].get(game.id, {})
    found = fitted.get(level if level in LEVELS else PEOPLE)
    if found is None:
        return OrdinaryPlayer(None if dice_decide else HABITUAL_MIND)
    traits = found.get("traits")
    return OrdinaryPlayer(None if traits is None else BotTraits(**traits), found["sharpness"])


def attention(game: Game) -> tuple[float, ...]:
    """Return how attentive people are: the chances that they notice an option, for three kinds of people."""
    return tuple(read_data()["games"].get(game.id, {}).get("attention", DEFAULT_ATTENTION))


def joint_sharpness(players: Sequence[OrdinaryPlayer]) -> float:
    """Return the sharpness of the chances of several players: the mean of theirs."""
    return sum(player.sharpness for player in players) / len(players)


def sharpen(chances: Floats, sharpness: float) -> Floats:
    """Return chances of which the odds of any two seats are raised to the power `sharpness`.

    Their order and their sum stay. Chances of seats that don't play for one win are returned as they are.
    """
    if sharpness == 1.0 or len(chances) < 2 or not np.isclose(chances.sum(), 1.0):
        return chances
    powers = np.maximum(chances, 0.0) ** sharpness
    found: Floats = powers / powers.sum()
    return found


def sharpening_slope(chances: Floats, sharpness: float) -> Floats:
    """Return by which factor `sharpen` changes small differences of each chance."""
    after = sharpen(chances, sharpness)
    spread = chances * (1.0 - chances)
    if after is chances:
        return np.ones(len(chances))
    found: Floats = np.where(spread > 0.0, sharpness * after * (1.0 - after) / np.maximum(spread, 1e-12), 1.0)
    return found


@lru_cache(maxsize=1)
def read_data() -> dict[str, Any]:
    """Return what was fitted, by game."""
    found: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return found


__all__ = [
    "LEVELS",
    "PEOPLE",
    "OrdinaryPlayer",
    "attention",
    "joint_sharpness",
    "ordinary_player",
    "read_data",
    "sharpen",
    "sharpening_slope",
]
