"""How far a throw of inDICEsion moves the points, and whether chances to win worked out from that are right.

python -m bench.swings --games 12    (about a minute for six games)
"""

from __future__ import annotations

import argparse
import random
from statistics import mean, pstdev

import dicehouse
from dicehouse import bots
from dicehouse.games.indicesion.rules.foam_engine import FoamEngine
from dicehouse.games.indicesion.rules.judge import judge
from dicehouse.games.indicesion.rules.scoring import points_of
from dicehouse.games.indicesion.rules.table_layout import scene_of
from dicehouse.match.match import Match
from dicehouse.review.reviewed_match import copy_position
from dicehouse.text_format import format_percent

PLAYERS = ("sensible", "kofi")
BINS = 5


def main() -> None:
    """Play, count, and print both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    matches = [played(given.seed + number) for number in range(given.games)]
    own, others = swings(matches)
    print(f"{len(own)} throws: the thrower's points {mean(own):+.2f} (width {pstdev(own):.2f}), ", end="")
    print(f"another's {mean(others):+.2f} (width {pstdev(others):.2f})")
    foreseen = calibration(matches)
    for low in range(BINS):
        rows = [won for said, won in foreseen if low <= said * BINS < low + 1 or (said == 1.0 and low == BINS - 1)]
        if rows:
            print(
                f"said {100 * low // BINS} to {100 * (low + 1) // BINS}%: won "
                f"{format_percent(mean(rows), 0)} of {len(rows)}"
            )


def played(seed: int) -> Match:
    """One match between two players of the house."""
    match = dicehouse.new("indicesion", players=len(PLAYERS), seed=seed)
    seated = [bots.make(name, match.game, f"{seed}|{seat}") for seat, name in enumerate(PLAYERS)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    return match


def swings(matches: list[Match]) -> tuple[list[int], list[int]]:
    """What each throw within a round did to the points of the thrower, and of each other seat."""
    own: list[int] = []
    others: list[int] = []
    for match in matches:
        states = [copy_position(match.game, match.position(number)).state for number in range(match.number + 1)]
        points = [points_of(state, judge(scene_of(state))) for state in states]
        for number, action in enumerate(match.actions):
            if not action.option.startswith("throw") or states[number].round != states[number + 1].round:
                continue
            for seat in range(match.players):
                (own if seat == action.seat else others).append(points[number + 1][seat] - points[number][seat])
    return own, others


def calibration(matches: list[Match]) -> list[tuple[float, float]]:
    """For every position: what the first seat was said to win, and what it won."""
    rows = []
    for match in matches:
        engine = FoamEngine(match.game)
        for number in range(match.number):
            here = copy_position(match.game, match.position(number))
            said = engine.prospects(here, 0, "", 1, random.Random(0))[0][0]
            rows.append((said, match.returns()[0]))
    return rows


if __name__ == "__main__":
    main()
