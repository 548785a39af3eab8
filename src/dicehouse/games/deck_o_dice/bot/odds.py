"""What a combat is worth for its attacker, exactly, from what is known of the deck.

Every card that may be drawn is tried, and both sides use Cubera and Diante as well as can be. What winning, a tie and
losing are worth is told beforehand (`prospects.py`); the deck that is looked at lies in the memo too, so that "what if
this card were on top" is a store and a question.

Of the cards in the deck some may be `drawn` in what is tried, and some `under` it, put there by R*, a re-roll or a
flip. Masks of both go with every question.
"""

from __future__ import annotations

from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.cards import CARDS, REROLL
from ..rules.combat import GIANT_KILLS, PROPOSED, SHIELD, is_giant
from ..rules.deck import value_of
from ..rules.state import CRITICAL, N_CARDS, N_TYPES, NOBODY, Minion, State
from .matrix import MATRIX_MEMO

PRESET = MATRIX_MEMO  # of the abilities
TOP = PRESET + 1  # the card on top, or NOBODY
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
    """The numbers on the cards: in the memo they are found faster."""
    for card in range(N_CARDS):
        for minion in range(N_TYPES):
            memo[VALUES + card * N_TYPES + minion] = max(0, value_of(card, minion))


@rules
def number_on(memo: Array[float], card: int, minion: int) -> int:
    """What a card shows for a minion; a roll card that is left with R*, as no number is there, counts 0 too."""
    return int(memo[VALUES + card * N_TYPES + minion])


@rules
def look_at_deck(memo: Array[float], state: State, sees_top: bool) -> None:
    """The deck as it lies, for somebody who sees the top card or doesn't."""
    known = state.top != NOBODY and sees_top
    rest, deck = state.rest, state.rest
    if state.top != NOBODY:
        deck |= 1 << state.top
        rest = state.rest if known else deck
    for place in range(state.n_bottom):
        memo[BOTTOM + place] = state.bottom[place]
        deck |= 1 << state.bottom[place]
    memo[TOP] = state.top if known else NOBODY
    memo[REST] = rest
    memo[N_BOTTOM] = state.n_bottom
    memo[DECK] = deck


@rules
def look_at_cards(memo: Array[float], cards: int) -> None:
    """A deck of these cards, of which nothing else is known."""
    memo[TOP] = NOBODY
    memo[REST] = cards
    memo[N_BOTTOM] = 0
    memo[DECK] = cards


@rules
def pool(memo: Array[float], drawn: int, under: int) -> int:
    """Mask of the cards that may come next, all equally likely; 0 if the deck is empty."""
    gone = drawn | under
    top = int(memo[TOP])
    if top != NOBODY and gone >> top & 1 == 0:
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
def rolls(memo: Array[float], minion: int, drawn: int, under: int) -> int:
    """Mask of the cards that may become the roll card: those with a number, unless there is none in all the deck."""
    cards = pool(memo, drawn, under)
    if (int(memo[DECK]) | under) & ~drawn & NUMBERED[minion] == 0:
        return cards
    while cards & NUMBERED[minion] == 0:
        under |= cards
        cards = pool(memo, drawn, under)
    return cards & NUMBERED[minion]


# --- a result, and what it is worth


@rules
def result(abilities: int, attacker: int, attack: int, defender: int, defence: int) -> int:
    """Who wins with these values before adjustments, as the attacker sees it (step 7, 5.2)."""
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
    """What it is worth for the attacker to have any of these roll cards against any of those."""
    abilities = int(memo[PRESET])
    for card in range(N_CARDS):
        if cards >> card & 1:
            value = number_on(memo, card, attacker)
            for other in range(N_CARDS):
                if others >> other & 1:
                    defence = number_on(memo, other, defender)
                    outcome = result(abilities, attacker, value, defender, defence)
                    critical = 1 if card == CRITICAL else 2 if other == CRITICAL else 0
                    memo[CLASH + card * N_CARDS + other] = memo[UTILITY + 3 * (outcome - LOST) + critical]


@rules
def clash(memo: Array[float], card: int, other: int) -> float:
    """What it is worth for the attacker that these roll cards meet."""
    return memo[CLASH + card * N_CARDS + other]


