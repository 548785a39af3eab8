"""python -m bench.foam_duels: does a good aim beat a player who presses Drop six times? A game is a round of Classic
for two, played on while it is a tie. Every seed is played twice, with the seats changed.

Nothing is recorded, so it is several times faster than matches: the throws are trials, with the physics, the hand and
the referee of a match."""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, stdev

from dicehouse.core.policy import BotLevel, BotTraits
from dicehouse.games.indicesion.ai.flat_throws import sweep_throws
from dicehouse.games.indicesion.ai.sensible import choose
from dicehouse.games.indicesion.ai.throw_candidates import worth_of_knocking
from dicehouse.games.indicesion.physics.versions import NEWEST
from dicehouse.games.indicesion.rules.judge import judge
from dicehouse.games.indicesion.rules.ready_throws import ready_throw
from dicehouse.games.indicesion.rules.scoring import score
from dicehouse.games.indicesion.rules.state import State
from dicehouse.games.indicesion.rules.table_layout import board_name, scene_of
from dicehouse.games.indicesion.rules.throw_notation import IntendedThrow, read_throw

from .foam_aims import position, tried

AIMS: dict[str, BotLevel] = {
    "aim": BotTraits(looks=1),  # the throw that promises most by what was counted; nothing is simulated
    "sensible": "sensible",
}
# besides, "late": three presses of Drop, then three hard, flat throws at the other board; and "drops", the same player
DICE = 6


def aimed(aim: str, state: State, seat: int, die: str, luck: random.Random) -> IntendedThrow:
    if aim == "late":
        return swept(state, seat, die) if int(die[1]) > DICE // 2 else dropped(state, seat, die)
    return read_throw(choose(state, seat, AIMS[aim], luck)) if aim in AIMS else dropped(state, seat, die)


def swept(state: State, seat: int, die: str) -> IntendedThrow:
    """Return the hard, flat throw along the other board that hits most, or a drop if nothing lies there."""
    scene, rival = scene_of(state), board_name(1 - seat)
    prey = worth_of_knocking(state, scene, score(state, judge(scene)), seat)
    return next((meant for _, meant in sweep_throws(scene, [rival], die, rival, prey)), dropped(state, seat, die))


def dropped(state: State, seat: int, die: str) -> IntendedThrow:
    """Return a press of Drop at the seat's own board."""
    return ready_throw(state, seat, "drop", die, board_name(seat))


def round_points(seed: str, seat: int, aim: str, physics: int) -> list[int]:
    """Return the points of a round that seat 0 begins, in which the aiming player has `seat`."""
    state, luck = position(physics), random.Random(seed)
    points = [0, 0]
    for number in range(1, DICE + 1):
        for acting in (0, 1):
            state.player = acting
            die = f"{'ro'[acting]}{number}"
            meant = aimed(aim, state, acting, die, luck) if acting == seat else dropped(state, acting, die)
            found = tried(state, meant, luck)
            state, points = found.after, found.points
    return points


def played(seed: int, seat: int, aim: str, physics: int) -> tuple[float, float]:
    """Return whether the aiming player in `seat` won, and by how many points."""
    again = 0
    while True:
        points = round_points(f"duel|{seed}|{again}", seat, aim, physics)
        if points[0] != points[1]:
            return float(points[seat] > points[1 - seat]), float(points[seat] - points[1 - seat])
        again += 1


def pair(seed: int, aim: str, physics: int) -> tuple[float, float]:
    """Return the means of a seed's two games."""
    both = [played(seed, seat, aim, physics) for seat in (0, 1)]
    return fmean(won for won, _ in both), fmean(lead for _, lead in both)


def main() -> None:
    """Play, and print the share of the wins as it grows; what counts is the last line."""
    parser = argparse.ArgumentParser(prog="python -m bench.foam_duels", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--aim", choices=[*AIMS, "late", "drops"], default="sensible")
    parser.add_argument("--physics", type=int, default=NEWEST)
    parser.add_argument("--first", type=int, default=0, help="the first seed: other seeds are other games")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    found: list[float] = []
    leads: list[float] = []
    play = partial(pair, aim=given.aim, physics=given.physics)
    with ProcessPoolExecutor(given.jobs) as pool:
        for share, lead in pool.map(play, range(given.first, given.first + given.games // 2)):
            found.append(share)
            leads.append(lead)
            if len(found) > 1 and (len(found) % 25 == 0 or len(found) == given.games // 2):
                around = 1.96 * stdev(found) / sqrt(len(found))
                print(
                    f"physics {given.physics}, {given.aim} against six drops: {2 * len(found)} games,"
                    f" {100 * fmean(found):.1f} ± {100 * around:.1f}% won, by {fmean(leads):+.2f} points",
                    flush=True,
                )


if __name__ == "__main__":
    main()
