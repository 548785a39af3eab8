"""Test the factions of 4.1, part two: those that replace an Action or answer one, the permanent ones, and the two
reconstructed ones.
"""

from __future__ import annotations

import pytest

import dicehouse
from dicehouse.core import Seeded

from .table import GAME, NOTHING, Table, scored

LOST = {"reconstructed_factions": True}

# Ewo Following.


def test_faction_ewo_following_perform_any_action_instead() -> None:
    table = Table("ewo-following -", boards=["t1", "w1"], gugu="t4 t5").play("A agent gugu 1")
    table.play("A transcendence")
    performed = table.places("perform")
    assert performed >= {"agency", "waste", "congress", "bank", "nethal", "market", "dome", "ravin"}
    assert "springs" not in performed
    table.play("A perform market")
    assert table.offers("A") == {"change p1 1", "change p1 2"}, "it is that action now and nothing else"
    table.play("A change p1 2", "A value 6")
    assert table.board("A") == "t1 t6"
    assert table.up == "B"
    assert table.seat("A")["ability"] == "used"


def test_faction_ewo_following_only_offers_what_is_possible() -> None:
    scene = {**NOTHING, "gugu": "t4", "market": "p1"}
    table = Table("ewo-following -", boards=["m1", ""], **scene).play("A break out", "A at gugu 1", "A transcendence")
    assert table.places("perform") == {"agency", "dome", "ravin"}


def test_faction_ewo_following_not_after_a_location() -> None:
    for area in ("market", "dome", "ravin"):
        assert Table("ewo-following -").play(f"A agent {area} 1").offers("A", "trans") == set()


def test_faction_ewo_following_once_a_game() -> None:
    table = Table("ewo-following -").play("A agent gugu 1", "A transcendence", "A perform ravin", "A flag p1")
    table.passes_to("A")
    assert table.play("A agent gugu 2").offers("A", "trans") == set()


def test_r29_a_location_s_action_may_be_copied() -> None:
    table = Table("ewo-following -", boards=["t4", "w1"], card="t4 p1 w1", gugu="p6", dice=Seeded(2))
    table.play("A agent gugu 1", "A transcendence", "A perform dome", "A fight")
    assert table.seat("A")["parts"]["blood"] == 2


def test_m12_what_ewo_perform_is_an_action_and_wakes_the_hollows() -> None:
    table = Table("ewo-following hollows", boards=["t4", "w3"]).play("A agent agency 1", "A transcendence")
    table.play("A perform nethal", "A swap p1 1", "A with p2 1")
    assert (table.phase, table.asked) == ("adapt", "B")


# Hollows.


def test_faction_hollows_adapt_after_their_agent_was_moved() -> None:
    table = Table("- hollows", boards=["t1", "w1 p6 m3"], agency="B").play("A agent waste 1", "A move agency 1")
    table.play("A with bank 2")
    assert (table.phase, table.asked) == ("adapt", "B")
    assert table.offers("B") == {"adapt 1 up", "adapt 2 down", "pass"}, "within one to six, never a joker"
    table.play("B adapt 2 down")
    assert table.board("B") == "w1 p5 m3"
    assert table.up == "B"


def test_faction_hollows_may_leave_it() -> None:
    table = Table("- hollows", agency="B").play("A agent waste 1", "A move agency 1", "A with bank 2")
    board = table.board("B")
    assert table.play("B pass").board("B") == board
    assert table.phase == "turn"


def test_faction_hollows_adapt_every_time() -> None:
    table = Table("- hollows -", boards=["t1", "w1", "p1"])
    table.play("A agent nethal 1", "A swap p1 1", "A with p2 1", "B adapt 1 up")
    assert table.board("B") == "t2", "the die just received may be the one"
    table.play("B agent gugu 1", "B stock teal up", "C agent nethal 2", "C swap p3 1", "C with p2 1")
    assert table.phase == "adapt"


def test_r27_the_advanced_observatory_wakes_them() -> None:
    table = Table("- hollows", boards=["t1", "w3"], bank="t4 w5", options={"observatory_advanced": True})
    table.play("A agent bank 1", "A swap p2 1", "A with bank 2")
    assert (table.phase, table.asked) == ("adapt", "B")
    assert table.play("B adapt 1 up").board("B") == "w6"


