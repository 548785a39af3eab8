"""How long a review takes on one core, by processor time, for every game: a match of two, played by `greedy`.

python -m bench.reviews --seed 1    (about six minutes)
"""

from __future__ import annotations

import argparse
from time import process_time

import dicehouse
from dicehouse import bots
from dicehouse.engine.engine import use_compiled
from dicehouse.match.match import Match
from dicehouse.review import review

GAMES = ("dice-ocalypse", "deck-o-dice", "dicetopia", "baron-voodoo", "indicesion")
WARM_UP = 50  # simulations that load what is compiled


def main() -> None:
    """Play, review, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=GAMES, choices=GAMES)
    given = parser.parse_args()
    race: dict[str, object] = {"special_cards": False}
    print("| game | actions | values | processor time | simulations | luck and skill, give or take |")
    print("|---|---:|---|---:|---:|---:|")
    for game, options in [*((game, {}) for game in given.games), ("dice-ocalypse", race)]:
        match = played(game, options, given.seed)
        review(match, simulations=WARM_UP)
        began = process_time()
        found = review(match, seed=given.seed)
        took = process_time() - began
        name = f"{match.game.name} without cards" if options else match.game.name
        blur = f"{200 * found.error[0]:.1f} points"
        print(
            f"| {name} | {match.number} | {found.method} | {took:.1f} s | {found.simulations:,} | {blur} |", flush=True
        )


def played(game: str, options: dict[str, object], seed: int) -> Match:
    """A match to its end."""
    match = dicehouse.new(game, players=2, seed=seed, options=options)
    use_compiled(match.game)
    seated = [bots.make("greedy", match.game, f"{seed}|{seat}") for seat in range(2)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    return match


if __name__ == "__main__":
    main()
