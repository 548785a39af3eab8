"""What scores at this table, as dice and their points, and which of it lies in the throw (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..rules.settings import SETTINGS
from ..rules.state import N_DICE, Phase, State
from .points import most_of, points_of, scoring_key

SINGLES = ((1,), (5,))
EXAMPLE = 3  # stands for any number that scores nothing alone
WHOLES = ((1, 2, 3, 4, 5, 6), (2, 2, 4, 4, 6, 6), (2, 2, 2, 2, 4, 4), (2, 2, 2, 3, 3, 3))


def worth(state: State) -> list[dict[str, Any]]:
    """Rows of dice with what they bring, smallest sets first; `here`: the throw that is chosen from has such dice."""
    thrown = list(state.dice)[: state.n_dice] if state.phase == Phase.KEEP else []
    rows = _lying(scoring_key(state), tuple(sorted(thrown)))
    return [{"dice": list(dice), "points": points, "here": here} for dice, points, here in rows]


@lru_cache(maxsize=2_000)
def _lying(key: bytes, thrown: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int, bool], ...]:
    return tuple((dice, points, _lies(dice, thrown)) for dice, points in _rows(key))


@lru_cache(maxsize=64)
def _rows(key: bytes) -> tuple[tuple[tuple[int, ...], int], ...]:
    alike = [((EXAMPLE,) * number, points_of(key, (EXAMPLE,) * number)) for number in range(3, N_DICE + 1)]
    doubles = all(more == 2 * less for (_, less), (_, more) in pairwise(alike))
    rows: list[tuple[tuple[int, ...], int]] = [(dice, points_of(key, dice)) for dice in (*SINGLES, (1, 1, 1))]
    rows += alike[:2] if doubles else alike  # how it goes on is seen from the first two
    rows += [(dice, points_of(key, dice)) for dice in WHOLES]
    return tuple((dice, points) for dice, points in rows if points)


def _lies(dice: Sequence[int], thrown: Sequence[int]) -> bool:
    """Whether a throw has these dice, or others of the same pattern."""
    if len(dice) == 1 or set(dice) == {1}:
        return sum(face == dice[0] for face in thrown) >= len(dice)
    counts = sorted((thrown.count(face) for face in set(thrown) if face != 1 or len(set(dice)) > 1), reverse=True)
    if len(set(dice)) == 1:
        return bool(counts) and counts[0] == len(dice)
    return counts == sorted((dice.count(face) for face in set(dice)), reverse=True)


def examples(state: State) -> dict[str, str]:
    """What the dice beside each row of the settings bring at this table."""
    key, rows = scoring_key(state), {each.key: tuple(map(int, each.dice)) for each in SETTINGS if each.dice}
    found = {name: most_of(key, dice) for name, dice in rows.items()}
    return {name: f"these: {points:,}" if points else "these: nothing" for name, points in found.items()}


def in_words(rows: Sequence[dict[str, Any]]) -> str:
    """1: 100; 5: 50; 1 1 1: 1,000."""
    return "; ".join(f"{' '.join(map(str, row['dice']))}: {row['points']:,}" for row in rows)
