"""python -m bench.foam_aims: what throws of inDICEsion bring in a version of the physics: whether they stay, keep their
face, hold on a tower, or clear a board. The estimates of the computer players are counted with it."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

from dicehouse.games.indicesion.ai.flat_throws import sweep_throws
from dicehouse.games.indicesion.ai.position_value import find_covers, lead_value
from dicehouse.games.indicesion.ai.skids import skids_onto
from dicehouse.games.indicesion.ai.throw_candidates import drop_onto, find_candidates, worth_of_knocking
from dicehouse.games.indicesion.physics.bodies import BOARD, DIE
from dicehouse.games.indicesion.physics.versions import NEWEST
from dicehouse.games.indicesion.rules.judge import judge
from dicehouse.games.indicesion.rules.ready_throws import boards_of, own_target, ready_throw
from dicehouse.games.indicesion.rules.scoring import points_of, score
from dicehouse.games.indicesion.rules.state import State
from dicehouse.games.indicesion.rules.table_layout import scene_of
from dicehouse.games.indicesion.rules.throw_notation import IntendedThrow
from dicehouse.games.indicesion.rules.trial_throws import TrialResult, try_throw
from dicehouse.match.match import Match

SEAT, RIVAL = 0, 1
HIGHEST = 4  # levels of the towers that dice are dropped onto


def position(physics: int, **words: Any) -> State:
    """Return a position for two before a throw of seat 0, as `Match.set_up` takes it."""
    given: dict[str, Any] = {"hands": ["r1 r2 r3 r4 r5 r6", "o1 o2 o3 o4 o5 o6"], **words}
    options = {"physics": physics, "game": given.pop("game", "classic")}
    match = Match.set_up("indicesion", players=2, options=options, player=SEAT, **given)
    state: State = match._position.state
    return state


def tried(state: State, meant: IntendedThrow, luck: random.Random) -> TrialResult:
    """Return the throw once; again if the simulation fails."""
    while True:
        found = try_throw(state, scene_of(state), meant, luck)
        if found is not None:
            return found


def interval(found: list[float]) -> str:
    """Return the mean with its 95% interval."""
    return f"{fmean(found):.2f} ± {1.96 * pstdev(found) / sqrt(len(found)):.2f}"


def share(found: list[bool]) -> str:
    return f"{100 * fmean(found):.0f} ± {196 * pstdev(found) / sqrt(len(found)):.0f}%"


def throws(physics: int, count: int) -> None:
    """Print what becomes of throws at one's own empty board."""
    state = position(physics)
    drop = ready_throw(state, SEAT, "drop", "r1", "p1")
    aims = {
        "Drop": drop,
        "Drop without spin": replace(drop, spin=(0, 0, 0)),
        "Lob": ready_throw(state, SEAT, "lob", "r1", "p1"),
        "drop, as low as allowed": drop_onto(state, "r1", "p1"),
    }
    aims |= {"low throw from the side": next(meant for _, meant in skids_onto(state, scene_of(state), "r1", "p1"))}
    for name, meant in aims.items():
        luck = random.Random(1)
        seen = [tried(state, meant, luck) for _ in range(count)]
        judged = [each.verdict.dice.get("r1") for each in seen]
        stays = [each is not None and "p1" in each.boards for each in judged]
        kept = [
            stay and each is not None and each.face == meant.up[0] for stay, each in zip(stays, judged, strict=True)
        ]
        sixes = [stay and each is not None and each.face == 6 for stay, each in zip(stays, judged, strict=True)]
        points = [float(each.points[SEAT]) for each in seen]
        print(
            f"  {name:24} stays {share(stays)}, keeps its face {share(kept)}, six {share(sixes)},"
            f" points {interval(points)}   {meant.text()}",
            flush=True,
        )


