"""dicehouse audit"""

from __future__ import annotations

import argparse
from itertools import chain

from dicehouse.table.audit import audit
from dicehouse.table.club.fitting import audit_rooms
from dicehouse.table.storage.archive import up_to_date

from .common import FAILED, database_of


def run(given: argparse.Namespace) -> int:
    """Replay every match that a house keeps and look through its rooms; say what does not fit, and why."""
    tables = rooms = wrong = older = 0
    with up_to_date(database_of(given)) as db:
        for found in chain(audit(db), audit_rooms(db)):
            tables += not found.room
            rooms += found.room
            wrong += bool(found.faults)
            older += bool(found.note)
            for said in (*found.faults, *filter(None, [found.note])):
                print(f"{found.table} ({found.about}): {said}" if found.about else f"{found.table}: {said}", flush=True)
    count = "1 table" if tables == 1 else f"{tables:,} tables"
    looked = f", {'1 room' if rooms == 1 else f'{rooms:,} rooms'} looked through" if rooms else ""
    aside = f", {older:,} of them played by older rules" if older else ""
    fits = f"{wrong:,} with something that does not fit" if wrong else "everything fits"
    print(f"{count} replayed{aside}{looked}: {fits}.")
    return FAILED if wrong else 0
