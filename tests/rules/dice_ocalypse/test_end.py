"""The dice-ocalypse: section 9, rulings R8, R14, R20, R29 to R32, amendments A2 and A13."""

from __future__ import annotations

import pytest

from .table import Table


def ending(bar: int, *others: int, **position: object) -> Table:
    """A has just crossed and everybody else has one more turn."""
    table = Table(bar - 500, *others, immunity="", **position).banks("A", 500)  # type: ignore[arg-type]
    assert table.final is not None
    return table


# Crossing.


@pytest.mark.parametrize(("points", "starts"), [(900, False), (1000, False), (1050, True), (1100, True)])
def test_r8_only_more_than_ten_thousand_starts_the_dice_ocalypse(points: int, starts: bool) -> None:
    table = Table(9000, 0).banks("A", points)
    assert table.totals[0] == 9000 + points
    assert (table.final is not None) is starts
    assert bool(table.happened("dice-ocalypse")) is starts


def test_ten_thousand_exactly_is_enough_by_the_option() -> None:
    options = {"exact_target": True}
    assert Table(9000, 0, options=options).banks("A", 1000).final == ("A", 10000, "B")
    assert Table(9000, 0, options=options).banks("A", 900).final is None


def test_the_target_can_be_changed() -> None:
    table = Table(2500, 0, options={"target": 3000}).banks("A", 500)
    assert table.final is None
    assert Table(2500, 0, options={"target": 3000}).banks("A", 600).final == ("A", 3100, "B")


@pytest.mark.parametrize("card", ["prove-it", "do-or-die", "collateral"])
def test_r14_no_card_stops_a_crossing(card: str) -> None:
    table = Table(9400, 2000).play("A roll: 666152", f"B {card}", "A keep 1666 bank")
    assert table.final == ("A", 10100, "B")
    assert table.totals == (10100, 2000)


def test_r14_no_window_opens_after_a_crossing() -> None:
    table = Table(9400, 2000).banks("A", 700)
    assert (table.phase, table.up, table.asked) == ("start", "B", "B")


def test_a2_a_pending_card_is_spent_and_nobody_is_asked_for_immunity() -> None:
    table = Table(9400, 2000).play("A roll: 666152", "B do-or-die", "A keep 1666 bank")
    assert (table.phase, table.up) == ("start", "B")
    assert table.has_spent("B", "do-or-die")
    assert table.who("immunity") == "AB"


def test_a2_the_points_count_as_doubled_and_the_card_is_returned() -> None:
    table = Table(9400, 0, double_next="A").banks("A", 350)
    assert (table.totals[0], table.who("double_next"), table.final) == (10100, "", ("A", 10100, "B"))


def test_a2_a_first_scored_turn_may_cross() -> None:
    table = Table(0, 1000, 0, options={"target": 1000}).banks("A", 1050)
    assert table.seat("A")["opened"]
    assert table.final == ("A", 1050, "BC")
    assert table.who("left_behind") == "C", "the Left Behind die is given even then"


def test_a2_the_bar_is_read_after_the_battle_zone() -> None:
    table = Table(9000, 0, battle_zone_done="").banks("A", 1050, "33 24")
    assert table.final == ("A", 11100, "B")


def test_a2_bloodshed_crosses_nothing() -> None:
    table = Table(9900, 3000, immunity="").banks("A", 600, start="bloodshed")
    assert (table.final, table.totals) == (None, (9900, 2400))


def test_r30_a_crossing_turn_that_first_reaches_five_thousand_has_its_battle_zone_first() -> None:
    table = Table(9000, 0, 0, battle_zone_done="").banks("A", 1050, "33 14 22")
    assert table.final == ("A", 11100, "C"), "its doubling counts in the bar, B loses the final turn"
    assert table.who("double_next") == "C"


def test_the_doubling_of_a_battle_zone_may_cross() -> None:
    table = Table(9300, 0, battle_zone_done="").banks("A", 400, "44 23")
    assert (table.totals[0], table.final) == (10100, ("A", 10100, "B"))


def test_the_doubling_of_double_or_nothing_may_cross() -> None:
    table = Table(9400, 0).banks("A", 400, "6", double=True)
    assert table.final == ("A", 10200, "B")


def test_r20_a_crossing_out_of_turn_counts() -> None:
    table = Table(2300, 9500, 0, immunity="").banks("A", 100).play("B collateral: 111 222")
    assert table.totals == (1400, 10500, 0)
    assert table.final is not None
    assert table.final[:2] == ("B", 10500)


def test_a13_after_a_crossing_out_of_turn_the_turn_player_has_a_final_turn_last() -> None:
    table = Table(2300, 9500, 2000, 2000, immunity="").banks("A", 100).play("C pass", "D pass", "B collateral: 111 222")
    assert table.final == ("B", 10500, "ACD")
    assert table.up == "C"
    table.busts("C").busts("D")
    assert table.up == "A"
    table.busts("A")
    assert (table.phase, table.winner) == ("over", "B")


# The final round.


def test_everybody_else_has_one_more_turn_clockwise() -> None:
    table = Table(0, 0, 9600, 0, up="C").banks("C", 500)
    assert table.final == ("C", 10100, "ABD")
    order = ""
    while table.phase != "over":
        order += table.up
        table.play(f"{table.up} roll: 223346")
    assert order == "DAB"
    assert table.winner == "C"


