"""`dicehouse sentences` lists what is said to players, for editors and translators."""

from __future__ import annotations

import re

import pytest

from dicehouse.cli import main


def test_every_message_has_an_id_its_places_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sentences", "--page", "dice-ocalypse"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"^[0-9a-f]{8}  src/dicehouse/games/dice_ocalypse/presentation/\S+", text, re.MULTILINE)
    assert "    Ana keeps 1 5 4: 1,500 points.\n" in text
    assert "    1 die\n" in text and "    3 dice\n" in text
    assert "Lightning" not in text  # a die of another game


def test_they_are_shown_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sentences", "--page", "dice-ocalypse", "--lang", "de"]) == 0
    assert "    Ana behält 1 5 4: 1.500 Punkte.\n" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--page", "no such page"], ["--lang", "xx"], ["--lang", "../de"]])
def test_a_page_or_a_language_that_does_not_exist_is_refused(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sentences", *wrong]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