def test_r27_nothing_else_does() -> None:
    rerolled = Table("- hollows", dice="3").play("A agent gugu 1", "A reroll p2 1")
    assert rerolled.phase == "turn"
    congress = Table("- hollows").play("A agent congress 1", "A swap agency 1", "A with bank 1")
    assert congress.phase == "turn"
    others = Table("- hollows -", agency="A C").play("A agent waste 1", "A move agency 2", "A with bank 1")
    assert others.phase == "turn"
    foreign = Table("- hollows -").play("A agent nethal 1", "A swap p1 1", "A with p3 1")
    assert foreign.phase == "turn"


def test_faction_hollows_do_not_answer_themselves() -> None:
    table = Table("hollows -", agency="A").play("A agent waste 1", "A move agency 1", "A with bank 1")
    assert (table.up, table.phase) == ("B", "turn")
    table = Table("hollows -").play("A agent nethal 1", "A swap p1 1", "A with p2 1")
    assert (table.up, table.phase) == ("B", "turn")


def test_faction_hollows_do_not_answer_abilities() -> None:
    zai = Table("zai hollows", agency="A B").play("A agent gugu 1", "A alpha", "A first agency 2", "A with gugu 1")
    assert (zai.up, zai.phase) == ("B", "turn")
    fukura = Table("fukura hollows").play("A agent gugu 1", "A robin hood", "A lower p2 2", "A raise 1")
    assert (fukura.up, fukura.phase) == ("B", "turn")


def test_faction_hollows_are_not_asked_where_nothing_can_change() -> None:
    table = Table("- hollows", boards=["t1", "m3"], agency="B").play(
        "A agent waste 1", "A move agency 1", "A with bank 2"
    )
    assert table.phase == "turn"


def test_m23_an_adaptation_changes_the_value() -> None:
    table = Table("- hollows", boards=["t1", "w4"], agency="B").play(
        "A agent waste 1", "A move agency 1", "A with bank 2"
    )
    assert table.offers("B") == {"adapt 1 up", "adapt 1 down", "pass"}


# Haterz.


def test_faction_haterz_may_move_two_cubes() -> None:
    table = Table("haterz -", stock=(1, 0, 5)).play("A agent gugu 1", "A stock teal up")
    assert (table.phase, table.stock) == ("stock", (2, 0, 5))
    assert table.offers("A") == {"stock purple up", "stock white down", "enough"}, "a different one, in any direction"
    table.play("A stock white down")
    assert (table.stock, table.up) == ((2, 0, 4), "B")


def test_faction_haterz_may_move_one() -> None:
    table = Table("haterz -").play("A agent gugu 1", "A stock teal up", "A enough")
    assert (table.stock, table.up) == ((1, 0, 0), "B")


def test_faction_haterz_do_so_again_and_again_but_nobody_else() -> None:
    table = Table("haterz -").play(
        "A agent gugu 1", "A stock teal up", "A enough", "B agent bank 1", "B stock white up"
    )
    assert table.up == "A"
    assert table.play("A agent gugu 2", "A stock teal up").phase == "stock"


# The Fukura.


def test_faction_fukura_take_from_one_and_give_to_themselves() -> None:
    table = Table("fukura - -", boards=["t1 m2 w6", "p1 p3 m4", "w2"]).play("A agent ravin 1", "A robin hood")
    assert table.offers("A") == {"lower p2 2", "lower p3 1"}
    table.play("A lower p3 1")
    assert table.offers("A") == {"raise 1", "raise 4"}
    table.play("A raise 1")
    assert (table.board("A"), table.board("C")) == ("t2 m2 w6 w1", "w1")
    assert table.up == "B"


@pytest.mark.parametrize("boards", [["t6", "p3"], ["t1", "p1"], ["m1", "p3"], ["t1", "m3"]])
def test_faction_fukura_need_both_halves(boards: list[str]) -> None:
    table = Table("fukura -", boards=boards).play("A break out", "A at gugu 1")
    assert table.offers("A", "robin") == set()


