"""What is told: who, whose, which, and nothing that did not happen."""

from __future__ import annotations

from typing import Any

import pytest

from dicehouse.errors import IllegalOption
from dicehouse.games.dice_ocalypse.presentation.prompts import facts

from .table import Table


def said(table: Table, kind: str) -> list[str]:
    return [event.sentence("ABCDEF") for event in table.match.log() if event.kind == kind]


def test_who_throws_the_left_behind_die_before_the_own_turn_keeps_it() -> None:
    table = Table(0, 0, 0, up="A", left_behind="A").play("A roll", "A left-behind: 2")
    assert said(table, "left-behind") == ["A rolls 2 with the Left Behind die and keeps it."]
    other = Table(0, 0, 0, up="B", left_behind="A").play("B roll", "A left-behind: 2")
    assert said(other, "left-behind") == ["A rolls 2 with the Left Behind die, which goes to B."]


def test_collateral_damage_tells_what_was_lost_and_what_was_gained() -> None:
    table = Table(300, 1200, opened="AB", immunity="").busts("A").play("B collateral: 123 456")
    assert said(table, "collateral") == ["A rolls 6 against B's 15. The attack succeeds."]
    assert said(table, "score") == [
        "A loses 300 points (total 0): Collateral Damage (lost).",
        "B gains 1,000 points (total 2,200): Collateral Damage (won).",
    ]


def test_immunity_saves_its_owner_from_bloodshed_and_stops_other_cards() -> None:
    table = Table(2000, 2000, 2000).banks("A", 500, start="bloodshed").play("B immunity", "C decline")
    assert said(table, "immunity") == ["B uses Immunity and loses nothing to Bloodshed."]
    table = Table(2000, 2000, hands={"B": ["prove-it"]}).banks("A", 500).play("B prove-it", "A immunity")
    assert said(table, "immunity") == ["A uses Immunity and stops Prove It."]


def test_a_card_that_comes_too_late_has_an_owner() -> None:
    table = Table(9400, 2000).play("A roll: 666152", "B do-or-die", "A keep 1666 bank")
    assert said(table, "card-void") == ["B plays Do or Die too late: the target has been passed."]


@pytest.mark.parametrize(("die", "verdict"), [(3, "The turn scores nothing."), (4, "The turn counts double.")])
def test_the_die_of_double_or_nothing_names_its_card(die: int, verdict: str) -> None:
    table = Table(2000, 0, hands={"B": []}).banks("A", 300, str(die), double=True)
    assert said(table, "double") == [f"A rolls {die} for Double or Nothing. {verdict}"]


def test_a_six_of_the_zombie_die_leaves_no_dice() -> None:
    assert said(Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 6"), "zombie") == [
        "C rolls 6 with the Zombie die, which leaves A no dice."
    ]
    assert said(Table(0, 0, 0, zombie="C").play("A roll", "C zombie: 5 2"), "zombie") == [
        "C rolls 5 with the Zombie die, which leaves A 1 die."
    ]


def test_three_names_are_told_with_a_comma() -> None:
    table = Table(2300, 2300, 2300, 2300).play("A roll: 115234")
    assert table.match.prompt(0).title == "Player 2, Player 3 and Player 4 may play a card"


@pytest.mark.parametrize(
    ("options", "option", "why"),
    [
        ({}, "keep 33 bank", "you rolled no 3"),
        ({}, "keep 55 bank", "you rolled only one 5"),
        ({}, "keep 111 bank", "you rolled only 2 dice that show a 1"),
        ({}, "keep 2 bank", "not all of these dice score"),
        ({}, "keep 1 fly", "say 'roll' or 'bank' after the dice"),
        ({"keep_rule": "all_scoring"}, "keep 1 bank", "you must keep every die that scores"),
    ],
)
def test_a_refusal_says_what_was_thrown(options: dict[str, Any], option: str, why: str) -> None:
    table = Table(2300, 0, options=options, hands={"A": []}).play("A roll: 115224")
    with pytest.raises(IllegalOption, match=f"{option}': {why}"):
        table.match.play(0, option)


def test_hot_dice_that_must_be_thrown_again_cannot_be_banked() -> None:
    table = Table(2300, 0, options={"hot_dice": "must"}).play("A roll: 123456")
    with pytest.raises(IllegalOption, match="with hot dice you must roll again"):
        table.match.play(0, "keep 123456 bank")


@pytest.mark.parametrize(("exact", "target"), [(False, "more than 10,000"), (True, "10,000 or more")])
def test_the_target_is_told_as_the_table_plays_it(exact: bool, target: str) -> None:
    table = Table(0, 0, options={"exact_target": exact})
    assert dict(facts(table.view, ["Ana", "Ben"]))["Target"] == f"{target}; first score at least 1,000"
