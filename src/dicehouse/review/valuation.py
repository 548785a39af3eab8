"""Hold what a review finds out about a match: the values of its segments and the costs of its decisions."""

from __future__ import annotations

from dataclasses import dataclass, field

from dicehouse.records.record import Floats


@dataclass
class SegmentValue:
    """Hold shares of the win by seat, and their standard errors."""

    returns: Floats
    error: Floats


@dataclass
class DecisionCost:
    """Hold what a decision took from each seat (or gave to others, if negative), the better option, and by how much it
    is better.
    """

    taken: Floats
    error: float = 0.0
    best: int | None = None
    lost: float = 0.0
    cost_error: float = 0.0
    text: str = ""  # text of the best option, if it is described freely, not listed


@dataclass
class Valuation:
    """Hold all values and costs that were found for a match."""

    ends: dict[int, SegmentValue] = field(
        default_factory=dict
    )  # by segment: before the chance event, or before simultaneous choices
    costs: dict[int, DecisionCost] = field(default_factory=dict)  # by number of the move
    wrong: float = 0.0  # the error of the model that was used
