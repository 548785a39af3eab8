"""Measure whether a review values a position by what happened after it, and whether its stated error is right.

python -m bench.hindsight baron-voodoo    (about ten minutes on one core; --seconds or --simulations limit it)

Several matches begin with the same deal and the same first moves, and go on with other seeds of the players. Each is
reviewed with another seed. The value of the position that they share must not be correlated with the outcome: neither
its own value nor how much it differs from the mean. Then one of the matches is reviewed again with other seeds: the
skill must vary as much as the reviews say that it may.
"""

from __future__ import annotations

import argparse
from statistics import NormalDist, mean
from typing import Any

import numpy as np

from dicehouse import bots
from dicehouse.core import Seeded
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.review import Review, review

GAMES = ("dice-ocalypse", "deck-o-dice", "dicetopia", "baron-voodoo", "indicesion")


def main() -> None:
    """Play, review, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--matches", type=int, default=6, help="matches from each deal")
    parser.add_argument("--repeats", type=int, default=4, help="further reviews of one match of each deal")
    parser.add_argument("--shared", type=int, default=2, help="moves that the matches from one deal share")
    parser.add_argument("--seconds", type=float, help="of each review; the default of reviews if left out")
    parser.add_argument("--simulations", type=int, default=0, help="of each review, instead of seconds")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    how: dict[str, Any] = {"seconds": given.seconds, "simulations": given.simulations}
    values, outcomes, reviews = [], [], []
    ratios: list[float] = []
    for deal in range(given.seed, given.seed + given.deals):
        matches = [played_on(given.game, given.bot, deal, given.shared, number) for number in range(given.matches)]
        found = [review(match, seed=f"{deal}|{n}", **how) for n, match in enumerate(matches)]
        shared = np.array([value_after(each, given.shared) for each in found])
        won = np.array([match.returns()[0] for match in matches])
        print(
            f"deal {deal}: " + ", ".join(f"{100 * v:.1f}% ({w:g})" for v, w in zip(shared, won, strict=True)),
            flush=True,
        )
        values.append(shared - shared.mean())
        outcomes.append(won - won.mean())
        reviews += found
        again = [review(matches[0], seed=f"again|{n}", **how) for n in range(given.repeats)]
        skills = np.array([each.skill[0] for each in [found[0], *again]])
        said = np.array([each.error[0] for each in [found[0], *again]])
        if len(skills) > 1 and (said > 0).all():
            ratios.append(float(skills.var(ddof=1) / (said**2).mean()))
            print(f"  skill {', '.join(f'{100 * s:+.1f}' for s in skills)}: ", end="")
            print(f"they spread by {100 * skills.std(ddof=1):.1f}, stated {100 * said.mean():.1f}", flush=True)
    print(correlation_text(np.concatenate(values), np.concatenate(outcomes)))
    if ratios:
        print(f"spread of repeated reviews / stated error: {mean(ratios) ** 0.5:.2f} ({len(ratios)} matches)")
    half = [200 * max(each.error) for each in reviews]
    print(f"luck and skill, give or take: {mean(half):.1f} points on average, at most {max(half):.1f}")
    took = [each.seconds for each in reviews]
    print(f"seconds: {mean(took):.0f} on average, at most {max(took):.0f}")


class BranchingDice:
    """Roll as other matches do in the first moves, then not."""

    def __init__(self, deal: int, shared: int, number: int) -> None:
        self._shared, self._first, self._later = shared, Seeded(deal), Seeded(f"{deal}|{number}")

    def prepare(self, dice: Any, number: int) -> None:
        """Set the dice of a move."""
        (self._first if number <= self._shared else self._later).prepare(dice, number)

    def finished(self, dice: Any) -> None:
        """Do nothing; it counts nothing."""

    def describe(self, secret: bool) -> dict[str, Any]:
        """Return the header of a saved match."""
        return self._first.describe(False)


def played_on(game: str, bot: str, deal: int, shared: int, number: int, **options: Any) -> Match:
    """Return a match: its deal and its first moves depend on `deal`, the rest on `number`, too."""
    match = Match(find(game), 2, options, BranchingDice(deal, shared, number))
    use_compiled(match.game)
    first = [bots.make(bot, match.game, f"{deal}|{seat}") for seat in range(2)]
    later = [bots.make(bot, match.game, f"{deal}|{number}|{seat}") for seat in range(2)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, (first if match.number < shared else later)[seat].choose(match, seat))
    return match


def value_after(found: Review, shared: int) -> float:
    """Return the first seat's chance after the moves that all matches share."""
    chances = [row.after[0] for row in found.rows if row.number <= shared]
    return chances[-1] if chances else found.start[0]


def correlation_text(values: np.ndarray, outcomes: np.ndarray) -> str:
    """Return the correlation, and how often one at least as large comes by chance."""
    spread = float(values.std() * outcomes.std())
    if spread < 1e-12:
        return "correlation of the shared value with the outcome: none, one of them never changes"
    r = float((values * outcomes).mean()) / spread
    n = len(values)
    chance = 2.0 * (1.0 - NormalDist().cdf(abs(np.arctanh(min(abs(r), 0.999999))) * max(1.0, n - 3.0) ** 0.5))
    return f"correlation of the shared value with the outcome: {r:+.2f} (p = {chance:.2f}, {n} matches)"


if __name__ == "__main__":
    main()
