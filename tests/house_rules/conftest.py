"""Pig and Liar's Dice, whose rules are few and compile in a second, and files with a house rule."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import dicehouse.games
from dicehouse.core import Game
from dicehouse.engine.entry_points import match_program

EXAMPLES = Path(__file__).parents[2] / "examples"
for name in ("pig", "liars_dice"):
    sys.path.append(str(EXAMPLES / name))

Writes = Callable[..., Path]
HEAD = "from dicehouse.games.house_rules import adds, changes, remembers, replaces\n"


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """What is translated of the games as they are written serves those with a rule as well."""
    from pig import game as pig

    match_program(pig)


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Game:
    from pig import game

    monkeypatch.setitem(dicehouse.games.all_games(), game.id, game)
    return game


@pytest.fixture
def liars_dice(monkeypatch: pytest.MonkeyPatch) -> Game:
    from liars_dice import game

    monkeypatch.setitem(dicehouse.games.all_games(), game.id, game)
    return game


@pytest.fixture
def write(tmp_path: Path) -> Writes:
    """Writes a house rule; what it imports to say so stands above it."""

    def rule(text: str, name: str = "mine.py", head: str = HEAD) -> Path:
        file = tmp_path / name
        file.write_text(head + textwrap.dedent(text))
        return file

    return rule
