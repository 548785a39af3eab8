"""Measure whether the chances that a review gives are right: of positions given 30%, 30% must be won.

    python -m bench.calibration GAME [--games 10000] [--minutes 60] [--seed 1] [--jobs 1] [--write]

It plays games between two equals of each of the six levels, and games between people who err; some have more players.
From each it takes one position, drawn evenly from all decisions, lets a review forecast the winner, and sees who wins.
From each game it takes one more for a table of its own: right after the set-up, near the target, or at a border of the
rules. `--minutes` limits the processor time; a level that is done early leaves its time to the slower ones.
With `--write` the result goes into docs/review.md. `python -m bench.calibration_fit` finds the players of the
forecasts, in other games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from time import process_time

import numpy as np
import numpy.typing as npt

from dicehouse.bots.named_opponents import search_budget
from dicehouse.cli.argument_types import decimal_number, whole_number
from dicehouse.games import find
from dicehouse.review.forecast import Forecaster, Table
from dicehouse.review.ordinary_players import LEVELS, PEOPLE, OrdinaryPlayer, attention
from dicehouse.text_format import format_interval, format_percent

from .calibration_games import ANYWHERE, EXTRA, Sample, sample_game
from .calibration_table import MISSED, NOT_TESTED, Calibration, measure_calibration

GAMES = ("dice-ocalypse", "deck-o-dice", "dicetopia", "baron-voodoo", "indicesion")
WANTED = 10_000
MAX_MINUTES = 240.0
SIMULATIONS = 256  # of each position: as many as a review gives each before it looks closer at decisions
BATCH = 1  # games of one task
DECISIONS = 60  # of a game, at least, for which a bot that thinks for a certain time uses it
LIMIT, PART_LIMIT = 0.02, 0.05  # calibration error over all levels, and for each part of the positions
PAGE = Path(__file__).parents[1] / "docs" / "review.md"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Forecast:
    """Hold a position, and the chances that a review gives."""

    sample: Sample
    chances: Floats

    @property
    def said(self) -> float:
        """Return the chance of the seat that was drawn."""
        return float(self.chances[self.sample.seat])


Work = Callable[[str, int, int], tuple[list[Forecast], float]]


@dataclass(frozen=True)
class Found:
    """Hold the result of a command; `minutes` is the processor time that it took."""

    game: str
    rows: Sequence[Forecast]
    minutes: float
    out_of_time: Sequence[str]  # levels


def forecast_games(
    game: str, seed: str, simulations: int, level: str, first: int, games: int
) -> tuple[list[Forecast], float]:
    """Play games of a level, forecast their positions, and return them and the processor time that it took."""
    began = process_time()
    samples = [
        sample
        for number in range(first, first + games)
        for sample in sample_game(game, level, number, seed, attention(find(game)))
    ]
    rows = [
        Forecast(each, forecaster(game, each.players, level).value(each.position, simulations).returns)
        for each in samples
    ]
    return rows, process_time() - began


@lru_cache(maxsize=64)
def forecaster(game: str, players: int, level: str, seated: tuple[OrdinaryPlayer, ...] = ()) -> Forecaster:
    """Return what values positions of games between equals of a level."""
    rules = find(game)
    return Forecaster(Table(rules, players, rules.settings_for(players, {}), [level] * players), "calibration", seated)


def measure(work: Work, game: str, games: int, minutes: float, pool: Executor | None = None, jobs: int = 1) -> Found:
    """Take positions of `games` games, the same number for each level, in at most so many minutes of processor time."""
    rows: list[Forecast] = []
    spent, late = 0.0, []
    for place, level in enumerate(LEVELS):
        until = spent + (60.0 * minutes - spent) / (len(LEVELS) - place)
        if DECISIONS * _thinking_time(game, level) / 1000 > until - spent:
            late.append(level)
            continue
        share = games // len(LEVELS) + (place < games % len(LEVELS))
        for k, batches in enumerate(_in_parts([(n, min(BATCH, share - n)) for n in range(0, share, BATCH)], jobs)):
            if k and spent >= until:
                late.append(level)
                break
            call = partial(_run, work, level)
            for found, took in map(call, batches) if pool is None else pool.map(call, batches):
                rows += found
                spent += took
    return Found(game, rows, spent / 60.0, late)


def _thinking_time(game: str, level: str) -> float:
    """Return for how many milliseconds a level thinks about a decision, if it does so for a certain time."""
    return 0.0 if level == PEOPLE else float(search_budget(find(game), level).milliseconds)


def _run(work: Work, level: str, batch: tuple[int, int]) -> tuple[list[Forecast], float]:
    return work(level, *batch)


def _in_parts(batches: Sequence[tuple[int, int]], size: int) -> Iterator[Sequence[tuple[int, int]]]:
    for begin in range(0, len(batches), size):
        yield batches[begin : begin + size]


# --- what is printed


def select_group(rows: Sequence[Forecast], group: str) -> list[Forecast]:
    """Return the positions of a group, one a game: those drawn for it, and other drawn ones that belong to it."""
    found = {(row.sample.level, row.sample.number): row for row in rows if _belongs(row, group, ANYWHERE)}
    found |= {(row.sample.level, row.sample.number): row for row in rows if row.sample.group == group}
    return list(found.values())


def _belongs(row: Forecast, group: str, drawn: str) -> bool:
    return row.sample.group == drawn and group in (drawn, *row.sample.marks)


def parts_of(rows: Sequence[Forecast]) -> dict[str, list[Forecast]]:
    """Return the positions by level, by what is special about them, and by number of players, with names."""
    drawn = [row for row in rows if row.sample.group == ANYWHERE]
    by_level = {level.title(): [row for row in drawn if row.sample.level == level] for level in LEVELS}
    counts = sorted({row.sample.players for row in drawn})
    by_count = {f"{n} players": [row for row in drawn if row.sample.players == n] for n in counts}
    return by_level | {group[0].upper() + group[1:]: select_group(rows, group) for group in EXTRA} | by_count


def calibration_of(rows: Sequence[Forecast]) -> Calibration:
    """Return the calibration of these forecasts."""
    return measure_calibration([row.said for row in rows], [row.sample.won for row in rows])


def report(found: Found, command: str) -> str:
    """Return the result as Markdown."""
    drawn = [row for row in found.rows if row.sample.group == ANYWHERE]
    name = find(found.game).name
    if not drawn:
        return f"### {name}\n\nNo game ended in time."
    whole = calibration_of(drawn)
    few = ""
    if len(drawn) < WANTED:
        each = 60.0 * found.minutes / len(drawn)
        few = f" These are fewer than {WANTED:,}: a position takes {each:.1f} s of processor time on average."
        few += f" The time was up for: {', '.join(found.out_of_time)}." if found.out_of_time else ""
    brier = whole.brier
    lines = [
        f"### {name}",
        "",
        f"`{command}`: {len(drawn):,} positions from as many games, in {found.minutes:.1f} minutes of processor time."
        f"{few}",
        "",
        *_table_of_parts(whole, parts_of(found.rows)),
        "",
        f"![{name}: the chance given, and how many won](calibration-{found.game}.svg)",
        "",
        "| chance given | won | 99% interval | positions | |",
        "|---:|---:|---:|---:|---|",
        *(
            f"| {format_percent(cell.forecast)} | {format_percent(cell.observed)} "
            f"| {format_interval(cell.low, cell.high)} | {cell.rows:,} | {_cell_words(cell.counts, cell.is_off)} |"
            for cell in whole.cells
        ),
        "",
        f"Brier score {brier.score:.3f} = reliability {brier.reliability:.4f} - resolution {brier.resolution:.3f} + "
        f"uncertainty {brier.uncertainty:.3f}, by deciles.",
    ]
    return "\n".join(lines)


def _cell_words(counts: bool, is_off: bool) -> str:
    return NOT_TESTED if not counts else "outside" if is_off else "inside"


def _table_of_parts(whole: Calibration, parts: dict[str, list[Forecast]]) -> list[str]:
    lines = ["| positions | number | error | at most | limit | |", "|---|---:|---:|---:|---:|---|"]
    lines.append(_part_line("All levels together", whole, LIMIT))
    for name, rows in parts.items():
        if rows:
            lines.append(_part_line(name, calibration_of(rows), PART_LIMIT))
        else:
            lines.append(f"| {name} | 0 | | | {100 * PART_LIMIT:.0f} | {NOT_TESTED} |")
    return lines


def _part_line(name: str, found: Calibration, limit: float) -> str:
    verdict = found.verdict(limit)
    off = sum(cell.is_off for cell in found.cells)
    if verdict == MISSED and off:
        verdict += f" ({off} of {len(found.cells)} cells outside)"
    numbers = f"{found.rows:,} | {100 * found.error:.1f} | {100 * found.bound:.1f} | {100 * limit:.0f}"
    return f"| {name} | {numbers} | {verdict} |"


# --- the diagram

SIZE, LEFT, TOP, SIDE = 360, 56, 44, 280
STYLE = """.c{font-family:Figtree,ui-sans-serif,system-ui,sans-serif;font-size:13px;fill:#241a15}
.c .paper{fill:#fffaf0}.c .title{font-size:16px;font-weight:700}.c .grid{stroke:#241a15;stroke-opacity:.14}
.c .even{stroke:#241a15;stroke-opacity:.6;stroke-dasharray:5 4}.c .bar{stroke:#107c78;stroke-width:3}
.c .dot{fill:#107c78}.c .end{text-anchor:end}.c .mid{text-anchor:middle}
@media (prefers-color-scheme:dark){.c{fill:#f8ecd8}.c .paper{fill:#2a1f1a}.c .grid,.c .even{stroke:#ffe9c8}
.c .bar{stroke:#4fc4bc}.c .dot{fill:#4fc4bc}}"""


def draw_diagram(found: Found) -> str:
    """Return an SVG: the chances given, and the share that won, with its interval. On the diagonal they are equal."""
    name = find(found.game).name
    cells = calibration_of([row for row in found.rows if row.sample.group == ANYWHERE]).cells
    said = "; ".join(f"{100 * cell.forecast:.0f}% given, {100 * cell.observed:.0f}% won" for cell in cells)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="c" viewBox="0 0 {SIZE} {SIZE + 16}" width="{SIZE}" '
        f'height="{SIZE + 16}"><title>{name}: chances given and games won</title><desc>{said}.</desc>'
        f'<style>{STYLE}</style><rect class="paper" width="{SIZE}" height="{SIZE + 16}" rx="14"/>'
        f'<text class="title" x="{LEFT}" y="28">{name}: won, by the chance given</text>'
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _x(tick), _y(tick)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{LEFT + SIDE}M{x:.1f} {TOP}V{TOP + SIDE}"/>')
        parts.append(f'<text class="end" x="{LEFT - 6}" y="{y + 4:.1f}">{100 * tick:.0f}%</text>')
        parts.append(f'<text class="mid" x="{x:.1f}" y="{TOP + SIDE + 18}">{100 * tick:.0f}%</text>')
    parts.append(f'<path class="even" d="M{_x(0):.1f} {_y(0):.1f}L{_x(1):.1f} {_y(1):.1f}"/>')
    for cell in cells:
        x = _x(cell.forecast)
        parts.append(f'<path class="bar" d="M{x:.1f} {_y(cell.low):.1f}V{_y(cell.high):.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{_y(cell.observed):.1f}" r="4"/>')
    middle = LEFT + SIDE / 2
    caption = "chance given; bars are 99% intervals"
    parts.append(f'<text class="mid" x="{middle:.1f}" y="{TOP + SIDE + 38}">{caption}</text>')
    return "".join(parts) + "</svg>\n"


def _x(share: float) -> float:
    return LEFT + SIDE * share


def _y(share: float) -> float:
    return TOP + SIDE * (1.0 - share)


def write_chapter(page: str, game: str, chapter: str) -> str:
    """Return the page with the chapter of a game between its marks."""
    begin, end = f"<!-- calibration {game} -->", f"<!-- end of calibration {game} -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{chapter}\n{end}{rest.split(end)[1]}"


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and with `--write` save the result."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.calibration", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=whole_number("the number of games", 1, 1_000_000), default=WANTED)
    parser.add_argument("--minutes", type=decimal_number("a time", 0.01, 10_000), default=MAX_MINUTES)
    parser.add_argument("--seed", type=whole_number("the seed", 0, 2**31), default=1)
    simulations = whole_number("the number of simulations", 1, 100_000)
    parser.add_argument("--simulations", type=simulations, default=SIMULATIONS, help="of each position")
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), default=1)
    parser.add_argument("--write", action="store_true", help="write the result into docs/review.md")
    given = parser.parse_args(arguments)
    work = partial(forecast_games, given.game, f"test|{given.seed}", given.simulations)
    if given.jobs == 1:
        found = measure(work, given.game, given.games, given.minutes)
    else:
        with ProcessPoolExecutor(given.jobs) as pool:
            found = measure(work, given.game, given.games, given.minutes, pool, given.jobs)
    command = f"python -m bench.calibration {given.game} --games {given.games} --minutes {given.minutes:g}"
    more = "" if given.simulations == SIMULATIONS else f" --simulations {given.simulations}"
    chapter = report(found, f"{command} --seed {given.seed}{more}")
    print(chapter)
    if given.write:
        (PAGE.parent / f"calibration-{given.game}.svg").write_text(draw_diagram(found), encoding="utf-8")
        PAGE.write_text(write_chapter(PAGE.read_text(encoding="utf-8"), given.game, chapter), encoding="utf-8")


if __name__ == "__main__":
    main()
