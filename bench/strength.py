"""Measure how strong the bots are, game by game, and write the tables of docs/strength.md.

    python -m bench.strength [--write] [--minutes 10 | --games 200] [--only GAME] [--jobs 2] [--save FOLDER]

The tables share the minutes by their weight, and each names the command that produces it again. With a folder, a
stopped run continues later: ten minutes today, ten more tomorrow. Unknown bots are left out, and so are tables with
fewer than two known bots.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from dicehouse import bots
from dicehouse.arena import Arena
from dicehouse.arena.elo_chart import draw_elo_chart
from dicehouse.bots.named_opponents import bot_level, compiled_bots, search_budget
from dicehouse.cli.argument_types import decimal_number, whole_number
from dicehouse.cli.commands.arena import elo_words, interval_words
from dicehouse.core import Game
from dicehouse.core.policy import NAMED_BOTS, BotLevel
from dicehouse.errors import BadSetting
from dicehouse.games import all_games, find
from dicehouse.studies.summary.number_words import format_percent
from dicehouse.text_format import count_players, format_signed

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "strength.md"
SEED = 1
LEVELS = "The levels, neighbour against neighbour"


@dataclass(frozen=True)
class Plan:
    """Hold one arena: who plays, who meets whom, and how much of the time it gets."""

    title: str
    bots: tuple[str, ...]
    weight: float
    players: int | None = None
    ladder: bool = False
    against: str | None = None
    luck: bool = False  # True to take the luck of the dice out, in games that can


PLANS = (
    Plan("Everybody against everybody", ("sensible", "greedy", "random"), 0.3),
    Plan("Ten milliseconds against a hundred", ("search:10ms", "search:100ms"), 1, luck=True),
    Plan("A hundred milliseconds against eight hundred", ("search:100ms", "search:800ms"), 3, luck=True),
    Plan("What a tenth of a second is worth", ("sensible", "search:100ms"), 2, luck=True),
    Plan("What Nox is worth", ("sensible", "nox"), 4, luck=True),
)
SLOW = {"indicesion": 3.0, "dice-ocalypse": 2.0, "baron-voodoo": 1.5}  # how many times longer a game takes
FUTURES = {"dice-ocalypse": 200, "dicetopia": 200}  # of a roll, in games where they save more time than they take
MORE = {
    "dicetopia": (
        Plan("At four", ("sensible", "search:100ms"), 1, players=4, luck=True),
        Plan("At four with a second", ("sensible", "search:1000ms"), 4, players=4, luck=True),
    ),
    "dice-ocalypse": (
        Plan("What four thousand simulations are worth", ("sensible", "search:4000"), 2, luck=True),
        Plan("At four", ("sensible", "greedy"), 0.5, players=4),
    ),
}


def is_bot(name: str) -> bool:
    """Return True if there is a bot with that name."""
    try:
        bots.make(name)
    except BadSetting:
        return False
    return True


def plans(game: Game) -> Iterator[Plan]:
    """Yield the arenas of a game, with those bots that exist."""
    first, *times = PLANS
    for plan in (first, *ladder(game), *times, *MORE.get(game.id, ())):
        there = tuple(filter(is_bot, plan.bots))
        if len(there) > 1:
            yield replace(plan, bots=there, weight=plan.weight * SLOW.get(game.id, 1.0))


def ladder(game: Game) -> Iterator[Plan]:
    """Yield the named opponents, weakest first: the fast ones in one arena, each that searches with the one below."""
    choosing = [name for name in NAMED_BOTS if name in compiled_bots(game)]
    yield Plan(LEVELS, tuple(choosing), 0.3, ladder=True)
    for below, level in pairwise(NAMED_BOTS):
        if level not in choosing:
            weight = 3.0 if search_budget(game, level).milliseconds else 0.6
            yield Plan(f"{level.title()} against {below.title()}", (below, level), weight, luck=True)


def command(game: Game, plan: Plan, games: int) -> str:
    """Return the command that produces the same table again."""
    words = ["dicehouse", "arena", game.id, "--bots", ",".join(plan.bots), "--games", str(games), "--seed", str(SEED)]
    words += ["--players", str(plan.players)] if plan.players else []
    words += ["--ladder"] if plan.ladder else ["--against", plan.against] if plan.against else []
    words += ["--luck-adjusted", str(futures_of(game, plan))] if futures_of(game, plan) else []
    return shlex.join(words)


def futures_of(game: Game, plan: Plan) -> int:
    """Return how many futures of a roll tell what it was worth; 0 leaves the luck in."""
    return FUTURES.get(game.id, 0) if plan.luck else 0


def section(game: Game, plan: Plan, arena: Arena) -> str:
    """Return one arena as Markdown."""
    more = arena.players > 2
    lines = [
        f"### {plan.title}",
        "",
        "```sh",
        command(game, plan, arena.deals * arena.schedule.games_per_pairing),
        "```",
        "",
        "| bot | Elo | 95% interval | games |",
        "|---|---:|---|---:|",
        *(f"| `{r.bot}` | {elo_words(r)} | {interval_words(r)} | {r.games:,} |" for r in arena.ratings),
        *(_steps(arena) if plan.ladder else []),
        "",
        f"| {count_players(arena.players)} | games | share of the first | 95% interval |{' alone |' if more else ''}",
        f"|---|---:|---:|---|{'---:|' if more else ''}",
    ]
    for pair in arena.pairings:
        alone = f" {', '.join(map(format_percent, pair.alone))} |" if pair.alone else ""
        interval = f"{format_percent(pair.low)} to {format_percent(pair.high)}"
        lines.append(
            f"| `{pair.one}`, `{pair.other}` | {pair.games:,} | {format_percent(pair.share)} | {interval} |{alone}"
        )
    return "\n".join(lines)


def _steps(arena: Arena) -> list[str]:
    """Return the steps from bot to bot as the lines of a table."""
    rows = ["", "| step | Elo | 95% interval |", "|---|---:|---|"]
    for step in arena.elo_gaps:
        known = step.low is not None and step.high is not None
        interval = f"{format_signed(step.low)} to {format_signed(step.high)}" if known else "not known"
        rows.append(f"| `{step.bot}` above `{step.above}` | {format_signed(step.elo)} | {interval} |")
    return rows if arena.elo_gaps else []


def measured(
    game: Game, plan: Plan, games: int | None, minutes: float | None, jobs: int, folder: Path | None
) -> Arena | None:
    """Play an arena and return it, or None if no deal ended in time."""
    print(f"{game.name}: {plan.title} ...", file=sys.stderr, flush=True)
    try:
        return bots.arena(
            game,
            plan.bots,
            games,
            players=plan.players,
            seed=SEED,
            jobs=jobs,
            ladder=plan.ladder,
            against=plan.against,
            luck_adjusted=futures_of(game, plan),
            minutes=minutes,
            save=folder and folder / f"{game.id}-{plan.title.lower().replace(' ', '-').replace(',', '')}.npz",
        )
    except BadSetting as error:
        print(f"{game.name}: {plan.title}: {error}", file=sys.stderr)
        return None


def chapter(
    game: Game, games: int | None, minutes: float | None, jobs: int, pictures: Path | None, folder: Path | None
) -> tuple[str, dict[str, str]]:
    """Return all arenas of a game as Markdown, and for each level how far it is above the next one.

    `minutes` is the time for one unit of weight. The first arena is also drawn as a picture.
    """
    parts, climb = [f"## {game.name}"], {}
    drawn = pictures is None
    for plan in plans(game):
        arena = measured(game, plan, games, None if minutes is None else minutes * plan.weight, jobs, folder)
        if arena is None:
            parts.append(f"### {plan.title}\n\nNo deal ended in time.")
            continue
        if not drawn and pictures is not None:
            drawn = True
            (pictures / f"strength-{game.id}.svg").write_text(draw_elo_chart(arena), encoding="utf-8")
            parts.append(f"![{game.name}: Elo of the bots with their intervals](strength-{game.id}.svg)")
        parts.append(section(game, plan, arena))
        climb |= climbed(plan, arena)
    return "\n\n".join(parts), climb


def climbed(plan: Plan, arena: Arena) -> dict[str, str]:
    """Return by how much the levels of this arena are above the next one."""
    if plan.ladder:
        return {step.bot: _gap(step.elo, step.low, step.high) for step in arena.elo_gaps}
    if plan.bots in pairwise(NAMED_BOTS) and arena.players == 2:
        other = next(rating for rating in arena.ratings if rating.bot == plan.bots[1])
        return {other.bot: _gap(other.elo, other.low, other.high)}
    return {}


def _gap(elo: float | None, low: float | None, high: float | None) -> str:
    if elo is None:
        return "" if low is None else f"more than {format_signed(low)}"
    return format_signed(elo) + (
        f" ({format_signed(low)} to {format_signed(high)})" if low is not None and high is not None else ""
    )


def steps(climbs: dict[str, dict[str, str]]) -> str:
    """Return the steps from level to level, with all games in one table."""
    heads = [f"{level.title()} above {below.title()}" for below, level in pairwise(NAMED_BOTS)]
    rows = [" | ".join([name, *(climb.get(level, "") for level in NAMED_BOTS[1:])]) for name, climb in climbs.items()]
    return "\n".join(
        [kinds(), "", "## From level to level", "", f"| | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
        + [f"| {row} |" for row in rows]
        + ["", CLIMB]
    )


def kinds() -> str:
    """Return the table of what each named opponent is in each game."""
    rows = [
        " | ".join([game.name, *(_kind(bot_level(game, face)) for face in NAMED_BOTS)]) for game in all_games().values()
    ]
    return "\n".join(
        [
            "## What the levels are",
            "",
            f"| | {' | '.join(map(str.title, NAMED_BOTS))} |",
            "|---" * (len(NAMED_BOTS) + 1) + "|",
        ]
        + [f"| {row} |" for row in rows]
        + ["", KINDS]
    )


def _kind(level: BotLevel) -> str:
    if isinstance(level, str):
        return f"`{level}`"
    habits = [f"{name} {value}" for name, value in (("looks", level.looks), ("fancy", level.fancy)) if value]
    return ", ".join(habits + ([f"tempted {level.tempted} ({level.nerve})"] if level.tempted else []))


KINDS = """\
A weak level is a bot with weaknesses. It `looks` at this many options besides the one that seems best at first sight,
and chooses among them as `sensible` does. Its `fancy` makes it prefer some options, by up to this percentage of the
range of heuristic values. In this many of 100 decisions it is `tempted` to do something rash; the number in brackets
is its nerve, from shy (0) to reckless (100). In inDICEsion, `looks` counts throws, of which it takes the most
promising one, and `fancy` is the percentage of throws in which it forgets the spin."""


CLIMB = """\
A step should be 120 to 250 Elo. Then a player who wins half of the games at one level wins one in three to one in
five at the next. Nox searches with all the time that a table gives it. The other levels share the range below Nox, as
evenly as we could measure. So `sensible` is a different level in each game. In Dice-ocalypse!, a second of thought
gains little over `sensible`: a player who always chose the best option would be at most 163 Elo stronger. `python -m
bench.room` estimates this with a net, and the net's errors make the estimate too high. In Baron Voodoo, a handful of
simulations beats `sensible`. Deck-O-Dice is shallow. A player who chooses at random is hardly two such steps below
`sensible`. And a player who knows how often `sensible` chooses each option, and gives the best possible replies, wins
about half of the games ([Deck-O-Dice](deck-o-dice.md#how-the-bot-plays)). So its levels share a small range. In
Dicetopia, 120 games show no gain from a tenth of a second to eight tenths, which leaves room for 60 Elo either way."""


HEAD = """\
# How strong the bots are

Above each table is the command that produces it again. `python -m bench.strength --write{how}` plays all of them,
with seed {seed} (Python {python}, {machine}, {jobs} threads). A budget in milliseconds counts processor time. So
such a bot plays better on a faster machine, but other work on the machine doesn't affect it. The page
[Arena](arena.md) explains how an arena works and what its intervals mean. With `--luck-adjusted`, [the luck of the
dice is removed](arena.md#luck-taken-out).

Elo is relative to the bot that is set to 0. A bot with 100 Elo more wins 64% of the games for two players, with 200
more it wins 76%, and with 400 more 91%. A bot that lost nothing has no Elo, only a bound that is correct in 95% of
cases."""


def page(chapters: dict[str, tuple[str, dict[str, str]]], how: str, jobs: int) -> str:
    """Return the whole page from the chapter of each game."""
    head = HEAD.format(how=how, seed=SEED, python=platform.python_version(), machine=platform.machine(), jobs=jobs)
    table = steps({name: climb for name, (_, climb) in chapters.items()})
    return "\n\n".join([head, table, *(text for text, _ in chapters.values())]) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and with `--write` save the page."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write docs/strength.md and its pictures")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--minutes",
        type=decimal_number("a time", 0.01, 10_000),
        default=10.0,
        help="for all tables (default: 10)",
    )
    budget.add_argument(
        "--games",
        type=whole_number("the number of games", 1, 100_000),
        help="for each pairing, instead of a time",
    )
    parser.add_argument("--only", metavar="GAME", help="measure only this game; this can't be written")
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), default=os.cpu_count() or 1)
    parser.add_argument("--save", metavar="FOLDER", type=Path, help="save progress there, and continue from it")
    given = parser.parse_args(arguments)
    if given.save:
        given.save.mkdir(parents=True, exist_ok=True)
    if given.only and given.write:
        parser.error("the page holds every game, so leave out --only or --write")
    games = [find(given.only)] if given.only else list(all_games().values())
    weight = sum(plan.weight for game in games for plan in plans(game))
    minutes = None if given.games else given.minutes / weight
    pictures = PAGE.parent if given.write else None
    chapters = {game.name: chapter(game, given.games, minutes, given.jobs, pictures, given.save) for game in games}
    how = f" --games {given.games}" if given.games else f" --minutes {given.minutes:g}"
    written = page(chapters, how, given.jobs)
    print(written)
    if given.write:
        PAGE.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
