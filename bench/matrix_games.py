"""Matrix games solved exactly, by the simplex method, and how far any mixes are from an equilibrium.

`gains` has by world, row and column what the row player gains; the worlds are equally likely. `told` is the side that
knows which world it is, or None; then there is but one world. Nothing here is shared with the bot's own solver.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
ROWS, COLUMNS = 0, 1
TINY = 1e-11


@dataclass(frozen=True)
class Solution:
    """An equilibrium: its worth for the row player, and each side's mix, by world for the side that is told."""

    worth: float
    rows: Floats
    columns: Floats


def solve(gains: Floats, told: int | None = None) -> Solution:
    """An equilibrium of a game."""
    if told is None and len(gains) != 1:
        raise ValueError("worlds that nobody knows are one world, of their mean")
    if told == COLUMNS:
        mirrored = solve(-gains.transpose(0, 2, 1), ROWS)
        return Solution(-mirrored.worth, mirrored.columns, mirrored.rows)
    worth, rows, columns = _most(gains)
    return Solution(worth / len(gains), rows, columns[None, :])


def _most(gains: Floats) -> tuple[float, Floats, Floats]:
    """The most that a row player who knows the world is sure of, in all worlds together, and both sides' mixes.

    Maximise u, where in every column the mixes bring u at least: a table of one line for each column and world. `u`
    stays in the basis, and its line tells what it would gain or lose by any other variable.
    """
    worlds, rows, columns = gains.shape
    size = worlds * rows
    table = np.zeros((columns + worlds, size + columns + 1))
    lines, sums = table[:columns], table[columns:]
    lines[:, :size] = -(gains - gains[:, :1]).transpose(2, 0, 1).reshape(columns, size)
    lines[:, size : size + columns] = np.eye(columns)
    lines[:, -1] = gains[:, 0].sum(0)
    sums[:, :size] = np.kron(np.eye(worlds), np.ones(rows))
    sums[:, -1] = 1
    basis = [size + column for column in range(columns)] + [world * rows for world in range(worlds)]
    worst = int(lines[:, -1].argmin())
    lines -= np.where(np.arange(columns)[:, None] == worst, 0.0, lines[worst])  # u is at home in the worst column
    home = table[worst]
    basis[worst] = -1
    while (entering := np.flatnonzero(home[:-1] < -TINY)).size:  # the first of them: then it never goes in circles
        column = int(entering[0])
        ratios = np.full(len(table), np.inf)
        falls = (table[:, column] > TINY) & (np.arange(len(table)) != worst)
        ratios[falls] = table[falls, -1] / table[falls, column]
        least = np.flatnonzero(ratios <= ratios.min() + TINY)
        line = int(min(least, key=lambda place: basis[place]))
        table[line] /= table[line, column]
        others = np.arange(len(table)) != line
        table[others] -= np.outer(table[others, column], table[line])
        basis[line] = column
    mixes = np.zeros(size)
    for line, variable in enumerate(basis):
        if 0 <= variable < size:
            mixes[variable] = table[line, -1]
    return float(home[-1]), mixes.reshape(worlds, rows), home[size : size + columns].copy()


def best_against_columns(gains: Floats, columns: Floats, told: int | None = None) -> float:
    """What a row player gains who knows the other side's mix, and the world if it is told."""
    by_world = np.einsum("wij,wj->wi", gains, np.broadcast_to(columns, (len(gains), gains.shape[2])))
    return float(by_world.max(1).mean() if told == ROWS else by_world.mean(0).max())


def best_against_rows(gains: Floats, rows: Floats, told: int | None = None) -> float:
    """What the row player gains against the column player who knows its mix, and the world if told."""
    by_world = np.einsum("wij,wi->wj", gains, np.broadcast_to(rows, (len(gains), gains.shape[1])))
    return float(by_world.min(1).mean() if told == COLUMNS else by_world.mean(0).min())


def gap(gains: Floats, rows: Floats, columns: Floats, told: int | None = None) -> float:
    """What both sides together could gain by a best response: 0 in an equilibrium, and nowhere else."""
    return best_against_columns(gains, columns, told) - best_against_rows(gains, rows, told)
