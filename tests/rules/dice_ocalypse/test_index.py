"""Every ruling, amendment and worked example of the specification has a test that bears its name."""

from __future__ import annotations

import re
from pathlib import Path

NAMES = re.findall(r"def test_([a-z0-9_]+)", "\n".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py")))
EXPECTED = [f"r{n}" for n in range(1, 36)] + [f"a{n}" for n in range(1, 14)] + [f"example_{n}" for n in range(1, 12)]


def test_each_is_named_by_a_test() -> None:
    unnamed = [mark for mark in EXPECTED if not any(name.startswith(f"{mark}_") for name in NAMES)]
    assert not unnamed, f"No test is named after {', '.join(unnamed)}"
