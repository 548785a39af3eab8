"""Run `dicehouse backup`."""

from __future__ import annotations

import argparse

from ..argument_types import file_path
from ..game_arguments import add_database_argument, find_database

HELP = "copy all tables and the server's key into one file"
DETAILS = """\
You can run it while people play: the file holds everything that was saved by then. Anyone who has the file can take
every seat, so only its owner can read it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse backup` to `parser`."""
    parser.add_argument("file", type=file_path, metavar="FILE", help="where to write the backup")
    add_database_argument(parser)
    parser.add_argument("--force", action="store_true", help="replace FILE")


def run(arguments: argparse.Namespace) -> int:
    """Copy the tables and the key of a server into one file; people may play meanwhile."""
    from dicehouse.server.storage import backup

    size = backup.backup(find_database(arguments), arguments.file, force=arguments.force)
    print(f"{arguments.file}: {size:,} bytes, with the server's key. Keep it where no one else can read it.")
    return 0
