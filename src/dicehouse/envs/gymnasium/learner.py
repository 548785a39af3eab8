"""Define what one environment and many share: the learner's seat, the spaces, and what is valid."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from dicehouse.engine.observation_encoder import ObservationEncoder
from dicehouse.errors import BadSetting, IllegalOption
from dicehouse.text_format import shorten

from ..batch import Batch, Ints
from ..optional_dependencies import require_library

gym: Any = require_library("gymnasium", "gymnasium", "Gymnasium")

Illegal = Literal["end", "raise"]
ILLEGAL_REWARD = -1.0
DEFAULT_OPPONENT = "sensible"


class IllegalAction(IllegalOption, IndexError):
    """Say that an action of one of many games is not legal; nothing was played in any of them."""


def check_one_learner(batch: Batch) -> None:
    """Raise BadSetting if more than one seat would be left to the learner."""
    if batch.players > 1 and not batch.against:
        raise BadSetting(
            "against must name one bot for all other seats, or a bot for each of them. To play all seats, use Batch or "
            "PettingZoo."
        )


def check_illegal(illegal: object) -> Illegal:
    """Return what an illegal action does. Raise BadSetting if it is invalid."""
    if illegal == "end":
        return "end"
    if illegal == "raise":
        return "raise"
    raise BadSetting(f"illegal must be 'end' or 'raise', not {shorten(illegal)}.")


def learner_seats(batch: Batch) -> Ints:
    """Return the seat of each game that learns; a single player is the only one."""
    return batch.learners if batch.against else np.zeros(batch.n, np.int64)


def observation_space(encoder: ObservationEncoder) -> Any:
    """Return the space of one observation."""
    return gym.spaces.Box(encoder.low, encoder.high, dtype=np.float32)
