"""Test the Locations: 3.3 to 3.6, rulings R-08, R-12, R-17, R-46, R-48, and amendments M-02, M-08, M-16, M-23."""

from __future__ import annotations

import pytest

from dicehouse.core import Seeded

from .table import NOTHING, Table

# The Stock Exchange.


def test_stock_cubes_move_one_step_inside_their_track() -> None:
    table = Table(stock=(0, 3, 5)).play("A agent gugu 1")
    assert table.places("stock") == {"teal up", "purple up", "purple down", "white down"}
    table.play("A stock purple down")
    assert table.stock == (0, 2, 5)
    assert table.up == "B", "one cube for anybody but the Haterz"
    near = Table(stock=(4, 1, 0)).play("A agent gugu 1")
    assert near.places("stock") == {"teal up", "teal down", "purple up", "purple down", "white up"}


def test_stock_step_may_leave_the_value() -> None:
    table = Table(stock=(1, 0, 0)).play("A agent gugu 1", "A stock teal up")
    assert (table.stock, table.view()["stock"]["value"]["teal"]) == ((2, 0, 0), 1)


# Cutthroat Prison.


def test_r46_dice_in_prison_are_out_of_reach() -> None:
    table = Table("conspiracy tuulu-priests", prison="t4", thugs=[1], agency="A", dice="3")
    for step in ("agent gugu 1", "reroll gugu 2"):
        assert not any("prison" in option or "cell" in option for option in table.offers("A"))
        table.play(f"A {step}")
    assert not any("prison" in option or "cell" in option for option in table.play("A slip away").offers("A"))
    assert table.view()["prison"]["dice"] == ["t4"]


def test_a_broken_out_thug_can_take_a_magmacorium_die_which_is_drafted() -> None:
    table = Table(springs="m5", agents=[0, 0], thugs=[0], round=7, began="B", boards=["t1", "w1"], prison="p2")
    table.play("A break out", "A at springs 1")
    assert table.phase == "draft"
    wanted = next(option for option in table.match.options(0) if option.facts["die"] == "m5")
    table.play(f"A {wanted.id}")
    assert table.board("A") == "t1 m5"


# Molotov Market.


def test_market_sets_one_own_die_to_any_value() -> None:
    table = Table(market="t4", boards=["m2 p1", "w6"], tokens=[[2], []]).play("A agent market 1")
    assert table.places("change") == {"p1 2", "p1 3"}, "a token does not stop it; a joker never changes"
    table.play("A change p1 2")
    assert (table.phase, table.offers("A")) == ("value", {f"value {face}" for face in range(1, 7)})
    table.play("A value 5")
    assert table.board("A") == "m2 p5 t4"


def test_market_is_impossible_with_jokers_alone() -> None:
    table = Table(market="t4", boards=["m2", "w6"]).play("A break out", "A at market 1")
    assert table.offers("A", "change") == set()
    assert "no action" in table.offers("A")


def test_m23_the_same_value_is_a_change_at_the_market_and_by_home_turf() -> None:
    table = Table(market="t4", boards=["p1", "w6"]).play("A agent market 1", "A change p1 1", "A value 1")
    assert table.board("A") == "p1 t4"
    table = Table("navigators -", boards=["p1", "w6"]).play("A home turf", "A change 1", "A value 1")
    assert table.board("A") == "p1"


# The Blood Dome.


@pytest.mark.parametrize(
    ("board", "stars"),
    [
        ("t4 w1 p2 p6", 7), ("t4 w1 p3", 4), ("t4 w2", 2), ("t1 w4 p1", 0), ("t4 t4 t4", 2), ("m4 m1 m2", 7),
        ("t4 m4", 2), ("t4 m2 w1", 7), ("t4 m1 m1", 4),
    ],
)  # fmt: skip
def test_blood_dome_pays_matches_in_colour_and_value(board: str, stars: int) -> None:
    table = Table(boards=[board, "t1"], card="t4 w1 p2", dome="w6", dice=Seeded(1))
    table.play("A agent dome 1", "A fight")
    assert table.seat("A")["parts"]["blood"] == stars
    assert table.happened("match")[0]["points"] == stars
    assert table.board("A") == f"{board} w6", "own dice stay"


def test_r17_a_die_matches_once() -> None:
    table = Table(boards=["t4", "t1"], card="t4 t4 t4", dome="w6", dice=Seeded(1)).play("A agent dome 1", "A fight")
    assert table.seat("A")["parts"]["blood"] == 2
    table = Table(boards=["m4 t4", "t1"], card="t4 t4 p4", dome="w6", dice=Seeded(1)).play("A agent dome 1", "A fight")
    assert table.seat("A")["parts"]["blood"] == 4


def test_blood_dome_counts_the_die_just_collected() -> None:
    table = Table(boards=["", "t1"], card="t4 w1 p2", dome="t4", dice=Seeded(1)).play("A agent dome 1", "A fight")
    assert table.seat("A")["parts"]["blood"] == 2


def test_m16_after_a_break_out_nothing_was_collected() -> None:
    table = Table(boards=["", "t1"], card="t4 w1 p2", dome="t4", dice=Seeded(1))
    table.play("A break out", "A at dome 1", "A fight")
    assert table.seat("A")["parts"]["blood"] == 0


