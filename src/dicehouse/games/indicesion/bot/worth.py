"""What a position is worth to a seat while dice are left to throw: points ahead, and whose towers will last.

The chances are counted, in some hundred throws each with hands as usual.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.ready_throws import best_face
from ..rules.rounds import in_hand
from ..rules.scoring import Scored, base, burning, owner, totals
from ..rules.seating import MIDDLE, board_name, die_name
from ..rules.state import Mode, State

STEADY, SLIPS = 4.9, 3.3  # points of a die that is let fall on a free place, and of one that slid off another
STAYS = (0.2, 0.55, 0.7, 0.9)  # how often a die stays on a tower of 1, 2, ... levels: the higher, the shorter the fall
BURNS = 0.9  # how often a red die comes down on what it is meant to burn


@dataclass(frozen=True)
class Cover:
    """A die dropped onto one that scores, and what will score if it stays there."""

    onto: Scored
    face: int
    stays: float
    slips: float
    tops: list[Scored]


def covers(state: State, tops: list[Scored], seat: int, die: str) -> Iterator[Cover]:
    """Every die that may be covered: to take over a tower, or to spoil somebody else's with a 1."""
    red = bool(burning(state, [die]))
    for onto in tops:
        if owner(state, onto) is not None and not burning(state, [onto.die]):
            mine = onto.board in (MIDDLE, board_name(seat))
            face = best_face(state, die) if mine else 1
            levels = (1,) if red else tuple(level + 1 for level in onto.chains)
            stays = BURNS if red else STAYS[min(max(onto.chains), len(STAYS)) - 1]
            rest = [top for top in tops if top.die != onto.die]
            laid = Scored(die, onto.board, base(state, die, face) * sum(levels), levels)
            yield Cover(onto, face, stays, SLIPS if mine else -SLIPS, [*rest, laid])


def lead(points: list[int], seat: int) -> float:
    """Points ahead of the best rival, and a little for being ahead of the others too."""
    others = [number for other, number in enumerate(points) if other != seat]
    return points[seat] - max(others) * 0.75 - sum(others) / len(others) * 0.25


def worth(state: State, tops: list[Scored], seat: int, last: int | None) -> float:
    """How far ahead a seat is, and what the last one to throw may yet make of the towers in the middle: whatever others
    take over before, the last one may take back."""
    ahead = lead(totals(state, tops), seat)
    if last is None or state.options.game != Mode.CENTRAL:
        return ahead
    die, before = die_name(in_hand(state, last)[-1]), lead(totals(state, tops), last)
    chance = max(
        (
            cover.stays * (lead(totals(state, cover.tops), last) - before) + (1 - cover.stays) * cover.slips - STEADY
            for cover in covers(state, tops, last, die)
        ),
        default=0.0,
    )
    return ahead + max(chance, 0.0) * (1 if last == seat else -1 / (state.n_players - 1))


def last_to_throw(state: State) -> int | None:
    """Who throws last in this round; None if the throw that is due is the last."""
    n = state.n_players
    left = {seat: len(in_hand(state, seat)) - (seat == state.player) for seat in range(n)}
    last = max(left, key=lambda seat: (left[seat], (seat - state.player - 1) % n))
    return last if left[last] > 0 else None
