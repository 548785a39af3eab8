"""How strong the bots are, game by game: the tables of docs/strength.md.

    python -m bench.strength [--write] [--minutes 10 | --games 200] [--only GAME] [--jobs 2] [--save FOLDER]

The minutes are shared among the tables by their weight; every table names the command that makes it again. With a
folder it goes on where it was stopped: ten minutes today, ten more tomorrow. Bots that there are not (yet) are left
out, and a table for which fewer than two are left.
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
from dicehouse.bots import Arena
from dicehouse.bots.minds import budget_in, level_in, quick
from dicehouse.bots.strength.picture import picture
from dicehouse.cli.arena import elo_words, interval_words
from dicehouse.cli.common import decimal, number, signed
from dicehouse.errors import BadSetting
from dicehouse.games import all_games, find
from dicehouse.kit import Game
from dicehouse.kit.settings import people
from dicehouse.kit.shares import percent, span
from dicehouse.kit.weakness import FACES, Level

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "strength.md"
SEED = 1
LEVELS = "The levels, neighbour against neighbour"


@dataclass(frozen=True)
class Plan:
    """One arena: who plays, who meets whom, and how much of the time it gets."""

    title: str
    bots: tuple[str, ...]
    weight: float
    players: int | None = None
    ladder: bool = False
    against: str | None = None
    luck: bool = False  # whether it is taken out, where the game has what it takes


PLANS = (
    Plan("Everybody against everybody", ("sensible", "greedy", "random"), 0.3),
    Plan("Ten milliseconds against a hundred", ("search:10ms", "search:100ms"), 1, luck=True),
    Plan("A hundred milliseconds against eight hundred", ("search:100ms", "search:800ms"), 3, luck=True),
    Plan("What a tenth of a second is worth", ("sensible", "search:100ms"), 2, luck=True),
    Plan("What Nox is worth", ("sensible", "nox"), 4, luck=True),
)
SLOW = {"indicesion": 3.0, "dice-ocalypse": 2.0, "baron-voodoo": 1.5}  # how much more time a game needs
FUTURES = {"dice-ocalypse": 200, "dicetopia": 200}  # of a throw, where they take less time than they are worth
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
    """Whether a bot goes by that name."""
    try:
        bots.make(name)
    except BadSetting:
        return False
    return True


def plans(game: Game) -> Iterator[Plan]:
    """The arenas of a game, with the bots that there are."""
    first, *times = PLANS
    for plan in (first, *ladder(game), *times, *MORE.get(game.id, ())):
        there = tuple(filter(is_bot, plan.bots))
        if len(there) > 1:
            yield replace(plan, bots=there, weight=plan.weight * SLOW.get(game.id, 1.0))


def ladder(game: Game) -> Iterator[Plan]:
    """The faces, weakest first: all at once those that choose quickly, and each that searches with the one below."""
    choosing = [name for name in FACES if name in quick(game)]
    yield Plan(LEVELS, tuple(choosing), 0.3, ladder=True)
    for below, level in pairwise(FACES):
        if level not in choosing:
            weight = 3.0 if budget_in(game, level).milliseconds else 0.6
            yield Plan(f"{level.title()} against {below.title()}", (below, level), weight, luck=True)


def command(game: Game, plan: Plan, games: int) -> str:
    """What makes the same table again."""
    words = ["dicehouse", "arena", game.id, "--bots", ",".join(plan.bots), "--games", str(games), "--seed", str(SEED)]
    words += ["--players", str(plan.players)] if plan.players else []
    words += ["--ladder"] if plan.ladder else ["--against", plan.against] if plan.against else []
    words += ["--luck-adjusted", str(futures_of(game, plan))] if futures_of(game, plan) else []
    return shlex.join(words)


def futures_of(game: Game, plan: Plan) -> int:
    """How many futures of a throw tell what it gave; 0: luck stays in."""
    return FUTURES.get(game.id, 0) if plan.luck else 0


def section(game: Game, plan: Plan, arena: Arena) -> str:
    """One arena as Markdown."""
    more = arena.players > 2
    lines = [
        f"### {plan.title}",
        "",
        "```sh",
        command(game, plan, arena.deals * arena.tables.of_pair),
        "```",
        "",
        "| bot | Elo | 95 % interval | games |",
        "|---|---:|---|---:|",
        *(f"| `{r.bot}` | {elo_words(r)} | {interval_words(r)} | {r.games:,} |" for r in arena.ratings),
        *(_steps(arena) if plan.ladder else []),
        "",
        f"| {people(arena.players)} | games | share of the first | 95 % interval |{' alone |' if more else ''}",
        f"|---|---:|---:|---|{'---:|' if more else ''}",
    ]
    for pair in arena.pairings:
        alone = f" {', '.join(map(percent, pair.alone))} |" if pair.alone else ""
        interval = span(pair.low, pair.high)
        lines.append(f"| `{pair.one}`, `{pair.other}` | {pair.games:,} | {percent(pair.share)} | {interval} |{alone}")
    return "\n".join(lines)


def _steps(arena: Arena) -> list[str]:
    """From bot to bot, as far as Elo are finite."""
    rows = ["", "| step | Elo | 95 % interval |", "|---|---:|---|"]
    for step in arena.steps:
        known = step.low is not None and step.high is not None
        interval = f"{signed(step.low)} to {signed(step.high)}" if known else "not known"
        rows.append(f"| `{step.bot}` above `{step.above}` | {signed(step.elo)} | {interval} |")
    return rows if arena.steps else []


def measured(
    game: Game, plan: Plan, games: int | None, minutes: float | None, jobs: int, folder: Path | None
) -> Arena | None:
    """An arena, played; None if not one deal came to its end in the time."""
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
    """All arenas of a game as Markdown; the first one is drawn, too. `minutes` are for one unit of weight. With it, by
    level, how much stronger it is than the one that it is set against.
    """
    parts, climb = [f"## {game.name}"], {}
    drawn = pictures is None
    for plan in plans(game):
        arena = measured(game, plan, games, None if minutes is None else minutes * plan.weight, jobs, folder)
        if arena is None:
            parts.append(f"### {plan.title}\n\nNot one deal came to its end in the time.")
            continue
        if not drawn and pictures is not None:
            drawn = True
            (pictures / f"strength-{game.id}.svg").write_text(picture(arena), encoding="utf-8")
            parts.append(f"![{game.name}: Elo of the bots with their intervals](strength-{game.id}.svg)")
        parts.append(section(game, plan, arena))
        climb |= climbed(plan, arena)
    return "\n\n".join(parts), climb


def climbed(plan: Plan, arena: Arena) -> dict[str, str]:
    """By how much levels of this arena are above the next one."""
    if plan.ladder:
        return {step.bot: _gap(step.elo, step.low, step.high) for step in arena.steps}
    if plan.bots in pairwise(FACES) and arena.players == 2:
        other = next(rating for rating in arena.ratings if rating.bot == plan.bots[1])
        return {other.bot: _gap(other.elo, other.low, other.high)}
    return {}


def _gap(elo: float | None, low: float | None, high: float | None) -> str:
    if elo is None:
        return "" if low is None else f"more than {signed(low)}"
    return signed(elo) + (f" ({signed(low)} to {signed(high)})" if low is not None and high is not None else "")


def steps(climbs: dict[str, dict[str, str]]) -> str:
    """From level to level, all games in one table."""
    heads = [f"{level.title()} above {below.title()}" for below, level in pairwise(FACES)]
    rows = [" | ".join([name, *(climb.get(level, "") for level in FACES[1:])]) for name, climb in climbs.items()]
    return "\n".join(
        [kinds(), "", "## From level to level", "", f"| | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
        + [f"| {row} |" for row in rows]
        + ["", CLIMB]
    )


def kinds() -> str:
    """What each face is in each game."""
    rows = [" | ".join([game.name, *(_kind(level_in(game, face)) for face in FACES)]) for game in all_games().values()]
    return "\n".join(
        ["## What the levels are", "", f"| | {' | '.join(map(str.title, FACES))} |", "|---" * (len(FACES) + 1) + "|"]
        + [f"| {row} |" for row in rows]
        + ["", KINDS]
    )


def _kind(level: Level) -> str:
    if isinstance(level, str):
        return f"`{level}`"
    habits = [f"{name} {value}" for name, value in (("looks", level.looks), ("fancy", level.fancy)) if value]
    return ", ".join(habits + ([f"tempted {level.tempted} ({level.nerve})"] if level.tempted else []))


KINDS = """\
A weak one is a mind: it `looks` at so many options besides the one that glitters, and chooses among these as `sensible`
does; its `fancy` for an option may be worth so many percent of the range of standings; in so many of 100 decisions
it is `tempted`, with so much nerve (shy is 0, reckless 100). In inDICEsion `looks` counts throws, of which it takes the
one that it hopes most of, and `fancy` is how often, in percent, it forgets the spin."""


CLIMB = """\
A step should be 120 to 250 Elo: whoever wins every second game at one level wins one in three to five at the next. Nox
is the search with all the time that a table gives it, and the others share the room below, as evenly as was measured.
`sensible` is therefore another level in each game: in Dice-ocalypse! a second of thought gains little on it (whoever
chose best in all of its positions would be at most 163 Elo above it, as `python -m bench.room` tells by a net whose
errors add to that), in Baron Voodoo a handful of simulations beats it. Deck-O-Dice is shallow: a player who chooses at
random is hardly two such steps below `sensible`, and who knows every mix of `sensible`, and replies as well as can be,
wins about half ([Deck-O-Dice](deck-o-dice.md#how-the-bot-plays)). There the levels share the little that there is. In
Dicetopia 120 games show no gain from a tenth of a second to eight tenths, which leaves room for 60 Elo either way."""


HEAD = """\
# How strong the bots are

Measured by `python -m bench.strength --write{how}` (Python {python}, {machine}, {jobs} threads).
Each table names the command that makes it again; milliseconds are those of the processor, so a bot with such a budget
plays as well as the machine is fast, whatever else that does. How an arena works, and what its intervals mean, is told
in [Arena](arena.md). With `--luck-adjusted`, [what dice gave is taken out](arena.md#luck-taken-out) of the figures.

Elo counts from the bot that is set at 0: with 100 more, a bot wins 64 % of games of two, with 200 more 76 %, with 400
more 91 %. Where one bot lost nothing there is no Elo, only a bound that holds in 95 % of cases."""


def page(chapters: dict[str, tuple[str, dict[str, str]]], how: str, jobs: int) -> str:
    """The whole page, from each game's chapter by its name."""
    head = HEAD.format(how=how, python=platform.python_version(), machine=platform.machine(), jobs=jobs)
    table = steps({name: climb for name, (_, climb) in chapters.items()})
    return "\n\n".join([head, table, *(text for text, _ in chapters.values())]) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and with `--write` keep."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the tables into docs/strength.md, and draw pictures")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--minutes", type=decimal("a time", 0.01, 10_000), default=10.0, help="in all (default: 10)")
    budget.add_argument("--games", type=number("the number of games", 1, 100_000), help="of each pairing, instead")
    parser.add_argument("--only", metavar="GAME", help="one game; the page is not written then")
    parser.add_argument("--jobs", type=number("the number of jobs", 1, 64), default=os.cpu_count() or 1)
    parser.add_argument("--save", metavar="FOLDER", type=Path, help="keep what is played there, and go on from it")
    given = parser.parse_args(arguments)
    if given.save:
        given.save.mkdir(parents=True, exist_ok=True)
    if given.only and given.write:
        parser.error("the page holds every game, so leave --only or --write away")
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
