"""Test the four powers and what they cost: sections 4 and 6b, rulings S7, S13, S14, S16, S19 and amendment A7."""

from __future__ import annotations

import pytest

from .table import FREE, Table

# The worked example: a file with a yellow die, purple on red, and a white die.
FILE = {"e6": "YO", "e4": "RO PX", "e2": "WV"}


def after_capture(loas: str, **position: str) -> Table:
    """Return a table where A has captured on the edge and may still use a power: no capture has to follow it."""
    jump = {"Y": "a1xa2", "T": "a2xa3", "R": "a3xa4", "P": "a4xa3"}[loas[0]]
    return Table(loas, FREE, **position).play(f"A {jump}")


def choices(table: Table) -> dict[str, dict[str, list[str]]]:
    return {option.id: option.facts["changes"] for option in table.match.options(0) if "changes" in option.facts}


def test_example_power_of_mamy_wata() -> None:
    table = after_capture("YT", **FILE).play("A power wata")
    assert {"file e down", "file e up"} <= table.offers("A")
    assert choices(table)["file e down"] == {
        "e6": [], "e4": [], "e3": ["YO"], "e2": ["RO", "PX"], "e1": ["WV"]
    }  # fmt: skip
    table.play("A file e down")
    assert [table.at(f"e{rank}") for rank in range(7, 0, -1)] == ["", "", "", "", "YO", "RO PX", "WV"]


def test_example_power_of_gran_bwa() -> None:
    table = after_capture("TY", **FILE).play("A power bwa", "A spread e4")
    assert {"top e6", "top e2"} <= table.offers("A")
    assert table.offers("A") == {f"top {space}" for space in table.view["board"] if space != "e4"}
    table.play("A top e2")
    assert (table.at("e4"), table.at("e2")) == ("RO", "WV PX")


def test_example_power_of_papa_legba() -> None:
    table = after_capture("RY", **FILE).play("A power legba", "A move e4")
    assert table.offers("A") == {f"to {file}4" for file in "abcdfg"} | {"to e7", "to e5", "to e3", "to e1"}
    table.play("A to e7")
    assert (table.at("e4"), table.at("e7")) == ("RO", "PX")


def test_example_power_of_erzulie_freda() -> None:
    table = after_capture("PY", **FILE).play("A power erzulie")
    assert {"swap e6", "swap e2"} <= table.offers("A")
    assert "swap e4" not in table.offers("A")
    table.play("A swap e6")
    assert "with e2" in table.offers("A")
    assert "with e4" not in table.offers("A")
    table.play("A with e2")
    assert (table.at("e6"), table.at("e2"), table.at("e4")) == ("WV", "YO", "RO PX")


@pytest.mark.parametrize(
    ("loa", "free"), [("Y", "power wata"), ("T", "power bwa"), ("R", "power legba"), ("P", "power erzulie")]
)
def test_the_own_power_is_free_and_another_costs_an_offering(loa: str, free: str) -> None:
    others = {"power wata", "power bwa", "power legba", "power erzulie"} - {free}
    partner = "Y" if loa != "Y" else "T"
    table = Table(loa + partner, FREE, **FILE, offerings=(1, 3))
    assert table.offers("A", "power") == others | {free}
    prices = {option.id: option.facts["price"] for option in table.match.options(0) if option.facts["kind"] == "power"}
    assert prices == {free: 0} | dict.fromkeys(others, 1)
    reserve = table.view["reserve"]
    assert table.play(f"A {free}").offerings == (1, 3)
    for other in others:
        paid = Table(loa + partner, FREE, **FILE, offerings=(1, 3)).play(f"A {other}")
        assert (paid.offerings, paid.view["reserve"]) == ((0, 3), reserve + 1)
    assert Table(loa + partner, FREE, **FILE, offerings=(0, 3)).offers("A", "power") == {free}


def test_one_power_a_turn_before_or_after_the_capture() -> None:
    table = Table("YT", FREE, **FILE).play("A power wata", "A file e down")
    assert table.phase == "capture"
    assert table.offers("A") == table.jumps(), "nothing but captures after the power"
    table.play("A a1xa2")
    assert table.offers("A", "power") == set()
    table = after_capture("YT", **FILE)
    assert table.offers("A", "power") != set()
    table.play("A power wata", "A file e up")
    assert table.offers("A") <= {"end"}


def test_a_power_at_a_is_given_up_by_the_capture() -> None:
    table = Table("YT", FREE, **FILE)
    assert {"power wata", "a1xa2"} <= table.offers("A")
    table.play("A a1xa2")
    states = {step["id"]: step["state"] for step in table.view["steps"]}
    assert states["A"] == "passed"
    assert states["B"] == "done"
    assert table.jumps() == set()


