"""The five Act of War cards, their windows, and Immunity: section 5 and the rulings about it."""

from __future__ import annotations

import pytest

from dicehouse.errors import IllegalOption

from .table import CARDS, Table

AGAINST = {"prove-it", "do-or-die", "collateral"}


# Who may play, and when.


@pytest.mark.parametrize(("points", "asked"), [(0, False), (950, False), (1000, True), (6000, True)])
def test_a_card_needs_a_thousand_points(points: int, asked: bool) -> None:
    table = Table(2300, points, opened="AB").play("A roll: 115234")
    assert (table.asked == "B") is asked
    own = Table(points, 0, opened="AB")
    assert ("bloodshed" in own.offers("A")) is asked
    own.play("A roll: 115234")
    assert any(option.endswith("double") for option in own.offers("A")) is asked


def test_the_thousand_points_are_banked_ones() -> None:
    table = Table(950, 0, opened="AB").play("A roll: 111234")
    assert not any(option.endswith("double") for option in table.offers("A"))


def test_r9_each_card_has_its_own_moment() -> None:
    table = Table(2300, 2300, 0)
    assert table.offers("A") == {"roll", "bloodshed"}, "only Bloodshed, and only before the own first throw"
    assert table.asked == "A"
    table.play("A roll: 115234")
    assert (table.phase, table.asked) == ("react", "B")
    assert table.offers("B") == AGAINST | {"pass"}
    table.play("B pass")
    assert {option.split()[-1] for option in table.offers("A")} == {"roll", "bank", "double"}
    table.play("A keep 1 bank")
    assert (table.phase, table.asked) == ("react-end", "B")
    assert table.offers("B") == AGAINST | {"pass"}
    table.play("B pass")
    assert (table.up, table.offers("B")) == ("B", {"roll", "bloodshed"})


def test_only_cards_in_hand_are_offered_and_none_twice_in_a_game() -> None:
    table = Table(2300, 2300, hands={"A": [], "B": ["collateral", "do-or-die"]}, immunity="")
    assert table.offers("A") == {"roll"}
    table.play("A roll: 115234")
    assert table.offers("B") == {"collateral", "do-or-die", "pass"}
    table.play("B do-or-die", "A keep 5 bank: 6", "B roll: 223346", "A roll: 115234")
    assert table.offers("B") == {"collateral", "pass"}
    assert table.has_spent("B", "do-or-die")


def test_a_player_without_a_card_for_the_moment_is_not_asked() -> None:
    table = Table(2300, 2300, 2300, hands={"B": ["double", "bloodshed"], "C": ["prove-it"]})
    assert table.play("A roll: 115234").asked == "C"


def test_at_most_one_card_a_turn_by_whomever() -> None:
    table = Table(2300, 2300, 2300).play("A roll: 115234", "B do-or-die", "C pass")
    assert table.view["card_used"]
    assert (table.phase, table.asked) == ("keep", "A")
    assert not any(option.endswith("double") for option in table.offers("A"))
    table.play("A keep 1 roll: 15234")
    assert table.asked == "A", "no window after the second throw"
    table.play("A keep 1 bank")
    assert table.phase == "immunity", "and none after the turn"


def test_bloodshed_is_the_one_card_of_its_turn() -> None:
    table = Table(2300, 2300, immunity="").play("A bloodshed: 115234")
    assert (table.phase, table.asked) == ("keep", "A")
    assert not any(option.endswith("double") for option in table.offers("A"))
    table.play("A keep 1 bank")
    assert (table.phase, table.asked) == ("start", "B")


def test_the_next_turn_may_have_a_card_again() -> None:
    table = Table(2300, 2300, immunity="").banks("A", 100).play("B prove-it: 6")
    table.play("B roll: 115234")
    assert table.asked == "A"