def test_r28_robin_hood_has_no_end() -> None:
    table = Table("fukura -", boards=["t1", "p6"])
    for area in ("ravin", "bank", "nethal"):
        table.play(f"A agent {area} 5", "A robin hood", "A lower p2 1", "A raise 1").passes_to("A")
    assert table.board("A").split()[0] == "t4"


def test_faction_fukura_do_it_instead_of_the_action() -> None:
    table = Table("fukura -")
    assert table.offers("A", "robin") == set()
    table.play("A agent gugu 1")
    assert {"robin hood", "reroll gugu 2", "stock teal up"} <= table.offers("A")
    assert table.play("A robin hood", "A lower p2 2", "A raise 1").up == "B"


def test_m23_robin_hood_changes_both_values() -> None:
    table = Table("fukura -", boards=["t6 t5", "p1 p2"]).play("A agent gugu 1", "A robin hood")
    assert table.offers("A") == {"lower p2 2"}
    assert table.play("A lower p2 2").offers("A") == {"raise 2", "raise 3"}


# Tentacle Force.


def test_faction_tentacle_force_have_five_agents_and_a_thug() -> None:
    for seed in range(200):
        match = dicehouse.new(GAME, players=6, seed=seed)
        for seat in match.view()["seats"]:
            if seat["faction"] == "tentacle-force":
                assert (seat["agents"], seat["tentacle"], seat["thug"]) == (5, True, True)
                return
    raise AssertionError("never dealt")


def test_faction_tentacle_force_send_the_tentacle_like_an_agent() -> None:
    table = Table("tentacle-force -", gugu="t4", boards=["p1", "w1"])
    assert "tentacle" in table.offers("A")
    table.play("A tentacle")
    assert table.phase == "place"
    table.play("A at gugu 1")
    assert (table.at("gugu 1"), table.board("A")) == ("tentacle:0", "p1 t4"), "the die comes to the Faction Board"
    assert table.phase == "action"
    assert not table.seat("A")["tentacle"]
    table.play("A stock teal up").passes_to("A")
    assert "tentacle" not in table.offers("A")


def test_faction_tentacle_force_still_break_their_thug_out() -> None:
    table = Table("tentacle-force -", agents=[0, 3])
    assert table.offers("A") == {"tentacle", "break out"}


def test_r50_the_tentacle_is_half_an_agent_more_and_an_agent_for_missions() -> None:
    scene = {"agency": "tentacle:0 B", "gugu": "a", "missions": ["crowd-control spies"]}
    table = Table("tentacle-force -", **scene)
    assert table.area("agency")["strength"] == [1.5, 1.0]
    now = {card["id"]: card["now"] for card in table.view("A")["hand"]}
    assert now["crowd-control"] == 20, "it counts, the Thug from the prison does not"
    others = Table("tentacle-force -", agency="tentacle:0 tentacle:0 A").play("A agent waste 1")
    assert others.places("move") == {"waste 1", "agency 3"}, "otherwise it is a Thug"


def test_r50_no_ability_takes_a_thug_for_an_agent() -> None:
    table = Table("zai tentacle-force", agency="tentacle:1 b a A").play("A agent gugu 1", "A alpha")
    assert table.offers("A") == {"first agency 4", "first gugu 1"}


# The Conclave.


def test_faction_conclave_start_with_a_token() -> None:
    for seed in range(200):
        match = dicehouse.new(GAME, players=6, seed=seed)
        seats = match.view()["seats"]
        if any(seat["faction"] == "conclave" for seat in seats):
            assert [seat["tokens"] for seat in seats] == [int(seat["faction"] == "conclave") for seat in seats]
            assert match.view()["tokens"] == 6
            return
    raise AssertionError("never dealt")


def test_faction_conclave_place_it_once_they_own_a_die() -> None:
    table = Table("conclave -", boards=["", "w1"], spare_tokens=[1, 0])
    assert table.offers("A", "token") == set()
    table.play("A agent gugu 1")
    assert table.offers("A", "token") == {"token 1"}
    table.play("A token 1")
    assert (table.protected("A"), table.seat("A")["tokens"]) == ([1], 0)


def test_faction_conclave_wait_for_their_turn() -> None:
    table = Table("conclave -", player="B", began="B", marker="B", spare_tokens=[1, 0])
    assert table.asked == "B" and not table.offers(start="token")


