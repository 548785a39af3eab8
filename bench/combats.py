"""How near the choices of `sensible` in Deck-O-Dice are to the equilibrium of their combat.

    python -m bench.combats duels --games 1000
    python -m bench.combats hands

`duels` lets it play itself. Before each combat it takes down the matrix of what every pair of minions is worth (side
0's chance to win the duel, for the deck as it is known, by its own estimate of what comes after), and how both sides
mix; solves the matrix exactly; and tells what a best response would gain over the equilibrium: how far the mix can be
exploited in that combat. `hands` does the same for every pair of hands that can meet in a half, at an even score, with
a fresh deck. What a best response to every mix wins in whole duels is measured by `python -m bench.duels reply`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from dicehouse.compiler.rule_compiler import NUMBA_OPTIONS, EntryCompiler
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import start_stream
from dicehouse.games.deck_o_dice import rules
from dicehouse.games.deck_o_dice.ai import sensible, win_chances
from dicehouse.games.deck_o_dice.ai.combat_matrix import ROUNDS
from dicehouse.games.deck_o_dice.ai.matrix_game_solver import CELLS, GAINS, SIDE, TOTAL, WIDTH, WORLDS, solve_matrix
from dicehouse.games.deck_o_dice.presentation.options import IDS
from dicehouse.games.deck_o_dice.rules.state import ALL_CARDS, COMBATS, HALF, N_TYPES
from dicehouse.text_format import format_percent

from . import matrix_games
from .duels import FRONT, PRESETS, STATE, _Dealt
from .matrix_games import COLUMNS, ROWS

Floats = npt.NDArray[np.float64]
AT_ONCE = 50  # duels
KNOWLEDGE = {None: "both know the same", ROWS: "side 0 alone knows the top", COLUMNS: "side 1 alone knows the top"}


@dataclass(frozen=True)
class Combat:
    """One choice of both sides: the gains of side 0 by world, and how `sensible` mixes."""

    number: int
    gains: Floats
    rows: Floats
    columns: Floats
    told: int | None = None

    @property
    def given_away(self) -> tuple[float, float]:
        """What the other side's best response gains against side 0's mix, and against side 1's."""
        worth = matrix_games.solve(self.gains, self.told).worth
        return (
            worth - matrix_games.best_against_rows(self.gains, self.rows, self.told),
            matrix_games.best_against_columns(self.gains, self.columns, self.told) - worth,
        )


# --- in duels


@numba.njit(pipeline_class=EntryCompiler, **NUMBA_OPTIONS)  # type: ignore[untyped-decorator]  # numba ships no types
def play(states: Any, fronts: Any, memo: Any, preset: int, seed: int, first: int, games: int, seen: Any) -> int:
    """Duels of `sensible` against itself; before each combat its matrices and mixes go to a line of `seen`."""
    table, mind, actions = fronts[0].dice, fronts[1].dice, fronts[0].actions
    line = 0
    for game in range(first, first + games):
        start_stream(table, seed, seed >> 32, 2 * game)
        start_stream(mind, seed, seed >> 32, 2 * game + 1)
        states[0] = states[2]
        position, known = states[0], states[1]
        position.options.abilities = preset
        rules.deal(position, position.options, 2, table)
        while not rules.over(position):
            mask = rules.acting(position)
            seat = 0 if mask & 1 else 1
            states[1] = position
            rules.resample_hidden(known, seat, mind)
            actions.count = 0
            rules.legal(known, seat, actions)
            action = sensible.sensible(known, seat, actions, memo, mind)
            if known.phase == 0 and seat == 0 and actions.count > 1:
                told = known.top_seen & 3 if known.top != -1 else 0
                apart = told == 1 or told == 2
                seen[line, 0] = known.combat
                seen[line, 1] = actions.count
                seen[line, 2] = count_bits(known.rest | 1 << known.top) if apart else 1
                seen[line, 3] = told if apart else 0
                for place in range(WORLDS * CELLS):
                    seen[line, 4 + place] = memo[GAINS + place]
                for place in range(2 * SIDE):
                    seen[line, 4 + WORLDS * CELLS + place] = memo[TOTAL + place]
                line += 1
            rules.apply(position, seat, action, table)
    return line


def in_duels(games: int, preset: str, seed: int) -> Iterator[Combat]:
    """Every choice of so many duels in which a side has more than one minion left."""
    memo, states = np.zeros(sensible.MEMO), np.zeros(3, STATE)
    states[2]["options"]["abilities"] = PRESETS.index(preset)
    sensible.prepare(_Dealt(PRESETS.index(preset)), memo)
    for first in range(0, games, AT_ONCE):
        number = min(AT_ONCE, games - first)
        seen = np.zeros((number * COMBATS, 4 + WORLDS * CELLS + 2 * SIDE))
        lines = play(states, np.zeros(2, FRONT), memo, PRESETS.index(preset), seed, first, number, seen)
        yield from map(_read, seen[:lines])


