"""Test the six Neighbourhood Actions in both texts, and the advanced Observatory Bank (3.1, 3.2, R-18, R-20, M-09)."""

from __future__ import annotations

import pytest

from dicehouse.core import Seeded

from .scoring import CITY
from .table import NOTHING, Table

REBALANCED = {"neighbourhood_text": "rebalanced"}
ADVANCED = {"observatory_advanced": True}


# The Agency.


@pytest.mark.parametrize("text", ["traditional", "rebalanced"])
def test_action_agency_draws_one_mission_and_puts_one_under_the_deck(text: str) -> None:
    table = Table(missions=["armory clones"], top="boom", options={"neighbourhood_text": text}).play("A agent agency 1")
    assert table.offers("A", "draw") == {"draw"}
    deck = table.view()["deck"]
    table.play("A draw")
    assert (table.phase, table.hand("A")) == ("return", ["armory", "boom", "clones"])
    assert table.offers("A") == {"return armory", "return boom", "return clones"}
    table.play("A return armory")
    assert table.hand("A") == ["boom", "clones"]
    assert table.view()["deck"] == deck
    assert "ARMORY" not in " ".join(event.text for event in table.match.log(1)), "face down"


def test_action_agency_may_give_the_drawn_card_back() -> None:
    table = Table(missions=["armory clones"], top="boom interest").play("A agent agency 1", "A draw", "A return boom")
    assert table.hand("A") == ["armory", "clones"]
    table.play("B agent agency 2", "B draw")
    assert "interest" in table.hand("B"), "it went to the bottom"


def test_r49_the_deck_never_runs_out() -> None:
    table = Table("- - - - - centauri-bureau")
    assert table.view()["deck"] == 60 - 13
    assert Table("- - - - - centauri-bureau", options={"scenario": "back-to-square-one"}).view()["deck"] == 59 - 13


def test_m21_forty_seven_cards_are_left_before_a_draw_at_six_players() -> None:
    table = Table("retorium-comradery - - - - centauri-bureau", dice=Seeded(1)).play("A connections")
    assert table.view()["deck"] == 43


# The Gugu Airforce.


def test_action_gugu_rerolls_a_die_of_the_city_or_of_anybody() -> None:
    areas = {**NOTHING, "gugu": "t4 p5", "bank": "w2 m3 A x", "market": "t1", "springs": "m1"}
    table = Table(boards=["t1 m2", "p6"], tokens=[[], []], dice="6", **areas).play("A agent gugu 1")
    assert table.places("reroll") == {"gugu 2", "bank 1", "p1 1", "p1 3", "p2 1"}, "no joker, nothing in a Location"
    table.play("A reroll p2 1")
    assert table.board("B") == "p6", "the same value may come again"
    assert table.happened("reroll") == [{"by": "A", "place": "p2-1", "was": "p6", "die": "p6"}]


def test_action_gugu_rerolls_in_the_city() -> None:
    table = Table(gugu="t4 p5", dice="3").play("A agent gugu 1", "A reroll gugu 2")
    assert table.at("gugu 2") == "p3"


def test_action_gugu_rebalanced_leaves_other_boards_alone() -> None:
    areas = {**NOTHING, "gugu": "t4 p5"}
    table = Table(boards=["t1", "p6"], options=REBALANCED, **areas).play("A agent gugu 1")
    assert table.places("reroll") == {"gugu 2", "p1 1", "p1 2"}


# Waste Management.


def test_action_waste_moves_any_agent_to_a_die_of_another_neighbourhood() -> None:
    areas = {**NOTHING, "waste": "t4 p5", "agency": "B a w2", "market": "B t1", "nethal": "m6"}
    table = Table(**areas).play("A agent waste 1")
    assert table.places("move") == {"waste 1", "agency 1"}, "the one just placed too, no Thug, nobody in the Market"
    table.play("A move agency 1")
    assert table.phase == "second"
    assert table.offers("A") == {"with waste 2", "with nethal 1"}
    table.play("A with waste 2")
    assert (table.at("agency 1"), table.at("waste 2")) == ("p5", "agent:1")


def test_action_waste_is_impossible_without_a_die_elsewhere() -> None:
    areas = {**NOTHING, "waste": "t4 p5 B", "market": "t1"}
    table = Table(**areas).play("A agent waste 1")
    assert table.offers("A", "move") == set()
    assert "no action" in table.offers("A")


