"""Check two players at one keyboard: hidden information of one is never on the screen while the other sits there."""

from __future__ import annotations

import builtins
import re

import pytest

from dicehouse.cli import main
from dicehouse.cli.commands import play
from dicehouse.cli.commands.play import prompt_text
from dicehouse.cli.parser import build_parser
from dicehouse.core import Prompt, Seeded
from dicehouse.games import find
from dicehouse.match.match import Match

from ..web.liars import GAME, at_home

__all__ = ["at_home"]


BIDS = {"Throw again": "throw", "Make the first bid": "1 one", "Bid higher": "liar"}


class Keyboard:
    """Answer every prompt, and record what was on the screen at that moment."""

    def __init__(
        self, answers: dict[str, str], capsys: pytest.CaptureFixture[str], most: int = 60, covered: tuple[str, ...] = ()
    ) -> None:
        self.screens: list[tuple[str, str]] = []
        self._answers, self._capsys, self._most, self._covered = answers, capsys, most, iter(covered)

    def __call__(self, prompt: str = "") -> str:
        screen = self._capsys.readouterr().out
        self.screens.append((screen, prompt))
        if len(self.screens) >= self._most:
            raise EOFError
        if prompt.startswith("Pass the keyboard to"):
            return next(self._covered, "")
        return next(a for part, a in self._answers.items() if part in screen)


def test_the_screen_is_empty_while_the_keyboard_is_passed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard(BIDS, capsys)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", GAME, "--name", "Ana,Ben", "--seed", "7"]) == 0
    before = ""
    passed: list[str] = []
    for screen, prompt in keyboard.screens:
        if to := re.match(r"Pass the keyboard to (\w+)\.", prompt):
            passed.append(to[1])
            assert screen.endswith("\n" * 60), "what stood there is gone"
        elif before.startswith("Pass the keyboard to"):
            own, other = passed[-1], {"Ana": "Ben", "Ben": "Ana"}[passed[-1]]
            assert f"{own}: " in screen
            assert f"{other} looks under" not in screen
            if "All cups are lifted" not in screen:
                [line] = [line for line in screen.splitlines() if re.match(rf"[> ]  {other} ", line)]
                assert re.search(r"Dice:( \?)+$", line.rstrip())
        before = prompt
    assert {"Ana", "Ben"} == set(passed)


def test_only_enter_lifts_the_cover(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = Keyboard(BIDS, capsys, covered=("", "bogus", "?", "1", "q"))
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", GAME, "--name", "Ana,Ben", "--seed", "7"]) == 0
    assert [prompt.replace("Pass the keyboard to", "Pass to")[:11] for _, prompt in keyboard.screens] == [
        "Pass to Ana",
        "> ",
        *["Pass to Ben"] * 4,
    ]
    assert [screen for screen, _ in keyboard.screens[3:]] == [""] * 3, "nothing but the sentence, once more"
    assert capsys.readouterr().out == "Goodbye.\n"


def test_under_the_cover_the_last_action_can_be_taken_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard(BIDS, capsys, covered=("u", "", "u", "", "q"))
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", GAME, "--name", "Ana,Ben", "--seed", "7"]) == 0
    prompts = ["Pass to Ana", "Pass to Ana", "> ", "Pass to Ben", "Pass to Ana", "> ", "Pass to Ben"]
    assert [prompt.replace("Pass the keyboard to", "Pass to")[:11] for _, prompt in keyboard.screens] == prompts
    screens = [screen for screen, _ in keyboard.screens]
    assert screens[1] == "The last move wasn't yours, so you can't undo it.\n", "there is nothing yet"
    assert screens[4].strip() == "", "Ana's bid is back, and so is the cover, for nobody said who sits there"
    assert "Ana: Make the first bid" in screens[5]


def test_nobody_is_covered_who_sees_what_everybody_sees(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard(BIDS | {"Throw again": "l", "": "q"}, capsys)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", GAME, "--name", "Ana,Ben", "--seed", "7"]) == 0
    at = next(i for i, (screen, _) in enumerate(keyboard.screens) if "Throw again" in screen)
    assert keyboard.screens[at][1] == "> ", "all cups are lifted"
    assert "looks under" not in keyboard.screens[at][0]
    # Nobody said who sits there, so the log is everybody's too.
    assert "calls" in keyboard.screens[at + 1][0] and "looks under" not in keyboard.screens[at + 1][0]


def test_who_was_not_covered_is_covered_once_there_is_a_secret(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard(BIDS, capsys, most=12)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", GAME, "--name", "Ana,Ben", "--seed", "7"]) == 0
    at = next(i for i, (screen, _) in enumerate(keyboard.screens) if "Throw again" in screen)
    who = re.findall(r"^(\w+): Throw again", keyboard.screens[at][0], re.MULTILINE)[0]
    screen, prompt = keyboard.screens[at + 1]
    assert prompt.startswith(f"Pass the keyboard to {who}.") and screen.endswith("\n" * 60)


@pytest.mark.parametrize("people", [[0], [0, 1]])
def test_until_somebody_says_who_they_are_only_what_all_may_know_is_told(
    people: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    play.TerminalGame(Match(find(GAME), 2, {}, Seeded("7"), ["Ana", "Ben"]), people, {}, "always", None)._print_news()
    assert ("Ana looks under" in capsys.readouterr().out) == (len(people) == 1), "who is alone need not say so"


@pytest.mark.parametrize("name", [GAME, "dice-ocalypse", "deck-o-dice"])
def test_help_takes_its_example_from_the_game(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard({"": "?"}, capsys, most=3)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", name, "--name", "Ana", "--seed", "7", "--ask", "always"]) == 0
    example = re.search(r"such as: (.+)", keyboard.screens[1][0])
    assert example and re.search(rf"^ *1\.? +{re.escape(example[1])}(  |$)", keyboard.screens[0][0], re.MULTILINE)


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        (Prompt("Believe it, or lift?", "Ana said Mia."), "Believe it, or lift? Ana said Mia."),
        (Prompt("You win!"), "You win!"),
        (Prompt("Throw", "All five."), "Throw. All five."),
        (Prompt("Throw"), "Throw."),
    ],
)
def test_a_title_that_ends_itself_gets_no_full_stop(prompt: Prompt, line: str) -> None:
    assert prompt_text(prompt) == line


def test_a_game_without_secrets_is_not_covered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = Keyboard({"": "1"}, capsys, most=30)
    monkeypatch.setattr(builtins, "input", keyboard)
    assert main(["play", "dice-ocalypse", "--name", "Ana,Ben", "--seed", "7", "--option", "special_cards=off"]) == 0
    assert not [prompt for _, prompt in keyboard.screens if "Pass the keyboard to" in prompt]
    assert {"Ana: ", "Ben: "} <= {
        found[0] for screen, _ in keyboard.screens for found in re.findall(r"^((Ana|Ben): )", screen, re.MULTILINE)
    }


def test_there_must_be_a_seat_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "deck-o-dice", "--name", "Ana,Ben,Cleo"]) == 2
    assert "2 seats, not enough for 3 people" in capsys.readouterr().err


def test_they_sit_from_the_seat_asked_for_on() -> None:
    given = build_parser().parse_args(["play", "dice-ocalypse", "--players", "3", "--seat", "3", "--name", "Ana,Ben"])
    assert play._new_match(given, find("dice-ocalypse")).names == ["Ben", "Sensible 2", "Ana"]
