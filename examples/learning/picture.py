"""Draw learning curves as SVG files that need no other file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dicehouse.text_format import format_percent

Point = tuple[float, float, float, float]  # x, y, and the interval of y
Measure = tuple[str, float, str]  # what an axis counts, its maximum, and the format of its numbers
Share = tuple[str, float]  # what the y axis counts, as a part of all, and its maximum

STYLE = """\
.curve{font-family:Figtree,ui-sans-serif,system-ui,sans-serif;font-size:13px;fill:#5d4c3f}
.curve .paper{fill:#fffaf0}.curve .title{font-size:19px;font-weight:700;fill:#241a15}
.curve .end{text-anchor:end}.curve .mid{text-anchor:middle}.curve .grid{stroke:#241a15;stroke-opacity:.14}
.curve .line{fill:none;stroke:#107c78;stroke-width:3;stroke-linejoin:round}.curve .band{fill:#107c78;fill-opacity:.2}
@media (prefers-color-scheme:dark){.curve{fill:#cdbba6}.curve .paper{fill:#2a1f1a}.curve .title{fill:#f8ecd8}
.curve .grid{stroke:#ffe9c8}.curve .line{stroke:#4fc4bc}.curve .band{fill:#4fc4bc}}"""

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 72, 28, 84, 60


def curve(title: str, note: str, across: Measure, up: Share, points: Sequence[Point]) -> str:
    """Return an SVG of points joined by a line, with the band of their intervals and a description in words."""

    def at(x: float, y: float) -> tuple[float, float]:
        right, high = x / across[1], min(1.0, y / up[1])
        return LEFT + (WIDTH - LEFT - RIGHT) * right, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * high

    def path(places: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in places)

    def text(x: float, y: float, words: str, kind: str) -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'

    first, last = points[0], points[-1]
    told = (
        f"{up[0]}: {format_percent(first[1], 0)} at {first[0]:g}, {format_percent(last[1], 0)} at "
        f"{last[0]:g} {across[0]}."
    )
    quarters = [k / 4 for k in range(5)]
    lines = [path([at(0, up[1] * q), at(across[1], up[1] * q)]) for q in quarters]
    band = [at(x, high) for x, _, _, high in points] + [at(x, low) for x, _, low, _ in reversed(points)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="curve" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}">',
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc><style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="14"/>',
        text(24, 36, title, "title"),
        text(24, 60, note, "note"),
        *(f'<path class="grid" d="{line}"/>' for line in lines),
        *(text(LEFT - 10, at(0, up[1] * q)[1] + 4, format_percent(up[1] * q, 0), "end") for q in quarters),
        *(text(at(across[1] * q, 0)[0], HEIGHT - 40, across[2].format(across[1] * q), "mid") for q in quarters),
        text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, across[0], "mid"),
        f'<path class="band" d="{path(band)}Z"/>',
        f'<path class="line" d="{path([at(x, y) for x, y, _, _ in points])}"/>',
        "</svg>\n",
    ]
    return "".join(parts)
