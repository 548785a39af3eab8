"""The tutorial shows what is there, and its commands do what it says."""

from __future__ import annotations

import re
import shlex

import pytest

from dicehouse.cli import main
from dicehouse.games import all_games

from .conftest import EXAMPLES

ROOT = EXAMPLES.parent
TUTORIAL = (ROOT / "docs" / "house-rules.md").read_text()
SHORT = {"--games": "40"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TUTORIAL, re.MULTILINE | re.DOTALL)


def test_its_code_is_that_of_the_files() -> None:
    shown = [block for block in blocks("python") if ">>>" not in block]
    files = [*(EXAMPLES / "house_rules").glob("*.py"), ROOT / "src/dicehouse/games/dice_ocalypse/rules/turn.py"]
    texts = [file.read_text() for file in files]
    assert len(shown) == 2
    assert all(any(block in text for text in texts) for block in shown)


def test_it_names_every_example() -> None:
    named = set(re.findall(r"examples/house_rules/\w+\.py", TUTORIAL))
    assert named == {str(file.relative_to(ROOT)) for file in (EXAMPLES / "house_rules").glob("*.py")}


@pytest.mark.slow
def test_its_commands_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer games; nobody sits at the keyboard."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115  # closed with the process
    games = all_games()
    monkeypatch.setitem(games, "dice-ocalypse-with-consolation", games["dice-ocalypse"])
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) == 3
    for line in lines:
        _, *arguments = shlex.split(line)
        arguments = [SHORT.get(before, word) for before, word in zip(["", *arguments], arguments, strict=False)]
        assert main(arguments) == 0
        said, error = capsys.readouterr()
        assert said and not error
