"""Draw an arena as one SVG: every bot's Elo with its interval.

The chart follows the reader's choice of light or dark, and describes in words what it shows.
"""

from __future__ import annotations

from dicehouse.charts.interval_chart import RatingFrame, RatingRow, rating_svg
from dicehouse.text_format import count_players

from .arena_result import Arena
from .elo import Rating


def draw_elo_chart(arena: Arena) -> str:
    """Return the ratings of an arena as an SVG."""
    described = "; ".join(f"{rating.bot} {_format_interval(rating)}" for rating in arena.ratings)
    frame = RatingFrame(
        title=f"{arena.game.name}: the strength of the bots",
        subtitle=f"{count_players(arena.players)}, {arena.games:,} games, seed {arena.seed}",
        unit=f"Elo, {arena.anchor} set to 0; bars are 95% intervals",
        description=f"Elo with 95% intervals, {arena.anchor} set to 0: {described}.",
    )
    rows = [RatingRow(r.bot, r.elo, r.low, r.high, _format_rating(r)) for r in arena.ratings]
    return rating_svg(rows, frame)


def _format_rating(rating: Rating) -> str:
    if rating.elo is None:
        return _format_interval(rating)
    if rating.low is None or rating.high is None:
        return _format_signed(rating.elo)
    half = (rating.high - rating.low) / 2
    return f"{_format_signed(rating.elo)} ± {half:.0f}" if half else "0 (set)"


def _format_interval(rating: Rating) -> str:
    if rating.elo is not None:
        if rating.low is None or rating.high is None or rating.low == rating.high:
            return _format_signed(rating.elo)
        return f"{_format_signed(rating.elo)} ({_format_signed(rating.low)} to {_format_signed(rating.high)})"
    if rating.low is not None:
        return f"more than {_format_signed(rating.low)}"
    return f"less than {_format_signed(rating.high)}" if rating.high is not None else "not known"


def _format_signed(elo: float) -> str:
    """Return a number with its sign, with a real minus sign."""
    whole = round(elo)
    return f"{whole:+}".replace("-", "\N{MINUS SIGN}") if whole else "0"
