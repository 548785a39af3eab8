"""Estimate when games are decided, from each seat's winning chance as turns begin, by a model fitted to other games.

The model is a conditional logit (McFadden 1974) of what any game has: how far a seat is ahead of the others, how long
the game has lasted, how far the leader has come, and whose turn it is. It knows no cards and no board, so its
calibration is published with its chances: of the seats with a given chance, how many won. Its intervals allow for the
different model that other games would have given (jackknife.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from . import jackknife
from . import study_statistics as st
from .jackknife import GROUPS
from .play_kernel import SHARE
from .result_types import CurvePoint, MeasuredValue
from .summary.number_words import format_percent
from .tallies import MAX_POSITIONS, CellTally

FloatArray = npt.NDArray[np.float64]
MIN_GAMES = 200  # with fewer games the model fits badly, and calls too many games decided
MODEL_MEASURES = ("decided", "open", "low", "late")  # the names of its measures
DECIDED_AT = 0.9
MAX_NEWTON_STEPS, RIDGE = 25, 1e-3
CURVE_PARTS = 20  # of a game, in the curves
CALIBRATION_BINS = 10  # of the calibration
QUANTILE_STEPS = 1000  # parts of a game, to which its median is rounded


@dataclass
class DecisionTiming:
    """Hold the measures and curves that the model gives."""

    measures: list[MeasuredValue] = field(default_factory=list)
    curves: dict[str, list[CurvePoint]] = field(default_factory=dict)


@dataclass
class _Positions:
    """Hold all positions, one after the other: features by seat, what each seat won, and of which game they are."""

    features: FloatArray
    won: FloatArray
    game: npt.NDArray[np.int64]
    lengths: list[int]


def estimate_decision_timing(tally: CellTally, players: int) -> DecisionTiming:
    """Return how and when the games of a cell are decided.

    Return no measures if there are too few games, or nobody to play against.
    """
    samples = [sample for _, sample in sorted(tally.samples.items()) if 1 < len(sample.looks) < MAX_POSITIONS]
    if players < 2 or len(samples) < MIN_GAMES:
        return DecisionTiming()
    looks = _stack_positions([s.looks for s in samples], [s.won for s in samples], players)
    return _timing_measures(looks, _cross_fitted_chances(looks))


def _stack_positions(
    marks: Sequence[npt.NDArray[np.float32]], won: Sequence[npt.NDArray[np.int64]], players: int
) -> _Positions:
    lengths = [len(each) for each in marks]
    rows = np.concatenate(marks).astype(np.float64)
    values, seat = rows[:, :players], rows[:, players].astype(np.int64)
    time = np.concatenate([np.arange(n) for n in lengths]) / np.mean(lengths)
    gap = values - (values.sum(1, keepdims=True) - values) / (players - 1)
    gap /= max(float(gap.std()), 1e-9)
    lead = values.max(1) / max(float(np.abs(values).max()), 1e-9)
    turn = (np.arange(players) == seat[:, None]).astype(np.float64)
    by_time = [np.ones(len(rows)), time, time**2, lead, lead**2]
    features = [gap * weight[:, None] for weight in by_time]
    features += [gap * np.abs(gap) * weight[:, None] for weight in (by_time[0], lead)]
    features += [turn * weight[:, None] for weight in (by_time[0], time, lead)]
    game = np.repeat(np.arange(len(marks)), lengths)
    return _Positions(np.stack(features, 2), np.array(won)[game] / SHARE, game, lengths)


def _cross_fitted_chances(looks: _Positions) -> list[FloatArray]:
    """Return the chances of all seats. The chances of each game come from a model that is fitted to all groups but its
    own. For the first row, models use all other groups; for each further row, they also leave out one more group, one
    after another.
    """
    group = jackknife.group_games(len(looks.lengths))[looks.game]
    weight = 1.0 / np.array(looks.lengths)[looks.game]
    parts = [(looks.features[here], looks.won[here], weight[here]) for here in group == np.arange(GROUPS)[:, None]]
    without = _fit_without_groups(parts)
    found = []
    for out in range(-1, GROUPS):
        chances = np.zeros(looks.won.shape)
        for own in range(GROUPS):
            here = group == own
            chances[here] = _win_chances(looks.features[here], without[frozenset({own, out} - {-1})])
        found.append(chances)
    return found


def _fit_without_groups(parts: Sequence[tuple[FloatArray, FloatArray, FloatArray]]) -> dict[frozenset[int], FloatArray]:
    """Return the likeliest weights without one or two groups of games, every game with the same weight.

    Newton's method finds those of all games; the others lie so near that a single step leads there.
    """
    theta = np.zeros(parts[0][0].shape[2])
    for _ in range(MAX_NEWTON_STEPS):
        pulls = [_gradient_and_hessian(*part, theta) for part in parts]
        slope = np.sum([pull for pull, _ in pulls], 0) - RIDGE * theta
        curve = np.sum([held for _, held in pulls], 0) + RIDGE * np.eye(len(theta))
        step = _newton_step(slope, curve)
        if float(np.abs(step).max()) < 1e-6:
            break
        theta = theta + step
    found = {}
    for a, b in combinations_with_replacement(range(GROUPS), 2):
        out = {a, b}
        pull, held = (np.sum([pulls[number][part] for number in out], 0) for part in (0, 1))
        found[frozenset(out)] = theta + _newton_step(slope - pull, curve - held)
    return found


def _newton_step(slope: FloatArray, curve: FloatArray) -> FloatArray:
    step: FloatArray = np.asarray(np.linalg.solve(curve, slope), np.float64)
    return step / max(1.0, float(np.abs(step).max()) / 2)  # limit the length of a step


def _gradient_and_hessian(
    x: FloatArray, won: FloatArray, weight: FloatArray, theta: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the gradient and the Hessian of the log likelihood of some positions at the weights `theta`."""
    p = _win_chances(x, theta)
    flat, middle = x.reshape(-1, x.shape[2]), np.einsum("is,isk->ik", p, x)
    inner = flat.T @ (flat * (weight[:, None] * p).reshape(-1, 1))
    pull: FloatArray = (weight[:, None] * (won - p)).reshape(-1) @ flat
    return pull, inner - middle.T @ (middle * weight[:, None])


