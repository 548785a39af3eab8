"""A combat and a game of two: who attacks, who draws, who takes what, and who wins (sections 4 and 5)."""

from __future__ import annotations

import random
from itertools import product

import pytest

import dicehouse

from .lockstep import Lockstep, anything, shuffled_cards
from .reference import CARDS, TYPES
from .table import GAME, Table

PAIRS = list(product(TYPES, TYPES))


@pytest.mark.parametrize("abilities", ["proposed", "attested"])
@pytest.mark.parametrize(("mine", "other"), PAIRS)
def test_every_pair_of_minions_fights_as_the_referee_says(mine: str, other: str, abilities: str) -> None:
    for seed in range(8):
        rng = random.Random(f"{mine} {other} {seed}")
        game = Lockstep.from_order(2, shuffled_cards(rng), {"abilities": abilities, "memory": False})
        game.say(0, mine)
        game.say(1, other)
        while game.referee.phase != "choose":
            game.act(anything(rng))
        assert game.match.view()["deck"] == 22


@pytest.mark.parametrize(("mine", "other"), [pair for pair in PAIRS if pair[0] != pair[1]])
def test_the_higher_minion_attacks(mine: str, other: str) -> None:
    table = Table().duel(mine, other)
    assert table.attacker == "AB"[TYPES.index(other) > TYPES.index(mine)]
    assert table.happened("attack")[-1]["why"] == "type"


@pytest.mark.parametrize("minion", TYPES)
def test_equal_minions_flip_a_card_that_goes_to_the_bottom(minion: str) -> None:
    table = Table(20, 3, 5).duel(minion, minion)
    assert table.happened("flip") == [{"card": 20, "d4": 4}]
    assert table.attacker == "B"
    assert 20 in table.deck[-2:]


def test_where_odd_is_drawn_for_every_tie_both_come_up() -> None:
    odd = []
    for seed in range(40):
        game = Lockstep.dealt(2, seed, parity="random", memory=False)
        game.say(0, "twent")
        game.say(1, "twent")
        odd += [event.facts["odd"] for event in game.match.log() if event.kind == "roles"]
    assert len(odd) == 40
    assert 8 < sum(odd) < 32


def test_nobody_is_odd_by_seat_where_it_is_drawn() -> None:
    assert "roles" not in Table(20).duel("quad", "quad").kinds
    assert "roles" in Table(20, parity="random").duel("quad", "quad").kinds


def test_the_choice_is_free_among_the_unused_and_asked_even_of_the_last() -> None:
    table = Table(left="quad twent|cubera sparten")
    assert (table.offers("A"), table.offers("B")) == (["quad", "twent"], ["cubera", "sparten"])
    table.refuses("A cubera", "B twent", "A reroll", "A look")
    last = Table(left="quad|twent")
    assert (last.offers("A"), last.offers("B"), last.asked) == (["quad"], ["twent"], "AB")


@pytest.mark.parametrize("first", ["A", "B"])
def test_either_may_choose_first_and_chooses_once(first: str) -> None:
    table = Table()
    other = "AB"["BA".index(first)]
    table.play(f"{first} dwelve")
    assert (table.asked, table.offers(first)) == (other, [])
    assert "reveal" not in table.kinds
    table.play(f"{other} quad")
    assert table.happened("reveal") == [{"minions": ["dwelve", "quad"] if first == "A" else ["quad", "dwelve"]}]


def test_the_attacker_decides_before_the_defender_draws() -> None:
    table = Table(1, 4, 9).duel("cubera", "quad")
    assert (table.roll("A"), table.roll("B"), table.asked) == (1, None, "A")
    defends = Table(1, 4, 9).duel("cubera", "twent")
    assert (defends.roll("A"), defends.roll("B"), defends.asked) == (4, 1, "A")


@pytest.mark.parametrize("flipped", [21, 1])
def test_both_cuberas_are_asked_the_attacker_first(flipped: int) -> None:
    table = Table(flipped, 3, 4, 9).duel("cubera", "cubera")
    first = table.asked
    assert first == ("A" if flipped == 1 else "B")
    table.play(f"{first} keep")
    assert table.asked != first
    table.play(f"{table.asked} keep")
    assert set(table.rolls) == {3, 4}


def test_after_six_combats_all_minions_come_back() -> None:
    game = Lockstep.dealt(2, 4, memory=False)
    rng = random.Random(4)
    while game.referee.combat < 7:
        game.act(anything(rng))
    view = game.match.view()
    assert [side["left"] for side in view["sides"]] == [list(TYPES), list(TYPES)]
    assert (view["half"], view["deck"]) == (2, 12)


