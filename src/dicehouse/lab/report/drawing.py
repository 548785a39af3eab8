"""Strokes that all pictures are made of. Their colours come from the page, so that they are right by day, by lamp and
on paper; places in a track are in per cent of its width, so that text beside it keeps its size on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from .numbers import plain, signed, ticks

EDGE = 3.0  # per cent of a track that stays free on either side


class Scale:
    """From figures to places on a track, in per cent."""

    def __init__(self, values: Iterable[float], *, around: Sequence[float] = (), most: int = 4) -> None:
        every = [*values, *around]
        low, high = (min(every), max(every)) if every else (0.0, 1.0)
        if high - low < 1e-12:
            low, high = low - 0.5, high + 0.5
        self.ticks = ticks(low, high, most)
        self.low, self.high = low, high

    def at(self, value: float) -> float:
        """A place in per cent; what lies further out stands at the edge."""
        share = (value - self.low) / (self.high - self.low)
        return EDGE + (100 - 2 * EDGE) * min(1.0, max(0.0, share))


def joined(parts: Iterable[Markup]) -> Markup:
    """Parts one after the other."""
    return Markup("").join(parts)


def n(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


SHAPES = {
    "disc": Markup('<circle r="5" class="{}"/>'),
    "square": Markup('<rect x="-4.5" y="-4.5" width="9" height="9" class="{}"/>'),
    "triangle": Markup('<path d="M0-6 5.5 4H-5.5Z" class="{}"/>'),
    "diamond": Markup('<path d="M0-6.5 6 0 0 6.5-6 0Z" class="{}"/>'),
    "cross": Markup('<path d="M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z" class="{}"/>'),
    "star": Markup('<path d="M0-6.5 1.8-2H6.5L2.8 1.2 4 6 0 3.2-4 6-2.8 1.2-6.5-2H-1.8Z" class="{}"/>'),
}


def sign(mark: str, x: str, y: str, kind: str = "f") -> Markup:
    """A mark that is told from others by its shape; its place may be in per cent."""
    return Markup('<svg x="{}" y="{}" overflow="visible">{}</svg>').format(x, y, SHAPES[mark].format(kind))


def key(mark: str, number: int, label: str) -> Markup:
    """A mark with what it stands for."""
    return Markup(
        '<span><svg viewBox="-7 -7 14 14" width="14" height="14" class="v{}" aria-hidden="true">{}</svg>{}</span>'
    ).format(number, sign(mark, "0", "0"), label)


def track(back: str, parts: Iterable[Markup]) -> Markup:
    """A row of a picture, as high as the row is: its background by name, and what is drawn on it."""
    return Markup('<svg class="tr" aria-hidden="true"><use href="#{}"/>{}</svg>').format(back, joined(parts))


def zone(scale: Scale, low: float, high: float) -> Markup:
    """The band within which a difference would not matter."""
    left, right = scale.at(low), scale.at(high)
    return Markup('<rect class="zone" x="{}%" width="{}%" height="100%"/>').format(n(left), n(right - left))


def upright(scale: Scale, value: float, kind: str) -> Markup:
    """A line across the track: a tick, what is even, or no difference."""
    return Markup('<line class="{1}" x1="{0}%" x2="{0}%" y2="100%"/>').format(n(scale.at(value)), kind)


def stretch(scale: Scale, low: float, high: float, y: int, kind: str) -> Markup:
    """An interval; `y` in per cent of the height."""
    return Markup('<line class="{3}" x1="{0}%" x2="{1}%" y1="{2}%" y2="{2}%"/>').format(
        n(scale.at(low)), n(scale.at(high)), y, kind
    )


def axis(scale: Scale, back: Markup, name: str, times: float = 1.0, plus: bool = False) -> Markup:
    """The figures under a track; it also keeps what lies behind the rows."""
    shown = [tick * times for tick in scale.ticks]
    digits = next((d for d in (0, 1) if all(abs(x - round(x, d)) < 1e-6 for x in shown)), 2)
    parts = joined(
        Markup('<text class="ax" x="{}%" y="13">{}</text>').format(
            n(scale.at(tick)), signed(value, digits) if plus else plain(value, digits)
        )
        for tick, value in zip(scale.ticks, shown, strict=True)
    )
    return Markup('<svg class="axis" height="18" aria-hidden="true"><defs><g id="{}">{}</g></defs>{}</svg>').format(
        name, back, parts
    )
