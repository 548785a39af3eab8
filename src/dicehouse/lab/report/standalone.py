"""A picture of a report as one SVG that needs nothing else, for documents: it follows the reader's choice of light or
dark, and says in words what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from .drawing import SHAPES, Scale, joined, n
from .forests import Frame, Row, ends
from .numbers import plain, signed

WIDTH, LEFT, RIGHT, EDGE = 760, 220, 530, 20  # of the picture, its track, and its margin
TALL, HEAD, TOP = 34, 28, 54
LONGEST = 30  # letters of a name

STYLE = Markup("""\
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


def svg(title: str, rows: Sequence[Row], frame: Frame) -> str:
    """Rows with their intervals on one scale."""
    scale = Scale(ends(rows), around=[x for x in (frame.line, *(frame.band or ())) if x is not None])
    places, below = _places(rows)
    told = "; ".join(
        f"{row.name} {row.figure} ({row.small})" if row.small else f"{row.name} {row.figure}" for row in rows
    )
    back = _back(scale, frame, below)
    drawn = joined(_row(row, y, scale) for row, y in zip(rows, places, strict=True))
    height = below + 56
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="lab" viewBox="0 0 {0} {1}" width="{0}"'
            ' height="{1}">'
            "<title>{2}</title><desc>{3}.</desc><style>{4}</style>"
            '<rect class="paper" width="{0}" height="{1}" rx="14"/>{5}{6}{7}</svg>\n'
        ).format(WIDTH, n(height), title, told, STYLE, _text(EDGE, 34, title, "title"), back, drawn)
    )


def _places(rows: Sequence[Row]) -> tuple[list[float], float]:
    """How far down the middle of each row lies, and where the last one ends."""
    places, y = [], float(TOP)
    for row in rows:
        y += HEAD if row.head else 0
        places.append(y + TALL / 2)
        y += TALL
    return places, y


def _x(scale: Scale, value: float) -> float:
    return LEFT + (RIGHT - LEFT) * scale.at(value) / 100


def _back(scale: Scale, frame: Frame, below: float) -> Markup:
    parts = []
    if frame.band:
        left, right = (_x(scale, end) for end in frame.band)
        zone = Markup('<rect class="zone" x="{}" y="{}" width="{}" height="{}"/>')
        parts.append(zone.format(n(left), TOP, n(right - left), n(below - TOP)))
    for tick in scale.ticks:
        value = tick * frame.times
        digits = 0 if abs(value - round(value)) < 1e-6 else 1
        words = signed(value, digits) if frame.plus else plain(value, digits)
        parts.append(_line(_x(scale, tick), TOP, below, "g"))
        parts.append(_text(_x(scale, tick), below + 18, words, "quiet mid"))
    if frame.line is not None:
        parts.append(_line(_x(scale, frame.line), TOP, below, "fair"))
    parts.append(_text((LEFT + RIGHT) / 2, below + 40, frame.unit, "quiet mid"))
    return joined(parts)


def _row(row: Row, y: float, scale: Scale) -> Markup:
    name = row.name if len(row.name) <= LONGEST else row.name[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
    head = _text(EDGE, y - TALL / 2 - 6, row.head[:1].upper() + row.head[1:], "bold") if row.head else Markup("")
    figures = _text(WIDTH - EDGE, y - 2, row.figure, "bold end") + _text(WIDTH - EDGE, y + 13, row.small, "quiet end")
    if not row.small:
        figures = _text(WIDTH - EDGE, y + 5, row.figure, "bold end")
    return Markup('{}<g class="v{}">{}</g>{}{}').format(
        head, row.number, joined(_marks(row, y, scale)), _text(EDGE, y + 5, name, ""), figures
    )


def _marks(row: Row, y: float, scale: Scale) -> Iterator[Markup]:
    if row.span is None:
        return
    if row.span.thin:
        yield _stroke(_x(scale, row.span.thin[0]), _x(scale, row.span.thin[1]), y, "iv1")
    yield _stroke(_x(scale, row.span.low), _x(scale, row.span.high), y, "iv")
    at = Markup('<g transform="translate({} {})">{}</g>')
    yield at.format(n(_x(scale, row.span.value)), n(y), SHAPES[row.mark].format("o" if row.hollow else "f"))


def _stroke(left: float, right: float, y: float, kind: str) -> Markup:
    return Markup('<path class="{}" d="M{} {}H{}"/>').format(kind, n(left), n(y), n(right))


def _line(x: float, top: float, bottom: float, kind: str) -> Markup:
    return Markup('<path class="{}" d="M{} {}V{}"/>').format(kind, n(x), n(top), n(bottom))


def _text(x: float, y: float, words: str, kinds: str) -> Markup:
    return Markup('<text x="{}" y="{}" class="{}">{}</text>').format(n(x), n(y), kinds, words)
