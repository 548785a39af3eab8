"""Test captures: section 5, and rulings S4, S5, S23, S24 and S25."""

from __future__ import annotations

import pytest

from .table import FREE, Table

# The worked example: a row with a yellow die, a purple one, a stack with yellow on top, a gap, a complete stack.
ROW = {"a5": "YO", "b5": "PX", "c5": "TV YG", "e5": "RO WO PO"}


def test_example_capture_to_the_right_lands_on_an_incomplete_stack() -> None:
    table = Table("YT", **ROW)
    assert table.jumps() == {"a5xb5", "c5xb5"}
    table.play("A a5xb5")
    assert (table.at("a5"), table.at("b5"), table.at("c5")) == ("", "", "TV YG YO")
    assert table.zones == ("PX", "")


def test_example_capture_from_a_stack_leaves_what_lay_beneath() -> None:
    table = Table("YT", **ROW).play("A c5xb5")
    assert (table.at("a5"), table.at("b5"), table.at("c5")) == ("YO YG", "", "TV")
    assert table.zones == ("PX", "")


def test_example_capture_before_a_complete_stack_is_refused() -> None:
    table = Table("YT", **ROW, d5="RF")
    assert table.jumps() == {"a5xb5", "c5xb5"}
    table.refuses("A c5xd5")
    assert "c5xd5" in Table("YT", **{**ROW, "d5": "RF", "e5": "WO PO"}).jumps()


def test_example_rulebook_five_yellow_dice_of_which_one_may_jump() -> None:
    isolated, covered, at_the_edge, before_three = {"b2": "YV"}, {"d1": "YF TO"}, {"f6": "YS"}, {"e3": "YX"}
    others = {"g6": "RO", "e2": "PO", "e1": "RV TV WV"}
    free = {"c4": "YO", "c5": "PG", "d4": "TG", "e4": "YG"}
    table = Table("YT", **isolated, **covered, **at_the_edge, **before_three, **others, **free)
    assert {jump for jump in table.jumps() if jump[:2] in ("b2", "d1", "f6")} == set()
    assert "e3xe2" not in table.jumps()
    assert {jump for jump in table.jumps() if jump.startswith("c4")} == {"c4xc5", "c4xd4"}
    table.play("A c4xd4")
    assert (table.at("e4"), table.zones[0]) == ("YG YO", "TG")


@pytest.mark.parametrize("stack", ["PX", "TV PX", "RO TV PX"])
def test_a_jump_over_a_stack_of_any_height_takes_its_top_die(stack: str) -> None:
    table = Table("YT", c3="WO YO", d3=stack).play("A c3xd3")
    assert (table.at("c3"), table.at("d3"), table.at("e3")) == ("WO", stack[:-2].strip(), "YO")
    assert table.zones == ("PX", "")


@pytest.mark.parametrize(("landing", "allowed"), [("", True), ("RO", True), ("RO TO", True), ("RO TO PO", False)])
def test_only_a_complete_stack_is_no_place_to_land(landing: str, allowed: bool) -> None:
    table = Table("YT", c3="YO", d3="PX", **({"e3": landing} if landing else {}))
    assert ("c3xd3" in table.offers("A")) is allowed
    if allowed:
        assert table.play("A c3xd3").at("e3") == f"{landing} YO".strip()


def test_there_is_no_jump_over_an_empty_space_nor_off_the_board() -> None:
    table = Table("YT", c3="YO", e3="PX", b7="YV", b6="TO", a7="RO", g1="YF", g2="WO")
    assert table.jumps() == {"b7xb6", "g1xg2"}


def test_every_way_is_offered_with_what_it_does() -> None:
    table = Table("YT", d4="WO YO", c4="PX", e4="TV RV", d5="RO", d3="YX", b4="PO", d2="TO TF")
    facts = {option.id: option.facts for option in table.match.options(0) if option.facts["kind"] == "jump"}
    assert set(facts) == {"d4xc4", "d4xe4", "d4xd5", "d4xd3", "d3xd4", "d3xd2"}
    assert facts["d4xd3"] | {"from": "d4", "over": "d3", "to": "d2", "die": "YX", "step": "B"} == facts["d4xd3"]
    assert facts["d4xd3"]["changes"] == {"d4": ["WO"], "d3": [], "d2": ["TO", "TF", "YO"]}
    assert facts["d4xe4"]["changes"] == {"d4": ["WO"], "e4": ["TV"], "f4": ["YO"]}


