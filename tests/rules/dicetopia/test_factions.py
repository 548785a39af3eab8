"""Test the factions of 4.1, part one: those that act before or after their action, or on another's turn."""

from __future__ import annotations

import pytest

from .scoring import CITY
from .table import NOTHING, Table

CLOSED = {"abilities_reach_locations": False}


def places_in(table: Table, start: str) -> set[str]:
    return {place.split()[0] for place in table.places(start)}


# Roamers.


def last_turn(factions: str = "roamers -", **position: object) -> Table:
    """Return a table where A begins the seventh round, and B ends it."""
    return Table(factions, agents=[1, 1], thugs=[], prison="t1 p2", round=7, marker="A", began="A", **position)


def test_faction_roamers_save_a_turn_for_the_very_end() -> None:
    table = last_turn()
    assert "last resort" in table.offers("A")
    table.play("A last resort")
    assert table.up == "B"
    table.play("B agent gugu 1", "B stock teal up")
    assert (table.up, table.phase, table.view()["round"]) == ("A", "turn", 8)
    table.play("A agent gugu 2", "A stock teal up")
    assert table.phase == "draft"


def test_faction_roamers_may_skip_any_turn_before_anything_else() -> None:
    table = Table("roamers -", boards=["t1 t2", "w1"], tokens=[[1], []])
    table.play("A token 1 2")
    table.refuses("A last resort")
    table.play("A agent gugu 1")
    table.refuses("A last resort")


def test_faction_roamers_skip_once() -> None:
    table = Table("roamers -").play("A last resort").passes_to("A")
    table.refuses("A last resort")
    assert table.seat("A")["ability"] == "used"
    assert table.seat("A")["agents"] == 3


def test_r03_a_skipped_turn_is_one_of_the_seven() -> None:
    table = last_turn().play("A last resort", "B agent gugu 1", "B stock teal up")
    assert table.seat("A")["agents"] == 1
    table.play("A agent gugu 2", "A stock teal up")
    assert table.seat("A")["agents"] == 0


def test_m18_the_saved_turn_may_be_hypnotised_and_not_saved_again() -> None:
    table = last_turn("roamers perceptioneers")
    assert table.phase == "skip"
    table.play("A last resort", "B agent gugu 1", "B stock teal up")
    assert (table.phase, table.asked) == ("hypnosis", "B")
    table.play("B hypnosis bank")
    assert {place.split()[0] for place in table.places("agent")} == {"bank"}
    table.refuses("A last resort")


def test_m18_a_marker_moved_in_the_saved_turn_counts_for_the_draft() -> None:
    table = last_turn().play("A last resort", "B agent gugu 1", "B stock teal up", "A agent ravin 1", "A flag p2")
    assert (table.phase, table.asked) == ("draft", "B")


# Shakra Pirates.


def test_faction_shakra_pirates_remove_a_city_die_and_its_space() -> None:
    table = Table("shakra-pirates -", agency="m5 A B a x").play("A exterminate")
    assert places_in(table, "destroy") == set(CITY)
    assert {place for place in table.places("destroy") if place.startswith("agency")} == {"agency 1"}, "M may go too"
    table.play("A destroy gugu 2")
    assert (table.at("gugu 2"), table.phase) == ("x", "turn")
    assert "agent gugu 2" not in table.offers("A")
    table.refuses("A exterminate")
    assert table.seat("A")["ability"] == "used"


def test_faction_shakra_pirates_act_on_their_own_turn_only() -> None:
    table = Table("shakra-pirates -", player="B", began="B", marker="B")
    assert table.asked == "B"
    assert not table.offers("B", "exterminate")
    late = Table("shakra-pirates -").play("A agent gugu 1", "A stock teal up")
    late.play("A exterminate", "A destroy bank 1")
    assert late.up == "B"


def test_r45_the_city_is_the_neighbourhoods() -> None:
    table = Table("shakra-pirates -", springs="m1 m2").play("A exterminate")
    assert places_in(table, "destroy") == set(CITY)


def test_faction_shakra_pirates_leave_a_dead_space_to_adjacency_and_count() -> None:
    table = Table("shakra-pirates -", agency="A p1 t1 t2 t3", missions=["dealers hackers"])
    now = {card["id"]: card["now"] for card in table.view("A")["hand"]}
    assert now == {"dealers": 3, "hackers": 3}
    table.play("A exterminate", "A destroy agency 2")
    now = {card["id"]: card["now"] for card in table.view("A")["hand"]}
    assert now == {"dealers": 0, "hackers": 3}, "the third space has not come nearer"
    assert table.area("agency")["dice"] == 6


# The Perceptioneers.


