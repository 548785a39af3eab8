"""The larger pictures of a report: dice in a row, ridges of a distribution, curves over a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..findings import Distribution, Point
from .drawing import joined, n, sign
from .numbers import plain, ticks

Place = Callable[[float], float]
MOST_DICE = 24
SPOTS = ("C", "AI", "ACI", "AGKI", "AGCKI", "AGDHKI")
PLACES = {"A": (6, 6), "G": (17, 6), "D": (6, 11.5), "C": (11.5, 11.5), "H": (17, 11.5), "K": (6, 17), "I": (17, 17)}
WIDE, LEFT, RIGHT = 268, 8, 256


# dice in a row --------------------------------------------------------------------------------------------------------


def unit_of(most: float) -> int:
    """How much one die must stand for, so that no row is too long."""
    return next(unit for unit in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10**18) if most / unit <= MOST_DICE)


def dice(value: float, most: float, seed: int) -> Markup:
    """So many dice as a value is long, the last one cut; rows for the same `most` are to scale."""
    unit = unit_of(most)
    many, room = value / unit, int(-(-most / unit // 1))
    whole, rest = int(many), many - int(many)
    parts = [_die(25 * at, (((at + 1) * 2_654_435_761 + seed * 97_003) >> 9) % 6) for at in range(whole)]
    if rest > 0.02:
        wide = 23 * rest
        parts.append(Markup('<rect class="ghost" x="{}" y=".6" width="21.8" height="21.8" rx="4"/>').format(25 * whole))
        parts.append(Markup('<rect class="f" x="{}" width="{}" height="23" rx="4"/>').format(25 * whole, n(wide)))
    return Markup('<svg class="dice" viewBox="0 0 {} 23" aria-hidden="true" focusable="false">{}</svg>').format(
        25 * max(room, 8), joined(parts)
    )


def _die(x: float, face: int) -> Markup:
    pips = "".join(f"M{n(x + PLACES[spot][0])} {PLACES[spot][1]}h0" for spot in SPOTS[face])
    return Markup('<rect class="f" x="{}" width="23" height="23" rx="4.6"/><path class="pip" d="{}"/>').format(
        n(x), pips
    )


# ridges ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ridge:
    """One distribution with its mark; `low` to `high` holds nine in ten."""

    number: int
    mark: str
    label: str
    spread: Distribution
    mean: float
    low: float
    high: float


def percentile(spread: Distribution, share: float) -> float:
    """Where so much of a distribution lies to the left, as if each bin were even."""
    left, total = share * sum(spread.counts), 0.0
    for at, number in enumerate(spread.counts):
        if total + number >= left and number:
            begin, end = spread.edges[at], spread.edges[at + 1]
            return begin + (end - begin) * (left - total) / number
        total += number
    return spread.edges[-1]


def ridges(rows: Sequence[Ridge], ends: tuple[float, float], unit: str, said: str, *, wide: bool = False) -> Markup:
    """Distributions one below the other on one scale; `wide` where there is but one such picture."""
    (low, high), right = ends, 2 * RIGHT if wide else RIGHT
    deep = 64
    bottom = 18 + deep * len(rows)

    def x(value: float) -> float:
        return LEFT + (right - LEFT) * min(1.0, max(0.0, (value - low) / (high - low)))

    parts = [
        _scale([(x(t), plain(t, 0 if high - low > 4 else 1)) for t in ticks(low, high, 5)], 8, bottom, unit, right)
    ]
    for at, row in enumerate(rows):
        base = 18 + deep * (at + 1) - 8
        top = max((c / (b - a) for c, a, b in _bins(row.spread)), default=0.0) or 1.0
        points = [f"{n(x(low))} {n(base)}", f"{n(x(row.spread.edges[0]))} {n(base)}"]
        for number, begin, end in _bins(row.spread):
            middle = x((begin + end) / 2)
            points.append(f"{n(middle)} {n(base - (deep - 14) * number / (end - begin) / top)}")
        points.append(f"{n(x(row.spread.edges[-1]))} {n(base)}")
        parts.append(
            Markup(
                '<g class="v{}"><path class="ridge" d="M{}Z"/><path class="thick" d="M{} {}H{}"/>{}'
                '<text class="t end" x="{}" y="{}">{}</text><text class="t end" x="{}" y="{}">mean {}</text></g>'
            ).format(
                row.number,
                "L".join(points),
                n(x(row.low)),
                n(base),
                n(x(row.high)),
                sign(row.mark, n(x(row.mean)), n(base), "f halo"),
                right,
                n(base - 30),
                row.label if len(row.label) <= 24 else row.label[:23] + "\N{HORIZONTAL ELLIPSIS}",
                right,
                n(base - 15),
                plain(row.mean),
            )
        )
    return _panel(bottom + 36, said, joined(parts), right + WIDE - RIGHT)


def _bins(spread: Distribution) -> list[tuple[float, float, float]]:
    """(count, begin, end), neighbours joined where there are more than a picture can show."""
    step = max(1, -(-len(spread.counts) // 48))
    return [
        (sum(spread.counts[at : at + step]), spread.edges[at], spread.edges[min(at + step, len(spread.counts))])
        for at in range(0, len(spread.counts), step)
    ]


def _scale(at: Sequence[tuple[float, str]], top: float, bottom: float, unit: str, right: int) -> Markup:
    lines = joined(
        Markup('<path class="g" d="M{0} {1}V{2}"/><text class="ax" x="{0}" y="{3}">{4}</text>').format(
            n(x), n(top), n(bottom), n(bottom + 15), text
        )
        for x, text in at
    )
    return lines + Markup('<text class="ax" x="{}" y="{}">{}</text>').format(right // 2, n(bottom + 31), unit)


def _panel(height: float, said: str, inner: Markup, wide: int = WIDE) -> Markup:
    return Markup('<svg class="panel" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        wide, n(height), said, inner
    )


# curves ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve over the game, with its interval where there is one."""

    number: int
    label: str
    points: Sequence[Point]


