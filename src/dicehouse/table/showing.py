"""What the store keeps of a table where all sit, and whose browsers are about to show their texts for the dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .storage.database import Database, Statement


@dataclass(frozen=True, slots=True)
class Showing:
    """What is settled of the match that is about to begin (see `running.settle`), and until when texts are awaited."""

    until: float  # seconds since 1970
    settled: Mapping[str, Any]


def read_showing(db: Database, table: str) -> Showing | None:
    """What is awaited at a table; None if nothing is."""
    row = db.execute("SELECT until, settled FROM showing WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else Showing(row["until"], json.loads(row["settled"]))


def insert_showing(table: str, showing: Showing) -> Statement:
    settled = json.dumps(showing.settled, separators=(",", ":"))
    return ("INSERT INTO showing (table_id, until, settled) VALUES (?, ?, ?)", (table, showing.until, settled))


def delete_showing(table: str) -> Statement:
    return ("DELETE FROM showing WHERE table_id = ?", (table,))


def wait_anew(until: float) -> Statement:
    """The house was closed, or its clock was set: all browsers have so long to show their texts."""
    return ("UPDATE showing SET until = ?", (until,))
