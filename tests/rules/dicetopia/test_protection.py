"""Test Protection Tokens: 3.5, rulings R-14 to R-16, amendments M-05, M-06 and M-20."""

from __future__ import annotations

import pytest

from .table import NOTHING, Table

ADVANCED = {"protection_advanced": True}
BOTH = {"protection_advanced": True, "observatory_advanced": True}


def test_r14_a_token_binds_its_owner_too() -> None:
    for area in ("bank", "nethal", "gugu"):
        table = Table(boards=["p1 p2", "w1"], tokens=[[1], []]).play("A break out", f"A at {area} 1")
        offered = {offer for offer in table.offers("A") if "p1 1" in offer}
        assert not offered
        assert {offer for offer in table.offers("A") if "p1 2" in offer}


def test_r14_but_he_may_move_it_on_his_turn() -> None:
    table = Table(boards=["p1 p2", "w1"], tokens=[[1], []])
    assert table.offers("A", "token") == {"token 1 2"}
    table.play("A token 1 2")
    assert table.protected("A") == [2]
    table.play("A agent bank 1")
    assert "swap p1 1" in table.offers("A")
    assert "swap p1 2" not in table.offers("A")


def test_r14_only_on_his_turn() -> None:
    table = Table(boards=["p1 p2", "w1"], tokens=[[1], []], player="B", began="B", marker="B")
    assert table.asked == "B"
    assert not table.offers("B", "token")


def test_r15_a_token_stops_no_change_of_value() -> None:
    table = Table(boards=["p1", "w1"], tokens=[[1], []]).play("A break out", "A at market 1")
    assert "change p1 1" in table.offers("A")
    table = Table("navigators -", boards=["p1", "w1"], tokens=[[1], []]).play("A home turf")
    assert table.offers("A") == {"change 1"}
    table = Table("fukura -", boards=["p1", "w3"], tokens=[[1], [1]]).play("A agent agency 1", "A robin hood")
    assert table.offers("A") == {"lower p2 1"}
    assert "raise 1" in table.play("A lower p2 1").offers("A")


def test_a_token_stops_rerolls_by_anybody() -> None:
    table = Table("tuulu-priests -", boards=["p1", "w1 w2"], tokens=[[], [2]], **NOTHING | {"agency": "t1 t2"})
    assert table.play("A intervention").places("reroll") == {"agency 1", "agency 2", "p1 1", "p2 1"}


def test_one_token_a_die() -> None:
    table = Table(boards=["p1 p2 p3", "w1"], tokens=[[1, 2], []])
    assert table.offers("A", "token") == {"token 1 3", "token 2 3"}


# The advanced variant.


def test_r16_an_action_may_be_spent_on_taking_a_token_away() -> None:
    table = Table(boards=["p1", "w1 w2"], tokens=[[], [2]], options=ADVANCED).play("A agent nethal 1")
    assert table.offers("A", "unprotect") == {"unprotect p2 2"}
    left = table.view()["tokens"]
    table.play("A unprotect p2 2")
    assert table.protected("B") == []
    assert table.view()["tokens"] == left + 1
    assert (table.board("A"), table.board("B")) == ("p1 w1", "w1 w2"), "nothing else happens"
    assert table.up == "B"


def test_r16_not_without_the_variant() -> None:
    for area in ("nethal", "gugu", "bank"):
        table = Table(boards=["p1", "w1 w2"], tokens=[[], [2]]).play(f"A agent {area} 1")
        assert table.offers("A", "unprotect") == set()


def test_r16_never_an_own_token() -> None:
    for area in ("nethal", "gugu", "bank"):
        table = Table(boards=["p1 w3", "w1"], tokens=[[1], []], options=BOTH).play(f"A agent {area} 1")
        assert table.offers("A", "unprotect") == set()


def test_r16_the_airforce_could_have_rerolled_it() -> None:
    scene = {"boards": ["p1", "w1 w2"], "tokens": [[], [2]]}
    assert Table(options=ADVANCED, **scene).play("A agent gugu 1").offers("A", "unprotect") == {"unprotect p2 2"}
    rebalanced = Table(options=ADVANCED | {"neighbourhood_text": "rebalanced"}, **scene).play("A agent gugu 1")
    assert rebalanced.offers("A", "unprotect") == set(), "there it could not"


