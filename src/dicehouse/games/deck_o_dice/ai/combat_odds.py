"""Compute the exact value of a combat for its attacker, from what is known of the deck.

Every card that may be drawn is tried, and both sides use Cubera and Diante optimally. The values of winning, tying and
losing are given (`win_chances`). The deck lies in `memo` too, so that asking "what if this card were on top" takes one
store and one call.

Of the cards in the deck some may be `drawn` in the line that is tried, and some `under` the deck, put there by R*, a
re-roll or a flip. Both masks go with every question.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.records.record import Array

from ..rules.cards import CARDS, REROLL
from ..rules.combat import GIANT_KILLS, PROPOSED, SHIELD, is_giant
from ..rules.deck import value_of
from ..rules.state import CRITICAL, N_CARDS, N_TYPES, NO_CARD, Minion, State
from .matrix_game_solver import MATRIX_MEMO

PRESET = MATRIX_MEMO  # of the abilities
TOP = PRESET + 1  # the card on top, or NO_CARD
REST = TOP + 1  # mask of cards in an order that nobody knows
N_BOTTOM = REST + 1
BOTTOM = N_BOTTOM + 1
DECK = BOTTOM + N_CARDS  # mask of all these
UTILITY = DECK + 1  # what a result is worth for the attacker: [lost, tied, won][deciding card: none, own, other]
VALUES = UTILITY + 9  # the numbers on the cards, 0 for R*: [card][minion]
CLASH = VALUES + N_CARDS * N_TYPES  # what two roll cards are worth for the attacker: [its own][the defender's]
ODDS_MEMO = CLASH + N_CARDS * N_CARDS

LOST, TIED, WON = -1, 0, 1
NUMBERED = tuple(sum(1 << i for i, card in enumerate(CARDS) if card[minion] != REROLL) for minion in range(N_TYPES))


# --- the deck that is looked at


@rules
def load_cards(memo: Array[float]) -> None:
    """Fill in the numbers on the cards; they are read faster from `memo`."""
    for card in range(N_CARDS):
        for minion in range(N_TYPES):
            memo[VALUES + card * N_TYPES + minion] = max(0, value_of(card, minion))


@rules
def number_on(memo: Array[float], card: int, minion: int) -> int:
    """Return the number of `card` for `minion`. A roll card that keeps R*, as no number is left, counts 0 too."""
    return int(memo[VALUES + card * N_TYPES + minion])


@rules
def look_at_deck(memo: Array[float], state: State, sees_top: bool) -> None:
    """Load the deck of `state` for a player who sees the top card or doesn't."""
    known = state.top != NO_CARD and sees_top
    rest, deck = state.rest, state.rest
    if state.top != NO_CARD:
        deck |= 1 << state.top
        rest = state.rest if known else deck
    for place in range(state.n_bottom):
        memo[BOTTOM + place] = state.bottom[place]
        deck |= 1 << state.bottom[place]
    memo[TOP] = state.top if known else NO_CARD
    memo[REST] = rest
    memo[N_BOTTOM] = state.n_bottom
    memo[DECK] = deck


@rules
def look_at_cards(memo: Array[float], cards: int) -> None:
    """Load a deck of `cards` in an unknown order."""
    memo[TOP] = NO_CARD
    memo[REST] = cards
    memo[N_BOTTOM] = 0
    memo[DECK] = cards


@rules
def next_cards(memo: Array[float], drawn: int, under: int) -> int:
    """Return the mask of the cards that may come next, all equally likely; 0 if the deck is empty."""
    gone = drawn | under
    top = int(memo[TOP])
    if top != NO_CARD and gone >> top & 1 == 0:
        return 1 << top
    rest = int(memo[REST]) & ~gone
    if rest:
        return rest
    for place in range(int(memo[N_BOTTOM])):
        card = int(memo[BOTTOM + place])
        if gone >> card & 1 == 0:
            return 1 << card
    return under & ~drawn


@rules
def possible_roll_cards(memo: Array[float], minion: int, drawn: int, under: int) -> int:
    """Return the mask of the cards that may become the roll card: those with a number, or any if no card in the deck
    has one.
    """
    cards = next_cards(memo, drawn, under)
    if (int(memo[DECK]) | under) & ~drawn & NUMBERED[minion] == 0:
        return cards
    while cards & NUMBERED[minion] == 0:
        under |= cards
        cards = next_cards(memo, drawn, under)
    return cards & NUMBERED[minion]


# --- a result, and what it is worth


@rules
def combat_result(abilities: int, attacker: int, attack: int, defender: int, defence: int) -> int:
    """Return the result for the attacker with these values before adjustments (step 7, 5.2)."""
    if abilities == PROPOSED:
        if is_giant(attacker) and defender == Minion.QUAD and defence >= GIANT_KILLS:
            attack = 0
        elif is_giant(attacker) and defender == Minion.SPARTEN:
            attack = max(attack - SHIELD, 0)
        if attack == defence and attacker != defender:
            if attacker == Minion.DWELVE:
                return WON
            if defender == Minion.DWELVE:
                return LOST
    return WON if attack > defence else LOST if attack < defence else TIED


