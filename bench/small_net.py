"""A net with one layer of hidden units that tells who of several wins, fitted to who did.

It gives each of them a height by the same weights: a share of what a plain model says, and what the hidden units add.
A unit feels the figures of one contender, and answers with x / (1 + |x|). The shares of the win are the softmax of the
heights. Weights follow the slope of the winners' surprise (Adam: Kingma and Ba, 2015), by less and less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Rows = tuple[
    Floats, Floats, Floats
]  # plain heights [n, seats], figures [n, seats, figures], shares of the win [n, seats]

DECAY = 1e-6
SLOPE, SPREAD = 0.9, 0.998  # how long what was seen before counts


def softmax(heights: Floats) -> Floats:
    """Shares that grow with the heights."""
    odds = np.exp(heights - heights.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


class SmallNet:
    """The net, and how it learns."""

    def __init__(self, figures: int, hidden: int, seed: int = 0) -> None:
        lot = np.random.default_rng(seed)
        self._felt = (lot.normal(size=(figures, hidden)) / figures**0.5).astype(np.float32)
        self._bias = np.zeros(hidden, np.float32)
        self._worth = lot.normal(size=hidden).astype(np.float32) / 20
        self._trust = np.ones(1, np.float32)  # in the plain model
        self._weights = [self._felt, self._bias, self._worth, self._trust]
        self._lot = lot
        self._forget()

    def __call__(self, plain: Floats, figures: Floats) -> Floats:
        """The shares of the win that it expects."""
        return self._shares(plain, figures)[0]

    def flat(self) -> npt.NDArray[np.float32]:
        """All weights in a row: the trust, and of each unit its bias, its worth, and what it feels of each figure."""
        units = np.concatenate([self._bias[:, None], self._worth[:, None], self._felt.T], axis=1)
        return np.concatenate([self._trust, units.ravel()])

    def take(self, flat: Floats) -> None:
        """Take over weights that another net had in a row."""
        figures, hidden = self._felt.shape
        units = flat[1:].reshape(hidden, 2 + figures)
        self._trust[0] = flat[0]
        self._bias[:], self._worth[:], self._felt[:] = units[:, 0], units[:, 1], units[:, 2:].T

    def fit(self, groups: Sequence[Rows], epochs: int = 8, batch: int = 4096, rate: float = 0.006) -> None:
        """Learn from these rows; in a group all have equally many contenders."""
        self._forget()
        single: list[Any] = [[each.astype(np.float32) for each in rows] for rows in groups]
        starts = [(rows, at) for rows in single for at in range(0, len(rows[0]), batch)]
        for epoch in range(epochs):
            orders = {id(rows): self._lot.permutation(len(rows[0])) for rows in single}
            for i, which in enumerate(self._lot.permutation(len(starts))):
                rows, at = starts[which]
                done = (epoch + i / len(starts)) / epochs
                chosen = orders[id(rows)][at : at + batch]
                self._step(*(each[chosen] for each in rows), rate * (1 + np.cos(np.pi * done)) / 2)

    def _forget(self) -> None:
        """Of what was learned from, not what was learned."""
        self._slopes = [np.zeros_like(each) for each in self._weights]
        self._spreads = [np.zeros_like(each) for each in self._weights]
        self._steps = 0

    def _shares(self, plain: Floats, figures: Floats) -> tuple[Floats, Floats]:
        """What is expected, and what each unit feels."""
        felt = figures @ self._felt + self._bias
        return softmax(plain * self._trust + felt / (1 + np.abs(felt)) @ self._worth), felt

    def _step(self, plain: Floats, figures: Floats, won: Floats, rate: float) -> None:
        """Follow the slope of these rows."""
        self._steps += 1
        expected, felt = self._shares(plain, figures)
        off = (expected - won) / len(won)
        through = off[:, :, None] * self._worth / (1 + np.abs(felt)) ** 2
        wide, hidden = figures.reshape(-1, figures.shape[2]), through.reshape(-1, through.shape[2])
        answers = felt / (1 + np.abs(felt))
        found = [
            wide.T @ hidden,
            hidden.sum(0),
            (off[:, :, None] * answers).sum((0, 1)),
            (off * plain).sum(keepdims=True)[0],
        ]
        for weights, slope, spread, now in zip(self._weights, self._slopes, self._spreads, found, strict=True):
            now = now + DECAY * weights
            slope += (1 - SLOPE) * (now - slope)
            spread += (1 - SPREAD) * (now**2 - spread)
            size = np.sqrt(spread / (1 - SPREAD**self._steps)) + 1e-8
            weights -= (rate * slope / (1 - SLOPE**self._steps) / size).astype(np.float32)
