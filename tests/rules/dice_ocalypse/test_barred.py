"""What the house says of cards that can't be played now: the page knows none of these rules."""

from __future__ import annotations

from typing import Any

import pytest

from dicehouse import new
from dicehouse.match.match import Match

GAME = "dice-ocalypse"
HANDS = [["double", "bloodshed", "prove-it"], ["do-or-die", "collateral", "double"]]


def reasons(seat: int, dice: Any = None, **position: Any) -> dict[str, str]:
    place = {"totals": [1000, 1000], "hands": HANDS, "immunity": [True, False], **position}
    match = Match.set_up(GAME, players=2, dice=dice, **place)
    return dict(match.view(None)["seats"][seat]["barred"])


def test_only_cards_that_are_held_are_spoken_of() -> None:
    assert set(reasons(0)) == {"double", "bloodshed", "prove-it", "immunity"}
    assert set(reasons(1)) == {"do-or-die", "collateral", "double"}


def test_some_cards_are_for_ones_own_turn_and_some_for_that_of_others() -> None:
    own, other = reasons(0), reasons(1)
    assert own["prove-it"] == "Only on another player's turn"
    assert other["double"] == "Only on your own turn"
    assert own["double"] == "Play it as you roll or bank"
    assert own["bloodshed"] == "Only before your first roll"
    assert other["do-or-die"] == "We'll ask you when you can play it"
    assert own["immunity"] == "We'll ask you when another player plays a card against you"


def test_a_thousand_points_must_be_banked() -> None:
    assert reasons(0, totals=[950, 1000])["double"] == "You need 1,000 banked points to play war cards"
    assert reasons(1, totals=[1000, 950])["collateral"] == "You need 1,000 banked points to play war cards"


def test_nothing_of_it_is_said_where_there_are_no_cards() -> None:
    match = new(GAME, players=2, options={"special_cards": False}, seed=1)
    assert [seat["barred"] for seat in match.view(None)["seats"]] == [{}, {}]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_to_be_forbidden_is_no_option(seed: int) -> None:
    """Through whole games: a card that is an option is not said to be out of turn, too early or too poor for it."""
    match = new(GAME, players=3, options={"target": 3000, "opening": 0}, seed=seed)
    told = set()
    for step in range(400):
        if match.over:
            break
        seat = match.acting()[0]
        options = match.options(seat)
        said = match.view(seat)["seats"][seat]["barred"]
        for card in {option.facts.get("card") for option in options} - {None, "immunity"}:
            told.add(card)
            assert said[card] in (
                "Play it as you roll or bank",
                "Only before your first roll",
                "We'll ask you when you can play it",
            )
        match.play(seat, options[(step * 7 + seed) % len(options)].id)
    assert told
