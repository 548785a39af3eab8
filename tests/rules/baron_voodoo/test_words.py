"""Test the sentences of the log, the prompts and the score sheet: names, owners, numbers and totals."""

from __future__ import annotations

from typing import Any

import pytest

from .table import FREE, Table

TEAMS = {"pairing": "yt-rp"}
MORE = {"g5": "TO", "g6": "WV"}


def said(table: Table, *lines: str) -> list[str]:
    """Return the sentences of the log that these actions add."""
    before = len(table.match.log())
    table.play(*lines)
    return [event.sentence(["Ana", "Ben", "Cleo", "Dan"]) for event in table.match.log()[before:]]


def captured(die: str, loas: str = "YT", **position: Any) -> Table:
    """Return a table where A jumps at c3 and has just captured this die."""
    return Table(loas, FREE, **MORE, c3=f"{loas[0]}F", d3=die, **position).play("A c3xd3")


def solo(**position: Any) -> Table:
    return Table("Y", b2="YG", c2="WS", **position)


def test_a_capture_and_its_price() -> None:
    table = Table("YT", FREE, **MORE, c3="YF", d3="YV", offerings=(4, 3))
    assert said(table, "A c3xd3") == ["Ana jumps from c3 over d3 to e3 and takes a yellow Victory."]
    assert said(table, "A offering") == ["Ana gains 1 offering for a die of their colour (now 5)."]
    assert said(table, "A turn o") == ["Ana turns the yellow Victory to Offering for 1 offering (4 left)."]
    assert said(table, "A use") == ["Ana gains 1 offering for the Offering face (now 5)."]
    assert said(table, "A buy") == ["Ana buys an extra turn for 2 offerings (3 left)."]


def test_points_come_with_the_total() -> None:
    table = captured("YV", zones="YO YF|", vp=(4, 0))
    assert said(table, "A use") == ["Ana scores 1 point for Victory (total 5)."]
    assert said(table, "A combo yo yv yf") == [
        "Ana scores 3 points (total 8) for a yellow Offering, a yellow Victory and a yellow Face."
    ]


def test_a_power_says_what_is_left() -> None:
    table = Table("YT", FREE, **MORE, c3="RO", e3="PV", offerings=(3, 3))
    assert said(table, "A power legba") == ["Ana uses the power of Papa Legba for 1 offering (2 left)."]
    assert said(Table("YT", FREE, **MORE), "A power wata") == ["Ana uses the power of Mamy Wata."]


def test_guard_says_all_that_it_keeps_away() -> None:
    assert said(captured("RG"), "A use") == [
        "Ana is protected: opponents can't capture yellow dice, steal from Ana or swap their dice."
    ]
    assert said(captured("RG", options={"guard_exchange": False}), "A use") == [
        "Ana is protected: opponents can't capture yellow dice or steal from Ana."
    ]
    table = captured("RG")
    table.play("A use")
    assert table.match.log()[-1].sentence(["Ana", "Ben"], 0) == (
        "You are protected: opponents can't capture yellow dice, steal from you or swap your dice."
    )


@pytest.mark.parametrize(("stolen_to", "where"), [("zone", "Capture zone"), ("spirit", "own Spirit World")])
def test_steal_says_from_where_and_whereto(stolen_to: str, where: str) -> None:
    table = captured("RS", spirits="|PO", options={"stolen_to": stolen_to}).play("A use")
    assert said(table, "A steal p2 po") == [f"Ana steals a purple Offering from Ben for their {where}."]
    event = table.match.log()[-1]
    assert event.sentence(["Ana", "Ben"], 0) == (
        f"You steal a purple Offering from Ben for your {where.removeprefix('own ')}."
    )
    assert event.sentence(["Ana", "Ben"], 1).startswith("Ana steals a purple Offering from your Spirit World")


def test_steal_names_a_team_and_the_baron() -> None:
    table = captured("PS", "YRTP", spirits="|PO", options=TEAMS).play("A use")
    assert said(table, "A steal p2 po") == ["Ana steals a purple Offering from Ben and Dan for their Capture zone."]
    assert table.match.log()[-1].sentence(["Ana", "Ben", "Cleo", "Dan"], 3) == (
        "Ana steals a purple Offering from your Spirit World."
    )
    table = solo(spirits="|RO").play("A b2xc2", "A use")
    assert said(table, "A steal baron ro") == ["Ana steals a red Offering from the Baron for their Capture zone."]
    table = solo(spirits="RV|", c5="RS", b5="TO", line="TO RS PO YO", baron_loa="T", offerings=(3, 0))
    log = [event.sentence(["Ana"], 0) for event in table.play("A b2xc2", "A end").match.log()]
    assert "The Baron steals a red Victory from your Spirit World." in log


