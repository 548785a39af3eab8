"""Draw figures with their intervals, row by row on one scale: as a table of a page, or as an SVG of its own.

In a table a screen reader finds the names and figures, and the marks are drawn in a cell. Positions in that cell are
in per cent of its width, so that the text beside it keeps its size on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from zlib import crc32

from markupsafe import Markup

from ..i18n import Percent, current_language
from .scale import Scale, format_number, format_signed
from .svg_elements import MARK_SHAPES, draw_mark, format_coordinate, join_markup

SVG_WIDTH, SVG_TRACK_LEFT, SVG_TRACK_RIGHT, SVG_MARGIN = 760, 220, 530, 20  # in pixels
SVG_ROW_HEIGHT, SVG_GROUP_HEIGHT, SVG_TOP = 34, 28, 54
MAX_LABEL = 30  # letters of a name
SVG_STYLE = Markup("""\
.lab{font-family:Figtree,ui-sans-serif,system-ui,sans-serif;font-size:14px;fill:#241a15}
.lab .paper{fill:#fffaf0}.lab .zone{fill:#f4ebd9}.lab .quiet{fill:#5a4a40;font-size:12.5px}
.lab .title{font-size:18px;font-weight:700}.lab .bold{font-weight:700}
.lab .end{text-anchor:end}.lab .mid{text-anchor:middle}
.lab .g{stroke:#2a1d14;stroke-opacity:.14}.lab .fair{stroke:#5a4a40;stroke-width:1.3;stroke-dasharray:4 3}
.lab .iv{stroke:var(--c);stroke-width:3;stroke-linecap:round}.lab .iv1{stroke:var(--c);stroke-width:1.4}
.lab .f{fill:var(--c);stroke:#fffaf0;stroke-width:1.6}.lab .o{fill:#fffaf0;stroke:var(--c);stroke-width:2}
.lab .v0{--c:#241a15}.lab .v1{--c:#b3261e}.lab .v2{--c:#0f6f73}.lab .v3{--c:#1d5c8f}
.lab .v4{--c:#8a3470}.lab .v5{--c:#6d5a00}
@media (prefers-color-scheme:dark){.lab{fill:#f8ecd8}.lab .paper{fill:#2a1f1a}.lab .zone{fill:#372a22}
.lab .quiet{fill:#cdb9a0}.lab .g{stroke:#ffe9c8}.lab .fair{stroke:#cdb9a0}.lab .f{stroke:#2a1f1a}.lab .o{fill:#2a1f1a}
.lab .v0{--c:#f3e3c8}.lab .v1{--c:#ff8a6c}.lab .v2{--c:#6cc4bd}.lab .v3{--c:#8fc1e8}.lab .v4{--c:#e0a3cd}
.lab .v5{--c:#d9c36a}}""")


@dataclass(frozen=True, slots=True)
class IntervalSpan:
    """Hold a figure with its interval, and the wider interval that holds for all rows of the chart at once."""

    value: float
    low: float
    high: float
    simultaneous: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """Hold one row of a chart.

    `span` is None where nothing is known; `under` is drawn below it for comparison.
    """

    name: str
    span: IntervalSpan | None
    figure: str
    small: str = ""
    number: int = 0  # of the variant, which decides the colour
    mark: str = "disc"
    hollow: bool = False  # draw the mark hollow: the effect is not certain
    under: IntervalSpan | None = None
    more: Sequence[str] = ()  # further cells, right of the figure
    head: str = ""  # a group begins here


@dataclass(frozen=True, slots=True)
class IntervalFrame:
    """Hold what a chart says around its rows, and how its axis is drawn."""

    said: str  # its caption for who listens
    name: str  # heads of the columns
    drawn: str
    figure: str
    unit: str
    more: Sequence[str] = ()
    line: float | None = None  # what is even, or no difference
    band: tuple[float, float] | None = None  # within it nothing matters
    times: float = 1.0  # what the axis shows of a figure: 100 for shares
    plus: bool = False


def interval_ends(rows: Iterable[IntervalRow]) -> list[float]:
    """Return all values that the scale must include."""
    spans = [span for row in rows for span in (row.span, row.under) if span is not None]
    return [end for span in spans for end in (span.low, span.high, *(span.simultaneous or ()))]


def interval_table(rows: Sequence[IntervalRow], frame: IntervalFrame) -> Markup:
    """Draw the rows on one scale, as an HTML table."""
    scale = Scale(interval_ends(rows), around=[x for x in (frame.line, *(frame.band or ())) if x is not None])
    wide = 3 + len(frame.more)
    back, number = _table_background(scale, frame)
    body = join_markup(_table_row(row, scale, number, wide) for row in rows)
    heads = join_markup(
        Markup('<th scope="col"{}>{}</th>').format(Markup(' class="num"') if at > 1 else "", text)
        for at, text in enumerate((frame.name, frame.drawn, frame.figure, *frame.more))
    )
    return Markup(
        '<table class="forest"><caption class="unseen">{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody><tfoot'
        ' aria-hidden="true"><tr><td></td><td>{}</td><td colspan="{}"></td></tr><tr><td colspan="{}" class="cap">{}'
        "</td></tr></tfoot></table>"
    ).format(
        frame.said, heads, body, draw_axis(scale, back, number, frame.times, frame.plus), wide - 2, wide, frame.unit
    )


def _table_background(scale: Scale, frame: IntervalFrame) -> tuple[Markup, str]:
    """Return the background that all rows share, drawn once for a table, and the id by which rows refer to it."""
    parts = [draw_zone(scale, *frame.band)] if frame.band else []
    parts += [vertical_line(scale, tick, "g") for tick in scale.ticks]
    if frame.line is not None:
        parts.append(vertical_line(scale, frame.line, "fair"))
    return join_markup(parts), f"b{crc32(join_markup(parts).encode()):x}"


def _table_row(row: IntervalRow, scale: Scale, back: str, wide: int) -> Markup:
    head = Markup('<tr class="head"><th scope="rowgroup" colspan="{}">{}</th></tr>').format(wide, row.head)
    more = join_markup(Markup('<td class="num">{}</td>').format(text) for text in row.more)
    figure = Markup("{}{}").format(row.figure, Markup(" <small>{}</small>").format(row.small) if row.small else "")
    return (head if row.head else Markup("")) + Markup(
        '<tr class="v{}"><th scope="row">{}</th><td class="on">{}</td><td class="num">{}</td>{}</tr>'
    ).format(row.number, row.name, draw_track(back, _table_marks(row, scale)), figure, more)


def _table_marks(row: IntervalRow, scale: Scale) -> Iterator[Markup]:
    middle = 50 if row.under is None else 36
    if row.under is not None:
        yield interval_line(scale, row.under.low, row.under.high, 70, "iv2")
    if row.span is not None:
        if row.span.simultaneous:
            yield interval_line(scale, *row.span.simultaneous, middle, "iv1")
        yield interval_line(scale, row.span.low, row.span.high, middle, "iv")
        yield draw_mark(row.mark, f"{scale.at(row.span.value):.1f}%", f"{middle}%", "o" if row.hollow else "f halo")


def draw_track(back: str, parts: Iterable[Markup]) -> Markup:
    """Return the cell of a row: the background with the id `back`, and the `parts` drawn on it."""
    return Markup('<svg class="tr" aria-hidden="true"><use href="#{}"/>{}</svg>').format(back, join_markup(parts))


def draw_zone(scale: Scale, low: float, high: float) -> Markup:
    """Draw the band within which a difference does not matter."""
    left, right = scale.at(low), scale.at(high)
    return Markup('<rect class="zone" x="{}%" width="{}%" height="100%"/>').format(
        format_coordinate(left), format_coordinate(right - left)
    )


def vertical_line(scale: Scale, value: float, kind: str) -> Markup:
    """Draw a line across the track at `value`: a tick, the even share, or no difference."""
    return Markup('<line class="{1}" x1="{0}%" x2="{0}%" y2="100%"/>').format(format_coordinate(scale.at(value)), kind)


def interval_line(scale: Scale, low: float, high: float, y: int, kind: str) -> Markup:
    """Draw an interval at the height `y`, in per cent of the track."""
    return Markup('<line class="{3}" x1="{0}%" x2="{1}%" y1="{2}%" y2="{2}%"/>').format(
        format_coordinate(scale.at(low)), format_coordinate(scale.at(high)), y, kind
    )


def draw_axis(scale: Scale, back: Markup, name: str, times: float = 1.0, plus: bool = False) -> Markup:
    """Draw the figures below a track; the SVG also holds the background `back` under the id `name`.

    The axis shows `times` the value of each tick, with a sign if `plus`.
    """
    shown = [tick * times for tick in scale.ticks]
    digits = next((d for d in (0, 1) if all(abs(x - round(x, d)) < 1e-6 for x in shown)), 2)
    parts = join_markup(
        Markup('<text class="ax" x="{}%" y="13">{}</text>').format(
            format_coordinate(scale.at(tick)), format_signed(value, digits) if plus else format_number(value, digits)
        )
        for tick, value in zip(scale.ticks, shown, strict=True)
    )
    return Markup('<svg class="axis" height="18" aria-hidden="true"><defs><g id="{}">{}</g></defs>{}</svg>').format(
        name, back, parts
    )


def interval_svg(title: str, rows: Sequence[IntervalRow], frame: IntervalFrame) -> str:
    """Draw the rows on one scale, as an SVG that needs nothing else and fits light and dark pages."""
    scale = Scale(interval_ends(rows), around=[x for x in (frame.line, *(frame.band or ())) if x is not None])
    places, below = _svg_row_positions(rows)
    description = "; ".join(
        f"{row.name} {row.figure} ({row.small})" if row.small else f"{row.name} {row.figure}" for row in rows
    )
    back = _svg_background(scale, frame, below)
    drawn = join_markup(_svg_row(row, y, scale) for row, y in zip(rows, places, strict=True))
    height = below + 56
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="lab" viewBox="0 0 {0} {1}" width="{0}"'
            ' height="{1}">'
            "<title>{2}</title><desc>{3}.</desc><style>{4}</style>"
            '<rect class="paper" width="{0}" height="{1}" rx="14"/>{5}{6}{7}</svg>\n'
        ).format(
            SVG_WIDTH,
            format_coordinate(height),
            title,
            description,
            SVG_STYLE,
            _svg_text(SVG_MARGIN, 34, title, "title"),
            back,
            drawn,
        )
    )


def _svg_row_positions(rows: Sequence[IntervalRow]) -> tuple[list[float], float]:
    """Return the middle of each row and the lower end of the last one, in pixels from the top."""
    places, y = [], float(SVG_TOP)
    for row in rows:
        y += SVG_GROUP_HEIGHT if row.head else 0
        places.append(y + SVG_ROW_HEIGHT / 2)
        y += SVG_ROW_HEIGHT
    return places, y


def _svg_x(scale: Scale, value: float) -> float:
    return SVG_TRACK_LEFT + (SVG_TRACK_RIGHT - SVG_TRACK_LEFT) * scale.at(value) / 100


def _svg_background(scale: Scale, frame: IntervalFrame, below: float) -> Markup:
    parts = []
    if frame.band:
        left, right = (_svg_x(scale, end) for end in frame.band)
        zone = Markup('<rect class="zone" x="{}" y="{}" width="{}" height="{}"/>')
        parts.append(
            zone.format(
                format_coordinate(left), SVG_TOP, format_coordinate(right - left), format_coordinate(below - SVG_TOP)
            )
        )
    for tick in scale.ticks:
        value = tick * frame.times
        digits = 0 if abs(value - round(value)) < 1e-6 else 1
        words = format_signed(value, digits) if frame.plus else format_number(value, digits)
        parts.append(_svg_line(_svg_x(scale, tick), SVG_TOP, below, "g"))
        parts.append(_svg_text(_svg_x(scale, tick), below + 18, words, "quiet mid"))
    if frame.line is not None:
        parts.append(_svg_line(_svg_x(scale, frame.line), SVG_TOP, below, "fair"))
    parts.append(_svg_text((SVG_TRACK_LEFT + SVG_TRACK_RIGHT) / 2, below + 40, frame.unit, "quiet mid"))
    return join_markup(parts)


def _svg_row(row: IntervalRow, y: float, scale: Scale) -> Markup:
    name = row.name if len(row.name) <= MAX_LABEL else row.name[: MAX_LABEL - 1] + "\N{HORIZONTAL ELLIPSIS}"
    head = (
        _svg_text(SVG_MARGIN, y - SVG_ROW_HEIGHT / 2 - 6, row.head[:1].upper() + row.head[1:], "bold")
        if row.head
        else Markup("")
    )
    figures = _svg_text(SVG_WIDTH - SVG_MARGIN, y - 2, row.figure, "bold end") + _svg_text(
        SVG_WIDTH - SVG_MARGIN, y + 13, row.small, "quiet end"
    )
    if not row.small:
        figures = _svg_text(SVG_WIDTH - SVG_MARGIN, y + 5, row.figure, "bold end")
    return Markup('{}<g class="v{}">{}</g>{}{}').format(
        head, row.number, join_markup(_svg_marks(row, y, scale)), _svg_text(SVG_MARGIN, y + 5, name, ""), figures
    )


def _svg_marks(row: IntervalRow, y: float, scale: Scale) -> Iterator[Markup]:
    if row.span is None:
        return
    if row.span.simultaneous:
        yield _svg_interval(_svg_x(scale, row.span.simultaneous[0]), _svg_x(scale, row.span.simultaneous[1]), y, "iv1")
    yield _svg_interval(_svg_x(scale, row.span.low), _svg_x(scale, row.span.high), y, "iv")
    at = Markup('<g transform="translate({} {})">{}</g>')
    yield at.format(
        format_coordinate(_svg_x(scale, row.span.value)),
        format_coordinate(y),
        MARK_SHAPES[row.mark].format("o" if row.hollow else "f"),
    )


def _svg_interval(left: float, right: float, y: float, kind: str) -> Markup:
    return Markup('<path class="{}" d="M{} {}H{}"/>').format(
        kind, format_coordinate(left), format_coordinate(y), format_coordinate(right)
    )


def _svg_line(x: float, top: float, bottom: float, kind: str) -> Markup:
    return Markup('<path class="{}" d="M{} {}V{}"/>').format(
        kind, format_coordinate(x), format_coordinate(top), format_coordinate(bottom)
    )


def _svg_text(x: float, y: float, words: str, kinds: str) -> Markup:
    return Markup('<text x="{}" y="{}" class="{}">{}</text>').format(
        format_coordinate(x), format_coordinate(y), kinds, words
    )


@dataclass(frozen=True, slots=True)
class WinShareRow:
    """Hold how often a player won against one kind of opponent; shares from 0 to 1. `even` is the share to expect if
    all were equally strong; None without other players.
    """

    name: str
    won: float
    low: float
    high: float
    even: float | None


def win_share_chart(rows: Sequence[WinShareRow]) -> Markup:
    """Draw a dot with its 95% interval for each row, and a mark at the even share."""
    left, wide, row, top = 96, 204, 30, 8
    high = top + row * len(rows) + 20
    drawn = Markup("")
    for at in (0, 50, 100):
        x = left + wide * at / 100
        anchor = "start" if at == 0 else "end" if at == 100 else "middle"
        drawn += Markup(
            '<path class="grid" d="M{0:.1f} {1}V{2}"/><text x="{0:.1f}" y="{3}" class="{5}">{4}</text>'
        ).format(x, top, high - 18, high - 4, Percent(at / 100).in_language(current_language()), anchor)
    for at, share in enumerate(rows):
        y = top + row * (at + 0.5)
        if share.even is not None:
            even = left + wide * share.even
            drawn += Markup('<path class="even" d="M{:.1f} {:.1f}v14"/>').format(even, y - 7)
        drawn += Markup(
            '<text x="0" y="{y4:.1f}">{name}</text>'
            '<path class="whisker" d="M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {ya:.1f}v8M{high:.1f} {ya:.1f}v8"/>'
            '<circle cx="{at:.1f}" cy="{y:.1f}" r="5"/>'
        ).format(
            y=y,
            y4=y + 4,
            ya=y - 4,
            name=share.name,
            low=left + wide * share.low,
            high=left + wide * share.high,
            at=left + wide * share.won,
        )
    whole = Markup('<svg class="shares" viewBox="0 0 304 {}" aria-hidden="true" focusable="false">{}</svg>')
    return whole.format(high, drawn)


# ratings, some of which have an open end ------------------------------------------------------------------------------

RATING_WIDTH, RATING_ROW_HEIGHT, RATING_TOP, RATING_BOTTOM, RATING_MARGIN = 720, 40, 84, 58, 24
RATING_NAME_WIDTH, RATING_FIGURE_WIDTH = 170, 150  # for the names on the left and the figures on the right
MAX_RATING_NAME = 20  # letters
RATING_TICK_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
RATING_STYLE = Markup("""\
.arena{font-family:Figtree,ui-sans-serif,system-ui,sans-serif;font-size:15px;fill:#241a15}
.arena .paper{fill:#fffaf0}.arena .quiet{fill:#5d4c3f;font-size:13px}.arena .title{font-size:19px;font-weight:700}
.arena .bold{font-weight:700}.arena .end{text-anchor:end}.arena .mid{text-anchor:middle}
.arena .grid{stroke:#241a15;stroke-opacity:.14}.arena .zero{stroke:#241a15;stroke-opacity:.6}
.arena .bar{stroke:#107c78;stroke-width:4;stroke-linecap:round}.arena .dot{fill:#107c78}
.arena .tip{fill:none;stroke:#107c78;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.arena .ring{fill:#fffaf0;stroke:#107c78;stroke-width:3}
@media (prefers-color-scheme:dark){.arena{fill:#f8ecd8}.arena .paper{fill:#2a1f1a}.arena .quiet{fill:#cdbba6}
.arena .grid,.arena .zero{stroke:#ffe9c8}.arena .bar,.arena .tip{stroke:#4fc4bc}.arena .dot{fill:#4fc4bc}
.arena .ring{fill:#2a1f1a;stroke:#4fc4bc}}""")


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Hold one rating. It is drawn as a mark with its interval, or as a ring without one; if only one end is known, an
    arrow points the other way.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    figure: str


@dataclass(frozen=True, slots=True)
class RatingFrame:
    """Hold what is written around the rows: above them, below their axis, and for who cannot see the chart."""

    title: str
    subtitle: str
    unit: str
    description: str


def rating_svg(rows: Sequence[RatingRow], frame: RatingFrame) -> str:
    """Return ratings with their intervals on one scale, as an SVG that needs nothing else."""
    ends = [x for row in rows for x in (row.value, row.low, row.high) if x is not None] or [0.0]
    scale = _RatingScale(min(ends), max(ends))
    height = RATING_TOP + RATING_ROW_HEIGHT * len(rows) + RATING_BOTTOM
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="arena" viewBox="0 0 {0} {1}"'
            ' width="{0}" height="{1}"><title>{2}</title><desc>{3}</desc><style>{4}</style>'
            '<rect class="paper" width="{0}" height="{1}" rx="14"/>{5}{6}{7}{8}</svg>\n'
        ).format(
            RATING_WIDTH,
            height,
            frame.title,
            frame.description,
            RATING_STYLE,
            _rating_text(RATING_MARGIN, 36, frame.title, "title"),
            _rating_text(RATING_MARGIN, 60, frame.subtitle, "quiet"),
            _rating_axis(scale, height, frame.unit),
            join_markup(_rating_row(number, row, scale) for number, row in enumerate(rows)),
        )
    )


class _RatingScale:
    """Map ratings to pixels; the axis reaches a fifth of a tick beyond the outermost ticks."""

    def __init__(self, least: float, most: float) -> None:
        self.step = next((step for step in RATING_TICK_STEPS if (most - least) / step <= 6), RATING_TICK_STEPS[-1])
        self.low = (floor(least / self.step) - 0.2) * self.step
        self.high = (ceil(most / self.step) + 0.2) * self.step

    def x(self, value: float) -> float:
        left, right = RATING_MARGIN + RATING_NAME_WIDTH, RATING_WIDTH - RATING_MARGIN - RATING_FIGURE_WIDTH
        return left + (right - left) * (value - self.low) / (self.high - self.low)


def _rating_axis(scale: _RatingScale, height: int, unit: str) -> Markup:
    top, bottom = RATING_TOP - 6, height - RATING_BOTTOM + 4
    parts = []
    for number in range(ceil(scale.low / scale.step), floor(scale.high / scale.step) + 1):
        value = number * scale.step
        x, kind = f"{scale.x(value):.1f}", "zero" if value == 0 else "grid"
        line = Markup('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(kind, x, top, x, bottom)
        parts += [
            line,
            _rating_text(scale.x(value), bottom + 18, format_signed(value, 0).replace(",", ""), "quiet mid"),
        ]
    middle = (scale.x(scale.low) + scale.x(scale.high)) / 2
    return join_markup([*parts, _rating_text(middle, height - 14, unit, "quiet mid")])


def _rating_row(number: int, row: RatingRow, scale: _RatingScale) -> Markup:
    y = RATING_TOP + RATING_ROW_HEIGHT * number + RATING_ROW_HEIGHT / 2
    short = row.name[: MAX_RATING_NAME - 1] + "\N{HORIZONTAL ELLIPSIS}"
    name = row.name if len(row.name) <= MAX_RATING_NAME else short
    return join_markup(
        [
            _rating_text(RATING_MARGIN + RATING_NAME_WIDTH - 14, y + 5, name, "bold end"),
            _rating_mark(row, y, scale),
            _rating_text(RATING_WIDTH - RATING_MARGIN, y + 5, row.figure, "end"),
        ]
    )


def _rating_mark(row: RatingRow, y: float, scale: _RatingScale) -> Markup:
    if row.value is None:
        return _rating_arrow(row, y, scale)
    x = f"{scale.x(row.value):.1f}"
    if row.low is None or row.high is None or row.low == row.high:
        return Markup('<circle class="ring" cx="{}" cy="{}" r="6"/>').format(x, y)
    low, high = f"{scale.x(row.low):.1f}", f"{scale.x(row.high):.1f}"
    return Markup(
        '<line class="bar" x1="{}" y1="{y}" x2="{}" y2="{y}"/><circle class="dot" cx="{}" cy="{y}" r="7"/>'
    ).format(low, high, x, y=y)


def _rating_arrow(row: RatingRow, y: float, scale: _RatingScale) -> Markup:
    """Return an arrow from the one end that is known, outward."""
    bound = row.low if row.low is not None else row.high
    if bound is None:
        return Markup("")
    way = 1 if row.low is not None else -1
    x = scale.x(bound)
    return Markup('<path class="tip" d="M{} {}H{}m{} -7l{} 7l{} 7"/>').format(
        f"{x:.1f}", y, f"{x + way * 26:.1f}", -8 * way, 8 * way, -8 * way
    )


def _rating_text(x: float, y: float, words: str, kinds: str) -> Markup:
    return Markup('<text x="{}" y="{}" class="{}">{}</text>').format(f"{x:.1f}", f"{y:.1f}", kinds, words)
