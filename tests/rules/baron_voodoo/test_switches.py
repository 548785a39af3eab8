"""Test the switches of section 12, each against its default; layouts, values and white dice are tested elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from .table import FREE, Table


def after_capture(loas: str, options: dict[str, Any], **position: Any) -> Table:
    jump = {"Y": "a1xa2", "T": "a2xa3", "R": "a3xa4", "P": "a4xa3"}[loas[0]]
    return Table(loas, FREE, options=options, **position).play(f"A {jump}")


@pytest.mark.parametrize(("power_lines", "files"), [("both", True), ("rows", False)])
def test_lines_of_mamy_wata(power_lines: str, files: bool) -> None:
    table = after_capture("YT", {"power_lines": power_lines}, c3="TO", f6="RO").play("A power wata")
    assert {"row 3 left", "row 3 right", "row 6 left"} <= table.offers("A")
    assert any(option.startswith("file") for option in table.offers("A")) is files


@pytest.mark.parametrize(("power_lines", "files"), [("both", True), ("rows", False)])
def test_lines_of_papa_legba(power_lines: str, files: bool) -> None:
    table = after_capture("RT", {"power_lines": power_lines}, c3="TO").play("A power legba", "A move c3")
    row = {f"to {file}3" for file in "abdefg"}
    assert table.offers("A") == row | ({f"to c{rank}" for rank in "124567"} if files else set())


@pytest.mark.parametrize(("legba", "stacked"), [("any", True), ("single", False)])
def test_the_dice_of_papa_legba(legba: str, stacked: bool) -> None:
    table = after_capture("RT", {"legba": legba}, c3="TO", e5="WO PV").play("A power legba")
    assert "move c3" in table.offers("A")
    assert ("move e5" in table.offers("A")) is stacked


@pytest.mark.parametrize("other_powers", [True, False])
def test_powers_of_loas_nobody_plays(other_powers: bool) -> None:
    board = {"c3": "TO", "e5": "WO PV"}
    neutral = {"power legba", "power erzulie"} if other_powers else set()
    table = after_capture("YT", {"other_powers": other_powers}, **board)
    assert table.offers("A", "power") == {"power wata", "power bwa"} | neutral
    table = after_capture("YT", {"other_powers": other_powers}, **board, spirits="WO|", samedi=0, offerings=(0, 3))
    assert table.offers("A", "power") == {"power wata", "power bwa"} | neutral, "free for the holder of the token"


@pytest.mark.parametrize("guard_exchange", [True, False])
def test_protection_against_exchange(guard_exchange: bool) -> None:
    options = {"guard_exchange": guard_exchange}
    table = Table("YT", FREE, c3="YO", d3="RX", zones="|PO", guarded="1", options=options).play("A c3xd3")
    assert ("use" in table.offers("A")) is not guard_exchange
    steal = Table("YT", FREE, c3="YO", d3="RS", spirits="|PO", guarded="1", options=options).play("A c3xd3")
    assert "use" not in steal.offers("A"), "Steal is blocked in any case"


@pytest.mark.parametrize(("stolen_to", "zone", "world"), [("zone", "RS PO", ""), ("spirit", "RS", "PO")])
def test_where_a_stolen_die_goes(stolen_to: str, zone: str, world: str) -> None:
    options = {"stolen_to": stolen_to}
    table = Table("YT", FREE, c3="YO", d3="RS", spirits="|PO", options=options).play(
        "A c3xd3", "A use", "A steal p2 po"
    )
    assert (table.zones[0], table.spirits) == (zone, (world, ""))


def test_an_unlimited_supply() -> None:
    table = Table("YT", FREE, c3="YO", d3="YO", offerings=(20, 3), options={"offerings": "unlimited"})
    assert table.view["reserve"] is None
    table.play("A c3xd3", "A offering", "A use")
    assert (table.offerings, table.view["reserve"]) == ((22, 3), None)
    limited = Table("YT", FREE, c3="YO", d3="YO", offerings=(17, 3)).play("A c3xd3")
    assert not {"offering", "use"} & limited.offers("A")


@pytest.mark.parametrize("directions", [4, 8])
def test_slanting_jumps_may_free_a_player(directions: int) -> None:
    """The check for blocked players knows the diagonals too."""
    board = {"c3": "YO", "d4": "WX", "g7": "TO", "g6": "WO"}
    table = Table("YT", **board, offerings=(0, 3), options={"directions": directions})
    assert table.jumps("A") == ({"c3xd4"} if directions == 8 else set())


@pytest.mark.parametrize("directions", [4, 8])
def test_protection_holds_along_slanting_lines(directions: int) -> None:
    table = Table("YT", FREE, c3="YO", d4="TX", guarded="1", options={"directions": directions}, c4="WO")
    assert table.jumps() == {"c3xc4"}