OVER_TIME = ((0.0, "start"), (0.5, "half-time"), (1.0, "end"))
OF_CHANCES = ((0.0, "0"), (0.5, "50"), (1.0, "100"))


def curves(rows: Sequence[Curve], said: str, unit: str, high: float = 1.0, *, diagonal: bool = False) -> Markup:
    """Curves over the game, from its start to its end; or over what was said, the diagonal being true."""
    top, bottom, left = 10.0, 190.0, 34.0

    def x(part: float) -> float:
        return left + (RIGHT - left) * min(1.0, max(0.0, part))

    def y(value: float) -> float:
        return bottom - (bottom - top) * min(1.0, max(0.0, value / high))

    parts = [
        Markup('<path class="g" d="M{} {}H256"/><text class="ax end" x="28" y="{}">{}</text>').format(
            n(left), n(y(tick)), n(y(tick) + 4), plain(100 * tick, 0) if high == 1.0 else plain(tick)
        )
        for tick in ticks(0, high, 4)
    ]
    for at, text in OF_CHANCES if diagonal else OVER_TIME:
        kind = "ax start" if at == 0 else "ax end" if at == 1 else "ax"
        parts.append(Markup('<text class="{}" x="{}" y="205">{}</text>').format(kind, n(x(at)), text))
    parts.append(Markup('<text class="ax" x="144" y="221">{}</text>').format(unit))
    if diagonal:
        parts.append(Markup('<path class="fair" d="M{} {}L{} {}"/>').format(n(x(0)), n(y(0)), n(x(1)), n(y(1))))
    for row in rows:
        points = list(row.points[:: max(1, len(row.points) // 60)])
        points += [row.points[-1]] if points[-1] is not row.points[-1] else []
        for band in ((2, 3), (4, 5)) if len(rows) == 1 and not diagonal else ():
            parts.append(_band(points, band, row.number, x, y))
        path = "L".join(f"{n(x(p[0]))} {n(y(p[1]))}" for p in points)
        parts.append(Markup('<path class="ln v{}" d="M{}"/>').format(row.number, path))
    return _panel(228, said, joined(parts))


def _band(points: Sequence[Point], band: tuple[int, int], number: int, x: Place, y: Place) -> Markup:
    """Between two further values of every point, if they have them."""
    low, high = band
    if len(points) < 2 or any(len(p) <= high for p in points):
        return Markup("")
    edge = [f"{n(x(p[0]))} {n(y(p[high]))}" for p in points] + [
        f"{n(x(p[0]))} {n(y(p[low]))}" for p in reversed(points)
    ]
    return Markup('<path class="band v{}" d="M{}Z"/>').format(number, "L".join(edge))
