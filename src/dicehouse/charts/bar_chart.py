"""Draw bars from a zero line: gains and losses, luck and skill, turn by turn.

`gain_bar` returns an SVG; the other functions return places in per cent of the chart, which a template draws as HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from .scale import AxisLabel, label_interval

FIGURE_WIDTH = 17.0  # per cent of the width that the figures need at either end of the bars
MAX_TURN_LABELS = 9
MAX_TURN_MARKS = 48


def gain_bar(share: float) -> Markup:
    """Draw a bar from the middle to the right for a gain, to the left for a loss; a share of 1 is half of the width."""
    wide = min(1.0, abs(share)) * 50
    return Markup(
        '<svg class="balance" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect x="{:.1f}" y="2" width="{:.1f}" height="10"/><path d="M50 0V14"/></svg>'
    ).format(50 - wide if share < 0 else 50, wide)


@dataclass(frozen=True, slots=True)
class ZeroLineBar:
    """Hold a bar from the zero line, in per cent: its left end, its width, and its figure, which is written at `edge`.

    The figure is written to the right of `edge` if `right`, otherwise to the left.
    """

    left: float
    width: float
    figure: str
    right: bool
    edge: float


class ZeroLine:
    """Hold the scale of bars that begin at one zero line; `at` is the place of that line, in per cent."""

    def __init__(self, values: Sequence[float]) -> None:
        low, high = min(0.0, *values), max(0.0, *values)
        self._per = (100 - 2 * FIGURE_WIDTH) / max(high - low, 0.01)
        self.at = FIGURE_WIDTH - low * self._per

    def bar(self, value: float, figure: str, whisker: tuple[float, float] | None = None) -> ZeroLineBar:
        """Return the bar of `value`, its figure outside the bar and outside its `whisker`."""
        left, right = self.at + min(0.0, value) * self._per, self.at + max(0.0, value) * self._per
        begin, wide = whisker or (left, right - left)
        edge = min(100 - FIGURE_WIDTH, max(right, begin + wide)) if value >= 0 else max(FIGURE_WIDTH, min(left, begin))
        return ZeroLineBar(left, right - left, figure, value >= 0, edge)

    def whisker(self, value: float, half: float) -> tuple[float, float]:
        """Return the left end and the width of the interval that reaches `half` to both sides of `value`."""
        begin, end = (max(1.0, min(99.0, self.at + (value + side * half) * self._per)) for side in (-1, 1))
        return begin, end - begin


@dataclass(frozen=True, slots=True)
class ErrorMark:
    """Hold the place of a value with its interval on a line with zero in the middle, in per cent."""

    zero: float
    at: float
    left: float
    width: float


def error_marks(values: Sequence[float], halves: Sequence[float]) -> list[ErrorMark]:
    """Return the marks of all `values` on one scale; `halves` are the half-widths of their intervals."""
    most = max(0.005, *(abs(value) + half for value, half in zip(values, halves, strict=True)))
    per = 46 / most
    return [
        ErrorMark(50.0, 50 + value * per, 50 + (value - half) * per, 2 * half * per)
        for value, half in zip(values, halves, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class TurnValues:
    """Hold what one turn changed for every seat, who moved in it, and its label."""

    luck: Sequence[float]
    skill: Sequence[float]
    mover: int | None
    label: str


@dataclass(frozen=True, slots=True)
class TurnBar:
    """Hold the bar of one turn, in per cent of the chart; `kind` is "lu" for luck and "sk" for skill."""

    left: float
    width: float
    top: float
    height: float
    kind: str


@dataclass(frozen=True, slots=True)
class TurnBarChart:
    """Hold the bars of one seat, turn by turn: the zero line, the ticks, the bars, and what is written below them."""

    zero: float
    ticks: Sequence[AxisLabel]
    strokes: Sequence[TurnBar]
    movers: Sequence[tuple[float, int]]
    labels: Sequence[AxisLabel]


def turn_bars(
    turns: Sequence[TurnValues], seat: int, format_value: Callable[[float], str], smallest: float
) -> TurnBarChart:
    """Return the bars of `seat`, on a scale that is the same for all seats; values below `smallest` have no bar."""
    every = [value for turn in turns for value in (*turn.luck, *turn.skill)]
    step = _tick_step(max(0.02, *map(abs, every), 0.02))
    high = step * max(1, -int(-max(0.0, *every) // step))
    low = -step * max(1, -int(min(0.0, *every) // step))
    per, wide = 100 / (high - low), 100 / max(1, len(turns))

    def bar(at: int, value: float, kind: str) -> TurnBar:
        left = wide * (at + (0.12 if kind == "lu" else 0.56))
        width = wide * (0.44 if kind == "lu" else 0.3)
        return TurnBar(left, width, (high - max(0.0, value)) * per, abs(value) * per, kind)

    bars = [
        bar(at, values[seat], kind)
        for at, turn in enumerate(turns)
        for kind, values in (("lu", turn.luck), ("sk", turn.skill))
        if abs(values[seat]) >= smallest
    ]
    lines = [low + step * n for n in range(round((high - low) / step) + 1)]
    ticks = [AxisLabel((high - value) * per, format_value(value) if abs(value) > 1e-9 else "0") for value in lines]
    movers = [(wide * (at + 0.4), turn.mover) for at, turn in enumerate(turns) if turn.mover is not None]
    every_nth = label_interval(len(turns), MAX_TURN_LABELS)
    labels = [AxisLabel(wide * (at + 0.4), turn.label) for at, turn in enumerate(turns) if at % every_nth == 0]
    return TurnBarChart(high * per, ticks, bars, movers if len(movers) <= MAX_TURN_MARKS else (), labels)


def _tick_step(most: float) -> float:
    return next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5) if most / step <= 4 or step == 0.5)
