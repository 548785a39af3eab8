"""Rows of plain data as files: CSV for every spreadsheet, Parquet for whoever studies them with a program."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..seats import Refused

NO_PARQUET = (
    "Parquet files need the library pyarrow, which is not installed here: `pip install 'dicehouse[parquet]'` brings it;"
    " the CSV file holds the same."
)
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a spreadsheet might take for the beginning of a formula

Row = Mapping[str, Any]


def has_parquet() -> bool:
    """Whether Parquet can be written here."""
    return importlib.util.find_spec("pyarrow") is not None


def header(columns: Sequence[str]) -> str:
    """The first line of a CSV file."""
    return _lines([columns])


def lines(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Rows as lines of a CSV file; what is None is empty. No text in it is a formula to any spreadsheet."""
    return _lines([_cell(row[column]) for column in columns] for row in rows)


def _cell(value: Any) -> Any:
    """A cell. An apostrophe before a text that begins like a formula keeps it a text (OWASP, CSV injection)."""
    return f"'{value}" if isinstance(value, str) and value.startswith(RISKY) else value


def _lines(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


def parquet(columns: Mapping[str, type], rows: Sequence[Row]) -> bytes:
    """The same as a Parquet file; `columns` has the type of each column (int, float, str or bool), which may be empty.

    Refused where pyarrow is missing.
    """
    file = Parquet(columns)
    file.add(rows)
    return file.done()


class Parquet:
    """The same a part at a time: of what was added only the bytes of the file are kept."""

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
        """Write these rows after those before."""
        import pyarrow

        self._writer.write_table(pyarrow.Table.from_pylist(rows, self._schema))

    def done(self) -> bytes:
        """The whole file."""
        self._writer.close()
        return self._out.getvalue()
