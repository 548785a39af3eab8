"""Test the five steps after the capture and the six effects: sections 4 and 6, rulings S6, S9 to S12, S21, S22, A1,
A6.
"""

from __future__ import annotations

from typing import Any

import pytest

from .table import FREE, Table

MORE = {"g5": "TO", "g6": "WV"}  # a second capture for B


def captured(die: str, loas: str = "YT", **position: Any) -> Table:
    """Return a table where A jumps at c3 and has just captured this die."""
    return Table(loas, FREE, **MORE, c3=f"{loas[0]}F", d3=die, **position).play("A c3xd3")


def states(table: Table) -> dict[str, str]:
    return {step["id"]: step["state"] for step in table.view["steps"]}


# The order of the steps.


def test_all_steps_of_a_rich_turn_are_offered_at_once() -> None:
    table = captured("YV", zones="YO YF|")
    assert table.offers("A") == (
        {"offering", "use", "buy", "end"}
        | {f"turn {face}" for face in "ofgsx"}
        | {"combo yo yv yf", "spirit yo", "spirit yv", "spirit yf"}
        | {"power wata", "power legba", "power erzulie"}
    )


LADDER = [
    ("offering", "C1"),
    ("turn o", "C2"),
    ("use", "C3"),
    ("buy", "C4"),
    ("combo yo yv yf", "C5"),
    ("power wata", "D"),
]


@pytest.mark.parametrize("at", range(len(LADDER)))
def test_a_later_step_gives_up_the_earlier_ones(at: int) -> None:
    table = captured("YV", zones="YO YF YG|").play(f"A {LADDER[at][0]}")
    if LADDER[at][0] == "power wata":
        table.play("A row 3 left")
    steps = {option.facts["step"] for option in table.match.options(0) if option.facts["kind"] != "end"}
    order = ["C1", "C2", "C3", "C4", "C5", "D"]
    later = set(order[at + 1 :]) | ({"C5"} if LADDER[at][1] == "C5" else set())
    assert steps == later
    assert [states(table)[step] for step in order[:at]] == ["passed"] * at


def test_each_of_the_first_four_steps_is_done_once() -> None:
    table = captured("YV", offerings=(9, 3))
    table.play("A offering").refuses("A offering")
    table.play("A turn g").refuses("A turn o", "A offering")
    table.play("A use").refuses("A use", "A turn o")
    table.play("A buy").refuses("A buy", "A use")
    assert table.offerings == (9 + 1 - 1 - 2, 3)
    assert [states(table)[step] for step in ("C1", "C2", "C3", "C4")] == ["done"] * 4


def test_all_steps_are_optional() -> None:
    table = captured("YV").play("A end")
    assert (table.up, table.vp, table.offerings, table.zones) == ("B", (0, 0), (3, 3), ("YV", ""))


def test_what_is_not_used_this_turn_is_lost() -> None:
    table = captured("RV").play("A end", "B g5xg6", "B end", "A a1xa2")
    assert table.view["captured"] == "TG"
    table.play("A use")
    assert (table.vp, table.guarded) == ((0, 0), "A"), "it is the new die's effect"


@pytest.mark.parametrize(("die", "offered"), [("YX", True), ("TX", False), ("RX", False), ("WX", False)])
def test_the_own_colour_brings_an_offering_and_white_is_nobodys(die: str, offered: bool) -> None:
    table = captured(die)
    assert ("offering" in table.offers("A")) is offered
    if offered:
        assert table.play("A offering").offerings == (4, 3)
        assert table.view["reserve"] == 13


def test_turning_the_captured_die_costs_an_offering() -> None:
    table = captured("RV").play("A turn o")
    assert (table.offerings, table.zones[0], table.view["captured"]) == ((2, 3), "RO", "RO")
    assert table.play("A use").offerings == (3, 3), "the effect is that of the new face"
    assert not any(option.startswith("turn") for option in captured("RV", offerings=(0, 3)).offers("A"))


