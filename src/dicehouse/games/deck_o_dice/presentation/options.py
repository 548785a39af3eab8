"""Describe options as text ids, as sentences, and as the things on the table that a player touches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dicehouse.core.option import Option
from dicehouse.text_format import listed_or

from ..rules.action_codes import CHOOSE, DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.cards import CARDS, REROLL, SIDES
from ..rules.combat import GIANT_KILLS, PROPOSED, SHIELD
from ..rules.state import CRITICAL, NO_CARD, Minion, State
from .decision_chances import decision_chance, odds_words
from .refusals import LOOKED, refusal_reason
from .view_types import TypeId

IDS: tuple[TypeId, ...] = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
NAMES = ("Quad", "Cubera", "Diante", "Sparten", "Dwelve", "Twent")
HOUSE_RULE = "(house rule)"
CROWN = max(CARDS[CRITICAL])  # the number on the card that decides a draw
FELLING = listed_or(range(GIANT_KILLS, SIDES[Minion.QUAD] + 1))  # the numbers with which Quad fells a giant
ABILITIES = (
    f"a {FELLING} fells a d12 or d20 {HOUSE_RULE}",
    "may re-roll once",
    f"sees {LOOKED} cards, takes one",
    f"takes {SHIELD} from a d12 or d20 {HOUSE_RULE}",
    f"wins ties against others {HOUSE_RULE}",
    "no ability",
)


def ability(minion: int, abilities: int) -> str:
    """Return what a minion can do under this preset, in a few words."""
    known = minion in (Minion.CUBERA, Minion.DIANTE)
    return ABILITIES[minion] if known or abilities == PROPOSED else ABILITIES[Minion.TWENT]


def number(value: int) -> str:
    """Return a value as it is printed."""
    return "R*" if value == REROLL else str(value)


def counted(number: int, thing: str) -> str:
    """Return a number of things in words: 1 card, 5 cards."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def describe_action(state: State, seat: int, action: int) -> Option:
    """Return the legal `action` of `seat` as an option."""
    if action in CHOOSE:
        minion = CHOOSE.minion(action)
        name, type_id = NAMES[minion], IDS[minion]
        note = f"d{SIDES[minion]}; {ability(minion, state.options.abilities)}"
        return Option(type_id, name, note, (f"minion:{type_id}",), {"kind": "choose", "type": type_id})
    if action in TAKE:
        return _take(state, seat, action)
    text, label, note, facts = _power(state, seat, action)
    return _with_odds(state, seat, action, Option(text, label, note, (f"key:{text}",), {"kind": text, **facts}))


def _power(state: State, seat: int, action: int) -> tuple[str, str, str, dict[str, Any]]:
    """Return the text, label, note and facts of using a power, or of not using it."""
    side = state.sides[seat]
    lies = side.card != NO_CARD  # against Dicey a card of Diante's may lie open already
    if action == LOOK:
        return "look", "Look at one more" if lies else f"Look at {LOOKED}", "take one, the other goes back on top", {}
    if action == DECLINE:
        return "decline", f"Keep the {side.value}" if lies else "Just draw", "no look" if lies else "the top card", {}
    if action == REROLL_CARD:
        return "reroll", "Re-roll", "this card goes to the bottom", {}
    assert action == KEEP
    return "keep", f"Keep the {side.value}", "the card stands", {"value": side.value}


def _take(state: State, seat: int, action: int) -> Option:
    which = TAKE.which(action)
    card, text = state.looked[which], ("first", "second")[which]
    value = CARDS[card][Minion.DIANTE]
    facts = {"kind": "take", "card": card + 1, "value": value}
    option = Option(text, f"Take the {value}", "the other goes back on top", (f"card:{text}",), facts)
    return _with_odds(state, seat, action, option)


def _with_odds(state: State, seat: int, action: int, option: Option) -> Option:
    """Put the chances before the note of `option`; a player who hides chances still reads the note."""
    odds = decision_chance(state, seat, action)
    facts = {**option.facts, "win": round(odds.win, 3), "tie": round(odds.tie, 3), "plain": option.note}
    return replace(option, note=odds_words(odds), facts=facts)


def refusal(state: State, seat: int, text: str) -> str:
    """Return why an option can't be played now."""
    return refusal_reason(state, seat, text, IDS, NAMES)
