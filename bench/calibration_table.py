"""Compare forecasts with outcomes: how far chances are off, and how sharp they are.

A forecast is a chance to win, an outcome is the part of the win that came of it: 1, 0, or less than 1 in a tie. Each
row must come from a game of its own, because the statistics take rows to be independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

DECILES = 10
CONFIDENCE = 0.99  # with which all cells together contain the true rates
MAX_HALF_WIDTH = 0.05  # a cell with a wider interval says nothing
REACHED, MISSED, NOT_TESTED = "reached", "not reached", "not tested"
ONE_SIDED = 1.645  # standard errors of a bound that holds in 95% of cases


@dataclass(frozen=True)
class Cell:
    """Hold neighbouring rows: their mean forecast, their mean outcome, and the interval of the true rate."""

    rows: int
    forecast: float
    observed: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2.0

    @property
    def counts(self) -> bool:
        """Return True if the interval is narrow enough for the cell to be tested."""
        return self.half_width <= MAX_HALF_WIDTH

    @property
    def is_off(self) -> bool:
        """Return True if the cell counts and its mean forecast is outside the interval."""
        return self.counts and not self.low <= self.forecast <= self.high


@dataclass(frozen=True)
class Brier:
    """Hold the Brier score and its parts by deciles: reliability - resolution + uncertainty, and what is left."""

    score: float
    reliability: float
    resolution: float
    uncertainty: float


@dataclass(frozen=True)
class Calibration:
    """Hold what a set of forecasts is worth. `error` is the root mean square over deciles with the sampling noise
    subtracted; the true one is below `bound` with 95% confidence.
    """

    rows: int
    error: float
    bound: float
    cells: Sequence[Cell]
    brier: Brier

    def verdict(self, limit: float) -> str:
        """Return whether the error is at most `limit` and no cell is off; NOT_TESTED if a cell doesn't count."""
        if any(cell.is_off for cell in self.cells):
            return MISSED
        if not all(cell.counts for cell in self.cells):
            return NOT_TESTED
        return REACHED if self.error <= limit else MISSED


def measure_calibration(forecasts: Sequence[float] | Floats, outcomes: Sequence[float] | Floats) -> Calibration:
    """Return the calibration of forecasts."""
    said, came = np.array(forecasts, float), np.array(outcomes, float)
    groups = split_in_deciles(said)
    weights = np.array([len(group) for group in groups], float) / max(1, len(said))
    gaps = np.array([(came[group] - said[group]).mean() for group in groups])
    noise = np.array([_squared_error(came[group] - said[group]) for group in groups])
    squared = float((weights * (gaps**2 - noise)).sum())
    spread = float((weights**2 * (4.0 * np.maximum(gaps**2, noise) * noise)).sum()) ** 0.5
    return Calibration(
        len(said),
        max(0.0, squared) ** 0.5,
        max(0.0, squared + ONE_SIDED * spread) ** 0.5,
        pool_cells(said, came, groups),
        _brier(said, came, groups, weights),
    )


def split_in_deciles(forecasts: Floats) -> list[npt.NDArray[np.int64]]:
    """Return the indices of ten equal parts of the rows, in the order of their forecasts; fewer if rows are few."""
    order = np.argsort(forecasts, kind="stable")
    return [part for part in np.array_split(order, DECILES) if len(part)]


def pool_cells(said: Floats, came: Floats, groups: Sequence[npt.NDArray[np.int64]]) -> list[Cell]:
    """Return a cell for each group, or for neighbouring groups that are pooled until they count.

    A cell that counts is pooled with one that does not only if they count together. So some may be left that don't.
    """
    parts = [np.array(group) for group in groups]
    cells = [_make_cell(said, came, part) for part in parts]
    while merges := _possible_merges(said, came, parts, cells):
        _, first, pooled = min(merges, key=lambda each: each[0])
        parts[first : first + 2] = [np.concatenate(parts[first : first + 2])]
        cells[first : first + 2] = [pooled]
    return cells


def _possible_merges(
    said: Floats, came: Floats, parts: Sequence[npt.NDArray[np.int64]], cells: Sequence[Cell]
) -> list[tuple[tuple[bool, float], int, Cell]]:
    """Return which cells may be pooled with the next one: those that count only if need be, and near the ends first,
    where few rows are enough.
    """
    found = []
    for first in range(len(cells) - 1):
        pair = cells[first], cells[first + 1]
        if all(cell.counts for cell in pair):
            continue
        pooled = _make_cell(said, came, np.concatenate(parts[first : first + 2]))
        if pooled.counts or not any(cell.counts for cell in pair):
            found.append(((any(cell.counts for cell in pair), pooled.half_width), first, pooled))
    return found


def _make_cell(said: Floats, came: Floats, part: npt.NDArray[np.int64]) -> Cell:
    low, high = simultaneous_interval(float(came[part].mean()), len(part))
    return Cell(len(part), float(said[part].mean()), float(came[part].mean()), low, high)


def simultaneous_interval(share: float, rows: int, cells: int = DECILES) -> tuple[float, float]:
    """Return Wilson's interval of a share, so wide that `cells` of them hold together. Ties only make it wider than it
    must be.
    """
    z = NormalDist().inv_cdf(1.0 - (1.0 - CONFIDENCE) / (2.0 * cells))
    middle = (share + z * z / (2.0 * rows)) / (1.0 + z * z / rows)
    reach = z * (share * (1.0 - share) / rows + z * z / (4.0 * rows * rows)) ** 0.5 / (1.0 + z * z / rows)
    return middle - reach, middle + reach


def _squared_error(gaps: Floats) -> float:
    """Return the squared standard error of a mean; that of an open result if there is only one."""
    return float(gaps.var(ddof=1)) / len(gaps) if len(gaps) > 1 else 0.25


def _brier(said: Floats, came: Floats, groups: Sequence[npt.NDArray[np.int64]], weights: Floats) -> Brier:
    base = came.mean()
    forecasts, rates = (np.array([each[group].mean() for group in groups]) for each in (said, came))
    return Brier(
        float(((said - came) ** 2).mean()),
        float((weights * (forecasts - rates) ** 2).sum()),
        float((weights * (rates - base) ** 2).sum()),
        float(came.var()),
    )
