"""Check the form of numbers in whatever a command prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.core import Keyed
from dicehouse.text_format import format_count, format_signed

from .test_commands import TABLE, finished, stored

DECK = "deck-o-dice"
MINUS = "\N{MINUS SIGN}"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return main(arguments), *capsys.readouterr()


def test_a_number_has_a_minus_and_nothing_has_no_sign() -> None:
    assert [format_signed(value) for value in (-12.4, 12.4, -0.3, 0.0)] == [f"{MINUS}12", "+12", "0", "0"]
    assert [format_signed(-0.0004, "+.1f"), format_signed(-1234.0, ",.0f"), format_signed(5, "+,")] == [
        "0.0",
        f"{MINUS}1,234",
        "+5",
    ]
    assert [format_count(1, "game"), format_count(2000, "game"), format_count(0.6, "game")] == [
        "1 game",
        "2,000 games",
        "1 game",
    ]


def test_one_game_is_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = ("--games", "1", "--seed", "1", "--bots", "random")
    assert "1 game in " in said(capsys, "study", DECK, *one, "--jobs", "1")[1]
    assert ": 1 game of Deck-O-Dice, " in said(capsys, "selfplay", DECK, *one, "--out", str(tmp_path / "o"))[1]
    assert ": 1 game played again, " in said(capsys, "selfplay", DECK, "--out", str(tmp_path / "o"), "--check")[1]


def test_what_is_less_has_a_minus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arena = ("arena", DECK, "--bots", "sensible,random", "--games", "40", "--seed", "1", "--sprt=-5,20")
    for command in (arena, ("review", stored(tmp_path / "m.json", finished().save()), "--simulations", "20")):
        code, out, _ = said(capsys, *command)
        assert code == 0 and MINUS in out and " -" not in out


@pytest.mark.parametrize(
    ("course", "why"), [({}, "it lacks 'scheme'"), (7, "it is damaged"), ([], "it is damaged"), ("x", "it is damaged")]
)
def test_what_a_match_lacks_is_said_in_no_word_of_python(
    course: object, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = finished(Keyed(b"s" * 32, TABLE, ["a", "b"])).save() | {"course": course}
    code, out, error = said(capsys, "verify", stored(tmp_path / "m.json", saved))
    assert (code, out) == (1, "")
    assert error == f"dicehouse: The match's hash chain can't be read: {why}.\n"


def test_a_place_for_a_match_is_tried_before_anybody_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, error = said(capsys, "play", DECK, "--save", str(tmp_path))
    assert (code, out) == (2, "") and "can't be written: it is a folder" in error
