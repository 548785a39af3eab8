"""Draw curves with their bands: over the course of a game, or over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..i18n import _, in_language
from .scale import AxisLabel, format_number, label_interval, round_ticks
from .svg_elements import PANEL_RIGHT, draw_panel, format_coordinate, join_markup

Coordinate = Callable[[float], float]
GainPoint = tuple[float, float | None]
GAME_TICKS = ((0.0, "start"), (0.5, "half-time"), (1.0, "end"))
MIN_LABEL_GAP = 8.5  # per cent of the height between two names at the end of the lines
MAX_LABELS = 9
MIN_TICK_GAP = 5.0  # per cent of the width: labels that are closer would touch
CHANCE_TICKS = ((0.0, "0"), (0.5, "50"), (1.0, "100"))

# curves over a game, or over chances ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CurveRow:
    """Hold one curve: points of (part, value), each with up to two pairs of lower and upper ends after them."""

    number: int
    label: str
    points: Sequence[Sequence[float]]


def curve_chart(rows: Sequence[CurveRow], said: str, unit: str, high: float = 1.0, *, diagonal: bool = False) -> Markup:
    """Draw curves over the course of a game, from its start to its end.

    With `diagonal` the x axis shows chances instead, and the diagonal is where they are right. `top` is the upper end
    of the y axis.
    """
    top, bottom, left = 10.0, 190.0, 34.0

    def x(part: float) -> float:
        return left + (PANEL_RIGHT - left) * min(1.0, max(0.0, part))

    def y(value: float) -> float:
        return bottom - (bottom - top) * min(1.0, max(0.0, value / high))

    parts = [
        Markup('<path class="g" d="M{} {}H256"/><text class="ax end" x="28" y="{}">{}</text>').format(
            format_coordinate(left),
            format_coordinate(y(tick)),
            format_coordinate(y(tick) + 4),
            format_number(100 * tick, 0) if high == 1.0 else format_number(tick),
        )
        for tick in round_ticks(0, high, 4)
    ]
    for at, text in CHANCE_TICKS if diagonal else GAME_TICKS:
        kind = "ax start" if at == 0 else "ax end" if at == 1 else "ax"
        parts.append(Markup('<text class="{}" x="{}" y="205">{}</text>').format(kind, format_coordinate(x(at)), text))
    parts.append(Markup('<text class="ax" x="144" y="221">{}</text>').format(unit))
    if diagonal:
        parts.append(
            Markup('<path class="fair" d="M{} {}L{} {}"/>').format(
                format_coordinate(x(0)), format_coordinate(y(0)), format_coordinate(x(1)), format_coordinate(y(1))
            )
        )
    for row in rows:
        points = list(row.points[:: max(1, len(row.points) // 60)])
        points += [row.points[-1]] if points[-1] is not row.points[-1] else []
        for band in ((2, 3), (4, 5)) if len(rows) == 1 and not diagonal else ():
            parts.append(_draw_band(points, band, row.number, x, y))
        path = "L".join(f"{format_coordinate(x(p[0]))} {format_coordinate(y(p[1]))}" for p in points)
        parts.append(Markup('<path class="ln v{}" d="M{}"/>').format(row.number, path))
    return draw_panel(228, said, join_markup(parts))


def _draw_band(
    points: Sequence[Sequence[float]], band: tuple[int, int], number: int, x: Coordinate, y: Coordinate
) -> Markup:
    """Return the area between two further values of every point; empty markup if a point lacks them."""
    low, high = band
    if len(points) < 2 or any(len(p) <= high for p in points):
        return Markup("")
    edge = [f"{format_coordinate(x(p[0]))} {format_coordinate(y(p[high]))}" for p in points] + [
        f"{format_coordinate(x(p[0]))} {format_coordinate(y(p[low]))}" for p in reversed(points)
    ]
    return Markup('<path class="band v{}" d="M{}Z"/>').format(number, "L".join(edge))


def gain_curve(points: Sequence[GainPoint], format_gain: Callable[[float], str]) -> Markup:
    """Draw gains and losses over time around a zero line.

    A point is a gain and the half-width of its interval; the band is drawn where every point has one. `format_gain`
    writes the largest and the smallest end beside the line.
    """
    left, wide, top, deep, apart = 46, 244, 12, 78, 14
    highest = max(0.0, *(gain + (half or 0) for gain, half in points))
    lowest = min(0.0, *(gain - (half or 0) for gain, half in points))
    span = max(0.01, highest - lowest)
    steps = max(1, len(points) - 1)
    xs = [left + wide * (at / steps if len(points) > 1 else 0.5) for at in range(len(points))]

    def y(gain: float) -> float:
        return top + deep * (highest - gain) / span

    path = "M" + "L".join(f"{x:.1f} {y(gain):.1f}" for x, (gain, _) in zip(xs, points, strict=True))
    band = Markup("")
    if len(points) > 1 and all(half is not None for _, half in points):
        upper = [f"{x:.1f} {y(gain + (half or 0)):.1f}" for x, (gain, half) in zip(xs, points, strict=True)]
        lower = [f"{x:.1f} {y(gain - (half or 0)):.1f}" for x, (gain, half) in zip(xs, points, strict=True)]
        band = Markup('<path class="band" d="M{}Z"/>').format("L".join([*upper, *reversed(lower)]))
    dots = Markup("").join(
        Markup('<circle cx="{:.1f}" cy="{:.1f}" r="{}"/>').format(x, y(gain), 5 if at == len(points) - 1 else 2.5)
        for at, (x, (gain, _)) in enumerate(zip(xs, points, strict=True))
    )
    frame = Markup(
        '<svg class="over-time" viewBox="0 0 300 118" aria-hidden="true" focusable="false">'
        '<path class="zero" d="M{left} {zero:.1f}H{right}"/>{drawn}{marks}<text x="{left}" y="114">{first}</text>'
        '<text x="{right}" y="114" class="end">{now}</text></svg>'
    )
    drawn = band + Markup('<path class="ln" d="{}"/>').format(path) + dots
    ends = [format_gain(end) for end in (highest, lowest)]
    end_labels = [
        (y(end), text) for end, text in zip((highest, lowest), ends, strict=True) if abs(y(end) - y(0)) >= apart
    ]
    marks = Markup("").join(
        Markup('<text x="0" y="{:.1f}">{}</text>').format(at + 4, text) for at, text in [(y(0), "0"), *end_labels]
    )
    names = {"first": in_language(_("first")), "now": in_language(_("now"))}
    return frame.format(left=left, right=left + wide, zero=y(0), drawn=drawn, marks=marks, **names)


# the chance to win over a game, as places in per cent -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinCurveLine:
    """Hold one seat's chance to win over a game: the path in a square of 100 by 100, and the height of its name."""

    seat: int
    name: str
    path: str
    end: float


