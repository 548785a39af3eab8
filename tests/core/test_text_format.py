"""Shares are written one way: 53.4%."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dicehouse.text_format import MINUS_SIGN, format_interval, format_percent

ROOT = Path(__file__).parents[2]
FORMATTED = re.compile(r"\{[^{}\"]*:[^{}\"]*%\}")  # Python's own way, without a space: {share:.1%}
APART = {
    "src/dicehouse/studies/win_chance_model.py",  # its words stand in the JSON of a study, which stays as it is
}


def test_a_share_has_a_space_a_minus_and_no_sign_before_nothing() -> None:
    assert [format_percent(0.5342), format_percent(0.5342, 0), format_percent(1), format_percent(12.5, 0)] == [
        "53.4%",
        "53%",
        "100.0%",
        "1,250%",
    ]
    assert [format_percent(share, signed=True) for share in (0.034, -0.034, -0.0004, 0)] == [
        "+3.4%",
        f"{MINUS_SIGN}3.4%",
        "0.0%",
        "0.0%",
    ]
    assert format_percent(-0.2, 0) == f"{MINUS_SIGN}20%" and format_percent(0.2, 0) == "20%"
    assert format_interval(0.512, 0.5563) == "51.2% to 55.6%"


@pytest.mark.parametrize("folder", ["src/dicehouse", "bench", "examples"])
def test_nobody_writes_a_share_otherwise(folder: str) -> None:
    files = {str(file.relative_to(ROOT)): file for file in sorted((ROOT / folder).rglob("*.py"))}
    assert files
    found = [name for name, file in files.items() if FORMATTED.search(file.read_text("utf-8")) and name not in APART]
    assert found == []