def _win_chances(x: FloatArray, theta: FloatArray) -> FloatArray:
    utility = x @ theta
    strength = np.exp(utility - utility.max(1, keepdims=True))
    found: FloatArray = strength / strength.sum(1, keepdims=True)
    return found


# --- measures and curves


@dataclass
class _WinnerChances:
    """Hold the later winner's chance by game: a row for each model, of which the first is that of all games."""

    since: FloatArray  # the part of the game after which its winner is decided; 1 if not before the end
    open: FloatArray  # 1 if still open as the last turn begins
    low: FloatArray  # 1 if it was once very low
    late: FloatArray  # share of the squared changes of its chance that lies in the last quarter of the turns
    kept: npt.NDArray[np.bool_]  # which games each model has seen


def _timing_measures(looks: _Positions, chances: Sequence[FloatArray]) -> DecisionTiming:
    players = looks.won.shape[1]
    low = 0.5 / players
    winner = looks.won.argmax(1)
    of_winner = np.array([each[np.arange(len(winner)), winner] for each in chances])
    found = _winner_chances(of_winner, np.array(looks.lengths), low)
    timing = DecisionTiming()
    timing.measures = [
        _quantile_measure("decided", "part of the game after which half of the games are decided", found),
        _share_measure("open", "games still open when the last turn begins", found.open, found.kept),
        _share_measure(
            "low", f"won by a player whose chance was once below {format_percent(low, 0)}", found.low, found.kept
        ),
        _mean_measure("late", "part of the decision that falls in the last quarter", found.late, found.kept),
    ]
    timing.curves = {
        "decided": _decided_curve(found, np.arange(CURVE_PARTS + 1) / CURVE_PARTS),
        "winner": [_winner_chance_at(of_winner[0], looks.lengths, part / CURVE_PARTS) for part in range(CURVE_PARTS)],
        "calibration": _calibration(looks, chances[0]),
    }
    return timing