def test_an_offering_just_received_pays_for_the_next_step() -> None:
    table = captured("YV", offerings=(0, 3))
    assert not table.offers("A", "turn")
    table.play("A offering")
    assert len(table.offers("A", "turn")) == 5
    table.play("A turn f")
    assert table.offerings == (0, 3)
    table = captured("RO", offerings=(1, 3))
    assert "buy" not in table.offers("A")
    assert "buy" in table.play("A use").offers("A")


@pytest.mark.parametrize("face", "OVFGSX")
def test_s12_any_other_face_may_be_chosen(face: str) -> None:
    table = captured(f"R{face}")
    assert table.offers("A", "turn") == {f"turn {other.lower()}" for other in "OVFGSX" if other != face}
    table = captured("RF", zones=f"P{face}|").play("A use")
    assert table.offers("A", f"face p{face.lower()}") == {
        f"face p{face} {other}".lower() for other in "OVFGSX" if other != face
    }


def test_a6_the_new_face_is_a_different_one() -> None:
    captured("RV").refuses("A turn v")
    captured("RF", zones="PO|").play("A use").refuses("A face po o", "A face rf f")


# The extra turn.


def test_an_extra_turn_costs_two_offerings() -> None:
    assert "buy" not in captured("RV", offerings=(1, 3)).offers("A")
    table = captured("RV", offerings=(2, 3)).play("A buy")
    assert (table.offerings, table.view["reserve"], table.view["bought"]) == ((0, 3), 17, True)


def test_s6_the_extra_turn_comes_after_the_combos_and_the_power() -> None:
    table = captured("YV", zones="YO YF|", offerings=(3, 3)).play("A buy")
    assert (table.up, table.view["extra"]) == ("A", False)
    table.play("A combo yo yv yf", "A power wata", "A row 3 left")
    table.play("A end")
    assert (table.up, table.view["extra"], table.phase) == ("A", True, "turn")
    assert table.vp == (3, 0)


def test_s6_the_extra_turn_is_a_complete_turn_but_buys_no_other() -> None:
    table = Table("YT", FREE, c3="YF", d3="RV", e5="YX", f5="YO", g7="PX", offerings=(9, 3))
    table.play("A power wata", "A row 7 left", "A c3xd3", "A buy", "A end")
    assert {"power wata", "e5xf5"} <= table.offers("A"), "a power again"
    table.play("A power wata", "A row 7 right", "A e5xf5")
    assert {"offering", "use", "spirit rv", "end"} <= table.offers("A")
    table.refuses("A buy")
    assert states(table)["C4"] == "closed"
    table.play("A offering", "A end")
    assert (table.up, table.view["extra"]) == ("B", False)


def test_an_extra_turn_is_not_lost_by_whoever_comes_next() -> None:
    table = captured("RV").play("A buy", "A end", "A a1xa2", "A end")
    assert (table.up, table.view["extra"]) == ("B", False)
    assert table.happened("turn")[-1]["by"] == "B"


# The effects.


def test_effect_offering() -> None:
    table = captured("RO").play("A use")
    assert (table.offerings, table.view["reserve"]) == ((4, 3), 13)


def test_s21_an_empty_reserve_gives_nothing() -> None:
    table = captured("YO", offerings=(3, 17))
    assert not {"offering", "use"} & table.offers("A")
    table = captured("YO", offerings=(3, 16)).play("A offering")
    assert (table.offerings, table.view["reserve"]) == ((4, 16), 0)
    assert "use" not in table.offers("A")


def test_s21_what_is_paid_goes_back_to_the_reserve() -> None:
    table = captured("RV", offerings=(3, 17)).play("A turn o", "A use")
    assert (table.offerings, table.view["reserve"]) == ((3, 17), 0)


def test_effect_victory() -> None:
    table = captured("RV").play("A use")
    assert table.vp == (1, 0)