def end_of(mine: int, deck: tuple[int, int], winner_of_last: str) -> Table:
    """Before the last combat A has `mine` cards; A's or B's Twent meets the other's Quad, attested."""
    rest = [card for card in CARDS if card not in deck]
    left = "twent|quad" if winner_of_last == "A" else "quad|twent"
    return Table(*deck, left=left, half=2, abilities="attested", piles=(rest[:mine], rest[mine:]))


@pytest.mark.parametrize(
    ("mine", "last", "winner"), [(11, "A", 0), (11, "B", 1), (9, "A", 1), (13, "B", 0), (22, "B", 0), (0, "A", 1)]
)
def test_the_most_cards_win(mine: int, last: str, winner: int) -> None:
    table = end_of(mine, (16, 23), last).duel(*(("twent", "quad") if last == "A" else ("quad", "twent")))
    assert table.match.over
    final = mine + (2 if last == "A" else 0)
    assert table.match.points() == [final, 24 - final]
    assert table.view()["winner"] == winner
    assert table.match.returns() == [1.0 - winner, float(winner)]
    assert table.happened("end") == [{"points": [final, 24 - final], "critical": False}]


@pytest.mark.parametrize(
    ("mine", "deck", "last", "winner"),
    [(10, (16, 23), "A", 1), (12, (16, 23), "B", 1), (10, (21, 23), "A", 0), (12, (21, 23), "B", 1)],
)
def test_at_twelve_all_the_card_with_the_20_decides(mine: int, deck: tuple[int, int], last: str, winner: int) -> None:
    """Card 21 lies in B's pile, or in the last combat."""
    table = end_of(mine, deck, last).duel(*(("twent", "quad") if last == "A" else ("quad", "twent")))
    assert table.match.points() == [12, 12]
    assert table.view()["winner"] == winner
    assert table.match.returns() == [1.0 - winner, float(winner)]
    assert table.happened("end") == [{"points": [12, 12], "critical": True}]
    assert table.view()["points_note"] == "20"


def test_no_shares_before_the_end() -> None:
    match = dicehouse.new(GAME, players=2, seed=1)
    assert match.returns() == [0, 0]


GIANTS = [("quad", "twent"), ("quad", "dwelve")]


@pytest.mark.parametrize(("killer", "giant"), GIANTS)
@pytest.mark.parametrize(("card", "kills"), [(1, False), (7, False), (13, True), (20, True)])
def test_giant_killer_needs_three_or_four(killer: str, giant: str, card: int, kills: bool) -> None:
    table = Table(18, card).duel(killer, giant)
    assert (table.won == "A") == kills
    assert bool(table.happened("giant-killer")) == kills


@pytest.mark.parametrize("lower", ["cubera", "diante", "sparten"])
def test_giant_killer_is_nothing_to_the_smaller(lower: str) -> None:
    table = Table(14, 20).duel("quad", lower)
    while table.phase != "choose":
        table.play(f"B {'keep' if table.phase == 'cubera' else 'decline'}")
    assert "giant-killer" not in table.kinds


@pytest.mark.parametrize(("card", "after"), [(19, 0), (5, 0), (4, 1), (22, 2), (21, 18)])
def test_shield_takes_two_and_never_goes_below_zero(card: int, after: int) -> None:
    assert Table(card, 14).duel("sparten", "twent").values == (9, after)


def test_shield_needs_a_higher_opponent() -> None:
    for lower in ("quad", "cubera", "diante", "sparten"):
        table = Table(14, 3, 5, 22).duel("sparten", lower)
        while table.phase != "choose":
            table.play(f"{table.asked} {'keep' if table.phase == 'cubera' else 'decline'}")
        assert "shield" not in table.kinds


def test_two_dwelves_tie() -> None:
    table = Table(13, 9, 20).duel("dwelve", "dwelve")
    assert table.values == (7, 7)
    assert table.won == "-"


@pytest.mark.parametrize(
    ("mine", "deck"),
    [("quad", (4, 7)), ("cubera", (22, 5)), ("diante", (22, 23)), ("sparten", (18, 14)), ("twent", (15, 22))],
)
def test_stubborn_wins_every_other_tie(mine: str, deck: tuple[int, int]) -> None:
    table = Table(*deck).duel(mine, "dwelve")
    while table.phase != "choose":
        table.play(f"A {'keep' if table.phase == 'cubera' else 'decline'}")
    assert table.values[0] == table.values[1]
    assert table.won == "B"
    assert table.by("stubborn") == "B"
