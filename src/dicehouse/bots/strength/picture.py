"""An arena as a picture: every bot's Elo with its interval, as one SVG that needs nothing else.

It follows the reader's choice of light or dark, and says in words what it shows.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor

from dicehouse.kit.settings import people

from .elo import Rating
from .figures import Arena

WIDTH, ROW, TOP, BOTTOM, EDGE = 720, 40, 84, 58, 24
LABEL, VALUE = 170, 150  # room for names on the left and figures on the right
MOST_LABEL = 20
TICKS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)

STYLE = """\
.arena{font-family:Figtree,ui-sans-serif,system-ui,sans-serif;font-size:15px;fill:#241a15}
.arena .paper{fill:#fffaf0}.arena .quiet{fill:#5d4c3f;font-size:13px}.arena .title{font-size:19px;font-weight:700}
.arena .bold{font-weight:700}.arena .end{text-anchor:end}.arena .mid{text-anchor:middle}
.arena .grid{stroke:#241a15;stroke-opacity:.14}.arena .zero{stroke:#241a15;stroke-opacity:.6}
.arena .bar{stroke:#107c78;stroke-width:4;stroke-linecap:round}.arena .dot{fill:#107c78}
.arena .tip{fill:none;stroke:#107c78;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.arena .ring{fill:#fffaf0;stroke:#107c78;stroke-width:3}
@media (prefers-color-scheme:dark){.arena{fill:#f8ecd8}.arena .paper{fill:#2a1f1a}.arena .quiet{fill:#cdbba6}
.arena .grid,.arena .zero{stroke:#ffe9c8}.arena .bar,.arena .tip{stroke:#4fc4bc}.arena .dot{fill:#4fc4bc}
.arena .ring{fill:#2a1f1a;stroke:#4fc4bc}}"""


def picture(arena: Arena) -> str:
    """The ratings of an arena as an SVG."""
    return _Picture(arena).drawn()


class _Picture:
    """One arena, with its measures."""

    def __init__(self, arena: Arena) -> None:
        self._arena, self._ratings = arena, arena.ratings
        known = [x for r in self._ratings for x in (r.elo, r.low, r.high) if x is not None] or [0.0]
        least, most = min(known), max(known)
        self._tick = next((t for t in TICKS if (most - least) / t <= 6), TICKS[-1])
        self._low = (floor(least / self._tick) - 0.2) * self._tick
        self._high = (ceil(most / self._tick) + 0.2) * self._tick
        self._height = TOP + ROW * len(self._ratings) + BOTTOM

    def _x(self, elo: float) -> float:
        left, right = EDGE + LABEL, WIDTH - EDGE - VALUE
        return left + (right - left) * (elo - self._low) / (self._high - self._low)

    def drawn(self) -> str:
        arena = self._arena
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="arena" viewBox="0 0 {WIDTH} {self._height}"'
                f' width="{WIDTH}" height="{self._height}">',
                f"<title>{escape(self._title())}</title><desc>{escape(self._words())}</desc><style>{STYLE}</style>",
                f'<rect class="paper" width="{WIDTH}" height="{self._height}" rx="14"/>',
                _text(EDGE, 36, self._title(), "title"),
                _text(EDGE, 60, f"{people(arena.players)}, {arena.games:,} games, seed {arena.seed}", "quiet"),
                self._axis(),
                *(self._row(number, rating) for number, rating in enumerate(self._ratings)),
                "</svg>\n",
            ]
        )

    def _title(self) -> str:
        return f"{self._arena.game.name}: how strong the bots are"

    def _words(self) -> str:
        told = "; ".join(f"{rating.bot} {_known(rating)}" for rating in self._ratings)
        return f"Elo with 95 % intervals, {self._arena.anchor} set at 0: {told}."

    def _axis(self) -> str:
        top, bottom = TOP - 6, self._height - BOTTOM + 4
        first, last = ceil(self._low / self._tick), floor(self._high / self._tick)
        parts = []
        for elo in (number * self._tick for number in range(first, last + 1)):
            x, kind = self._x(elo), "zero" if elo == 0 else "grid"
            parts.append(f'<line class="{kind}" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>')
            parts.append(_text(x, bottom + 18, _signed(elo), "quiet mid"))
        axis = f"Elo, {self._arena.anchor} set at 0; bars are 95 % intervals"
        parts.append(_text((self._x(self._low) + self._x(self._high)) / 2, self._height - 14, axis, "quiet mid"))
        return "".join(parts)

    def _row(self, number: int, rating: Rating) -> str:
        y = TOP + ROW * number + ROW / 2
        name = rating.bot if len(rating.bot) <= MOST_LABEL else rating.bot[: MOST_LABEL - 1] + "…"
        parts = [
            _text(EDGE + LABEL - 14, y + 5, name, "bold end"),
            self._mark(rating, y),
            _text(WIDTH - EDGE, y + 5, _figure(rating), "end"),
        ]
        return "".join(parts)

    def _mark(self, rating: Rating, y: float) -> str:
        if rating.elo is None:
            return self._arrow(rating, y)
        x = self._x(rating.elo)
        if rating.low is None or rating.high is None or rating.low == rating.high:
            return f'<circle class="ring" cx="{x:.1f}" cy="{y}" r="6"/>'
        low, high = self._x(rating.low), self._x(rating.high)
        bar = f'<line class="bar" x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}"/>'
        return f'{bar}<circle class="dot" cx="{x:.1f}" cy="{y}" r="7"/>'

    def _arrow(self, rating: Rating, y: float) -> str:
        """A bound on one side: from there on outward."""
        bound = rating.low if rating.low is not None else rating.high
        if bound is None:
            return ""
        way = 1 if rating.low is not None else -1
        x = self._x(bound)
        tip = x + way * 26
        return f'<path class="tip" d="M{x:.1f} {y}H{tip:.1f}m{-8 * way} -7l{8 * way} 7l{-8 * way} 7"/>'


def _figure(rating: Rating) -> str:
    if rating.elo is None:
        return _known(rating)
    if rating.low is None or rating.high is None:
        return _signed(rating.elo)
    half = (rating.high - rating.low) / 2
    return f"{_signed(rating.elo)} ± {half:.0f}" if half else "0 (set)"


def _known(rating: Rating) -> str:
    if rating.elo is not None:
        if rating.low is None or rating.high is None or rating.low == rating.high:
            return _signed(rating.elo)
        return f"{_signed(rating.elo)} ({_signed(rating.low)} to {_signed(rating.high)})"
    if rating.low is not None:
        return f"more than {_signed(rating.low)}"
    return f"less than {_signed(rating.high)}" if rating.high is not None else "not known"


def _signed(elo: float) -> str:
    """A number with its sign, the minus as long as the plus."""
    whole = round(elo)
    return f"{whole:+}".replace("-", "\N{MINUS SIGN}") if whole else "0"


def _text(x: float, y: float, words: str, kinds: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kinds}">{escape(words)}</text>'
