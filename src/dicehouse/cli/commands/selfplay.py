"""Run `dicehouse selfplay`."""

from __future__ import annotations

import argparse

from dicehouse.errors import BadArchive
from dicehouse.text_format import format_count

from ..argument_types import comma_list, file_path, whole_number
from ..exit_codes import CheckFailed, UsageError
from ..game_arguments import MAX_GAMES, add_game_arguments, agree_settings, announce_compiling, choose_seed, find_game
from ..progress_bar import ProgressBar

HELP = "let bots play and save every position as Parquet"
DETAILS = """\
Writes data for machine learning: positions, legal actions, chosen actions and results. A dataset card explains the
columns. Bots move to the next seat after each game. The same command continues an interrupted run; a larger number of
--games adds games. This needs the extra `parquet`.

  dicehouse selfplay dice-ocalypse --games 10000 --bots sensible,greedy --seed 1 --out games/
  dicehouse selfplay dice-ocalypse --out games/ --check
"""

USUAL_BOTS = ["sensible"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse selfplay` to `parser`."""
    add_game_arguments(parser)
    parser.add_argument(
        "--games", type=whole_number("the number of games", 1, MAX_GAMES), default=1000, help="default: 1000"
    )
    parser.add_argument(
        "--bots", type=comma_list, metavar="A,B", help="one bot for all seats, or several bots (default: sensible)"
    )
    parser.add_argument("--out", type=file_path, metavar="FOLDER", required=True, help="the folder of the files")
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FOLDER, or a random one)",
    )
    parser.add_argument(
        "--shard", type=whole_number("a shard", 1, 100_000), default=1000, help="games in each file (default: 1000)"
    )
    parser.add_argument(
        "--check", action="store_true", help="play the games in FOLDER again and compare every position"
    )


def run(arguments: argparse.Namespace) -> int:
    """Record self-play games of bots, or replay an archive and compare."""
    from dicehouse.envs.optional_dependencies import MissingExtra

    try:
        return _check_archive(arguments) if arguments.check else _record_archive(arguments)
    except MissingExtra as error:
        raise UsageError(str(error)) from error


def _record_archive(arguments: argparse.Namespace) -> int:
    from dicehouse.envs.selfplay import Archive, ArchiveManifest, record_games
    from dicehouse.envs.selfplay.archive_manifest import MANIFEST_FILE

    game = find_game(arguments)
    players, settings = agree_settings(game, arguments.mode, arguments.players, arguments.option)
    seed = choose_seed(arguments.seed, arguments.out / MANIFEST_FILE)
    plan = ArchiveManifest.for_game(game, players, settings, arguments.bots or USUAL_BOTS, seed, arguments.shard)
    announce_compiling(game)
    with ProgressBar(arguments.games) as progress:
        record_games(plan, arguments.games, arguments.out, progress.add)
    archive = Archive(arguments.out)
    moves = sum(table.num_rows for table in archive.moves("move"))
    games = sum(table.num_rows for table in archive.games("game"))
    print(
        f"{arguments.out}: {format_count(games, 'game')} of {game.name}, {format_count(moves, 'decision')}, "
        f"seed {plan.seed}."
    )
    return 0


def _check_archive(arguments: argparse.Namespace) -> int:
    from dicehouse.envs.selfplay import Archive

    game = find_game(arguments)
    archive = Archive(arguments.out)
    if archive.game.id != game.id:
        raise UsageError(f"{arguments.out} holds self-play of {archive.game.name}, not of {game.name}.")
    games = sum(table.num_rows for table in archive.games("game"))
    try:
        with ProgressBar(max(games, 1)) as progress:
            positions = archive.check_games(progress.add)
    except BadArchive as error:
        raise CheckFailed(str(error)) from error
    print(f"{arguments.out}: {format_count(games, 'game')} played again, {positions:,} positions are the same.")
    return 0
