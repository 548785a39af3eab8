"""Run `dicehouse restore`."""

from __future__ import annotations

import argparse
import time

from ..argument_types import file_path
from ..game_arguments import add_database_argument, find_database

HELP = "replace the tables with those of a backup"
DETAILS = """\
Stop the server first. The backup also restores the server's key, so every browser gets its seats back.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse restore` to `parser`."""
    parser.add_argument("file", type=file_path, metavar="FILE", help="a file that `dicehouse backup` wrote")
    add_database_argument(parser)
    parser.add_argument("--force", action="store_true", help="replace existing tables and their key")


def run(arguments: argparse.Namespace) -> int:
    """Replace the tables and the key of a server with a backup."""
    from dicehouse.server.storage import backup

    database = find_database(arguments)
    made = time.strftime(
        "%Y-%m-%d %H:%M", time.localtime(backup.restore(arguments.file, database, force=arguments.force))
    )
    print(f"{database} is as it was on {made}, and every browser has its seats again.")
    return 0
