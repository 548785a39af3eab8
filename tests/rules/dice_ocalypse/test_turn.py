"""Set-up and the plain turn: sections 1 and 3, rulings R4, R5, R6 and R35."""

from __future__ import annotations

import pytest

import dicehouse
from dicehouse.errors import DicehouseError, IllegalOption, NotYourTurn

from .table import CARDS, GAME, SEATS, Table


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_set_up_gives_everybody_one_card_of_each_kind_and_one_immunity(players: int) -> None:
    table = Table.deal(players, "612345"[:players])
    seats = table.view["seats"]
    assert len(seats) == players
    for seat in seats:
        assert sorted(seat["cards"]) == sorted(CARDS)
        assert seat["immunity"] and not seat["opened"] and seat["total"] == 0 and seat["spent"] == []
    assert table.view["zombie"] == {"holder": None, "out": True}
    assert table.view["left_behind"]["holder"] is None


@pytest.mark.parametrize("players", [0, 1, 7])
def test_only_two_to_six_play(players: int) -> None:
    with pytest.raises(DicehouseError):
        dicehouse.new(GAME, players=players, seed=1)


@pytest.mark.parametrize(("dice", "first"), [("61", "A"), ("16", "B"), ("2453", "C"), ("123456", "F")])
def test_the_highest_die_goes_first(dice: str, first: str) -> None:
    table = Table.deal(len(dice), dice)
    assert (table.up, table.asked) == (first, first)


@pytest.mark.parametrize(
    ("players", "dice", "first"),
    [
        (2, "44 12", "B"),
        (2, "44 33 51", "A"),
        (3, "525 36", "C"),
        (4, "6666 3231 65", "A"),
        (4, "1444 551 26", "C"),
        (5, "26466 555 212 65", "B"),
    ],
)
def test_the_tied_highest_throw_again_in_seat_order(players: int, dice: str, first: str) -> None:
    table = Table.deal(players, dice.replace(" ", ""))
    assert table.up == first
    rolls = table.happened("roll-off")
    assert "".join(str(roll["die"]) for roll in rolls) == dice.replace(" ", "")
    assert {roll["purpose"] for roll in rolls} == {"first"}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_play_goes_clockwise(players: int) -> None:
    table = Table(*[0] * players)
    order = ""
    for _ in range(players + 1):
        order += table.up
        table.play(f"{table.up} roll: 111346", f"{table.up} keep 111 roll: 236")
    assert order == SEATS[:players] + "A"


def test_a_throw_in_which_nothing_scores_ends_the_turn_with_nothing() -> None:
    table = Table(0, 0).play("A roll: 111346", "A keep 111 roll: 236")
    assert table.totals == (0, 0)
    assert table.up == "B"
    assert table.happened("bust") == [{"by_seat": "A", "lost": 1000}]


def test_the_turn_player_only_may_act_and_only_as_offered() -> None:
    table = Table(0, 0)
    with pytest.raises(NotYourTurn):
        table.match.play(1, "roll")
    for option in ("keep 1 roll", "keep 1 bank", "pass", "double", "bloodshed", ""):
        with pytest.raises(IllegalOption):
            table.match.play(0, option)
    table.play("A roll: 115234")
    for option in ("keep 111 roll", "keep 2 roll", "keep 115 bank", "keep roll", "roll", "keep 1152 roll"):
        with pytest.raises(IllegalOption):
            table.match.play(0, option)
    assert table.match.number == 1


def test_dice_set_aside_are_not_thrown_again() -> None:
    table = Table(0, 0).play("A roll: 115234", "A keep 11 roll: 1346", "A keep 1 roll: 556", "A keep 5 roll: 52")
    assert table.turn_score == 350
    assert sorted(table.view["dice"]) == [2, 5]


def test_banked_points_are_added_to_the_total() -> None:
    table = Table(1500, 0).play("A roll: 444162", "A keep 444 roll: 132", "A keep 1 bank")
    assert table.totals == (2000, 0)
    assert table.happened("bank") == [{"by_seat": "A", "points": 500}]
    assert table.happened("score")[-1] | {"by_seat": "A", "points": 500, "total": 2000} == table.happened("score")[-1]


