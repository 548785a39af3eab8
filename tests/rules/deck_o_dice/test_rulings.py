"""The rulings where the rulebook is silent or contradicts itself, S1 to S26."""

from __future__ import annotations

import random

import pytest

import dicehouse
from dicehouse.errors import BadSetting
from dicehouse.games.deck_o_dice.rules import cards

from .lockstep import Lockstep, anything, shuffled_cards
from .reference import CARDS, TYPES
from .table import GAME, Table

PAIRS = [
    ("quad", "twent", (16, 14), "A", "B"),  # 3 fells 19
    ("quad", "dwelve", (18, 20), "A", "B"),  # 4 fells 11
    ("sparten", "twent", (23, 14), "-", "B"),  # 9 against 11 - 2
    ("sparten", "dwelve", (17, 14), "A", "B"),  # 9 against 10 - 2
    ("dwelve", "cubera", (22, 17), "A", "-"),  # 5 against 5
]


def test_s1_the_d8_is_called_diante() -> None:
    match = dicehouse.new(GAME, players=2, seed=1)
    assert [option.label for option in match.options(0)] == ["Quad", "Cubera", "Diante", "Sparten", "Dwelve", "Twent"]
    assert "Dante" not in str(match.game.tagline)


@pytest.mark.parametrize(("mine", "other", "deck", "proposed", "attested"), PAIRS)
def test_s2_the_lost_abilities_can_be_switched(
    mine: str, other: str, deck: tuple[int, int], proposed: str, attested: str
) -> None:
    for preset, winner in (("proposed", proposed), ("attested", attested)):
        table = Table(*deck, abilities=preset).duel(mine, other)
        while table.phase == "cubera":
            table.play(f"{table.asked} keep")
        assert table.won == winner
    assert dicehouse.new(GAME, players=2).settings["abilities"] == "proposed"


def test_s3_the_cards_are_data_and_any_others_are_checked() -> None:
    shown = dicehouse.new(GAME, players=2).view()["cards"]
    assert shown == {str(card): ["R" if x is None else x for x in row] for card, row in CARDS.items()}
    cards.check_cards(cards.CARDS)


def test_s4_a_reroll_mark_means_nothing_to_other_minions() -> None:
    marked = [card for card, row in CARDS.items() if None in row]
    for card in marked:
        for minion in ("quad", "cubera", "diante", "dwelve"):
            lone = Table(card, 1, left=f"{minion}|{minion}", half=2, solo=True)
            assert "redraw" not in lone.play(f"A {minion}").kinds


@pytest.mark.parametrize(
    ("deck", "left", "chosen", "side", "card"),
    [
        ((6, 8, 16, 19), "sparten twent|quad twent", ("sparten", "quad"), 0, 6),
        ((21, 6, 8, 16), "sparten quad|twent quad", ("sparten", "twent"), 0, 6),
        ((8, 6), "sparten|quad", ("sparten", "quad"), 0, 8),
        ((21, 8), "sparten|twent", ("sparten", "twent"), 0, 8),
        ((2, 11, 13, 24), "quad twent|twent quad", ("quad", "twent"), 1, 2),
    ],
)
def test_s5_any_number_of_cards_without_a_number_is_a_zero(
    deck: tuple[int, ...], left: str, chosen: tuple[str, str], side: int, card: int
) -> None:
    table = Table(*deck, left=left, half=2).duel(*chosen)
    assert table.happened("no-number") == [{"side": side, "card": card}]
    assert "redraw" not in table.kinds
    assert table.values[side] == 0
    assert table.rolls[side] == card
    assert table.match.over or table.deck == [each for each in deck if each not in table.rolls]


@pytest.mark.parametrize(("flipped", "attacker"), [(card, "A" if CARDS[card][0] in (1, 3) else "B") for card in CARDS])
def test_s6_seat_1_is_odd_and_seat_2_even(flipped: int, attacker: str) -> None:
    assert Table(flipped).duel("dwelve", "dwelve").attacker == attacker
    assert [side["parity"] for side in dicehouse.new(GAME, players=2).view()["sides"]] == ["odd", "even"]
    assert [side["parity"] for side in dicehouse.new(GAME, players=1).view()["sides"]] == ["odd", "even"]


def test_s7_roll_cards_lie_open_as_soon_as_they_are_drawn() -> None:
    table = Table(21, 4, 5).duel("twent", "cubera")
    for reader in (None, "A", "B"):
        mine, other = table.view(reader)["sides"]
        assert (mine["card"], mine["value"]) == (21, 20)
        assert (other["card"], other["value"]) == (4, 4)


def test_s8_only_cubera_and_diante_are_asked() -> None:
    assert Table().duel("cubera", "quad").offers("A") == ["reroll", "keep"]
    assert Table().duel("diante", "quad").offers("A") == ["look", "decline"]
    for mine in ("quad", "sparten", "dwelve", "twent"):
        for other in ("quad", "sparten", "dwelve", "twent"):
            assert len(Table().duel(mine, other).view()["results"]) == 1