# The Pagans.


def test_faction_pagans_get_five_more_for_the_wasteland() -> None:
    areas = {"dome": "A t3", "ravin": "A p2", "springs": "A m1", "market": "A w4", "agency": "A t1"}
    table = scored("pagans -", ["t1", "t2"], **areas)
    assert table.final[0]["domination"] == (3 + 5) + (2 + 5) + (1 + 5) + 4 + (5 + 1)
    assert scored("- -", ["t1", "t2"], **areas).final[0]["domination"] == 3 + 2 + 1 + 4 + 6


def test_faction_pagans_get_nothing_extra_for_ties() -> None:
    table = scored("pagans -", ["t1", "t2"], dome="A B t3", ravin="A A B p2")
    assert table.final[0]["domination"] == 3 + (2 + 5)


def test_m24_dominating_alone_is_enough_even_without_a_die() -> None:
    table = scored("pagans -", ["t1", "t2"], dome="A", springs="a")
    assert table.final[0]["domination"] == 10


# ZAI.


def test_faction_zai_swap_any_two_agents() -> None:
    table = Table("zai -", agency="A B a", dome="B t1").play("A agent gugu 1", "A alpha")
    assert table.offers("A") == {"first agency 1", "first agency 2", "first dome 1", "first gugu 1"}
    table.play("A first agency 2")
    assert table.offers("A") == {"with agency 1", "with dome 1", "with gugu 1"}, "of one player too"
    table.play("A with gugu 1")
    assert (table.at("agency 2"), table.at("gugu 1"), table.up) == ("agent:0", "agent:1", "B")


def test_faction_zai_do_it_once_and_instead_of_an_action() -> None:
    table = Table("zai -", agency="A B")
    assert table.offers("A", "alpha") == set()
    table.play("A agent market 1", "A alpha", "A first agency 1", "A with market 1").passes_to("A")
    assert table.play("A agent gugu 1").offers("A", "alpha") == set()


def test_faction_zai_need_two_agents() -> None:
    assert Table("zai -", agency="a b").play("A agent gugu 1").offers("A", "alpha") == set()


# Centauri Bureau.


def test_faction_centauri_bureau_choose_two_of_three_at_the_end() -> None:
    table = scored("centauri-bureau -", ["t1", "t2"], missions=["slacker smuggler less-is-more", "pacifist boom"])
    assert (table.phase, table.asked) == ("leave", "A")
    assert table.offers("A") == {"leave slacker", "leave smuggler", "leave less-is-more"}
    table.play("A leave smuggler")
    left = {card["id"]: card["left"] for card in table.view()["revealed"][0]}
    assert left == {"slacker": False, "smuggler": True, "less-is-more": False}
    assert table.final[0]["missions"] == 6 + 8


def test_faction_centauri_bureau_choose_before_anything_is_shown() -> None:
    table = scored("centauri-bureau -", ["t1", "t2"], missions=["slacker smuggler less-is-more", "pacifist boom"])
    assert table.view()["revealed"] is None
    assert [card["id"] for card in table.view("B")["hand"]] == ["pacifist", "boom"]


def test_faction_centauri_bureau_what_is_left_out_is_not_copied() -> None:
    table = scored("centauri-bureau -", ["p1", "p2 p3"], missions=["slacker smuggler less-is-more", "copycat boom"])
    table.play("A leave smuggler")
    assert table.stars("B")["copycat"] == 6, "SLACKER, not SMUGGLER"


def test_faction_centauri_bureau_stay_at_three_cards_in_the_agency() -> None:
    table = Table("centauri-bureau -", missions=["slacker smuggler less-is-more"], top="boom").play("A agent agency 1")
    table.play("A draw")
    assert len(table.hand("A")) == 4
    assert len(table.play("A return slacker").hand("A")) == 3


# Dangmer Program.