@pytest.mark.parametrize("area", ["agency", "waste", "congress", "market", "dome", "ravin"])
def test_r16_other_actions_have_nothing_to_do_with_it(area: str) -> None:
    table = Table(boards=["p1", "w1 w2"], tokens=[[], [2]], options=BOTH).play(f"A agent {area} 1")
    assert table.offers("A", "unprotect") == set()


def test_m05_a_removal_alone_does_not_make_an_action_possible() -> None:
    table = Table(boards=["p1", "w2"], tokens=[[], [1]], options=ADVANCED).play("A agent nethal 1")
    assert {"no action", "unprotect p2 1"} <= table.offers("A"), "a permission, no duty"
    table.play("A no action")
    assert table.protected("B") == [1]


def test_m05_the_syndicate_needs_an_own_die_to_swap() -> None:
    scene = {"boards": ["m1 p1", "w2"], "tokens": [[2], [1]], "options": ADVANCED}
    assert Table(**scene).play("A break out", "A at nethal 1").offers("A", "unprotect") == set()
    assert Table(**scene).play("A agent nethal 1").offers("A", "unprotect") == {"unprotect p2 1"}


def test_m05_the_observatory_needs_a_match_in_the_city() -> None:
    scene = {"tokens": [[], [1, 2]], "options": BOTH, **NOTHING, "bank": "t4 p5"}
    table = Table(boards=["p1", "w6 w5"], **scene).play("A agent bank 1")
    assert table.offers("A", "unprotect") == {"unprotect p2 2"}


def test_m05_never_a_joker() -> None:
    scene = {"boards": ["p1", "m5 w5"], "tokens": [[], [1, 2]], "options": BOTH}
    for area in ("gugu", "bank", "nethal"):
        assert Table(**scene).play(f"A agent {area} 1").offers("A", "unprotect") <= {"unprotect p2 2"}


def test_m05_the_hollows_do_not_react_to_it() -> None:
    table = Table("- hollows", boards=["p1", "w2"], tokens=[[], [1]], options=ADVANCED).play("A agent nethal 1")
    table.play("A unprotect p2 1")
    assert table.phase == "turn"


def test_m05_no_ability_takes_a_token() -> None:
    table = Table("tuulu-priests -", boards=["p1", "w2"], tokens=[[], [1]], options=BOTH).play("A intervention")
    assert table.offers("A", "unprotect") == set()


def test_m06_a_token_moves_once_a_turn() -> None:
    table = Table(boards=["p1 p2 p3", "w1"], tokens=[[1], []]).play("A token 1 3")
    assert table.offers("A", "token") == set()
    table.play("A agent gugu 1", "A stock teal up")
    assert table.up == "B", "and nothing keeps the turn open"


def test_m06_two_tokens_move_once_each() -> None:
    table = Table(boards=["p1 p2 p3 p4", "w1"], tokens=[[1, 2], []]).play("A token 1 3")
    assert table.offers("A", "token") == {"token 2 1", "token 2 4"}
    table.play("A agent gugu 1", "A stock teal up")
    assert table.phase == "end"
    table.play("A token 2 1")
    assert (table.protected("A"), table.up) == ([1, 3], "B")


def test_m06_the_first_placing_is_a_move_too() -> None:
    table = Table("conclave -", boards=["p1 p2", "w1"], spare_tokens=[1, 0]).play("A token 2")
    assert table.offers("A", "token") == set()


def test_m06_a_token_just_taken_stays_where_it_is() -> None:
    table = Table(boards=["p1 p2", "w1"], ravin="t1").play("A agent ravin 1", "A protect 1")
    assert (table.up, table.protected("A")) == ("B", [1])
    table.passes_to("A")
    assert table.offers("A", "token") == {"token 1 2", "token 1 3"}


def test_m06_tokens_move_again_next_turn() -> None:
    table = Table(boards=["p1 p2", "w1"], tokens=[[1], []]).play("A token 1 2", "A agent gugu 1", "A stock teal up")
    table.passes_to("A")
    assert "token 2 1" in table.offers("A")


def test_m20_a_joker_may_carry_a_token_without_effect() -> None:
    table = Table(boards=["m1", "w1"], ravin="t1").play("A break out", "A at ravin 1")
    assert "protect 1" in table.offers("A")
    assert table.play("A protect 1").protected("A") == [1]
