"""Store what is settled at a full table whose browsers are about to reveal their client seeds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .storage.database import Database, Statement


@dataclass(frozen=True, slots=True)
class Showing:
    """Hold what is settled before a match begins (see `hash_chain.settle`), and until when client seeds may come."""

    until: float  # seconds since 1970
    settled: Mapping[str, Any]


def read_showing(db: Database, table: str) -> Showing | None:
    """Return what a table waits for; None if it waits for no client seeds."""
    row = db.execute("SELECT until, settled FROM showing WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else Showing(row["until"], json.loads(row["settled"]))


def insert_showing(table: str, showing: Showing) -> Statement:
    settled = json.dumps(showing.settled, separators=(",", ":"))
    return ("INSERT INTO showing (table_id, until, settled) VALUES (?, ?, ?)", (table, showing.until, settled))


def delete_showing(table: str) -> Statement:
    return ("DELETE FROM showing WHERE table_id = ?", (table,))


def extend_reveals(until: float) -> Statement:
    """Return the statement that lets all browsers reveal until `until`, after a restart or a change of the clock."""
    return ("UPDATE showing SET until = ?", (until,))
