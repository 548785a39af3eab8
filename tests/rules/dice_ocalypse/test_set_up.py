"""Positions that are set up: the last round, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.errors import BadSetting
from dicehouse.match.match import Match

from ..thrown_words import played_on, thrown
from .table import CARDS, GAME, Table

SPECIALS = "this table plays without war cards, Battle Zones and special dice."
WRONG: list[tuple[int, dict[str, Any], dict[str, Any], str]] = [
    (2, {}, {"totl": [1]}, "A position has no word 'totl'; did you mean totals?"),
    (2, {}, {"player": 2}, "player must be a seat from 0 to 1, not 2."),
    (2, {}, {"player": -1}, "player must be a seat from 0 to 1, not -1."),
    (2, {}, {"player": True}, "player must be a seat from 0 to 1, not True."),
    (2, {}, {"totals": [0, 0, 0]}, "totals must be a list of 0 to 2, not [0, 0, 0]."),
    (2, {}, {"totals": "00"}, "totals must be a list of 0 to 2, not '00'."),
    (2, {}, {"totals": [float("nan")]}, "totals[0] must be a whole number from -100,000 to 100,000, not nan."),
    (2, {}, {"totals": [2**40]}, "totals[0] must be a whole number from -100,000 to 100,000, not 1099511627776."),
    (2, {}, {"totals": [75]}, "totals[0] is 75, but points come in fifties."),
    (2, {}, {"totals": [0, -50]}, "totals[1] is -50, but at this table no total falls below 0."),
    (2, {}, {"totals": [10_050]}, "totals[0] is 10,050, which starts the dice-ocalypse: say who started it"),
    (2, {"exact_target": True}, {"totals": [10_000]}, "totals[0] is 10,000, which starts the dice-ocalypse"),
    (2, {"target": 3_000}, {"totals": [0, 3_050]}, "totals[1] is 3,050, which starts the dice-ocalypse"),
    (2, {}, {"totals": [500], "opened": [False]}, "opened[0] is False, but a seat with points has had a scored turn."),
    (2, {}, {"opened": [1]}, "opened[0] must be True or False, not 1."),
    (2, {}, {"hands": [["knife"]]}, "hands[0][0] has no value 'knife'; the values are: prove-it, double"),
    (2, {}, {"hands": [["bloodshd"]]}, "did you mean 'bloodshed'?"),
    (2, {}, {"hands": [[], ["double", "double"]]}, "hands[1] names 'double' twice; there is one of each card."),
    (2, {}, {"hands": ["double"]}, "hands[0] must be a list of 0 to 5, not 'double'."),
    (2, {}, {"zombie": 1}, "zombie: the special dice need war cards and at least 3 players."),
    (3, {"special_cards": False}, {"left_behind": 1}, "left_behind: the special dice need war cards and at least 3"),
    (3, {}, {"zombie": 3}, "zombie must be a seat, from 0, or one of out, or None, not 3."),
    (3, {}, {"zombie": "A"}, "zombie must be a seat, from 0, or one of out, or None, not 'A'."),
    (3, {}, {"left_behind_used": True}, "left_behind_used is True, but nobody holds the Left Behind die."),
    (3, {"special_cards": False}, {"hands": [["double"]]}, f"hands: {SPECIALS}"),
    (3, {"special_cards": False}, {"immunity": [False, True]}, f"immunity: {SPECIALS}"),
    (3, {"special_cards": False}, {"lose_turn": [True]}, f"lose_turn: {SPECIALS}"),
    (3, {"special_cards": False}, {"double_next": [True]}, f"double_next: {SPECIALS}"),
    (3, {"special_cards": False}, {"battle_zone_done": [True]}, f"battle_zone_done: {SPECIALS}"),
    (3, {}, {"to_play": [0]}, "to_play is about the last round: say who started that as bar_set_by."),
    (3, {}, {"bar_set_by": 1}, "bar_set_by is 1, but a total of 0 starts no dice-ocalypse."),
    (3, {}, {"bar_set_by": 1, "totals": [0, 10_000]}, "bar_set_by is 1, but a total of 10,000 starts no"),
    (3, {}, {"bar_set_by": 0, "totals": [10_050]}, "player is 0, who set the bar and has no turn left."),
    (
        3,
        {},
        {"bar_set_by": 1, "totals": [0, 10_050], "to_play": [0, 1]},
        "to_play: seat 1 set the bar and has no turn left.",
    ),
    (3, {}, {"bar_set_by": 1, "totals": [0, 10_050], "to_play": [0, 0]}, "to_play: seat 0 is named twice."),
    (3, {}, {"bar_set_by": 1, "totals": [0, 10_050], "to_play": [2]}, "to_play leaves out seat 0, whose turn"),
    (
        3,
        {},
        {"bar_set_by": 1, "totals": [0, 10_050], "to_play": [0], "lose_turn": [True]},
        "Nobody could act: each seat that is still to play loses the turn.",
    ),
]


@pytest.mark.parametrize(("players", "options", "position", "said"), WRONG, ids=[str(wrong[2]) for wrong in WRONG])
def test_what_cannot_be_is_refused_in_a_sentence(
    players: int, options: dict[str, Any], position: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        Match.set_up(GAME, players=players, options=options, **position)
    assert said in str(refused.value)


def test_lists_may_end_early() -> None:
    table = Table(0, 0, 0)
    table.match = Match.set_up(GAME, players=3, totals=[500], hands=[["double"]], immunity=[False])
    assert table.totals == (500, 0, 0)
    assert [len(seat["cards"]) for seat in table.view["seats"]] == [1, 5, 5]
    assert (table.who("opened"), table.who("immunity")) == ("A", "BC")


def test_a_last_round_can_be_set_up() -> None:
    table = Table(9_000, 10_400, 9_900, 9_000, up="C", bar_set_by=1)
    assert table.final == ("B", 10_400, "ACD")
    table.banks("C", 450).busts("D").banks("A", 1_600)
    assert (table.winner, table.who("diced")) == ("A", "CD")


def test_who_has_had_the_last_turn_below_the_bar_is_diced() -> None:
    table = Table(9_000, 10_400, 9_900, 10_500, up="A", bar_set_by=1)
    assert table.final == ("B", 10_400, "A")
    assert table.who("diced") == "C"
    table.banks("A", 1_600)
    assert table.winner == "A"


def test_whose_turn_ended_with_somebody_elses_crossing_plays_last() -> None:
    """A13, P20: C crossed on B's turn."""
    table = Table(2_000, 3_000, 10_100, up="A", bar_set_by=2, to_play=[0, 1])
    assert table.final == ("C", 10_100, "AB")
    table.busts("A")
    assert (table.up, table.final) == ("B", ("C", 10_100, "B"))


