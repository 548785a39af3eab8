"""The amendments M1 to M9; the figures of M5 and M6 are measured in test_figures.py."""

from __future__ import annotations

import random
from itertools import product

import pytest

import dicehouse

from .lockstep import shuffled_cards
from .reference import CARDS, TYPES
from .table import Table


def test_m1_diante_is_asked_before_a_card_is_drawn() -> None:
    table = Table(16, 20).duel("diante", "quad")
    assert table.offers("A") == ["look", "decline"]
    assert table.roll("A") is None
    assert table.view()["deck"] == 24
    assert "draw" not in table.kinds


def test_m1_the_two_cards_are_seen_by_their_owner_alone() -> None:
    table = Table(16, 20).duel("diante", "quad").play("A look")
    assert table.view("A")["looked"] == [16, 20]
    for other in (None, "B"):
        assert table.view(other)["looked"] is None
        assert table.view(other)["sides"][0]["card"] is None
        seats = None if other is None else 1
        assert all(event.kind != "looked" for event in table.match.log(seats))
    assert [option.facts["card"] for option in table.match.options(0)] == [16, 20]


@pytest.mark.parametrize(("word", "taken", "back"), [("first", 16, 20), ("second", 20, 16)])
def test_m1_one_is_taken_openly_and_the_other_goes_back_on_top(word: str, taken: int, back: int) -> None:
    table = Table(16, 20, 12).duel("diante", "cubera").play("A look", f"A {word}")
    for reader in (None, "A", "B"):
        assert table.view(reader)["sides"][0]["card"] == taken
        assert table.view(reader)["sides"][1]["card"] == back, "the defender draws it"


def test_m1_as_defender_the_card_put_back_is_the_next_combats() -> None:
    table = Table(1, 16, 20, 12).duel("diante", "twent").play("A look", "A first")
    assert table.view("A")["top"] == 20 or table.view("A")["bottom"][0] == 20
    table.duel("quad", "sparten")
    assert table.rolls[1] == 20


def test_m1_declined_the_top_card_is_drawn_openly() -> None:
    table = Table(16, 20, 12).duel("diante", "cubera").play("A decline")
    for reader in (None, "A", "B"):
        assert table.view(reader)["sides"][0]["card"] == 16


def test_m1_in_solo_a_card_that_lay_open_stays_known_when_put_back() -> None:
    table = Table(5, 9, 20, left="diante quad|diante quad", solo=True).play("A diante")
    assert (table.attacker, table.roll("A")) == ("B", 9)
    assert table.kinds.count("shuffled") == 1
    table.play("A look", "A second")
    for reader in (None, "A"):
        assert table.view(reader)["top"] == 9


@pytest.mark.parametrize(("word", "mine", "meets"), [("first", 5, 16), ("second", 16, 5)])
def test_m1_in_solo_diceys_diante_sees_what_was_put_back(word: str, mine: int, meets: int) -> None:
    table = Table(22, 5, 16, left="diante quad|diante quad", solo=True).play("A diante")
    assert (table.attacker, table.offers("A")) == ("A", ["look", "decline"])
    table.play("A look")
    assert table.view("A")["looked"] == [5, 16]
    table.play(f"A {word}")
    assert table.rolls[0] == mine
    assert table.happened("look")[-1]["card"] == meets


def test_m1_in_solo_what_lay_open_is_kept_when_declined() -> None:
    table = Table(22, 10, 16, left="diante quad|diante quad", solo=True).play("A diante", "A decline")
    assert table.rolls[0] == 10


@pytest.mark.parametrize(("flipped", "attacker"), [(1, "A"), (11, "B")])
def test_m2_in_solo_the_flipped_card_goes_to_the_bottom(flipped: int, attacker: str) -> None:
    table = Table(15, 12, flipped, left="diante|diante", solo=True).play("A diante")
    assert CARDS[15][2] == CARDS[12][2]
    assert table.happened("flip") == [{"card": flipped, "d4": CARDS[flipped][0]}]
    assert table.attacker == attacker
    quads = Table(14, 17, flipped, left="quad|quad", solo=True).play("A quad")
    assert quads.deck[-1] == flipped
    assert quads.attacker == attacker


