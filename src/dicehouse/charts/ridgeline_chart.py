"""Draw distributions one below the other on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from .scale import format_number, round_ticks
from .svg_elements import PANEL_LEFT, PANEL_RIGHT, PANEL_WIDTH, draw_mark, draw_panel, format_coordinate, join_markup

# ridges ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RidgeRow:
    """Hold one distribution with its mean; nine games in ten lie from `low` to `high`."""

    number: int
    mark: str
    label: str
    edges: Sequence[float]
    counts: Sequence[int]
    mean: float
    low: float
    high: float


def ridgeline_chart(
    rows: Sequence[RidgeRow], ends: tuple[float, float], unit: str, said: str, *, wide: bool = False
) -> Markup:
    """Draw distributions one below the other on one scale from the first to the second of `ends`.

    `wide` is for a chart that has the whole width of the page.
    """
    (low, high), right = ends, 2 * PANEL_RIGHT if wide else PANEL_RIGHT
    deep = 64
    bottom = 18 + deep * len(rows)

    def x(value: float) -> float:
        return PANEL_LEFT + (right - PANEL_LEFT) * min(1.0, max(0.0, (value - low) / (high - low)))

    parts = [
        _bottom_axis(
            [(x(t), format_number(t, 0 if high - low > 4 else 1)) for t in round_ticks(low, high, 5)],
            8,
            bottom,
            unit,
            right,
        )
    ]
    for at, row in enumerate(rows):
        base = 18 + deep * (at + 1) - 8
        top = max((c / (b - a) for c, a, b in _join_bins(row)), default=0.0) or 1.0
        points = [
            f"{format_coordinate(x(low))} {format_coordinate(base)}",
            f"{format_coordinate(x(row.edges[0]))} {format_coordinate(base)}",
        ]
        for number, begin, end in _join_bins(row):
            middle = x((begin + end) / 2)
            points.append(
                f"{format_coordinate(middle)} {format_coordinate(base - (deep - 14) * number / (end - begin) / top)}"
            )
        points.append(f"{format_coordinate(x(row.edges[-1]))} {format_coordinate(base)}")
        parts.append(
            Markup(
                '<g class="v{}"><path class="ridge" d="M{}Z"/><path class="thick" d="M{} {}H{}"/>{}'
                '<text class="t end" x="{}" y="{}">{}</text><text class="t end" x="{}" y="{}">mean {}</text></g>'
            ).format(
                row.number,
                "L".join(points),
                format_coordinate(x(row.low)),
                format_coordinate(base),
                format_coordinate(x(row.high)),
                draw_mark(row.mark, format_coordinate(x(row.mean)), format_coordinate(base), "f halo"),
                right,
                format_coordinate(base - 30),
                row.label if len(row.label) <= 24 else row.label[:23] + "\N{HORIZONTAL ELLIPSIS}",
                right,
                format_coordinate(base - 15),
                format_number(row.mean),
            )
        )
    return draw_panel(bottom + 36, said, join_markup(parts), right + PANEL_WIDTH - PANEL_RIGHT)


def _join_bins(row: RidgeRow) -> list[tuple[float, float, float]]:
    """Return the bins as (count, begin, end), neighbours joined so that there are at most 48."""
    step = max(1, -(-len(row.counts) // 48))
    return [
        (sum(row.counts[at : at + step]), row.edges[at], row.edges[min(at + step, len(row.counts))])
        for at in range(0, len(row.counts), step)
    ]


def _bottom_axis(at: Sequence[tuple[float, str]], top: float, bottom: float, unit: str, right: int) -> Markup:
    lines = join_markup(
        Markup('<path class="g" d="M{0} {1}V{2}"/><text class="ax" x="{0}" y="{3}">{4}</text>').format(
            format_coordinate(x),
            format_coordinate(top),
            format_coordinate(bottom),
            format_coordinate(bottom + 15),
            text,
        )
        for x, text in at
    )
    return lines + Markup('<text class="ax" x="{}" y="{}">{}</text>').format(
        right // 2, format_coordinate(bottom + 31), unit
    )