def test_a_turn_lost_in_the_last_round_is_passed_over() -> None:
    table = Table(9_000, 10_400, 9_900, up="C", bar_set_by=1, lose_turn="C")
    assert (table.up, table.final, table.who("diced")) == ("A", ("B", 10_400, "A"), "C")


TOTALS = st.sampled_from([0, 50, 950, 1_000, 4_950, 5_000, 9_950, 10_000])
TABLES = st.fixed_dictionaries(
    {},
    optional={
        "negative_scores": st.booleans(),
        "simultaneous": st.sampled_from(["vote", "roll"]),
        "special_cards": st.sampled_from([True, True, False]),
    },
)


@st.composite
def positions(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """So many players, and words that often go together."""
    players = draw(st.integers(2, 6))
    seats, flags = st.integers(0, players - 1), st.lists(st.booleans(), max_size=players)
    holder = st.none() | st.just("out") | seats if players > 2 else st.none()
    position = draw(
        thrown(
            {
                "player": seats,
                "totals": st.lists(TOTALS, max_size=players),
                "opened": st.lists(st.sampled_from([True, True, True, False]), max_size=players),
                "hands": st.lists(st.lists(st.sampled_from(CARDS), unique=True), max_size=players),
                "immunity": flags,
                "lose_turn": flags,
                "double_next": flags,
                "battle_zone_done": flags,
                "zombie": holder,
                "left_behind": holder,
            }
        )
    )
    if draw(st.booleans()):
        first = draw(seats)
        totals = draw(st.lists(TOTALS, min_size=players, max_size=players))
        totals[first] = draw(st.sampled_from([10_050, 12_000, 10_000, 14_500]))
        position |= {"bar_set_by": first, "totals": totals, "player": draw(seats)}
        if draw(st.booleans()):
            position["to_play"] = draw(st.lists(seats, unique=True)) + [position["player"]] * draw(st.booleans())
    return players, position


@settings(max_examples=300, deadline=None, derandomize=True)
@given(table=positions(), options=TABLES, seed=st.integers(0, 99))
def test_whatever_is_said_is_refused_or_can_be_played_on(
    table: tuple[int, dict[str, Any]], options: dict[str, Any], seed: int
) -> None:
    players, position = table
    match = played_on(GAME, players, options, position, seed)
    if match is not None:
        check_sound(match)


def check_sound(match: Match) -> None:
    """Cards, dice and seats add up."""
    view = match.view()
    cards = set(CARDS) if view["specials"] else set()
    bar, exact = view["target"], match.settings["exact_target"]
    for seat in view["seats"]:
        assert seat["total"] % 50 == 0
        assert seat["total"] >= 0 or match.settings["negative_scores"]
        assert seat["total"] <= 0 or seat["opened"]
        assert sorted([*seat["cards"], *seat["spent"]]) == sorted(cards)
        assert view["specials"] or not (seat["immunity"] or seat["lose_turn"] or seat["double_next"])
        assert view["final"] or seat["total"] < bar or (seat["total"] == bar and not exact)
    for die in ("zombie", "left_behind"):
        assert view[die]["holder"] is None or view["dice_specials"]
    if view["final"]:
        first, left = view["final"]["first"], view["final"]["to_play"]
        assert view["final"]["bar"] == view["seats"][first]["total"] > 0
        assert view["player"] in left
        assert first not in left
        done = [seat for at, seat in enumerate(view["seats"]) if at not in left]
        assert all(seat["diced"] == (seat["total"] < view["final"]["bar"]) for seat in done)
    assert match.acting() == (view["player"],)
    assert view["phase"] == "start"