def test_an_exchange_tells_the_own_die_first() -> None:
    told = ["Ana swaps a purple Exchange for a red Offering from Ben."]
    assert said(captured("PX", zones="|RO"), "A use", "A exchange p1 px", "A with p2 ro") == told
    assert said(captured("PX", zones="|RO"), "A use", "A exchange p2 ro", "A with p1 px") == told
    table = captured("PX", "YTR", zones="|RO|WV")
    assert said(table, "A use", "A exchange p2 ro", "A with p3 wv") == [
        "Ana swaps a red Offering from Ben for a white Victory from Cleo."
    ]
    table = captured("PX", "YRTP", zones="|RO", options=TEAMS)
    assert said(table, "A use", "A exchange p2 ro", "A with p1 px") == [
        "Ana swaps a purple Exchange for a red Offering from Ben and Dan."
    ]


def ended(loas: str, zones: str, **position: Any) -> list[str]:
    """Return the log of the last transfers; the current player can't capture."""
    table = Table(loas, zones=zones, trigger="A", up="ABCD"[len(loas) - 1], **position)
    assert table.over
    names = ["Ana", "Ben", "Cleo", "Dan"]
    table = Table(loas, c3=f"{loas[-1]}O", d3="WX", zones=zones, trigger="A", up="ABCD"[len(loas) - 1], **position)
    table.play(f"{table.up} c3xd3", f"{table.up} end")
    return [event.sentence(names) for event in table.match.log() if event.kind == "final-combo"]


def test_the_last_transfer_is_told() -> None:
    assert ended("YTR", "YO YV YF WX|RO|", vp=(4, 0, 0)) == [
        "Ana moves the last 4 dice to the Spirit World. Ana scores 5 points (total 9) for a yellow Offering, "
        "a yellow Victory, a yellow Face and a white Exchange.",
        "Ben moves the last die to the Spirit World.",
        "Cleo moves the last die to the Spirit World.",
    ]
    assert ended("YT", "|RO YV")[0] == "Ana has no dice left in the Capture zone."
    assert ended("YT", "|RO YV")[1] == "Ben moves the last 3 dice to the Spirit World. They contain no set."
    assert ended("YRTP", "YO YV|", options=TEAMS)[0] == (
        "Ana and Cleo move the last 2 dice to the Spirit World. They contain no set."
    )


def test_one_offering_is_one() -> None:
    assert "1 offering " in str(Table("YT", FREE, offerings=(1, 3)).match) + " "
    assert "1 offerings" not in str(Table("YT", FREE, offerings=(1, 3)).match)


def test_a_team_wins_as_loas() -> None:
    table = Table("YRTP", vp=(9, 3), trigger="A", up="D", options=TEAMS)
    assert table.over
    assert table.match.prompt(0).detail == "You are the new Loas of the Dead."
    assert table.match.prompt(1).detail == "They are the new Loas of the Dead."
    assert [row["note"] for row in table.match.score_sheet()["rows"]] == [
        "Loas of the Dead",
        "",
        "Loas of the Dead",
        "",
    ]


@pytest.mark.parametrize(
    ("vp", "notes", "places"), [((11, 3), ["Loa of the Dead", ""], [1, 2]), ((3, 5), ["", "wins"], [2, 1])]
)
def test_the_baron_has_a_row_in_the_sheet(vp: tuple[int, int], notes: list[str], places: list[int]) -> None:
    table = Table("Y", b4="RO", d6="TO", f2="PO", vp=vp)
    assert table.over
    rows = table.match.score_sheet()["rows"]
    assert [(row["seat"], row.get("name")) for row in rows] == [(0, None), (None, "The Baron")]
    assert [row["total"] for row in rows] == list(vp) == [sum(row["cells"].values()) for row in rows]
    assert ([row["note"] for row in rows], [row["place"] for row in rows]) == (notes, places)


def test_the_baron_has_a_row_while_the_game_goes_on() -> None:
    rows = solo(d5="RO").match.score_sheet()["rows"]
    assert [(row["total"], row["place"], row["note"]) for row in rows] == [(0, None, ""), (0, None, "")]


def test_prompts_speak_of_a_die() -> None:
    table = captured("PX", zones="|RO")
    assert table.match.prompt(0).title == "You took a purple Exchange"
    assert table.match.prompt(1).detail == "Captured: purple Exchange."
    table.play("A use", "A exchange p1 px")
    assert table.match.prompt(0).detail == "You swap it for the purple Exchange."
