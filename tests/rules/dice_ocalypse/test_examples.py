"""The eleven worked examples of section 10, each as it is told there."""

from __future__ import annotations

from .table import CARDS, Table


def test_example_1_bank_and_prove_it() -> None:
    table = Table(2300, 1200).banks("A", 850).play("B prove-it", "A decline: 3")
    assert table.totals == (2300, 1200)
    assert table.has_spent("B", "prove-it")
    table = Table(2300, 1200).banks("A", 850).play("B prove-it", "A decline: 5")
    assert table.totals == (3150, 1200)


def test_example_2_prove_it_returns() -> None:
    table = Table(2300, 1200).play("A roll: 115234", "B prove-it", "A keep 11 roll: 2346")
    assert table.holds("B", "prove-it")
    assert table.up == "B"
    table.busts("B").calm().play("A roll: 115234")
    assert "prove-it" in table.offers("B")


def test_example_3_crossing() -> None:
    table = Table(9400, 2000).play("A roll: 666152", "B do-or-die", "A keep 1666 bank")
    assert table.happened("do-or-die") == []
    assert table.totals == (10100, 2000)
    assert table.final == ("A", 10100, "B")


def test_example_4_double_or_nothing_at_the_brink() -> None:
    won = Table(9400, 0).banks("A", 400, "6", double=True)
    assert (won.totals[0], won.final) == (10200, ("A", 10200, "B"))
    lost = Table(9400, 0).banks("A", 400, "2", double=True)
    assert (lost.totals[0], lost.final) == (9400, None)
    void = Table(9400, 0).banks("A", 700, double=True)
    assert (void.totals[0], void.final) == (10100, ("A", 10100, "B"))
    assert void.has_spent("A", "double")


def test_example_5_battle_zone() -> None:
    table = Table(4600, 0, 1000, 1000, opened="ABCD", zombie="A", immunity="")
    table.banks("A", 750).play("CD pass: 33 14 11 25")
    assert table.totals == (6100, 0, 1000, 1000)
    assert (table.up, table.who("lose_turn"), table.who("double_next")) == ("C", "", "C"), "B's turn is lost"
    assert "bloodshed" not in table.offers("C")
    table.play("C roll: 666234")
    assert (table.phase, table.asked) == ("keep", "C"), "no Zombie die and no card on the doubled turn"
    table.play("C keep 666 bank")
    assert table.totals == (6100, 0, 2200, 1000)
    assert table.up == "D"
    table.play("D roll")
    assert (table.phase, table.asked) == ("zombie", "A"), "the special dice are usable again"


def test_example_6_battle_zone_after_double_or_nothing() -> None:
    table = Table(4200, 0).banks("A", 500, "5 66 25", double=True)
    assert table.totals == (5200, 0)
    assert table.who("double_next") == ""


def test_example_7_bloodshed() -> None:
    table = Table(3000, 4000, 700, 2000).banks("A", 1150, start="bloodshed")
    table.play("B decline", "C decline", "D immunity")
    assert table.totals == (3000, 2850, 0, 2000)


def test_example_8_collateral() -> None:
    table = Table(2300, 0, 4200, immunity="", opened="ABC").banks("A", 100).play("C collateral: 135 234 23 24 35")
    assert table.totals == (1400, 0, 5200)
    assert [roll["by_seat"] for roll in table.happened("battle-roll")] == ["C", "A", "B"]
    assert table.up == "B"


def test_example_9_zombie() -> None:
    table = Table(0, 0, 0).busts("A")
    assert table.who("zombie") == "A"
    table.play("B roll", "A zombie: 2 1346")
    assert len(table.view["dice"]) == 4
    assert table.who("zombie") == "B"


def test_example_10_simultaneous() -> None:
    table = Table(2300, 1200, 0, 1200, opened="ABCD", immunity="", options={"simultaneous": "roll"}).banks("A", 100)
    table.play("B prove-it", "D do-or-die: 42 6")
    assert table.has_spent("B", "prove-it")
    assert sorted(table.seat("D")["cards"]) == sorted(CARDS)
    assert table.totals == (2400, 1200, 0, 1200)


def test_example_11_final_round() -> None:
    table = Table(9950, 10000, 9900, 10000, immunity="").banks("A", 500)
    assert table.final == ("A", 10450, "BCD")
    table.banks("B", 450).banks("C", 400)
    assert table.totals[:3] == (10450, 10450, 10300)
    won = table.banks("D", 1000)
    assert (won.totals[3], won.winner, won.who("diced")) == (11000, "D", "C")


def test_example_11_final_round_had_d_bust() -> None:
    table = Table(9950, 10000, 9900, 10000, immunity="").banks("A", 500).banks("B", 450).banks("C", 400)
    table.busts("D", "111111 222222")
    assert (table.phase, table.winner, table.who("diced")) == ("over", "B", "CD")