def test_the_holder_of_the_token_uses_any_power_free_but_one_a_turn() -> None:
    table = Table("YT", FREE, **FILE, spirits="WV|", samedi=0, offerings=(0, 3))
    assert len(table.offers("A", "power")) == 4
    table.play("A power erzulie", "A swap e6", "A with e2", "A a1xa2")
    assert table.offerings == (0, 3)
    assert table.offers("A", "power") == set()


def test_s7_before_the_capture_a_power_must_leave_one() -> None:
    """The yellow die at c3 has the only capture: options that would prevent it are not offered, the rest are."""
    table = Table("YR", c3="YO", d3="PX", g7="TO").play("A power legba")
    assert table.offers("A") == {"move c3", "move d3", "move g7"}
    table.play("A move c3")
    assert table.offers("A") == {"to e3"}, "from there it jumps back"
    table.back().play("A move d3")
    assert table.offers("A") == {"to b3"}
    table.back().play("A move g7")
    assert len(table.offers("A")) == 12
    table.play("A to g3")
    assert table.offers("A") == {"c3xd3"}


def test_s7_a_power_that_can_only_spoil_the_capture_is_not_offered() -> None:
    """Every push and every swap would prevent the only capture, and there are no stacks."""
    corner = {"a1": "YO", "a2": "TX"}
    assert Table("YT", **corner, offerings=(0, 3)).offers("A") == {"a1xa2"}
    assert Table("YT", **corner, offerings=(1, 3)).offers("A") == {"a1xa2", "power legba"}


def test_after_the_capture_a_power_needs_no_further_capture() -> None:
    table = Table("YT", c3="YO", d3="PX", g7="RO").play("A c3xd3", "A power wata")
    assert "row 3 left" in table.offers("A")
    table.play("A row 3 left")
    assert table.at("a3") == "YO"


def test_s13_lines_are_rows_and_files() -> None:
    table = after_capture("YT", **FILE, c3="TO").play("A power wata")
    words = {option.split()[0] for option in table.offers("A")}
    assert words == {"row", "file"}
    assert {"row 3 left", "row 3 right", "file c up", "file c down"} <= table.offers("A")
    table = after_capture("RT", c3="TO").play("A power legba", "A move c3")
    assert {"to g3", "to c7"} <= table.offers("A")


def test_mamy_wata_keeps_stacks_and_their_order() -> None:
    table = after_capture("YT", b5="TO", d5="RO PV YF", e5="WO", g5="PS PX").play("A power wata")
    before = {space: table.at(space) for space in table.view["board"]}
    table.play("A row 5 left")
    assert [table.at(f"{file}5") for file in "abcdefg"] == ["TO", "RO PV YF", "WO", "PS PX", "", "", ""]
    table.back().play("A row 5 right")
    assert [table.at(f"{file}5") for file in "abcdefg"] == ["", "", "", "TO", "RO PV YF", "WO", "PS PX"]
    assert {s: table.at(s) for s in before if s[1] != "5"} == {s: t for s, t in before.items() if s[1] != "5"}


def test_a_line_already_at_the_edge_is_not_pushed_there() -> None:
    table = after_capture("YT", e1="TO", e2="RO PV").play("A power wata")
    assert "file e up" in table.offers("A")
    assert "file e down" not in table.offers("A")
    assert not any("file f" in option or "row 6" in option for option in table.offers("A")), "empty lines"


def test_s14_papa_legba_moves_any_accessible_die() -> None:
    table = after_capture("RY", **FILE).play("A power legba")
    assert {"move e6", "move e4", "move e2"} <= table.offers("A")
    table.play("A move e4", "A to e1")
    assert (table.at("e4"), table.at("e1")) == ("RO", "PX")


def test_papa_legba_passes_over_dice_but_not_onto_them() -> None:
    table = after_capture("RY", c3="YO", d3="TO", e3="PO WO RO", c5="PV").play("A power legba", "A move c3")
    assert {"to f3", "to g3", "to c6", "to b3"} <= table.offers("A")
    assert not {"to d3", "to e3", "to c5", "to c3"} & table.offers("A")
    assert not any(option[3] != "c" and option[4] != "3" for option in table.offers("A")), "not round a corner"


def test_s16_gran_bwa_spreads_on_other_dice_only() -> None:
    table = after_capture("TY", c3="YO PV", e5="RO", f6="WO TO PX", g1="WS WX").play("A power bwa")
    assert table.offers("A", "spread") == {"spread c3", "spread f6", "spread g1"} | {
        f"spread {space}" for space, stack in table.view["board"].items() if len(stack) > 1 and space[0] == "a"
    }
    table.play("A spread c3")
    free = {space for space, stack in table.view["board"].items() if len(stack) < 3}
    assert table.offers("A") == {f"top {space}" for space in free - {"c3"}}, "no empty, no full, not its own space"
    table.play("A top g1")
    assert (table.at("c3"), table.at("g1")) == ("YO", "WS WX PV")