def six_drops(physics: int, count: int) -> None:
    """Print what six presses of Drop bring if nobody disturbs."""
    points, dice = list[float](), list[float]()
    for seed in range(count):
        state, luck = position(physics), random.Random(seed)
        for number in range(1, 7):
            found = tried(state, ready_throw(state, SEAT, "drop", f"r{number}", "p1"), luck)
            state = found.after
        points.append(float(found.points[SEAT]))
        dice.append(float(sum("p1" in each.boards for each in found.verdict.dice.values())))
    print(f"  six presses of Drop: {interval(points)} points, {interval(dice)} dice on the board", flush=True)


def covers(physics: int, count: int) -> None:
    """Print how often a die stays on a tower, and what one that slips off is worth."""
    slips = list[float]()
    for levels in range(1, HIGHEST + 1):
        height = 1000 * (BOARD[2] + DIE / 2)
        lying = {f"o{n + 1}": (0.0, -203.2, height + 1000 * DIE * n, 3) for n in range(levels)}
        state = position(physics, lying=lying, hands=["r1", "o6"])
        before, tops = points_of(state, judge(scene_of(state)))[SEAT], score(state, judge(scene_of(state)))
        (cover,) = find_covers(state, tops, SEAT, "r1")
        meant = next(
            aim.meant
            for aim in find_candidates(state, SEAT, "r1")
            if aim.meant.place[:2] == (0, -203) and not aim.meant.push[0]
        )
        luck, stays = random.Random(levels), list[bool]()
        for _ in range(count):
            found = tried(state, meant, luck)
            judged = found.verdict.dice.get("r1")
            stays.append(judged is not None and judged.level > levels)
            if not stays[-1]:
                slips.append(float(found.points[SEAT] - before))
        print(f"  onto a tower of {levels}: stays {share(stays)} (estimate {cover.stays})", flush=True)
    print(f"  a die that slips off another: {interval(slips)} points", flush=True)


def _filled(physics: int, number: int, game: str, luck: random.Random) -> State:
    """Return a position in which the rival has dropped so many dice, and seat 0 is to throw."""
    state = position(physics, game=game)
    for die in range(1, number + 1):
        state.player = RIVAL
        target = own_target(state, RIVAL)
        state = tried(state, ready_throw(state, RIVAL, "drop", f"o{die}", target), luck).after
    state.player = SEAT
    return state


def _sweeps(physics: int, count: int, game: str) -> Iterator[tuple[float, float]]:
    luck = random.Random(game)
    for number in range(count):
        state = _filled(physics, 3 + number % 4, game, luck)
        scene = scene_of(state)
        tops = score(state, judge(scene))
        target = own_target(state, RIVAL)
        prey = worth_of_knocking(state, scene, tops, SEAT)
        before = lead_value(points_of(state, judge(scene)), SEAT)
        for hit, meant in sweep_throws(scene, boards_of(state, target), "r1", target, prey)[:1]:
            found = tried(state, meant, luck)
            yield hit, lead_value(found.points, SEAT) - before


def sweeps(physics: int, count: int) -> None:
    """Print which part of what lies in its way a hard, flat throw clears."""
    for game in ("classic", "central"):
        seen = list(_sweeps(physics, count, game))
        part = sum(gain for _, gain in seen) / sum(hit for hit, _ in seen)
        print(
            f"  {game}: hits {fmean(hit for hit, _ in seen):.2f} points, gains {interval([gain for _, gain in seen])},"
            f" a part of {part:.2f}",
            flush=True,
        )


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.foam_aims", description=__doc__)
    parser.add_argument("--physics", type=int, default=NEWEST, help="the version of the physics")
    parser.add_argument("--count", type=int, default=200, help="how many throws of each kind")
    parser.add_argument("--only", help="one of: throws six covers sweeps")
    given = parser.parse_args()
    parts = {"throws": throws, "six": six_drops, "covers": covers, "sweeps": sweeps}
    print(f"physics {given.physics}, {given.count} throws of each kind")
    for name, part in parts.items():
        if given.only in (None, name):
            part(given.physics, given.count)


if __name__ == "__main__":
    main()
