"""Solo: the best reply to Dicey, who plays by a fixed procedure.

For each choice, every card is tried that Dicey may flip; Dicey's minion follows from it. What comes after is known by
its mean, worked out from the last combat of a half back for every two sets of minions: against somebody who shows a
card first, which minions are left is worth more than in a duel.
"""

from __future__ import annotations

from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.cards import CARDS
from ..rules.dicey import D6_MOST, SAFE_AGAINST_QUAD, best_minion
from ..rules.state import ALL_TYPES, HALF, N_CARDS, N_TYPES, Minion
from .odds import CLASH, DECK, clash, defend, load_clashes, look_at_cards, mean_clash, number_on, pool, rolls
from .prospects import CARDS_WON, PROSPECTS_MEMO, decided, load_cards_won, walk

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
    """What Dicey picks by each card."""
    for unused in range(1, SETS):
        for card in range(N_CARDS):
            memo[PICKS + unused * N_CARDS + card] = best_minion(card, unused)


# --- a combat, as worth for its attacker; between equals, for you


@rules
def meet(memo: Array[float], minion: int, his: int, card: int) -> float:
    """What a combat is worth if Dicey flips this card and picks a minion by it."""
    drawn, under = 1 << card, 0
    cards = drawn
    if number_on(memo, card, his) == 0:
        cards = rolls(memo, his, 0, drawn)
        under = drawn & ~cards
    total = 0.0
    for roll in range(N_CARDS):
        if cards >> roll & 1:
            if minion < his:
                total += his_attack(memo, minion, his, roll, under)
            else:
                total += your_attack(memo, minion, his, roll, under)
    return total / bits(cards)


@rules
def his_attack(memo: Array[float], minion: int, his: int, card: int, under: int) -> float:
    """Dicey acts by the procedure, then you defend as well as can be (6.3)."""
    drawn = 1 << card
    cards = pool(memo, drawn, under)
    if his == Minion.DIANTE and cards:
        larger = cards & LARGER[card]
        total = bits(cards & ~larger) * defend(memo, card, minion, drawn, under) if larger != cards else 0.0
        for other in range(N_CARDS):
            if larger >> other & 1:
                total += defend(memo, other, minion, 1 << other, under)
        return total / bits(cards)
    if his == Minion.CUBERA and cards and number_on(memo, card, his) < SAFE_AGAINST_QUAD:
        total = 0.0
        for other in range(N_CARDS):
            if cards >> other & 1:
                total += defend(memo, other, minion, 1 << other, under | drawn)
        return total / bits(cards)
    return defend(memo, card, minion, drawn, under)


@rules
def your_attack(memo: Array[float], minion: int, his: int, card: int, under: int) -> float:
    """You draw and act with Dicey's roll card before you, then Dicey does."""
    drawn = 1 << card
    cards = rolls(memo, minion, drawn, under)
    if minion == Minion.DIANTE:
        return your_foresight(memo, his, card, cards, under)
    total, number = 0.0, bits(cards)
    for own in range(N_CARDS):
        if cards >> own & 1:
            worth = answer(memo, own, minion, his, card, drawn | 1 << own, under)
            if minion == Minion.CUBERA:
                worth = max(worth, answer_after_reroll(memo, own, his, card, drawn, under))
            total += worth
    return total / number


@rules
def answer_after_reroll(memo: Array[float], own: int, his: int, card: int, drawn: int, under: int) -> float:
    """Your Cubera takes the next card, then Dicey acts."""
    under |= 1 << own
    cards = pool(memo, drawn, under)
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += answer(memo, other, Minion.CUBERA, his, card, drawn | 1 << other, under & ~(1 << other))
            number += 1
    return total / number


@rules
def your_foresight(memo: Array[float], his: int, card: int, cards: int, under: int) -> float:
    """Your Diante takes the better of one of these cards and the next, then Dicey acts."""
    drawn, deck = 1 << card, int(memo[DECK]) | under
    for own in range(N_CARDS):
        if deck >> own & 1 and own != card:
            memo[ANSWERS + own] = answer(memo, own, Minion.DIANTE, his, card, drawn | 1 << own, under)
    total = 0.0
    for own in range(N_CARDS):
        if cards >> own & 1:
            worth, after = memo[ANSWERS + own], pool(memo, drawn | 1 << own, under)
            better = 0.0
            for other in range(N_CARDS):
                if after >> other & 1:
                    better += max(worth, memo[ANSWERS + other])
            total += better / bits(after) if after else worth
    return total / bits(cards)


@rules
def answer(memo: Array[float], own: int, minion: int, his: int, card: int, drawn: int, under: int) -> float:
    """What it is worth if your roll card stands, and Dicey acts after you (6.3)."""
    kept = clash(memo, own, card)
    if his == Minion.DIANTE:
        cards, row = pool(memo, drawn, under), CLASH + own * N_CARDS
        if cards:
            larger = cards & LARGER[card]
            total = kept * bits(cards & ~larger)
            for other in range(N_CARDS):
                if larger >> other & 1:
                    total += memo[row + other]
            return total / bits(cards)
    elif his == Minion.CUBERA:
        value = number_on(memo, card, his)
        if value != D6_MOST and value <= number_on(memo, own, minion):
            cards = pool(memo, drawn, under)
            return mean_clash(memo, own, cards) if cards else kept
    return kept


# --- what comes after


@rules
def work_out_solo(memo: Array[float], cards: int, yours: int, his: int) -> None:
    """What you gain with a deck of these cards in any order, combat by combat and half by half, if none but these
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
            if mine & ~yours == 0 and bits(mine) == combats:
                for others in range(SETS):
                    if others & ~his == 0 and bits(others) == combats:
                        memo[REST_OF_HALF + mine * SETS + others] = best_gain(memo, mine, others, cards)


@rules
def load_pairs(memo: Array[float], minion: int, his: int, cards: int) -> None:
    """What you gain if these two minions meet, by the card that Dicey flips."""
    load_clashes(memo, max(minion, his), min(minion, his), cards, cards)
    pair = PAIRS + (minion * N_TYPES + his) * N_CARDS
    for card in range(N_CARDS):
        if cards >> card & 1:
            worth = meet(memo, minion, his, card)
            memo[pair + card] = worth if minion >= his else -worth


@rules
def best_gain(memo: Array[float], yours: int, his: int, cards: int) -> float:
    """What the best choice gains in the rest of a half."""
    best = -CARDS_WON * HALF
    for minion in range(N_TYPES):
        if yours >> minion & 1:
            total, left = 0.0, yours & ~(1 << minion)
            for card in range(N_CARDS):
                if cards >> card & 1:
                    other = int(memo[PICKS + his * N_CARDS + card])
                    total += memo[PAIRS + (minion * N_TYPES + other) * N_CARDS + card]
                    total += memo[REST_OF_HALF + left * SETS + (his & ~(1 << other))]
            best = max(best, total / bits(cards))
    return best


@rules
def solo_chance(memo: Array[float], ahead: int, yours: int, his: int, combats: int) -> float:
    """Your chance to win with so many combats to come, and these minions left for this half."""
    if combats == 0:
        return decided(ahead)
    mean = memo[REST_OF_HALF + yours * SETS + his]
    if combats >= HALF:
        mean += memo[REST_OF_HALF + ALL_TYPES * SETS + ALL_TYPES]
    return walk(memo, ahead, mean, combats)
