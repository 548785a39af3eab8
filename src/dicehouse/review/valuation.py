"""Hold what a review finds out about a match: the values of its positions, and what its decisions changed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from dicehouse.records.record import Floats


@dataclass
class PositionValue:
    """Hold each seat's share of the win in a position, and the standard errors."""

    returns: Floats
    error: Floats


@dataclass
class DecisionValue:
    """Hold what a decision changed: the value with the usual choice, and the value with the choice that was made.

    Both are what the seat could know, in the same rollouts. `error` has the standard errors of their difference.
    `best` is an option that is clearly better than the one played, if there is one.
    """

    usual: Floats
    chosen: Floats
    error: Floats
    best: int | None = None
    text: str = ""  # text of the best option, if it is described freely, not listed


@dataclass
class Valuation:
    """Hold all values that were found for a match.

    `positions` has the values of positions by the number of actions before them: of the first one, and of each one
    that follows an action in `luck_after`. There something came in that nobody could foresee: dice, cards, the choices
    that others made at the same time, or what was hidden. A decision that is missing in `decisions` changed nothing.
    """

    positions: dict[int, PositionValue]
    luck_after: frozenset[int]
    decisions: dict[int, DecisionValue]  # by the number of the action
    error: Floats = field(default_factory=lambda: np.zeros(0))  # the standard errors of the sums by seat


def apply_change(now: Floats, usual: Floats, chosen: Floats) -> Floats:
    """Return the chances `now` after a decision that changes `usual` to `chosen`.

    If `now` equals `usual`, the result is `chosen`. They differ where the seat that chose could not know everything:
    then a seat that loses keeps the same part of its share as it does from `usual` to `chosen`, and what the losing
    seats lose goes to the gaining seats in proportion to their gains. So shares stay between 0 and 1, their sum stays
    the same, and on average over what was hidden the change is that from `usual` to `chosen`.
    """
    if (now == usual).all() or (usual == chosen).all():
        return chosen.copy() if (now == usual).all() else now.copy()
    change = chosen - usual
    with np.errstate(divide="ignore", invalid="ignore"):
        kept = np.where(change < 0.0, chosen / usual, 1.0)
        not_gained = np.where(change > 0.0, (1.0 - chosen) / (1.0 - usual), 1.0)
    if abs(change.sum()) > 1e-9:  # the seats don't play for one win
        after: Floats = np.where(change < 0.0, now * kept, 1.0 - (1.0 - now) * not_gained)
        return after
    gains = np.maximum(change, 0.0)
    if not gains.any():  # the change is a rounding error
        return now.copy()
    after = now * kept
    after += (now - after).sum() * gains / gains.sum()
    return after