def test_m08_each_die_of_the_card_may_be_rerolled_once_by_the_visitor() -> None:
    table = Table(boards=["t4 t5", "t1"], card="t1 w1 p2", dome="w6", dice="4" + "1" * 20)
    table.play("A agent dome 1")
    assert {"reroll card 1", "reroll card 2", "reroll card 3", "fight"} <= table.offers("A")
    table.play("A reroll card 1")
    assert table.view()["dome"]["card"] == ["t4", "w1", "p2"], "its result is seen before the next"
    assert table.phase == "dome"
    assert table.offers("A") == {"reroll card 2", "reroll card 3", "fight"}, "nothing else in between"
    table.play("A fight")
    assert table.seat("A")["parts"]["blood"] == 2


def test_m08_nothing_else_ever_touches_the_card() -> None:
    table = Table("tuulu-priests -", card="t1 w1 p2").play("A intervention")
    assert not any("card" in option for option in table.offers("A"))


def test_blood_dome_has_a_new_card_after_each_fight() -> None:
    cards = []
    for seed in range(40):
        table = Table(boards=["t1", "t1"], card="t4 t4 t4", dome="w6", dice=Seeded(seed))
        table.play("A agent dome 1", "A fight")
        card, bag = table.view()["dome"]["card"], table.view()["dome"]["bag"]
        colours = [die[0] for die in card]
        assert bag == {name: 3 - colours.count(name[0]) for name in ("teal", "purple", "white")}
        cards.append(tuple(card))
    assert len(set(cards)) > 20
    assert {die for card in cards for die in card} == {f"{c}{v}" for c in "tpw" for v in range(1, 7)}


# Ravin Sanctuary.


def test_r48_the_marker_goes_to_anybody() -> None:
    table = Table("- - -", marker="B").play("A agent ravin 1")
    assert table.offers("A", "flag") == {"flag p1", "flag p2", "flag p3"}, "oneself and the present holder too"
    table.play("A flag p2")
    assert table.view()["marker"] == 1
    assert table.up == "B"


def test_ravin_gives_a_token_to_an_own_die_that_has_none() -> None:
    table = Table(ravin="t4", boards=["p1 m2", "w1"], tokens=[[1], []]).play("A agent ravin 1")
    assert table.offers("A", "protect") == {"protect 2", "protect 3"}
    left = table.view()["tokens"]
    table.play("A protect 3")
    assert table.protected("A") == [1, 3]
    assert table.view()["tokens"] == left - 1 == 5


def test_ravin_without_a_token_in_the_supply_only_moves_the_marker() -> None:
    table = Table(ravin="t4", boards=["t1 t2 t3 t4 t5 t6", "w1 w2 w3"], tokens=[[1, 2, 3, 4, 5], [1, 2]])
    table.play("A agent ravin 1")
    assert table.view()["tokens"] == 0
    assert table.offers("A", "protect") == set()


def test_m20_without_an_own_bare_die_the_marker_is_compulsory() -> None:
    table = Table(ravin="t4", boards=["p1", "w1"], tokens=[[1], []]).play("A break out", "A at ravin 1")
    assert table.offers("A", "protect") == set()
    assert table.offers("A") >= {"flag p1", "flag p2"}
    assert "no action" not in table.offers("A")


# Nuclear Springs and Magmacorium.


def test_m02_only_a_magmacorium_die_is_taken_at_the_springs() -> None:
    table = Table(springs="m5 t2 - A m1")
    assert {place for place in table.places("agent") if place.startswith("springs")} == {"springs 1", "springs 5"}
    table.play("A break out")
    assert {place for place in table.places("at") if place.startswith("springs")} == {"springs 1", "springs 5"}


def test_m02_a_location_scores_whatever_dice_are_left() -> None:
    table = Table(springs="m5 t2 A", dome="m3 t1 A")
    assert (table.area("springs")["dice"], table.area("dome")["dice"]) == (7, 4)
    assert table.seat("A")["parts"]["domination"] == 11


def test_m02_a_standard_die_at_the_springs_leaves_by_slip_away_alone() -> None:
    table = Table("conspiracy -", springs="t2 m5", agency="A t1 t3").play("A slip away", "A leave agency 1")
    assert "to springs 1" in table.offers("A")
    table.play("A to springs 1")
    assert (table.at("agency 1"), table.at("springs 1")) == ("t2", "agent:0")


def test_magmacorium_on_a_board_is_never_touched() -> None:
    scene = {**NOTHING, "boards": ["m1 m2", "m3"], "congress": "t3"}
    for area in ("gugu", "bank", "nethal", "market"):
        table = Table(**{**scene, area: "t1 t2"}).play("A break out", f"A at {area} 1")
        assert not {offer for offer in table.offers("A") if " p1 " in offer or " p2 " in offer}
    assert Table("navigators -", **scene).offers("A", "home turf") == set()
    assert Table("fukura -", **scene).play("A break out", "A at congress 1").offers("A", "robin") == set()


def test_spaces_that_were_never_filled_stay_empty() -> None:
    table = Table(springs="m5").play("A agent springs 1")
    assert table.area("springs")["spaces"] == ["agent:0"] + [None] * 5
