"""Solve solo play: the best reply to Dicey, who follows a fixed procedure.

For each choice, every card is tried that Dicey may flip; it determines Dicey's minion. The later combats count with
their mean, worked out from the last combat of a half backwards for every two sets of minions: against an opponent who
shows a card first, it matters more than in a duel which minions are left.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.records.record import Array

from ..rules.cards import CARDS
from ..rules.solo_opponent import D6_MOST, SAFE_AGAINST_QUAD, best_minion
from ..rules.state import ALL_TYPES, HALF, N_CARDS, N_TYPES, Minion
from .combat_odds import (
    CLASH,
    DECK,
    clash_value,
    defence_value,
    load_clashes,
    look_at_cards,
    mean_clash_value,
    next_cards,
    number_on,
    possible_roll_cards,
)
from .win_chances import CARDS_WON, PROSPECTS_MEMO, decided_chance, load_cards_won, walk_chance

SETS = ALL_TYPES + 1
PAIRS = PROSPECTS_MEMO  # your mean gain in cards: [your minion][Dicey's][the card flipped]
REST_OF_HALF = PAIRS + N_TYPES * N_TYPES * N_CARDS  # the same for the rest of a half: [your minions][Dicey's]
SOLO_OF = REST_OF_HALF + SETS * SETS  # the cards and minions that all this was worked out for
PICKS = SOLO_OF + 2  # the minion that Dicey picks: [those left][the card flipped]
ANSWERS = PICKS + SETS * N_CARDS  # what a roll card of yours is worth once Dicey has acted
SOLO_MEMO = ANSWERS + N_CARDS

D8 = tuple(card[Minion.DIANTE] for card in CARDS)
# For each card, a mask of those that Dicey's Diante takes rather: their d8 is larger.
LARGER = tuple(sum(1 << other for other in range(N_CARDS) if D8[other] > value) for value in D8)


@rules
def load_picks(memo: Array[float]) -> None:
    """Fill in which minion Dicey picks by each card."""
    for unused in range(1, SETS):
        for card in range(N_CARDS):
            memo[PICKS + unused * N_CARDS + card] = best_minion(card, unused)


# --- a combat, as worth for its attacker; between equals, for you


@rules
def meeting_value(memo: Array[float], minion: int, his: int, card: int) -> float:
    """Return the value of a combat if Dicey flips `card` and picks a minion by it."""
    drawn, under = 1 << card, 0
    cards = drawn
    if number_on(memo, card, his) == 0:
        cards = possible_roll_cards(memo, his, 0, drawn)
        under = drawn & ~cards
    total = 0.0
    for roll in range(N_CARDS):
        if cards >> roll & 1:
            if minion < his:
                total += dicey_attack_value(memo, minion, his, roll, under)
            else:
                total += own_attack_value(memo, minion, his, roll, under)
    return total / count_bits(cards)


@rules
def dicey_attack_value(memo: Array[float], minion: int, his: int, card: int, under: int) -> float:
    """Return the value if Dicey acts by the procedure and you then defend optimally (6.3)."""
    drawn = 1 << card
    cards = next_cards(memo, drawn, under)
    if his == Minion.DIANTE and cards:
        larger = cards & LARGER[card]
        total = (
            count_bits(cards & ~larger) * defence_value(memo, card, minion, drawn, under) if larger != cards else 0.0
        )
        for other in range(N_CARDS):
            if larger >> other & 1:
                total += defence_value(memo, other, minion, 1 << other, under)
        return total / count_bits(cards)
    if his == Minion.CUBERA and cards and number_on(memo, card, his) < SAFE_AGAINST_QUAD:
        total = 0.0
        for other in range(N_CARDS):
            if cards >> other & 1:
                total += defence_value(memo, other, minion, 1 << other, under | drawn)
        return total / count_bits(cards)
    return defence_value(memo, card, minion, drawn, under)


@rules
def own_attack_value(memo: Array[float], minion: int, his: int, card: int, under: int) -> float:
    """Return the value if you draw and act with Dicey's roll card in view, and then Dicey acts."""
    drawn = 1 << card
    cards = possible_roll_cards(memo, minion, drawn, under)
    if minion == Minion.DIANTE:
        return foresight_value(memo, his, card, cards, under)
    total, number = 0.0, count_bits(cards)
    for own in range(N_CARDS):
        if cards >> own & 1:
            worth = answer_value(memo, own, minion, his, card, drawn | 1 << own, under)
            if minion == Minion.CUBERA:
                worth = max(worth, reroll_answer_value(memo, own, his, card, drawn, under))
            total += worth
    return total / number


