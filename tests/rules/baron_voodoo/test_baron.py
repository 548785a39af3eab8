"""Test the Baron's turn step by step: section 11.2 and amendments A8 to A10."""

from __future__ import annotations

from typing import Any

import pytest

from . import reference as ref
from .table import Table

LINE = "TX RO PX YG"
YOURS = {"f2": "YF", "f3": "WS"}  # a capture for you, so that the game continues after his turn


def baron(zone: str = "", *, line: str = LINE, his: str = "T", level: int = 1, **position: Any) -> Table:
    """Return a table at the Baron's turn, which he plays at once. You hold Mamy Wata; he has no offerings unless `his`
    gives some.
    """
    position = {"zones": f"{position.pop('yours', '')}|{zone}", "offerings": (3, 0), **position}
    options = {"solo_level": level, **position.pop("options", {})}
    return Table("Y", baron_loa=his, line=line, baron_turn=True, options=options, **position)


def takes(die: str, zone: str = "", **position: Any) -> Table:
    """Return a table where the red die can jump over this one, and nothing else can be taken but your white one at
    c6.
    """
    jumper = "WO" if die[0] != "W" else "RF"
    return baron(zone, b3=jumper, c3=die, b6="YF", c6="WX", d6="YF", **position)


def captured(*, guarded: str = "", line: str = LINE, yours: dict[str, str] = YOURS, **board: str) -> str:
    """Return his jump on this board."""
    view = baron(line=line, guarded=guarded, **yours, **board).view
    before = {space: tuple(stack.split()) for space, stack in {**yours, **board}.items()}
    after = {space: tuple(stack) for space, stack in view["board"].items()}
    (jump,) = [way for way in ref.captures(before, ref.COLOURS, "", ref.INNER) if ref.jump(before, *way)[0] == after]
    return f"{jump[0]}x{jump[1]}"


# Step 1: candidates.


@pytest.mark.parametrize("colour", "YTRPW")
def test_he_jumps_with_dice_of_any_colour(colour: str) -> None:
    assert captured(c4=f"{colour}F", d4="PX") == "c4xd4"


def test_he_takes_accessible_dice_and_stays_inside() -> None:
    yours = {"d6": "YF", "c6": "WS"}
    assert captured(yours=yours, b4="WO", c4="RX", f4="TX", e4="WV") == "b4xc4", "behind f4 the field has ended"
    assert captured(b4="WO", c4="TX WV", b2="WO", c2="RV") == "b2xc2", "the wish at c4 is covered"


def test_your_protection_holds_against_him() -> None:
    board = {"b4": "WO", "c4": "YG", "b6": "WO", "c6": "WV"}
    assert captured(**board, line="YG TX RO PX") == "b4xc4"
    assert captured(**board, line="YG TX RO PX", guarded="0") == "b6xc6"


# Step 2: his choice.


def test_an_exact_wish_comes_before_every_colour() -> None:
    assert captured(b6="WO", c6="TO", b2="WO", c2="YG") == "b2xc2"


def test_the_leftmost_wish_comes_first() -> None:
    assert captured(b6="WO", c6="YG", b2="WO", c2="PX") == "b2xc2"
    assert captured(b6="WO", c6="YG", b2="WO", c2="TX") == "b2xc2"
    assert captured(b6="WO", c6="RV", b2="WO", c2="TV") == "b2xc2", "by colour likewise"
    assert captured(b6="WO", c6="YO", b2="WO", c2="PV") == "b2xc2"


def test_white_comes_last() -> None:
    assert captured(b6="WV", c6="WO", b2="WO", c2="YO") == "b2xc2"
    assert captured(b6="WV", c6="WO") == "b6xc6", "but it comes"


def test_a8_first_the_taller_stack() -> None:
    assert captured(b6="WO", c6="PO", b2="WO", c2="RO PO") == "b2xc2"
    assert captured(b6="WO", c6="RO PO", b2="WO", c2="WV RO PO") == "b2xc2"


def test_a8_then_the_smaller_distance_of_the_captured_die() -> None:
    assert captured(b6="WO", c6="PO", c3="WO", d3="PO") == "c3xd3"
    assert captured(b6="WO", c6="PO", b4="WO", c4="PO") == "b4xc4"


def test_a8_then_the_row_nearer_the_top_and_the_file_further_left() -> None:
    """The four purple dice lie equally far from the centre."""
    up, down = {"c6": "WO", "d6": "PO"}, {"c2": "WO", "d2": "PO"}
    left, right = {"b5": "WO", "b4": "PO"}, {"f5": "WO", "f4": "PO"}
    yours = {"d4": "YF", "d3": "WS"}
    assert captured(**up, **down, **left, **right, yours=yours) == "c6xd6"
    assert captured(**down, **left, **right, yours=yours) == "b5xb4"
    assert captured(**down, **right, yours=yours) == "f5xf4"
    assert captured(**down, yours=yours) == "c2xd2"


