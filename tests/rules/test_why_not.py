"""Test that impossible choices give a reason, in random games: places, dice, cards and buttons that a player might
try.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import dicehouse
from dicehouse.match.match import Match

NO_REASON = "That isn't possible now."
ABILITY_KEYS = (
    "exterminate",
    "intervention",
    "slip away",
    "home turf",
    "sacrifice",
    "connections",
    "alpha",
    "robin hood",
)


def moments(game: str, seed: int, most: int = 120, players: int = 3) -> Iterator[tuple[Match, int, set[str]]]:
    """Yield positions of a random game with a seat that is asked, and what it may do."""
    luck, match = random.Random(seed), dicehouse.new(game, players=players, seed=seed)
    for _ in range(most):
        if match.over:
            return
        seat = luck.choice(match.acting())
        options = [option.id for option in match.options(seat)]
        yield match, seat, set(options)
        match.play(seat, luck.choice(options))


@pytest.mark.parametrize("seed", range(3))
def test_every_place_of_the_city_is_an_option_or_says_why_not(seed: int) -> None:
    reasons: set[str] = set()
    for match, seat, legal in moments("dicetopia", seed, 260):
        view = match.view(seat)
        places = [f"{area['id']} {i + 1}" for area in view["areas"] for i in range(len(area["spaces"]))]
        places += [f"p{at + 1} {i + 1}" for at, board in enumerate(view["seats"]) for i in range(len(board["dice"]))]
        own = {f"p{seat + 1} {i + 1}" for i in range(8)}
        for place in places:
            number = place.rpartition(" ")[2]
            may = any(text.endswith(f" {place}") for text in legal) or (
                place in own and legal & {f"{verb} {number}" for verb in ("change", "protect", "raise")}
            )
            why = match.explain_refusal(seat, f"touch {place}")
            assert may or why != NO_REASON, (place, view["phase"])
            reasons.add(why)
        for key in ABILITY_KEYS:
            assert key in legal or match.explain_refusal(seat, key) not in ("", NO_REASON), key
    assert {
        "That space is taken. Your piece must swap with a die.",
        "Send your piece to a die on the board, not on a Faction Board.",
        "Choose a die in another Neighbourhood.",
    } <= reasons


@pytest.mark.parametrize("seed", range(2))
def test_every_minion_and_power_is_an_option_or_says_why_not(seed: int) -> None:
    for match, seat, legal in moments("deck-o-dice", seed, players=2):
        for text in ("quad", "cubera", "diante", "sparten", "dwelve", "twent", "look", "decline", "reroll", "keep"):
            assert bool(match.explain_refusal(seat, text)) == (text not in legal), text
            assert text in legal or match.explain_refusal(seat, text) != NO_REASON, text


@pytest.mark.parametrize("seed", range(3))
def test_every_card_and_die_is_an_option_or_says_why_not(seed: int) -> None:
    cards = ("prove-it", "double", "do-or-die", "bloodshed", "collateral", "immunity")
    keys = ("roll", "bank", "zombie", "left-behind", "piggyback", "pass", "decline", "vote p2")
    for match, seat, legal in moments("dice-ocalypse", seed):
        for text in (*cards, *keys, "keep 22 bank", "keep 7 roll"):
            why = match.explain_refusal(seat, text)
            assert bool(why) == (text not in legal), text
            assert why != NO_REASON, text


def test_what_a_throwing_table_does_not_offer_says_why_not() -> None:
    match = dicehouse.new("indicesion", players=2, seed=1, options={"game": "drafting"})
    seat = match.acting()[0]
    assert match.explain_refusal(seat, "drop r1 p1").endswith(".")
    assert match.explain_refusal(seat, "draft puce") == "There is no colour 'puce'."
    for text in ("throw r1 p2 from 0,0,1 push 1,0,0", "stand p1 left", "build bridge", "again", "respawn r1"):
        assert match.explain_refusal(seat, text) not in ("", NO_REASON), text


def test_a_throw_that_nobody_can_make_is_answered_with_its_reason() -> None:
    match = dicehouse.new("indicesion", players=2, seed=1)
    seat = match.acting()[0]
    assert "'somehow' can't be read" in match.explain_refusal(seat, "throw r1 p2 somehow")
    assert match.explain_refusal(seat, "throw o1 p2 from 0,200,100 push 0,0,0").startswith("You can't throw 'o1' now.")