def test_r10_no_card_by_anyone_on_a_doubled_turn() -> None:
    table = Table(2300, 2300, 2300, double_next="A")
    assert table.offers("A") == {"roll"}
    table.play("A roll: 115234")
    assert table.asked == "A"
    assert not any(option.endswith("double") for option in table.offers("A"))
    table.play("A keep 1 bank")
    assert (table.totals[0], table.phase, table.up) == (2500, "start", "B")
    assert table.offers("B") == {"roll", "bloodshed"}


def test_a10_battle_zone_cards_of_others_never_bar_a_war_card() -> None:
    table = Table(2300, 2300, 2300, lose_turn="C", double_next="B", immunity="")
    assert "bloodshed" in table.offers("A")
    table.play("A roll: 115234")
    assert table.asked == "BC"
    table.play("C collateral", "A keep 1 bank: 111 222")
    assert table.totals == (1400, 2300, 3300)


def test_a12_double_or_nothing_is_declared_only_at_a_choice_after_a_scoring_throw() -> None:
    table = Table(2300, 0)
    assert table.offers("A") == {"roll", "bloodshed"}
    table.play("A roll: 115234")
    assert {"keep 1 roll double", "keep 1 bank double"} <= table.offers("A")


# Reaction windows.


def test_a_window_opens_after_every_scoring_throw_and_once_after_the_turn() -> None:
    table = Table(2300, 2300)
    for line in ("A roll: 115234", "A keep 1 roll: 15234", "A keep 1 roll: 5234"):
        table.play(line)
        assert (table.phase, table.asked) == ("react", "B")
        table.play("B pass")
    table.play("A keep 5 bank")
    assert (table.phase, table.asked) == ("react-end", "B")
    table.play("B pass")
    assert table.phase == "start"


def test_every_eligible_opponent_is_asked_at_once() -> None:
    table = Table(2300, 2300, 500, 1000, 8000).play("A roll: 115234")
    assert table.asked == "BDE"
    table.play("D pass")
    assert table.asked == "BE"


def test_windows_only_at_the_end_of_the_turn_by_the_option() -> None:
    table = Table(2300, 2300, options={"reaction_windows": "end_only"}).play("A roll: 115234")
    assert table.phase == "keep"
    table.play("A keep 1 roll: 15234", "A keep 1 bank")
    assert (table.phase, table.asked) == ("react-end", "B")


def test_answers_are_sealed_until_all_are_in() -> None:
    plays = Table(2300, 2300, 2300, 2300).play("A roll: 115234", "B collateral")
    passes = Table(2300, 2300, 2300, 2300).play("A roll: 115234", "B pass")
    for reader in (None, 0, 2, 3):
        assert plays.match.view(reader) == passes.match.view(reader)
        assert [e.sentence([*"ABCD"]) for e in plays.match.log(reader)] == [
            e.sentence([*"ABCD"]) for e in passes.match.log(reader)
        ]
        assert plays.match.prompt(reader) == passes.match.prompt(reader)
    plays.play("CD pass")
    assert plays.view["card"] == {"kind": "collateral", "by": 1, "on": 0, "stake": 1000}


def test_a_pending_card_is_known_to_the_turn_player_when_choosing() -> None:
    table = Table(2300, 2300).play("A roll: 115234", "B prove-it")
    assert (table.phase, table.asked) == ("keep", "A")
    assert table.match.view(0)["card"] == {"kind": "prove-it", "by": 1, "on": 0}


def test_r33_prove_it_is_not_offered_after_a_bust() -> None:
    table = Table(2300, 2300).busts("A")
    assert (table.phase, table.asked) == ("react-end", "B")
    assert table.offers("B") == {"do-or-die", "collateral", "pass"}


def test_r33_with_nothing_but_prove_it_there_is_no_window_after_a_bust() -> None:
    table = Table(2300, 2300, hands={"B": ["prove-it"]}).busts("A")
    assert (table.phase, table.up) == ("start", "B")


# Cards played at the same time.


def both_play(*options: str, totals: tuple[int, ...] = (2300, 2300, 2300, 2300), **rules: str) -> Table:
    table = Table(*totals, options=rules, immunity="").banks("A", 100)
    return table.play("B prove-it", "C pass", "D do-or-die" + (f": {options[0]}" if options else ""))


