"""dicehouse audit"""

from __future__ import annotations

import argparse

from dicehouse.table.audit import audit
from dicehouse.table.storage.archive import up_to_date

from .common import FAILED, database_of


def run(given: argparse.Namespace) -> int:
    """Replay every match that a house keeps; say which do not fit, and why."""
    tables = wrong = older = 0
    with up_to_date(database_of(given)) as db:
        for found in audit(db):
            tables += 1
            wrong += bool(found.faults)
            older += bool(found.note)
            for said in (*found.faults, *filter(None, [found.note])):
                print(f"{found.table} ({found.about}): {said}" if found.about else f"{found.table}: {said}", flush=True)
    count = "1 table" if tables == 1 else f"{tables:,} tables"
    aside = f", {older:,} of them played by older rules" if older else ""
    print(f"{count} replayed{aside}: {f'{wrong:,} with something that does not fit' if wrong else 'everything fits'}.")
    return FAILED if wrong else 0
