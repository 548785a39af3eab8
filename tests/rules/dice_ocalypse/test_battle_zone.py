"""The Battle Zone: section 6, rulings R7, R10, R11, R20 to R23 and amendments A4 to A6."""

from __future__ import annotations

import pytest

from .table import Table


def zone(table: Table) -> bool:
    return bool(table.happened("battle-zone"))


@pytest.mark.parametrize(("total", "points", "starts"), [(4600, 350, False), (4600, 400, True), (4600, 450, True)])
def test_r7_a_battle_zone_starts_at_five_thousand(total: int, points: int, starts: bool) -> None:
    table = Table(total, 0).banks("A", points, "23 24" if starts else "")
    assert zone(table) is starts
    assert ("A" in table.who("battle_zone_done")) is starts


def test_r7_each_player_starts_one_only() -> None:
    table = Table(4600, 900, opened="AB", immunity="").banks("A", 500, "23 24").busts("B").calm()
    table.banks("A", 500)
    assert len(table.happened("battle-zone")) == 1
    again = Table(4600, 1500, immunity="", battle_zone_done="A").banks("A", 500).calm()
    assert not zone(again), "who fell below 5,000 and comes back starts none"


def falls_and_returns(**options: bool) -> Table:
    """A holds 5,100 and had a Battle Zone, loses a thousand, and comes back with the next turn."""
    table = Table(5100, 1500, immunity="", hands={"B": ["collateral"]}, options=options)
    table.busts("A").play("B collateral: 111 666")
    assert table.totals[0] == 4100
    return table.busts("B").calm().play("A roll: 111236")


def test_a_battle_zone_at_every_return_by_the_option() -> None:
    assert not zone(falls_and_returns().play("A keep 111 bank"))
    assert zone(falls_and_returns(battle_zone_again=True).play("A keep 111 bank: 23 24"))
    stays = Table(5600, 0, options={"battle_zone_again": True}).banks("A", 500)
    assert not zone(stays), "staying above 5,000 is no return"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_throws_two_dice_clockwise_from_the_initiator(players: int) -> None:
    dice = "23 24 35 46 56 34"[: 3 * players - 1]
    table = Table(*[0] * (players - 1), 4600, up="ABCDEF"[players - 1])
    table.banks(table.up, 500, dice)
    rolls = table.happened("battle-roll")
    assert [roll["by_seat"] for roll in rolls] == ["ABCDEF"[players - 1], *"ABCDEF"[: players - 1]]
    assert " ".join("".join(map(str, roll["dice"])) for roll in rolls) == dice


@pytest.mark.parametrize("face", range(1, 7))
def test_doubles_of_another_player_double_the_next_score(face: int) -> None:
    table = Table(4600, 0).banks("A", 500, f"23 {face}{face}")
    assert table.who("double_next") == "B"
    assert table.who("lose_turn") == ""


@pytest.mark.parametrize("dice", ["12", "31", "14", "51", "16"])
def test_exactly_one_1_loses_the_next_turn(dice: str) -> None:
    other = Table(4600, 0, 0).banks("A", 500, f"23 35 {dice}")
    assert other.who("lose_turn") == "C"
    other.busts("B").calm()
    assert other.up == "A", "C was passed over"
    assert other.who("lose_turn") == ""
    own = Table(4600, 0).banks("A", 500, f"{dice} 35")
    assert own.who("lose_turn") == "A"
    assert own.busts("B").calm().up == "B"


@pytest.mark.parametrize("dice", ["23", "26", "45", "65"])
def test_all_other_dice_do_nothing(dice: str) -> None:
    table = Table(4600, 0).banks("A", 500, f"{dice} {dice}")
    assert (table.who("lose_turn"), table.who("double_next"), table.totals) == ("", "", (5100, 0))


@pytest.mark.parametrize("face", range(1, 7))
def test_r22_doubles_of_the_initiator_double_the_turn_just_ended_ones_too(face: int) -> None:
    table = Table(4600, 0).banks("A", 500, f"{face}{face} 23")
    assert table.totals == (5600, 0)
    assert (table.who("double_next"), table.who("lose_turn")) == ("", "")
    assert table.happened("score")[-1]["source"] == "battle-zone"


def test_the_outcomes_are_named_in_the_log() -> None:
    table = Table(4600, 0, 0, 0).banks("A", 500, "44 22 61 53")
    assert [roll["outcome"] for roll in table.happened("battle-roll")] == [
        "double-now",
        "double-next",
        "lose-turn",
        "none",
    ]


def test_r10_the_initiators_doubling_is_void_after_a_card_that_took_effect() -> None:
    table = Table(4600, 1200, immunity="").banks("A", 500).play("B prove-it: 6 33 25")
    assert table.totals == (5100, 1200)
    assert table.who("double_next") == ""


def test_r11_the_war_card_comes_first_then_the_battle_zone() -> None:
    table = Table(4600, 1200, immunity="").banks("A", 500).play("B prove-it: 2")
    assert (table.totals, zone(table)) == ((4600, 1200), False)


@pytest.mark.parametrize(
    ("card", "dice", "left"),
    [("prove-it", "5", 5100), ("do-or-die", "3", 5100), ("collateral", "666 111", 5100)],
)
def test_a4_a_card_took_effect_when_its_dice_were_thrown(card: str, dice: str, left: int) -> None:
    table = Table(4600, 1200, immunity="").banks("A", 500).play(f"B {card}: {dice} 44 25")
    assert table.totals[0] == left


