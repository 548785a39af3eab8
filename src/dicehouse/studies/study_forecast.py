"""Say beforehand how long a study will take, and how precise it will be, by the first games that it has played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from dicehouse.arena.intervals import Z
from dicehouse.text_format import count_players, format_count, format_duration

from .study_plan import StudyPlan
from .study_statistics import share_sequence

LONG = 600.0  # seconds from which a study is told how it can be shorter
SHORTEST_NOTED = 5.0  # seconds: shorter studies are over before anybody has read it
FIRST_LOOK = 20.0  # seconds after which something is said even if no game has ended
PRECISION_STEPS = 400  # numbers of games, each a little larger, among which the one for a precision is looked for
Notice = Callable[[str], None]


@dataclass
class Pace:
    """Hold how long the games of each family take, by the chunks that have been played."""

    games: dict[int, int] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)

    def add(self, family: int, games: int, seconds: float) -> None:
        """Count a chunk: `games` games of each cell of a family, which took `seconds` on one core."""
        self.games[family] = self.games.get(family, 0) + games
        self.seconds[family] = self.seconds.get(family, 0.0) + seconds

    def per_game(self, family: int) -> float:
        """Return the seconds of one game of each cell of a family."""
        return self.seconds[family] / self.games[family]


def half_width(games: int, players: int) -> float:
    """Return how far the interval of an even share of `games` games reaches to either side."""
    even = 1 / max(players, 2)
    return Z * sqrt(even * (1 - even) / max(games, 1))


def games_for_precision(precision: float, players: int) -> int:
    """Return about how many games give an even share to within `precision`, whenever one looks."""
    even, games = 1 / max(players, 2), 200.0
    for _ in range(PRECISION_STEPS):
        low, high = share_sequence(even * games, games)
        if (high - low) / 2 <= precision:
            break
        games *= 1.05
    return round(games)


def format_points(share: float) -> str:
    """Return a half-width in percentage points: ±1.5 points."""
    return f"\N{PLUS-MINUS SIGN}{100 * share:.1f} points"


def forecast_sentences(
    plan: StudyPlan, pace: Pace, jobs: int, done: int, minutes: float | None, precision: float | None
) -> str:
    """Return how long the rest of a study takes on `jobs` cores, of which each cell has played `done` games, and how
    precise it will be; an empty text if it is nearly over.
    """
    players = min(cell.players for cell in plan.cells)
    total = plan.games if precision is None else min(plan.games, games_for_precision(precision, players))
    each = sum(pace.per_game(family) for family in range(len(plan.families)))
    rest = max(total - done, 0) * each / max(jobs, 1)
    measured = f"measured by the first {sum(pace.games.values()):,} games"
    if minutes is not None and rest > 60 * minutes:
        games = done + max(1, int(60 * minutes * jobs / each)) if each else total
        return (
            f"The study stops after {format_duration(60 * minutes)}: after about {games:,} games of each variant,"
            f" which give the first player's wins to within {format_points(half_width(games, players))} ({measured})."
        )
    if rest < SHORTEST_NOTED:
        return ""
    reach = format_points(half_width(total, players) if precision is None else precision)
    said = (
        f"The study takes about {format_duration(rest)}: {total:,} games of each variant, which give the first player's"
        f" wins to within {reach} ({measured})."
    )
    if rest <= LONG:
        return said
    games = done + max(1, int(LONG * jobs / each))
    return (
        f"{said} Stop it at any time with ^C: it prints what it has. With --minutes {LONG / 60:.0f} it stops after"
        f" about {games:,} games, which give {format_points(half_width(games, players))}."
    )


def slow_start_sentence(plan: StudyPlan, pace: Pace, jobs: int, waited: float) -> str:
    """Return how long a study takes at least of which, after `waited` seconds, not every family has played a game."""
    families = range(len(plan.families))
    each = [pace.per_game(family) if family in pace.games else waited for family in families]
    least = plan.games * sum(each) / max(jobs, 1)
    cell = plan.cells[next(plan.families[family][0] for family in families if family not in pace.games)]
    return (
        f"After {format_duration(waited)}, no game of {count_players(cell.players)} among"
        f" {' and '.join(cell.bots)} bots has ended. {format_count(plan.games, 'game')} of each variant will take more"
        f" than {format_duration(least)}. Stop the study at any time with ^C, or by --minutes: it prints what it has."
    )
