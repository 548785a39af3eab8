"""Recompute the claims of the sentences about mistakes in inDICEsion, from the notation of the throws and the public
view of the table.
"""

from __future__ import annotations

import re

import pytest

from dicehouse.i18n import Text

from .reviewed_games import Mistake, collect_mistakes

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("why")]  # reviews are made once for all of these tests

PAIRS = (("pip", "greedy"), ("pip", "random"), ("random", "greedy"))
SIMULATIONS = 300
AT_RIVAL = re.compile(
    r"(?:You|Player \d) threw at (Player \d)'s board, which (?:held|had) (no points to knock off|(\d+) points?)\. "
    r"A die that stays there scores for (Player \d)\."
)
SPIN = re.compile(
    r"(?:You|Player \d) dropped the die without spin\. The better drop spins it at ([\d,]+) degrees a second\."
)


def numbers_of(throw: str, word: str) -> list[int]:
    """Return the numbers after a word of a throw's notation; none if the word is missing."""
    found = re.search(rf" {word} (-?\d+),(-?\d+),?(-?\d+)?", throw)
    return [int(each) for each in found.groups() if each is not None] if found else []


def points_on(mistake: Mistake, board: str) -> int:
    """Return what a board holds: the faces of the dice that the referee counts there, times their levels."""
    judged = mistake.before.view(None)["judged"]
    dice = [die for die in judged.values() if board in die["boards"] and not die["crooked"] and not die["covered"]]
    assert all(die["points"] == die["face"] * die["level"] for die in dice if die["level"] == 1)
    return int(sum(die["points"] for die in dice))


def check(mistake: Mistake, text: str) -> str:
    """Check a sentence; return which kind it is."""
    chosen, better, seat = mistake.row.option, mistake.better, mistake.seat
    target, own = chosen.split()[2], f"p{seat + 1}"
    if found := AT_RIVAL.fullmatch(text):
        assert target in ("p1", "p2") and target != own and better.split()[2] == own
        assert found[1] == found[4] == mistake.match.names[int(target[1]) - 1]
        assert int(found[3] or 0) == points_on(mistake, target)
        return "at a rival"
    found = SPIN.fullmatch(text)
    assert found and chosen.split()[1:3] == better.split()[1:3]
    assert not any(numbers_of(chosen, "spin")) and numbers_of(chosen, "push")[0] < 150
    assert int(found[1].replace(",", "")) == max(map(abs, numbers_of(better, "spin"))) > 0
    return "spin"


@pytest.mark.parametrize("least", [6, pytest.param(30, marks=pytest.mark.long)])
def test_every_sentence_about_a_throw_is_true(least: int) -> None:
    mistakes = collect_mistakes("indicesion", least, SIMULATIONS, PAIRS)
    said, kinds = 0, set()
    for mistake in mistakes:
        why, you = mistake.row.why, mistake.row.why_you
        assert (why is None) == (you is None)
        if why is not None and you is not None:
            said += 1
            assert isinstance(why, Text) and isinstance(you, Text) and "{" not in why + you
            assert you.in_language("de") != you and why.in_language("de") != why
            kinds |= {check(mistake, text) for text in (why, you)}
    assert said >= len(mistakes) // 2 and kinds == {"at a rival", "spin"}, (said, len(mistakes))
