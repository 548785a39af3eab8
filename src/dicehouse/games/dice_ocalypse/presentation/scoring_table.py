"""List what scores at this table, as dice and their points, and mark what the current throw contains (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np

from dicehouse.i18n import Text, _, join_texts
from dicehouse.records.record import dtype, strict

from ..rules.scoring import set_scoring
from ..rules.settings import SETTINGS
from ..rules.state import N_DICE, Phase, State
from .throw_points import bust_chances, most_points_of, points_of, scoring_key
from .view_types import ScoringRow

SINGLES = ((1,), (5,))
EXAMPLE = 3  # stands for any number that scores nothing alone
WHOLE_THROWS = ((1, 2, 3, 4, 5, 6), (2, 2, 4, 4, 6, 6), (2, 2, 2, 2, 4, 4), (2, 2, 2, 3, 3, 3))


def scoring_rows(state: State) -> list[ScoringRow]:
    """Return rows of dice with their points, smallest sets first; `here` is True if the throw to choose from has such
    dice.
    """
    thrown = list(state.dice)[: state.n_dice] if state.phase == Phase.KEEP else []
    rows = _rows_in_throw(scoring_key(state), tuple(sorted(thrown)))
    return [{"dice": list(dice), "points": points, "here": here} for dice, points, here in rows]


@lru_cache(maxsize=2_000)
def _rows_in_throw(key: bytes, thrown: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int, bool], ...]:
    return tuple((dice, points, _contains_pattern(dice, thrown)) for dice, points in _rows(key))


@lru_cache(maxsize=64)
def _rows(key: bytes) -> tuple[tuple[tuple[int, ...], int], ...]:
    alike = [((EXAMPLE,) * number, points_of(key, (EXAMPLE,) * number)) for number in range(3, N_DICE + 1)]
    doubles = all(more == 2 * less for (_, less), (_, more) in pairwise(alike))
    rows: list[tuple[tuple[int, ...], int]] = [(dice, points_of(key, dice)) for dice in (*SINGLES, (1, 1, 1))]
    rows += alike[:2] if doubles else alike  # two rows show how the list continues
    rows += [(dice, points_of(key, dice)) for dice in WHOLE_THROWS]
    return tuple((dice, points) for dice, points in rows if points)


def _contains_pattern(dice: Sequence[int], thrown: Sequence[int]) -> bool:
    """Return True if `thrown` has these dice, or others of the same pattern."""
    if len(dice) == 1 or set(dice) == {1}:
        return sum(face == dice[0] for face in thrown) >= len(dice)
    counts = sorted((thrown.count(face) for face in set(thrown) if face != 1 or len(set(dice)) > 1), reverse=True)
    if len(set(dice)) == 1:
        return bool(counts) and counts[0] == len(dice)
    return counts == sorted((dice.count(face) for face in set(dice)), reverse=True)


def examples(state: State) -> dict[str, str]:
    """Return the points at this table of the dice that each scoring setting shows as an example."""
    key, rows = scoring_key(state), {each.key: tuple(map(int, each.dice)) for each in SETTINGS if each.dice}
    found = {name: most_points_of(key, dice) for name, dice in rows.items()}
    return {
        name: _("these score {points}", points=points) if points else _("these score nothing")
        for name, points in found.items()
    }


@cache
def standard_scoring_key() -> bytes:
    """Return the scoring table of a table with the default settings, for texts that belong to no table."""
    state = strict(State, np.zeros(dtype(State).itemsize, np.uint8))
    for setting in SETTINGS:
        setattr(state.options, setting.key, setting.encode(setting.default))
    set_scoring(state)
    return scoring_key(state)


def standard_points(dice: str) -> int:
    """Return the points of `dice`, such as "111", at a table with the default settings."""
    return points_of(standard_scoring_key(), tuple(sorted(map(int, dice))))


def standard_bust_odds(count: int) -> tuple[int, int]:
    """Return how many of how many throws of `count` dice score nothing with the default settings: 4 of 9."""
    odds = Fraction(bust_chances(standard_scoring_key())[count - 1]).limit_denominator(100)
    return odds.numerator, odds.denominator


def rows_in_words(rows: Sequence[ScoringRow]) -> Text:
    """Return rows as text: 1: 100; 5: 50; 1 1 1: 1,000."""
    parts = [Text("{dice}: {points}", {"dice": " ".join(map(str, r["dice"])), "points": r["points"]}) for r in rows]
    return join_texts(parts, "; ")
