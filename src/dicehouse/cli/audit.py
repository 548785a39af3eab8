"""dicehouse audit"""

from __future__ import annotations

import argparse

from dicehouse.table.archive import up_to_date
from dicehouse.table.audit import audit

from .common import FAILED, database_of


def run(given: argparse.Namespace) -> int:
    """Replay every match that a house keeps; say which do not fit, and why."""
    tables = wrong = 0
    with up_to_date(database_of(given)) as db:
        for found in audit(db):
            tables += 1
            wrong += bool(found.faults)
            for fault in found.faults:
                print(
                    f"{found.table} ({found.about}): {fault}" if found.about else f"{found.table}: {fault}", flush=True
                )
    count = "1 table" if tables == 1 else f"{tables:,} tables"
    print(f"{count} replayed: {f'{wrong:,} with something that does not fit' if wrong else 'everything fits'}.")
    return FAILED if wrong else 0
