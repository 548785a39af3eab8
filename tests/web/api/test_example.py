"""The bot of the documents plays a whole game of each of the five."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..server import Person, Server
from .program import make_token

BOT = Path(__file__).parents[3] / "examples" / "bot" / "bot.py"


@pytest.mark.parametrize("game", ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"])
def test_the_bot_plays_a_whole_game(server: Server, game: str) -> None:
    token = make_token(Person(server.url))
    ran = subprocess.run(
        [sys.executable, BOT, server.url, game, "7"],
        env={**os.environ, "DICEHOUSE_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert [line.rpartition(" ")[0] for line in ran.stdout.splitlines()] == ["You", "Pip"]


def test_the_bot_is_as_short_as_it_says() -> None:
    code = [line for line in BOT.read_text().splitlines() if line.strip() and not line.strip().startswith("#")]
    assert len(code) <= 44


def test_the_page_shows_the_very_bot() -> None:
    page = (BOT.parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")
    assert f"```python\n{BOT.read_text(encoding='utf-8')}```" in page


def test_a_wrong_token_is_told_in_a_sentence(server: Server) -> None:
    ran = subprocess.run(
        [sys.executable, BOT, server.url, "dice-ocalypse"],
        env={**os.environ, "DICEHOUSE_TOKEN": "dicehouse_" + "x" * 43},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "This token isn't valid on this server, or it was revoked. Create a new one at /me/programs.\n"