def test_action_waste_with_a_thug_in_an_empty_city_is_impossible() -> None:
    areas = {**NOTHING, "waste": "t4", "agency": "p5 b"}
    table = Table(**areas).play("A break out", "A at waste 1")
    assert table.offers("A", "move") == set()
    assert "no action" in table.offers("A")


def test_action_waste_does_not_move_the_tentacle() -> None:
    areas = {**NOTHING, "waste": "t4 tentacle:0", "agency": "p5 p6"}
    table = Table("tentacle-force -", **areas).play("A agent waste 1")
    assert table.places("move") == {"waste 1"}


def test_action_waste_rebalanced_moves_only_own_agents() -> None:
    table = Table(waste="t4", agency="A B", options=REBALANCED).play("A agent waste 1")
    assert table.places("move") == {"waste 1", "agency 1"}


def test_r19_wasteland_management_is_waste_management() -> None:
    table = Table(waste="t4", dome="B t1 t2", ravin="B t3")
    names = {area["id"]: area["name"] for area in table.view()["areas"]}
    assert names["waste"].endswith("Waste Management")
    assert table.play("A agent waste 1").places("move") == {"waste 1"}, "who is in a Location stays there"


# Twilight Congress.


@pytest.mark.parametrize("text", ["traditional", "rebalanced"])
def test_action_congress_swaps_two_dice_of_two_neighbourhoods(text: str) -> None:
    areas = {**NOTHING, "congress": "t4 p5", "agency": "w2 B", "nethal": "m6", "market": "t1"}
    table = Table(options={"neighbourhood_text": text}, **areas).play("A agent congress 1")
    assert table.places("swap") == {"congress 2", "agency 1", "nethal 1"}
    table.play("A swap congress 2")
    assert table.offers("A") == {"with agency 1", "with nethal 1"}
    table.play("A with nethal 1")
    assert (table.at("congress 2"), table.at("nethal 1")) == ("m6", "p5")


def test_action_congress_needs_dice_in_two_neighbourhoods() -> None:
    areas = {**NOTHING, "congress": "t4 p5 w6", "dome": "t1"}
    table = Table(**areas).play("A agent congress 1")
    assert table.offers("A", "swap") == set()
    assert "no action" in table.offers("A")


# The Observatory Bank.


def test_action_bank_swaps_an_own_die_with_one_of_the_city() -> None:
    areas = {**NOTHING, "bank": "t4 p5", "agency": "w2 B", "market": "t1"}
    table = Table(boards=["m3 p1 p2", "w1"], tokens=[[3], []], **areas).play("A agent bank 1")
    assert table.places("swap") == {"p1 2", "p1 4"}, "no joker, no token; the die just collected may be used"
    table.play("A swap p1 2")
    assert table.offers("A") == {"with bank 2", "with agency 1"}
    table.play("A with agency 1")
    assert (table.board("A"), table.at("agency 1")) == ("m3 w2 p2 t4", "p1")


@pytest.mark.parametrize(("board", "tokens"), [("m3", [[]]), ("p1 m2", [[1]])])
def test_action_bank_needs_a_die_that_may_be_swapped(board: str, tokens: list[list[int]]) -> None:
    table = Table(bank="t1 t2", boards=[board, "w1"], tokens=[*tokens, []]).play("A break out", "A at bank 1")
    assert table.offers("A", "swap") == set()
    assert "no action" in table.offers("A")


def test_action_bank_needs_a_die_in_the_city() -> None:
    areas = {**NOTHING, "bank": "t4", "market": "t1 t2"}
    table = Table(**areas).play("A agent bank 1")
    assert "no action" in table.offers("A")


def test_action_bank_rebalanced_needs_a_match_in_colour_or_value() -> None:
    areas = {**NOTHING, "bank": "t4 p5", "agency": "w2 w5"}
    table = Table(boards=["p2 w6", "w5"], options=REBALANCED, **areas).play("A agent bank 1")
    assert table.places("swap") == {"p1 1", "p1 2"}, "t4 matches nothing there"
    table.play("A swap p1 1")
    assert table.offers("A") == {"with bank 2", "with agency 1"}


