"""docs/strength.md: every game has its tables, each with the command that makes it again."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bench import strength
from dicehouse.bots.named_opponents import compiled_bots
from dicehouse.cli import main
from dicehouse.games import BUILT_IN, find


def commands(page: str) -> list[list[str]]:
    return [shlex.split(line) for line in page.splitlines() if line.startswith("dicehouse arena ")]


def test_the_page_has_every_game() -> None:
    page = strength.PAGE.read_text(encoding="utf-8")
    assert {words[2] for words in commands(page)} == set(BUILT_IN)
    for game in map(find, BUILT_IN):
        assert f"\n## {game.name}\n" in page
        assert (strength.DOCS / f"strength-{game.id}.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_page_tells_what_the_levels_are() -> None:
    assert strength.kinds() in strength.PAGE.read_text(encoding="utf-8")


def test_a_table_is_what_its_command_makes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "PAGE", tmp_path / "strength.md")
    monkeypatch.setattr(strength, "all_games", lambda: {"dice-ocalypse": find("dice-ocalypse")})
    known = compiled_bots(find("dice-ocalypse"))  # a search by the clock takes its time
    monkeypatch.setattr(strength, "is_bot", lambda name: name in known)
    strength.main(["--games", "30", "--write", "--jobs", "1"])
    page = (tmp_path / "strength.md").read_text(encoding="utf-8")
    assert "(strength-dice-ocalypse.svg)" in page and (tmp_path / "strength-dice-ocalypse.svg").exists()
    capsys.readouterr()
    made = [words for words in commands(page) if "--players" in words or "random" in words[4]]
    assert len(made) == 2
    for words in made:
        assert main(words[1:]) == 0
        told = capsys.readouterr().out
        table = page.split(shlex.join(words))[1].split("###")[0]
        rows = re.findall(r"^\| `(\w+)` \| ([\N{MINUS SIGN}+]\d+) \|", table, re.M)
        assert rows
        for bot, elo in rows:
            assert re.search(rf"^{bot} +{re.escape(elo)} ", told, re.M), f"{bot} has another Elo"


def test_bots_that_there_are_not_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("deck-o-dice")
    monkeypatch.setattr(strength, "is_bot", lambda name: name in ("sensible", "greedy", "pip"))
    assert [plan.bots for plan in strength.plans(game)] == [("sensible", "greedy")]
