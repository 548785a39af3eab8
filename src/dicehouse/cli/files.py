"""Files that a command writes: where one can be, and rows as CSV or Parquet by its name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from dicehouse.errors import FOLDER, why_not
from dicehouse.table.past import tabular

from .common import Usage, short

NO_FOLDER = "there is no such folder"


def check_place(place: Path) -> None:
    """See that a file can be written there, before anything is worked out for it. What is there stays as it is."""
    try:
        if place.is_dir():
            raise _unwritten(place, FOLDER)
        if not place.parent.is_dir():
            raise _unwritten(place, NO_FOLDER)
        if place.exists():  # a pipe is not opened twice: who reads it would take that for the end
            if not os.access(place, os.W_OK):
                raise _unwritten(place, "it may not be changed")
            return
        at = Path(os.path.realpath(place))  # where a link leads, which stays
        at.open("ab").close()
        at.unlink()
    except (OSError, ValueError) as error:
        raise unwritten(place, error) from None


def write_text(place: Path, text: str) -> None:
    """Write a text to a file; an existing one is replaced."""
    try:
        place.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unwritten(place, error) from None


def unwritten(place: Path, error: Exception) -> Usage:
    """What the disk says, as a sentence."""
    return _unwritten(place, why_not(error, NO_FOLDER))


def _unwritten(place: Path, why: str) -> Usage:
    return Usage(f"{short(str(place))} can't be written: {why}.")


def save(place: Path, columns: Mapping[str, type], rows: Sequence[tabular.Row]) -> None:
    """Write rows to a file that ends in .csv or .parquet; an existing one is replaced."""
    if place.suffix not in (".csv", ".parquet"):
        raise Usage(f"{short(str(place))} ends in neither .csv nor .parquet, so it is unclear what to write.")
    if place.suffix == ".parquet":
        data = tabular.parquet(columns, rows)
    else:
        data = (tabular.header(list(columns)) + tabular.lines(list(columns), rows)).encode()
    try:
        place.write_bytes(data)
    except (OSError, ValueError) as error:
        raise unwritten(place, error) from None
