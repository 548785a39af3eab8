"""Check that every ruling, amendment and worked example of the specification has a test with its name."""

from __future__ import annotations

import re
from pathlib import Path

NAMES = re.findall(r"def test_([a-z0-9_]+)", "\n".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py")))
EXAMPLES = [
    "capture_to_the_right", "capture_from_a_stack", "capture_before_a_complete_stack", "rulebook_five_yellow_dice",
    "power_of_mamy_wata", "power_of_gran_bwa", "power_of_papa_legba", "power_of_erzulie_freda",
    "combos_two_of_three", "combos_five_of_one_colour", "combos_five_of_one_icon", "combos_that_are_none",
    "end_of_three_players",
]  # fmt: skip
EXPECTED = [f"s{n}" for n in range(1, 29)] + [f"a{n}" for n in range(1, 12)] + [f"example_{name}" for name in EXAMPLES]


def test_each_is_named_by_a_test() -> None:
    unnamed = [mark for mark in EXPECTED if not any(f"{name}_".startswith(f"{mark}_") for name in NAMES)]
    assert not unnamed, f"No test is named after {', '.join(unnamed)}"
