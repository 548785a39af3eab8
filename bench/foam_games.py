"""Rounds of inDICEsion played by simple players, to count what happens in a game: no options, no powers but burning."""

from __future__ import annotations

import json
import random
from collections import Counter
from math import atan2, cos, dist, hypot, pi, radians, sin, sqrt, tan

from dicehouse.games.indicesion.physics.bodies import (
    BOARD,
    COLOURS,
    DIE,
    INCH,
    Vector,
    is_die,
    rotate_vector,
    showing,
    turn_about,
)
from dicehouse.games.indicesion.physics.throw_physics import RELEASE, Throw, check_throw, shake_throw, simulate_throw
from dicehouse.games.indicesion.physics.world import Body, Pose, Scene
from dicehouse.games.indicesion.rules.judge import Verdict, judge

from .foam_measures import scene

ROUNDS = 3  # of a usual game: two wins
COUNTED = ("towers made", "towers left", "knocked off", "burnt", "crooked", "on boards", "lost")
GRAVITY = 9.81
RADII = {2: 8, 3: 11, 4: 14, 5: 17, 6: 20}  # of the boards' middles, in inches
REDS = frozenset(f"r{number}" for number in range(1, 7))


def table(players: int) -> Scene:
    radius = RADII[players] * INCH
    angles = [2 * pi * seat / players for seat in range(players)]
    up = (0.0, 0.0, 1.0)
    return scene(
        *(
            Body(f"p{n}", Pose(radius * cos(a), radius * sin(a), BOARD[2] / 2, *turn_about(up, a + pi / 2)), True)
            for n, a in enumerate(angles, 1)
        )
    )


def play(players: int, rounds: int, *, drafting: bool, seed: int = 1) -> Counter[str]:
    """So many rounds; drafting gives everybody one die of each colour, of which red ones burn."""
    chance, seen = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        place = table(players)
        for turn in range(6):
            for seat in range(players):
                name = f"{list(COLOURS)[turn]}{seat + 1}" if drafting else f"{list(COLOURS)[seat]}{turn + 1}"
                place = _throw(place, seat, players, name, chance, seen, REDS if drafting else frozenset())
        verdict = judge(place)
        seen["towers left"] += sum(chain.levels > 1 for chain in verdict.towers)
        seen["on boards"] += sum(bool(judged.boards) for judged in verdict.dice.values())
    return seen


def _throw(
    place: Scene, seat: int, players: int, name: str, chance: random.Random, seen: Counter[str], red: frozenset[str]
) -> Scene:
    before = judge(place)
    meant = _chosen(place, before, seat, players, name, chance)
    check_throw(place, meant)
    flight = simulate_throw(place, shake_throw(meant, "usual", chance, place.physics), red)
    after = judge(flight.rest)
    burnt = {die for _, die, _ in flight.burnt}
    size = len(json.dumps(flight.frames, separators=(",", ":")))
    seen.update({"throws": 1, "burnt": len(burnt), "lost": len(flight.lost), "bytes": size})
    seen["most bytes"] = max(seen["most bytes"], size)
    seen["crooked"] += name in after.dice and after.dice[name].crooked
    seen["towers made"] += name in after.dice and after.dice[name].level > 1 and after.dice[name].valid
    for die, judged in before.dice.items():
        left = die not in burnt and (die not in after.dice or not after.dice[die].boards)
        seen["knocked off"] += bool(judged.boards) and left
    return flight.rest


def _chosen(place: Scene, verdict: Verdict, seat: int, players: int, name: str, chance: random.Random) -> Throw:
    """Half the time for the own board, else on a die that lies there, or against one on another board."""
    own, way = f"p{seat + 1}", chance.random()
    mine = [die for die, judged in verdict.dice.items() if own in judged.boards and not judged.covered]
    other = chance.choice([f"p{n}" for n in range(1, players + 1) if n != seat + 1])
    theirs = [die for die, judged in verdict.dice.items() if other in judged.boards]
    if way < 0.2 and mine and name not in REDS:
        return _drop(name, own, place[chance.choice(sorted(mine))].pose.place, place)
    if way < 0.5 and theirs:
        return _knock(name, other, place[chance.choice(sorted(theirs))].pose.place, place)
    spot = rotate_vector(place[own].pose.turn, (chance.uniform(-0.09, 0.09), chance.uniform(-0.06, 0.06), 0.0))
    aim = (place[own].pose.x + spot[0], place[own].pose.y + spot[1], BOARD[2] + DIE / 2)
    return _drop(name, own, aim, place) if way < 0.8 else _lob(name, own, aim, place, chance)


def _drop(name: str, target: str, aim: Vector, place: Scene) -> Throw:
    near = [
        body.pose.z
        for body in place.bodies
        if is_die(body.id) and hypot(body.pose.x - aim[0], body.pose.y - aim[1]) < DIE * 1.5
    ]
    height = max([BOARD[2] + RELEASE + DIE / 2 + 0.001, *(z + DIE * 1.4 for z in near)])
    return Throw(name, target, Pose(aim[0], aim[1], height, *showing(6)))


def _from_outside(target: str, place: Scene, far: float, height: float) -> Vector:
    pose = place[target].pose
    out = hypot(pose.x, pose.y)
    return (pose.x * (1 + far / out), pose.y * (1 + far / out), height)


def _lob(name: str, target: str, aim: Vector, place: Scene, chance: random.Random) -> Throw:
    start = _from_outside(target, place, 0.3, 0.2)
    away, climb = dist(start[:2], aim[:2]), radians(60)
    speed = away / cos(climb) * sqrt(GRAVITY / (2 * (away * tan(climb) + start[2] - aim[2])))
    heading = atan2(aim[1] - start[1], aim[0] - start[0])
    velocity = (speed * cos(climb) * cos(heading), speed * cos(climb) * sin(heading), speed * sin(climb))
    return Throw(name, target, Pose(*start, *showing(6, chance.uniform(0, pi))), velocity)


def _knock(name: str, target: str, aim: Vector, place: Scene) -> Throw:
    start = _from_outside(target, place, 0.36, 0.12)
    away = dist(start, aim)
    rise = (aim[2] + GRAVITY * (away / 4) ** 2 / 2 - start[2]) / away
    velocity = (4 * (aim[0] - start[0]) / away, 4 * (aim[1] - start[1]) / away, 4 * rise)
    return Throw(name, target, Pose(*start, *showing(6)), velocity)
