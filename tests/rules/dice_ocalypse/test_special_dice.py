"""The Zombie die and the Left Behind die: sections 3.1, 7 and 8, rulings R12, R24 to R28, amendments A7, A10, A11."""

from __future__ import annotations

import pytest

from .table import Table


def zombie(table: Table) -> str | None:
    return table.who("zombie") or None


def left_behind(table: Table) -> str | None:
    return table.who("left_behind") or None


# The Zombie die.


def test_the_first_player_without_points_on_a_first_throw_gets_the_zombie_die() -> None:
    table = Table(0, 0, 0)
    assert zombie(table) is None
    table.busts("A")
    assert zombie(table) == "A"
    table.play("B roll", "A pass: 223346")
    assert zombie(table) == "A", "it enters once"


def test_a_bust_on_a_later_throw_earns_no_zombie_die() -> None:
    assert zombie(Table(0, 0, 0).play("A roll: 111346", "A keep 111 roll: 236")) is None
    assert zombie(Table(0, 0, 0).play("A roll: 123456", "A keep 123456 roll: 223346")) is None


def test_with_two_players_neither_special_die_enters() -> None:
    table = Table(0, 0).busts("A").busts("B")
    assert (zombie(table), left_behind(table)) == (None, None)
    assert not table.view["dice_specials"]
    table = Table(0, 0).banks("A", 1000)
    assert left_behind(table) is None


def test_the_zombie_die_takes_dice_away_for_the_whole_turn_and_goes_to_its_victim() -> None:
    table = Table(0, 0, 0, zombie="A", up="B").play("B roll")
    assert (table.phase, table.asked, table.offers("A")) == ("zombie", "A", {"zombie", "pass"})
    table.play("A zombie: 2 1555")
    assert (table.view["dice_full"], len(table.view["dice"])) == (4, 4)
    assert zombie(table) == "B"
    table.play("B keep 1 roll: 234")
    assert table.up == "C"


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_the_zombie_die_infects_as_many_dice_as_it_shows(die: int) -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", f"C zombie: {die} {'155555'[: 6 - die]}")
    assert table.view["dice_full"] == 6 - die
    assert table.happened("zombie")[0] | {"die": die, "on": 0} == table.happened("zombie")[0]


def test_the_holder_may_wait() -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", "C pass: 223346", "B roll", "C pass: 223346")
    assert zombie(table) == "C"
    assert table.up == "C"


def test_the_infected_player_may_use_the_die_on_the_very_next_turn() -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 4 23", "B roll")
    assert table.asked == "A"
    table.play("A zombie: 1 11122")
    assert zombie(table) == "B"


def test_an_infected_turn_is_over_and_the_next_has_all_dice_again() -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 4 23", "B roll", "A pass: 123456")
    assert table.view["dice_full"] == 6


def test_cards_may_be_played_on_an_infected_turn() -> None:
    table = Table(2000, 2000, 0, zombie="C", immunity="").play("A roll", "C zombie: 3 152", "B prove-it")
    table.play("A keep 1 bank: 6")
    assert table.totals[0] == 2100


def test_an_infected_opening_has_the_same_minimum() -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 3 115")
    assert not any("bank" in option for option in table.offers("A"))


def test_r24_a_six_leaves_no_dice_and_ends_the_turn() -> None:
    table = Table(1000, 0, 0, zombie="C").play("A roll", "C zombie: 6")
    assert (table.up, table.totals, zombie(table)) == ("B", (1000, 0, 0), "A")


def test_r25_hot_dice_of_an_infected_player_are_as_few_again() -> None:
    table = Table(2000, 0, 0, zombie="C").play("A roll", "C zombie: 4 15", "A keep 15 roll: 51")
    assert (table.turn_score, len(table.view["dice"]), table.view["dice_full"]) == (150, 2, 2)


def test_r26_the_holder_cannot_infect_the_own_turn() -> None:
    table = Table(0, 0, 0, zombie="A").play("A roll: 223346")
    assert table.up == "B"


def test_a_bust_of_an_infected_player_gives_no_second_die_to_anybody() -> None:
    table = Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 4 23")
    assert zombie(table) == "A"