def test_faction_perceptioneers_name_where_another_has_to_go() -> None:
    table = Table("- perceptioneers", **{**NOTHING, "gugu": "t1 t2", "bank": "A x", "market": "p1"})
    assert (table.phase, table.asked) == ("hypnosis", "B")
    assert table.offers("B") == {"hypnosis gugu", "pass"}, "a Neighbourhood with a die; no Location"
    table.play("B hypnosis gugu")
    assert table.view()["hypnosis"] == "gugu"
    assert table.offers("A") == {"agent gugu 1", "agent gugu 2", "break out"}
    table.play("A break out")
    assert table.offers("A") == {"at gugu 1", "at gugu 2"}, "a Thug as well"
    table.play("A at gugu 2")
    assert {"reroll gugu 1", "stock teal up"} <= table.offers("A"), "the Action stays his"


def test_faction_perceptioneers_are_asked_until_they_have_done_it() -> None:
    table = Table("- perceptioneers -").play("B pass")
    table.play("A agent gugu 1", "A stock teal up")
    assert (table.phase, table.up) == ("turn", "B"), "nobody hypnotises himself"
    table.play("B agent gugu 2", "B stock teal up")
    assert (table.phase, table.up, table.asked) == ("hypnosis", "C", "B")
    table.play("B hypnosis agency", "C agent agency 1", "C stock teal up")
    assert (table.phase, table.up) == ("turn", "A"), "once a game"


def test_faction_perceptioneers_bind_one_placing() -> None:
    table = Table("- perceptioneers").play("B hypnosis gugu", "A agent gugu 1", "A stock teal up")
    assert table.view()["hypnosis"] is None
    table.play("B agent bank 1", "B stock teal up")
    assert {place.split()[0] for place in table.places("agent")} > {"gugu"}


def test_r26_the_skip_is_decided_before_hypnosis() -> None:
    table = Table("roamers perceptioneers")
    assert (table.phase, table.asked, table.offers()) == ("skip", "A", {"last resort", "play on"})
    table.play("A last resort")
    assert (table.up, table.phase) == ("B", "turn"), "no Hypnosis is lost on a turn that is not taken"
    assert table.seat("B")["ability"] == "unused"
    other = Table("roamers perceptioneers").play("A play on")
    assert (other.phase, other.asked) == ("hypnosis", "B")
    other.play("B hypnosis bank")
    other.refuses("A last resort")


def test_m01_an_ability_never_cancels_a_hypnosis() -> None:
    scene = {**NOTHING, "gugu": "t1", "bank": "p1 p2 A", "market": "w1"}
    pirates = Table("shakra-pirates perceptioneers", **scene).play("B hypnosis gugu", "A exterminate")
    assert pirates.offers("A") == {"destroy bank 1", "destroy bank 2"}
    pirates.play("A destroy bank 1", "A agent gugu 1")

    scene = {**scene, "gugu": "t1 B A"}
    slips = Table("conspiracy perceptioneers", **scene).play("B hypnosis gugu", "A slip away")
    slips.play("A leave bank 3")
    assert "to gugu 1" not in slips.offers("A")
    assert {"to bank 1", "to market 1"} <= slips.offers("A")
    stays = Table("conspiracy perceptioneers", **scene).play("B hypnosis gugu", "A slip away", "A leave gugu 3")
    assert "to gugu 1" in stays.offers("A"), "the die stays in the named Neighbourhood"


def test_m01_after_the_placing_the_hypnosis_is_over() -> None:
    scene = {**NOTHING, "gugu": "t1 t2", "bank": "p1"}
    table = Table("shakra-pirates perceptioneers", **scene).play("B hypnosis gugu", "A agent gugu 1", "A exterminate")
    assert "destroy gugu 2" in table.offers("A")


# Tuulu Priests.


def test_faction_tuulu_priests_reroll_one_die_twice_or_two_once() -> None:
    table = Table("tuulu-priests -", boards=["t1", "w2"], dice="53").play("A intervention")
    table.play("A reroll p2 1")
    assert (table.phase, table.board("B")) == ("intervene-again", "w5")
    table.play("A reroll p2 1")
    assert (table.board("B"), table.phase) == ("w3", "turn")
    table.refuses("A intervention")
    two = Table("tuulu-priests -", boards=["t1", "w2"], dice="53").play(
        "A intervention", "A reroll p2 1", "A reroll p1 1"
    )
    assert (two.board("A"), two.board("B")) == ("t3", "w5")


def test_faction_tuulu_priests_may_stop_after_one() -> None:
    table = Table("tuulu-priests -", dice="5").play("A intervention", "A reroll agency 1", "A enough")
    assert table.at("agency 1") == "w5"
    assert table.seat("A")["ability"] == "used"