def test_a1_those_who_did_not_play_name_who_was_first() -> None:
    table = both_play()
    assert (table.phase, table.asked) == ("vote", "AC")
    assert table.view["contenders"] == [1, 3]
    assert table.offers("A") == table.offers("C") == {"vote p2", "vote p4", "abstain"}
    table.play("A vote p4", "C vote p4: 2")
    assert table.has_spent("D", "do-or-die")
    assert table.holds("B", "prove-it"), "the loser takes the card back"


def test_a1_one_vote_and_an_abstention_decide() -> None:
    table = both_play().play("A abstain", "C vote p2: 6")
    assert table.has_spent("B", "prove-it")
    assert table.holds("D", "do-or-die")


def test_a1_a_tied_vote_is_rolled_off() -> None:
    table = both_play().play("A vote p2", "C vote p4: 35 2")
    assert table.has_spent("D", "do-or-die")
    assert [roll["purpose"] for roll in table.happened("roll-off")] == ["card", "card"]


def test_a1_with_nobody_voting_the_contenders_roll_until_one_is_highest() -> None:
    table = both_play().play("AC abstain: 44 33 21 5")
    assert table.has_spent("B", "prove-it")
    assert table.holds("D", "do-or-die")


def test_a1_the_turn_player_alone_votes_when_all_others_played() -> None:
    table = Table(2300, 2300, 2300, immunity="").banks("A", 100).play("B prove-it", "C collateral")
    assert table.asked == "A"
    table.play("A vote p2: 1")
    assert table.totals == (2300, 2300, 2300)


def test_a1_a_vote_without_points_counts_too() -> None:
    table = Table(2300, 2300, 0, 2300, immunity="").banks("A", 100).play("B prove-it", "D do-or-die")
    assert table.asked == "AC"


def test_a1_votes_are_sealed() -> None:
    one, other = both_play().play("A vote p2"), both_play().play("A vote p4")
    for reader in (None, 1, 2, 3):
        assert one.match.view(reader) == other.match.view(reader)


def test_a1_three_contenders_and_a_plurality() -> None:
    table = Table(*[2300] * 6, immunity="").banks("A", 100)
    table.play("B prove-it", "C do-or-die", "D collateral", "E pass", "F pass")
    assert table.asked == "AEF"
    table.play("A vote p3", "E vote p3", "F vote p2: 3")
    assert table.has_spent("C", "do-or-die")
    assert table.holds("B", "prove-it") and table.holds("D", "collateral")


def test_r13_by_the_option_the_contenders_roll_at_once() -> None:
    table = both_play("42 6", simultaneous="roll")
    assert table.has_spent("B", "prove-it")
    assert table.holds("D", "do-or-die")


def test_r13_only_the_tied_highest_roll_again() -> None:
    table = Table(*[2300] * 4, options={"simultaneous": "roll"}, immunity="").banks("A", 100)
    table.play("B prove-it", "C do-or-die", "D collateral: 525 36 111 111")
    assert table.has_spent("D", "collateral")
    assert table.totals == (1400, 2300, 2300, 3300)


def test_r13_a_tie_of_cards_in_mid_turn_leaves_the_winner_pending() -> None:
    table = Table(*[2300] * 3, options={"simultaneous": "roll"}).play("A roll: 115234", "B prove-it", "C do-or-die: 16")
    assert (table.phase, table.asked) == ("keep", "A")
    assert table.view["card"] == {"kind": "do-or-die", "by": 2, "on": 0}


# Prove It.


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_prove_it_takes_the_turn_on_one_to_three(die: int) -> None:
    table = Table(2300, 1200, immunity="").banks("A", 850).play(f"B prove-it: {die}")
    assert table.totals == (2300 if die <= 3 else 3150, 1200)
    assert table.has_spent("B", "prove-it")
    assert table.happened("prove") == [{"by_seat": "A", "die": die, "stands": die > 3}]


