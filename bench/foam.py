"""python -m bench.foam: the figures of inDICEsion's thrown dice. What is measured stands in foam_measures.py, how games
are played for it in foam_games.py. Times are of the processor, so a busy machine counts little."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median

from dicehouse.games.indicesion.physics.throw_physics import MAX_SPEED
from dicehouse.games.indicesion.physics.versions import NEWEST

from . import foam_games as games
from . import foam_measures as foam


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def fairness(count: int) -> None:
    faces, seconds, statuses = foam.random_throws(count)
    counts = [faces[face] for face in range(1, 7)]
    print(f"{count} throws at random turns: {' '.join(map(str, counts))}, {faces[None]} crooked")
    print(f"  chi-square {foam.chi_square(counts):.2f} on 5 degrees of freedom, p {foam.chance_of(counts):.2f}")
    print(
        f"  at rest after {median(seconds):.2f} s (95 % {quantile(seconds, 0.95):.2f}, longest {max(seconds):.2f});",
        end=" ",
    )
    print(", ".join(f"{number} {status}" for status, number in sorted(statuses.items())))


def bounces() -> None:
    print("face-flat on a board: speed -> part of it given back, depth of the squash")
    for speed in (0.5, 1.0, 1.75, 4.0, MAX_SPEED, 8.0):
        back, deep = foam.bounce(speed)
        print(f"  {speed:4.1f} m/s  {back:.2f}  {deep * 1000:4.1f} mm")


def energy(count: int) -> None:
    print(f"most energy gained in {count} throws onto a die on a board: {foam.energy_gained(count):.4f} die heights")


def tunnelling(count: int) -> None:
    print("thrown at a free board on three barrels: speed -> went through, deepest squash")
    for speed in (MAX_SPEED, 1.2 * MAX_SPEED, 10.0):
        through, deep = foam.through_boards(speed, count)
        print(f"  {speed:5.2f} m/s  {through} of {2 * count}  {deep * 1000:.1f} mm")


def stacks(seconds: float) -> None:
    print(f"built, left alone for {seconds:.0f} s with nothing asleep: drift, turn")
    for name, built in foam.constructions().items():
        drift, turn = foam.drift(built, seconds)
        print(f"  {name:30} {drift * 1000:6.3f} mm  {turn:.3f} degrees")


def times(count: int) -> None:
    print("milliseconds to simulate and judge one throw among resting dice: median, 95%")
    for dice in (1, 12, 36):
        took = foam.times(dice, count)
        for name in ("simulate", "judge", "together"):
            milliseconds = [1000 * each for each in took[name]]
            print(f"  {dice:2} dice  {name:9} {median(milliseconds):5.1f}  {quantile(milliseconds, 0.95):5.1f}")


def play(rounds: int) -> None:
    print(f"games of {games.ROUNDS} rounds by simple players with the usual hand, from {rounds} rounds each: per game")
    for players in (2, 4, 6):
        for drafting in (False, True):
            seen = games.play(players, rounds, drafting=drafting)
            per_game = games.ROUNDS / rounds
            line = ", ".join(
                f"{seen[name] * per_game:.1f} {name}" for name in games.COUNTED if drafting or name != "burnt"
            )
            print(f"  {players} {'drafting' if drafting else 'classic '}  {line};", end=" ")
            print(f"{seen['bytes'] / seen['throws'] / 1000:.1f} kB a throw, at most {seen['most bytes'] / 1000:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.foam", description=__doc__)
    parser.add_argument("--throws", type=int, default=6000, help="how many for the fairness")
    parser.add_argument("--only", help="one of: fairness bounces energy tunnelling stacks times play")
    parser.add_argument("--physics", type=int, default=NEWEST, help="the version of the physics")
    given = parser.parse_args()
    foam.measured[0] = given.physics
    parts: dict[str, Callable[[], None]] = {
        "times": lambda: times(60),
        "bounces": bounces,
        "energy": lambda: energy(60),
        "tunnelling": lambda: tunnelling(60),
        "stacks": lambda: stacks(60),
        "play": lambda: play(12),
        "fairness": lambda: fairness(given.throws),
    }
    for name, part in parts.items():
        if given.only in (None, name):
            part()


if __name__ == "__main__":
    main()
