"""Solo against Dicey: the whole policy, case by case (section 6)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import dicehouse

from .lockstep import Lockstep, anything, shuffled_cards
from .reference import CARDS, TYPES, dicey_chooses
from .table import GAME, Table


@pytest.mark.parametrize("size", range(1, 7))
def test_dicey_chooses_as_the_scan_from_d20_down_says(size: int) -> None:
    player = " ".join(["dwelve", "quad", "cubera", "diante", "sparten", "twent"][:size])
    rng = random.Random(size)
    for has in combinations(range(6), size):
        for card in rng.sample(sorted(CARDS), 8):
            names = " ".join(TYPES[t] for t in has)
            table = Table(card, left=f"{player}|{names}", solo=True).play("A dwelve")
            assert table.happened("dicey-flip")[-1]["card"] == card
            assert table.happened("dicey-picks")[-1]["minion"] == TYPES[dicey_chooses(card, set(has))]


def test_the_player_chooses_openly_and_alone_before_dicey_flips() -> None:
    table = Table(21, solo=True)
    assert (table.asked, table.offers("A")) == ("A", list(TYPES))
    table.play("A quad")
    assert table.kinds.index("pick") < table.kinds.index("dicey-flip") < table.kinds.index("dicey-picks")
    assert table.happened("pick") == [{"minion": "quad"}]


def test_dicey_has_no_seat() -> None:
    match = dicehouse.new(GAME, players=1, seed=3)
    mine, other = match.view()["sides"]
    assert (mine["seat"], other["seat"], other["name"]) == (0, None, "Dicey")
    rng = random.Random(3)
    while not match.over:
        match.play(0, rng.choice(match.options(0)).id)
    assert all(event.seat in (None, 0) for event in match.log())
    assert len(match.points()) == len(match.returns()) == 1


def test_the_flipped_card_is_diceys_roll() -> None:
    table = Table(16, 3, left="dwelve quad|twent quad", solo=True).play("A dwelve")
    assert table.rolls == (3, 16)


@pytest.mark.parametrize(
    ("mine", "dicey", "deck", "attacker", "why"),
    [
        ("twent", "quad", (3, 5), "A", "type"),
        ("quad", "twent", (3, 5), "B", "type"),
        ("dwelve", "dwelve", (3, 5), "A", "value"),
        ("dwelve", "dwelve", (5, 3), "B", "value"),
        ("dwelve", "dwelve", (3, 8, 1), "A", "parity"),
        ("dwelve", "dwelve", (3, 8, 20), "B", "parity"),
    ],
)
def test_who_attacks(mine: str, dicey: str, deck: tuple[int, ...], attacker: str, why: str) -> None:
    table = Table(*deck, left=f"{mine}|{dicey}", solo=True).play(f"A {mine}")
    assert table.attacker == attacker
    assert table.happened("attack")[-1]["why"] == why


def test_with_the_same_minion_the_player_redraws_before_values_are_compared() -> None:
    table = Table(16, 24, 21, left="twent|twent", solo=True).play("A twent")
    assert table.attacker == "A"
    assert table.rolls == (21, 16)


@pytest.mark.parametrize("minion", ["cubera", "diante"])
def test_the_players_window_opens_at_his_own_step(minion: str) -> None:
    defends = Table(21, 5, left=f"{minion}|twent", solo=True).play(f"A {minion}")
    assert (defends.attacker, defends.asked) == ("B", "A")
    assert defends.roll("B") == 21
    attacks = Table(20, 5, left=f"{minion}|quad", solo=True).play(f"A {minion}")
    assert (attacks.attacker, attacks.asked) == ("A", "A")


def test_in_the_last_combat_there_is_no_window_as_the_deck_is_empty() -> None:
    for minion in ("cubera", "diante"):
        for dicey in ("quad", "twent"):
            table = Table(21, 5, left=f"{minion}|{dicey}", half=2, solo=True).play(f"A {minion}")
            assert table.match.over
            assert table.rolls == (5, 21)


@pytest.mark.parametrize(
    ("deck", "keeps"),
    [
        ((18, 5), True),  # 6
        ((17, 12), False),  # 5 against 6
        ((17, 22), True),  # 5 against 4
        ((22, 15), True),  # 4 against 3
        ((22, 16), False),  # 4 against 4: not higher
        ((1, 7), False),
    ],
)
@pytest.mark.parametrize("same", [False, True])
def test_diceys_cubera_against_a_known_card(deck: tuple[int, int], keeps: bool, same: bool) -> None:
    """The player's value is read in the column of his own minion: d6 in a mirror, d8 with Diante (values alike)."""
    if same:
        table = Table(*deck, left="cubera|cubera", solo=True).play("A cubera")
        while table.phase == "cubera":
            table.play("A keep")
    else:
        alike = {5: 14, 12: 9, 22: 8, 15: 16, 16: 4, 7: 6}
        table = Table(deck[0], alike[deck[1]], left="diante|cubera", solo=True).play("A diante", "A decline")
    assert (table.by("keep").count("B") == 1) == keeps
    assert ("B" in table.by("reroll")) != keeps


