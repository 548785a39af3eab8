"""Every ruling, amendment and worked example of the specification has a test that bears its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NAMES = re.findall(r"def test_([a-z0-9_]+)", "\n".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py")))
EXPECTED = [f"r{n:02}" for n in range(1, 32)] + [f"a{n:02}" for n in range(1, 13)]
EXAMPLES = ["example_3", "example_4", "example_5_6", "example_5_8"]


@pytest.mark.parametrize("mark", EXPECTED + EXAMPLES)
def test_it_is_named_by_a_test(mark: str) -> None:
    assert any(name.startswith(f"{mark}_") for name in NAMES)
