"""The rules of Liar's Dice: dice on a tape, and what must come of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import dicehouse.games
from dicehouse import bots
from dicehouse.core import Tape
from dicehouse.core.settings import SettingValue
from dicehouse.errors import BadSetting, CannotUndo, IllegalOption
from dicehouse.match.match import Match

sys.path.append(str(Path(__file__).parents[2] / "examples" / "liars_dice"))

from liars_dice import game

PLAIN: dict[str, SettingValue] = {"ones_wild": False}


def table(dice: str, settings: dict[str, SettingValue] | None = None, players: int = 2) -> Match:
    """A match whose first result says who begins; the dice under each cup follow."""
    return Match(game, players, settings or {}, Tape(dice), ["Ana", "Ben", "Cleo"][:players])


def play(match: Match, *options: str) -> list[str]:
    """Play for whoever is to act; what everybody hears of it."""
    before = len(match.log())
    for option in options:
        match.play(match.acting()[0], option)
    return [event.sentence(match.names) for event in match.log()[before:]]


def told(match: Match, seat: int | None) -> list[str]:
    return [event.sentence(match.names) for event in match.log(seat)]


def dice(match: Match, reader: int | None) -> list[list[int]]:
    """What this seat sees under each cup."""
    return [seat["dice"] for seat in match.view(reader)["seats"]]


def test_everybody_looks_under_their_own_cup_alone() -> None:
    match = table("2 65432 11236")
    assert told(match, None) == ["Ben begins.", "All dice are thrown."]
    assert told(match, 0)[2:] == ["Ana looks under the cup: 2 3 4 5 6."]
    assert told(match, 1)[2:] == ["Ben looks under the cup: 1 1 2 3 6."]
    assert dice(match, 0) == [[2, 3, 4, 5, 6], [0] * 5]
    assert dice(match, 1) == [[0] * 5, [1, 1, 2, 3, 6]]
    assert dice(match, None) == [[0] * 5, [0] * 5]


def test_the_first_bid_is_free_and_each_later_one_is_higher() -> None:
    match = table("1 11111 22222")
    assert len(match.options(0)) == 60, "ten dice, six faces, and nothing to doubt yet"
    play(match, "3 fives")
    ids = [option.id for option in match.options(1)]
    assert ids[0] == "liar"
    assert {"3 sixes", "4 ones", "10 sixes"} <= set(ids)
    assert {"3 fives", "3 fours", "2 sixes", "11 ones"}.isdisjoint(ids)
    with pytest.raises(IllegalOption):
        match.play(1, "3 fours")


def test_after_the_highest_bid_there_is_only_the_call() -> None:
    match = table("1 11111 22222")
    play(match, "10 sixes")
    assert [option.id for option in match.options(1)] == ["liar"]


def test_who_bids_more_than_there_is_loses_a_die() -> None:
    match = table("1 66543 62345")
    assert play(match, "4 sixes", "Liar") == [
        "Ana bids 4 sixes.",
        "Ben calls Ana a liar.",
        "Ana shows 3 4 5 6 6.",
        "Ben shows 2 3 4 5 6.",
        "The count: 3 sixes.",
        "Ana loses a die and has 4 dice.",
    ]
    assert (match.points(), match.acting()) == ([4, 5], (0,))


@pytest.mark.parametrize("bid", ["3 sixes", "2 sixes"])
def test_who_doubts_a_true_bid_loses_a_die(bid: str) -> None:
    match = table("1 66543 62345")
    play(match, bid, "liar")
    assert (match.points(), match.acting()) == ([5, 4], (1,))


@pytest.mark.parametrize(("settings", "bid", "loser"), [({}, "4 sixes", 1), (PLAIN, "4 sixes", 0), ({}, "3 ones", 0)])
def test_ones_are_wild_unless_they_are_bid_or_plain(settings: dict[str, SettingValue], bid: str, loser: int) -> None:
    match = table("1 66143 61345", settings)
    play(match, bid, "liar")
    assert match.points()[loser] == 4


def test_the_cups_stay_open_until_somebody_throws_again() -> None:
    match = table("1 66543 62345 1111 55555")
    play(match, "9 sixes", "liar")
    assert dice(match, None) == dice(match, 0) == [[3, 4, 5, 6, 6], [2, 3, 4, 5, 6]]
    assert [option.id for option in match.options(0)] == ["throw"]
    assert play(match, "throw") == ["All dice are thrown."]
    assert dice(match, 0) == [[1, 1, 1, 1], [0] * 5]
    assert match.view(0)["bid"] is None


def test_who_throws_is_told_of_no_cup_but_the_own() -> None:
    match = table("1 66543 62345 1111 55555")
    play(match, "9 sixes", "liar")
    events = match.play(0, "throw")
    assert [e.sentence(match.names) for e in events] == ["All dice are thrown.", "Ana looks under the cup: 1 1 1 1."]
    assert told(match, 1)[-1] == "Ben looks under the cup: 5 5 5 5 5."


def test_who_has_no_dice_is_out_and_the_next_player_begins() -> None:
    match = table("1 5 2 2 3 4", {"dice": 1}, players=3)
    assert play(match, "1 six", "liar")[-2:] == ["Ana loses a die and has 0 dice.", "Ana is out."]
    play(match, "throw")
    assert (match.acting(), dice(match, None)) == ((1,), [[], [0], [0]])
    assert len(match.options(1)) == 12


def test_the_last_one_with_dice_wins() -> None:
    match = table("1 5 2", {"dice": 1})
    assert play(match, "1 five", "liar")[-1] == "Ana wins with 1 die."
    assert (match.over, match.returns(), match.view(None)["winner"]) == (True, [1, 0], 0)


def test_a_bid_can_be_taken_back_and_a_call_cannot() -> None:
    match = table("1 11111 22222")
    play(match, "3 fives")
    match.undo(0)
    play(match, "2 twos", "liar")
    with pytest.raises(CannotUndo):
        match.undo(1)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"cups": [[1, 2], []]}, "player: whoever is to play has dice, and somebody else has, too."),
        ({"cups": [[7]]}, r"cups\[0\]\[0\] must be a whole number from 1 to 6, not 7."),
        ({"bid": [11, 2]}, "bid: there are 10 dice with faces 1 to 6"),
        ({"bid": [1, 7]}, "bid: there are 10 dice with faces 1 to 6"),
        ({"bidder": 5}, "bidder must be a seat from 0 to 1, not 5."),
    ],
)
def test_the_words_of_a_position_are_read_strictly(
    words: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), "liars-dice", game)
    with pytest.raises(BadSetting, match=why):
        Match.set_up("liars-dice", players=2, **words)


@pytest.mark.parametrize(
    ("cup", "bid", "wanted"),
    [
        ([6, 6, 6], None, "1 six"),
        ([6, 6, 6], (2, 3), "2 sixes"),
        ([2, 3, 4], (5, 6), "liar"),
        ([2, 3, 4], (6, 6), "liar"),
    ],
)
def test_the_sensible_liar_says_what_is_likely(cup: list[int], bid: tuple[int, int] | None, wanted: str) -> None:
    match = table("1 111 222", {"dice": 3})
    game.hooks.set_up(match._position.state, 2, cups=[cup, [5, 5, 5]], bid=bid, bidder=1)
    assert bots.make("sensible", seed=1).choose(match, 0) == wanted
