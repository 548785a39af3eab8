"""Check the weaker players of Dice-ocalypse!, each of which errs in its own way."""

from __future__ import annotations

import dicehouse
from dicehouse import bots
from dicehouse.core import Tape
from dicehouse.core.policy import NAMED_BOTS
from dicehouse.games import find
from dicehouse.match.match import Match

GAME = find("dice-ocalypse")
CARDS = ("prove-it", "do-or-die", "collateral")
EVEN = {"totals": [4_000, 4_000], "hands": [[], []], "immunity": [False, False], "battle_zone_done": [True, True]}


def chosen(name: str, dice: list[int], **position: object) -> str:
    """Return what such a player does with this first throw."""
    match = Match.set_up(GAME.id, players=2, dice=Tape(dice), **{**EVEN, **position})
    match.play(0, "roll")
    return str(bots.make(name, GAME, seed=1).choose(match, 0))


def test_kofi_banks_what_falls() -> None:
    assert chosen("kofi", [1, 3, 2, 4, 6, 4]) == "keep 1 bank"
    assert chosen("kofi", [1, 5, 2, 4, 6, 4]) == "keep 15 bank"


def test_pip_throws_wild_or_takes_what_lies_there_by_the_turn() -> None:
    """2,000 with two dice left: in some turns that is nothing, in others plenty."""
    seen = {chosen("pip", [1, 1, 1, 1, 3, 2], totals=[total, total]) for total in range(1_000, 5_000, 50)}
    assert seen == {"keep 1111 roll", "keep 1111 bank"}


def test_who_goes_by_feel_keeps_all_that_scores() -> None:
    for name in ("pip", "kofi"):
        for total in range(1_000, 3_000, 250):
            assert chosen(name, [1, 5, 5, 2, 3, 3], totals=[total, total]).startswith("keep 155 ")


def test_nobody_banks_a_last_turn_that_loses() -> None:
    """In the dice-ocalypse a turn below the bar is worth nothing: all but `random` know that."""
    last = {"totals": [9_000, 10_400], "bar_set_by": 1, "to_play": [0]}
    for name in NAMED_BOTS[:-1]:
        assert not chosen(name, [1, 5, 5, 2, 3, 3], **last).endswith("bank"), name
        assert chosen(name, [1, 1, 1, 1, 3, 2], **last).endswith("bank"), name


def test_pip_forgets_its_cards_and_vera_plays_them() -> None:
    played = dict.fromkeys(("pip", "vera"), 0)
    for seed in range(20):
        match = dicehouse.new(GAME.id, players=2, seed=seed, names=["Pip", "Vera"])
        seated = [bots.make(name, GAME, seed=seed) for name in played]
        while not match.over:
            seat = match.acting()[0]
            option = str(seated[seat].choose(match, seat))
            played["pip" if seat == 0 else "vera"] += option in CARDS
            match.play(seat, option)
    assert played["pip"] == 0
    assert played["vera"] > 20
