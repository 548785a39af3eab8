"""What was said at a table, line by line at the moment of the match when it was said."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from ..storage.database import Database
from ..storage.records import Said


def spoken(db: Database, table: str) -> list[tuple[int, Said]]:
    """All lines of chat, and the number of actions after which each was said: of those that were not taken back."""
    moves = db.execute("SELECT number_after, at FROM entry WHERE table_id = ? ORDER BY serial", (table,)).fetchall()
    lines = db.execute(
        "SELECT seat, name, text, at, guest FROM chat WHERE table_id = ? ORDER BY serial", (table,)
    ).fetchall()
    numbers = _lasting([move["number_after"] for move in moves])
    times = [move["at"] for move in moves]
    said = [Said(line["seat"], line["name"], line["text"], line["at"], line["guest"]) for line in lines]
    return [(numbers[bisect_right(times, one.at)], one) for one in said]


def _lasting(numbers: Sequence[int]) -> list[int]:
    """How many actions stood at the beginning and after each line of the history, and were never taken back."""
    return list(accumulate(reversed([0, *numbers]), min))[::-1]