def test_faction_tuulu_priests_reach_no_location_no_joker_no_token() -> None:
    scene = {**NOTHING, "agency": "t1 m2", "dome": "p1", "springs": "m1"}
    table = Table("tuulu-priests -", boards=["m1 p1", "w1 w2"], tokens=[[], [1]], **scene).play("A intervention")
    assert table.offers("A") == {"reroll agency 1", "reroll p1 2", "reroll p2 2"}


def test_faction_tuulu_priests_have_nothing_to_do_without_a_die() -> None:
    table = Table("tuulu-priests -", boards=["m1", ""], **{**NOTHING, "market": "t1"})
    assert table.offers("A", "intervention") == set()


# The Conspiracy.


def test_faction_conspiracy_slips_away_from_anywhere_to_anywhere() -> None:
    table = Table("conspiracy -", agency="A B a t1", dome="A t2", springs="m1 m2", card="t1 t1 t1").play("A slip away")
    assert table.offers("A") == {"leave agency 1", "leave dome 1"}, "own Agents, no Thug"
    table.play("A leave dome 1")
    assert {place.split()[0] for place in table.places("to")} == {*CITY, "market", "dome", "ravin", "springs"}
    table.play("A to bank 3")
    assert (table.at("dome 1"), table.at("bank 3"), table.phase) == ("w1", "agent:0", "turn")
    table.refuses("A slip away")


def test_faction_conspiracy_brings_no_action_and_wakes_nobody() -> None:
    table = Table("conspiracy hollows", agency="A t1").play("A agent gugu 1", "A stock teal up", "A slip away")
    table.play("A leave agency 1", "A to nethal 1")
    assert (table.up, table.phase) == ("B", "turn")


def test_faction_conspiracy_needs_an_agent_out_there() -> None:
    assert Table("conspiracy -", agency="B a").offers("A", "slip") == set()
    assert Table("conspiracy -", agency="B a").play("A agent gugu 1").offers("A", "slip") == {"slip away"}


def test_r43_dice_on_spaces_only_jokers_too() -> None:
    table = Table("conspiracy -", agency="A", springs="m1 - t3", prison="t6", card="p6 p5 p4", boards=["p1", "w6"])
    table.play("A slip away", "A leave agency 1")
    assert {"to springs 1", "to springs 3"} <= table.offers("A")
    table.play("A to springs 1")
    assert table.at("agency 1") == "m1"
    assert table.area("agency")["dice"] == 1, "it keeps its value"


def test_r21_abilities_reach_the_locations() -> None:
    scene = {"agency": "A", "dome": "A B t1"}
    assert "leave dome 1" in Table("conspiracy -", **scene).play("A slip away").offers("A")
    assert "sacrifice dome 1" in Table("skelletas -", **scene).play("A sacrifice").offers("A")
    assert "first dome 2" in Table("zai -", **scene).play("A agent gugu 1", "A alpha").offers("A")


def test_m15_unless_that_is_switched_off() -> None:
    scene = {"agency": "A B", "dome": "A B t1", "options": CLOSED}
    slip = Table("conspiracy -", **scene).play("A slip away")
    assert slip.offers("A") == {"leave agency 1"}
    assert places_in(slip.play("A leave agency 1"), "to") <= set(CITY)
    assert Table("skelletas -", **scene).play("A sacrifice").offers("A") == {"sacrifice agency 1"}
    zai = Table("zai -", **scene).play("A agent gugu 1", "A alpha")
    assert zai.offers("A") == {"first agency 1", "first agency 2", "first gugu 1"}
    alone = {"dome": "A B t1", "options": CLOSED}
    assert Table("conspiracy -", **alone).offers("A", "slip") == set()


# Skelletas.


def test_faction_skelletas_turn_an_agent_into_magmacorium() -> None:
    table = Table("skelletas -", agency="A B a", boards=["t1", "w1"]).play("A sacrifice")
    left = table.view()["magmacorium"]
    assert table.offers("A") == {"sacrifice agency 1"}
    table.play("A sacrifice agency 1")
    assert table.offers("A") == {f"value {face}" for face in range(1, 7)}
    table.play("A value 4")
    assert (table.board("A"), table.at("agency 1")) == ("t1 m4", "-")
    assert table.view()["magmacorium"] == left - 1
    table.refuses("A sacrifice", "A agent agency 1")


def test_faction_skelletas_need_the_supply_and_an_agent() -> None:
    full = "m1 m2 m3 m4 m5 m6"
    assert Table("skelletas -", agency="A", springs=full, boards=["t1", "m1"]).offers("A", "sacrifice") == set()
    assert Table("skelletas -", agency="A", springs=full).offers("A", "sacrifice") == {"sacrifice"}
    assert Table("skelletas -", agency="B a").offers("A", "sacrifice") == set()


