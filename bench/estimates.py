"""How well Dice-ocalypse! foretells between two turns who will win, and the figures that it does so by.

    python -m bench.estimates [--games 20000] [--players 2] [--seed 1]    (about five minutes)

Games of `sensible` are played. The figures are fitted to three quarters of them, as the likeliest by which the winners
won (a conditional logit); of the last quarter it is told how surely they were foretold.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import dicehouse
from dicehouse.bots.futures import OPEN, Futures
from dicehouse.bots.memo import memo_of
from dicehouse.games.dice_ocalypse.bot import prospects
from dicehouse.games.dice_ocalypse.rules.state import MAX_PLAYERS, NOBODY, Card
from dicehouse.kit import Position
from dicehouse.match import Match
from dicehouse.review.leaf import chances, fit

Floats = npt.NDArray[np.float64]

GAME = "dice-ocalypse"
CARDS = [card for card in Card if card != Card.NONE]
EVERY = 3  # positions of a game lie close together: one in so many is looked at
TRIED = 4  # one game in so many is foretold, not learned from
RIDGE = 1.0


def main() -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    match = dicehouse.new(GAME, players=given.players, seed=given.seed)
    memo = memo_of(match.game, match.players, match.settings)
    seen = (
        (number, looked_at(match, state, memo), won) for number, state, won in played(match, given.games, given.seed)
    )
    found = [(number, *looked, won) for number, looked, won in seen if looked]
    numbers, figures, said, won = (np.array(column) for column in zip(*found, strict=True))
    fresh = numbers % TRIED == 0
    weights = fit(figures[~fresh], won[~fresh], np.full(figures.shape[2], RIDGE))
    print(f"{len(set(numbers.tolist())):,} games, {len(numbers):,} positions while nobody has crossed")
    print(f"WIDTH {prospects.WIDTH / weights[0]:.2f} mean turns")
    for name, weight in zip([*(card.name for card in CARDS), "IMMUNITY"], weights[1:], strict=True):
        print(f"{name} {weight / weights[0]:.2f} mean turns")
    print("Of fresh games, bits by which each winner surprised, and mean squared error of a seat's chance:")
    even = np.full(won[fresh].shape, 1 / given.players)
    rows = {"all alike": even, "estimate": said[fresh], "fitted anew": chances(figures[fresh], weights)}
    for name, chance in rows.items():
        bits = -(won[fresh] * np.log2(np.clip(chance, 1e-9, 1))).sum(1).mean()
        print(f"{name}: {bits:.4f}, {((chance - won[fresh]) ** 2).mean():.4f}")


def played(match: Match, games: int, seed: int) -> Iterator[tuple[int, bytes, Floats]]:
    """Positions between turns with the number of their game, and how each game ended."""
    futures = Futures(match, seed)
    for number in range(games):
        position, course, luck = futures.dealt(number), [], number
        until = futures.turns(position)
        while True:
            until += 1
            ends, shares = futures.until(position, luck, 1, [], OPEN, until)
            if shares.any():
                break
            position = ends[0].tobytes()
            course.append(position)
            luck += 1_000_003  # other dice in each turn
        for position in course[number % EVERY :: EVERY]:
            yield number, position, shares[0, : match.players].copy()


def looked_at(match: Match, data: bytes, memo: Floats) -> tuple[Floats, Floats] | None:
    """The figures of each seat, and what the estimate says; None in the last turns, which are worked out."""
    state = Position(match.game, np.frombuffer(data, np.uint8).copy()).state
    if state.first != NOBODY:
        return None
    out = np.zeros(MAX_PLAYERS)
    if not prospects.estimate(state, memo, out):
        return None
    state.player = (state.player + state.n_players - 1) % state.n_players
    width, held = prospects.race_scale(state, memo)
    rows = []
    for seat in range(match.players):
        player = state.players[seat]
        cards = [player.hand >> card & 1 for card in CARDS] + [int(player.immunity)]
        rows.append([prospects.prospect(state, seat, 0.0, memo) / width, *(held * each / width for each in cards)])
    return np.array(rows), out[: match.players]


if __name__ == "__main__":
    main()
