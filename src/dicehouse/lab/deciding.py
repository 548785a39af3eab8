"""How a game is decided: each seat's winning chance as turns begin, by a model fitted to the other half of games.

The model is a conditional logit (McFadden 1974) of what any game tells: how far a seat stands from the others, how long
the game has lasted, how far the leader has come, and whose turn it is. It knows no cards and no board, so its
calibration is published with what it says: of the seats that it gave so much, so many won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from . import statistics as st
from .findings import Measure, Point
from .tallying import MOST_LOOKS, Tally
from .watching import SHARE

Floats = npt.NDArray[np.float64]
FEWEST = 60  # games, else nothing is fitted
COURSE = ("decided", "open", "low", "late")  # the names of its measures
SURE = 0.9
STEPS, RIDGE = 25, 1e-3
PARTS = 20  # of a game, in the curves
BINS = 10  # of the calibration


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


def decided(tally: Tally, players: int, seed: int) -> Course:
    """How and when the games of a cell are decided; nothing if there are too few, or nobody to play against."""
    samples = [sample for _, sample in sorted(tally.samples.items()) if 1 < len(sample.looks) < MOST_LOOKS]
    if players < 2 or len(samples) < FEWEST:
        return Course()
    looks = _gathered([s.looks for s in samples], [s.won for s in samples], players)
    chances = np.zeros(looks.won.shape)
    for half in (0, 1):
        here = looks.game % 2 == half
        chances[here] = _chances(looks.features[here], _fitted(looks, ~here))
    return _told(looks, chances)


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


def _fitted(looks: _Looks, where: npt.NDArray[np.bool_]) -> Floats:
    """The likeliest weights by Newton's method; every game counts as one."""
    x, won = looks.features[where], looks.won[where]
    weight = 1.0 / np.array(looks.lengths)[looks.game[where]]
    theta = np.zeros(x.shape[2])
    for _ in range(STEPS):
        p = _chances(x, theta)
        slope = np.einsum("i,is,isk->k", weight, won - p, x) - RIDGE * theta
        middle = np.einsum("is,isk->ik", p, x)
        inner = np.einsum("i,is,isk,isl->kl", weight, p, x, x, optimize=True)
        curve = inner - np.einsum("i,ik,il->kl", weight, middle, middle, optimize=True) + RIDGE * np.eye(len(theta))
        step = np.linalg.solve(curve, slope)
        theta += step / max(1.0, float(np.abs(step).max()) / 2)  # no leaps
        if float(np.abs(step).max()) < 1e-6:
            break
    return theta


def _chances(x: Floats, theta: Floats) -> Floats:
    utility = x @ theta
    strength = np.exp(utility - utility.max(1, keepdims=True))
    found: Floats = strength / strength.sum(1, keepdims=True)
    return found


# --- what it tells


def _told(looks: _Looks, chances: Floats) -> Course:
    players = looks.won.shape[1]
    winner = looks.won.argmax(1)
    of_winner = chances[np.arange(len(winner)), winner]
    games = np.split(of_winner, np.cumsum(looks.lengths)[:-1])
    since = np.array([_decided_at(course) for course in games])
    low = 0.5 / players
    course = Course()
    course.measures = [
        _quantile("decided", "part of the game at which half of the games are decided", since),
        _share("open", "still open as the last turn begins", [course[-1] < SURE for course in games]),
        _share(
            "low", f"won by somebody whose chance was once below {low:.0%}", [course.min() < low for course in games]
        ),
        _mean(
            "late", "part of what decides a game that happens in its last quarter", [_late(course) for course in games]
        ),
    ]
    course.curves = {
        "decided": [_by_then(since, part / PARTS) for part in range(PARTS + 1)],
        "winner": [_winner_at(games, part / PARTS) for part in range(PARTS)],
        "calibration": _calibration(looks, chances),
    }
    return course


def _decided_at(course: Floats) -> float:
    """The part of the game from which on its winner is as good as sure; 1 if never before the end."""
    unsure = np.flatnonzero(course < SURE)
    return float(unsure[-1] + 1) / len(course) if len(unsure) else 0.0


def _late(course: Floats) -> float:
    """How much of the whole way of the winner's chance, in squares, lies in the last quarter of the turns."""
    steps = np.diff(np.append(course, 1.0)) ** 2
    return float(steps[-(-3 * len(steps) // 4) :].sum() / max(steps.sum(), 1e-12))


def _by_then(since: Floats, part: float) -> Point:
    count = int((since <= part + 1e-9).sum())
    return [part, count / len(since), *st.wilson(count, len(since))]


def _winner_at(games: Sequence[Floats], part: float) -> Point:
    """The later winner's chance at a part of the game: the median, the inner half, and 8 games of 10."""
    there = [course[int(part * len(course))] for course in games]
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


def _quantile(name: str, words: str, parts: Floats) -> Measure:
    counts: dict[int, int] = {}
    for part in np.rint(parts * 1000).astype(int).tolist():
        counts[part] = counts.get(part, 0) + 1
    found = st.quantile(counts, 0.5)
    return Measure(name, words, "", "quantile", found.value / 1000, found.low / 1000, found.high / 1000, 0.0, found.n)


def _share(name: str, words: str, flags: Sequence[bool]) -> Measure:
    count = sum(map(int, flags))
    found = st.share(len(flags), count, count)
    return Measure(name, words, "", "share", found.value, found.low, found.high, found.sd, found.n)


def _mean(name: str, words: str, values: Sequence[float]) -> Measure:
    found = st.mean(len(values), sum(values), sum(value * value for value in values))
    return Measure(name, words, "", "share", found.value, found.low, found.high, found.sd, found.n)
