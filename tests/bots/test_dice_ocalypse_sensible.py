"""Check how close `sensible` comes to the best play of Dice-ocalypse! where that is known, and how it uses
its cards.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from dicehouse import bots
from dicehouse.core import Tape
from dicehouse.engine import Position, engine_of
from dicehouse.games import find
from dicehouse.games.dice_ocalypse.presentation import exact_chances
from dicehouse.match.match import Match

GAME = find("dice-ocalypse")
NEAR = range(8_000, 10_050, 50)  # totals from which one turn, or two, may cross
BARE = {"hands": [[], []], "immunity": [False, False], "battle_zone_done": [True, True]}


def thrown(dice: list[int], **position: Any) -> Match:
    """Return a match of two in which seat 0 has just thrown these dice."""
    match = Match.set_up(GAME.id, players=2, dice=Tape(dice), **position)
    match.play(0, "roll")
    return match


def worths_of(match: Match) -> dict[str, float]:
    """Return the chance to win by each option of seat 0 in a solved race."""
    position = Position(GAME, np.frombuffer(match.position(), np.uint8).copy())
    state = position.state
    legal = engine_of(GAME).legal(position, 0)
    return {
        GAME.hooks.describe_action(state, 0, action).id: exact_chances.keep_chance(state, action) or 0.0
        for action in legal
    }


def reply(totals: list[int], card: str, **position: Any) -> str:
    """Return the reaction of seat 1, which has only this card, after seat 0 has banked 100."""
    hands = {"hands": [[], [card]], "battle_zone_done": [True, True], **position}
    match = thrown([1, 2, 2, 3, 4, 6], totals=totals, options={"reaction_windows": "end_only"}, **hands)
    match.play(0, "keep 1 bank")
    assert match.acting() == (1,)
    return str(bots.make("sensible", GAME, seed=1).choose(match, 1))


def test_near_the_target_it_plays_hardly_worse_than_the_solved_race() -> None:
    """With no card left the whole game is that race, but nobody tells the bot."""
    luck, losses = random.Random(61), []
    while len(losses) < 150:
        totals, dice = [luck.choice(NEAR), luck.choice(NEAR)], luck.choices(range(1, 7), k=6)
        solved = thrown(dice, totals=totals, options={"special_cards": False})
        if solved.acting() != (0,) or len(solved.options(0)) < 2:
            continue  # a bust, or nothing to choose
        match = thrown(dice, totals=totals, **BARE)
        chosen = bots.make("sensible", GAME, seed=1).choose(match, 0)
        worths = worths_of(solved)
        losses.append(max(worths.values()) - worths[str(chosen)])
    assert np.mean(losses) < 0.005
    assert max(losses) < 0.03


def test_a_card_waits_for_its_time_and_is_played_before_it_is_too_late() -> None:
    assert reply([3_000, 3_000], "do-or-die") == "pass"
    assert reply([9_700, 8_000], "do-or-die") == "do-or-die"
    assert reply([5_000, 9_700], "do-or-die") == "pass"  # nothing to win by it: the other is far behind


def test_a_card_comes_before_the_turn_can_be_doubled_and_else_at_its_end() -> None:
    """Nobody plays a card on a doubled turn (R10)."""
    for hand, answer in (["double"], "prove-it"), ([], "pass"):
        hands = {"hands": [hand, ["prove-it"]], "immunity": [False, False], "battle_zone_done": [True, True]}
        match = Match.set_up(GAME.id, players=2, dice=Tape([6, 6, 6, 6, 6, 3]), totals=[4_000, 6_000], **hands)
        match.play(0, "roll")
        assert str(bots.make("sensible", GAME, seed=1).choose(match, 1)) == answer


def test_a_shield_makes_a_card_worth_less() -> None:
    at = [8_500, 8_000]
    assert reply(at, "do-or-die", immunity=[False, True]) == "do-or-die"
    assert reply(at, "do-or-die", immunity=[True, True]) == "pass"


def test_double_or_nothing_is_for_who_needs_it() -> None:
    """Half of all doubled turns are lost: who leads banks, who is far behind doubles."""
    for totals, doubles in (([6_000, 3_000], False), ([6_000, 9_000], True)):
        hands = {"hands": [["double"], []], "immunity": [False, False], "battle_zone_done": [True, True]}
        match = thrown([6, 6, 6, 6, 6, 3], totals=totals, **hands)
        chosen = str(bots.make("sensible", GAME, seed=1).choose(match, 0))
        assert chosen.endswith("double") == doubles, chosen
