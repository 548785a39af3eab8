"""How a game is decided: each seat's winning chance as turns begin, by a model fitted to other games.

The model is a conditional logit (McFadden 1974) of what any game tells: how far a seat stands from the others, how long
the game has lasted, how far the leader has come, and whose turn it is. It knows no cards and no board, so its
calibration is published with what it says: of the seats that it gave so much, so many won. Its intervals allow for what
other games would have made of it (jackknife.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from dicehouse.kit.shares import percent

from . import jackknife
from . import statistics as st
from .findings import Measure, Point
from .jackknife import GROUPS
from .tallying import MOST_LOOKS, Tally
from .watching import SHARE

Floats = npt.NDArray[np.float64]
FEWEST = 200  # games: fewer teach the model too little, and it would call too many sure
COURSE = ("decided", "open", "low", "late")  # the names of its measures
SURE = 0.9
STEPS, RIDGE = 25, 1e-3
PARTS = 20  # of a game, in the curves
BINS = 10  # of the calibration
FINE = 1000  # parts of a game, by which its median is told


@dataclass
class Course:
    """What the model says."""

    measures: list[Measure] = field(default_factory=list)
    curves: dict[str, list[Point]] = field(default_factory=dict)


@dataclass
class _Looks:
    """All positions, one behind the other: features by seat, what each seat won, and of which game they are."""

    features: Floats
    won: Floats
    game: npt.NDArray[np.int64]
    lengths: list[int]


def decided(tally: Tally, players: int) -> Course:
    """How and when the games of a cell are decided; nothing if there are too few, or nobody to play against."""
    samples = [sample for _, sample in sorted(tally.samples.items()) if 1 < len(sample.looks) < MOST_LOOKS]
    if players < 2 or len(samples) < FEWEST:
        return Course()
    looks = _gathered([s.looks for s in samples], [s.won for s in samples], players)
    return _told(looks, _foretold(looks))


def _gathered(marks: Sequence[npt.NDArray[np.float32]], won: Sequence[npt.NDArray[np.int64]], players: int) -> _Looks:
    lengths = [len(each) for each in marks]
    rows = np.concatenate(marks).astype(np.float64)
    standing, seat = rows[:, :players], rows[:, players].astype(np.int64)
    time = np.concatenate([np.arange(n) for n in lengths]) / np.mean(lengths)
    gap = standing - (standing.sum(1, keepdims=True) - standing) / (players - 1)
    gap /= max(float(gap.std()), 1e-9)
    lead = standing.max(1) / max(float(np.abs(standing).max()), 1e-9)
    turn = (np.arange(players) == seat[:, None]).astype(np.float64)
    by_time = [np.ones(len(rows)), time, time**2, lead, lead**2]
    features = [gap * weight[:, None] for weight in by_time]
    features += [gap * np.abs(gap) * weight[:, None] for weight in (by_time[0], lead)]
    features += [turn * weight[:, None] for weight in (by_time[0], time, lead)]
    game = np.repeat(np.arange(len(marks)), lengths)
    return _Looks(np.stack(features, 2), np.array(won)[game] / SHARE, game, lengths)


def _foretold(looks: _Looks) -> list[Floats]:
    """Everybody's chances, each game by a model of all groups of games but its own: first of all others, then without
    each other group in turn.
    """
    group = jackknife.groups(len(looks.lengths))[looks.game]
    weight = 1.0 / np.array(looks.lengths)[looks.game]
    parts = [(looks.features[here], looks.won[here], weight[here]) for here in group == np.arange(GROUPS)[:, None]]
    without = _fitted(parts)
    found = []
    for out in range(-1, GROUPS):
        chances = np.zeros(looks.won.shape)
        for own in range(GROUPS):
            here = group == own
            chances[here] = _chances(looks.features[here], without[frozenset({own, out} - {-1})])
        found.append(chances)
    return found


def _fitted(parts: Sequence[tuple[Floats, Floats, Floats]]) -> dict[frozenset[int], Floats]:
    """The likeliest weights without one or two groups of games, every game counting as one. By Newton's method to those
    of all games; the others lie so near that a single step leads there.
    """
    theta = np.zeros(parts[0][0].shape[2])
    for _ in range(STEPS):
        pulls = [_pull(*part, theta) for part in parts]
        slope = np.sum([pull for pull, _ in pulls], 0) - RIDGE * theta
        curve = np.sum([held for _, held in pulls], 0) + RIDGE * np.eye(len(theta))
        step = _step(slope, curve)
        if float(np.abs(step).max()) < 1e-6:
            break
        theta = theta + step
    found = {}
    for a, b in combinations_with_replacement(range(GROUPS), 2):
        out = {a, b}
        pull, held = (np.sum([pulls[number][part] for number in out], 0) for part in (0, 1))
        found[frozenset(out)] = theta + _step(slope - pull, curve - held)
    return found


def _step(slope: Floats, curve: Floats) -> Floats:
    step: Floats = np.asarray(np.linalg.solve(curve, slope), np.float64)
    return step / max(1.0, float(np.abs(step).max()) / 2)  # no leaps


def _pull(x: Floats, won: Floats, weight: Floats, theta: Floats) -> tuple[Floats, Floats]:
    """How some positions pull at the weights, and how hard they hold them where they are."""
    p = _chances(x, theta)
    flat, middle = x.reshape(-1, x.shape[2]), np.einsum("is,isk->ik", p, x)
    inner = flat.T @ (flat * (weight[:, None] * p).reshape(-1, 1))
    pull: Floats = (weight[:, None] * (won - p)).reshape(-1) @ flat
    return pull, inner - middle.T @ (middle * weight[:, None])


def _chances(x: Floats, theta: Floats) -> Floats:
    utility = x @ theta
    strength = np.exp(utility - utility.max(1, keepdims=True))
    found: Floats = strength / strength.sum(1, keepdims=True)
    return found


# --- what it tells


@dataclass
class _Courses:
    """What the later winner's chance did: a row for each model, of which the first is that of all games; by game."""

    since: Floats  # the part of the game from which on its winner is as good as sure; 1 if never before the end
    open: Floats  # 1 if still open as the last turn begins
    low: Floats  # 1 if it was once very low
    late: Floats  # how much of its whole way, in squares, lies in the last quarter of the turns
    kept: npt.NDArray[np.bool_]  # which games each model has seen