def test_s9_to_take_the_first_of_two_is_to_draw() -> None:
    looked = Table(3, 7, 9).duel("diante", "quad").play("A look", "A first")
    drawn = Table(3, 7, 9).duel("diante", "quad").play("A decline")
    assert looked.rolls == drawn.rolls == (3, 7)
    assert looked.deck == drawn.deck
    other = Table(3, 7, 9).duel("diante", "quad").play("A look", "A second")
    assert other.rolls == (7, 3)


def test_s10_diante_before_a_single_card_just_draws() -> None:
    table = Table(3, 7, left="diante|twent", half=2).duel("diante", "twent")
    assert table.match.over
    assert table.rolls == (7, 3)
    assert "look" not in table.kinds


def test_s10_diante_attacking_in_the_last_combat_sees_both_cards() -> None:
    table = Table(3, 7, left="diante|quad", half=2).duel("diante", "quad")
    assert table.offers("A") == ["look", "decline"]
    assert table.play("A look", "A second").rolls == (7, 3)


def test_s11_cubera_is_not_asked_before_an_empty_deck() -> None:
    table = Table(3, 7, left="cubera|twent", half=2).duel("cubera", "twent")
    assert table.match.over
    assert table.rolls == (7, 3)
    attacking = Table(3, 7, left="cubera|quad", half=2).duel("cubera", "quad")
    assert attacking.offers("A") == ["reroll", "keep"]
    assert attacking.play("A reroll").rolls == (7, 3)


def test_s12_cubera_rerolls_once() -> None:
    table = Table(1, 7, 13, 19).duel("cubera", "quad").play("A reroll")
    assert table.rolls == (7, 13)
    assert len(table.happened("reroll")) == 1
    both = Table(22, 1, 7, 13).duel("cubera", "cubera")
    assert both.attacker == "B"
    both.play("B reroll")
    assert both.asked == "A"
    assert both.play("A reroll").rolls[1] == 7


@pytest.mark.parametrize("solo", [False, True])
def test_s13_a_defenders_effect_comes_after_both_draws(solo: bool) -> None:
    table = Table(16, 14, left="quad|twent", solo=solo).play("A quad", *(() if solo else ("B twent",)))
    after = table.kinds[table.kinds.index("attack") :] if not solo else table.kinds
    assert [kind for kind in after if kind in ("draw", "giant-killer", "compare")] == [
        "draw",
        "draw",
        "giant-killer",
        "compare",
    ]
    assert [facts["value"] for facts in table.happened("draw")] == [19, 3]


def test_s14_a_card_of_value_zero_is_won_all_the_same() -> None:
    lost = Table(6, 8, 16, 19, left="sparten twent|quad twent", half=2).duel("sparten", "quad")
    assert lost.gained("B") == {6, 8}
    assert sum(side["points"] for side in lost.view()["sides"]) == 22
    killed = Table(16, 14).duel("quad", "twent")
    assert killed.gained("A") == {14, 16}


def test_s15_the_deck_is_not_shuffled_between_the_halves() -> None:
    order = shuffled_cards(random.Random(15))
    table = Table(*order)
    for minion, other in zip(("quad", "sparten", "dwelve"), ("twent", "quad", "sparten"), strict=True):
        table.duel(minion, other)
    table.duel("twent", "dwelve").duel("cubera", "diante")
    table.play("B decline", "A keep").duel("diante", "cubera")
    before = table.play("A decline").deck
    table.play("B keep")
    assert (table.view()["half"], table.deck) == (2, before)
    assert table.offers("A") == list(TYPES)


def test_s16_hiding_what_was_played_changes_no_rule() -> None:
    for seed in range(10):
        games = [Lockstep.dealt(2, seed, memory=memory) for memory in (False, True)]
        for game in games:
            game.follow(anything(random.Random(seed)))
        assert games[0].match.actions == games[1].match.actions
        assert games[0].match.points() == games[1].match.points()


def test_s16_used_minions_are_shown_unless_memory_hides_them() -> None:
    for memory in (False, True):
        table = Table(memory=memory).duel("twent", "quad")
        other = table.view("A")["sides"][1]
        assert other["left"] == (None if memory else list(TYPES[1:]))
        assert (other["n_left"], other["used"]) == (5, 1)
        assert table.view("A")["sides"][0]["left"] == list(TYPES[:5])


def test_s17_dicey_chooses_among_what_is_unused() -> None:
    table = Table(21, 3, left="dwelve quad|quad cubera", solo=True).play("A dwelve")
    assert table.happened("dicey-picks")[-1]["minion"] == "quad"


def test_s18_of_equal_numbers_dicey_takes_the_higher_minion() -> None:
    table = Table(15, 3, left="dwelve quad cubera|cubera dwelve twent", solo=True).play("A dwelve")
    assert table.happened("dicey-picks")[-1]["minion"] == "twent"


@pytest.mark.parametrize(("card", "has", "picks"), [(24, "quad twent", "quad"), (19, "sparten cubera", "cubera")])
def test_s19_a_reroll_mark_is_less_than_any_number(card: int, has: str, picks: str) -> None:
    table = Table(card, 3, left=f"dwelve quad|{has}", solo=True).play("A dwelve")
    assert table.happened("dicey-picks")[-1]["minion"] == picks


