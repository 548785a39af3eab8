"""Run `dicehouse solve`."""

from __future__ import annotations

import argparse
import json
import secrets
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dicehouse.text_format import format_count, format_interval, format_percent, format_signed

from ..argument_types import file_path, whole_number
from ..exit_codes import FAILED
from ..game_arguments import add_option_argument
from ..output_files import check_writable, write_error
from ..progress_bar import PercentProgress

if TYPE_CHECKING:
    from dicehouse.arena.regret import Regret

HELP = "compute exact winning chances, where a game can be solved"
DETAILS = """\
Solves Dice-ocalypse! without cards for two players: how often each wins if both play perfectly, and how well a single
player can do. This takes about half a minute on one core. The answers are saved, and tables use them from then on.

  dicehouse solve dice-ocalypse --option scoring=printed
  dicehouse solve dice-ocalypse --option target=5000 --option opening=500 --games 1000000 --seed 1
"""

USUAL_GAMES = 200  # games of a bot against the solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse solve` to `parser`."""
    parser.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    add_option_argument(parser)
    parser.add_argument("--again", action="store_true", help="solve the game even if its answers are saved")
    parser.add_argument(
        "--games",
        type=whole_number("the number of games", 1, 100_000_000),
        help="check the solution with this many games; exit with 1 if the first player wins too many or too few",
    )
    parser.add_argument(
        "--bot", metavar="BOT", help="measure what a bot gives away against perfect play (default: 200 games)"
    )
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number for these games (default: a random one, which is printed)",
    )
    parser.add_argument("--save", type=file_path, metavar="FILE", help="write the winning chances to FILE (.npz)")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Solve a game, print the result, and check it by playing if that is asked for."""
    import dicehouse
    from dicehouse.arena.regret import measure_regret
    from dicehouse.engine.engine import use_compiled
    from dicehouse.games import find

    started = time.perf_counter()
    if arguments.save:
        check_writable(arguments.save)
    answers = dicehouse.solve(
        arguments.game, options=dict(arguments.option), again=arguments.again, progress=PercentProgress("Solving")
    )
    report: dict[str, Any] = answers.report()
    seed = secrets.randbelow(2**31) if arguments.seed is None else arguments.seed
    played = report["played"] = answers.play(arguments.games, seed) if arguments.games and not arguments.bot else None
    lost = None
    if arguments.bot:
        games, progress = arguments.games or USUAL_GAMES, PercentProgress("Playing")
        use_compiled(find(arguments.game))
        lost = measure_regret(
            arguments.game, arguments.bot, games, options=dict(arguments.option), seed=seed, progress=progress
        )
        report["loss"] = asdict(lost)
    if arguments.save:
        try:
            answers.save(arguments.save)
        except OSError as error:
            raise write_error(arguments.save, error) from None
    report["seconds_in_all"] = round(time.perf_counter() - started, 2)
    if arguments.json:
        print(json.dumps(report, indent=2))
    else:
        print(answers.text())
        if played:
            print(_check_text(played))
        if lost:
            print(_regret_text(lost))
    return FAILED if played and not played["inside"] else 0


def _check_text(played: dict[str, Any]) -> str:
    lies = "inside" if played["inside"] else "OUTSIDE"
    where = format_interval(max(played["low"], 0), min(played["high"], 1), 4)
    return (
        f"Played {format_count(played['games'], 'game')} with the solution, seed {played['seed']}: the "
        f"first player won {format_percent(played['share'], 4)}, {lies} the interval {where}."
    )


def _regret_text(lost: Regret) -> str:
    return (
        f"{lost.bot} gives away {format_signed(100 * lost.mean, '.2f')} percentage points a game against perfect play "
        f"(95% interval {format_signed(100 * lost.low, '.2f')} to {format_signed(100 * lost.high, '.2f')}; "
        f"{format_count(lost.games, 'game')}, seed {lost.seed})."
    )