def test_diceys_cubera_that_attacks_in_a_mirror_knows_the_players_card() -> None:
    table = Table(17, 1, left="cubera|cubera", solo=True).play("A cubera")
    assert table.attacker == "B"
    assert table.by("keep") == "B"


def test_diceys_cubera_keeps_before_an_empty_deck() -> None:
    table = Table(22, 12, left="dwelve|cubera", half=2, solo=True).play("A dwelve")
    assert "reroll" not in table.kinds
    assert table.rolls == (12, 22)


def test_diceys_cubera_attacking_quad_may_reroll_with_one_card_left() -> None:
    table = Table(22, 12, left="quad|cubera", half=2, solo=True).play("A quad")
    assert table.by("reroll") == "B"
    assert table.rolls == (22, 12)


def test_diceys_second_card_stands() -> None:
    table = Table(1, 19, 7, left="quad|cubera", solo=True).play("A quad")
    assert len(table.happened("reroll")) == 1


def test_diceys_diante_looks_before_the_player_draws_if_it_attacks() -> None:
    table = Table(20, 4, 9, left="quad|diante", solo=True).play("A quad")
    assert table.happened("look")[-1]["card"] == 4
    assert table.rolls[1] == 4
    assert table.kinds.index("shuffled") < len(table.kinds) - 1 - table.kinds[::-1].index("draw")


def test_diceys_diante_looks_after_the_player_drew_if_it_defends() -> None:
    table = Table(20, 4, 9, left="dwelve|diante", solo=True).play("A dwelve")
    assert table.happened("look")[-1]["card"] == 9
    assert table.rolls == (4, 9)


def test_diceys_diante_is_not_used_before_an_empty_deck() -> None:
    table = Table(20, 4, left="dwelve|diante", half=2, solo=True).play("A dwelve")
    assert "look" not in table.kinds
    assert table.rolls == (4, 20)


def test_diceys_diante_with_one_card_left_shuffles_it_alone() -> None:
    table = Table(20, 4, left="quad|diante", half=2, solo=True).play("A quad")
    assert table.rolls == (20, 4)


def test_dicey_does_not_look_at_what_the_player_chose() -> None:
    rng = random.Random(6)
    for _ in range(20):
        order = shuffled_cards(rng)
        picks = {Table(*order, solo=True).play(f"A {minion}").happened("dicey-picks")[-1]["minion"] for minion in TYPES}
        assert len(picks) == 1


def test_the_house_abilities_work_for_dicey_too() -> None:
    giant = Table(14, 16, left="twent|quad", solo=True).play("A twent")
    assert (giant.by("giant-killer"), giant.won) == ("B", "B")
    assert Table(14, 16, left="twent|sparten", solo=True).play("A twent").by("shield") == "B"
    assert (
        Table(18, 12, 19, left="cubera|dwelve", solo=True, abilities="attested").play("A cubera", "A keep").won == "B"
    )


@pytest.mark.parametrize(
    ("mine", "deck", "score", "wins"),
    [(11, (16, 23), 13, True), (9, (16, 23), 11, False), (13, (16, 1), 13, True), (11, (16, 1), 11, False)],
)
def test_the_most_cards_win_against_dicey_too(mine: int, deck: tuple[int, int], score: int, wins: bool) -> None:
    """The player's Quad with a 4 fells Dicey's Twent; with a 1 it loses."""
    rest = [card for card in CARDS if card not in deck]
    table = Table(*deck, left="quad|twent", half=2, solo=True, piles=(rest[:mine], rest[mine:])).play("A quad")
    assert table.match.points() == [score]
    assert table.match.returns() == [float(wins)]
    assert table.view()["winner"] == int(not wins)
    assert ("win" in table.kinds, "lost" in table.kinds) == (wins, not wins)


@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize(("mine", "deck"), [(10, (16, 23)), (12, (16, 1))])
def test_at_twelve_all_the_card_with_the_20_decides_against_dicey_too(
    mine: int, deck: tuple[int, int], holder: int
) -> None:
    rest = [card for card in CARDS if card not in (*deck, 21)]
    piles = ([21, *rest[: mine - 1]], rest[mine - 1 :]) if holder == 0 else (rest[:mine], [21, *rest[mine:]])
    table = Table(*deck, left="quad|twent", half=2, solo=True, piles=piles).play("A quad")
    assert table.match.points() == [12]
    assert table.view()["winner"] == holder
    assert table.happened("end") == [{"points": [12, 12], "critical": True}]


def test_random_solo_games_meet_every_rare_case() -> None:
    """The referee beside them agrees; here it is made sure that he saw what is rare."""
    met: set[str] = set()
    for seed in range(120):
        rng = random.Random(seed)
        game = Lockstep.dealt(1, seed, memory=True)
        while not game.match.over:
            deck = len(game.referee.deck)
            game.act(anything(rng) if seed % 2 else highest_first)
            kinds = [kind for kind, _ in game.referee.events]
            met |= set(kinds)
            if "flip" in kinds and deck == 2:
                met.add("flip before an empty deck")
    assert {"flip before an empty deck", "no-number", "redraw", "shuffled", "stubborn", "shield", "giant-killer"} <= met


def highest_first(words: list[str]) -> str:
    return max(words, key=lambda word: TYPES.index(word) if word in TYPES else 0)
