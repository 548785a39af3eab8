"""dicehouse backup"""

from __future__ import annotations

import argparse

from dicehouse.table.storage import archive

from .common import database_of


def run(given: argparse.Namespace) -> int:
    """Copy the tables and the key of a house into one file, while people play or not."""
    size = archive.backup(database_of(given), given.file, force=given.force)
    print(f"{given.file}: {size:,} bytes, with the key of the house; keep it where nobody else can read it.")
    return 0