def _read(line: Floats) -> Combat:
    combat, size, worlds, mask = line[:4].astype(int).tolist()
    told = {0: None, 1: ROWS, 2: COLUMNS}[mask]
    gains = line[4 : 4 + WORLDS * CELLS].reshape(WORLDS, WIDTH, WIDTH)[:worlds, :size, :size]
    mixes = line[4 + WORLDS * CELLS :].reshape(2, WORLDS, WIDTH)
    rows, columns = (mixes[side, : worlds if told == side else 1, :size] for side in (ROWS, COLUMNS))
    return Combat(combat, gains, rows, columns, told)


# --- every pair of hands


def gains_of_all_hands(preset: str, half: int, memo: Any, least: int = 1) -> Iterator[tuple[int, Floats]]:
    """The number of the combat, and its gains, for every pair of hands of so many minions at least that can meet in a
    half (0 or 1), at an even score, with a deck of which nothing is known. They lie in the memo, too.
    """
    sensible.prepare(_Dealt(PRESETS.index(preset)), memo)
    win_chances.work_out_means(memo, ALL_CARDS)
    for size in range(least, N_TYPES + 1):
        hands = [sum(1 << minion for minion in hand) for hand in combinations(range(N_TYPES), size)]
        number = (half + 1) * HALF - size + 1
        for mine, others in product(hands, hands):
            if half == 1 and size > 1:
                win_chances.work_out_endgame(memo, ALL_CARDS, 0, mine, others)
            win_chances.load_mean_gains(memo, mine, others, 0, COMBATS - number)
            yield number, np.array(memo[GAINS : GAINS + CELLS]).reshape(1, WIDTH, WIDTH)[:, :size, :size]


def of_all_hands(preset: str, half: int) -> Iterator[Combat]:
    """The same with the mixes of `sensible`, for two minions or more."""
    memo: Any = [0.0] * sensible.MEMO  # interpreted, lists are read much faster than arrays
    for number, gains in gains_of_all_hands(preset, half, memo, 2):
        size = gains.shape[1]
        solve_matrix(memo, size, size, 1, 0, ROUNDS)
        rows, columns = (np.array([memo[at : at + size]]) for at in (TOTAL, TOTAL + SIDE))
        yield Combat(number, gains, rows, columns)


# --- what may be asked


def show(name: str, lost: list[float]) -> None:
    """A line of the table: what a best response gains, in points of the chance to win the duel."""
    each = 100 * np.array(lost)
    print(f"{name:<28}{len(each):>7,}{each.mean():>9.4f}{np.quantile(each, 0.95):>9.4f}{each.max():>9.4f}", flush=True)


def heading(what: str) -> None:
    """The first lines of a table."""
    print(f"What a best response gains, in points of the chance to win ({what}):\n")
    print(f"{'':<28}{'mixes':>7}{'mean':>9}{'95%':>9}{'most':>9}")


def duels(given: argparse.Namespace) -> None:
    """Combat by combat, by what is known of the card on top, and over a duel."""
    by_combat: dict[str, list[float]] = {f"combat {number}": [] for number in range(1, COMBATS + 1)}
    by_knowledge: dict[str, list[float]] = {name: [] for name in KNOWLEDGE.values()}
    total = 0.0
    for combat in in_duels(given.games, given.abilities, given.seed):
        lost = combat.given_away
        by_combat[f"combat {combat.number}"] += lost
        by_knowledge[KNOWLEDGE[combat.told]] += lost
        total += sum(lost) / 2
    heading(f"{given.abilities}, {given.games:,} duels")
    for name, each in (by_combat | by_knowledge).items():
        if each:
            show(name, each)
    print(f"\nin all combats of a duel together: {100 * total / given.games:.3f} points for a side")


def hands(given: argparse.Namespace) -> None:
    """Half by half and size by size; and how each side mixes with all six."""
    heading(f"{given.abilities}, every pair of hands")
    for half in (0, 1):
        found = list(of_all_hands(given.abilities, half))
        for size in range(N_TYPES, 1, -1):
            lost = [side for c in found if c.gains.shape[1] == size for side in c.given_away]
            show(f"half {half + 1}, {size} minions each", lost)
    exact = matrix_games.solve(found[-1].gains)
    mix = ", ".join(f"{name} {format_percent(share)}" for name, share in zip(IDS, exact.rows[0], strict=True))
    print(f"\nequilibrium with all six, second half: {mix}")


TASKS = {"duels": duels, "hands": hands}


def main() -> None:
    """Read the arguments and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--abilities", choices=PRESETS, default="proposed")
    parser.add_argument("--seed", type=int, default=1)
    TASKS[(given := parser.parse_args()).task](given)


if __name__ == "__main__":
    main()
