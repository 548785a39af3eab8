"""Run `dicehouse arena`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from dicehouse.text_format import (
    align_columns,
    count_players,
    format_duration,
    format_interval,
    format_percent,
    format_signed,
)

from ..argument_types import comma_list, decimal_number, file_path, number_pair, whole_number
from ..exit_codes import UsageError, quote_input
from ..game_arguments import (
    MAX_GAMES,
    add_game_arguments,
    agree_settings,
    announce_compiling,
    available_cores,
    changed_settings_text,
    choose_seed,
    find_game,
)
from ..output_files import check_writable, write_text
from ..progress_bar import ProgressBar
from ..standard_streams import print_note

if TYPE_CHECKING:
    from dicehouse.arena import Arena
    from dicehouse.arena.arena_result import SprtResult
    from dicehouse.arena.elo import Rating

HELP = "measure the strength of bots in Elo"
DETAILS = """\
Bots meet in pairs. They play each deal (the same dice) once from every seat, so no bot is luckier than its rival. With
more than two players, one bot plays against several copies of its rival, and the other way round. One fit of all games
gives the Elo ratings; their 95% intervals count deals. The same seed gives the same figures for any number of --jobs.

  dicehouse arena dice-ocalypse --bots sensible,greedy,random --games 1000 --jobs 2 --picture strength.svg
  dicehouse arena deck-o-dice --bots sensible,greedy --sprt 0,20 --games 20000
  dicehouse arena dicetopia --bots random,greedy,sensible --ladder --players 4 --save night.json
  dicehouse arena dice-ocalypse --bots vera,otto --luck-adjusted --games 100

With --save, the same command continues after ^C or a crash; a larger number of --games adds games. --sprt runs a
sequential test: it passes if the first bot is ELO1 stronger rather than ELO0, fails if ELO0 is more likely, and stops
as soon as either is clear.
"""
DEFAULT_FUTURES, MAX_FUTURES = 200, 100_000  # rollouts of a throw
DEFAULT_BOTS = ["sensible", "greedy", "random"]

VERDICTS = {
    "passed": "passed: {0} is {1} Elo stronger than {3}, rather than {2}",
    "failed": "failed: {0} is {2} Elo stronger than {3}, rather than {1}",
    "open": "undecided: {0} may be {2} or {1} Elo stronger than {3}",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse arena` to `parser`."""
    add_game_arguments(parser)
    parser.add_argument(
        "--bots", type=comma_list, metavar="A,B,...", default=DEFAULT_BOTS, help="default: sensible,greedy,random"
    )
    parser.add_argument(
        "--games",
        type=whole_number("the number of games", 1, MAX_GAMES),
        help="games of each pairing, rounded to whole deals (default: 1000, or as many as --minutes allows)",
    )
    parser.add_argument("--minutes", type=decimal_number("a time", 0.01, 10_000), help="stop after this many minutes")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--ladder", action="store_true", help="pair each bot only with the next one in the list")
    who.add_argument("--against", metavar="BOT", help="pair this bot with each of the others, and no others")
    parser.add_argument("--anchor", metavar="BOT", help="the bot whose Elo is set to 0 (default: the first bot)")
    parser.add_argument(
        "--sprt",
        type=number_pair,
        metavar="ELO0,ELO1",
        help="run a sequential test between two bots (write --sprt=-5,5 if a bound is negative)",
    )
    parser.add_argument(
        "--luck-adjusted",
        type=whole_number("the number of rollouts", 1, MAX_FUTURES),
        nargs="?",
        const=DEFAULT_FUTURES,
        metavar="ROLLOUTS",
        help=f"remove the luck of the dice, with N rollouts for each roll (default: {DEFAULT_FUTURES})",
    )
    parser.add_argument(
        "--alpha", type=decimal_number("a risk", 0, 0.5), default=0.05, help="risk of passing at ELO0 (default: 0.05)"
    )
    parser.add_argument(
        "--beta", type=decimal_number("a risk", 0, 0.5), default=0.05, help="risk of failing at ELO1 (default: 0.05)"
    )
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, or a random one, which is printed)",
    )
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), help="cores to use (default: all)")
    parser.add_argument("--save", type=file_path, metavar="FILE", help="save the games here, and continue from them")
    parser.add_argument("--picture", type=file_path, metavar="FILE.svg", help="draw the ratings with their intervals")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play bots against each other and print how strong each is."""
    from dicehouse.arena import Sprt
    from dicehouse.arena import arena as run_arena
    from dicehouse.arena.elo_chart import draw_elo_chart

    game = find_game(arguments)
    players, settings = agree_settings(game, arguments.mode, arguments.players, arguments.option)
    test = Sprt(arguments.sprt[0], arguments.sprt[1], arguments.alpha, arguments.beta) if arguments.sprt else None
    if arguments.picture is not None:
        _check_picture(arguments.picture)
    announce_compiling(game)
    with ProgressBar(0, None if arguments.minutes is None else 60 * arguments.minutes) as progress:
        try:
            arena = run_arena(
                game,
                arguments.bots,
                arguments.games,
                players=players,
                settings=settings,
                seed=choose_seed(arguments.seed, arguments.save),
                jobs=arguments.jobs or available_cores(),
                ladder=arguments.ladder,
                against=arguments.against,
                anchor=arguments.anchor,
                test=test,
                minutes=arguments.minutes,
                save=arguments.save,
                luck_adjusted=arguments.luck_adjusted or 0,
                progress=progress.show,
            )
        except KeyboardInterrupt:
            if arguments.save is not None:
                print_note(f"\r\033[KStopped. The same command continues from {arguments.save}.")
            raise
    try:
        print(
            json.dumps(arena.report(), indent=2, allow_nan=False) if arguments.json else arena_text(arena), flush=True
        )
    finally:  # the picture is drawn even if nobody reads the figures
        if arguments.picture is not None:
            write_text(arguments.picture, draw_elo_chart(arena))
    if arguments.picture is not None:
        print_note(f"The picture is in {arguments.picture}.")
    return 0


def _check_picture(place: Path) -> None:
    if place.suffix != ".svg":
        raise UsageError(f"The picture is an SVG file, so its name must end in .svg; not {quote_input(str(place))}.")
    check_writable(place)


def arena_text(arena: Arena) -> str:
    """Return the results as text."""
    changed = changed_settings_text(arena.game, arena.settings)
    pairs = f"{len(arena.schedule.pairs)} pairings" if len(arena.schedule.pairs) > 1 else "1 pairing"
    lines = [
        f"{arena.game.name}: {pairs} of {count_players(arena.players)}, {arena.games:,} games, seed {arena.seed}",
        *([f"  with {changed}"] if changed else []),
        "",
        align_columns([["bot", "Elo", "95% interval", "games", "won"], *map(_rating, arena.ratings)], "134"),
        "",
        *([_steps(arena), ""] if len(arena.elo_gaps) > 1 else []),
        _pairs(arena),
        "",
        *([_verdict_text(arena.outcome, arena), ""] if arena.outcome else []),
        *_notes(arena),
    ]
    return "\n".join(lines)


def _rating(rating: Rating) -> list[str]:
    return [rating.bot, elo_words(rating), interval_words(rating), f"{rating.games:,}", format_percent(rating.share)]


def elo_words(rating: Rating) -> str:
    """Return a bot's Elo as text; "none" if it is not finite."""
    return "none" if rating.elo is None else format_signed(rating.elo)


