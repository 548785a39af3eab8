"""Check that every ruling, amendment and worked example of the specification has a test with its name."""

from __future__ import annotations

import re
from pathlib import Path

NAMES = re.findall(r"def test_([a-z0-9_]+)", "\n".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py")))
EXPECTED = [f"r{n:02}" for n in range(1, 32)] + [f"a{n:02}" for n in range(1, 13)]
EXAMPLES = ["example_3", "example_4", "example_5_6", "example_5_8"]


def test_each_is_named_by_a_test() -> None:
    unnamed = [mark for mark in EXPECTED + EXAMPLES if not any(name.startswith(f"{mark}_") for name in NAMES)]
    assert not unnamed, f"No test is named after {', '.join(unnamed)}"