@rules
def mean_clash(memo: Array[float], card: int, others: int) -> float:
    """The same if the defender's card is any of these."""
    total, number, row = 0.0, 0, CLASH + card * N_CARDS
    for other in range(N_CARDS):
        if others >> other & 1:
            total += memo[row + other]
            number += 1
    return total / number


# --- the defender's step


@rules
def defend(memo: Array[float], card: int, defender: int, drawn: int, under: int) -> float:
    """What the combat is worth for an attacker whose roll card stands (it is among those drawn)."""
    cards = rolls(memo, defender, drawn, under)
    if defender == Minion.CUBERA:
        return defend_by_reroll(memo, card, cards, drawn, under)
    if defender == Minion.DIANTE:
        return defend_by_foresight(memo, card, cards, drawn, under)
    return mean_clash(memo, card, cards)


@rules
def defend_by_reroll(memo: Array[float], card: int, cards: int, drawn: int, under: int) -> float:
    """Cubera sees its card and keeps it, or takes the next one."""
    number, mean, row = bits(cards), mean_clash(memo, card, cards), CLASH + card * N_CARDS
    if number == 1:
        if pool(memo, drawn | cards, under) == 0:
            return mean
        return min(mean, mean_clash(memo, card, pool(memo, drawn, under | cards)))
    worth = 0.0
    for other in range(N_CARDS):
        if cards >> other & 1:
            kept = memo[row + other]
            worth += min(kept, (mean * number - kept) / (number - 1))
    return worth / number


@rules
def defend_by_foresight(memo: Array[float], card: int, cards: int, drawn: int, under: int) -> float:
    """Diante takes the better of two."""
    number, row = bits(cards), CLASH + card * N_CARDS
    if number == 1:
        known, after = mean_clash(memo, card, cards), pool(memo, drawn | cards, under)
        return mean_of_least(memo, row, known, after) if after else known
    worth, before = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            if before:
                worth += mean_of_least(memo, row, memo[row + other], before) * bits(before)
            before |= 1 << other
    return worth / (number * (number - 1) / 2)


@rules
def mean_of_least(memo: Array[float], row: int, known: float, cards: int) -> float:
    """The mean of the lesser of something known and what any of these cards is worth."""
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += min(known, memo[row + other])
            number += 1
    return total / number


# --- the attacker's step


@rules
def attack(memo: Array[float], attacker: int, defender: int, card: int, under: int) -> float:
    """What a combat is worth for the attacker if it draws this card."""
    drawn = 1 << card
    if number_on(memo, card, attacker) == 0 and int(memo[DECK]) & NUMBERED[attacker]:
        return attack_with_any(memo, attacker, defender, under | drawn)
    if attacker == Minion.DIANTE:
        return attack_by_foresight(memo, defender, card, under)
    kept = defend(memo, card, defender, drawn, under)
    if attacker == Minion.CUBERA and pool(memo, drawn, under):
        return max(kept, attack_with_any(memo, attacker, defender, under | drawn))
    return kept


@rules
def attack_with_any(memo: Array[float], attacker: int, defender: int, under: int) -> float:
    """The same for an attacker that draws once more, and that card stands."""
    cards = rolls(memo, attacker, 0, under)
    total, number = 0.0, 0
    for card in range(N_CARDS):
        if cards >> card & 1:
            total += defend(memo, card, defender, 1 << card, under & ~(1 << card))
            number += 1
    return total / number


@rules
def attack_by_foresight(memo: Array[float], defender: int, card: int, under: int) -> float:
    """Diante looks at this card and the next, and takes the better one, the other being the defender's next draw."""
    cards = pool(memo, 1 << card, under)
    if cards == 0:
        return defend(memo, card, defender, 1 << card, under)
    total, number = 0.0, 0
    for other in range(N_CARDS):
        if cards >> other & 1:
            total += max(taken(memo, defender, card, other, under), taken(memo, defender, other, card, under))
            number += 1
    return total / number


@rules
def taken(memo: Array[float], defender: int, card: int, left: int, under: int) -> float:
    """What it is worth that the attacking Diante takes this card and leaves that one to be drawn next."""
    top = memo[TOP]
    memo[TOP] = left
    worth = defend(memo, card, defender, 1 << card, under)
    memo[TOP] = top
    return worth
