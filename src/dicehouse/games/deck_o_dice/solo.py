"""Solo: the best reply to Dicey, who plays by a fixed procedure.

For each choice, every card is tried that Dicey may flip; Dicey's minion follows from it. What comes after is known by
its mean, worked out from the last combat of a half back for every two sets of minions: against somebody who shows a
card first, which minions are left is worth more than in a duel.
"""

from __future__ import annotations

from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from .dicey import D6_MOST, SAFE_AGAINST_QUAD, best_minion
from .odds import clash, defend, load_clashes, look_at_cards, mean_clash, number_on, pool, rolls
from .prospects import CARDS_WON, PROSPECTS_MEMO, decided, load_cards_won, walk
from .state import ALL_TYPES, HALF, N_CARDS, N_TYPES, Minion

SETS = ALL_TYPES + 1
PAIRS = PROSPECTS_MEMO  # your mean gain in cards: [your minion][Dicey's][the card flipped]
REST_OF_HALF = PAIRS + N_TYPES * N_TYPES * N_CARDS  # the same for the rest of a half: [your minions][Dicey's]
SOLO_OF = REST_OF_HALF + SETS * SETS  # the cards that all this was worked out for
PICKS = SOLO_OF + 1  # the minion that Dicey picks: [those left][the card flipped]
SOLO_MEMO = PICKS + SETS * N_CARDS


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
        total = 0.0
        for other in range(N_CARDS):
            if cards >> other & 1:
                taken = higher(memo, card, other)
                total += defend(memo, taken, minion, 1 << taken, under)
        return total / bits(cards)
    if his == Minion.CUBERA and cards and number_on(memo, card, his) < SAFE_AGAINST_QUAD:
        total = 0.0
        for other in range(N_CARDS):
            if cards >> other & 1:
                total += defend(memo, other, minion, 1 << other, under | drawn)
        return total / bits(cards)
    return defend(memo, card, minion, drawn, under)


@rules
def higher(memo: Array[float], card: int, other: int) -> int:
    """Of two cards, the one that Dicey's Diante takes: the first, unless the d8 of the other is larger."""
    return other if number_on(memo, other, Minion.DIANTE) > number_on(memo, card, Minion.DIANTE) else card


@rules
def your_attack(memo: Array[float], minion: int, his: int, card: int, under: int) -> float:
    """You draw and act with Dicey's roll card before you, then Dicey does."""
    drawn = 1 << card
    cards = rolls(memo, minion, drawn, under)
    total, number = 0.0, bits(cards)
    for own in range(N_CARDS):
        if cards >> own & 1:
            worth = answer(memo, own, minion, his, card, drawn | 1 << own, under)
            if minion == Minion.CUBERA:
                worth = max(worth, answer_after_reroll(memo, own, his, card, drawn, under))
            elif minion == Minion.DIANTE:
                worth = answer_after_look(memo, own, his, card, drawn, under, worth)
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
def answer_after_look(memo: Array[float], own: int, his: int, card: int, drawn: int, under: int, worth: float) -> float:
    """Your Diante takes the better of two, then Dicey acts."""
    cards = pool(memo, drawn | 1 << own, under)
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += max(worth, answer(memo, other, Minion.DIANTE, his, card, drawn | 1 << other, under))
            number += 1
    return total / number if number else worth


@rules
def answer(memo: Array[float], own: int, minion: int, his: int, card: int, drawn: int, under: int) -> float:
    """What it is worth if your roll card stands, and Dicey acts after you (6.3)."""
    cards = pool(memo, drawn, under)
    if his == Minion.DIANTE and cards:
        total = 0.0
        for other in range(N_CARDS):
            if cards >> other & 1:
                total += clash(memo, own, higher(memo, card, other))
        return total / bits(cards)
    value = number_on(memo, card, his)
    if his == Minion.CUBERA and cards and value != D6_MOST and value <= number_on(memo, own, minion):
        return mean_clash(memo, own, cards)
    return clash(memo, own, card)


# --- what comes after


@rules
def work_out_solo(memo: Array[float], cards: int) -> None:
    """What you gain with a deck of these cards in any order, combat by combat and half by half."""
    if memo[SOLO_OF] == cards:
        return
    memo[SOLO_OF] = cards
    look_at_cards(memo, cards)
    load_cards_won(memo)
    for minion in range(N_TYPES):
        for his in range(N_TYPES):
            load_clashes(memo, max(minion, his), min(minion, his), cards, cards)
            pair = PAIRS + (minion * N_TYPES + his) * N_CARDS
            for card in range(N_CARDS):
                if cards >> card & 1:
                    worth = meet(memo, minion, his, card)
                    memo[pair + card] = worth if minion >= his else -worth
    for combats in range(1, HALF + 1):
        for yours in range(SETS):
            if bits(yours) == combats:
                for his in range(SETS):
                    if bits(his) == combats:
                        memo[REST_OF_HALF + yours * SETS + his] = best_gain(memo, yours, his, cards)


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
