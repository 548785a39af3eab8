"""Define what the store asks of any database: plain SQL with `?` for values, and rows by name or place.

SQLite and PostgreSQL have the same tables and run the same SQL. Instead of features that only one of them has (`INSERT
OR REPLACE`, `json_extract`, `LIMIT -1`, a column that is neither grouped nor counted), we write SQL that both
understand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Protocol

Value = str | int | float | bytes | None
Statement = tuple[str, Sequence[Value]]
DRIVERS = ("sqlite3", "psycopg")
ALL = 2**62  # as a LIMIT: SQLite takes -1 for that, but PostgreSQL takes no negative number


ONE_ROW = re.compile(r"INSERT INTO [^()]*\([^()]*\) VALUES (\([?, ]+\))")
AT_ONCE = (64, 32, 16, 8, 4, 2)  # rows: only a few sizes, so that each statement is prepared once


def is_driver_error(error: Exception) -> bool:
    """Return True if the database itself failed, as when it is locked: that says nothing about what is stored."""
    return type(error).__module__.partition(".")[0] in DRIVERS


def together(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield `statements` in order, with adjacent inserts into the same table combined.

    A thread gives up the interpreter for every statement and then waits to get it back, so fewer statements are faster.
    """
    for sql, alike in groupby(statements, key=itemgetter(0)):
        rows = [values for _, values in alike]
        if len(rows) > 1 and (row := _row_of(sql)) is not None:
            for number in AT_ONCE:
                while len(rows) >= number:
                    yield sql + f", {row}" * (number - 1), list(chain.from_iterable(rows[:number]))
                    del rows[:number]
        yield from ((sql, values) for values in rows)


@cache
def _row_of(sql: str) -> str | None:
    found = ONE_ROW.fullmatch(sql)
    return None if found is None else found[1]


class Row(Protocol):
    """Give the values of one row of a result: `row["name"]` or `row[0]`."""

    def __getitem__(self, key: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...


class Answer(Protocol):
    """Give the rows that were found, one at a time or all at once."""

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """Run queries on a connection. Between "BEGIN" and "COMMIT" all results show the same state of the database."""

    def execute(self, sql: str, values: Sequence[Value] = ..., /) -> Answer: ...