@pytest.mark.parametrize("directions", ["4", "8"])
def test_s4_jumps_are_straight(directions: str) -> None:
    table = Table("YT", d4="YO", d5="PO", e5="PV", e3="PF", c3="PG", c5="PS", options={"directions": directions})
    slanting = {"d4xe5", "d4xe3", "d4xc3", "d4xc5"}
    assert table.jumps() == {"d4xd5"} | (slanting if directions == "8" else set())
    if directions == "8":
        table.play("A d4xc5")
        assert (table.at("b6"), table.zones[0]) == ("YO", "PS")


def test_s5_the_jumper_may_land_on_dice_of_other_colours() -> None:
    table = Table("YT", c3="YO", d3="PX", e3="RO TO").play("A c3xd3")
    assert table.at("e3") == "RO TO YO"


@pytest.mark.parametrize("samedi", [None, 0])
def test_s23_white_dice_never_jump(samedi: int | None) -> None:
    table = Table("YT", FREE, c3="WO", d3="PX", spirits="WV|", samedi=samedi)
    assert table.jumps() == {"a1xa2"}
    table.refuses("A c3xd3")


def test_s24_the_own_colour_may_be_captured_even_protected() -> None:
    table = Table("YT", c3="YO", d3="YX", guarded="0", extra=True).play("A c3xd3")
    assert table.guarded == "A"
    assert table.zones == ("YX", "")
    table.play("A offering")
    assert table.offerings == (4, 3)


def test_s24_protected_dice_may_jump() -> None:
    table = Table("YT", FREE, c3="YO", d3="PX", guarded="0", extra=True)
    assert "c3xd3" in table.jumps()


def test_s25_the_centre_is_an_ordinary_space() -> None:
    table = Table("YR", FREE, c4="PX", b4="YO", e2="RV").play("A b4xc4")
    assert table.at("d4") == "YO"
    table = Table("RY", FREE, d2="TO", g4="WO")
    table.play("A power legba", "A move d2")
    assert "to d4" in table.offers("A")


def test_protected_dice_cannot_be_captured_by_others() -> None:
    board = {"c3": "YO", "d3": "TX", "c4": "PG", "c2": "WG TG", "b3": "TG WS"}
    assert Table("YTP", **board).jumps() == {"c3xd3", "c3xc4", "c3xc2", "c3xb3"}
    assert Table("YTP", **board, guarded="1").jumps() == {"c3xc4", "c3xb3"}
    assert Table("YTP", **board, guarded="12").jumps() == {"c3xb3"}


def test_neutral_and_white_dice_are_never_protected() -> None:
    table = Table("YT", c3="YO", d3="RX", c4="WG", c2="TG", guarded="01")
    assert table.jumps() == {"c3xd3", "c3xc4"}


def test_protection_does_not_keep_a_die_from_being_buried() -> None:
    table = Table("YT", c3="YO", d3="RX", e3="TX", guarded="1").play("A c3xd3")
    assert table.at("e3") == "TX YO"


def test_dice_of_loas_nobody_plays_are_captured_but_never_jump() -> None:
    table = Table("YT", FREE, c3="PO", d3="RO", e3="RV")
    assert table.jumps() == {"a1xa2"}
    table = Table("YT", c3="YO", d3="RO", c4="PX")
    assert table.jumps() == {"c3xd3", "c3xc4"}


def test_there_is_one_jump_a_turn() -> None:
    table = Table("YT", FREE, c3="YO", d3="RX", f3="PO").play("A c3xd3")
    assert table.phase == "steps"
    assert table.jumps() == set()
    table.refuses("A e3xf3", "A a1xa2")


def test_a_captured_die_keeps_its_face_and_nothing_replaces_it() -> None:
    table = Table("YT", FREE, c3="YO", d3="RX").play("A c3xd3", "A end")
    assert table.zones == ("RX", "")
    assert sum(len(stack) for stack in table.view["board"].values()) == len(FREE) + 1
    told = {"seat": 0, "from": "c3", "over": "d3", "to": "e3", "die": "RX", "jumper": "YO"}
    assert table.view["last"] | told == table.view["last"]


def test_only_the_player_to_move_jumps_and_only_own_dice() -> None:
    table = Table("YT", FREE, c3="YO", d3="TX", e4="RO")
    table.refuses("A d3xc3", "A c3xc4", "A c3", "A c3xe3", "A d3xe3")
    assert table.offers("B") == set()