def test_at_last_the_direction_of_the_jump() -> None:
    """One die in the middle can be jumped from four sides: up, right, down, left."""
    board = {"d4": "PX", "d3": "WO", "c4": "WV", "d5": "WF", "e4": "WG"}
    for jumper in ("d3", "c4", "d5", "e4"):
        assert captured(**board) == f"{jumper}xd4"
        del board[jumper]


# Step 3 and 4: an offering for his colour, and a better face.


def test_he_takes_an_offering_for_the_colour_under_his_token() -> None:
    assert takes("TV", his="T").offerings == (3, 1)
    assert takes("TV", his="R").offerings == (3, 0)
    assert takes("TV", his="T", offerings=(20, 0)).offerings == (20, 0), "the reserve is empty"


def test_that_offering_may_pay_for_another_face() -> None:
    table = takes("TX", his="T")
    assert (table.zones[1], table.vp, table.offerings) == ("TV", (0, 1), (3, 0))


def test_a9_he_pays_where_a_face_raises_what_he_can_bank() -> None:
    """Four faces would make three red dice a combo, all equally good: he takes the first in the order of icons."""
    table = takes("RO", "RO RV", offerings=(3, 1))
    assert table.spirits[1] == "RO RV RF"
    assert (table.vp, table.offerings) == ((0, 3), (3, 0))
    table = takes("RO", "RF RG", offerings=(3, 1))
    assert (table.spirits[1], table.vp, table.offerings) == ("RV RF RG", (0, 4), (3, 0)), "a point more by Victory"


def test_a9_without_an_offering_he_cannot() -> None:
    table = takes("RV", "RO RV")
    assert table.zones[1] == "RO RV RV"
    assert table.vp == (0, 1)


def test_a9_victory_counts_as_a_point() -> None:
    table = takes("RG", offerings=(3, 1))
    assert (table.zones[1], table.vp, table.offerings) == ("RV", (0, 1), (3, 0))
    table = takes("RV", offerings=(3, 1))
    assert (table.zones[1], table.vp, table.offerings) == ("RV", (0, 1), (3, 1)), "a point already, and none more"


def test_a9_victory_in_a_combo_counts_twice() -> None:
    table = takes("RS", "RO RG", offerings=(3, 1))
    assert (table.spirits[1], table.vp) == ("RO RV RG", (0, 4))


def test_a9_the_victory_that_shows_counts_as_well() -> None:
    """Four yellow dice and a point are as good as two combos of three without it: he keeps his offering."""
    table = takes("YV", "YO YF YG TX RX", line="TX RO PX YV", offerings=(3, 1))
    assert (table.vp, table.offerings, table.zones[1]) == ((0, 6), (3, 1), "TX RX")


def test_a9_what_effects_may_bring_is_not_looked_ahead() -> None:
    """Turned to Face, his die could make up the third of a set; but three red dice are no more than two and Victory."""
    table = takes("RG", "RO RO", offerings=(3, 1))
    assert (table.zones[1], table.vp) == ("RO RO RV", (0, 1))


# Step 5: effects, always applied.


def test_effect_offering_victory_and_guard() -> None:
    assert takes("RO").offerings == (3, 1)
    assert takes("RV").vp == (0, 1)
    assert takes("RG").guarded == "-"


def test_his_protection_ends_with_his_next_turn() -> None:
    table = takes("RG", e2="WO", d2="RX")
    assert table.guarded == "-"
    table.play("A b6xc6")
    assert table.guarded == "-"
    assert table.play("A end").guarded == ""


def test_effect_face_raises_what_he_banks() -> None:
    table = takes("RF", "RO RO")
    assert (table.spirits[1], table.vp) == ("RO RV RF", (0, 3)), "the first die captured, the first icon that helps"


def test_effect_face_takes_the_best_change() -> None:
    """He takes a third die for three points, or a fifth for eight."""
    table = takes("RF", "YO TO RO PV WO")
    assert table.vp == (0, 8)
    assert table.spirits[1] == "YO TO RO PO WO"


def test_effect_face_leaves_alone_what_no_change_improves() -> None:
    table = takes("RF", "YF TF")
    assert (table.spirits[1], table.vp) == ("YF TF RF", (0, 3))
    table = takes("RF", "RV RX")
    assert (table.spirits[1], table.vp) == ("RV RF RX", (0, 3))


