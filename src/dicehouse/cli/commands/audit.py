"""Run `dicehouse audit`."""

from __future__ import annotations

import argparse
import time
from itertools import chain

from ..exit_codes import FAILED
from ..game_arguments import add_database_argument, find_database

HELP = "replay every match that the server keeps"
DETAILS = """\
Lists the faults of each table: actions that today's rules refuse, dice that don't match their commitment, rows that
can't be read. Then lists the faults of each club: people, pairings and points of its tournaments. You can run it while
people play. Exit code 0: there are no faults. Exit code 1: there are some.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse audit` to `parser`."""
    add_database_argument(parser)
    parser.add_argument(
        "--operators",
        action="store_true",
        help="print what operators did instead, oldest first: time (UTC), number and name of the operator, action",
    )


def run(arguments: argparse.Namespace) -> int:
    """Replay every stored match and check every club; print what is wrong, and why. Or print what operators did."""
    if arguments.operators:
        return _print_acts(arguments)
    from dicehouse.server.audit import audit
    from dicehouse.server.clubs.club_audit import audit_clubs
    from dicehouse.server.storage.backup import up_to_date

    tables = rooms = wrong = older = 0
    with up_to_date(find_database(arguments)) as db:
        for found in chain(audit(db), audit_clubs(db)):
            tables += not found.is_club
            rooms += found.is_club
            wrong += bool(found.faults)
            older += bool(found.note)
            for said in (*found.faults, *filter(None, [found.note])):
                print(f"{found.table} ({found.about}): {said}" if found.about else f"{found.table}: {said}", flush=True)
    count = "1 table" if tables == 1 else f"{tables:,} tables"
    looked = f", {'1 club' if rooms == 1 else f'{rooms:,} clubs'} checked" if rooms else ""
    aside = f", {older:,} of them under older rules" if older else ""
    fits = f"{wrong:,} with faults" if wrong else "no faults"
    print(f"{count} replayed{aside}{looked}: {fits}.")
    return FAILED if wrong else 0


def _print_acts(arguments: argparse.Namespace) -> int:
    from dicehouse.server.operators import read_acts
    from dicehouse.server.storage.backup import up_to_date

    with up_to_date(find_database(arguments)) as db:
        for act in reversed(read_acts(db, None)):
            when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(act.at))
            print("  ".join(filter(None, (when, act.operator, act.name, act.what, act.about))), flush=True)
    return 0
