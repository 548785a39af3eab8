"""What is hidden, tried on any game: the invariants of matches that are about it, for longer than `dicehouse check`.

`test_hidden.py` tries them on every game, `test_planted_faults.py` on games that are made to break them.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from dicehouse.core import Game
from dicehouse.match.match import Event
from dicehouse.match.match_invariants import (
    hidden_is_resampled,
    indistinguishable_is_resampled_alike,
    log_tells_only_what_the_seat_may_know,
    nothing_tells_a_resampled_position,
    observation_of,
    resampled,
    resampling_uses_only_what_the_seat_knows,
    same_view_is_the_same,
    twin,
    what_follows_tells_no_more,
)

redealt = resampled
COUNTS: dict[Callable[[Game, int], None], int] = {  # matches
    hidden_is_resampled: 24,
    indistinguishable_is_resampled_alike: 10,
    nothing_tells_a_resampled_position: 16,
    resampling_uses_only_what_the_seat_knows: 16,
    log_tells_only_what_the_seat_may_know: 12,
    what_follows_tells_no_more: 12,
    same_view_is_the_same: 15,
}


def _tried(law: Callable[[Game, int], None], count: int) -> Callable[[Game], None]:
    return lambda game: law(game, count if "DICEHOUSE_TEST_LONG" in os.environ else -(-2 * count // 3))


LAWS = {law.__name__: _tried(law, count) for law, count in COUNTS.items()}


def known(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.known_to(seat)]


__all__ = ["LAWS", "known", "observation_of", "redealt", "twin"]