def test_a4_double_or_nothing_took_effect_when_its_die_was_thrown() -> None:
    table = Table(4600, 0).banks("A", 200, "4 33 25", double=True)
    assert table.totals[0] == 5000


@pytest.mark.parametrize("card", ["prove-it", "do-or-die", "collateral"])
def test_a4_a_card_stopped_by_immunity_did_not_take_effect(card: str) -> None:
    table = Table(4600, 1200).banks("A", 500).play(f"B {card}", "A immunity: 44 25")
    assert table.totals == (5600, 1200)


def test_a4_a_card_voided_by_a_crossing_did_not_take_effect() -> None:
    table = Table(9000, 1200, battle_zone_done="").play("A roll: 123456", "B prove-it", "A keep 123456 bank: 44 25")
    assert table.totals == (12000, 1200)


def test_a5_the_initiators_doubling_is_void_when_the_turn_was_doubled_already() -> None:
    table = Table(4600, 0, double_next="A").banks("A", 200, "55 24")
    assert table.totals == (5000, 0)
    assert table.who("double_next") == ""


def test_a5_the_amount_doubled_is_what_the_turn_added() -> None:
    table = Table(4600, 0).play("A roll: 111346", "A keep 111 roll: 134", "A keep 1 bank: 66 24")
    assert table.totals == (4600 + 1100 + 1100, 0)
    assert [score["points"] for score in table.happened("score")] == [1100, 1100]


def test_a6_who_passes_five_thousand_and_falls_below_again_has_not_started_one() -> None:
    table = Table(4600, 1200, immunity="").banks("A", 500).play("B collateral: 111 666")
    assert (table.totals, zone(table)) == ((4100, 2200), False)
    assert "A" not in table.who("battle_zone_done")
    table.busts("B").calm()
    table.banks("A", 1000).play("B pass: 23 25")
    assert zone(table)


def test_a6_do_or_die_may_prevent_a_battle_zone() -> None:
    table = Table(4600, 1200, immunity="").banks("A", 500).play("B do-or-die: 1")
    assert (table.totals, zone(table)) == ((0, 1200), False)


def test_r20_the_gain_of_an_aggressor_starts_a_battle_zone_at_the_end_of_the_turn() -> None:
    table = Table(2300, 0, 4200, immunity="").banks("A", 100).play("C collateral: 123 456 24 26 35")
    assert table.totals == (1400, 0, 5200)
    assert [roll["by_seat"] for roll in table.happened("battle-roll")] == ["C", "A", "B"]
    assert table.who("battle_zone_done") == "C"


def test_r20_doubles_of_an_initiator_out_of_turn_double_the_next_score() -> None:
    table = Table(2300, 0, 4200, immunity="").banks("A", 100).play("C collateral: 123 456 22 26 35")
    assert table.totals == (1400, 0, 5200)
    assert table.who("double_next") == "C"


def test_several_battle_zones_are_held_the_turn_players_first_then_clockwise() -> None:
    table = Table(2300, 5600, 4200, up="B", battle_zone_done="", immunity="")
    table.banks("B", 500).play("A pass", "C collateral: 111 222 23 25 26 24 35 46")
    assert table.totals == (2300, 5100, 5200)
    assert [roll["by_seat"] for roll in table.happened("battle-roll")] == [*"BCA", *"CAB"]


def test_r21_a_player_holds_at_most_one_lose_a_turn_card() -> None:
    table = Table(4600, 0, lose_turn="B").banks("A", 500, "23 14")
    assert (table.up, table.who("lose_turn")) == ("A", "")
    table.busts("A").calm()
    assert table.up == "B"


def test_r21_a_player_holds_at_most_one_double_next_score_card() -> None:
    table = Table(4600, 500, double_next="B").banks("A", 500, "23 55")
    table.banks("B", 100).calm().busts("A")
    assert (table.totals[1], table.who("double_next")) == (700, "")
    table.banks("B", 100).calm()
    assert table.totals[1] == 800


def test_r21_with_both_cards_the_turn_is_lost_first_and_the_doubling_waits() -> None:
    table = Table(2000, 500, 500, lose_turn="B", double_next="B", immunity="").busts("A")
    assert table.up == "C"
    assert (table.who("lose_turn"), table.who("double_next")) == ("", "B")
    table.busts("C").calm().busts("A").calm()
    assert table.up == "B"
    table.banks("B", 100)
    assert (table.totals[1], table.who("double_next")) == (700, "")


def test_r23_a_doubling_is_used_up_by_a_bust() -> None:
    table = Table(2000, 0, double_next="A").busts("A")
    assert table.who("double_next") == ""
    table.busts("B").calm()
    table.banks("A", 100)
    assert table.totals == (2100, 0)


def test_unopened_players_take_part_and_keep_their_cards_for_later() -> None:
    table = Table(4600, 0, 0).banks("A", 500, "23 44 55").play("B roll: 111346", "B keep 111 bank")
    assert table.totals == (5100, 2000, 0)
    assert table.who("double_next") == "C"


def test_a_lost_turn_says_so_and_passes_on_clockwise() -> None:
    table = Table(2000, 0, 0, 0, lose_turn="BC").busts("A")
    assert (table.up, table.who("lose_turn")) == ("D", "")
    assert [lost["by_seat"] for lost in table.happened("lost-turn")] == ["B", "C"]


def test_even_everybody_may_lose_a_turn() -> None:
    table = Table(4600, 0).banks("A", 500, "12 13")
    assert (table.up, table.who("lose_turn")) == ("B", "")
