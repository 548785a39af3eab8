"""Build the SVG elements that several charts share: marks, the key of a chart, panels.

Colours come from the style sheet of the page by class, so that they fit light and dark screens and paper.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

MARK_SHAPES = {
    "disc": Markup('<circle r="5" class="{}"/>'),
    "square": Markup('<rect x="-4.5" y="-4.5" width="9" height="9" class="{}"/>'),
    "triangle": Markup('<path d="M0-6 5.5 4H-5.5Z" class="{}"/>'),
    "diamond": Markup('<path d="M0-6.5 6 0 0 6.5-6 0Z" class="{}"/>'),
    "cross": Markup('<path d="M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z" class="{}"/>'),
    "star": Markup('<path d="M0-6.5 1.8-2H6.5L2.8 1.2 4 6 0 3.2-4 6-2.8 1.2-6.5-2H-1.8Z" class="{}"/>'),
}
PANEL_WIDTH, PANEL_LEFT, PANEL_RIGHT = 268, 8, 256


def join_markup(parts: Iterable[Markup]) -> Markup:
    """Return the parts one after the other, without anything between them."""
    return Markup("").join(parts)


def format_coordinate(value: float) -> str:
    """Write a coordinate with at most one digit after the point."""
    return f"{value:.1f}".removesuffix(".0")


def draw_mark(mark: str, x: str, y: str, kind: str = "f") -> Markup:
    """Draw a mark that differs from the others by its shape; `x` and `y` may be in per cent."""
    return Markup('<svg x="{}" y="{}" overflow="visible">{}</svg>').format(x, y, MARK_SHAPES[mark].format(kind))


def legend_entry(mark: str, number: int, label: str) -> Markup:
    """Return an entry of a legend: the mark of variant `number` with its label."""
    return Markup(
        '<span><svg viewBox="-7 -7 14 14" width="14" height="14" class="v{}" aria-hidden="true">{}</svg>{}</span>'
    ).format(number, draw_mark(mark, "0", "0"), label)


def draw_panel(height: float, said: str, inner: Markup, wide: int = PANEL_WIDTH) -> Markup:
    return Markup('<svg class="panel" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        wide, format_coordinate(height), said, inner
    )
