"""Compute the chances of a decision from what its player can know: exact over all cards that may come.

In memory mode players must remember which cards are gone, so every card that isn't open now may come. A rival who still
has a choice is assumed to make the best one; Dicey follows its procedure (6.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import NamedTuple

from dicehouse.i18n import Percent, Text, _, join_sentences, ngettext

from ..rules.action_codes import DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.cards import CARDS, REROLL
from ..rules.combat import GIANT_KILLS, PROPOSED, SHIELD, is_giant
from ..rules.solo_opponent import D6_MOST
from ..rules.state import N_CARDS, NO_CARD, Minion, State


class Chance(NamedTuple):
    """Hold the chances to win both cards, and to tie."""

    win: float
    tie: float

    @property
    def worth(self) -> float:
        """Return the chance to win, with half a win for a tie."""
        return self.win + self.tie / 2


class CardCount(NamedTuple):
    """Hold how many cards may come, and how many of them beat or tie a number."""

    cards: int
    beat: int
    tie: int


RESULTS = {1: Chance(1.0, 0.0), 0: Chance(0.0, 1.0), -1: Chance(0.0, 0.0)}


@dataclass(frozen=True)
class PossibleDeck:
    """Hold the cards that may come: those known on top, those in unknown order, those known on the bottom."""

    top: tuple[int, ...]
    pool: tuple[int, ...]
    bottom: tuple[int, ...]

    def next(self) -> tuple[int, ...]:
        """Return the cards that may come next, all equally likely."""
        return self.top[:1] or self.pool or self.bottom[:1]

    def numbers(self, minion: int) -> tuple[int, ...]:
        """Return the cards that may become this minion's roll card: R* is drawn again (4.3)."""
        known = [card for card in self.top if CARDS[card][minion] != REROLL]
        pool = tuple(card for card in self.pool if CARDS[card][minion] != REROLL)
        last = [card for card in self.bottom if CARDS[card][minion] != REROLL]
        return tuple(known[:1]) or pool or tuple(last[:1])

    def without(self, *cards: int) -> PossibleDeck:
        """Return the deck after these cards were drawn."""

        def rest(cards_of: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(card for card in cards_of if card not in cards)

        return PossibleDeck(rest(self.top), rest(self.pool), rest(self.bottom))


def deck_for(state: State, seat: int) -> PossibleDeck:
    """Return the deck as `seat` may know it."""
    knows_top = state.top != NO_CARD and bool(state.top_seen >> seat & 1)
    top = (state.top,) if knows_top else ()
    if state.options.memory:
        lying = {state.sides[0].card, state.sides[1].card, state.flip, *top}
        lying |= {state.looked[0], state.looked[1]}
        return PossibleDeck(top, tuple(card for card in range(N_CARDS) if card not in lying), ())
    pool = [card for card in range(N_CARDS) if state.rest >> card & 1]
    if state.top != NO_CARD and not knows_top:
        pool.append(state.top)
    return PossibleDeck(top, tuple(sorted(pool)), tuple(state.bottom[i] for i in range(state.n_bottom)))


def decision_chance(state: State, seat: int, action: int, reader: int | None = None) -> Chance:
    """Return the chance of `seat` to win with a legal decision about a card, by what it, or a `reader`, knows."""
    me, deck = state.sides[seat], deck_for(state, seat if reader is None else reader)
    if action in TAKE:
        which = TAKE.which(action)
        return _taken(state, seat, state.looked[which], state.looked[1 - which], deck)
    if action == KEEP or (action == DECLINE and me.card != NO_CARD):
        return _outcome(state, seat, me.value, deck)
    if action == REROLL_CARD:
        deck = replace(deck, bottom=(*deck.bottom, me.card))
    if action in (REROLL_CARD, DECLINE):
        return _mean(_drawn(state, seat, card, deck) for card in deck.next())
    assert action == LOOK
    return _mean(_best(state, seat, one, other, deck) for one, other in _pairs(deck, me.card))


def _drawn(state: State, seat: int, card: int, deck: PossibleDeck) -> Chance:
    return _outcome(state, seat, CARDS[card][state.sides[seat].minion], deck.without(card))


def _pairs(deck: PossibleDeck, lying: int = NO_CARD) -> Iterable[tuple[int, int]]:
    """Return the two cards that Diante may see; one of them may be open already."""
    if lying != NO_CARD:
        return [(lying, card) for card in deck.next()]
    if not deck.top and len(deck.pool) > 1:
        return permutations(deck.pool, 2)
    return [(one, other) for one in deck.next() for other in deck.without(one).next()]


def _best(state: State, seat: int, one: int, other: int, deck: PossibleDeck) -> Chance:
    deck = deck.without(one, other)
    return max(_taken(state, seat, one, other, deck), _taken(state, seat, other, one, deck), key=_worth)


def _taken(state: State, seat: int, taken: int, back: int, deck: PossibleDeck) -> Chance:
    """Return the chance if Diante takes one card and the other comes next."""
    deck = PossibleDeck((back,), tuple(card for card in deck.pool if card not in (taken, back)), deck.bottom)
    return _outcome(state, seat, CARDS[taken][Minion.DIANTE], deck)


# --- what becomes of a value


def _outcome(state: State, seat: int, value: int, deck: PossibleDeck) -> Chance:
    other = state.sides[1 - seat]
    if state.attacker != seat:
        return RESULTS[duel_result(state, seat, value, other.value)]
    return _answered_by_dicey(state, seat, value, deck) if state.solo else _answered(state, seat, value, deck)


def _answered(state: State, seat: int, value: int, deck: PossibleDeck) -> Chance:
    """Return the chance if the defender draws after you and answers with the best choice."""
    minion = state.sides[1 - seat].minion

    def against(card: int) -> Chance:
        return RESULTS[duel_result(state, seat, value, max(CARDS[card][minion], 0))]

    if minion == Minion.DIANTE:
        pairs = list(_pairs(deck))
        if pairs:
            return _mean(min(against(one), against(other), key=_worth) for one, other in pairs)
    if minion == Minion.CUBERA:
        return _mean(_rerolled(against(card), deck.without(card), against) for card in deck.next())
    return _mean(against(card) for card in deck.numbers(minion)) if deck.numbers(minion) else RESULTS[1]


def _rerolled(first: Chance, deck: PossibleDeck, against: Callable[[int], Chance]) -> Chance:
    if first.worth == 0 or not deck.next():
        return first
    return min(first, _mean(against(card) for card in deck.next()), key=_worth)


def _answered_by_dicey(state: State, seat: int, value: int, deck: PossibleDeck) -> Chance:
    dicey = state.sides[1 - seat]

    def against(his: int) -> Chance:
        return RESULTS[duel_result(state, seat, value, his)]

    cards = deck.next()
    if dicey.minion == Minion.CUBERA and cards and not (dicey.value == D6_MOST or dicey.value > value):
        return _mean(against(CARDS[card][Minion.CUBERA]) for card in cards)
    if dicey.minion == Minion.DIANTE and cards:
        return _mean(against(max(dicey.value, CARDS[card][Minion.DIANTE])) for card in cards)
    return against(dicey.value)


def duel_result(state: State, seat: int, value: int, other_value: int) -> int:
    """Return 1 if `seat` wins with `value` against `other_value`, 0 in a tie, otherwise -1 (steps 6 and 7, 5.2)."""
    if state.attacker == seat:
        return -_defended(state, 1 - seat, other_value, value)
    return _defended(state, seat, value, other_value)


def _defended(state: State, side: int, value: int, attack: int) -> int:
    minion, attacker = state.sides[side].minion, state.sides[1 - side].minion
    proposed = state.options.abilities == PROPOSED
    if proposed and is_giant(attacker):
        if minion == Minion.QUAD and value >= GIANT_KILLS:
            attack = 0
        elif minion == Minion.SPARTEN:
            attack = max(attack - SHIELD, 0)
    if value == attack and proposed and minion != attacker and Minion.DWELVE in (minion, attacker):
        return 1 if minion == Minion.DWELVE else -1
    return (value > attack) - (value < attack)


# --- counting cards


def count_beating(state: State, seat: int) -> CardCount | None:
    """Count the cards unseen by `seat` that beat the number to beat: the attacker's, or one's own while the defender
    has still to draw. Return None while there is no such number, or if none can beat it any more.
    """
    me, other = state.sides[seat], state.sides[1 - seat]
    defends = state.attacker != seat
    lies, drawer = (other, me) if defends else (me, other)
    if lies.card == NO_CARD or (not defends and other.card != NO_CARD):
        return None
    cards = deck_for(state, seat).pool
    values = [CARDS[card][drawer.minion] for card in cards]
    results = [_defended(state, seat if defends else 1 - seat, value, lies.value) for value in values if value > 0]
    return CardCount(len(cards), results.count(1), results.count(0))


def _worth(chance: Chance) -> float:
    return chance.worth


def _mean(chances: Iterable[Chance]) -> Chance:
    every: Sequence[Chance] = list(chances)
    return Chance(sum(c.win for c in every) / len(every), sum(c.tie for c in every) / len(every))


# --- in words


def percent(share: float) -> Percent:
    """Return a chance as a whole percentage; a chance that is not certain is never 0 or 100."""
    return Percent(min(max(share, 0.01), 0.99) if 0 < share < 1 else share)


def odds_words(chance: Chance) -> Text:
    """Return a chance in words: 38% win, 13% tie."""
    for certain, words in (
        (chance.win, _("wins for certain")),
        (chance.tie, _("ties for certain")),
        (1 - sum(chance), _("loses for certain")),
    ):
        if certain > 1 - 1e-9:
            return words
    win, tie = percent(chance.win), percent(chance.tie)
    if chance.win and chance.tie:
        return _("{win} win, {tie} tie", win=win, tie=tie)
    return _("{win} win", win=win) if chance.win else _("{tie} tie", tie=tie)


def count_words(state: State, seat: int) -> Text:
    """Return a count in words: Of 16 hidden cards, 6 beat the 4. 2 would tie.

    In memory mode the cards won are hidden, too, so they count.
    """
    found = count_beating(state, seat)
    if found is None or not found.cards:
        return Text("")
    if deck_for(state, seat).top:
        return _("You know the next card.")
    value = state.sides[1 - seat if state.attacker != seat else seat].value
    if found.cards == 1:
        if found.tie:
            return _("The one hidden card ties with the {value}.", value=value)
        if found.beat:
            return _("The one hidden card beats the {value}.", value=value)
        return _("The one hidden card doesn't beat the {value}.", value=value)
    if not found.beat:
        beat = _("Of {cards} hidden cards, none beats the {value}.", cards=found.cards, value=value)
    else:
        beat = ngettext(
            "Of {cards} hidden cards, {n} beats the {value}.",
            "Of {cards} hidden cards, {n} beat the {value}.",
            found.beat,
            cards=found.cards,
            value=value,
        )
    return join_sentences(beat, ngettext("{n} would tie.", "{n} would tie.", found.tie)) if found.tie else beat
