"""How much room there is above `sensible`: by how much more whoever chose best everywhere would win against it.

    python -m bench.room [GAME] [--games 100] [--futures 200] [--seed 1]    (Dice-ocalypse!: about two minutes)

What anybody gains on a player is the sum, over the choices of a game, of how much better each is if that player plays
on from there (Kakade and Langford, 2002). So games of `sensible` are played, and wherever a seat has a choice every
option is tried in futures that `sensible` plays on, as far as the game can estimate them. The best of each, summed
up, is the most that there is to gain: too much, since what looks best is partly luck. Tried again in other futures,
the same options give what is sure to be there: too little. The positions are those of `sensible`, not of who plays
better.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import log10, sqrt

import numpy as np

import dicehouse
from dicehouse import bots
from dicehouse.core import Game
from dicehouse.engine import Position, engine_of
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.position_rollouts import Rollouts
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.records.record import Floats
from dicehouse.text_format import format_percent

AGAIN = 4  # times as many futures measure what the first ones chose
WORTH = 0.001  # what gains less is not tried again
Z = 1.959964


@dataclass
class Room:
    """What was found in one game, by seat: the most that better choices gain, and what is sure of it."""

    most: list[float]
    sure: list[float]
    choices: int = 0
    kinds: dict[str, float] = field(default_factory=dict)  # what is sure, by the first words of what was chosen


def main() -> None:
    """Play, try, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="dice-ocalypse")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--futures", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = find(given.game)
    if game.engine is not None or "value_estimate" not in game.hooks.own:
        parser.error("this is for games that estimate who will win, and are not measured")
    use_compiled(game)
    rooms = [played(game, f"room|{given.seed}|{number}", given.futures) for number in range(given.games)]
    print(f"{game.name}, two players, {given.games:,} games, {sum(room.choices for room in rooms):,} choices")
    most, sure = (
        np.array([np.mean(gains) for gains in kind]) for kind in zip(*((r.most, r.sure) for r in rooms), strict=True)
    )
    print(f"  gained at most: {told(most)}, so that would be at most {elo(most):+.0f} Elo")
    print(f"  sure of that: {told(sure)}")
    for kind in sorted({kind for room in rooms for kind in room.kinds}):
        gained = sum(room.kinds.get(kind, 0.0) for room in rooms) / 2 / len(rooms)
        print(f"    where it chose to {kind}: {format_percent(gained, 1)}")


def told(gains: Floats) -> str:
    """A gain with its interval."""
    return f"{format_percent(float(gains.mean()), 1)} of the win (± {format_percent(error(gains), 1)})"


def error(gains: Floats) -> float:
    """Half of the interval that holds the mean in 95% of cases."""
    return Z * float(gains.std(ddof=1)) / sqrt(len(gains))


def elo(gains: Floats) -> float:
    """How far above an equal one a player is who wins so much more than a half, at the upper end of the interval."""
    share = min(0.5 + float(gains.mean()) + error(gains), 0.999)
    return 400 * log10(share / (1 - share))


def played(game: Game, seed: str, n: int) -> Room:
    """One game of `sensible` against itself."""
    match = dicehouse.new(game.id, players=2, seed=seed)
    futures, number = Rollouts(match.game, match.players, match.settings, seed), 0
    seated = [bots.make("sensible", game, f"{seed}|{seat}") for seat in range(2)]
    room = Room([0.0, 0.0], [0.0, 0.0])
    while not match.over:
        seat = match.acting()[0]
        chosen = seated[seat].choose(match, seat)
        most, sure = tried(game, match, futures, number, seat, n)
        number += (1 + AGAIN) * n
        if most is not None:
            room.most[seat] += most
            room.sure[seat] += sure
            room.choices += 1
            kind = str(chosen).split(" ")[0]
            room.kinds[kind] = room.kinds.get(kind, 0.0) + sure
        match.play(seat, chosen)
    return room


def tried(game: Game, match: Match, futures: Rollouts, number: int, seat: int, n: int) -> tuple[float | None, float]:
    """How much more the best option gives the seat than what `sensible` plays, and again in other futures; None where
    there is no choice.
    """
    position = match.position()
    legal = engine_of(game).legal(Position(game, np.frombuffer(position, np.uint8).copy()), seat)
    if len(legal) < 2:
        return None, 0.0
    until = futures.count_turns(position) + 1

    def shares(first: int, many: int, *actions: int) -> Floats:
        courses = [(seat, action) for action in actions]
        found: Floats = futures.play_until_turn(position, first, many, courses, seat, until, use_estimate=True)[1][
            :, seat
        ]
        return found

    usual = shares(number, n)
    gains = {action: float((shares(number, n, action) - usual).mean()) for action in legal}
    best = max(gains, key=lambda action: gains[action])
    if gains[best] < WORTH:
        return max(gains[best], 0.0), 0.0
    again, many = number + n, AGAIN * n
    return gains[best], float((shares(again, many, best) - shares(again, many)).mean())


if __name__ == "__main__":
    main()
