"""Recompute the chances in the sentences about mistakes in Deck-O-Dice: by trying every card that may come, with
nothing but the list of cards and the rules of a fight.

Reviews find few mistakes in a game of twelve combats, so the mistakes here are all decisions about cards in real games
of weak bots for which another choice wins more often; those that a review names come in addition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.games import find
from dicehouse.games.deck_o_dice.rules.action_codes import CHOOSE
from dicehouse.games.deck_o_dice.rules.cards import CARDS, REROLL
from dicehouse.i18n import Text
from dicehouse.match.match import Match

from .reviewed_games import mistakes_in, reviewed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("why")]  # reviews are made once for all of these tests

GAME = find("deck-o-dice")
QUAD, CUBERA, DIANTE, SPARTEN, DWELVE, TWENT = range(6)
GIANTS = (DWELVE, TWENT)
Odds = tuple[Fraction, Fraction]  # to win, and to tie


def fight(attack: int, defence: int, attacker: int, defender: int, proposed: bool) -> int:
    """Return 1 if the defender wins, 0 in a tie, -1 if the attacker wins."""
    if proposed and attacker in GIANTS:
        if defender == QUAD and defence >= 3:
            attack = 0
        if defender == SPARTEN:
            attack = max(0, attack - 2)
    if proposed and attack == defence and attacker != defender and DWELVE in (attacker, defender):
        return 1 if defender == DWELVE else -1
    return (defence > attack) - (defence < attack)


def mean(odds: Sequence[Odds]) -> Odds:
    return sum((o[0] for o in odds), Fraction(0)) / len(odds), sum((o[1] for o in odds), Fraction(0)) / len(odds)


def worth(odds: Odds) -> Fraction:
    return odds[0] + odds[1] / 2


def decisions(seed: int) -> Iterator[tuple[Match, int, dict[str, int]]]:
    """Yield the match, the seat and its actions at each decision about a card, in a game of random bots."""
    match = dicehouse.new("deck-o-dice", players=2, seed=seed)
    minds = [bots.make("random", match.game, f"{seed}|{seat}") for seat in range(2)]
    while not match.over:
        seat = match.acting()[0]
        actions = {option.id: action for option, action in match._legal_options(seat)}
        if len(actions) > 1 and not any(action in CHOOSE for action in actions.values()):
            yield match, seat, actions
        match.play(seat, minds[seat].choose(match, seat))


class Fight:
    """Recompute the odds of a seat in a combat, from what it can know in memory mode."""

    def __init__(self, match: Match, seat: int) -> None:
        state = match._position.state
        assert state.options.memory and not state.solo
        self.state, self.seat = state, seat
        self.mine, self.other = state.sides[seat], state.sides[1 - seat]
        self.proposed = state.options.abilities == 0
        known = state.top != -1 and bool(state.top_seen >> seat & 1)
        self.top = [int(state.top)] if known else []
        seen = {self.mine.card, self.other.card, state.flip, state.looked[0], state.looked[1], *self.top}
        self.pool = [card for card in range(24) if card not in seen]

    def odds(self, option: str) -> Odds:
        """Return the chances to win and to tie with an option."""
        value = int(self.mine.value)
        if option == "keep" or (option == "decline" and self.mine.card != -1):
            return self.settled(value, self.top, self.pool)
        if option in ("first", "second"):
            which = int(option == "second")
            return self.taken(int(self.state.looked[which]), int(self.state.looked[1 - which]), self.pool)
        if option in ("reroll", "decline"):
            return mean(
                [self.settled(CARDS[card][self.mine.minion], *self.rest(card)) for card in self.top or self.pool]
            )
        assert option == "look"
        return mean(
            [
                max(self.taken(one, two, pool), self.taken(two, one, pool), key=worth)
                for one, two in self.pairs(self.top, self.pool, int(self.mine.card))
                for pool in [[card for card in self.pool if card not in (one, two)]]
            ]
        )

    def rest(self, card: int) -> tuple[list[int], list[int]]:
        return [each for each in self.top if each != card], [each for each in self.pool if each != card]

    @staticmethod
    def pairs(top: list[int], pool: list[int], lying: int = -1) -> list[tuple[int, int]]:
        """Return the cards that Diante may look at; one may lie there already."""
        if lying != -1:
            return [(lying, card) for card in top or pool]
        if top:
            return [(top[0], card) for card in pool]
        return list(permutations(pool, 2))

    def taken(self, card: int, back: int, pool: list[int]) -> Odds:
        return self.settled(CARDS[card][DIANTE], [back], pool)

    def result(self, value: int, other: int) -> Odds:
        """Return the result of a fight between two numbers as odds."""
        if self.state.attacker == self.seat:
            won = -fight(value, other, self.mine.minion, self.other.minion, self.proposed)
        else:
            won = fight(other, value, self.other.minion, self.mine.minion, self.proposed)
        return Fraction(won > 0), Fraction(won == 0)

    def settled(self, value: int, top: list[int], pool: list[int]) -> Odds:
        """Return the odds of a number of mine: the fight is over, or the defender answers as well as they can."""
        if self.state.attacker != self.seat:
            return self.result(value, int(self.other.value))
        minion = int(self.other.minion)

        def against(card: int) -> Odds:
            return self.result(value, max(CARDS[card][minion], 0))

        if minion == DIANTE:
            return mean([min(against(one), against(two), key=worth) for one, two in self.pairs(top, pool)])
        if minion == CUBERA:
            found = []
            for card in top or pool:
                first, left = against(card), [each for each in pool if each != card]
                found.append(
                    first if worth(first) == 0 else min(first, mean([against(each) for each in left]), key=worth)
                )
            return mean(found)
        usable = [card for card in top if CARDS[card][minion] != REROLL]
        return mean([against(card) for card in usable or [card for card in pool if CARDS[card][minion] != REROLL]])


PATTERN = re.compile(
    r"(You|\{\d\}|Player \d) (took the|kept the|rerolled the|looked at two cards|didn't look at two cards) ?(\d*)\. "
    r"That (wins|wins or ties) (\d+)% of the time\. (With the|With a new card|With two cards to choose from|"
    r"Without looking) ?(\d*), it would be (\d+)%\."
)
VERBS = {"keep": "kept the", "reroll": "rerolled the", "look": "looked at two cards", "first": "took the",
         "second": "took the", "decline": "didn't look at two cards"}  # fmt: skip
OTHERS = {"keep": "With the", "reroll": "With a new card", "look": "With two cards to choose from", "first": "With the",
          "second": "With the", "decline": "Without looking"}  # fmt: skip


def shown(share: Fraction) -> int:
    """Return a chance in per cent, as the game rounds it: what is not certain is never 0 or 100."""
    return min(99, max(1, round(100 * float(share)))) if 0 < share < 1 else int(100 * share)


def check(match: Match, seat: int, chosen: str, better: str, text: str) -> None:
    """Check a sentence against the odds of both options."""
    found = PATTERN.fullmatch(text)
    assert found, text
    fight_now = Fight(match, seat)
    did, should = fight_now.odds(chosen), fight_now.odds(better)
    state = match._position.state
    numbers = {"keep": str(state.sides[seat].value), "reroll": str(state.sides[seat].value)}
    for which, name in enumerate(("first", "second")):
        if state.looked[which] != -1:
            numbers[name] = str(CARDS[state.looked[which]][DIANTE])
    assert found[2] == VERBS[chosen] and found[3] == numbers.get(chosen, "")
    assert found[6] == OTHERS[better] and found[7] == ("" if better == "reroll" else numbers.get(better, ""))
    part: Callable[[Odds], Fraction] = sum if "ties" in found[4] else lambda odds: odds[0]  # type: ignore[assignment]
    assert (int(found[5]), int(found[8])) == (shown(part(did)), shown(part(should)))
    assert worth(should) > worth(did) and int(found[8]) > int(found[5])


@pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.long)])
def test_every_sentence_about_a_card_is_true(games: int) -> None:
    said = worse = 0
    for seed in range(1, games + 1):
        for match, seat, actions in decisions(seed):
            state = match._position.state
            for chosen, action in actions.items():
                for better, other in actions.items():
                    texts = [GAME.hooks.explain_mistake(state, seat, action, other, you) for you in (False, True)]
                    odds = Fight(match, seat)
                    lost = worth(odds.odds(better)) - worth(odds.odds(chosen))
                    worse += lost > Fraction(1, 50)
                    assert bool(texts[0]) == bool(texts[1]) and (lost > 0 or not texts[0])
                    for text in filter(None, texts):
                        assert isinstance(text, Text) and text.in_language("de") != text
                        check(match, seat, chosen, better, text)
                    said += bool(texts[0])
    assert said >= (30 if games > 2 else 6) and said > worse // 2


def test_a_review_says_it() -> None:
    said = 0
    for seed in (5, 6):
        for mistake in mistakes_in(*reviewed("deck-o-dice", ("random", "random"), seed, 2_000)):
            if mistake.row.why_you:
                before = mistake.before
                check(before, mistake.seat, mistake.row.option, mistake.better, mistake.row.why_you)
                assert mistake.row.why and mistake.row.why.startswith(mistake.match.names[mistake.seat])
                said += 1
    assert said >= 1
