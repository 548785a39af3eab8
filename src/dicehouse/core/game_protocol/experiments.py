"""List the names of the group `experiments`: what studies give to a seat, and what they count in each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .hook import constant, default

if TYPE_CHECKING:
    import random

    from ..experiment_items import ExperimentItem
    from ..study_measures import StudyMeasure


class ExperimentHooks:
    """List what a game offers to studies. All of it may be left out."""

    ITEMS: tuple[ExperimentItem, ...] = constant(
        "the items that a study gives to a seat or denies it after the deal, to find out what they are worth",
        (),
        "studies have no experiments",
    )

    @staticmethod
    @default("studies have no experiments")
    def hand_out(state: Any, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
        """Give a seat an item in a position that was just dealt, or take it away, and change as little else as
        possible; `luck` draws what the seat gives for it. Return False if these settings have no such item.
        """
        return False

    MEASURES: tuple[StudyMeasure, ...] = constant(
        "what studies count of every finished game in addition to what they measure in any",
        (),
        "studies measure what can be measured in any game",
    )