def test_r18_the_advanced_observatory_reaches_any_board_with_a_match() -> None:
    areas = {**NOTHING, "bank": "t4 p5", "agency": "w2"}
    table = Table("- - -", boards=["p2 t6", "w5 t1 m5", "w2 t3"], tokens=[[], [], [1]], options=ADVANCED, **areas)
    table.play("A agent bank 1")
    assert table.places("swap") == {"p1 1", "p2 1"}, "the others have no match, are jokers, or protected"
    table.play("A swap p2 1")
    assert table.offers("A") == {"with bank 2", "with agency 1"}
    table.play("A with bank 2")
    assert (table.board("B"), table.at("bank 2")) == ("p5 t1 m5", "w5")


def test_r18_without_a_pair_the_advanced_observatory_is_impossible() -> None:
    areas = {**NOTHING, "bank": "t4 p5"}
    table = Table(boards=["w6", "t1 m5"], options=ADVANCED, **areas).play("A agent bank 1")
    assert table.offers("A", "swap") == set()
    assert "no action" in table.offers("A")


def test_m09_a_joker_in_the_city_matches_everything_at_the_advanced_observatory() -> None:
    areas = {**NOTHING, "bank": "t4 m5"}
    table = Table(boards=["w6", "p1 m1"], options=ADVANCED, **areas).play("A agent bank 1")
    assert table.places("swap") == {"p1 1", "p1 2", "p2 1"}
    table.play("A swap p2 1", "A with bank 2")
    assert (table.board("B"), table.at("bank 2")) == ("m5 m1", "p1")


# The Nethal Syndicate.


def test_action_nethal_swaps_an_own_die_with_one_of_another_player() -> None:
    table = Table("- - -", nethal="t4", boards=["p1 m2", "w5 m6 w6", "t3"], tokens=[[1], [3], []])
    table.play("A agent nethal 1")
    assert table.places("swap") == {"p1 3"}
    table.play("A swap p1 3")
    assert table.offers("A") == {"with p2 1", "with p3 1"}
    table.play("A with p3 1")
    assert (table.board("A"), table.board("C")) == ("p1 m2 t3", "t4")


@pytest.mark.parametrize("boards", [["t1", ""], ["t1", "m4"]])
def test_action_nethal_needs_a_die_on_both_sides(boards: list[str]) -> None:
    table = Table(nethal="t4", boards=boards).play("A agent nethal 1")
    assert table.offers("A", "swap") == set()
    assert "no action" in table.offers("A")


def test_action_nethal_of_a_thug_needs_an_own_die() -> None:
    table = Table(nethal="t4", boards=["", "w1"]).play("A break out", "A at nethal 1")
    assert "no action" in table.offers("A")


def test_action_nethal_rebalanced_needs_a_match() -> None:
    table = Table(nethal="t4", boards=["p1 w6", "t6 p2"], options=REBALANCED).play("A agent nethal 1")
    assert table.places("swap") == {"p1 1", "p1 2", "p1 3"}
    table.play("A swap p1 1")
    assert table.offers("A") == {"with p2 2"}


def test_action_nethal_rebalanced_without_a_match_is_impossible() -> None:
    table = Table(nethal="t4", boards=["p1", "w6"], options=REBALANCED).play("A agent nethal 1")
    assert "no action" in table.offers("A")


def test_r20_the_printed_texts_are_played_unless_the_other_side_is_wanted() -> None:
    for text in ("traditional", "rebalanced"):
        areas = Table(options={"neighbourhood_text": text}).view()["areas"]
        assert all(area["line"] for area in areas if area["id"] in CITY)
    assert Table().view()["text"] == "traditional"
    lines = [
        {area["id"]: area["line"] for area in Table(options=options).view()["areas"]} for options in ({}, REBALANCED)
    ]
    differ = {area for area in CITY if lines[0][area] != lines[1][area]}
    assert differ == {"gugu", "waste", "bank", "nethal"}


def test_r02_actions_of_the_city_ignore_the_locations() -> None:
    dice = {"market": "t1 t2", "dome": "p1 p2", "ravin": "w1 w2", "springs": "m1 m2"}
    for area, first in (("gugu", "reroll"), ("congress", "swap"), ("waste", "move")):
        places = Table(**dice).play(f"A agent {area} 1").places(first)
        assert {place.split()[0] for place in places} <= {*CITY, "p1", "p2"}