def test_opening_just_below_a_thousand_is_refused_and_at_a_thousand_allowed() -> None:
    table = Table(0, 0).play("A roll: 666234", "A keep 666 roll: 115")
    assert not any("bank" in option for option in table.offers("A")), "850 at most"
    table.play("A keep 115 roll: 155234")
    assert "keep 1 bank" not in table.offers("A"), "950"
    assert {"keep 15 bank", "keep 155 bank"} <= table.offers("A"), "1,000 and 1,050"
    table.play("A keep 15 bank")
    assert table.totals == (1000, 0)
    assert table.seat("A")["opened"]


def test_there_is_no_minimum_after_the_opening() -> None:
    table = Table(1000, 0).play("A roll: 522346", "A keep 5 bank")
    assert table.totals == (1050, 0)


def test_a_bust_does_not_open() -> None:
    table = Table(0, 0).busts("A")
    assert not table.seat("A")["opened"]


@pytest.mark.parametrize("opening", [0, 500])
def test_the_opening_minimum_can_be_changed(opening: int) -> None:
    table = Table(0, 0, options={"opening": opening}).play("A roll: 555116")
    assert "keep 555 bank" in table.offers("A")
    assert ("keep 1 bank" in table.offers("A")) == (opening == 0)


def test_r4_hot_dice_may_be_picked_up_or_banked() -> None:
    table = Table(2000, 0).play("A roll: 123456")
    assert {"keep 123456 roll", "keep 123456 bank"} <= table.offers("A")
    table.play("A keep 123456 roll: 122346")
    assert table.turn_score == 1500
    assert len(table.view["dice"]) == 6
    table.play("A keep 1 bank")
    assert table.totals == (3600, 0)


def test_r4_hot_dice_are_lost_like_any_other_points() -> None:
    table = Table(2000, 0).play("A roll: 123456", "A keep 123456 roll: 223346")
    assert table.totals == (2000, 0)


def test_r4_hot_dice_come_also_from_several_throws() -> None:
    table = Table(2000, 0).play("A roll: 111234", "A keep 111 roll: 155", "A keep 155 roll: 123456")
    assert table.turn_score == 1200


def test_r4_hot_dice_must_be_thrown_again_by_the_option() -> None:
    table = Table(2000, 0, options={"hot_dice": "must"}).play("A roll: 123456")
    assert "keep 123456 roll" in table.offers("A")
    assert "keep 123456 bank" not in table.offers("A")
    assert "keep 15 bank" in table.offers("A"), "fewer than all dice are no hot dice"


def test_r5_the_opening_counts_the_dice_alone_not_doubled() -> None:
    table = Table(0, 0, double_next="A").play("A roll: 555234")
    assert table.offers("A") == {"keep 5 roll", "keep 55 roll", "keep 555 roll"}
    assert not any("bank" in option for option in table.offers("A")), "500 doubled are no opening"
    table.play("A keep 555 roll: 555", "A keep 555 bank")
    assert table.totals == (2000, 0)


def test_r6_a_player_thrown_back_to_nothing_need_not_open_again() -> None:
    table = Table(0, 3000, opened="AB").play("A roll: 522346", "A keep 5 bank").calm()
    assert table.totals == (50, 3000)


def test_r6_do_or_die_leaves_its_victim_opened() -> None:
    table = Table(2500, 3000, immunity="").banks("A", 100).play("B do-or-die: 1")
    assert table.totals == (0, 3000)
    assert table.seat("A")["opened"]


def test_r35_hands_are_open_to_everybody() -> None:
    table = Table(3000, 3000, 3000, hands={"A": ["prove-it"], "B": ["double", "collateral"]})
    views = [table.match.view(seat) for seat in (None, 0, 1, 2)]
    for view in views:
        assert [sorted(seat["cards"]) for seat in view["seats"]] == [
            ["prove-it"],
            ["collateral", "double"],
            sorted(CARDS),
        ]


def test_the_round_counts_on_while_a_special_die_may_be_thrown_at_the_turn() -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", "C pass: 223346", "B roll", "C pass: 223346", "C roll: 223346")
    assert (table.phase, table.view["round"]) == ("start", 2)
    table.play("A roll")
    assert (table.phase, table.view["round"]) == ("zombie", 2)
    table.play("C pass: 123456")
    assert table.view["round"] == 2