def test_a10_two_dice_are_no_larger_a_set_by_a_change_that_makes_another_pair() -> None:
    table = takes("RF", "YV TV")
    assert table.vp == (0, 3), "the new die makes up the third Victory"
    assert table.spirits[1] == "YV TV RV"


def test_a10_a_single_die_is_no_set() -> None:
    """No pair, and no change brings a combo: nothing is turned."""
    table = takes("RF", "YV")
    assert table.zones[1] == "YV RF"


def test_effect_steal_takes_white_first() -> None:
    table = takes("RS", spirits="YG RO WX TO WV|")
    assert (table.zones[1], table.spirits[0]) == ("RS WV", "YG TO RO WX")


def test_effect_steal_then_goes_by_the_line_and_the_icons() -> None:
    assert takes("RS", spirits="YG RO PX PO|").zones[1] == "RO RS"
    assert takes("RS", spirits="YG PX PO|").zones[1] == "RS PO"
    assert takes("RS", spirits="YG YO|").zones[1] == "YO RS"


def test_effect_steal_stops_at_your_protection() -> None:
    assert takes("RS", spirits="WX|", guarded="0").spirits[0] == "WX"


def test_effect_exchange_only_for_more_points() -> None:
    table = takes("RX", "RO YF", yours="RV TG")
    assert (table.vp, table.spirits[1], table.zones) == ((0, 3), "RO RV RX", ("YF TG", ""))
    table = takes("RX", "RO YF", yours="TG PS")
    assert (table.zones, table.vp) == (("TG PS", "YF RO RX"), (0, 0))


def test_effect_exchange_ties_first_captured_then_the_icon() -> None:
    table = takes("RX", "YF RO PF", yours="RS RV")
    assert table.spirits[1] == "RO RV RX"
    assert table.zones == ("YF RS", "PF")


def test_effect_exchange_stops_at_your_protection_by_the_switch() -> None:
    position: dict[str, Any] = {"zone": "RO YF", "yours": "RV", "guarded": "0"}
    assert takes("RX", **position).vp == (0, 0)
    assert takes("RX", **position, options={"guard_exchange": False}).vp == (0, 3)


# Step 6: what he banks.


def test_he_banks_all_disjoint_combos_and_no_loose_dice() -> None:
    table = takes("RO", "RV RF YG TG PG WX YO")
    assert table.vp == (0, 5 + 3), "red with the white die, and the three Guards"
    assert table.zones[1] == "YO"


def test_with_equal_points_he_spends_fewer_dice() -> None:
    """Five red dice for eight points, or four of them for five and three Steals for three."""
    table = takes("RO", "RV RF RG RS YS TS")
    assert (table.vp, table.spirits[1], table.zones[1]) == ((0, 8), "RO RV RF RG RS", "YS TS")


def test_with_equal_points_he_banks_what_he_captured_first() -> None:
    """The new die makes up three red dice or three Offerings."""
    assert takes("RO", "YO RV TO RF").spirits[1] == "YO TO RO"
    assert takes("RO", "RV YO RF TO").spirits[1] == "RO RV RF"


# Steps 7 and 8, and the levels.


def test_he_uses_no_power_and_buys_no_turn_on_the_first_levels() -> None:
    for level in (1, 2):
        table = takes("RG", level=level, offerings=(3, 9), e2="WO", d2="RX")
        assert table.happened("power") == []
        assert not any(event["extra"] for event in table.happened("turn"))
        assert table.offerings[1] == 8, "one for Victory, none for a turn"


@pytest.mark.parametrize("level", [3, 4])
def test_from_level_three_on_he_buys_an_extra_turn(level: int) -> None:
    """Two captures for him: the red die, and then with two offerings the purple one too."""
    board = {"e2": "WO", "d2": "PG"}
    assert takes("RV", level=level, offerings=(3, 1), **board).zones[1] == "RV"
    table = takes("RV", level=level, offerings=(3, 2), **board)
    assert (table.zones[1], table.offerings, table.guarded) == ("RV PG", (3, 0), "-")


def test_he_buys_one_extra_turn_only() -> None:
    board = {"e2": "WO", "d2": "PV", "e4": "WO", "d4": "PV"}
    table = takes("RV", level=3, offerings=(3, 9), **board)
    assert len(table.zones[1].split()) + len(table.spirits[1].split()) == 2
    assert table.offerings == (3, 7)


def test_without_a_candidate_he_is_blocked() -> None:
    table = baron(b2="WO", d6="RO", f4="PO")
    assert table.trigger == ("-", "blocked")
    assert table.over