def test_effect_face_turns_any_die_of_the_own_zone() -> None:
    table = captured("RF", zones="PO WX|TV").play("A use")
    assert table.phase == "face"
    assert {option.split()[1] for option in table.offers("A")} == {"po", "wx", "rf"}
    table.play("A face po v")
    assert (table.zones, table.vp, table.phase) == (("RF PV WX", "TV"), (0, 0), "steps")
    assert table.back().play("A face rf g").zones[0] == "RG PO WX"
    assert table.guarded == "", "the new face's effect is not applied"
    assert table.view["captured"] == "RG"
    table.refuses("A use")


def test_effect_guard() -> None:
    table = captured("RG").play("A use")
    assert table.guarded == "A"
    table.play("A end")
    assert table.guarded == "A"
    table.play("B g5xg6", "B end")
    assert (table.up, table.guarded) == ("A", ""), "it ends with the next turn's beginning"


def test_effect_guard_keeps_opponents_off() -> None:
    board = {"b6": "TO", "c6": "YV"}
    assert "b6xc6" in captured("RG", **board).play("A end").offers("B")
    assert "b6xc6" not in captured("RG", **board).play("A use", "A end").offers("B")


def test_s10_a_bought_turn_does_not_end_the_protection() -> None:
    table = captured("RG").play("A use", "A buy", "A end")
    assert (table.view["extra"], table.guarded) == (True, "A")
    table.play("A a1xa2", "A end")
    assert (table.up, table.guarded) == ("B", "A")


def test_a1_by_the_switch_a_bought_turn_ends_the_protection() -> None:
    table = captured("RG", options={"guard_ends_extra": True}).play("A use", "A buy")
    assert table.guarded == "A"
    table.play("A end")
    assert (table.view["extra"], table.guarded) == (True, "")


def test_effect_steal() -> None:
    table = captured("RS", "YTP", spirits="|WX TV|PO", zones="|YX|").play("A use")
    assert table.phase == "steal"
    assert table.offers("A") == {"steal p2 wx", "steal p2 tv", "steal p3 po"}
    table.play("A steal p2 wx")
    assert table.spirits == ("", "TV", "PO")


def test_s11_a_stolen_die_goes_to_the_capture_zone() -> None:
    table = captured("RS", spirits="|WV", vp=(0, 3)).play("A use", "A steal p2 wv")
    assert (table.zones[0], table.spirits) == ("RS WV", ("", ""))
    assert table.vp == (0, 3), "its effect is not applied, and the points stay"


def test_effect_steal_with_no_target() -> None:
    assert "use" not in captured("RS", zones="|TV WO").offers("A"), "a Capture zone is no Spirit World"
    assert "use" not in captured("RS", spirits="TV|").offers("A"), "one's own is none either"
    assert "use" not in captured("RS", spirits="|TV", guarded="1").offers("A")


def test_s9_protection_blocks_steal_and_exchange() -> None:
    table = captured("RS", "YTP", spirits="|WX|PO", guarded="1").play("A use")
    assert table.offers("A") == {"steal p3 po"}
    table = captured("RX", "YTP", zones="|WX|PO", guarded="1").play("A use")
    assert dice_offered(table) == {frozenset({(0, "RX"), (2, "PO")})}


def test_s9_the_owner_may_exchange_in_spite_of_it() -> None:
    table = Table("YT", FREE, c3="YO", d3="RX", zones="PV|WO", guarded="0", extra=True).play("A c3xd3", "A use")
    assert frozenset({(0, "PV"), (1, "WO")}) in dice_offered(table)


def dice_offered(table: Table) -> set[frozenset[tuple[int, str]]]:
    """Return all pairs of an exchange, found by choosing the first die and listing its partners."""
    pairs = set()
    for first in sorted(table.offers("A")):
        table.play(f"A {first}")
        assert table.phase == "exchange-with"
        held = table.view["held_die"]
        for second in table.offers("A"):
            _, name, die = second.split()
            pairs.add(frozenset({(held["side"], held["die"]), (int(name[1]) - 1, die.upper())}))
        table.back()
    return pairs