def test_faction_dangmer_program_copy_a_value_or_a_colour_from_the_right() -> None:
    table = scored("dangmer-program - -", ["t1 p2 m3", "w5 w5", "p6 w2"])
    assert (table.phase, table.asked) == ("clone", "A")
    assert table.offers("A") >= {"clone 1 as 6", "clone 1 as 2", "clone 1 as purple", "clone 1 as white", "pass"}
    for wrong in ("clone 1 as 5", "clone 3 as 6", "clone 3 as white", "clone 1 as 3"):
        table.refuses(f"A {wrong}")
    table.play("A clone 1 as 6")
    assert table.board("A") == "t6 p2 m3"
    assert table.final[0]["dice"] == 11


def test_r24_the_stock_has_been_paid_before_cloning() -> None:
    table = scored("dangmer-program -", ["t1 t1", "w5 w5"], stock=(5, 0, 5), missions=["snitch money-laundry"])
    table.play("A clone 1 as white")
    assert table.final[0]["stock"] == 6
    assert table.stars("A") == {"snitch": 3, "money-laundry": 3}


def test_faction_dangmer_program_changes_what_others_score_as_well() -> None:
    table = scored("dangmer-program -", ["t1 t1", "p5 w5"], missions=["slacker interest", "gun-nut boom"])
    table.play("A clone 1 as purple")
    assert table.stars("B")["gun-nut"] == 4


def test_faction_dangmer_program_may_name_any_colour_of_a_joker_and_its_value() -> None:
    table = scored("dangmer-program -", ["t1 t1", "m4"])
    changes = {"4", "purple", "white"}
    assert table.offers("A") == {f"clone {slot} as {what}" for slot in (1, 2) for what in changes} | {"pass"}
    table.play("A pass")
    assert table.board("A") == "t1 t1"


def test_faction_dangmer_program_is_not_asked_without_a_die_to_change() -> None:
    assert scored("dangmer-program -", ["m1 m2", "m4"]).match.over


def test_r47_the_right_is_who_sits_before() -> None:
    table = scored("- dangmer-program -", ["t6", "p1", "w3"])
    assert "clone 1 as 6" in table.offers("B")
    assert "clone 1 as 3" not in table.offers("B")


# The two reconstructed factions.


def test_r25_banxa_cancel_an_action_once() -> None:
    table = Table("- banxa-corporation", options=LOST, boards=["p1", "w1"]).play("A agent gugu 1")
    assert (table.phase, table.asked, table.offers("B")) == ("cancel", "B", {"cancel", "pass"})
    table.play("B cancel")
    assert table.up == "B"
    assert (table.at("gugu 1"), table.board("A")) == ("agent:0", "p1 w1"), "the placing stays"
    table.play("B agent bank 1", "B stock teal up", "A agent gugu 2")
    assert table.phase == "action"


def test_r25_banxa_may_wait() -> None:
    table = Table("- banxa-corporation", options=LOST, springs="m1").play("A agent gugu 1", "B pass")
    assert (table.phase, table.asked) == ("action", "A")
    springs = Table("- banxa-corporation", options=LOST, springs="m1").play("A agent springs 1")
    assert springs.phase == "turn", "there is nothing to cancel"


def test_r25_a_cancelled_action_cancels_no_ability() -> None:
    table = Table("navigators banxa-corporation", options=LOST).play("A agent gugu 1", "B cancel")
    assert table.offers("A") == {"home turf", "end"}
    zai = Table("zai banxa-corporation", options=LOST, agency="A B").play("A agent gugu 1", "B cancel")
    assert zai.seat("A")["ability"] == "unused"


def test_r25_a_blockade_lets_nobody_dominate() -> None:
    scene = {"agency": "A t4", "gugu": "A B p2", "missions": ["infiltration spies", "sharing-is-caring boom"]}
    table = scored("blockade -", ["t1", "t2"], options=LOST, **scene)
    assert (table.phase, table.asked) == ("blockade", "A")
    assert len(table.offers("A")) == 7
    table.play("A blockade agency")
    assert table.final[0]["domination"] == 7
    assert table.stars("A") == {"infiltration": 0, "spies": 4}
    other = scored("blockade -", ["t1", "t2"], options=LOST, **scene).play("A blockade gugu")
    assert other.stars("B")["sharing-is-caring"] == 0
    assert other.final[0]["domination"] == 9
    none = scored("blockade -", ["t1", "t2"], options=LOST, **scene).play("A pass")
    assert none.final[0]["domination"] == 9 + 7
