"""How often what a hint tells, `58% ± 6`, holds: against other seeds, and against searches that think much longer.

    python -m bench.hints deck-o-dice --alone --budget search:640    (two to five minutes)
    python -m bench.hints dicetopia --players 3 --budget search:240

Every position is one of a game of its own between `sensible` players. There the same hint is asked for with many seeds;
the budgets are what 0.4 seconds hold. An honest error holds the truth within once itself 68 times of 100, and within
twice 95 times. The truth is taken from the mean of all other seeds, and from the mean of a few searches that think ten
times as long. `given away` is what the options to play are worth less than the best one, by those.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from time import perf_counter

import dicehouse
from dicehouse import bots
from dicehouse.bots import Hint
from dicehouse.engine.engine import use_compiled
from dicehouse.match.match import Match
from dicehouse.text_format import format_percent

LONGER, LONG_RUNS = 10, 4


@dataclass(frozen=True)
class Told:
    """One figure of one hint, and what it should have been."""

    first: bool  # whether it is of the option to play
    error: float
    beside_seeds: float  # how far it is from the mean of the other seeds,
    beside_long: float | None  # and of the long searches


def main() -> None:
    """Ask, compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--alone", action="store_true", help="only where nobody else chooses at the same time")
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=16)
    parser.add_argument("--budget", default="search:640")
    given = parser.parse_args()
    use_compiled(dicehouse.new(given.game, players=given.players).game)
    told: list[Told] = []
    lost: list[float] = []
    began, hints = perf_counter(), 0
    for match, seat in asked(given.game, given.players, given.positions, given.alone):
        long = longer(match, seat, given.budget)
        found = [bots.hint(match, seat, given.budget, seed=seed) for seed in range(given.seeds)]
        told += compared(found, long)
        lost += [max(long.values()) - long[each.option] for each in found if each.option in long]
        hints += len(found)
    print(f"{hints} hints at {given.positions} positions, {len(told)} figures, {perf_counter() - began:.0f} s")
    show("the option to play", [each for each in told if each.first])
    show("the others", [each for each in told if not each.first])
    print(f"given away: {format_percent(mean(lost), 2)}" if lost else "")


def asked(game: str, players: int, positions: int, alone: bool) -> Iterator[tuple[Match, int]]:
    """A decision of each of so many games, any of those that there are; `alone`: that nobody else has at once."""
    number, left = 0, positions
    while left:
        found = [match.number for match, seat in decisions(game, players, number) if is_asked(match, seat, alone)]
        if found:
            wanted = random.Random(f"hints|{number}").choice(found)
            yield next((match, seat) for match, seat in decisions(game, players, number) if match.number == wanted)
            left -= 1
        number += 1


def is_asked(match: Match, seat: int, alone: bool) -> bool:
    """Whether a search has to weigh something here."""
    exact = any("wins" in option.facts for option in match.options(seat))
    return len(match.options(seat)) > 1 and not exact and not (alone and len(match.acting()) > 1)


def decisions(game: str, players: int, number: int) -> Iterator[tuple[Match, int]]:
    """All decisions of a game of this number, each time of the first seat that has one."""
    match, mind = dicehouse.new(game, players=players, seed=number), bots.make("sensible", seed=number)
    while not match.over:
        seat = match.acting()[0]
        yield match, seat
        match.play(seat, mind.choose(match, seat))


def longer(match: Match, seat: int, budget: str) -> dict[str, float]:
    """What each option is worth by searches that think longer, of other seeds."""
    name = f"search:{LONGER * int(budget.partition(':')[2])}"
    runs = [bots.hint(match, seat, name, seed=f"long|{number}") for number in range(LONG_RUNS)]
    values = [{each.option: each.value for each in run.options if each.value is not None} for run in runs]
    return {option: mean(value[option] for value in values) for option in set(values[0]).intersection(*values)}


def compared(hints: list[Hint], long: dict[str, float]) -> list[Told]:
    """Every figure of these hints beside those of the others, where half of them have one."""
    rows: list[Told] = []
    figures = [
        {each.option: (each.value, each.error) for each in hint.options if each.value is not None} for hint in hints
    ]
    for hint, own in zip(hints, figures, strict=True):
        for option, (value, error) in own.items():
            others = [other[option][0] for other in figures if other is not own and option in other]
            if 2 * len(others) >= len(hints) and error:
                beside = value - long[option] if option in long else None
                rows.append(Told(option == hint.option, error, value - mean(others), beside))
    return rows


def show(whose: str, told: list[Told]) -> None:
    """A line each for what the figures are held against: how far off they are, and how often they said so."""
    for name, rows in (
        ("seeds", [(each.error, each.beside_seeds) for each in told]),
        ("long", [(each.error, each.beside_long) for each in told if each.beside_long is not None]),
    ):
        if rows:
            off = mean(beside**2 for _, beside in rows) ** 0.5
            said = mean(error**2 for error, _ in rows) ** 0.5
            once, twice = (format_percent(mean(abs(beside) <= n * error for error, beside in rows), 0) for n in (1, 2))
            print(
                f"{whose}, {name}: within once {once}, within twice {twice}; said {format_percent(said)}, "
                f"was {format_percent(off)}"
            )


if __name__ == "__main__":
    main()
