"""Implement the Baron's turn of the solo mode a second time from section 11.2 and amendments A8 to A10."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from .reference import (
    COLOURS,
    FACES,
    FILES,
    INNER,
    RANKS,
    STRAIGHT,
    TABLES,
    Board,
    bank,
    beyond,
    captures,
    fits,
    jump,
    worth,
)

YOU, BARON = 0, 1
LINES = {"Y": "TRPY", "T": "RPYT", "R": "PYTR", "P": "YTRP"}


def line_order(yours: str, level: int) -> str:
    """Return the colours of the Priority line: those after yours, or from level 2 on in reverse order."""
    return LINES[yours] if level == 1 else LINES[yours][::-1]


@dataclass
class Solo:
    """Hold what the Baron's policy uses; side 0 is you, side 1 the Baron."""

    board: Board
    yours: str
    his: str
    line: list[str]
    level: int = 1
    guarded: list[bool] = field(default_factory=lambda: [False, False])
    vp: list[int] = field(default_factory=lambda: [0, 0])
    offerings: list[int] = field(default_factory=lambda: [3, 3])
    zones: list[list[str]] = field(default_factory=lambda: [[], []])
    spirits: list[list[str]] = field(default_factory=lambda: [[], []])
    reserve: int | None = 14
    table: str = "3-5-8-12"
    guard_exchange: bool = True
    stolen_to: str = "zone"

    @property
    def protected(self) -> str:
        return self.yours if self.guarded[YOU] else ""


def candidates(solo: Solo) -> set[tuple[str, str, str]]:
    return captures(solo.board, COLOURS, solo.protected, INNER)


def direction(start: str, over: str) -> int:
    return next(i for i, way in enumerate(STRAIGHT.values()) if beyond(start, way) == over)


def rank(solo: Solo, start: str, over: str) -> tuple[int, ...]:
    """Return the rank of a capture: the lower, the better for him."""
    stack = solo.board[over]
    die = stack[-1]
    row, column = 6 - RANKS.index(over[1]), FILES.index(over[0])
    colours = [in_line[0] for in_line in solo.line]
    wish = (
        (0, solo.line.index(die)) if die in solo.line else (1, colours.index(die[0])) if die[0] in colours else (2, 0)
    )
    away = abs(row - 3) + abs(column - 3)
    return (*wish, -len(stack), away, row, column, direction(start, over))


def choice(solo: Solo) -> tuple[str, str, str] | None:
    return min(candidates(solo), key=lambda found: rank(solo, *found[:2]), default=None)


def changed(zone: list[str], at: int, face: str) -> list[str]:
    return [die[0] + face if i == at else die for i, die in enumerate(zone)]


def turned(solo: Solo, zone: list[str], at: int) -> str:
    """Return the face that he pays for at C2, or none."""
    now = bank(zone, solo.table) + (zone[at][1] == "V")
    totals = {f: bank(changed(zone, at, f), solo.table) + (f == "V") for f in FACES if f != zone[at][1]}
    best = max(totals.values())
    return next(f for f in totals if totals[f] == best) if best > now and solo.offerings[BARON] >= 1 else ""


def largest(solo: Solo, zone: list[str]) -> int:
    """Return the number of dice of the largest set that would be a combo but for its size; 0 if no two go together."""
    most = min(len(zone), len(TABLES[solo.table]) + 2)
    return max((size for size in range(2, most + 1) if any(map(fits, combinations(zone, size)))), default=0)


def face_change(solo: Solo, zone: list[str]) -> list[str] | None:
    """Return the zone after the effect Face as he uses it."""
    now = bank(zone, solo.table)
    ways = [changed(zone, i, face) for i, die in enumerate(zone) for face in FACES if face != die[1]]
    banks = [bank(way, solo.table) for way in ways]
    if max(banks) > now:
        return ways[banks.index(max(banks))]
    size = largest(solo, zone)
    grown = [w for w, b in zip(ways, banks, strict=True) if size and b >= now and largest(solo, w) == size + 1]
    return grown[0] if grown else None


