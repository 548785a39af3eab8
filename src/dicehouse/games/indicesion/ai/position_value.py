"""Estimate a position's value to a seat while dice are left to throw: the points lead, and which towers will last.

The chances are those of `throw_counts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.ready_throws import best_face
from ..rules.rounds import in_hand
from ..rules.scoring import ScoredDie, burning_dice, face_value, points_owner, total_points
from ..rules.state import Mode, State
from ..rules.table_layout import MIDDLE, board_name, die_name
from .throw_counts import BURNS, counts_of


@dataclass(frozen=True)
class Cover:
    """Hold a die that scores, and what would score if a die dropped onto it stays there."""

    onto: ScoredDie
    face: int
    stays: float
    slips: float
    tops: list[ScoredDie]


def find_covers(state: State, tops: list[ScoredDie], seat: int, die: str) -> Iterator[Cover]:
    """Yield each die that `seat` could cover with `die`: to take over a tower, or to spoil a rival's with a 1."""
    red, counts = bool(burning_dice(state, [die])), counts_of(state)
    for onto in tops:
        if points_owner(state, onto) is not None and not burning_dice(state, [onto.die]):
            mine = onto.board in (MIDDLE, board_name(seat))
            face = best_face(state, die) if mine else 1
            levels = (1,) if red else tuple(level + 1 for level in onto.chains)
            often = counts.stays
            stays = BURNS if red else often[min(max(onto.chains), len(often)) - 1]
            rest = [top for top in tops if top.die != onto.die]
            laid = ScoredDie(die, onto.board, face_value(state, die, face) * sum(levels), levels)
            yield Cover(onto, face, stays, counts.slips if mine else -counts.slips, [*rest, laid])


def lead_value(points: list[int], seat: int) -> float:
    """Return the points lead of `seat` over the best rival, plus a little for its lead over the others."""
    others = [number for other, number in enumerate(points) if other != seat]
    return points[seat] - max(others) * 0.75 - sum(others) / len(others) * 0.25


def position_value(state: State, tops: list[ScoredDie], seat: int, last: int | None) -> float:
    """Return how far ahead `seat` is, adjusted for what the `last` seat to throw may still change: it may take back any
    tower in the middle that others take over before.
    """
    ahead = lead_value(total_points(state, tops), seat)
    if last is None or state.options.game != Mode.CENTRAL:
        return ahead
    die, before = die_name(in_hand(state, last)[-1]), lead_value(total_points(state, tops), last)
    chance = max(
        (
            cover.stays * (lead_value(total_points(state, cover.tops), last) - before)
            + (1 - cover.stays) * cover.slips
            - counts_of(state).steady
            for cover in find_covers(state, tops, last, die)
        ),
        default=0.0,
    )
    return ahead + max(chance, 0.0) * (1 if last == seat else -1 / (state.n_players - 1))


def last_to_throw(state: State) -> int | None:
    """Return the seat that throws last in this round, or None if the next throw is the last."""
    n = state.n_players
    left = {seat: len(in_hand(state, seat)) - (seat == state.player) for seat in range(n)}
    last = max(left, key=lambda seat: (left[seat], (seat - state.player - 1) % n))
    return last if left[last] > 0 else None