def test_no_card_is_played_in_the_final_round() -> None:
    table = ending(10500, 5000, 6000)
    assert table.offers("B") == {"roll"}
    table.play("B roll: 522346")
    assert (table.phase, table.asked) == ("keep", "B")
    assert not any(option.endswith("double") for option in table.offers("B"))
    table.play("B keep 5 bank")
    assert (table.phase, table.up) == ("start", "C")


def test_a_double_next_score_card_stays_in_force() -> None:
    table = ending(10500, 8450, double_next="B").banks("B", 1050)
    assert (table.totals, table.phase) == ((10500, 10550), "over")


def test_a_lose_a_turn_card_takes_the_final_turn() -> None:
    table = ending(10500, 8500, 8500, lose_turn="B")
    assert table.up == "C"
    table.busts("C")
    assert (table.phase, table.winner, table.who("diced")) == ("over", "A", "BC")


def test_below_the_bar_is_diced_and_equal_to_it_survives() -> None:
    table = ending(10500, 10000, 9950, 9950).banks("B", 500).banks("C", 500).banks("D", 600)
    assert table.totals == (10500, 10500, 10450, 10550)
    assert table.who("diced") == "C"
    assert table.winner == "D"


def test_later_scores_above_the_bar_do_not_raise_it() -> None:
    table = ending(10500, 10000, 10000).banks("B", 1000)
    assert table.totals[1] == 11000
    assert table.final == ("A", 10500, "C")
    table.banks("C", 550)
    assert (table.winner, table.who("diced")) == ("B", "")


def test_r31_a_final_turn_may_be_banked_below_the_bar() -> None:
    table = ending(10500, 5000).play("B roll: 522346")
    assert "keep 5 bank" in table.offers("B")
    table.play("B keep 5 bank")
    assert (table.phase, table.who("diced"), table.totals) == ("over", "B", (10500, 5050))


def test_the_opening_minimum_applies_in_the_final_turn() -> None:
    table = ending(10500, 0).play("B roll: 522346")
    assert table.offers("B") == {"keep 5 roll"}


def test_r29_battle_zones_still_happen_in_the_final_round() -> None:
    table = ending(10500, 4800, 8000, 0).banks("B", 500, "55 24 14 22")
    assert [roll["by_seat"] for roll in table.happened("battle-roll")] == [*"BCDA"]
    assert table.totals[1] == 5800
    assert table.up == "C"
    table.busts("C")
    assert (table.phase, table.winner) == ("over", "A"), "D had lost the final turn"


def test_r29_by_the_option_there_are_none() -> None:
    table = ending(10500, 4800, options={"battle_zone_in_final": False}).banks("B", 500)
    assert table.happened("battle-zone") == []
    assert table.phase == "over"


def test_places_are_winner_then_survivors_then_diced() -> None:
    table = ending(10500, 10000, 9950, 9000).banks("B", 550).banks("C", 500).busts("D")
    assert [seat["place"] for seat in table.view["seats"]] == [2, 1, 3, 4]
    assert table.match.over
    assert list(table.match.points()) == [10500, 10550, 10450, 9000]
    assert list(table.match.returns()) == [0, 1, 0, 0]


def test_nobody_acts_after_the_end() -> None:
    table = ending(10500, 0).busts("B")
    assert (table.phase, table.asked) == ("over", "")
    assert all(table.match.options(seat) == [] for seat in (0, 1))


# Ties.


@pytest.mark.parametrize(("dice", "winner"), [("666666 111111", "A"), ("123456 123466", "B")])
def test_a_tie_is_broken_by_six_dice_each(dice: str, winner: str) -> None:
    table = ending(10500, 10000).banks("B", 500, dice)
    assert (table.phase, table.winner) == ("over", winner)
    assert [(roll["by_seat"], roll["sum"]) for roll in table.happened("tie-roll")] == [
        ("A", sum(map(int, dice[:6]))),
        ("B", sum(map(int, dice[7:]))),
    ]


def test_r32_a_tie_of_three_is_rolled_by_all_tied_and_again_by_those_still_tied() -> None:
    table = ending(10500, 10000, 9000, 10000).banks("B", 500).busts("C")
    table.banks("D", 500, "666111 111666 111111  222333 333222  555555 444444")
    assert [roll["by_seat"] for roll in table.happened("tie-roll")] == [*"ABD", *"AB", *"AB"]
    assert (table.phase, table.winner) == ("over", "A")


def test_only_the_highest_of_the_survivors_tie() -> None:
    table = ending(10500, 10000, 10000).banks("B", 600).banks("C", 600, "111111 111112")
    assert table.winner == "C"
    assert [roll["by_seat"] for roll in table.happened("tie-roll")] == ["B", "C"]


def test_banking_below_the_bar_says_what_is_missing() -> None:
    table = ending(10500, 5000).play("B roll: 522346")
    told = next(option for option in table.match.options(1) if option.id == "keep 5 bank")
    assert told.facts["short"] == 5450 and "5,450 short of the score to beat" in told.note
