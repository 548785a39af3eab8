"""python -m bench.foam_duels: does a good aim beat a player who presses Drop six times? Every seed is played twice,
with the seats changed."""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, stdev

from dicehouse.core.policy import BotTraits
from dicehouse.games.indicesion.ai.sensible import choose
from dicehouse.games.indicesion.physics.versions import NEWEST
from dicehouse.games.indicesion.rules.ready_throws import own_target
from dicehouse.games.indicesion.rules.state import State
from dicehouse.match.match import Match, new

AIMS = {
    "aim": BotTraits(looks=1),  # the throw that promises most by what was counted; nothing is simulated
    "sensible": "sensible",
}


def aimed(aim: str, state: State, seat: int, luck: random.Random) -> str:
    return choose(state, seat, AIMS[aim], luck)


def dropped(match: Match, seat: int) -> str:
    """Return a press of Drop: the first die, at the seat's own board."""
    own = own_target(match._position.state, seat)
    return next(
        option.id for option in match.options(seat) if option.id.startswith("drop ") and option.id.endswith(own)
    )


def played(seed: int, seat: int, aim: str, physics: int, rounds: int) -> float:
    """Return what the aiming player in `seat` won of a match."""
    match = new("indicesion", players=2, seed=f"duel|{seed}", options={"physics": physics, "rounds": rounds})
    luck = random.Random(f"duel|{seed}|{seat}")
    while not match.over:
        (acting,) = match.acting()
        state = match._position.state
        match.play(acting, aimed(aim, state, acting, luck) if acting == seat else dropped(match, acting))
    return match.returns()[seat]


def pair(seed: int, aim: str, physics: int, rounds: int) -> float:
    """Return the mean of a seed's two matches."""
    return fmean(played(seed, seat, aim, physics, rounds) for seat in (0, 1))


def main() -> None:
    """Play, and print the share of the wins as it grows; count only the last line, which was asked for beforehand."""
    parser = argparse.ArgumentParser(prog="python -m bench.foam_duels", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--aim", choices=[*AIMS], default="aim")
    parser.add_argument("--physics", type=int, default=NEWEST)
    parser.add_argument("--rounds", type=int, default=1, help="won rounds that win a match")
    parser.add_argument("--first", type=int, default=0, help="the first seed: other seeds are other games")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    found: list[float] = []
    play = partial(pair, aim=given.aim, physics=given.physics, rounds=given.rounds)
    with ProcessPoolExecutor(given.jobs) as pool:
        for share in pool.map(play, range(given.first, given.first + given.games // 2)):
            found.append(share)
            if len(found) % 25 == 0 or len(found) == given.games // 2:
                around = 1.96 * stdev(found) / sqrt(len(found))
                print(
                    f"physics {given.physics}, {given.aim} against six drops: {2 * len(found)} games,"
                    f" {100 * fmean(found):.1f} ± {100 * around:.1f}% won",
                    flush=True,
                )


if __name__ == "__main__":
    main()
