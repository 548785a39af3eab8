"""Files of rows: no cell is a formula, and Parquet is written or its absence is said."""

from __future__ import annotations

import csv
import importlib.util
import io
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.server.archive import tabular_files
from dicehouse.server.seats import Refused

NAMES = ["=HYPERLINK(1)", "+1", "-1", "@a", "\tx", "plain", 'a "b", c', "Zoë ✚"]


def test_no_text_is_a_formula_and_nothing_is_lost() -> None:
    rows = [{"name": name, "number": -4, "none": None} for name in NAMES]
    text = tabular_files.header(["name", "number", "none"]) + tabular_files.lines(["name", "number", "none"], rows)
    back = list(csv.DictReader(io.StringIO(text, newline="")))
    assert not any(row["name"].startswith(tabular_files.RISKY) for row in back)
    assert [row["name"].removeprefix("'") for row in back] == NAMES
    assert {(row["number"], row["none"]) for row in back} == {("-4", "")}, "a number stays one"


def test_parquet_without_its_library_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tabular_files, "has_parquet", lambda: False)
    with pytest.raises(Refused, match=r"pip install '\.\[parquet\]'"):
        tabular_files.parquet({"a": int}, [{"a": 1}])
    assert main(["dice", "--database", str(tmp_path / "none.db"), "--save", "x.parquet"]) == 2


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is an extra")
def test_parquet_holds_what_was_written() -> None:
    import pyarrow.parquet

    kinds = {"text": str, "number": int, "yes": bool, "share": float}
    rows = [
        {"text": "=1+1", "number": 3, "yes": True, "share": 0.5},
        {"text": "ö", "number": None, "yes": None, "share": None},
    ]
    table = pyarrow.parquet.read_table(io.BytesIO(tabular_files.parquet(kinds, rows)))
    assert table.to_pylist() == rows
