"""Solve matrix games by regret matching: how often to mix each choice when the other side chooses in secret.

A game is a table of the row player's gains for each pair of choices. There may be several worlds, equally likely. A
side that is told the world (it knows the card on top) may use another mix in each; the other side uses one mix for all
of them. Both sides play round after round in proportion to their regret for each choice (regret matching plus, Tammelin
2014); the averages, in which later rounds count more, converge to an equilibrium. Choices that are all alike stay
equally likely.

All data lies in one array of floats, a game's memo.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice, below
from dicehouse.records.record import Array

ROWS, COLUMNS = 0, 1
WIDTH = 6  # choices of a side at most
WORLDS = 24
CELLS = WIDTH * WIDTH

GAINS = 0  # [world][row][column]
MIX = GAINS + WORLDS * CELLS  # [side][world][choice]: what is played now
SIDE = WORLDS * WIDTH
REGRET = MIX + 2 * SIDE
TOTAL = REGRET + 2 * SIDE  # sums of mixes; in the end the averages
MATRIX_MEMO = TOTAL + 2 * SIDE

PRECISION = 1 << 24  # of the number by which a choice is drawn from a mix


@rules
def solve_matrix(memo: Array[float], rows: int, columns: int, worlds: int, knowers: int, rounds: int) -> float:
    """Bring both sides' averages near to an equilibrium, and return its value for the row player.

    `knowers` is the mask of the sides that know the world.
    """
    for place in range(MIX, MATRIX_MEMO):
        memo[place] = 0.0
    row_worlds = worlds if knowers >> ROWS & 1 else 1
    column_worlds = worlds if knowers >> COLUMNS & 1 else 1
    for weight in range(1, rounds + 1):
        mix_by_regret(memo, ROWS, rows, row_worlds, weight)
        add_regret(memo, COLUMNS, columns, rows, worlds, knowers)
        mix_by_regret(memo, COLUMNS, columns, column_worlds, weight)
        add_regret(memo, ROWS, rows, columns, worlds, knowers)
    average_mixes(memo, ROWS, rows, row_worlds)
    average_mixes(memo, COLUMNS, columns, column_worlds)
    return worth_of_averages(memo, rows, columns, worlds, knowers)


@rules
def solve_two(memo: Array[float]) -> float:
    """Return the value of the first world's game with two choices each, by its formula."""
    a, b, c, d = memo[GAINS], memo[GAINS + 1], memo[GAINS + WIDTH], memo[GAINS + WIDTH + 1]
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low >= high else (a * d - b * c) / (a + d - b - c)


@rules
def mix_by_regret(memo: Array[float], side: int, choices: int, worlds: int, weight: int) -> None:
    """Mix every choice in proportion to its regret; all alike if there is none."""
    for world in range(worlds):
        at = side * SIDE + world * WIDTH
        total = 0.0
        for choice in range(choices):
            total += memo[REGRET + at + choice]
        for choice in range(choices):
            share = memo[REGRET + at + choice] / total if total > 0.0 else 1.0 / choices
            memo[MIX + at + choice] = share
            memo[TOTAL + at + choice] += weight * share


@rules
def add_regret(memo: Array[float], side: int, own: int, others: int, worlds: int, knowers: int) -> None:
    """Add what each choice would have brought more than the mix did; a sum of regrets never falls below 0."""
    step, other_step, sign = (WIDTH, 1, 1.0) if side == ROWS else (1, WIDTH, -1.0)
    for world in range(worlds):
        at = REGRET + side * SIDE + (world * WIDTH if knowers >> side & 1 else 0)
        played = MIX + (1 - side) * SIDE + (world * WIDTH if knowers >> (1 - side) & 1 else 0)
        now = at - REGRET + MIX
        mean = 0.0
        for choice in range(own):
            gain = 0.0
            for other in range(others):
                gain += memo[GAINS + world * CELLS + choice * step + other * other_step] * memo[played + other]
            memo[at + choice] += sign * gain
            mean += sign * gain * memo[now + choice]
        for choice in range(own):
            memo[at + choice] -= mean
    for place in range(side * SIDE, side * SIDE + (worlds - 1) * WIDTH + own):
        memo[REGRET + place] = max(0.0, memo[REGRET + place])


@rules
def average_mixes(memo: Array[float], side: int, choices: int, worlds: int) -> None:
    """Turn the sums of mixes into shares."""
    for world in range(worlds):
        at = TOTAL + side * SIDE + world * WIDTH
        total = 0.0
        for choice in range(choices):
            total += memo[at + choice]
        for choice in range(choices):
            memo[at + choice] /= total


@rules
def worth_of_averages(memo: Array[float], rows: int, columns: int, worlds: int, knowers: int) -> float:
    """Return what the row player gains if both sides play their averages."""
    worth = 0.0
    for world in range(worlds):
        row_at = TOTAL + (world * WIDTH if knowers >> ROWS & 1 else 0)
        column_at = TOTAL + SIDE + (world * WIDTH if knowers >> COLUMNS & 1 else 0)
        for row in range(rows):
            for column in range(columns):
                chance = memo[row_at + row] * memo[column_at + column]
                worth += chance * memo[GAINS + world * CELLS + row * WIDTH + column]
    return worth / worlds


@rules
def draw_choice(memo: Array[float], side: int, choices: int, world: int, dice: Dice) -> int:
    """Draw a choice by the average mix of a side."""
    at = TOTAL + side * SIDE + world * WIDTH
    number = below(dice, PRECISION) / PRECISION
    for choice in range(choices):
        number -= memo[at + choice]
        if number < 0.0:
            return choice
    return choices - 1
