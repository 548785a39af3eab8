"""The walk-through shows the game that is there, and what it promises happens."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dicehouse.kit.hooks import HOOKS

ROOT = Path(__file__).parents[2]
WALK = ROOT / "docs" / "adding-a-game.md"
GAMES = [ROOT / "examples" / "pig", ROOT / "src" / "dicehouse" / "games"]
SHOWN = "\n".join(file.read_text() for folder in GAMES for file in sorted(folder.rglob("*.py")))

TRY = """
import doctest, sys
source = sys.argv[1]
test = doctest.DocTestParser().get_doctest(source, {}, "walk", None, 0)
result = doctest.DocTestRunner().run(test)
sys.exit(bool(result.failed) or not result.attempted)
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", WALK.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: block.strip().splitlines()[-1].strip()[:30])
def test_the_code_shown_is_the_code_that_runs(block: str) -> None:
    assert block in SHOWN


def test_the_entry_point_shown_is_the_one_that_joins() -> None:
    [block] = blocks("toml")
    assert block in (ROOT / "examples" / "pig" / "pyproject.toml").read_text()


def test_the_session_shown_is_what_one_sees(python: Callable[..., str]) -> None:
    python("-c", TRY, "\n".join(blocks("pycon")))


def test_every_rule_that_the_kit_calls_is_explained() -> None:
    text = WALK.read_text()
    assert [hook.name for hook in HOOKS if not re.search(rf"`{hook.name}\b", text)] == []


def test_the_rules_are_a_short_read() -> None:
    rules = (ROOT / "examples" / "pig" / "pig" / "rules.py").read_text()
    code = re.sub(r'""".*?"""', "", rules.partition("@rules")[2], flags=re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith("@")]
    assert len(lines) <= 55
