"""Check that every ruling, amendment, Mission, faction and example of the specification has a test with its name."""

from __future__ import annotations

import re
from pathlib import Path

from .missions import MISSIONS
from .test_setting_up import EXTRA, KNOWN

NAMES = re.findall(r"def test_([a-z0-9_]+)", "\n".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py")))
RULINGS = [f"r{n:02}" for n in range(1, 51)] + [f"m{n:02}" for n in range(1, 26)]
CARDS = [f"mission_{card.replace('-', '_')}" for card in MISSIONS]
FACTIONS = [f"faction_{name.replace('-', '_')}" for name in sorted(KNOWN)]
ACTIONS = [f"action_{area}" for area in ("agency", "gugu", "waste", "congress", "bank", "nethal")]
EXAMPLE = ["example_the_whole_count", "example_with_each_tie_rule", "example_sharing_is_caring"]


def test_each_is_named_by_a_test() -> None:
    unnamed = [
        mark
        for mark in RULINGS + CARDS + FACTIONS + ACTIONS + EXAMPLE
        if not any(f"{name}_".startswith(f"{mark}_") for name in NAMES)
    ]
    assert not unnamed, f"No test is named after {', '.join(unnamed)}"


def test_there_are_sixty_missions_and_twenty_factions() -> None:
    assert len(MISSIONS) == 60
    assert (len(KNOWN), len(EXTRA)) == (18, 2)