@pytest.mark.parametrize(("minion", "deck", "value"), [("twent", (24, 2, 16), 19), ("sparten", (6, 8, 21), 10)])
def test_s19_a_forced_minion_stays_and_draws_again(minion: str, deck: tuple[int, ...], value: int) -> None:
    table = Table(*deck, 3, left=f"dwelve|{minion}", solo=True).play("A dwelve")
    assert table.happened("dicey-picks")[-1]["minion"] == minion
    assert [facts["card"] for facts in table.happened("redraw")] == list(deck[:2])
    assert table.deck[-2:] == list(deck[:2])
    assert table.happened("draw")[0]["value"] == value


def test_s19_a_forced_minion_without_a_number_has_zero() -> None:
    table = Table(24, 2, left="dwelve|twent", half=2, solo=True)
    table.play("A dwelve")
    assert table.happened("no-number") == [{"side": 1, "card": 24, "dicey": True}]
    assert table.values == (1, 0)


def test_s20_the_player_draws_at_his_own_step() -> None:
    defends = Table(21, 5, left="quad|twent", solo=True).play("A quad")
    assert [kind for kind in defends.kinds if kind in ("attack", "draw")] == ["draw", "attack", "draw"]
    attacks = Table(3, 5, left="twent|quad", solo=True).play("A twent")
    assert attacks.attacker == "A"
    assert [kind for kind in attacks.kinds if kind in ("attack", "draw")] == ["draw", "attack", "draw"]


def test_s20_with_the_same_minion_the_player_draws_before_the_attacker_is_known() -> None:
    for deck, attacker in (((21, 16), "B"), ((16, 21), "A")):
        table = Table(*deck, left="twent|twent", solo=True).play("A twent")
        assert [kind for kind in table.kinds if kind in ("attack", "draw", "flip")] == ["draw", "draw", "attack"]
        assert table.happened("attack")[-1]["why"] == "value"
        assert table.attacker == attacker


@pytest.mark.parametrize(("card", "keeps"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_s21_diceys_cubera_against_quad_keeps_five_and_six(card: int, keeps: int) -> None:
    assert CARDS[card][1] == card
    table = Table(card, 20, 12, left="quad|cubera", solo=True).play("A quad")
    assert table.attacker == "B"
    assert len(table.happened("keep")) == keeps
    assert table.rolls == ((20, card) if keeps else (12, 20))
    if not keeps:
        assert table.deck[-1] == card


@pytest.mark.parametrize(("deck", "attacker"), [((1, 2), "A"), ((9, 8), "B"), ((14, 17), "A"), ((20, 23), "B")])
def test_s22_with_an_empty_deck_diceys_card_says_who_attacks(deck: tuple[int, int], attacker: str) -> None:
    table = Table(*deck, left="quad|quad", half=2, solo=True).play("A quad")
    assert table.happened("flip")[-1]["card"] == deck[0]
    assert table.attacker == attacker
    assert table.happened("attack")[-1]["why"] == "parity"
    assert table.gained("A") == {deck[1]}


@pytest.mark.parametrize(
    ("flipped", "further", "takes"), [(4, 3, 3), (5, 4, 5), (4, 8, 4), (9, 18, 9), (20, 2, 2), (2, 20, 2)]
)
def test_s23_diceys_diante_sees_the_flipped_card_and_one_more(flipped: int, further: int, takes: int) -> None:
    table = Table(flipped, 1, further, left="twent|diante", solo=True).play("A twent")
    assert table.happened("look")[-1]["card"] == further
    assert table.rolls == (1, takes)
    assert table.view()["deck"] == 12


TIES = [
    ("dwelve", "sparten", (22, 7)),
    ("twent", "dwelve", (15, 22)),
    ("twent", "quad", (5, 7)),
    ("sparten", "quad", (3, 1)),
    ("dwelve", "quad", (4, 7)),
]


@pytest.mark.parametrize(("attacks", "defends", "deck"), TIES)
def test_s24_the_attacker_wins_no_ties(attacks: str, defends: str, deck: tuple[int, int]) -> None:
    for seats in ((attacks, defends), (defends, attacks)):
        table = Table(*deck, abilities="attested").duel(*seats)
        assert table.values[0] == table.values[1]
        assert table.attacker == "AB"[seats.index(attacks)]
        assert table.won == "-"
        assert {*table.gained("A"), *table.gained("B")} == set(deck)
        assert table.gained(table.attacker) == {deck[0]}


def test_s25_there_is_one_deck_for_two() -> None:
    for players in (0, 3, 4):
        with pytest.raises(BadSetting):
            dicehouse.new(GAME, players=players)


def test_s26_only_the_mark_in_the_own_column_counts() -> None:
    assert Table(6, 1).duel("twent", "quad").happened("draw")[0] == {"side": 0, "card": 6, "value": 16}
    assert Table(24, 1).duel("sparten", "quad").happened("draw")[0] == {"side": 0, "card": 24, "value": 1}
    sparten_defends = Table(21, 24).duel("sparten", "twent")
    assert sparten_defends.rolls == (24, 21)
