"""The worked examples."""

from __future__ import annotations

import pytest

from .table import Table


def test_example_1_cubera_against_diante() -> None:
    table = Table(16, 20, 12).duel("cubera", "diante")
    assert table.attacker == "B"
    table.play("B look")
    assert table.view("B")["looked"] == [16, 20]
    table.play("B first")
    assert (table.roll("B"), table.roll("A"), table.asked) == (16, 20, "A")
    table.play("A reroll")
    assert table.deck[-1] == 20
    assert table.rolls == (12, 16)
    assert table.values == (6, 3)
    assert table.gained("A") == {16, 12}


def test_example_2_a_reroll_mark_in_the_own_column() -> None:
    table = Table(6, 9, 1).duel("sparten", "quad")
    assert table.values[0] == 9
    assert table.deck[-1] == 6


def test_example_3_a_reroll_mark_in_another_column() -> None:
    table = Table(6, 9).duel("dwelve", "quad")
    assert "redraw" not in table.kinds
    assert table.happened("draw")[0] == {"side": 0, "card": 6, "value": 12}


def test_example_4_no_number_left() -> None:
    table = Table(24, 16, left="twent|twent", half=2).duel("twent", "twent")
    assert table.happened("no-number") == [{"side": 0, "card": 24}]
    assert table.values == (0, 19)
    assert table.gained("B") == {16, 24}


def test_example_5_the_giant_killer() -> None:
    table = Table(16, 14).duel("quad", "twent")
    assert table.by("giant-killer") == "A"
    assert table.values == (3, 0)
    assert table.gained("A") == {14, 16}


def test_example_6_the_shield_against_the_stubborn() -> None:
    table = Table(18, 14).duel("sparten", "dwelve")
    assert table.values == (9, 9)
    assert table.by("shield") == "A"
    assert table.by("stubborn") == "B"
    assert table.gained("B") == {18, 14}


def test_example_7_a_tie() -> None:
    table = Table(9, 18).duel("cubera", "diante").play("B decline", "A keep")
    assert table.values == (6, 6)
    assert (table.won, table.gained("A"), table.gained("B")) == ("-", {18}, {9})


def test_example_8_the_same_minion() -> None:
    table = Table(13, 1, 3).duel("twent", "twent")
    assert table.happened("flip") == [{"card": 13, "d4": 3}]
    assert table.attacker == "A"
    assert table.deck[-1] == 13


@pytest.mark.parametrize(
    ("flipped", "dicey_has", "picks"),
    [
        (10, "quad cubera diante sparten dwelve twent", "diante"),
        (10, "quad cubera sparten dwelve twent", "twent"),
        (15, "quad cubera diante dwelve twent", "twent"),
        (24, "quad cubera diante sparten dwelve twent", "cubera"),
    ],
)
def test_example_9_dicey_chooses(flipped: int, dicey_has: str, picks: str) -> None:
    mine = " ".join(["dwelve", "quad", "cubera", "diante", "sparten", "twent"][: len(dicey_has.split())])
    table = Table(flipped, 5, left=f"{mine}|{dicey_has}", solo=True).play("A dwelve")
    assert table.happened("dicey-picks")[-1]["minion"] == picks
    if picks == "cubera":
        assert table.by("keep") == "B"
        assert table.rolls[1] == 24


def test_example_10_dicey_rerolls_what_is_not_higher() -> None:
    table = Table(4, 8, 6, left="diante twent|quad cubera", solo=True).play("A diante", "A decline")
    assert table.by("reroll") == "B"
    assert table.deck[-1] == 4
    assert (table.rolls, table.values) == ((8, 6), (4, 6))
