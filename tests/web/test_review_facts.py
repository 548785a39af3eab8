"""What the page of a review says: who played better, points that add up, the reader's decisions first."""

from __future__ import annotations

from typing import Any

import pytest

from dicehouse.i18n import using_language
from dicehouse.web.pages import review_facts as facts

ANA, PIP, CID = 0, 1, 2


def made(luck: list[float], skill: list[float], error: float = 0.01, rows: list[dict[str, Any]] | None = None) -> Any:
    """A review with these sums; `rows` are its rows."""
    players = ["Ana", "Pip", "Cid"][: len(luck)]
    share = 1 / len(players)
    return {
        "players": players,
        "method": "search",
        "luck": luck,
        "skill": skill,
        "error": [error] * len(players),
        "start": [share] * len(players),
        "outcome": [share + a + b for a, b in zip(luck, skill, strict=True)],
        "rows": rows
        if rows is not None
        else [row(0, [share] * len(players), [0.1 * at for at in range(len(players))])],
        "turning": [],
        "looks": [],
    }


def row(seat: int, before: list[float], after: list[float], number: int = 1, **more: Any) -> dict[str, Any]:
    cost = more.pop("cost", 0.0)
    best = {"option": "b", "text": "Bank 350", "value": 0.5} if cost else None
    return {
        "kind": "decision", "number": number, "seat": seat, "turn": 2, "option": "a", "text": "Roll 3 dice",
        "before": before, "after": after, "error": 0.01, "luck": [], "cost": cost, "best": best, "reason": "",
        "options": 2, "says": "",
    } | more  # fmt: skip


@pytest.mark.parametrize(
    ("luck", "skill", "you", "said"),
    [
        ([-0.91, 0.91], [1.41, -1.41], ANA, "You played better. Pip had better luck."),
        ([0.3, -0.3], [0.2, -0.2], ANA, "You played better and had better luck."),
        ([0.3, -0.3], [0.2, -0.2], PIP, "Ana played better and had better luck."),
        ([0.3, -0.3], [0.2, -0.2], None, "Ana played better and had better luck."),
        ([0.5, -0.5], [0.0, 0.0], PIP, "It isn't clear who played better. Ana had better luck."),
        ([0.0, 0.0], [-0.5, 0.5], PIP, "You played better. It isn't clear who had better luck."),
        ([0.0, 0.0], [0.0, 0.0], None, "It isn't clear who played better. It isn't clear who had better luck."),
        ([0.4, -0.2, -0.2], [0.3, -0.1, -0.2], ANA, "You played best and had the best luck."),
        ([-0.2, 0.4, -0.2], [0.3, -0.1, -0.2], CID, "Ana played best. Pip had the best luck."),
        ([-0.2, 0.4, -0.2], [0.3, 0.29, -0.59], ANA, "It isn't clear who played best. Pip had the best luck."),
        ([0.4], [-0.1], ANA, "Skill \N{MINUS SIGN}10 points, luck +40 points"),
    ],
)
def test_the_headline_claims_what_is_clear(luck: list[float], skill: list[float], you: int | None, said: str) -> None:
    assert facts.review_headline(made(luck, skill), you) == said


def test_what_the_error_may_hide_is_not_claimed() -> None:
    found = facts.review_headline(made([0.3, -0.3], [0.2, -0.2], error=0.16), ANA)
    assert found == "It isn't clear who played better. It isn't clear who had better luck."


def test_a_team_is_named_whole() -> None:
    review = made([0.3, -0.3, -0.3], [0.2, -0.2, -0.2])
    review["rows"] = [row(0, [0.5, 0.5, 0.5], [0.4, 0.6, 0.6])]
    assert facts.review_headline(review, None) == "Ana played better and had better luck."
    assert facts.review_headline(review | {"luck": [-0.3, 0.3, 0.3], "skill": [-0.2, 0.2, 0.2]}, None) == (
        "Pip and Cid played better and had better luck."
    )


@pytest.mark.parametrize(
    ("share", "said"),
    [(1.41, "+141"), (-0.91, "\N{MINUS SIGN}91"), (0.055, "+5.5"), (0.05, "+5"), (0.0001, "0"), (0.0, "0")],
)
def test_gains_are_points_and_may_be_more_than_a_hundred(share: float, said: str) -> None:
    assert facts.format_gain(share) == said


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "0%"), (0.0001, "<1%"), (0.0099, "<1%"), (0.52, "52%"), (0.996, ">99%"), (1.0, "100%")],
)
def test_only_what_is_certain_is_0_or_100_percent(share: float, said: str) -> None:
    assert facts.format_chance(share) == said


def test_numbers_follow_the_language() -> None:
    with using_language("de"):
        assert (facts.format_gain(0.055), facts.format_chance(0.001)) == ("+5,5", "<1\N{NO-BREAK SPACE}%")


ROWS = [
    row(PIP, [0.5, 0.5], [0.8, 0.2], 1, cost=0.3),
    row(ANA, [0.8, 0.2], [0.75, 0.25], 2, cost=0.05, why="Rolling was better.", why_you="You could roll."),
    row(ANA, [0.75, 0.25], [0.745, 0.255], 3, cost=0.005),
    row(ANA, [0.745, 0.255], [1.0, 0.0], 4, kind="chance", luck=[0.255, -0.255]),
]


def test_the_readers_own_decisions_come_first() -> None:
    mine, others = facts.costly_decisions(made([0.255, -0.255], [0.245, -0.245], rows=ROWS), [ANA])
    assert [(each.name, each.cost, each.says) for each in mine] == [("Ana", "\N{MINUS SIGN}5", "You could roll.")]
    assert [(each.name, each.cost) for each in others] == [("Pip", "\N{MINUS SIGN}30")]
    mine, others = facts.costly_decisions(made([0.255, -0.255], [0.245, -0.245], rows=ROWS), [])
    assert not mine and [each.says for each in others] == ["", "Rolling was better."]
    zero, sums = facts.seat_sums(made([-0.2, 0.2], [0.1, -0.1]), ["1", "2"], [ANA])
    assert [each.seat for each in sums] == [ANA, PIP] and 0 < zero < 100


def test_the_replay_shows_one_figure_for_each_moment() -> None:
    found = facts.replay_verdicts(made([0.255, -0.255], [0.245, -0.245], rows=ROWS), 4, [ANA])
    assert found["chances"] == [[0.5, 0.5], [0.8, 0.2], [0.75, 0.25], [0.745, 0.255], [1.0, 0.0]]
    assert found["words"][4] == ["100%", "0%"]
    assert found["luck"] == {4: "Luck for Ana: +26 points"}
    verdict = found["verdicts"][1]
    assert (verdict["clear"], verdict["cost"], verdict["better"]) == (True, "\N{MINUS SIGN}5 points", "Bank 350")
    assert verdict["chances"] == "Winning chance: 80% with the better choice, 75% as played."
    assert found["verdicts"][2] == {"seat": ANA, "played": "Roll 3 dice", "clear": False}
    assert set(found["verdicts"]) == {0, 1, 2}
    assert found["sums"] == {"luck": ["+26", "\N{MINUS SIGN}26"], "skill": ["+24", "\N{MINUS SIGN}24"]}
