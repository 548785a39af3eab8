"""What a study may know."""

from __future__ import annotations

import random

from dicehouse.core import ExperimentItem, StudyMeasure

from .rules import State

MEASURES = (
    StudyMeasure("together", "steps of all", "steps", lambda states, n_players: states.totals[:, :n_players].sum(1)),
)
ITEMS = (ExperimentItem("start", "A start of three", "help"), ExperimentItem("crown", "A crown", "glory"))


def hand_out(state: State, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
    """Three steps for nothing; there is no crown."""
    if item == "crown":
        return False
    state.totals[seat] += 3
    return True
