"""Check which habits are clear enough to be named, that each game has some, and that reviews count them."""

from __future__ import annotations

import pytest

from dicehouse.games import find
from dicehouse.i18n import Text
from dicehouse.review.habits import count_themes, find_habits

from .reviewed_games import mistakes_in, reviewed

THEMES = {
    "dice-ocalypse": ("banked-early", "rolled-few", "left-points"),
    "deck-o-dice": ("kept", "rerolled", "not-looked"),
    "baron-voodoo": ("ended-early", "wrong-capture"),
    "dicetopia": ("stock-exchange",),
    "indicesion": ("at-rivals", "no-spin"),
}


@pytest.mark.parametrize(
    ("mistakes", "cases", "clear"),
    [(4, 4, False), (5, 5, True), (7, 11, False), (8, 9, True), (5, 6, False), (6, 7, False), (7, 8, True),
     (60, 100, True), (59, 100, False), (0, 50, False)],
)  # fmt: skip
def test_a_habit_is_named_if_more_than_half_of_enough_cases_were_mistakes(
    mistakes: int, cases: int, clear: bool
) -> None:
    game = find("dice-ocalypse")
    decisions = [{"banked-early": number < mistakes} for number in range(cases)]
    counts = count_themes(decisions)
    assert counts == {"banked-early": (mistakes, cases)}
    found = find_habits(game, counts)
    assert len(found) == clear
    if clear:
        assert found[0].says == f"In {mistakes} of {cases} cases, you banked too early with 4 or more dice to roll."


def test_the_most_frequent_mistake_comes_first() -> None:
    counts = {"rolled-few": (9, 9), "banked-early": (12, 12), "left-points": (2, 20), "unknown": (50, 50)}
    assert [each.name for each in find_habits(find("dice-ocalypse"), counts)] == ["banked-early", "rolled-few"]


@pytest.mark.parametrize("game", sorted(THEMES))
def test_every_game_has_habits_in_both_languages(game: str) -> None:
    for theme in THEMES[game]:
        says = find(game).hooks.theme_sentence(theme, 6, 7)
        assert isinstance(says, Text) and says.startswith("In 6 of 7 cases, ")
        assert says.in_language("de").startswith("In 6 von 7 Fällen ")
    assert find(game).hooks.theme_sentence("no such habit", 6, 7) == ""


def test_a_review_counts_the_cases_of_each_player() -> None:
    """Check the counts of a review against the notation of the choices."""
    match, found = reviewed("dice-ocalypse", ("random", "greedy"), 1, 1, True)
    worse = {mistake.row.number: mistake.better for mistake in mistakes_in(match, found)}
    counted = 0
    for row in found.rows:
        words = row.option.split()
        if row.kind != "decision" or words[:1] != ["keep"] or row.seat is None:
            assert row.themes == {}
            continue
        view = match.at(row.number - 1).view(None)
        left = len(view["dice"]) - len(words[1]) or view["dice_full"]
        better = worse.get(row.number, "")
        assert row.themes.get("banked-early") == (better.endswith("roll") if words[2] == "bank" and left > 3 else None)
        assert row.themes.get("rolled-few") == (better.endswith("bank") if words[2] == "roll" and left < 3 else None)
        counted += len(row.themes)
    assert counted > 10
