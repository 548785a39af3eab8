"""Write the files of a command: check that they can be written, and write rows as CSV or Parquet."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicehouse.errors import IS_A_FOLDER, explain_os_error

from .exit_codes import UsageError, quote_input

if TYPE_CHECKING:
    from dicehouse.server.archive import tabular_files
    from dicehouse.studies.study_result import StudyResult

NO_FOLDER = "there is no such folder"


def check_writable(place: Path) -> None:
    """Raise UsageError if the file can't be written, before any work is done for it; an existing file does
    not change.
    """
    try:
        if place.is_dir():
            raise _write_error(place, IS_A_FOLDER)
        if not place.parent.is_dir():
            raise _write_error(place, NO_FOLDER)
        if place.exists():  # a pipe is not opened twice: its reader would take closing it for the end
            if not os.access(place, os.W_OK):
                raise _write_error(place, "it is write-protected")
            return
        at = Path(os.path.realpath(place))  # the target of a link, which is kept
        at.open("ab").close()
        at.unlink()
    except (OSError, ValueError) as error:
        raise write_error(place, error) from None


def write_text(place: Path, text: str) -> None:
    """Write a text to a file; an existing file is replaced."""
    try:
        place.write_text(text, encoding="utf-8", errors="replace")  # a name in it may hold bytes that are no text
    except (OSError, ValueError) as error:
        raise write_error(place, error) from None


def write_error(place: Path, error: Exception) -> UsageError:
    """Return a UsageError that says why the file can't be written."""
    return _write_error(place, explain_os_error(error, NO_FOLDER))


def _write_error(place: Path, why: str) -> UsageError:
    return UsageError(f"{quote_input(str(place))} can't be written: {why}.")


def write_rows(place: Path, columns: Mapping[str, type], rows: Sequence[tabular_files.Row]) -> None:
    """Write rows to a file that ends in .csv or .parquet; an existing file is replaced."""
    from dicehouse.server.archive import tabular_files

    if place.suffix not in (".csv", ".parquet"):
        raise UsageError(f"{quote_input(str(place))} must end in .csv or .parquet.")
    if place.suffix == ".parquet":
        data = tabular_files.parquet(columns, rows)
    else:
        data = (tabular_files.header(list(columns)) + tabular_files.lines(list(columns), rows)).encode(errors="replace")
    try:
        place.write_bytes(data)
    except (OSError, ValueError) as error:
        raise write_error(place, error) from None


def write_report_page(place: Path, found: StudyResult, matters: float = 0.03, *, reports: bool = False) -> None:
    """Write the page of a study's results to a file; an existing file is replaced."""
    from dicehouse.studies.report import report_page

    write_text(place, report_page(found, matters, reports=reports))
