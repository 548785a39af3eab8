"""dicehouse restore"""

from __future__ import annotations

import argparse
import time

from dicehouse.table.storage import archive

from .common import database_of


def run(given: argparse.Namespace) -> int:
    """Put a backup in the place of a house's tables and key."""
    database = database_of(given)
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(archive.restore(given.file, database, force=given.force)))
    print(f"{database} is as it was on {made}, and everybody has their seat again.")
    return 0