def test_prove_it_leaves_an_unopened_player_unopened() -> None:
    table = Table(0, 1200, immunity="").banks("A", 1000).play("B prove-it: 2")
    assert (table.totals, table.seat("A")["opened"]) == ((0, 1200), False)
    passed = Table(0, 1200, immunity="").banks("A", 1000).play("B prove-it: 5")
    assert (passed.totals, passed.seat("A")["opened"]) == ((1000, 1200), True)


def test_prove_it_is_no_first_throw_without_points() -> None:
    table = Table(2300, 1200, 0, immunity="").banks("A", 100).play("B prove-it: 1")
    assert table.view["zombie"]["holder"] is None


def test_a3_prove_it_comes_back_at_once_when_the_turn_busts() -> None:
    table = Table(2300, 1200, 2300).play("A roll: 112346", "B prove-it", "A keep 11 roll: 2346")
    assert (table.phase, table.up, table.asked) == ("start", "B", "B"), "no Immunity asked, no window at the end"
    assert table.holds("B", "prove-it")
    assert not table.has_spent("B", "prove-it")
    assert table.seat("A")["immunity"]
    assert table.happened("card-back") == [{"by_seat": "B", "card": "prove-it"}]


# Double or Nothing.


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_double_or_nothing(die: int) -> None:
    table = Table(2300, 0).banks("A", 400, str(die), double=True)
    assert table.totals[0] == (2300 if die <= 3 else 3100)
    assert table.has_spent("A", "double")
    assert table.happened("double") == [{"by_seat": "A", "die": die, "won": die > 3}]


def test_double_or_nothing_may_be_declared_before_rolling_on_and_shuts_out_every_other_card() -> None:
    table = Table(2300, 2300).play("A roll: 115234", "A keep 11 roll double: 1346")
    assert (table.phase, table.asked) == ("keep", "A")
    assert table.view["card"]["kind"] == "double"
    assert not any(option.endswith("double") for option in table.offers("A"))
    table.play("A keep 1 bank: 5")
    assert (table.totals[0], table.phase, table.up) == (2900, "start", "B")


def test_double_or_nothing_is_spent_without_a_die_after_a_bust() -> None:
    table = Table(2300, 2300).play("A roll: 115234", "A keep 11 roll double: 2346")
    assert (table.totals, table.phase, table.up) == ((2300, 2300), "start", "B")
    assert table.has_spent("A", "double")


def test_double_or_nothing_is_never_stopped_by_immunity() -> None:
    table = Table(2300, 2300).banks("A", 400, "6", double=True)
    assert table.phase == "start"
    assert table.who("immunity") == "AB"


# Do or Die.


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_do_or_die_takes_everything_on_a_one(die: int) -> None:
    table = Table(2300, 1200, immunity="").banks("A", 850).play(f"B do-or-die: {die}")
    assert table.totals == (0 if die == 1 else 3150, 1200)


def test_do_or_die_comes_after_the_score_was_added() -> None:
    table = Table(2300, 1200, immunity="").banks("A", 850).play("B do-or-die: 1")
    kinds = [event.kind for event in table.match.log()]
    assert kinds.index("score") < kinds.index("do-or-die")
    assert [score["source"] for score in table.happened("score")] == ["turn", "do-or-die"]
    assert [score["total"] for score in table.happened("score")] == [3150, 0]


def test_do_or_die_works_after_a_bust_too() -> None:
    pending = Table(2300, 1200, immunity="").play("A roll: 112346", "B do-or-die", "A keep 11 roll: 2346 1")
    assert pending.totals == (0, 1200)
    after = Table(2300, 1200, immunity="").busts("A").play("B do-or-die: 1")
    assert after.totals == (0, 1200)


def test_r34_the_challenged_player_throws_the_die_of_do_or_die() -> None:
    table = Table(2300, 1200, immunity="").banks("A", 850).play("B do-or-die: 4")
    assert table.happened("do-or-die") == [{"by_seat": "A", "die": 4, "hit": False}]


