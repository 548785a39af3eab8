"""What a position between two turns is worth, learned from games that were just played on from the match under review.

To play on to the end of a long game tells little: one end is a win or a loss, whatever came before. So futures stop a
turn or two ahead, and what they are worth there is read off a model (Tesauro and Galperin's truncated rollouts, 1996).
It is fitted anew for each match, to that table's own settings and number of players: a conditional logit (McFadden,
1974) of who wins, in each seat's points, what lies before it, and whether it is its turn, all of it by how far the game
has come.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dicehouse.bots.futures import Floats
from dicehouse.kit import Game, dtype
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes

RIDGE = 50.0  # how firmly weights are drawn to 0: of points, turns and seats,
DOUBTED = 400.0  # and of all else, of which a few hundred games tell little
STEPS = 12  # of Newton's method
CLOSE = 1e-5  # a step that ends it
POWERS = 2  # of how far the game has come: 1, p
BITS = 6  # of a small number
MOST_ROWS = 20_000


class Leaf:
    """Shares of the win by seat of positions between turns."""

    def __init__(self, game: Game, players: int, states: Bytes, turns: Floats, shares: Floats) -> None:
        self._game, self._players = game, players
        self._length = max(1.0, float(turns.max()))
        found = self._figures(states, turns)
        self._middle, self._width = found.mean((0, 1)), found.std((0, 1))
        self._width[self._width < 1e-9] = np.inf  # what is always alike says nothing
        ridge = np.full(found.shape[2], DOUBTED)
        ridge[: 2 + players] = RIDGE
        self._weights = fit(self._crossed(found, turns), shares, np.tile(ridge, POWERS))
        plain = np.where(ridge == RIDGE, RIDGE, np.inf)
        self._plain = fit(self._crossed(found, turns), shares, np.tile(plain, POWERS))

    def __call__(self, states: Bytes, turns: Floats) -> tuple[Floats, Floats]:
        """What each seat may expect of each of these positions, one a row; and the same by points and turns alone."""
        crossed = self._crossed(self._figures(states, turns), turns)
        return chances(crossed, self._weights), chances(crossed, self._plain)

    def _figures(self, states: Bytes, turns: Floats) -> Floats:
        """By position, seat and figure: its points, whether it acts, and each number that lies before it."""
        code, n = program(self._game), len(states)
        points, seats = np.zeros((n, MOST_SEATS)), np.arange(self._players)
        masks = np.zeros(n, np.int64)
        for i, state in enumerate(states):
            code.scores(self._game, state, points[i])
            masks[i] = code.acting(self._game, state)
        columns = [points[:, : self._players], (masks[:, None] >> seats & 1).astype(float)]
        columns += [np.tile(seats == seat, (n, 1)).astype(float) for seat in seats]  # what is its own in this match
        batch = states.view(dtype(self._game.rules.State))[:, 0]
        for name, held in _of_seats(batch.dtype, self._players):
            own = batch[name][held][:, : self._players]
            if own.ndim > 2:
                columns += [(own > 0).sum(2).astype(float), own.sum(2).astype(float)]
                continue
            columns.append(own.astype(float))
            if own.dtype.itemsize == 1:  # a count or a mask: each bit may tell something of its own
                columns += [(own >> bit & 1).astype(float) for bit in range(BITS)]
            else:
                columns.append(np.bitwise_count(own).astype(float))
        return np.stack(columns, axis=2)

    def _crossed(self, found: Floats, turns: Floats) -> Floats:
        scaled = (found - self._middle) / self._width
        far = np.minimum(turns / self._length, 1.0)[:, None, None]
        return np.concatenate([scaled * far**power for power in range(POWERS)], axis=2)


def _of_seats(kind: np.dtype[Any], players: int) -> list[tuple[str, str]]:
    """The plain numbers of a position that each seat has, as names of an array and of a field."""
    found = []
    for name in kind.names or ():
        held = kind[name]
        inner = held.base
        if inner.names and len(held.shape) == 1 and held.shape[0] >= players:
            found += [(name, field) for field in inner.names if inner[field].base.kind in "ib"]
    return found


def chances(figures: Floats, weights: Floats) -> Floats:
    """The model's shares: the more a seat's figures weigh, the likelier it wins."""
    heights = figures @ weights
    odds = np.exp(heights - heights.max(1, keepdims=True))
    found: Floats = odds / odds.sum(1, keepdims=True)
    return found


def fit(figures: Floats, shares: Floats, ridge: Floats) -> Floats:
    """The likeliest weights, each drawn towards 0 by its ridge: by an infinite one wholly."""
    if len(figures) > MOST_ROWS:
        figures, shares = figures[:: len(figures) // MOST_ROWS + 1], shares[:: len(shares) // MOST_ROWS + 1]
    weights, every = np.zeros(len(ridge)), figures
    used = np.isfinite(ridge)
    figures, ridge = every[:, :, used], ridge[used]
    for _ in range(STEPS):
        expected = chances(figures, weights[used])
        off = figures - (expected[:, :, None] * figures).sum(1, keepdims=True)
        slope = np.einsum("nsk,ns->k", figures, shares - expected) - ridge * weights[used]
        heavy = (off * np.sqrt(expected)[:, :, None]).reshape(-1, len(ridge))
        step = np.linalg.solve(heavy.T @ heavy + np.diag(ridge), slope)
        weights[used] += step
        if np.abs(step).max() < CLOSE:
            break
    return weights
