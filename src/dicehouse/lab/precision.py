"""When a study knows enough: intervals that hold at all numbers of games at once, so that one may stop at any time."""

from __future__ import annotations

from . import statistics as st
from .chunks import Part, columns_of
from .finding import interval_of
from .plan import Plan

FEWEST = 200  # games, before which nothing is known
SHARES = ("first", "won")  # are to be known to so many points
LENGTH = "turns"  # to such a part of it


def precise(plan: Plan, part: Part, precision: float) -> bool:
    """Whether of every cell the share of who acts first is known to within `precision`, the mean length to that part of
    it, and of every experiment the difference.
    """
    return all(
        _known(plan, part, place, precision)
        for family in plan.families
        for place in family
        if not plan.cells[place].levels
    )


def _known(plan: Plan, part: Part, place: int, precision: float) -> bool:
    cell, tally = plan.cells[place], part.tallies.get(place)
    if tally is None or tally.games < FEWEST:
        return False
    for number, column in enumerate(columns_of(cell)):
        if cell.item is not None:
            if column.name == "hero":
                found = st.difference(tally.crossed[number].tolist(), column.scale, True, column.most)
                return found.half <= precision
        elif column.name in SHARES or column.name == LENGTH:
            interval = interval_of(column, tally.moments[number].tolist(), sequence=True)
            if interval.half > precision * (abs(interval.value) if column.name == LENGTH else 1.0):
                return False
    return True