def win_curve_lines(points: Sequence[Sequence[float]], names: Sequence[str]) -> list[WinCurveLine]:
    """Return the line of every seat; a point holds the chances of all seats, from 0 to 1."""
    per = 100 / max(1, len(points) - 1)
    ends = _spread_labels([100 - 100 * points[-1][seat] for seat in range(len(names))])
    return [
        WinCurveLine(
            seat,
            name,
            "M" + "L".join(f"{at * per:.2f} {100 - 100 * point[seat]:.2f}" for at, point in enumerate(points)),
            ends[seat],
        )
        for seat, name in enumerate(names)
    ]


def win_curve_labels(starts: Sequence[tuple[float, str]]) -> list[AxisLabel]:
    """Return the labels below the curve, from the place in per cent and the label of every turn.

    Leave out turns so that at most `MAX_LABELS` are labelled, and labels that would touch the next one.
    """
    every_nth = label_interval(len(starts), MAX_LABELS)
    labels = [AxisLabel(place, text) for at, (place, text) in enumerate(starts) if at % every_nth == 0]
    return [
        label for at, label in enumerate(labels) if at + 1 == len(labels) or labels[at + 1].at - label.at > MIN_TICK_GAP
    ]


def _spread_labels(tops: Sequence[float]) -> list[float]:
    """Return the heights `tops`, moved apart so that no names overlap."""
    order, placed = sorted(range(len(tops)), key=lambda at: tops[at]), list(tops)
    low = 3.0
    for at in order:
        placed[at] = low = max(low, placed[at])
        low += MIN_LABEL_GAP
    over = max(0.0, (low - MIN_LABEL_GAP) - 97.0)
    return [top - over if top > over else top for top in placed]