def _told(looks: _Looks, chances: Sequence[Floats]) -> Course:
    players = looks.won.shape[1]
    low = 0.5 / players
    winner = looks.won.argmax(1)
    of_winner = np.array([each[np.arange(len(winner)), winner] for each in chances])
    found = _courses(of_winner, np.array(looks.lengths), low)
    course = Course()
    course.measures = [
        _quantile("decided", "part of the game at which half of the games are decided", found),
        _share("open", "still open as the last turn begins", found.open, found.kept),
        _share("low", f"won by somebody whose chance was once below {percent(low, 0)}", found.low, found.kept),
        _mean("late", "part of what decides a game that happens in its last quarter", found.late, found.kept),
    ]
    course.curves = {
        "decided": _by_then(found, np.arange(PARTS + 1) / PARTS),
        "winner": [_winner_at(of_winner[0], looks.lengths, part / PARTS) for part in range(PARTS)],
        "calibration": _calibration(looks, chances[0]),
    }
    return course


def _courses(of_winner: Floats, lengths: npt.NDArray[np.int64], low: float) -> _Courses:
    first = np.cumsum(lengths) - lengths
    long = np.repeat(lengths, lengths)
    place = np.arange(len(long)) - np.repeat(first, lengths)  # of a position in its game
    then = np.append(of_winner[:, 1:], np.ones((len(of_winner), 1)), 1)
    then[:, first[1:] - 1] = 1.0  # the end is sure
    steps = (then - of_winner) ** 2
    last = np.where(place >= -(-3 * long // 4), steps, 0.0)
    unsure = np.where(of_winner < SURE, place + 1, 0)
    group = jackknife.groups(len(lengths))
    return _Courses(
        np.maximum.reduceat(unsure, first, 1) / lengths,
        (of_winner[:, first + lengths - 1] < SURE).astype(np.float64),
        (np.minimum.reduceat(of_winner, first, 1) < low).astype(np.float64),
        np.add.reduceat(last, first, 1) / np.maximum(np.add.reduceat(steps, first, 1), 1e-12),
        np.array([group != out for out in range(-1, GROUPS)]),
    )


def _means(values: Floats, kept: npt.NDArray[np.bool_]) -> Floats:
    """The means of the games that each model has seen; the first of all games."""
    found: Floats = (values * kept).sum(1) / kept.sum(1)
    return found


def _shares_below(found: _Courses, parts: Floats) -> Floats:
    """Of each model's games, how many are decided by each part."""
    return np.array([_means(found.since <= part + 1e-9, found.kept) for part in parts]).T


def _by_then(found: _Courses, parts: Floats) -> list[Point]:
    shares, games = _shares_below(found, parts), found.kept.shape[1]
    errors = jackknife.error(shares[1:])
    return [
        [float(part), float(share), *jackknife.near(float(share), games, float(error))]
        for part, share, error in zip(parts, shares[0], errors, strict=True)
    ]


def _winner_at(of_winner: Floats, lengths: Sequence[int], part: float) -> Point:
    """The later winner's chance at a part of the game: the median, the inner half, and 8 games of 10."""
    first = np.cumsum(lengths) - lengths
    there = of_winner[first + (part * np.array(lengths)).astype(int)]
    return [part, *(float(q) for q in np.quantile(there, (0.5, 0.25, 0.75, 0.1, 0.9)))]


def _calibration(looks: _Looks, chances: Floats) -> list[Point]:
    """By tenths of the chance: what was said, what came, its interval, and the number of positions."""
    weights = np.repeat(1.0 / np.array(looks.lengths), looks.lengths)
    found = []
    for place in range(BINS):
        here = (chances >= place / BINS) & ((chances < (place + 1) / BINS) | (place == BINS - 1))
        rows, seats = np.nonzero(here)
        if len(rows):
            weight, games = weights[rows], len(np.unique(looks.game[rows]))
            came = float(np.average(looks.won[rows, seats], weights=weight))
            said = float(np.average(chances[rows, seats], weights=weight))
            found.append([said, came, *st.wilson(came * games, games), float(len(rows))])
    return found


def _quantile(name: str, words: str, found: _Courses) -> Measure:
    parts = np.unique(np.rint(found.since[0] * FINE)) / FINE
    shares = _shares_below(found, parts + 0.5 / FINE)
    value = float(parts[shares[0] >= 0.5 - 1e-9].min())
    low, high = jackknife.median(parts, shares[0], shares[1:])
    return Measure(name, words, "", "quantile", value, low, high, 0.0, found.since.shape[1])


def _share(name: str, words: str, flags: Floats, kept: npt.NDArray[np.bool_]) -> Measure:
    found = jackknife.share(flags[0] > 0, _means(flags, kept)[1:])
    return Measure(name, words, "", "share", found.value, found.low, found.high, found.sd, found.n)


def _mean(name: str, words: str, values: Floats, kept: npt.NDArray[np.bool_]) -> Measure:
    found = jackknife.mean(values[0], _means(values, kept)[1:])
    return Measure(name, words, "", "share", found.value, found.low, found.high, found.sd, found.n)
