"""Run `dicehouse report`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..argument_types import decimal_number, file_path
from ..exit_codes import UsageError, quote_input
from ..output_files import write_report_page, write_rows

HELP = "make a page from a study's result, or compare studies"
DETAILS = """\
Make one self-contained HTML page from the output of `dicehouse study ... --json`. If you name several files, the page
compares the others with the first. With --save, write the figures as a table for spreadsheets.

  dicehouse report target.json                         (writes target.html)
  dicehouse report before.json after.json -o what-changed.html
  dicehouse report target.json --save target.csv --table comparisons
"""
TABLES = ("measures", "comparisons", "distributions", "curves", "events", "worth")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse report` to `parser`."""
    parser.add_argument("files", type=file_path, nargs="+", metavar="FILE", help="a study's result, as JSON")
    parser.add_argument(
        "-o", "--page", type=file_path, metavar="PAGE", help="where to write the page (default: next to the first FILE)"
    )
    parser.add_argument(
        "--matters",
        type=decimal_number("what matters", 0.01, 50),
        default=3.0,
        metavar="POINTS",
        help="the smallest difference of a share that matters, in percentage points (default: 3)",
    )
    parser.add_argument(
        "--save", type=file_path, metavar="FILE", help="write a table to FILE (.csv or .parquet) instead of a page"
    )
    parser.add_argument(
        "--table", choices=TABLES, default="measures", help="the table that --save writes (default: measures)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the page of one study, or of several compared."""
    from dicehouse.studies import report
    from dicehouse.studies.study_result import read_for_report

    found = [read_for_report(place) for place in arguments.files]
    whole = (
        found[0]
        if len(found) == 1
        else report.compare_reports(list(zip(_report_names(arguments.files), found, strict=True)))
    )
    if arguments.save:
        write_rows(
            arguments.save, report.table_columns(whole, arguments.table), report.table_rows(whole, arguments.table)
        )
    place = None
    if arguments.page or not arguments.save:
        place = arguments.page or arguments.files[0].with_suffix(".html")
        if any(_same_file(place, file) for file in arguments.files):
            raise UsageError(
                f"The page would overwrite the study {quote_input(str(place))}. Name another file with -o."
            )
        write_report_page(place, whole, arguments.matters / 100, reports=len(found) > 1)
    print(*filter(None, [arguments.save, place]), sep="\n")
    return 0


def _same_file(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.abspath(one) == os.path.abspath(other)


def _report_names(files: list[Path]) -> list[str]:
    """Return the names of the reports: the file names without folders, or with them where they are not unique."""
    for names in ([file.stem for file in files], [str(file) for file in files]):
        if len(set(names)) == len(names):
            return names
    raise UsageError("You named the same file twice. Name two different studies.")