def interval_words(rating: Rating) -> str:
    """Return the interval of a bot's Elo as text."""
    low, high = rating.low, rating.high
    if low is not None and high is not None:
        return "(set to 0)" if low == high == 0 else f"{format_signed(low)} to {format_signed(high)}"
    if low is not None:
        return f"more than {format_signed(low)}"
    return f"less than {format_signed(high)}" if high is not None else "not known"


def _steps(arena: Arena) -> str:
    rows = [["step", "Elo", "95% interval"]]
    for step in arena.elo_gaps:
        low, high = step.low, step.high
        interval = "not known" if low is None or high is None else f"{format_signed(low)} to {format_signed(high)}"
        rows.append([f"{step.bot} above {step.above}", format_signed(step.elo), interval])
    return align_columns(rows, "1")


def _pairs(arena: Arena) -> str:
    rows = [["pairing", "games", "share", "95% interval", *(["alone"] if arena.players > 2 else [])]]
    for pair in arena.pairings:
        alone = [", ".join(map(format_percent, pair.alone))] if pair.alone else []
        interval = format_interval(pair.low, pair.high)
        rows.append([f"{pair.one}, {pair.other}", f"{pair.games:,}", format_percent(pair.share), interval, *alone])
    return align_columns(rows, "124")


def _verdict_text(outcome: SprtResult, arena: Arena) -> str:
    test, (low, high) = outcome.test, outcome.test.bounds
    verdict = VERDICTS[outcome.verdict].format(
        arena.bots[0], format_signed(test.elo1, "+g"), format_signed(test.elo0, "+g"), arena.bots[1]
    )
    return (
        f"The sequential test {'is ' if outcome.verdict == 'open' else ''}{verdict}.\n"
        f"  Log-likelihood ratio {format_signed(outcome.ratio, '.2f')}; it fails at "
        f"{format_signed(low, '.2f')} and passes at "
        f"{format_signed(high, '.2f')} "
        f"(alpha {test.alpha:g}, beta {test.beta:g})."
    )


def _notes(arena: Arena) -> list[str]:
    """Return sentences that a reader needs to understand the figures."""
    deals = f"{arena.deals:,} deals" if arena.deals > 1 else "1 deal"
    notes = [f"{deals}, each played from every seat; {_speed(arena)}"]
    if arena.outcome is not None and arena.outcome.verdict != "open":
        notes.append(
            "A test stops when one bot is ahead, so this difference in Elo is too large. To measure Elo, "
            "leave out --sprt."
        )
    worth = arena.elo_fit.worth_of_pairing
    if worth is not None:
        why = (
            "Because games of one deal are similar"
            if arena.elo_fit.lucky
            else "Because luck is removed, and games of one deal are similar"
        )
        notes.append(f"{why}, these games are worth {worth:.2f} times as many independent ones.")
    if arena.luck is not None and arena.elo_fit.lucky:
        notes.append(
            "With so few games, a bot that won gained nothing once luck was removed. So the Elo ratings include luck."
        )
    if any(r.elo is None and (r.low is not None or r.high is not None) for r in arena.ratings):
        notes.append("A bot that won or lost every game has no Elo, only a bound, which holds in 95% of cases.")
    if arena.players > 2:
        notes.append(
            "alone: the wins of one bot against several copies of its rival, where "
            f"{format_percent(1 / arena.players)} is an even share."
        )
    if arena.unfinished:
        were = "game was" if arena.unfinished == 1 else "games were"
        notes.append(f"{arena.unfinished:,} {were} stopped before the end, and counted as ties.")
    return notes


def _speed(arena: Arena) -> str:
    return f"{format_duration(arena.seconds)}, {arena.games / max(arena.seconds, 1e-9):,.1f} games a second"
