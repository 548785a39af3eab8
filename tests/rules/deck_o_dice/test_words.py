"""What is told: who has which value, and what an ability did."""

from __future__ import annotations

from dicehouse.games.deck_o_dice.presentation.prompts import facts

from .table import Table


def said(table: Table, kind: str) -> list[str]:
    names = ["Ana", "Ben"]
    return [event.sentence(names) for event in table.match.log() if event.kind == kind]


def test_a_comparison_names_both_sides() -> None:
    assert said(Table(16, 20).duel("twent", "dwelve"), "compare") == ["Ana has 19, Ben has 7."]
    solo = Table(1, 2, solo=True).play("A dwelve")
    assert said(solo, "compare")[0].startswith("Ana has ")
    assert ", Dicey has " in said(solo, "compare")[0]


def test_what_a_defender_does_to_a_giant_is_told_of_the_attackers_value() -> None:
    assert said(Table(16, 14).duel("twent", "sparten"), "shield") == [
        "Ben's Sparten has a Shield, so the attacker gets 17 (house rule)."
    ]
    assert said(Table(16, 20).duel("twent", "quad"), "giant-killer") == [
        "Ben's Quad is a Giant-killer, so the attacker gets 0 (house rule)."
    ]


def test_a_last_card_is_one_card() -> None:
    left = "cubera|quad"
    table = Table(16, 20, left=left, half=2).duel("cubera", "quad")
    assert dict(facts(table.view("A"), ["Ana", "Ben"]))["Deck"] == "1 card"


def test_a_solo_player_is_not_told_that_an_open_card_is_a_secret() -> None:
    duel = Table(16, 20, 12).play("A diante", "B twent", "A look")
    assert duel.match.prompt(0).detail == "Only you see them. The other goes on top of the deck."
    solo = Table(24, 20, 12, 3, solo=True).play("A diante", "A look")
    assert solo.match.prompt(0).detail == "The other goes on top of the deck."
