"""Keep what a study found as plain data, write it as JSON and read it again.

The fields are those of docs/laboratory.md. A number that is not known (an interval without an end) is None.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from dicehouse.errors import BadSave, explain_os_error
from dicehouse.i18n.text import plain_text
from dicehouse.text_format import shorten

from .result_types import IntervalKind, ResultFields, StudyEnd, StudyFigures, StudyOrigin

FORM_NUMBER = 1
MAX_FILE_SIZE = 64 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class StudyResult(ResultFields):
    """Hold all that a study found, with its report, its tables and its JSON."""

    @classmethod
    def from_parts(
        cls, origin: StudyOrigin, end: StudyEnd, intervals: IntervalKind, figures: StudyFigures
    ) -> StudyResult:
        """Return the findings with these parts; in the JSON, the fields of all parts are on one level."""
        return cls(form=FORM_NUMBER, **origin._asdict(), **end._asdict(), **intervals._asdict(), **figures._asdict())

    def as_dict(self) -> dict[str, Any]:
        """Return the findings as plain data: dicts, lists, texts and numbers."""
        plain: dict[str, Any] = msgspec.to_builtins(self, enc_hook=plain_text)
        return plain

    def report(self, matters: float = 0.03) -> str:
        """Return one self-contained HTML page; `matters` is the smallest difference of a share that matters."""
        from .report import report_page

        return report_page(self, matters)

    def frame(self, table: str = "measures") -> Any:
        """Return a table ("measures", "comparisons", "distributions", "curves", "events", "worth") as a DataFrame.

        It is one of pandas if that is installed, otherwise one of polars; without either it is a list of rows.
        """
        from .report import data_frame

        return data_frame(self, table)

    def _repr_html_(self) -> str:
        """Return the page as a notebook shows it."""
        from .report import notebook_frame

        return notebook_frame(self)

    def write(self, path: Path | str) -> None:
        """Write the findings to `path` as JSON, wholly or not at all.

        Raise BadSave if they can't be written.
        """
        place = Path(path)
        try:
            with tempfile.NamedTemporaryFile("wb", dir=place.parent, delete=False) as file:
                try:
                    file.write(msgspec.json.format(msgspec.json.encode(self, enc_hook=plain_text), indent=1) + b"\n")
                    file.close()
                    os.replace(file.name, place)
                except BaseException:
                    Path(file.name).unlink(missing_ok=True)  # ^C may come after the file was renamed
                    raise
        except (OSError, ValueError) as error:
            why = explain_os_error(error, "there is no such folder")
            raise BadSave(f"The result can't be written to {shorten(str(place))}: {why}.") from error


def read_result(path: Path | str) -> StudyResult:
    """Read what `StudyResult.write` or `dicehouse study --json` has written.

    Raise BadSave if the file holds anything else.
    """
    place = Path(path)
    try:
        if place.stat().st_size > MAX_FILE_SIZE:
            raise BadSave(f"{shorten(str(place))} is too large to be the result of a study.")
        data = place.read_bytes()
    except (OSError, ValueError) as error:
        raise BadSave(f"The result {shorten(str(place))} can't be read: {explain_os_error(error)}.") from error
    return parse_result(data, shorten(str(place)))


def parse_result(data: bytes | str, name: str = "This") -> StudyResult:
    """Read findings from their JSON; `name` is how error messages call it. Raise BadSave as `read_result` does."""
    try:
        found = msgspec.json.decode(data, type=StudyResult)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSave(
            f"{name} isn't the result of a study that `dicehouse study --json` wrote: {_decode_fault(error)}."
        ) from error
    if found.form != FORM_NUMBER:
        raise BadSave(f"{name} has the form {found.form}, but this version reads form {FORM_NUMBER}.")
    cells = range(len(found.cells))
    numbers = [cell.base for cell in found.cells] + [n for c in found.comparisons for n in (c.cell, c.base)]
    if not found.cells or any(number not in cells for number in numbers):
        raise BadSave(f"{name} isn't the result of a study: it compares variants that it doesn't have.")
    return found


def _decode_fault(error: BaseException) -> str:
    text = " ".join(str(error).split())[:160].rstrip(".").replace("Object missing required field", "it lacks")
    return text or "it is nested too deeply"


def read_for_report(place: Path) -> StudyResult:
    """Read findings from a file for a report.

    Raise BadSave, which says in a sentence why the file holds none that can be drawn.
    """
    from .report.result_validation import check_result

    return check_result(read_result(place), shorten(place.name))
