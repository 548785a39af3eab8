"""dicehouse report"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from dicehouse.lab import report
from dicehouse.lab.findings import Findings

from .common import Usage, short
from .files import save, write_text


def run(given: argparse.Namespace) -> int:
    """Make the page of a study, or of several side by side."""
    found = [report.read(place) for place in given.files]
    whole = found[0] if len(found) == 1 else report.beside(list(zip(_names(given.files), found, strict=True)))
    if given.save:
        save(given.save, report.columns(whole, given.table), report.rows(whole, given.table))
        print(given.save)
    if given.page or not given.save:
        place = given.page or given.files[0].with_suffix(".html")
        if any(_same(place, file) for file in given.files):
            raise Usage(
                f"The page would replace {short(str(place))}, the study it is made of; name another file with -o."
            )
        write_page(place, whole, given.matters / 100, reports=len(found) > 1)
        print(place)
    return 0


def write_page(place: Path, found: Findings, matters: float = 0.03, *, reports: bool = False) -> None:
    """Write the page of findings to a file; an existing one is replaced."""
    write_text(place, report.page(found, matters, reports=reports))


def _same(one: Path, other: Path) -> bool:
    return os.path.abspath(one) == os.path.abspath(other)


def _names(files: list[Path]) -> list[str]:
    """What the reports are called: their file names, with all that leads there where those are alike."""
    for names in ([file.stem for file in files], [str(file) for file in files]):
        if len(set(names)) == len(names):
            return names
    raise Usage("The same file is named twice, and a study doesn't differ from itself.")