def test_a7_after_a_six_the_end_of_the_turn_is_run_without_prove_it() -> None:
    table = Table(2000, 2000, 0, zombie="C", immunity="").play("A roll", "C zombie: 6")
    assert (table.phase, table.asked) == ("react-end", "B")
    assert table.offers("B") == {"do-or-die", "collateral", "pass"}
    table.play("B do-or-die: 1")
    assert (table.totals, table.up) == ((0, 2000, 0), "B")


def test_a7_a_six_counts_as_a_turn_taken_for_the_left_behind_die() -> None:
    table = Table(0, 0, 0, zombie="C", left_behind="C").play("A roll", "C left-behind: 1", "B roll", "C zombie: 6")
    table.play("C roll")
    assert (table.phase, table.asked) == ("left-behind", "A")


# The Left Behind die.


def test_the_last_player_without_a_scored_turn_gets_the_left_behind_die() -> None:
    table = Table(1000, 0, 0).banks("A", 50).calm()
    assert left_behind(table) is None
    table = Table(1000, 0, 0, up="B").banks("B", 1000).calm()
    assert left_behind(table) == "C"


def test_the_left_behind_die_enters_once() -> None:
    table = Table(1000, 1000, 0, left_behind="A").play("A roll", "A pass: 522346", "A keep 5 bank").calm()
    assert left_behind(table) == "A", "C is the last without a scored turn, but the die is out already"


def test_a_turn_zeroed_by_prove_it_leaves_two_players_behind() -> None:
    table = Table(1000, 0, 0, up="B", immunity="").banks("B", 1000).play("A prove-it: 1")
    assert left_behind(table) is None


def test_r28_a_player_thrown_back_to_nothing_is_not_the_one_left_behind() -> None:
    table = Table(0, 0, 0, opened="A", up="B").banks("B", 1000)
    assert left_behind(table) == "C"
    reset = Table(0, 1000, 1000, opened="ABC").busts("A").calm()
    assert left_behind(reset) is None


@pytest.mark.parametrize(
    ("players", "die", "skipped", "plays"),
    [
        (3, 4, "BCAB", "C"),
        (3, 3, "BCA", "B"),
        (3, 1, "B", "C"),
        (3, 6, "BCABCA", "B"),
        (4, 4, "BCDA", "B"),
        (5, 4, "BCDE", "A"),
        (6, 4, "BCDE", "F"),
        (6, 6, "BCDEFA", "B"),
    ],
)
def test_r27_as_many_players_as_the_die_shows_are_skipped_round_the_table(
    players: int, die: int, skipped: str, plays: str
) -> None:
    table = Table(*[0] * players, up="B", left_behind="A").play("B roll")
    assert (table.phase, table.asked, table.offers("A")) == ("left-behind", "A", {"left-behind", "pass"})
    table.play(f"A left-behind: {die}")
    assert (table.phase, table.up, table.asked) == ("start", plays, plays)
    assert left_behind(table) == "B", "the first player skipped has it now"
    assert "".join(event["by_seat"] for event in table.happened("skipped")) in (skipped, "")


def test_play_goes_on_clockwise_from_whoever_plays() -> None:
    table = Table(*[0] * 4, up="B", left_behind="A").play("B roll", "A left-behind: 2", "D roll: 111346")
    table.play("D keep 111 roll: 236")
    assert table.up == "A"


def test_r27_the_holder_may_skip_the_own_turn_and_keeps_the_die() -> None:
    table = Table(0, 0, 0, up="A", left_behind="A").play("A roll")
    assert (table.phase, table.asked) == ("left-behind", "A")
    table.play("A left-behind: 2")
    assert (table.up, left_behind(table)) == ("C", "A")


def test_the_left_behind_die_is_used_only_once_before_a_turn_is_taken() -> None:
    table = Table(0, 0, 0, left_behind="C").play("A roll", "C left-behind: 1")
    assert table.view["left_behind"] == {"holder": 0, "used": True}
    table.play("B roll: 111346", "B keep 111 roll: 236", "C roll")
    assert (table.phase, table.asked) == ("left-behind", "A"), "after a turn it may be used again"


def test_the_holder_of_the_left_behind_die_may_wait() -> None:
    table = Table(0, 0, 0, left_behind="C").play("A roll", "C pass: 111346")
    assert left_behind(table) == "C"
    assert table.up == "A"


