"""Describe options as text ids, as sentences, and as the things on the table that a player touches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dicehouse.core.option import Option
from dicehouse.i18n import Text, _, listing

from ..rules.action_codes import CHOOSE, DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.cards import CARDS, REROLL, SIDES
from ..rules.combat import GIANT_KILLS, PROPOSED, SHIELD
from ..rules.state import CRITICAL, NO_CARD, Minion, State
from .decision_chances import decision_chance, odds_words
from .refusals import LOOKED, refusal_reason
from .view_types import TypeId

IDS: tuple[TypeId, ...] = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
NAMES = ("Quad", "Cubera", "Diante", "Sparten", "Dwelve", "Twent")
CROWN = max(CARDS[CRITICAL])  # the number on the card that decides a draw
FELLING = listing(range(GIANT_KILLS, SIDES[Minion.QUAD] + 1), "or")  # the numbers with which Quad fells a giant
NO_ABILITY = _("no ability")
ABILITIES = (  # by minion, and True if it is a house rule
    (_("{numbers} beats any d12 or d20", numbers=FELLING), True),
    (_("may reroll once"), False),
    (_("sees {cards} cards, takes one", cards=LOOKED), False),
    (_("lowers a d12 or d20 by {shield}", shield=SHIELD), True),
    (_("wins ties, except against a Dwelve"), True),
    (NO_ABILITY, False),
)


def ability(minion: int, abilities: int) -> Text:
    """Return what a minion can do under this preset, in a few words."""
    text, invented = ABILITIES[minion]
    if not invented:
        return text
    return _("{ability} (house rule)", ability=text) if abilities == PROPOSED else NO_ABILITY


def number(value: int) -> str:
    """Return a value as it is printed."""
    return "R*" if value == REROLL else str(value)


def counted(number: int, thing: str) -> str:
    """Return a number of things in an error for programmers: 1 card, 5 cards."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def describe_action(state: State, seat: int, action: int) -> Option:
    """Return the legal `action` of `seat` as an option."""
    if action in CHOOSE:
        minion = CHOOSE.minion(action)
        name, type_id = NAMES[minion], IDS[minion]
        note = _("d{sides}, {ability}", sides=str(SIDES[minion]), ability=ability(minion, state.options.abilities))
        return Option(type_id, name, note, (f"minion:{type_id}",), {"kind": "choose", "type": type_id})
    if action in TAKE:
        return _take(state, seat, action)
    text, label, note, facts = _power(state, seat, action)
    return _with_odds(state, seat, action, Option(text, label, note, (f"key:{text}",), {"kind": text, **facts}))


def _power(state: State, seat: int, action: int) -> tuple[str, Text, Text, dict[str, Any]]:
    """Return the id, label, note and facts of using an ability, or of not using it."""
    side = state.sides[seat]
    lies = side.card != NO_CARD  # against Dicey a card of Diante's may lie open already
    if action == LOOK:
        label = _("Look at one more") if lies else _("Look at {cards}", cards=LOOKED)
        return "look", label, _("take one, put the other on top of the deck"), {}
    if action == DECLINE:
        if lies:
            return "decline", _("Keep the {value}", value=side.value), _("don't look"), {}
        return "decline", _("Just draw"), _("the top card"), {}
    if action == REROLL_CARD:
        return "reroll", _("Reroll"), _("put this card under the deck"), {}
    assert action == KEEP
    return "keep", _("Keep the {value}", value=side.value), _("don't reroll"), {"value": side.value}


def _take(state: State, seat: int, action: int) -> Option:
    which = TAKE.which(action)
    card, text = state.looked[which], ("first", "second")[which]
    value = CARDS[card][Minion.DIANTE]
    facts = {"kind": "take", "card": card + 1, "value": value}
    label, note = _("Take the {value}", value=value), _("put the other on top of the deck")
    return _with_odds(state, seat, action, Option(text, label, note, (f"card:{text}",), facts))


def _with_odds(state: State, seat: int, action: int, option: Option) -> Option:
    """Put the chances before the note of `option`; a player who hides chances still reads the note."""
    odds = decision_chance(state, seat, action)
    facts = {**option.facts, "win": round(odds.win, 3), "tie": round(odds.tie, 3), "plain": option.note}
    return replace(option, note=odds_words(odds), facts=facts)


def refusal(state: State, seat: int, text: str) -> str:
    """Return why an option can't be played now."""
    return refusal_reason(state, seat, text, IDS, NAMES)
