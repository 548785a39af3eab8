"""How well Dice-ocalypse! foretells between two turns who will win, and the net that it does so by.

    python -m bench.estimates [--games 480000] [--seed 1] [--jobs 2] [--write]    (about half an hour, 8 GB)

Games of `sensible` are played, at the tables below. Left alone it always plays its cards at the same times, and nobody
would learn what a card is worth that it never keeps: so in most games some turn begins with other hands, dealt by lot.
A net is fitted to nine games of ten, as the likeliest by which the winners won. A game ends one way only, which says
little of each of its positions: so the net learns next what it expects itself of the positions that came after
(TD(lambda): Sutton, 1988). Then, in some rounds, positions are played on a few turns, some times each, and it learns
what it expects there (fitted value iteration: Munos and Szepesvári, 2008). At last it is told how surely the tenth game
was foretold, and how far what is said is from what comes of a position that is played on to the end again and again.
With `--write` the net becomes the one of the house (`ai/value_net.npz`).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat
from typing import Any

import numpy as np

from bench.race_positions import Floats, Seen, Table, comes_of, looked_at
from bench.small_net import SmallNet, softmax
from dicehouse.games.dice_ocalypse.ai.odds_tables import FIGURES, HIDDEN, NET_FILE, load_net_weights

QUICK = {"target": 5_000, "opening": 500, "reaction_windows": "end_only"}
TABLES = (Table(2, 0.5), Table(2, 0.15, QUICK), Table(3, 0.2), Table(4, 0.15))
PARTS = 8  # in which work is done, whatever the number of jobs: so the seed alone decides what comes of it

PASSES = 6  # over all games, with what is expected of the next positions;
CREDIT = 0.4  # so much of it is what came after these
PASS: dict[str, Any] = {"epochs": 2, "batch": 2048, "rate": 0.004}  # how a net learns that has learned already

ROUNDS, KEPT = 4, 3  # of playing on, and of how many rounds the net learns at once
PLAYED_ON = 0.4  # positions of a round, for each game
TURNS, FUTURES = 3, 4  # by which each is played on
ROUND: dict[str, Any] = {"epochs": 10, "batch": 1024, "rate": 0.004}

TRUTHS, TO_THE_END = 400, 600  # positions whose truth is looked for, and how often they are played on


def main(arguments: list[str] | None = None) -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=480_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="keep the net")
    given = parser.parse_args(arguments)
    with ProcessPoolExecutor(given.jobs) as pool:
        seen = [all_seen(pool.map, table, int(given.games * table.part), given.seed) for table in TABLES]
        net = SmallNet(FIGURES, HIDDEN, given.seed)
        lessons = [each.at(~each.fresh) for each in seen]
        net.fit([rows(each) for each in lessons])
        for _ in range(PASSES):
            net.fit([rows(hoped_for(each, net)) for each in lessons], **PASS)
        rounds: list[list[Seen]] = []
        many = int(given.games * PLAYED_ON)
        for seed in range(given.seed, given.seed + ROUNDS):
            rounds.append([played_on(pool.map, *each, net, many, seed) for each in zip(TABLES, seen, strict=True)])
            net.fit([rows(each) for expected in rounds[-KEPT:] for each in expected], **ROUND)
        for table, each in zip(TABLES, seen, strict=True):
            tell(table, each, net)
        tell_truth(pool.map, TABLES[0], seen[0], net, given.seed)
    if given.write:
        np.savez(NET_FILE, weights=net.flat())


def rows(seen: Seen) -> tuple[Floats, Floats, Floats]:
    """What a net learns from."""
    return seen.plain, seen.figures, seen.won


def hoped_for(seen: Seen, net: Callable[[Floats, Floats], Floats]) -> Seen:
    """The same positions with what the net expects of the next ones of their game, or how that ended."""
    expected, hopes = net(seen.plain, seen.figures), seen.won.copy()
    ends = np.flatnonzero(np.append(seen.number[1:] != seen.number[:-1], True))
    positions = np.diff(ends, prepend=-1)  # of each game
    for before in range(1, int(positions.max())):
        at = ends[positions > before] - before
        hopes[at] = (1 - CREDIT) * expected[at + 1] + CREDIT * hopes[at + 1]
    return replace(seen, won=hopes)


def all_seen(spread: Callable[..., Iterable[Seen]], table: Table, games: int, seed: int) -> Seen:
    """Positions of so many games."""
    parts = list(
        spread(looked_at, repeat(table, PARTS), repeat(games // PARTS), range(seed * PARTS, (seed + 1) * PARTS))
    )
    numbers = [part.number + i * (games // PARTS) for i, part in enumerate(parts)]
    names = ("states", "plain", "figures", "won")
    return Seen(np.concatenate(numbers), *(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def played_on(
    spread: Callable[..., Iterable[Floats]], table: Table, seen: Seen, net: SmallNet, many: int, seed: int
) -> Seen:
    """Some positions with what the net expects of them a few turns on."""
    learned_from = np.flatnonzero(~seen.fresh)
    chosen = np.random.default_rng(seed).permutation(learned_from)[: int(many * table.part)]
    return seen.at(chosen, ends(spread, table, seen, chosen, seed, FUTURES, TURNS, net.flat()))


def ends(
    spread: Callable[..., Iterable[Floats]], table: Table, seen: Seen, chosen: Any, seed: int, *how: Any
) -> Floats:
    """What comes of some positions."""
    states = np.array_split(seen.states[chosen], PARTS)
    seeds = range(seed * PARTS, (seed + 1) * PARTS)
    return np.concatenate(list(spread(comes_of, repeat(table), states, seeds, *map(repeat, how))))


def forecasts(plain: Floats, figures: Floats, net: SmallNet) -> dict[str, Floats]:
    """Who says what."""
    house = SmallNet(FIGURES, HIDDEN)
    house.take(load_net_weights())
    return {
        "the cards' average worth": softmax(plain),
        "the house's net": house(plain, figures),
        "fitted anew": net(plain, figures),
    }


def tell(table: Table, seen: Seen, net: SmallNet) -> None:
    """How fresh games of a table were foretold."""
    fresh, words = seen.at(seen.fresh), ", ".join(f"{key} {value}" for key, value in table.settings.items())
    print(f"{table.players} players{': ' * bool(words)}{words}; {len(fresh.won):,} positions of fresh games")
    alike = {"all alike": np.full(fresh.won.shape, 1 / table.players)}
    for name, chance in (alike | forecasts(fresh.plain, fresh.figures, net)).items():
        bits = -(fresh.won * np.log2(np.clip(chance, 1e-9, 1))).sum(1).mean()
        error = ((chance - fresh.won) ** 2).mean()
        print(f"    {name}: {bits:.4f} bits of surprise, mean squared error {error:.5f}")


def tell_truth(spread: Callable[..., Iterable[Floats]], table: Table, seen: Seen, net: SmallNet, seed: int) -> None:
    """How far what is said is from what comes of it; what chance adds to that is taken out."""
    lot = np.random.default_rng(seed)
    fresh = lot.permutation(np.flatnonzero(seen.fresh))
    one_of_each_game = fresh[np.unique(seen.number[fresh], return_index=True)[1]]
    chosen = lot.permutation(one_of_each_game)[:TRUTHS]
    came = ends(spread, table, seen, chosen, seed, TO_THE_END)[:, 0]
    chance = (came * (1 - came)).mean() / (TO_THE_END - 1)
    print(f"{len(chosen):,} positions played on to the end {TO_THE_END} times each:")
    for name, said in forecasts(seen.plain[chosen], seen.figures[chosen], net).items():
        error = max(((said[:, 0] - came) ** 2).mean() - chance, 0.0) ** 0.5
        print(f"    {name}: {100 * error:.1f} percentage points off")


if __name__ == "__main__":
    main()
