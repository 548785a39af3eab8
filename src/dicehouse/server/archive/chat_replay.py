"""Read the chat of a table, with the position of the match at which each line was written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from ..storage.database import Database
from ..storage.table_records import Said, read_said


def spoken(db: Database, table: str) -> list[tuple[int, Said]]:
    """Return all chat lines of `table` in order, each with the number of actions before it that were never undone."""
    moves = db.execute("SELECT number_after, at FROM entry WHERE table_id = ? ORDER BY serial", (table,)).fetchall()
    lines = db.execute(
        "SELECT seat, name, text, at, guest, message FROM chat WHERE table_id = ? ORDER BY serial", (table,)
    ).fetchall()
    numbers = _lasting([move["number_after"] for move in moves])
    times = [move["at"] for move in moves]
    said = [read_said(line) for line in lines]
    return [(numbers[bisect_right(times, one.at)], one) for one in said]


def _lasting(numbers: Sequence[int]) -> list[int]:
    """Return, for the start and for each entry of the history, how many of the actions so far were never undone.

    `numbers` holds the number of actions after each entry.
    """
    return list(accumulate(reversed([0, *numbers]), min))[::-1]