def test_the_new_player_may_still_play_bloodshed() -> None:
    table = Table(0, 2000, 0, left_behind="C").play("A roll", "C left-behind: 1")
    assert table.offers("B") == {"roll", "bloodshed"}


def test_a11_a_lost_turn_does_not_make_the_left_behind_die_free_again() -> None:
    table = Table(0, 0, 0, 0, up="A", left_behind="D", left_behind_used=True, lose_turn="A")
    assert table.up == "B"
    table.play("B roll: 111346")
    assert table.phase == "keep", "no turn was taken since the die was used"


# Both, and what bars them.


def test_r12_bloodshed_then_left_behind_then_zombie() -> None:
    table = Table(2000, 0, 0, zombie="B", left_behind="C")
    assert (table.phase, table.asked, table.offers("A")) == ("start", "A", {"roll", "bloodshed"})
    table.play("A roll")
    assert (table.phase, table.asked) == ("left-behind", "C")
    table.play("C pass")
    assert (table.phase, table.asked) == ("zombie", "B")
    table.play("B pass: 522346")
    assert (table.phase, table.asked) == ("keep", "A")


def test_r12_the_zombie_die_strikes_whoever_plays_after_a_skip() -> None:
    table = Table(0, 0, 0, zombie="A", left_behind="C").play("A roll", "C left-behind: 1")
    table.play("B roll")
    assert (table.phase, table.asked) == ("zombie", "A")
    table.play("A zombie: 3 115")
    assert zombie(table) == "B"


def test_r12_a_skipped_holder_of_the_zombie_die_may_become_the_one_to_play() -> None:
    table = Table(0, 0, 0, zombie="B", left_behind="C").play("A roll", "C left-behind: 1", "B roll: 522346")
    assert table.phase == "keep"


@pytest.mark.parametrize("die", [{"zombie": "C"}, {"left_behind": "C"}])
def test_bloodshed_in_progress_bars_both_special_dice(die: dict[str, str]) -> None:
    table = Table(2000, 0, 0, **die).play("A bloodshed: 522346")
    assert (table.phase, table.asked) == ("keep", "A")


@pytest.mark.parametrize(
    ("card", "owner"),
    [("lose_turn", "B"), ("lose_turn", "C"), ("double_next", "A"), ("double_next", "B"), ("double_next", "C")],
)
@pytest.mark.parametrize("die", ["zombie", "left_behind"])
def test_a10_a_battle_zone_card_of_anybody_bars_both_special_dice(card: str, owner: str, die: str) -> None:
    table = Table(0, 0, 0, **{die: "C", card: owner}).play("A roll: 522346")
    assert (table.phase, table.asked) == ("keep", "A")


def test_a10_the_bar_ends_with_the_last_card() -> None:
    table = Table(0, 0, 0, zombie="C", double_next="A").play("A roll: 223346", "B roll")
    assert (table.phase, table.asked) == ("zombie", "C")


def test_a10_a_lost_turn_gives_the_card_back_and_frees_the_dice() -> None:
    table = Table(0, 0, 0, zombie="A", lose_turn="B").play("A roll: 111346", "A keep 111 roll: 236")
    assert table.up == "C"
    table.play("C roll")
    assert (table.phase, table.asked) == ("zombie", "A")


def test_the_endgame_bars_both_special_dice() -> None:
    table = Table(9900, 0, 0, zombie="A", left_behind="C").play("A roll", "C pass: 666134", "A keep 666 bank")
    assert table.final is not None
    table.play("B roll: 522346")
    assert (table.phase, table.asked) == ("keep", "B")


def test_a_card_pending_in_an_earlier_turn_bars_nothing_later() -> None:
    table = Table(2000, 2000, 0, opened="ABC", zombie="C", immunity="")
    table.play("A roll", "C pass: 522346", "B prove-it", "A keep 5 bank: 6", "B roll")
    assert (table.phase, table.asked) == ("zombie", "C")


def test_special_dice_are_part_of_no_game_of_two() -> None:
    table = Table(2000, 0).busts("A").busts("B").calm()
    table.play("A roll: 522346")
    assert table.phase == "keep"
