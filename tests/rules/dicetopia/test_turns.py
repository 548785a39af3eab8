"""Test rounds, turns and placing: section 2, rulings R-03, R-10 to R-13, R-22, R-41, and the amendments about turns."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import dicehouse

from .scoring import CITY
from .table import GAME, Table


@pytest.mark.parametrize("players", [2, 3, 6])
def test_r03_everybody_has_seven_turns(players: int) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        match = dicehouse.new(GAME, players=players, seed=seed)
        while not match.over:
            seat = rng.choice(match.acting())
            match.play(seat, rng.choice(match.options(seat)).id)
        sent = Counter(
            (event.seat, event.facts["piece"].split(":")[0]) for event in match.log() if event.kind == "send"
        )
        tentacle = [seat["faction"] == "tentacle-force" for seat in match.view()["seats"]]
        for seat in range(players):
            assert sent[seat, "thug"] == 1
            assert sent[seat, "agent"] == 6 - tentacle[seat]
            assert sent[seat, "tentacle"] == tentacle[seat]
        rounds = [event.facts["round"] for event in match.log() if event.kind == "round"]
        assert [each for each in rounds if each <= 7] == list(range(1, 8))


def test_r03_the_prison_is_the_only_way_where_nothing_else_is_left() -> None:
    table = Table(agents=[0, 3])
    assert table.offers("A") == {"break out"}
    table.play("A break out")
    assert "at agency 1" in table.offers("A")
    assert Table(agents=[1, 3], thugs=[1]).offers("A", "break") == set()


def test_an_agent_changes_places_with_a_die_that_keeps_its_value() -> None:
    table = Table(gugu="t4 p6 w1 w2 w3", boards=["w1 w2", "t1"]).play("A agent gugu 2")
    assert table.at("gugu 2") == "agent:0"
    assert table.board("A") == "w1 w2 p6"
    assert table.seat("A")["agents"] == 2
    assert table.phase == "action"


def test_pieces_only_go_where_a_die_lies() -> None:
    table = Table(agency="A b x - t1", market="A p1", springs="m4 - t2")
    assert {place for place in table.places("agent") if place.split()[0] == "agency"} == {"agency 5"}
    assert {place for place in table.places("agent") if place.split()[0] == "market"} == {"market 2"}
    assert {place for place in table.places("agent") if place.split()[0] == "springs"} == {"springs 1"}
    table.refuses("A agent agency 1", "A agent agency 3", "A agent agency 4")


def test_nothing_is_sent_into_the_stock_exchange_or_the_prison() -> None:
    areas = {place.split()[0] for place in Table(springs="m1").places("agent")}
    assert areas == {*CITY, "market", "dome", "ravin", "springs"}


def test_a_break_out_leaves_the_die_in_prison_and_brings_the_action() -> None:
    table = Table(bank="t4", boards=["p6", "w2"], agency="t1 t2 t3 t4 t5").play("A break out", "A at bank 1")
    assert table.at("bank 1") == "thug:0"
    assert table.view()["prison"] == {"thugs": [1], "dice": ["t4"]}
    assert table.board("A") == "p6"
    assert table.phase == "action"
    table.play("A swap p1 1", "A with agency 3")
    assert (table.board("A"), table.at("agency 3")) == ("t3", "p6")


def test_r10_an_action_that_is_possible_has_to_be_done() -> None:
    table = Table().play("A agent gugu 1")
    assert "no action" not in table.offers("A")
    assert {offer.split()[0] for offer in table.offers("A")} == {"reroll", "stock"}


def test_r10_what_is_impossible_is_left_out() -> None:
    table = Table(boards=["", ""]).play("A agent nethal 1")
    assert table.offers("A") == {"stock teal up", "stock purple up", "stock white up", "no action"}
    table.play("A no action")
    assert table.up == "B"


def test_r10_actions_may_be_free() -> None:
    table = Table(options={"actions_mandatory": False}).play("A agent gugu 1")
    assert {"no action", "reroll agency 1"} <= table.offers("A")
    table.play("A no action")
    assert table.up == "B"


def test_r11_the_stock_action_follows_a_thug_and_an_impossible_action() -> None:
    table = Table().play("A break out", "A at gugu 1", "A stock purple up")
    assert table.stock == (0, 1, 0)
    table = Table(boards=["", ""]).play("A agent nethal 1", "A stock teal up")
    assert table.stock == (1, 0, 0)


def test_r11_it_also_stands_for_the_action_of_a_location() -> None:
    for area in ("market", "dome", "ravin"):
        assert Table().play(f"A agent {area} 1", "A stock white up").stock == (0, 0, 1)


def test_r12_the_springs_are_the_whole_turn() -> None:
    table = Table(springs="m5 m2", boards=["t1", "w1"]).play("A agent springs 1")
    assert table.board("A") == "t1 m5"
    assert table.up == "B"
    assert table.phase == "turn"
    assert table.stock == (0, 0, 0)


@pytest.mark.parametrize("faction", ["zai", "fukura", "ewo-following", "haterz"])
def test_r12_no_power_stands_for_an_action_that_is_not_there(faction: str) -> None:
    table = Table(f"{faction} -", springs="m5", agency="A B").play("A agent springs 1")
    assert (table.up, table.phase) == ("B", "turn")


def test_r13_the_marker_counts_from_the_next_round_on() -> None:
    table = Table("- - - -", player="B", began="A", marker="A", round=2).play("B agent ravin 1", "B flag p4")
    assert table.view()["marker"] == 3
    order = ""
    for _ in range(6):
        order += table.up
        table.play(f"{order[-1]} agent {CITY[len(order) - 1]} 1")
        table.play(f"{order[-1]} stock teal {'up' if len(order) < 5 else 'down'}")
    assert order == "CDDABC"
    assert table.view()["round"] == 4


def test_r13_a_marker_given_twice_in_a_round_is_where_it_was_last() -> None:
    table = Table("- - -", player="A", began="A", marker="A").play("A agent ravin 1", "A flag p2")
    table.play("B agent ravin 2", "B flag p3", "C agent ravin 3", "C flag p3")
    assert table.up == "C"


def test_r22_abilities_are_open_before_the_piece_after_it_and_at_the_end() -> None:
    early = Table("navigators -", boards=["t1 p2", "w1"])
    assert "home turf" in early.offers("A")
    early.play("A home turf", "A change 1", "A value 6")
    assert early.phase == "turn"
    assert early.board("A") == "t6 p2"
    early.refuses("A home turf")

    between = Table("navigators -", boards=["t1 p2", "w1"]).play("A agent gugu 1")
    between.play("A home turf", "A change 3", "A value 4")
    assert between.phase == "action"
    assert between.board("A") == "t1 p2 w4"

    late = Table("navigators -", boards=["t1 p2", "w1"]).play("A agent gugu 1", "A stock teal up")
    assert (late.phase, late.offers("A")) == ("end", {"home turf", "end"})
    late.play("A home turf", "A change 2", "A value 1")
    assert (late.up, late.phase) == ("B", "turn")


def test_r22_a_turn_without_anything_left_ends_by_itself() -> None:
    table = Table().play("A agent gugu 1", "A stock teal up")
    assert (table.up, table.phase) == ("B", "turn")


def test_r41_a_turn_is_as_well_one_with_a_thug_and_one_to_a_location() -> None:
    table = Table(market="w1 w2", boards=["t1", "p1"]).play("A break out", "A at market 2")
    table.play("A change p1 1", "A value 6")
    assert table.board("A") == "t6"
    assert table.up == "B"


def test_the_round_runs_clockwise() -> None:
    table = Table("- - -", player="B", began="B", marker="B", round=1)
    order = ""
    for _ in range(6):
        order += table.up
        table.play(
            f"{table.up} agent {CITY[len(order) - 1]} 1", f"{order[-1]} stock teal {'up' if len(order) < 5 else 'down'}"
        )
    assert order == "BCABCA"


def test_m03_the_draft_goes_round_from_who_holds_the_marker_then() -> None:
    table = Table("- - -", player="C", began="A", marker="A", round=7, agents=[0, 0, 1], thugs=[], prison="t1 p2 w3")
    table.play("C agent ravin 1", "C flag p2")
    assert table.phase == "draft"
    order = ""
    while table.phase == "draft":
        order += table.asked
        table.play(f"{table.asked} {min(table.offers())}")
    assert "BCA".startswith(order) and len(order) >= 2


def test_m07_the_windows_stay_open_after_the_springs() -> None:
    table = Table("navigators -", springs="m5", boards=["t1", "w1"]).play("A agent springs 1")
    assert (table.phase, table.offers("A")) == ("end", {"home turf", "end"})
    tokens = Table("conclave -", springs="m5", boards=["t1", "w1"], spare_tokens=[1, 0]).play("A agent springs 1")
    assert tokens.offers("A") == {"token 1", "token 2", "end"}
    tokens.play("A token 2")
    assert tokens.protected("A") == [2]
    assert tokens.up == "B"


def test_m17_the_action_is_that_of_the_area_entered_wherever_the_piece_has_gone() -> None:
    table = Table("conspiracy -", gugu="t1 t2 t3 t4 t5", market="p1 p2").play("A agent gugu 2")
    table.play("A slip away", "A leave gugu 2", "A to market 1")
    assert (table.at("gugu 2"), table.at("market 1")) == ("p1", "agent:0")
    assert {offer.split()[0] for offer in table.offers("A")} == {"reroll", "stock"}
    gone = Table("skelletas -", nethal="t1 t2", boards=["p1", "w1"]).play("A agent nethal 1")
    gone.play("A sacrifice", "A sacrifice nethal 1", "A value 6")
    assert gone.offers("A", "swap") == {"swap p1 1", "swap p1 2"}


def test_a_moved_agent_brings_no_action() -> None:
    table = Table(waste="t1 t2", agency="B p6").play("A agent waste 1", "A move agency 1", "A with gugu 1")
    assert (table.up, table.phase) == ("B", "turn")
    assert (table.at("gugu 1"), table.at("agency 1")) == ("agent:1", "w1")