@rules
def load_clashes(memo: Array[float], attacker: int, defender: int, cards: int, others: int) -> None:
    """Fill in the value for the attacker of any of `cards` against any of `others`."""
    abilities = int(memo[PRESET])
    for card in range(N_CARDS):
        if cards >> card & 1:
            value = number_on(memo, card, attacker)
            for other in range(N_CARDS):
                if others >> other & 1:
                    defence = number_on(memo, other, defender)
                    outcome = combat_result(abilities, attacker, value, defender, defence)
                    critical = 1 if card == CRITICAL else 2 if other == CRITICAL else 0
                    memo[CLASH + card * N_CARDS + other] = memo[UTILITY + 3 * (outcome - LOST) + critical]


@rules
def clash_value(memo: Array[float], card: int, other: int) -> float:
    """Return the value for the attacker if these two roll cards meet."""
    return memo[CLASH + card * N_CARDS + other]


@rules
def mean_clash_value(memo: Array[float], card: int, others: int) -> float:
    """Return the mean value for the attacker if the defender's card is any of `others`."""
    total, number, row = 0.0, 0, CLASH + card * N_CARDS
    for other in range(N_CARDS):
        if others >> other & 1:
            total += memo[row + other]
            number += 1
    return total / number


# --- the defender's step


@rules
def defence_value(memo: Array[float], card: int, defender: int, drawn: int, under: int) -> float:
    """Return the value of the combat for an attacker whose roll card is final (it is among those drawn)."""
    cards = possible_roll_cards(memo, defender, drawn, under)
    if defender == Minion.CUBERA:
        return reroll_defence_value(memo, card, cards, drawn, under)
    if defender == Minion.DIANTE:
        return foresight_defence_value(memo, card, cards, drawn, under)
    return mean_clash_value(memo, card, cards)


@rules
def reroll_defence_value(memo: Array[float], card: int, cards: int, drawn: int, under: int) -> float:
    """Return the value for the attacker if Cubera sees its card and keeps it or takes the next one."""
    number, mean, row = count_bits(cards), mean_clash_value(memo, card, cards), CLASH + card * N_CARDS
    if number == 1:
        if next_cards(memo, drawn | cards, under) == 0:
            return mean
        return min(mean, mean_clash_value(memo, card, next_cards(memo, drawn, under | cards)))
    worth = 0.0
    for other in range(N_CARDS):
        if cards >> other & 1:
            kept = memo[row + other]
            worth += min(kept, (mean * number - kept) / (number - 1))
    return worth / number


@rules
def foresight_defence_value(memo: Array[float], card: int, cards: int, drawn: int, under: int) -> float:
    """Return the value for the attacker if Diante takes the better of two cards."""
    number, row = count_bits(cards), CLASH + card * N_CARDS
    if number == 1:
        known, after = mean_clash_value(memo, card, cards), next_cards(memo, drawn | cards, under)
        return mean_of_least(memo, row, known, after) if after else known
    worth, before = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            if before:
                worth += mean_of_least(memo, row, memo[row + other], before) * count_bits(before)
            before |= 1 << other
    return worth / (number * (number - 1) / 2)


@rules
def mean_of_least(memo: Array[float], row: int, known: float, cards: int) -> float:
    """Return the mean of the lesser of a `known` value and that of each of `cards`."""
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += min(known, memo[row + other])
            number += 1
    return total / number


# --- the attacker's step


@rules
def attack_value(memo: Array[float], attacker: int, defender: int, card: int, under: int) -> float:
    """Return the value of a combat for the attacker if it draws `card`."""
    drawn = 1 << card
    if number_on(memo, card, attacker) == 0 and int(memo[DECK]) & NUMBERED[attacker]:
        return mean_attack_value(memo, attacker, defender, under | drawn)
    if attacker == Minion.DIANTE:
        return foresight_attack_value(memo, defender, card, under)
    kept = defence_value(memo, card, defender, drawn, under)
    if attacker == Minion.CUBERA and next_cards(memo, drawn, under):
        return max(kept, mean_attack_value(memo, attacker, defender, under | drawn))
    return kept


@rules
def mean_attack_value(memo: Array[float], attacker: int, defender: int, under: int) -> float:
    """Return the value for an attacker that draws once more and must keep that card."""
    cards = possible_roll_cards(memo, attacker, 0, under)
    total, number = 0.0, 0
    for card in range(N_CARDS):
        if cards >> card & 1:
            total += defence_value(memo, card, defender, 1 << card, under & ~(1 << card))
            number += 1
    return total / number


@rules
def foresight_attack_value(memo: Array[float], defender: int, card: int, under: int) -> float:
    """Return the value if Diante looks at `card` and the next one and takes the better; the other is the defender's
    next draw.
    """
    cards = next_cards(memo, 1 << card, under)
    if cards == 0:
        return defence_value(memo, card, defender, 1 << card, under)
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += max(
                taken_card_value(memo, defender, card, other, under),
                taken_card_value(memo, defender, other, card, under),
            )
            number += 1
    return total / number


@rules
def taken_card_value(memo: Array[float], defender: int, card: int, left: int, under: int) -> float:
    """Return the value if the attacking Diante takes `card` and leaves `left` to be drawn next."""
    top = memo[TOP]
    memo[TOP] = left
    worth = defence_value(memo, card, defender, 1 << card, under)
    memo[TOP] = top
    return worth
