"""What is asked of a database, whichever it is: plain SQL with `?` for values, rows by name or place.

The tables are the same in SQLite and in PostgreSQL, and so is the SQL: what only one of them knows (`INSERT OR
REPLACE`, `json_extract`, `LIMIT -1`, a column that is neither grouped nor counted) is written in a form that both know.
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
ALL = 2**62  # as a LIMIT: SQLite takes -1 for that, PostgreSQL no negative number


ONE_ROW = re.compile(r"INSERT INTO [^()]*\([^()]*\) VALUES (\([?, ]+\))")
AT_ONCE = (64, 32, 16, 8, 4, 2)  # rows: few numbers, so that each of these statements is prepared once


def together(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The same statements, with rows that go into the same table one after the other inserted at once.

    A thread gives the interpreter away for every statement and waits to have it back, while others are kept from it.
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
    """A line of an answer: `row["name"]` or `row[0]`."""

    def __getitem__(self, key: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...


class Answer(Protocol):
    """The rows that were found, to be taken one at a time or all at once."""

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection on which questions are asked. Between "BEGIN" and "COMMIT" all answers are of one moment."""

    def execute(self, sql: str, values: Sequence[Value] = ..., /) -> Answer: ...
