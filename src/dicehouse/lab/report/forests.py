"""Pictures that are tables: a row has a name, a track with marks and intervals, and the same in figures. Who listens to
the page hears a table, who sees it a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from markupsafe import Markup

from .drawing import Scale, axis, joined, sign, stretch, track, upright, zone


@dataclass(frozen=True, slots=True)
class Span:
    """A figure with its interval, and around it the one that holds together with all others of its table."""

    value: float
    low: float
    high: float
    thin: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `span` is None where nothing is known. `under` is drawn below it, for comparison."""

    name: str
    span: Span | None
    figure: str
    small: str = ""
    number: int = 0  # of the variant: its colour
    mark: str = "disc"
    hollow: bool = False  # it can't be told
    under: Span | None = None
    more: Sequence[str] = ()  # further cells, right of the figure
    head: str = ""  # a group begins here


@dataclass(frozen=True, slots=True)
class Frame:
    """What a picture says around its rows."""

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


def forest(rows: Sequence[Row], frame: Frame) -> Markup:
    """The rows on one scale."""
    scale = Scale(ends(rows), around=[x for x in (frame.line, *(frame.band or ())) if x is not None])
    wide = 3 + len(frame.more)
    back, number = _background(scale, frame)
    body = joined(_row(row, scale, number, wide) for row in rows)
    heads = joined(
        Markup('<th scope="col"{}>{}</th>').format(Markup(' class="num"') if at > 1 else "", text)
        for at, text in enumerate((frame.name, frame.drawn, frame.figure, *frame.more))
    )
    return Markup(
        '<table class="forest"><caption class="unseen">{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody><tfoot'
        ' aria-hidden="true"><tr><td></td><td>{}</td><td colspan="{}"></td></tr><tr><td colspan="{}" class="cap">{}'
        "</td></tr></tfoot></table>"
    ).format(frame.said, heads, body, axis(scale, back, number, frame.times, frame.plus), wide - 2, wide, frame.unit)


def _background(scale: Scale, frame: Frame) -> tuple[Markup, str]:
    """What lies behind every row, drawn once for a table, and the name under which the rows use it."""
    parts = [zone(scale, *frame.band)] if frame.band else []
    parts += [upright(scale, tick, "g") for tick in scale.ticks]
    if frame.line is not None:
        parts.append(upright(scale, frame.line, "fair"))
    return joined(parts), f"b{crc32(joined(parts).encode()):x}"


def ends(rows: Iterable[Row]) -> list[float]:
    """Whatever has to find room on the scale."""
    spans = [span for row in rows for span in (row.span, row.under) if span is not None]
    return [end for span in spans for end in (span.low, span.high, *(span.thin or ()))]


def _row(row: Row, scale: Scale, back: str, wide: int) -> Markup:
    head = Markup('<tr class="head"><th scope="rowgroup" colspan="{}">{}</th></tr>').format(wide, row.head)
    more = joined(Markup('<td class="num">{}</td>').format(text) for text in row.more)
    figure = Markup("{}{}").format(row.figure, Markup(" <small>{}</small>").format(row.small) if row.small else "")
    return (head if row.head else Markup("")) + Markup(
        '<tr class="v{}"><th scope="row">{}</th><td class="on">{}</td><td class="num">{}</td>{}</tr>'
    ).format(row.number, row.name, track(back, _drawn(row, scale)), figure, more)


def _drawn(row: Row, scale: Scale) -> Iterator[Markup]:
    middle = 50 if row.under is None else 36
    if row.under is not None:
        yield stretch(scale, row.under.low, row.under.high, 70, "iv2")
    if row.span is not None:
        if row.span.thin:
            yield stretch(scale, *row.span.thin, middle, "iv1")
        yield stretch(scale, row.span.low, row.span.high, middle, "iv")
        yield sign(row.mark, f"{scale.at(row.span.value):.1f}%", f"{middle}%", "o" if row.hollow else "f halo")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> Markup:
    """Plain figures; the first cell of a row names it."""
    top = joined(Markup('<th scope="col">{}</th>').format(head) for head in heads)
    body = joined(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            row[0], joined(Markup("<td>{}</td>").format(cell) for cell in row[1:])
        )
        for row in rows
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="region" aria-label="{0}"><table class="plain"><caption class="unseen">'
        "{0}</caption><thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>"
    ).format(caption, top, body)


def folded(title: str, inner: Markup) -> Markup:
    """Something to open: closed on the glass, open on paper."""
    return Markup('<details class="tab"><summary>{}</summary>{}</details>').format(title, inner)