def test_effect_exchange_between_any_two_players() -> None:
    table = captured("RX", "YTP", zones="YO|TV TG|PO").play("A use")
    assert table.phase == "exchange"
    sides = [(0, "YO"), (0, "RX"), (1, "TV"), (1, "TG"), (2, "PO")]
    assert dice_offered(table) == {frozenset({a, b}) for a in sides for b in sides if a[0] != b[0]}
    table.play("A exchange p2 tv", "A with p3 po")
    assert table.zones == ("YO RX", "TG PO", "TV")


def test_effect_exchange_needs_two_zones_and_two_dice() -> None:
    assert "use" not in captured("RX", zones="YO|").offers("A"), "the others have none"
    assert "use" not in captured("RX", spirits="|TV").offers("A"), "a Spirit World is no Capture zone"
    assert "use" not in captured("RX", zones="|TV", guarded="1").offers("A")
    assert "use" in captured("RX", zones="|TV").offers("A")


def test_exchanged_dice_have_no_effect_of_their_own() -> None:
    table = captured("RX", zones="|WV").play("A use", "A exchange p1 rx", "A with p2 wv")
    assert (table.zones, table.vp) == (("WV", "RX"), (0, 0))
    table.refuses("A use", "A turn o")


def test_equal_dice_are_not_exchanged() -> None:
    assert "use" not in captured("RX", zones="|RX").offers("A")
    table = captured("RX", zones="|RX RO").play("A use")
    assert dice_offered(table) == {frozenset({(0, "RX"), (1, "RO")})}


def test_s22_dice_won_this_turn_serve_in_combos_of_this_turn() -> None:
    table = captured("RS", zones="PS|", spirits="|WS").play("A use", "A steal p2 ws", "A combo rs ps ws")
    assert table.vp == (3, 0)
    table = captured("RX", zones="PO PS|WV").play("A use", "A exchange p1 rx", "A with p2 wv")
    assert table.zones == ("PO PS WV", "RX")
    assert table.play("A combo po ps wv").vp == (3, 0)


def test_effects_are_optional() -> None:
    for face in "OVFGSX":
        table = captured(f"R{face}", spirits="|TV", zones="|TO")
        assert {"use", "end"} <= table.offers("A")
        table.play("A end")
        assert (table.vp, table.offerings, table.guarded) == ((0, 0), (3, 3), "")


def test_a_choice_of_an_effect_can_be_taken_back() -> None:
    table = captured("RF", zones="PO|").play("A use")
    assert "end" not in table.offers("A")
    assert "use" in table.back().offers("A")


def test_the_whole_turn_can_be_taken_back() -> None:
    table = Table("YT", FREE, c3="YO", d3="RG", zones="RO RV|")
    before = table.view
    table.play("A power wata", "A row 3 left", "A a1xa2").back(3)
    assert table.view == before
    table.play("A c3xd3", "A turn f", "A use", "A face rf g", "A buy", "A combo ro rv rg", "A power wata").back(7)
    assert table.view == before


def test_what_is_asked_speaks_of_the_face_only_while_it_can_be_used() -> None:
    table = captured("YV", zones="YO|", offerings=(2, 3))
    seen = [table.match.prompt(0).detail]
    for act in ("A use", "A spirit yo", "A power wata"):
        seen.append(table.play(act).match.prompt(0).detail)
    seen.append(table.play("A row 3 left").match.prompt(0).detail)
    left = "Take the steps you have left, or end your turn."
    assert seen == [
        "Victory: score 1 point.",
        left,
        left,
        "Choose a row or a file, and one of its ends.",
        "You have no steps left.",
    ]


def test_an_exchange_tells_what_is_given_for_what() -> None:
    table = captured("WX", zones="YO|TV").play("A use", "A exchange p1 yo")
    prompt = table.match.prompt(0)
    assert (prompt.title, prompt.detail) == (
        "Exchange: choose the other die",
        "You swap it for the yellow Offering.",
    )
    assert table.match.prompt(1).detail == "Captured: white Exchange."
