"""What only the site uses is in one place, and is small; what a visit fetches is small, too."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from dicehouse.site.build import PYODIDE_FILES
from dicehouse.site.tab_app import PLAYABLE

pytestmark = pytest.mark.xdist_group("site")  # so that the site is written once
ROOT = Path(__file__).parents[2]
PYTHON, PAGE = ROOT / "src" / "dicehouse" / "site", ROOT / "ui" / "src" / "site"
MAX_LINES = 1_800  # of Python and TypeScript together, blank ones not counted; the aim is 1,500
MAX_FETCHED = 8_000_000  # bytes, gzipped: one visit to one game
MAX_TO_READ = 1_000_000  # bytes, before one can read the rules and look at the games
TABLE = ("table.js", "table.css", "site.js", "site.css", "house.js", "house.css")


def gzipped(*files: Path) -> int:
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def test_the_code_of_the_site_is_short() -> None:
    files = [*PYTHON.rglob("*.py"), *PAGE.rglob("*.ts")]
    assert len(files) > 10
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= MAX_LINES


def test_only_the_site_imports_the_site() -> None:
    page = [file for file in PAGE.parent.rglob("*.ts") if PAGE not in file.parents]
    assert [file.name for file in page if "/site/" in file.read_text(encoding="utf-8")] == []


def test_a_visit_fetches_little(site: Path) -> None:
    page = site / "static"
    to_read = [site / "index.html", site / "pages" / "en" / "index.html", *(page / name for name in TABLE[2:])]
    to_read += [*page.glob("chunks/shared-*"), *page.glob("fonts/*"), *page.glob("art/*"), page / "icons.svg"]
    assert gzipped(*to_read) <= MAX_TO_READ
    runtime = [site / "runtime" / name for name in (*PYODIDE_FILES, "dicehouse.tar.xz")]
    largest = max(gzipped(*page.glob(f"chunks/{game}-*")) for game in PLAYABLE)
    assert gzipped(*to_read, *(page / name for name in TABLE[:2]), *runtime) + largest <= MAX_FETCHED