def test_gran_bwa_needs_room_for_all_dice() -> None:
    full = {"a1": "TO", "b1": "PX", "c1": "RO WO", "c3": "YO PV TF", "d3": "RO PO"}
    assert "power bwa" not in Table("TP", **full).play("A a1xb1").offers("A"), "one place for two dice"
    roomy = Table("TP", **full, e7="WF").play("A a1xb1", "A power bwa")
    assert roomy.offers("A") == {"spread c1", "spread c3", "spread d3"}
    roomy.play("A spread c3", "A top d3")
    assert roomy.offers("A") == {"next e7"}
    roomy.back().play("A top e7")
    assert roomy.offers("A") == {"next d3", "next e7", "next under e7"}


def test_a7_two_dice_on_one_stack_in_either_order() -> None:
    table = after_capture("TY", c3="YO PV RF", g7="WS", f1="WX WV").play("A power bwa", "A spread c3", "A top g7")
    assert {"next g7", "next under g7", "next f1"} <= table.offers("A")
    assert table.play("A next g7").at("g7") == "WS RF PV"
    table.back()
    assert table.play("A next under g7").at("g7") == "WS PV RF"
    table.back()
    table.play("A next f1")
    assert (table.at("c3"), table.at("g7"), table.at("f1")) == ("YO", "WS RF", "WX WV PV")


def test_a7_equal_dice_have_no_order() -> None:
    table = after_capture("TY", c3="YO PV PV", g7="WS", f1="WX").play("A power bwa", "A spread c3")
    boards = []
    for first in sorted(table.offers("A")):
        table.play(f"A {first}")
        for option in sorted(table.offers("A")):
            boards.append(str(sorted(table.play(f"A {option}").view["board"].items())))
            table.back()
        table.back()
    assert len(boards) == len(set(boards)), "two lists that give the same board are one option"


def test_erzulie_swaps_single_dice_that_differ() -> None:
    table = after_capture("PY", c3="YO", e5="YO", g7="YV", d1="TO TV").play("A power erzulie", "A swap c3")
    assert "with g7" in table.offers("A")
    assert not {"with e5", "with d1", "with c3"} & table.offers("A")
    table.play("A with g7")
    assert (table.at("c3"), table.at("g7")) == ("YV", "YO")


def test_either_of_the_two_may_be_named_first() -> None:
    table = after_capture("PY", c3="YO", g7="YV").play("A power erzulie", "A swap g7", "A with c3")
    assert (table.at("c3"), table.at("g7")) == ("YV", "YO")


def test_powers_move_protected_dice_too() -> None:
    table = Table("PYT", FREE, c3="YO", e3="TV", guarded="12").play("A power erzulie", "A swap c3", "A with e3")
    assert (table.at("c3"), table.at("e3")) == ("TV", "YO")
    table = Table("TYP", FREE, c3="WO YO", e3="PV", guarded="12").play("A power bwa", "A spread c3", "A top e3")
    assert table.at("e3") == "PV YO"


def test_a_power_with_nothing_to_change_is_not_offered() -> None:
    table = Table("TP", a1="TO", b1="PX", g7="TO").play("A a1xb1")
    assert table.offers("A", "power") == {"power wata", "power legba"}, "no stack, and two dice alike"
    table = Table("YP", a1="YO", a2="PX", a5="WV", b5="WV", g1="WV").play("A a1xa2", "A power erzulie", "A swap a5")
    assert table.offers("A") == {"with a3"}


def test_s19_powers_of_loas_nobody_plays_are_to_be_had() -> None:
    table = Table("YT", FREE, **FILE)
    assert {"power legba", "power erzulie"} <= table.offers("A")
    table.play("A power legba", "A move e2", "A to g2")
    assert table.offerings == (2, 3)
    assert table.at("g2") == "WV"


def test_s25_powers_reach_the_centre() -> None:
    table = after_capture("RY", d1="TO", g4="WO").play("A power legba", "A move d1", "A to d4")
    assert table.at("d4") == "TO"
    table = after_capture("YT", d1="TO", d2="RO", d3="PO", d5="WO").play("A power wata", "A file d up")
    assert [table.at(f"d{rank}") for rank in range(7, 2, -1)] == ["WO", "PO", "RO", "TO", ""]


def test_a_power_begun_can_be_taken_back() -> None:
    table = Table("YR", FREE, **FILE).play("A power legba", "A move e4")
    assert table.view["held"] == {"power": "legba", "space": "e4", "first": None}
    table.play("A to e7").back(3)
    assert (table.phase, table.offerings, table.at("e4")) == ("turn", (3, 3), "RO PX")