def theft(solo: Solo) -> str | None:
    """Return the die he steals: white first, then in the order of the line, then in the order of the icons."""
    order = ["W", *(die[0] for die in solo.line)]
    mine = [] if solo.guarded[YOU] else solo.spirits[YOU]
    return min(mine, key=lambda die: (order.index(die[0]), FACES.index(die[1])), default=None)


def trade(solo: Solo) -> tuple[int, int] | None:
    """Return the places in his zone and in yours of the two dice that he exchanges."""
    his, yours = solo.zones[BARON], solo.zones[YOU]
    if solo.guarded[YOU] and solo.guard_exchange:
        return None
    found = []
    for i in range(len(his)):
        for j, die in enumerate(yours):
            total = bank([*his[:i], die, *his[i + 1 :]], solo.table)
            found.append((-total, i, FACES.index(die[1]), j))
    if not found or -min(found)[0] <= bank(his, solo.table):
        return None
    return min(found)[1], min(found)[3]


def splits(zone: list[str], table: str, places: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every way to score disjoint combos: the points, and the places of the dice."""
    yield 0, ()
    for k, first in enumerate(places):
        rest = places[k + 1 :]
        for size in range(2, 6):
            for others in combinations(rest, size):
                if points := worth([zone[i] for i in (first, *others)], table):
                    left = tuple(i for i in rest if i not in others)
                    for more, used in splits(zone, table, left):
                        yield points + more, tuple(sorted((first, *others, *used)))


def banked(solo: Solo) -> tuple[int, tuple[int, ...]]:
    """Return the points, and the places of the dice that he scores."""
    zone = solo.zones[BARON]
    found = splits(zone, solo.table, tuple(range(len(zone))))
    points, _, used = min((-points, len(used), used) for points, used in found)
    return -points, used


def effect(solo: Solo) -> None:
    zone = solo.zones[BARON]
    face = zone[-1][1]
    if face == "O":
        solo.reserve = take_offering(solo)
    elif face == "V":
        solo.vp[BARON] += 1
    elif face == "F":
        zone[:] = face_change(solo, zone) or zone
    elif face == "G":
        solo.guarded[BARON] = True
    elif face == "S" and (die := theft(solo)):
        solo.spirits[YOU].remove(die)
        (zone if solo.stolen_to == "zone" else solo.spirits[BARON]).append(die)
    elif face == "X" and (places := trade(solo)):
        given, taken = zone.pop(places[0]), solo.zones[YOU].pop(places[1])
        zone.append(taken)
        solo.zones[YOU].append(given)


def take_offering(solo: Solo) -> int | None:
    if solo.reserve is None or solo.reserve > 0:
        solo.offerings[BARON] += 1
        return None if solo.reserve is None else solo.reserve - 1
    return solo.reserve


def pay(solo: Solo, price: int) -> None:
    solo.offerings[BARON] -= price
    solo.reserve = None if solo.reserve is None else solo.reserve + price


def turn(solo: Solo, extra: bool = False) -> bool:
    """Play one whole turn of the Baron with the extra turn that it buys; return False if he is blocked at the start of
    either.
    """
    if not extra:
        solo.guarded[BARON] = False
    chosen = choice(solo)
    if chosen is None:
        return False
    solo.board, die = jump(solo.board, *chosen)
    zone = solo.zones[BARON]
    zone.append(die)
    if die[0] == solo.his:
        solo.reserve = take_offering(solo)
    if face := turned(solo, zone, len(zone) - 1):
        pay(solo, 1)
        zone[-1] = die[0] + face
    effect(solo)
    bought = solo.level >= 3 and not extra and solo.offerings[BARON] >= 2
    if bought:
        pay(solo, 2)
    points, used = banked(solo)
    solo.vp[BARON] += points
    solo.spirits[BARON] += [zone[i] for i in used]
    zone[:] = [die for i, die in enumerate(zone) if i not in used]
    return turn(solo, extra=True) if bought else True