# Bloodshed.


def test_bloodshed_takes_the_turn_from_all_others_and_gives_its_player_nothing() -> None:
    table = Table(3000, 4000, 1300, immunity="").banks("A", 850, start="bloodshed")
    assert table.totals == (3000, 3150, 450)
    assert table.has_spent("A", "bloodshed")


def test_bloodshed_after_a_bust_takes_nothing_and_is_spent() -> None:
    table = Table(3000, 4000, immunity="").busts("A", start="bloodshed")
    assert table.totals == (3000, 4000)
    assert table.has_spent("A", "bloodshed")


def test_bloodshed_has_no_bank_minimum_and_opens_no_window() -> None:
    table = Table(3000, 4000, 5000, immunity="").play("A bloodshed: 522346")
    assert table.offers("A") == {"keep 5 roll", "keep 5 bank"}
    table.play("A keep 5 bank")
    assert (table.totals, table.up) == ((3000, 3950, 4950), "B")


def test_bloodshed_ends_no_game_and_starts_no_battle_zone_for_its_player() -> None:
    table = Table(9900, 4000, immunity="").banks("A", 500, start="bloodshed")
    assert (table.final, table.totals) == (None, (9900, 3500))
    table = Table(4900, 4000, immunity="").banks("A", 500, start="bloodshed")
    assert (table.happened("battle-zone"), table.totals) == ([], (4900, 3500))


def test_a8_immunity_is_not_asked_when_bloodshed_busted() -> None:
    table = Table(3000, 4000, 2000).busts("A", start="bloodshed")
    assert (table.phase, table.asked) == ("start", "B")
    assert table.who("immunity") == "ABC"


def test_r18_totals_stop_at_nothing() -> None:
    table = Table(3000, 400, 0, immunity="").banks("A", 850, start="bloodshed")
    assert table.totals == (3000, 0, 0)


def test_totals_go_below_nothing_only_by_the_option() -> None:
    options = {"negative_scores": True}
    table = Table(3000, 400, 0, immunity="", options=options).banks("A", 850, start="bloodshed")
    assert table.totals == (3000, -450, -850)
    table = Table(300, 2000, immunity="", options=options).banks("A", 100).play("B collateral: 111 666")
    assert table.totals == (-600, 3000)


def test_r17_immunity_against_bloodshed_protects_only_its_owner_asked_clockwise() -> None:
    table = Table(2000, 3000, 3000, 3000, up="C").banks("C", 400, start="bloodshed")
    assert (table.phase, table.asked) == ("immunity", "D")
    assert table.offers("D") == {"immunity", "decline"}
    table.play("D immunity")
    assert table.asked == "A"
    table.play("A decline")
    assert table.asked == "B"
    table.play("B immunity")
    assert table.totals == (1600, 3000, 3000, 3000)
    assert table.who("immunity") == "AC"
    assert table.up == "D"


# Collateral Damage.


@pytest.mark.parametrize(
    ("challenged", "aggressor", "hit"),
    [("111", "112", True), ("126", "333", True), ("234", "333", True), ("334", "333", False), ("666", "111", False)],
)
def test_collateral_damage(challenged: str, aggressor: str, hit: bool) -> None:
    table = Table(2300, 1200, immunity="").banks("A", 850).play(f"B collateral: {challenged} {aggressor}")
    assert table.totals == ((2150, 2200) if hit else (3150, 1200))
    (battle,) = table.happened("collateral")
    assert (battle["dice"], battle["against"]) in (
        ([*map(int, challenged)], [*map(int, aggressor)]),
        ([*map(int, aggressor)], [*map(int, challenged)]),
    )
    assert battle["hit"] is hit


def test_collateral_damage_works_after_a_bust_too() -> None:
    table = Table(2300, 1200, immunity="").busts("A").play("B collateral: 123 456")
    assert table.totals == (1300, 2200)


