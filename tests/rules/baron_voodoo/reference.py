"""Implement the rules a second time, slowly, on dictionaries and lists: captures, powers, combos, the final scoring.

A board is a dictionary from spaces ("c3") to stacks, a stack the dice from the bottom up ("TV", "YX"); a space without
dice is not in it. Nothing in this file uses the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product

Stack = tuple[str, ...]
Board = dict[str, Stack]
Picture = frozenset[tuple[str, Stack]]

COLOURS = "YTRPW"
FACES = "OVFGSX"
KINDS = [colour + face for colour in COLOURS for face in FACES]
FILES, RANKS = "abcdefg", "1234567"
WHOLE = frozenset(file + rank for file in FILES for rank in RANKS)
INNER = frozenset(file + rank for file in FILES[1:6] for rank in RANKS[1:6])
LOAS = {"mamy-wata": "Y", "gran-bwa": "T", "papa-legba": "R", "erzulie-freda": "P"}
POWERS = {"wata": "Y", "bwa": "T", "legba": "R", "erzulie": "P"}

STRAIGHT = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
SLANTING = {"up right": (1, 1), "down right": (1, -1), "down left": (-1, -1), "up left": (-1, 1)}


def ways(directions: int) -> list[tuple[int, int]]:
    return [*STRAIGHT.values(), *(SLANTING.values() if directions == 8 else ())]


def beyond(space: str, way: tuple[int, int], steps: int = 1) -> str:
    """Return the space `steps` steps away; empty beyond the edge of the board."""
    file, rank = FILES.index(space[0]) + steps * way[0], RANKS.index(space[1]) + steps * way[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 7 and 0 <= rank < 7 else ""


def picture(board: Board) -> Picture:
    return frozenset(board.items())


def with_stacks(board: Board, changed: dict[str, Stack]) -> Board:
    """Return the board with some stacks replaced; an empty one is removed."""
    return {space: stack for space, stack in {**board, **changed}.items() if stack}


# Captures (section 5).


def captures(
    board: Board, jumpers: str, protected: str = "", area: frozenset[str] = WHOLE, directions: int = 4
) -> set[tuple[str, str, str]]:
    """Return every (from, over, to): the jumping die has one of the colours of `jumpers`, the captured one none of
    `protected`.
    """
    found = set()
    for start, stack in board.items():
        for way in ways(directions) if stack[-1][0] in jumpers else ():
            over, to = beyond(start, way), beyond(start, way, 2)
            if over in board and to in area and len(board.get(to, ())) < 3 and board[over][-1][0] not in protected:
                found.add((start, over, to))
    return found


def jump(board: Board, start: str, over: str, to: str) -> tuple[Board, str]:
    """Return the board after a capture, and the die taken."""
    jumper, taken = board[start][-1], board[over][-1]
    left = {start: board[start][:-1], over: board[over][:-1], to: (*board.get(to, ()), jumper)}
    return with_stacks(board, left), taken


# The four powers (section 6b): every board that a use can lead to, except the present one.


def lines(area: frozenset[str], rows_only: bool = False) -> list[list[str]]:
    """Return rows from left to right, and files from below."""
    rows = [sorted(space for space in area if space[1] == rank) for rank in RANKS]
    files = [sorted(space for space in area if space[0] == file) for file in FILES]
    return [line for line in rows + ([] if rows_only else files) if line]


def wata(board: Board, area: frozenset[str] = WHOLE, rows_only: bool = False) -> Iterator[Board]:
    for line in lines(area, rows_only):
        for from_the_end in (line, line[::-1]):
            stacks = [board[space] for space in from_the_end if space in board]
            stacks += [()] * (len(line) - len(stacks))
            yield with_stacks(board, dict(zip(from_the_end, stacks, strict=True)))


def bwa(board: Board) -> Iterator[Board]:
    for source, (lowest, *above) in board.items():
        others = [space for space in board if space != source]
        for targets in product(others, repeat=len(above)):
            for order in ([0, 1], [1, 0]) if len(above) == 2 else [[0]] if above else []:
                after = with_stacks(board, {source: (lowest,)})
                for i in order:
                    after[targets[i]] = (*after[targets[i]], above[i])
                if all(len(stack) <= 3 for stack in after.values()):
                    yield after


def legba(
    board: Board, area: frozenset[str] = WHOLE, rows_only: bool = False, single_only: bool = False
) -> Iterator[Board]:
    for line in lines(area, rows_only):
        for source, target in product(line, line):
            if source in board and target not in board and not (single_only and len(board[source]) > 1):
                yield with_stacks(board, {source: board[source][:-1], target: board[source][-1:]})


def erzulie(board: Board) -> Iterator[Board]:
    single = [space for space, stack in board.items() if len(stack) == 1]
    for one, other in combinations(single, 2):
        yield {**board, one: board[other], other: board[one]}


def uses(
    power: str,
    board: Board,
    area: frozenset[str] = WHOLE,
    *,
    rows_only: bool = False,
    single_only: bool = False,
) -> Iterator[Board]:
    """Yield every board that the power can make of this one; some may come more than once."""
    found = {
        "wata": lambda: wata(board, area, rows_only),
        "bwa": lambda: bwa(board),
        "legba": lambda: legba(board, area, rows_only, single_only),
        "erzulie": lambda: erzulie(board),
    }[power]()
    return (after for after in found if after != board)


# Combos (section 7).

TABLES = {"3-5-8-12": (3, 5, 8, 12), "3-5-7-9": (3, 5, 7, 9), "cap4": (3, 5)}


def canonical(dice: Iterable[str]) -> Stack:
    return tuple(sorted(dice, key=KINDS.index))


def fits(dice: Sequence[str]) -> str:
    """Return "icon" or "colour" if these dice go together, in any number; otherwise an empty text."""
    coloured = [die[0] for die in dice if die[0] != "W"]
    icons = {die[1] for die in dice}
    if len(icons) == 1 and len(set(coloured)) == len(coloured) and len(dice) <= 5:
        return "icon"
    if len(icons) == len(dice) and len(set(coloured)) <= 1:
        return "colour"
    return ""


def worth(dice: Sequence[str], table: str = "3-5-8-12") -> int:
    """Return the points of these dice as one combo; 0 if they are none."""
    values = TABLES[table]
    return values[len(dice) - 3] if 3 <= len(dice) <= len(values) + 2 and fits(dice) else 0


@cache
def _combos(zone: Stack, table: str) -> dict[Stack, int]:
    sets = {dice for size in range(3, 7) for dice in combinations(zone, size)}
    return {dice: points for dice in sets if (points := worth(dice, table))}


def combos(zone: Iterable[str], table: str = "3-5-8-12") -> dict[Stack, int]:
    """Return every combo among these dice, in canonical order, with its points."""
    return _combos(canonical(zone), table)


@cache
def _bank(zone: Stack, table: str) -> int:
    best = 0
    if len(zone) >= 3:
        first, rest = zone[0], zone[1:]
        best = _bank(rest, table)
        for dice, points in _combos(zone, table).items():
            if dice[0] == first:
                best = max(best, points + _bank(canonical((Counter(zone) - Counter(dice)).elements()), table))
    return best


def bank(zone: Iterable[str], table: str = "3-5-8-12") -> int:
    """Return the most points of disjoint combos of these dice."""
    return _bank(canonical(zone), table)


def best_combo(zone: Iterable[str], table: str = "3-5-8-12") -> int:
    return max(combos(zone, table).values(), default=0)


# The final scoring (section 8).


def majority(counts: Sequence[int], tied: int = 1) -> list[int]:
    """Return three points for the most dice of a colour, `tied` for each of several, nothing for none."""
    most = max(counts)
    best = [count == most and most > 0 for count in counts]
    return [(3 if sum(best) == 1 else tied) * is_best for is_best in best]


def last_count(
    vp: Sequence[int],
    zones: Sequence[Sequence[str]],
    spirits: Sequence[Sequence[str]],
    table: str = "3-5-8-12",
    white_tie: int | None = 1,
) -> list[int]:
    """Return totals by side; `white_tie` None leaves the white dice out."""
    totals = [points + best_combo(zone, table) for points, zone in zip(vp, zones, strict=True)]
    for colour in COLOURS if white_tie is not None else COLOURS[:4]:
        counts = [sum(die[0] == colour for die in (*a, *b)) for a, b in zip(zones, spirits, strict=True)]
        tied = white_tie if colour == "W" and white_tie is not None else 1
        totals = [total + more for total, more in zip(totals, majority(counts, tied), strict=True)]
    return totals


def winner(totals: Sequence[int], trigger: int) -> int:
    """Return the best side; among equals the one that started the end, otherwise the next one after it."""
    order = [*range(trigger, len(totals)), *range(trigger)]
    return max(order, key=lambda side: (totals[side], -order.index(side)))