def _winner_chances(of_winner: FloatArray, lengths: npt.NDArray[np.int64], low: float) -> _WinnerChances:
    first = np.cumsum(lengths) - lengths
    long = np.repeat(lengths, lengths)
    place = np.arange(len(long)) - np.repeat(first, lengths)  # of a position in its game
    then = np.append(of_winner[:, 1:], np.ones((len(of_winner), 1)), 1)
    then[:, first[1:] - 1] = 1.0  # the end is sure
    steps = (then - of_winner) ** 2
    last = np.where(place >= -(-3 * long // 4), steps, 0.0)
    unsure = np.where(of_winner < DECIDED_AT, place + 1, 0)
    group = jackknife.group_games(len(lengths))
    return _WinnerChances(
        np.maximum.reduceat(unsure, first, 1) / lengths,
        (of_winner[:, first + lengths - 1] < DECIDED_AT).astype(np.float64),
        (np.minimum.reduceat(of_winner, first, 1) < low).astype(np.float64),
        np.add.reduceat(last, first, 1) / np.maximum(np.add.reduceat(steps, first, 1), 1e-12),
        np.array([group != out for out in range(-1, GROUPS)]),
    )


def _means(values: FloatArray, kept: npt.NDArray[np.bool_]) -> FloatArray:
    """Return the means over the games that each model has seen; the first is of all games."""
    found: FloatArray = (values * kept).sum(1) / kept.sum(1)
    return found


def _decided_parts(found: _WinnerChances, parts: FloatArray) -> FloatArray:
    """Return how many of each model's games are decided by each part."""
    return np.array([_means(found.since <= part + 1e-9, found.kept) for part in parts]).T


def _decided_curve(found: _WinnerChances, parts: FloatArray) -> list[CurvePoint]:
    decided, games = _decided_parts(found, parts), found.kept.shape[1]
    errors = jackknife.standard_error(decided[1:])
    return [
        [float(part), float(share), *jackknife.share_interval_from_error(float(share), games, float(error))]
        for part, share, error in zip(parts, decided[0], errors, strict=True)
    ]


def _winner_chance_at(of_winner: FloatArray, lengths: Sequence[int], part: float) -> CurvePoint:
    """Return the later winner's chance at a part of the game: the median, the inner half, and 8 games of 10."""
    first = np.cumsum(lengths) - lengths
    there = of_winner[first + (part * np.array(lengths)).astype(int)]
    return [part, *(float(q) for q in np.quantile(there, (0.5, 0.25, 0.75, 0.1, 0.9)))]


def _calibration(looks: _Positions, chances: FloatArray) -> list[CurvePoint]:
    """Return by tenths of the chance: the predicted chance, the share of wins, its interval, and the number of
    positions.
    """
    weights = np.repeat(1.0 / np.array(looks.lengths), looks.lengths)
    found = []
    for place in range(CALIBRATION_BINS):
        here = (chances >= place / CALIBRATION_BINS) & (
            (chances < (place + 1) / CALIBRATION_BINS) | (place == CALIBRATION_BINS - 1)
        )
        rows, seats = np.nonzero(here)
        if len(rows):
            weight, games = weights[rows], len(np.unique(looks.game[rows]))
            came = float(np.average(looks.won[rows, seats], weights=weight))
            said = float(np.average(chances[rows, seats], weights=weight))
            found.append([said, came, *st.wilson(came * games, games), float(len(rows))])
    return found


def _quantile_measure(name: str, words: str, found: _WinnerChances) -> MeasuredValue:
    parts = np.unique(np.rint(found.since[0] * QUANTILE_STEPS)) / QUANTILE_STEPS
    decided = _decided_parts(found, parts + 0.5 / QUANTILE_STEPS)
    value = float(parts[decided[0] >= 0.5 - 1e-9].min())
    low, high = jackknife.median_interval(parts, decided[0], decided[1:])
    return MeasuredValue(name, words, "", "quantile", value, low, high, 0.0, found.since.shape[1])


def _share_measure(name: str, words: str, flags: FloatArray, kept: npt.NDArray[np.bool_]) -> MeasuredValue:
    found = jackknife.share_interval(flags[0] > 0, _means(flags, kept)[1:])
    return MeasuredValue(name, words, "", "share", found.value, found.low, found.high, found.sd, found.n)


def _mean_measure(name: str, words: str, values: FloatArray, kept: npt.NDArray[np.bool_]) -> MeasuredValue:
    found = jackknife.mean_interval(values[0], _means(values, kept)[1:])
    return MeasuredValue(name, words, "", "share", found.value, found.low, found.high, found.sd, found.n)
