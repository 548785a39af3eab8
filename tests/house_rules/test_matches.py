"""A match that was played by a house rule is read with its rule; without it, the rule is named."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.core import Game, Seeded
from dicehouse.errors import UnknownGame
from dicehouse.games import all_games
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.match.match import BadMatch, Match

from .conftest import Writes
from .test_in_the_terminal import GIFT

NEEDS = "This match of Pig was played with the house rule gift. Name its file, as in --rule gift.py."


@pytest.fixture
def gift(pig: Game, write: Writes) -> Path:
    return write(GIFT, "gift.py")


@pytest.fixture
def played(pig: Game, gift: Path, tmp_path: Path) -> Path:
    """A finished match in its file, and a process that knows nothing of the rule."""
    match = Match(patched(pig, gift, check_invariants=False), 2, {"target": 20}, Seeded(1))
    return stored(tmp_path / "match.json", match)


def stored(place: Path, match: Match) -> Path:
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[-1].id)
    place.write_text(json.dumps(match.save()))
    return place


@pytest.fixture(autouse=True)
def _another_process(monkeypatch: pytest.MonkeyPatch, pig: Game) -> None:
    """What is put on the shelf by a test is gone after it."""
    monkeypatch.setitem(all_games(), "pig-with-gift", pig)
    forget()


def forget() -> None:
    """As in another process."""
    all_games().pop("pig-with-gift", None)


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    return main([*map(str, arguments)]), *capsys.readouterr()


@pytest.mark.parametrize("command", [("verify",), ("review",), ("play", "pig", "--load")])
def test_without_its_rule_a_match_is_refused_and_the_rule_is_named(
    command: tuple[str, ...], played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, *command, played) == (2, "", f"dicehouse: {NEEDS}\n")


def test_with_its_rule_it_is_verified_reviewed_and_gone_on_with(
    played: Path, gift: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, error = said(capsys, "verify", played, "--rule", gift)
    assert (code, error) == (0, "") and out.startswith("Pig with gift, 2 players, ") and "follows the rules" in out
    forget()
    code, out, error = said(capsys, "review", played, "--rule", gift, "--simulations", "10")
    assert (code, error) == (0, "") and out.startswith("Pig with gift, 2 players")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    forget()
    assert said(capsys, "play", "pig", "--rule", gift, "--load", played)[0] == 0


@pytest.mark.parametrize("command", ["verify", "review"])
def test_a_rule_that_it_was_not_played_by_is_refused(
    command: str, played: Path, pig: Game, gift: Path, write: Writes, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write(GIFT, "other.py")
    code, out, error = said(capsys, command, played, "--rule", other)
    assert (code, out) == (
        2,
        "",
    ) and "was played with the house rule gift, not other. Name its file with --rule." in error
    plain = stored(played.with_name("plain.json"), Match(pig, 2, {"target": 20}, Seeded(1)))
    code, out, error = said(capsys, command, plain, "--rule", gift)
    assert (code, out) == (2, "")
    assert "was played without a house rule. Leave out --rule." in error
    gift.write_text(gift.read_text().replace("3, low", "4, low"))
    code, out, error = said(capsys, command, played, "--rule", gift)
    assert code == (1 if command == "verify" else 2) and out == ""
    assert "The house rule gift has changed since this match was played. Use the file as it was then" in error


def test_what_is_of_no_game_at_all_is_said_to_be_that(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = json.loads(played.read_text())
    for name in ("chess", "chess-with-gift", "pig-with-", "-with-x", "pig-with-\x1b[2J", "pig-with-" + "x" * 999):
        with pytest.raises(BadMatch) as refused:
            Match.load(saved | {"game": name})
        assert isinstance(refused.value, UnknownGame)
        assert str(refused.value).startswith("There is no game ") and len(str(refused.value)) < 200