@rules
def reroll_answer_value(memo: Array[float], own: int, his: int, card: int, drawn: int, under: int) -> float:
    """Return the value if your Cubera takes the next card, and then Dicey acts."""
    under |= 1 << own
    cards = next_cards(memo, drawn, under)
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += answer_value(memo, other, Minion.CUBERA, his, card, drawn | 1 << other, under & ~(1 << other))
            number += 1
    return total / number


@rules
def foresight_value(memo: Array[float], his: int, card: int, cards: int, under: int) -> float:
    """Return the value if your Diante takes the better of one of these cards and the next, and then Dicey acts."""
    drawn, deck = 1 << card, int(memo[DECK]) | under
    for own in range(N_CARDS):
        if deck >> own & 1 and own != card:
            memo[ANSWERS + own] = answer_value(memo, own, Minion.DIANTE, his, card, drawn | 1 << own, under)
    total = 0.0
    for own in range(N_CARDS):
        if cards >> own & 1:
            worth, after = memo[ANSWERS + own], next_cards(memo, drawn | 1 << own, under)
            better = 0.0
            for other in range(N_CARDS):
                if after >> other & 1:
                    better += max(worth, memo[ANSWERS + other])
            total += better / count_bits(after) if after else worth
    return total / count_bits(cards)


@rules
def answer_value(memo: Array[float], own: int, minion: int, his: int, card: int, drawn: int, under: int) -> float:
    """Return the value if your roll card is final and Dicey acts after you (6.3)."""
    kept = clash_value(memo, own, card)
    if his == Minion.DIANTE:
        cards, row = next_cards(memo, drawn, under), CLASH + own * N_CARDS
        if cards:
            larger = cards & LARGER[card]
            total = kept * count_bits(cards & ~larger)
            for other in range(N_CARDS):
                if larger >> other & 1:
                    total += memo[row + other]
            return total / count_bits(cards)
    elif his == Minion.CUBERA:
        value = number_on(memo, card, his)
        if value != D6_MOST and value <= number_on(memo, own, minion):
            cards = next_cards(memo, drawn, under)
            return mean_clash_value(memo, own, cards) if cards else kept
    return kept


# --- what comes after


@rules
def work_out_solo(memo: Array[float], cards: int, yours: int, his: int) -> None:
    """Work out what you gain with a deck of `cards` in any order, combat by combat and half by half, if only these
    minions are still to meet.
    """
    if memo[SOLO_OF] == cards and memo[SOLO_OF + 1] == yours * SETS + his:
        return
    memo[SOLO_OF] = cards
    memo[SOLO_OF + 1] = yours * SETS + his
    look_at_cards(memo, cards)
    load_cards_won(memo)
    for minion in range(N_TYPES):
        for other in range(N_TYPES):
            if yours >> minion & his >> other & 1:
                load_pairs(memo, minion, other, cards)
    for combats in range(1, HALF + 1):
        for mine in range(SETS):
            if mine & ~yours == 0 and count_bits(mine) == combats:
                for others in range(SETS):
                    if others & ~his == 0 and count_bits(others) == combats:
                        memo[REST_OF_HALF + mine * SETS + others] = best_gain(memo, mine, others, cards)


@rules
def load_pairs(memo: Array[float], minion: int, his: int, cards: int) -> None:
    """Fill in what you gain if these two minions meet, by the card that Dicey flips."""
    load_clashes(memo, max(minion, his), min(minion, his), cards, cards)
    pair = PAIRS + (minion * N_TYPES + his) * N_CARDS
    for card in range(N_CARDS):
        if cards >> card & 1:
            worth = meeting_value(memo, minion, his, card)
            memo[pair + card] = worth if minion >= his else -worth


@rules
def best_gain(memo: Array[float], yours: int, his: int, cards: int) -> float:
    """Return what the best choice gains in the rest of a half."""
    best = -CARDS_WON * HALF
    for minion in range(N_TYPES):
        if yours >> minion & 1:
            total, left = 0.0, yours & ~(1 << minion)
            for card in range(N_CARDS):
                if cards >> card & 1:
                    other = int(memo[PICKS + his * N_CARDS + card])
                    total += memo[PAIRS + (minion * N_TYPES + other) * N_CARDS + card]
                    total += memo[REST_OF_HALF + left * SETS + (his & ~(1 << other))]
            best = max(best, total / count_bits(cards))
    return best


@rules
def solo_chance(memo: Array[float], ahead: int, yours: int, his: int, combats: int) -> float:
    """Return your chance to win with `combats` to come, and these minions left for this half."""
    if combats == 0:
        return decided_chance(ahead)
    mean = memo[REST_OF_HALF + yours * SETS + his]
    if combats >= HALF:
        mean += memo[REST_OF_HALF + ALL_TYPES * SETS + ALL_TYPES]
    return walk_chance(memo, ahead, mean, combats)
