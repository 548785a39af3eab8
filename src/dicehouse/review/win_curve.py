"""Build the win curve of a match: every seat's chance before and after each decision and each chance event.

It goes forward: a decision begins with the chances that came before it, and what nobody could foresee leads to the
value of the next position.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dicehouse.records.record import Floats

from .reviewed_match import ReviewedMatch, ReviewedMove
from .valuation import PositionValue, Valuation, apply_change

ROUNDING = 1e-5  # differences between exact values that come from rounding


@dataclass
class WinChange:
    """Hold a decision or a chance event; `move` is None for the deal."""

    move: ReviewedMove | None
    chance: bool
    before: Floats
    after: Floats
    error: float
    best: int | None = None  # an option that is clearly better
    text: str = ""  # text of the best option, if it is described freely, not listed

    @property
    def cost(self) -> float:
        """Return what a decision took from the seat that chose."""
        return 0.0 if self.move is None else float(self.before[self.move.seat] - self.after[self.move.seat])


def build_win_curve(reviewed: ReviewedMatch, found: Valuation) -> list[WinChange]:
    """Return all decisions and chance events in their order, from the start to the outcome."""
    dealt = found.positions[0]
    start, entries = starting_chances(reviewed, dealt.returns), []
    if (dealt.returns != start).any():
        entries.append(WinChange(None, True, start, dealt.returns, float(dealt.error.max())))
    now, error = dealt.returns, dealt.error
    for move in reviewed.moves:
        decision = found.decisions.get(move.number)
        if decision is not None and not move.forced:
            after = apply_change(now, decision.usual, decision.chosen)
            best = decision.best if now[move.seat] > after[move.seat] else None
            its_error = float(decision.error[move.seat]) if (now != after).any() else 0.0
            entries.append(WinChange(move, False, now, after, its_error, best, decision.text))
            now = after
        elif not move.forced:
            entries.append(WinChange(move, False, now, now, 0.0))
        if move.number in found.luck_after:
            following = _following_value(reviewed, found, move)
            entries += _chance_entry(entries, move, now, following, error)
            now, error = following.returns, following.error
    return entries


def _following_value(reviewed: ReviewedMatch, found: Valuation, move: ReviewedMove) -> PositionValue:
    if reviewed.outcome is not None and move is reviewed.moves[-1]:
        return PositionValue(np.array(reviewed.outcome), np.zeros(reviewed.players))
    return found.positions[move.number]


def _chance_entry(
    entries: list[WinChange], move: ReviewedMove, now: Floats, following: PositionValue, error: Floats
) -> list[WinChange]:
    """Return the entry of what led to the next value. Where that is only rounded differently, there is none."""
    visible = move.chance or move.at_once
    if entries and not visible and np.abs(following.returns - now).max() < ROUNDING:
        entries[-1].after = following.returns
        return []
    return [WinChange(move, True, now, following.returns, float(np.hypot(following.error, error).max()))]


def starting_chances(reviewed: ReviewedMatch, dealt: Floats) -> Floats:
    """Return each seat's chance before the deal: equal, as long as the seats play against each other."""
    if not np.isclose(sum(dealt), 1.0) or reviewed.players < 2:
        return dealt
    return np.full(reviewed.players, 1.0 / reviewed.players)