def test_m25_a_space_emptied_in_the_city_is_just_empty() -> None:
    table = Table("skelletas -", agency="A t4", gugu="A p2").play("A sacrifice", "A sacrifice agency 1", "A value 3")
    assert table.at("agency 1") == "-"
    assert table.area("agency")["strength"] == [0, 0]
    assert table.area("agency")["dice"] == 4
    table.play("A agent congress 1")
    assert "swap agency 1" not in table.offers("A")


def test_r23_the_magmacorium_comes_to_the_own_board() -> None:
    table = Table("skelletas -", agency="A", boards=["t1", "w1"]).play("A agent gugu 1", "A stock teal up")
    table.play("A sacrifice", "A sacrifice gugu 1", "A value 6")
    assert table.board("A") == "t1 w1 m6"
    assert table.at("gugu 1") == "-"
    assert table.up == "B"


# Navigators.


def test_faction_navigators_set_one_own_die() -> None:
    table = Table("navigators -", boards=["t1 m2 p3", "w1"]).play("A home turf")
    assert table.offers("A") == {"change 1", "change 3"}
    table.play("A change 3", "A value 6")
    assert table.board("A") == "t1 m2 p6"
    table.refuses("A home turf")


def test_faction_navigators_need_a_die_of_their_own() -> None:
    assert Table("navigators -", boards=["m2", "w1"]).offers("A", "home") == set()
    assert Table("navigators -", boards=["", "w1"]).offers("A", "home") == set()


def test_faction_navigators_wait_for_their_turn() -> None:
    table = Table("navigators -", player="B", began="B", marker="B").play("B agent gugu 1")
    assert table.asked == "B" and not table.offers("B", "home")


# Retorium Comradery.


def test_faction_retorium_comradery_draw_four_and_put_any_four_back() -> None:
    table = Table(
        "retorium-comradery -", missions=["armory clones", "slacker interest"], top="boom forgery snitch oddballs"
    )
    table.play("A connections")
    assert table.phase == "connect"
    assert table.hand("A") == sorted(["armory", "clones", "boom", "forgery", "snitch", "oddballs"])
    assert len(table.offers("A")) == 12
    table.play("A top armory", "A bottom boom", "A top snitch", "A bottom clones")
    assert table.hand("A") == ["forgery", "oddballs"]
    assert table.view("A")["known"]["top"] == ["snitch", "armory"]
    assert table.view("B")["known"]["top"] == []
    table.refuses("A connections")


def test_m11_a_later_card_lies_further_out() -> None:
    table = Table(
        "retorium-comradery -", missions=["armory clones", "slacker interest"], top="boom forgery snitch oddballs"
    )
    table.play("A connections", "A top armory", "A top clones", "A top boom", "A bottom forgery")
    table.play("A agent agency 1", "A draw")
    assert table.hand("A") == sorted(["snitch", "oddballs", "boom"])
    table.play("A return boom", "B agent agency 2", "B draw")
    assert table.hand("B") == sorted(["slacker", "interest", "clones"])
    assert table.view("A")["known"]["top"] == ["armory"]


def test_faction_retorium_comradery_keep_their_secret() -> None:
    table = Table(
        "retorium-comradery -", missions=["armory clones", "slacker interest"], top="boom forgery snitch oddballs"
    )
    table.play("A connections", "A top armory", "A top clones", "A bottom boom", "A bottom forgery")
    told = " ".join(event.text for event in table.match.log(1))
    assert not any(name in told for name in ("ARMORY", "CLONES", "BOOM", "FORGERY", "SNITCH", "ODDBALLS"))


def test_faction_retorium_comradery_draw_on_their_turn() -> None:
    table = Table("retorium-comradery -", player="B", began="B", marker="B")
    assert not table.offers(start="connections")
    late = Table("retorium-comradery -").play("A agent gugu 1", "A stock teal up")
    assert late.offers("A") == {"connections", "end"}


@pytest.mark.parametrize("faction", ["shakra-pirates", "tuulu-priests", "conspiracy", "skelletas", "navigators"])
def test_r22_once_a_game_abilities_fit_all_three_windows(faction: str) -> None:
    ability = {"shakra-pirates": "exterminate", "tuulu-priests": "intervention", "conspiracy": "slip away",
               "skelletas": "sacrifice", "navigators": "home turf"}[faction]  # fmt: skip
    table = Table(f"{faction} -", agency="A t1 t2")
    assert ability in table.offers("A")
    assert ability in table.play("A agent gugu 1").offers("A")
    assert table.play("A stock teal up").offers("A") == {ability, "end"}
    assert table.play("A end").up == "B"