def test_m3_no_two_effects_meet() -> None:
    rng = random.Random(3)
    for mine, other in product(TYPES, TYPES):
        for _ in range(6):
            table = Table(*shuffled_cards(rng)).duel(mine, other)
            while table.phase != "choose":
                table.play(f"{table.asked} {rng.choice(table.offers(table.asked))}")
            assert len([kind for kind in table.kinds if kind in ("giant-killer", "shield")]) <= 1
            if "giant-killer" in table.kinds or "shield" in table.kinds:
                effect = table.by("giant-killer") + table.by("shield")
                assert effect != table.attacker


@pytest.mark.parametrize("card", [6, 8, 16, 19])
def test_m4_a_d10_mark_is_nothing_to_twent(card: int) -> None:
    assert Table(card, 1).duel("twent", "quad").rolls[0] == card
    assert Table(card, 1).duel("sparten", "quad").deck[-1] == card


@pytest.mark.parametrize("card", [2, 11, 13, 24])
def test_m4_a_d20_mark_is_nothing_to_sparten(card: int) -> None:
    assert Table(card, 1).duel("sparten", "quad").rolls[0] == card
    assert Table(card, 1).duel("twent", "quad").deck[-1] == card


@pytest.mark.parametrize(
    ("player", "dicey", "keeps"),
    [
        (6, 18, True),  # Dwelve has 12: a 6 is kept whatever it meets
        (12, 18, True),  # 6 against 6: Dwelve is stubborn and wins, the 6 is kept all the same
        (22, 17, False),  # 5 against 5 is not higher
        (3, 17, True),  # 5 against 4
        (8, 22, False),  # 4 against 4
    ],
)
def test_m7_diceys_cubera_compares_bare_numbers(player: int, dicey: int, keeps: bool) -> None:
    table = Table(dicey, player, 19, left="dwelve|cubera", solo=True).play("A dwelve")
    assert table.attacker == "A"
    assert bool(table.happened("keep")) == keeps
    assert bool(table.happened("reroll")) != keeps


def test_m7_stubborn_takes_the_six_that_was_kept() -> None:
    table = Table(18, 12, 19, left="dwelve|cubera", solo=True).play("A dwelve")
    assert table.values == (6, 6)
    assert table.won == "A"


def test_m8_dicey_draws_again_before_the_player_draws() -> None:
    table = Table(24, 16, 21, left="twent|twent", solo=True).play("A twent")
    assert table.rolls == (21, 16)
    assert table.deck[-1] == 24
    drawn = [kind for kind in table.kinds if kind in ("redraw", "draw")]
    assert drawn == ["redraw", "draw", "draw"]


def test_m9_diceys_diante_ends_all_knowledge_of_places() -> None:
    table = Table(10, 1, 4, left="sparten quad|diante quad", solo=True)
    assert table.deck[:3] == [10, 1, 4]
    table.play("A sparten")
    assert table.kinds.count("shuffled") == 1
    for reader in (None, "A"):
        view = table.view(reader)
        assert view["top"] is None
        assert view["bottom"] == []
        assert len(view["rest"]) == view["deck"] == 14
        assert 4 in view["rest"]


def test_m9_the_card_not_used_may_lie_anywhere() -> None:
    seen = set()
    for seed in range(60):
        table = Table(10, 1, 4, left="sparten quad|diante quad", solo=True, seed=seed).play("A sparten", "A quad")
        seen.add(table.happened("dicey-flip")[-1]["card"])
    assert len(seen) > 8


def test_m1_what_diante_puts_back_from_the_bottom_the_others_have_to_remember() -> None:
    """All cards have been seen on their way to the bottom; in memory mode the page tells nobody but Diante's owner."""
    words = ("A twent", "B diante", "B look", "B first")
    for memory, others in ((True, None), (False, 12)):
        table = Table(16, 20, 12, memory=memory).play(*words)
        assert [table.view(reader)["top"] for reader in (None, "A", "B")] == [others, others, 12]


def test_m1_while_diante_looks_the_two_cards_are_no_longer_in_its_owners_deck() -> None:
    match = dicehouse.new("deck-o-dice", players=2, seed=3, options={"memory": False})
    for seat, word in ((0, "twent"), (1, "diante"), (1, "look")):
        match.play(seat, word)
    own, other = match.view(1), match.view(0)
    unseen = own["deck"] - len(own["bottom"])
    assert len(own["rest"]) == unseen
    assert not set(own["rest"]) & set(own["looked"])
    assert set(other["rest"]) == {*own["rest"], *own["looked"]}, "to others they are among those not seen"
