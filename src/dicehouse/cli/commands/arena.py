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

HELP = "measure how strong bots are, in Elo"
DETAILS = """\
Bots meet in pairs. Each deal (the same dice) is played once from every seat, so that nobody is luckier than a rival;
with more than two players, one of a bot sits among others of its rival, and the other way round. One fit of all games
gives Elo, with 95% intervals computed over deals. The same seed gives the same figures, whatever --jobs.

  dicehouse arena dice-ocalypse --bots sensible,greedy,random --games 1000 --jobs 2 --picture strength.svg
  dicehouse arena deck-o-dice --bots sensible,greedy --sprt 0,20 --games 20000
  dicehouse arena dicetopia --bots random,greedy,sensible --ladder --players 4 --save night.json
  dicehouse arena dice-ocalypse --bots vera,otto --luck-adjusted --games 100

With --save it goes on where it stopped, after ^C or a kill; ask for more --games to go on further. --sprt is a
sequential test: it passes when the first bot is ELO1 stronger rather than ELO0, fails when it is the other way round,
and stops as soon as it knows.
"""
DEFAULT_FUTURES, MAX_FUTURES = 200, 100_000  # rollouts of a throw
DEFAULT_BOTS = ["sensible", "greedy", "random"]

VERDICTS = {
    "passed": "passed: {0} is rather {1} than {2} Elo against {3}",
    "failed": "failed: {0} is rather {2} than {1} Elo against {3}",
    "open": "undecided between {2} and {1} Elo of {0} against {3}",
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
        help="games of each pairing, in whole deals (default: 1000; with --minutes as many as it takes)",
    )
    parser.add_argument("--minutes", type=decimal_number("a time", 0.01, 10_000), help="stop after this many minutes")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--ladder", action="store_true", help="only neighbours in the list of bots meet")
    who.add_argument("--against", metavar="BOT", help="all others meet only this one")
    parser.add_argument("--anchor", metavar="BOT", help="the bot whose Elo is set at 0 (default: the first named)")
    parser.add_argument(
        "--sprt",
        type=number_pair,
        metavar="ELO0,ELO1",
        help="a sequential test between two bots (--sprt=-5,5 if one is negative)",
    )
    parser.add_argument(
        "--luck-adjusted",
        type=whole_number("the number of futures", 1, MAX_FUTURES),
        nargs="?",
        const=DEFAULT_FUTURES,
        metavar="FUTURES",
        help=f"take out the luck of the dice, by this many rollouts for each throw (default: {DEFAULT_FUTURES})",
    )
    parser.add_argument(
        "--alpha", type=decimal_number("a risk", 0, 0.5), default=0.05, help="of passing at ELO0 (default: 0.05)"
    )
    parser.add_argument(
        "--beta", type=decimal_number("a risk", 0, 0.5), default=0.05, help="of failing at ELO1 (default: 0.05)"
    )
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, else by chance, and told)",
    )
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), help="cores to use (default: all)")
    parser.add_argument(
        "--save", type=file_path, metavar="FILE", help="keep the games here, and go on from what is there"
    )
    parser.add_argument("--picture", type=file_path, metavar="FILE.svg", help="draw the Elo with their intervals")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")


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
                print_note(f"\r\033[KStopped; the same command goes on from {arguments.save}.")
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
        raise UsageError(f"The picture is an SVG: name it FILE.svg, not {quote_input(str(place))}.")
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
        return "(set at 0)" if low == high == 0 else f"{format_signed(low)} to {format_signed(high)}"
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
        notes.append("A test stops when one side is ahead, so this Elo is too far out; for Elo, leave --sprt away.")
    worth = arena.elo_fit.worth_of_pairing
    if worth is not None:
        why = "As they belong together in deals" if arena.elo_fit.lucky else "Without luck, and in deals"
        notes.append(f"{why}, these games tell as much as {worth:.2f} times as many others.")
    if arena.luck is not None and arena.elo_fit.lucky:
        notes.append("In so few games somebody who won earned nothing without luck: Elo are those of what was won.")
    if any(r.elo is None and (r.low is not None or r.high is not None) for r in arena.ratings):
        notes.append("Who won everything, or lost everything, has no Elo: the bound holds in 95% of cases.")
    if arena.players > 2:
        notes.append(
            f"alone: what each won as one among others of its rival, where {format_percent(1 / arena.players)} is even."
        )
    if arena.unfinished:
        were = "game was" if arena.unfinished == 1 else "games were"
        notes.append(f"{arena.unfinished:,} {were} stopped before the end, and counted as shared by all.")
    return notes


def _speed(arena: Arena) -> str:
    return f"{format_duration(arena.seconds)}, {arena.games / max(arena.seconds, 1e-9):,.1f} games a second"
