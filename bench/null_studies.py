"""Count how many studies of a rule without effect claim something, on real games.

    python -m bench.null_studies deck-o-dice --studies 200 --games 200

Two variants with the same rules play different games: the odd ones of a seed are the one variant's, and the even ones
the other's. So they differ by chance alone, in every measure, among two kinds of player. A study may claim something,
or find that the kinds disagree, in 5% of cases: of 200 studies, more than 18 would happen in less than 1%.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb

import numpy as np

from dicehouse.cli.argument_types import comma_list, key_value, whole_number
from dicehouse.games import find
from dicehouse.studies import Study, StudyResult, compile_games
from dicehouse.studies.chunks import Tallies, play_games
from dicehouse.studies.standard_measures import IntArray, PlayedGames, cell_measures
from dicehouse.studies.study_plan import StudyPlan
from dicehouse.studies.study_run import default_kinds
from dicehouse.studies.summary.effects import StudyEffects
from dicehouse.studies.summary.variants import VariantTable
from dicehouse.studies.tallies import CellTally, cross_moments_with_base, tally_games

TRUE_RATE, CHANCE = 0.05, 0.01  # of claims, and of more claims than are allowed


@dataclass
class Claims:
    """Count the studies that claim something, those in which kinds of player disagree, and about what."""

    studies: int = 0
    claiming: int = 0
    either: int = 0
    about: Counter[str] = field(default_factory=Counter)

    def add(self, found: StudyResult) -> None:
        """Count one study."""
        judged = StudyEffects(VariantTable(found))
        variant = judged.view.others[0]
        claims, disputes = judged.claims(variant), judged.disputes(variant)
        self.studies += 1
        self.claiming += bool(claims)
        self.either += bool(claims or disputes)
        self.about.update(claim.name for claim in [*claims, *disputes])

    @property
    def most(self) -> int:
        """Return the number of claims that is exceeded in less than 1% of cases if the true rate is 5%."""
        return most_by_chance(self.studies)


def most_by_chance(studies: int, rate: float = TRUE_RATE, chance: float = CHANCE) -> int:
    """Return the smallest number that a count of `studies` at this rate exceeds with at most this chance."""
    below, most = 0.0, -1
    while below < 1 - chance:
        most += 1
        below += comb(studies, most) * rate**most * (1 - rate) ** (studies - most)
    return most


def null_study(game: str, kinds: Sequence[str], games: int, seed: int, settings: dict[str, str]) -> StudyResult:
    """Return a study that compares a game with itself, each variant on other games of the same seed."""
    rules = {"": find(game), "the same": find(game)}
    study = Study(rules, settings=settings, games=2 * games, seed=seed, kinds=kinds)
    part = Tallies()
    for family in study.plan.families:
        _play_apart(study.plan, family, games, part)
    return study.result(part)


def _play_apart(plan: StudyPlan, family: Sequence[int], games: int, part: Tallies) -> None:
    """Play the odd games for the base and the even ones for the other variant, and pair them by their place."""
    cell = plan.cells[family[0]]
    columns = cell_measures(cell)
    seen, _ = play_games(cell, plan, np.arange(2 * games))
    sides = [_only(seen, np.arange(2 * games) % 2 == odd) for odd in (1, 0)]
    tallies = [CellTally(), CellTally()]
    base, other = (tally_games(columns, side, tally) for side, tally in zip(sides, tallies, strict=True))
    by_name = {column.name: value for column, value in zip(columns, base, strict=True)}
    tallies[1].cross_moments = cross_moments_with_base(by_name, columns, other)
    part.tallies |= dict(zip(family, tallies, strict=True))


def _only(seen: PlayedGames, which: IntArray) -> PlayedGames:
    own = seen.own[which]
    return PlayedGames(
        seen.numbers[which], seen.rows[which], seen.won[which], seen.scores[which], seen.kinds[which], own
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the studies, and print how many claim something."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.null_studies", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--studies", type=whole_number("the number of studies", 1, 100_000), default=200)
    parser.add_argument("--games", type=whole_number("the number of games", 2, 1_000_000), default=200)
    parser.add_argument("--seed", type=whole_number("a seed", 0, 2**62), default=1)
    parser.add_argument("--kinds", type=comma_list, metavar="A,B")
    parser.add_argument("--option", type=key_value, action="append", default=[], metavar="KEY=VALUE")
    given = parser.parse_args(arguments)
    game = find(given.game)
    kinds, settings = tuple(given.kinds or default_kinds(game)), dict(given.option)
    compile_games(Study(game, settings=settings, games=2, kinds=kinds).plan)
    found = Claims()
    for number in range(given.studies):
        found.add(null_study(game.id, kinds, given.games, given.seed + number, settings))
        if sys.stderr.isatty():
            print(f"\r{found.studies} of {given.studies} studies", end="", file=sys.stderr, flush=True)
    print(
        f"{game.name}, {' and '.join(kinds)} bots: of {found.studies} studies of a rule without effect"
        f" ({given.games:,} games of each variant and kind, seeds from {given.seed}), {found.claiming} claim something,"
        f" and {found.either} claim something or find a disagreement; at most {found.most} are allowed."
    )
    for name, times in found.about.most_common():
        print(f"  {name}: {times}")
    return int(found.either > found.most)


if __name__ == "__main__":
    sys.exit(main())
