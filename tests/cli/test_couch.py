"""Two at one keyboard: what one may not know of the other is never on the screen while that one sits there."""

from __future__ import annotations

import builtins
import re

import pytest

from dicehouse.cli import main, play
from dicehouse.cli.arguments import parser

from ..web.liars import GAME, at_home

__all__ = ["at_home"]


class Keyboard:
    """Answers every prompt, and keeps what stood on the screen when it was asked."""

    def __init__(self, answers: dict[str, str], capsys: pytest.CaptureFixture[str], most: int = 60) -> None:
        self.screens: list[tuple[str, str]] = []
        self._answers, self._capsys, self._most = answers, capsys, most

    def __call__(self, prompt: str = "") -> str:
        screen = self._capsys.readouterr().out
        self.screens.append((screen, prompt))
        if len(self.screens) >= self._most:
            raise EOFError
        return "" if prompt.startswith("Pass to") else next(a for part, a in self._answers.items() if part in screen)


def test_the_screen_is_empty_while_the_keyboard_is_passed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {"Throw again": "throw", "Make the first bid": "1 one", "Bid higher": "liar"}
    keyboard = Keyboard(answers, capsys)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", GAME, "--name", "Ana,Ben", "--seed", "7"]) == 0
    before = ""
    passed: list[str] = []
    for screen, prompt in keyboard.screens:
        if to := re.match(r"Pass to (\w+);", prompt):
            passed.append(to[1])
            assert screen.endswith("\n" * 60), "what stood there is gone"
        elif before.startswith("Pass to"):
            own, other = passed[-1], {"Ana": "Ben", "Ben": "Ana"}[passed[-1]]
            assert f"{own}: " in screen
            assert f"{other} looks under" not in screen
            if "All cups are lifted" not in screen:
                [line] = [line for line in screen.splitlines() if re.match(rf"[> ]  {other} ", line)]
                assert re.search(r"Dice:( \?)+$", line.rstrip())
        before = prompt
    assert {"Ana", "Ben"} == set(passed)


def test_a_game_without_secrets_is_not_covered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard({"": "1"}, capsys, most=30)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", "dice-ocalypse", "--name", "Ana,Ben", "--seed", "7", "--option", "special_cards=off"]) == 0
    assert not [prompt for _, prompt in keyboard.screens if "Pass to" in prompt]
    assert {"Ana: ", "Ben: "} <= {
        found[0] for screen, _ in keyboard.screens for found in re.findall(r"^((Ana|Ben): )", screen, re.MULTILINE)
    }


def test_there_must_be_a_seat_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "deck-o-dice", "--name", "Ana,Ben,Cleo"]) == 2
    assert "2 seats, not enough for 3 people" in capsys.readouterr().err


def test_they_sit_from_the_seat_asked_for_on() -> None:
    given = parser().parse_args(["play", "dice-ocalypse", "--players", "3", "--seat", "3", "--name", "Ana,Ben"])
    assert play._new_match(given).names == ["Ben", "Sensible 2", "Ana"]
