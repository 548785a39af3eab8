"""Run `dicehouse backup`."""

from __future__ import annotations

import argparse

from ..argument_types import file_path
from ..game_arguments import add_database_argument, find_database

HELP = "copy all tables and the key of the house into one file"
DETAILS = """\
It may run while people play: the file holds everything acknowledged by then. Anyone who has the file can take
every seat, so only its owner can read it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse backup` to `parser`."""
    parser.add_argument("file", type=file_path, metavar="FILE", help="where to put it")
    add_database_argument(parser)
    parser.add_argument("--force", action="store_true", help="replace FILE")


def run(arguments: argparse.Namespace) -> int:
    """Copy the tables and the key of a server into one file; people may play meanwhile."""
    from dicehouse.server.storage import backup

    size = backup.backup(find_database(arguments), arguments.file, force=arguments.force)
    print(f"{arguments.file}: {size:,} bytes, with the key of the house; keep it where nobody else can read it.")
    return 0
