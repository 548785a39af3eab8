"""Test the solo mode around the Baron's turn: section 11, amendment A11."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dicehouse

from .reference import INNER, LOAS
from .table import GAME, Table

NAMES = {colour: name for name, colour in LOAS.items()}
STACKS = {"b6": "TY", "f6": "RP", "b2": "YR", "f2": "PT"}  # bottom and top

# A capture for you.
LANES = {"b2": "YG", "c2": "WX"}


def begun(yours: str = "Y", his: str = "T", seed: int = 1, **options: Any) -> Table:
    table = Table.of(dicehouse.new(GAME, players=1, options=options, seed=seed))
    return table.play(f"A loa {NAMES[yours]}", f"A baron {NAMES[his]}")


def solo(yours: str = "Y", his: str = "T", **position: Any) -> Table:
    """Return a set-up position; the line wishes for the plain Offering of each colour."""
    position = {"line": "TO RO PO YO", **position}
    return Table(yours, baron_loa=his, **position)


def test_only_the_inner_board_is_used() -> None:
    table = begun()
    assert table.view["area"] == [1, 5]
    assert set(table.view["board"]) == INNER
    dice = [die for stack in table.view["board"].values() for die in stack]
    assert Counter(die[0] for die in dice) == {"Y": 6, "T": 6, "R": 6, "P": 6, "W": 5}


def test_four_dice_stand_on_others_and_a_white_one_in_the_centre() -> None:
    board = begun().view["board"]
    assert {space: "".join(die[0] for die in stack) for space, stack in board.items() if len(stack) > 1} == STACKS
    assert board["d4"][0][0] == "W"
    assert len(board["d4"]) == 1


@pytest.mark.parametrize("layout", ["knights", "mirror", "shuffled"])
def test_every_layout_has_the_dice_of_the_sheet(layout: str) -> None:
    for seed in range(4):
        table = begun(seed=seed, layout=layout)
        dice = [die for stack in table.view["board"].values() for die in stack]
        assert Counter(die[0] for die in dice) == {"Y": 6, "T": 6, "R": 6, "P": 6, "W": 5}
        assert Counter(len(stack) for stack in table.view["board"].values()) == {1: 21, 2: 4}


def test_you_and_the_baron_at_the_start() -> None:
    table = begun()
    assert table.offerings == (3, 3)
    assert table.view["reserve"] == 14
    assert table.vp == (0, 3)
    assert (table.guarded, table.view["samedi"], table.view["threshold"], table.up) == ("", 1, 18, "A")
    assert table.view["sides"][1]["name"] == "Baron"


def test_you_choose_both_boards() -> None:
    table = Table.of(dicehouse.new(GAME, players=1, seed=1)).play("A loa papa-legba")
    assert table.phase == "baron-loa"
    assert table.offers("A") == {"baron mamy-wata", "baron gran-bwa", "baron erzulie-freda"}
    table.play("A baron gran-bwa")
    assert (table.view["seats"][0]["loa"], table.view["baron"]["loa"]) == ("R", "T")


@pytest.mark.parametrize(("yours", "order"), [("Y", "TRPY"), ("T", "RPYT"), ("R", "PYTR"), ("P", "YTRP")])
def test_the_priority_line_goes_on_from_your_colour(yours: str, order: str) -> None:
    his = "T" if yours != "T" else "R"
    for level in (1, 2, 3, 4):
        line = begun(yours, his, solo_level=level).view["baron"]["line"]
        assert "".join(die[0] for die in line) == (order if level == 1 else order[::-1])


def test_the_line_is_thrown_once_and_stays() -> None:
    faces = {die[1] for seed in range(12) for die in begun(seed=seed).view["baron"]["line"]}
    assert faces == set("OVFGSX")
    table = begun()
    line = table.view["baron"]["line"]
    for _ in range(6):
        if not table.over:
            table.play(f"A {sorted(table.jumps('A'))[0]}", "A end")
    assert table.view["baron"]["line"] == line


@pytest.mark.parametrize(("level", "vp"), [(1, 3), (2, 3), (3, 3), (4, 6)])
def test_where_his_cube_begins(level: int, vp: int) -> None:
    table = begun(solo_level=level)
    assert table.vp == (0, vp)
    assert table.view["baron"]["level"] == level


def test_turns_alternate_and_you_move_first() -> None:
    table = begun()
    table.play(f"A {sorted(table.jumps('A'))[0]}")
    before = len(table.happened("turn"))
    table.play("A end")
    assert [event["baron"] for event in table.happened("turn")[before:]] == [True, False]
    assert table.up == "A"


def test_you_pay_for_other_powers_and_the_token_stays_with_him() -> None:
    table = solo(**LANES, c5="WO RV", zones="WG WS|", spirits="WO|")
    prices = {o.id: o.facts["price"] for o in table.match.options(0) if o.facts["kind"] == "power"}
    assert prices == {"power wata": 0, "power bwa": 1, "power legba": 1}
    table.play("A b2xc2", "A spirit wg", "A spirit ws")
    assert table.view["samedi"] == 1


def test_a11_jumps_never_leave_the_inner_board() -> None:
    table = solo(c2="YG", b2="WX", c6="WO", e6="YV", f6="TF", d6="RO")
    assert table.jumps() == {"e6xd6"}
    table.refuses("A c2xb2", "A e6xf6")


def test_a11_lines_are_five_spaces_long() -> None:
    table = solo(d2="YG", e2="WX", c4="TO").play("A power wata")
    assert table.offers("A") <= {f"row {r} {end}" for r in "23456" for end in ("left", "right")} | {
        f"file {f} {end}" for f in "bcdef" for end in ("up", "down")
    }
    table.play("A row 2 left")
    assert (table.at("b2"), table.at("c2")) == ("YG", "WX")
    table = solo("R", b2="RG", c2="WX", e5="TO").play("A power legba", "A move e5")
    assert table.offers("A") == {"to b5", "to c5", "to d5", "to f5", "to e2", "to e3", "to e4", "to e6"}


def test_a11_the_blocked_test_knows_the_inner_board_only() -> None:
    """On the whole board the jump over b2 would be legal."""
    table = solo(c2="YG", b2="WX", f6="PO", e6="TO", offerings=(0, 3))
    assert table.offers("A") == {"power wata"}
    table.play("A power wata")
    assert table.offers("A") == {"row 2 right"}
    full = {"d6": "RO TO PO", "e6": "RO TO PO", "f6": "RO TO PO", "e5": "RO TO PO", "e4": "RO TO PO", "e3": "WO WO RO"}
    blocked = solo(b6="WX", c6="YG", **full, e2="PO TO WO", offerings=(0, 3))
    assert blocked.trigger == ("A", "blocked")


def test_a11_gran_bwas_targets_lie_inside() -> None:
    pairs = {"b2": "TG", "c2": "WX", "e2": "WX", "f2": "TG"}
    table = solo("T", "Y", **pairs, e5="RO PO").play("A power bwa", "A spread e5")
    assert table.offers("A") == {f"top {space}" for space in pairs}
    table.play("A top f2")
    assert table.jumps() == {"b2xc2"}


def test_you_steal_from_and_exchange_with_the_baron() -> None:
    table = solo(b2="YG", c2="WS", spirits="|RO").play("A b2xc2", "A use")
    assert table.offers("A") == {"steal baron ro"}
    table.play("A steal baron ro")
    assert (table.zones[0], table.spirits[1]) == ("RO WS", "")
    table = solo(b2="YG", c2="WX", zones="|RO").play("A b2xc2", "A use", "A exchange p1 wx")
    assert table.offers("A") == {"with baron ro"}
    assert table.play("A with baron ro").zones == ("RO", "WX")


def test_his_protection_holds_against_you() -> None:
    table = solo(b2="YG", c2="TS", d4="YO", e4="WS", spirits="|RO", guarded="b")
    assert table.jumps() == {"d4xe4"}
    table.play("A d4xe4")
    assert "use" not in table.offers("A")


# The end.


def test_you_end_it_and_he_completes_the_round() -> None:
    table = solo(b2="YG", c2="WV", e5="RF", d5="WG", vp=(17, 0)).play("A b2xc2", "A use")
    turns = len(table.happened("turn"))
    table.play("A end")
    assert table.over
    assert table.trigger == ("A", "score")
    assert [event["baron"] for event in table.happened("turn")[turns:]] == [True]


def test_he_ends_it_as_the_last_of_the_round() -> None:
    table = solo(b2="YG", c2="WO", e5="RF", d5="WV", f2="YO", f3="WS", vp=(0, 17), line="TO RO PO YO")
    table.play("A b2xc2", "A end")
    assert table.over
    assert table.trigger == ("-", "score")
    assert table.winner == "-"


def test_blocked_he_ends_it_too() -> None:
    table = solo(b3="YG", b4="WO", vp=(1, 0)).play("A b3xb4", "A end")
    assert table.over
    assert table.trigger == ("-", "blocked")


def test_blocked_you_end_it_and_he_still_plays() -> None:
    table = solo(b4="WO", d4="RO", e4="TO")
    assert table.over
    assert table.trigger == ("A", "blocked")
    assert table.spirits[1] == "TV", "captured, and turned for the point that it brings"


@pytest.mark.parametrize(("vp", "won"), [((11, 3), True), ((3, 3), False), ((3, 11), False)])
def test_you_win_with_strictly_more_only(vp: tuple[int, int], won: bool) -> None:
    """Nobody can capture anything, and nobody has a die: the points stay as they are."""
    table = solo(b4="RO", d6="TO", f2="PO", vp=vp)
    assert table.over
    assert table.vp == vp
    assert table.winner == ("A" if won else "-")
    assert table.match.returns() == [1.0 if won else 0.0]


def test_his_last_count_is_like_yours() -> None:
    table = solo(b4="RO", zones="YO|RO RV RF TO TV TF TG", spirits="WO|WV WF")
    assert table.vp == (3, 5 + 3 + 3 + 3)
    off = solo(b4="RO", zones="|", spirits="|WV WF", options={"white_majority": False})
    assert off.vp == (0, 0)
