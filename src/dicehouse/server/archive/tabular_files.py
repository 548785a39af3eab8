"""Write rows of plain data as files: CSV for every spreadsheet, Parquet for programs that analyse data."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...i18n import _
from ..seats import Refused

NO_PARQUET = _(
    "Parquet needs pyarrow: pip install '.[parquet]' in a copy of the repository. The CSV file has the same content."
)
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet might take these for the beginning of a formula

Row = Mapping[str, Any]


def has_parquet() -> bool:
    """Return True if Parquet files can be written, which needs pyarrow."""
    return importlib.util.find_spec("pyarrow") is not None


def header(columns: Sequence[str]) -> str:
    """Return the first line of a CSV file."""
    return _lines([columns])


def lines(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return rows as lines of a CSV file, with None as an empty cell.

    No spreadsheet can take a text in it for a formula.
    """
    return _lines([_cell(row[column]) for column in columns] for row in rows)


def _cell(value: Any) -> Any:
    """Return a cell. An apostrophe before a text that begins like a formula keeps it a text (OWASP, CSV injection)."""
    return f"'{value}" if isinstance(value, str) and value.startswith(RISKY) else value


def _lines(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


def parquet(columns: Mapping[str, type], rows: Sequence[Row]) -> bytes:
    """Return `rows` as a Parquet file.

    `columns` has the type of each column (int, float, str or bool), and cells may be None. Raise Refused if pyarrow is
    missing.
    """
    file = Parquet(columns)
    file.add(rows)
    return file.done()


class Parquet:
    """Write a Parquet file part by part, keeping only its bytes in memory. Raise Refused if pyarrow is missing."""

    def __init__(self, columns: Mapping[str, type]) -> None:
        if not has_parquet():
            raise Refused(NO_PARQUET)
        import pyarrow
        import pyarrow.parquet

        kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string(), bool: pyarrow.bool_()}
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._out = io.BytesIO()
        self._writer = pyarrow.parquet.ParquetWriter(self._out, self._schema)

    def add(self, rows: Sequence[Row]) -> None:
        """Write these rows after the earlier ones."""
        import pyarrow

        self._writer.write_table(pyarrow.Table.from_pylist(rows, self._schema))

    def done(self) -> bytes:
        """Return the whole file."""
        self._writer.close()
        return self._out.getvalue()
