"""Run `dicehouse simulate`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dicehouse.text_format import (
    align_columns,
    count_players,
    format_count,
    format_interval,
    format_percent,
    format_signed,
)

from ..argument_types import comma_list, whole_number
from ..game_arguments import (
    MAX_GAMES,
    add_game_arguments,
    agree_settings,
    announce_compiling,
    changed_settings_text,
    choose_seed,
    find_game,
)
from ..progress_bar import ProgressBar

if TYPE_CHECKING:
    from dicehouse.arena import Contest

HELP = "let bots play many games and count their wins"
DETAILS = """\
Bots move to the next seat after each game, so each has every seat equally often. Shares of wins have 95% intervals.
The same seed gives the same games for any number of --jobs.

  dicehouse simulate dice-ocalypse --players 2 --games 1000 --bots sensible,greedy --seed 1
  dicehouse simulate dice-ocalypse --players 4 --bots sensible,random --option scoring=printed --json
"""

DEFAULT_BOTS = ("sensible", "greedy")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse simulate` to `parser`."""
    add_game_arguments(parser)
    parser.add_argument(
        "--games", type=whole_number("the number of games", 1, MAX_GAMES), default=1000, help="default: 1000"
    )
    parser.add_argument("--bots", type=comma_list, metavar="A,B", help="default: sensible,greedy")
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number (default: a random one, which is printed)",
    )
    parser.add_argument(
        "--jobs", type=whole_number("the number of jobs", 1, 64), default=1, help="cores to use (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Let bots play many games and print how often each won."""
    from dicehouse.arena import contest as play_contest

    game = find_game(arguments)
    players, settings = agree_settings(game, arguments.mode, arguments.players, arguments.option)
    announce_compiling(game)
    with ProgressBar(arguments.games) as progress:
        contest = play_contest(
            game,
            arguments.bots or DEFAULT_BOTS[:players],
            arguments.games,
            players=players,
            settings=settings,
            seed=choose_seed(arguments.seed),
            jobs=arguments.jobs,
            progress=progress.add,
        )
    print(json.dumps(contest.report(), indent=2) if arguments.json else contest_text(contest))
    return 0


def contest_text(contest: Contest) -> str:
    """Return the results as text."""
    report = contest.report()
    changed = changed_settings_text(contest.game, contest.settings)
    head = (
        f"{contest.game.name}: {format_count(report['games'], 'game')} of "
        f"{count_players(contest.players)}, seed {contest.seed}"
    )
    bots_table = [["bot", "games", "won", "share", "95% interval"]]
    for row in report["by_bot"]:
        interval = format_interval(row["low"], row["high"])
        bots_table.append(
            [row["bot"], f"{row['games']:,}", f"{row['wins']:,.0f}", format_percent(row["share"]), interval]
        )
    seats = [["seat", "won", "mean points"]]
    for seat, (won, mean) in enumerate(zip(report["wins"], report["mean_scores"], strict=True), 1):
        seats.append([str(seat), f"{won:,.0f}", format_signed(mean, ",.0f")])
    lines = [
        head,
        *([f"  with {changed}"] if changed else []),
        "",
        align_columns(bots_table, "123"),
        "",
        align_columns(seats, "12"),
        "",
    ]
    if report["unfinished"]:
        were = "was" if report["unfinished"] == 1 else "were"
        lines.append(f"{format_count(report['unfinished'], 'game')} {were} stopped before the end.")
    lines.append(f"{format_count(report['mean_decisions'], 'decision')} a game; {speed_text(report)}")
    return "\n".join(lines)


def speed_text(report: Mapping[str, Any]) -> str:
    """Return the speed as text: games a second, or seconds a game."""
    games, decisions, seconds = report["games"], report["decisions"], max(report["seconds"], 1e-9)
    if games / seconds >= 1:
        return f"{format_count(games / seconds, 'game')} and {format_count(decisions / seconds, 'decision')} a second"
    if decisions / seconds >= 1:
        return f"{seconds / games:,.1f} s a game, {format_count(decisions / seconds, 'decision')} a second"
    return f"{seconds / games:,.1f} s a game, {seconds / max(decisions, 1):,.1f} s a decision"