@pytest.mark.parametrize("total", [0, 300, 950])
def test_r19_the_challenged_stops_at_nothing_and_the_aggressor_gains_a_thousand(total: int) -> None:
    table = Table(total, 1200, opened="AB", immunity="").busts("A").play("B collateral: 123 456")
    assert table.totals == (0, 2200)


# Immunity and cancelled cards.


@pytest.mark.parametrize("card", sorted(AGAINST))
def test_immunity_stops_the_whole_card(card: str) -> None:
    table = Table(2300, 1200, 1500).play("A roll: 666152", f"B {card}", "A keep 666 bank")
    assert (table.phase, table.asked) == ("immunity", "A")
    assert table.offers("A") == {"immunity", "decline"}
    table.play("A immunity")
    assert table.totals == (2900, 1200, 1500)
    assert table.who("immunity") == "BC"
    assert (table.phase, table.up) == ("start", "B"), "the turn has had its one card, nobody else is asked"


@pytest.mark.parametrize("card", sorted(AGAINST))
def test_r15_a_cancelled_card_is_spent(card: str) -> None:
    table = Table(2300, 1200).play("A roll: 666152", f"B {card}", "A keep 666 bank", "A immunity")
    assert table.has_spent("B", card)
    crossing = Table(9900, 1200).play("A roll: 666152", f"B {card}", "A keep 666 bank")
    assert crossing.has_spent("B", card)
    assert crossing.happened("card-void") == [{"by_seat": "B", "card": card}]


def test_r16_immunity_is_asked_once_when_the_dice_of_the_turn_are_over() -> None:
    table = Table(2300, 1200).play("A roll: 115234", "B prove-it")
    assert table.phase == "keep"
    table.play("A keep 1 roll: 15234")
    assert table.phase == "keep"
    table.play("A keep 1 bank")
    assert (table.phase, table.asked) == ("immunity", "A")
    assert table.totals[0] == 2300, "before the points move"
    table.play("A decline: 6")
    assert table.totals[0] == 2500
    assert table.seat("A")["immunity"], "declining keeps the card"


def test_r16_immunity_answers_a_card_played_right_after_the_turn() -> None:
    table = Table(2300, 1200).banks("A", 850).play("B do-or-die")
    assert (table.phase, table.asked) == ("immunity", "A")
    table.play("A immunity")
    assert table.totals == (3150, 1200)


def test_immunity_is_asked_after_a_bust_where_the_card_still_acts() -> None:
    table = Table(2300, 1200).busts("A").play("B collateral")
    assert (table.phase, table.asked) == ("immunity", "A")
    table.play("A immunity")
    assert table.totals == (2300, 1200)


def test_immunity_works_once_a_game() -> None:
    table = Table(2300, 1200, hands={"B": ["prove-it", "do-or-die"]}).banks("A", 850)
    table.play("B prove-it", "A immunity").busts("B")
    table.calm().banks("A", 100).play("B do-or-die: 1")
    assert table.totals[0] == 0


def test_immunity_needs_no_points() -> None:
    table = Table(0, 1200).banks("A", 1000).play("B prove-it")
    assert table.asked == "A"
    table.play("A immunity")
    assert table.totals == (1000, 1200)


def test_immunity_is_no_help_against_special_dice_and_battle_zones() -> None:
    zombie = Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 3 115")
    assert (zombie.phase, len(zombie.view["dice"])) == ("keep", 3)
    battle = Table(4600, 0, 0).banks("A", 500, "23 13 56")
    assert (battle.phase, battle.who("lose_turn")) == ("start", "")
    assert battle.up == "C"


def test_no_card_may_be_played_out_of_its_moment() -> None:
    table = Table(2300, 2300).play("A roll: 115234")
    for card in ("double", "bloodshed", "immunity"):
        with pytest.raises(IllegalOption):
            table.match.play(1, card)
    table.play("B pass")
    for card in (*CARDS, "immunity"):
        with pytest.raises(IllegalOption):
            table.match.play(0, card)
