"""Options as text, as sentences, and as things on the table that a hand would touch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dicehouse.kit.game import Option

from ..rules.cards import CARDS, REROLL, SIDES
from ..rules.codes import CHOOSE, DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.combat import PROPOSED, SHIELD
from ..rules.state import NOBODY, Minion, State
from .chances import chance, odds_words
from .refusals import reason

IDS = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
NAMES = ("Quad", "Cubera", "Diante", "Sparten", "Dwelve", "Twent")
HOUSE = "(house rule)"
ABILITIES = (
    f"a 3 or 4 fells a d12 or d20 {HOUSE}",
    "may re-roll once",
    "sees two cards, takes one",
    f"takes {SHIELD} from a d12 or d20 {HOUSE}",
    f"wins ties against others {HOUSE}",
    "no ability",
)


def ability(minion: int, abilities: int) -> str:
    """What a minion can do under this preset, in a few words."""
    known = minion in (Minion.CUBERA, Minion.DIANTE)
    return ABILITIES[minion] if known or abilities == PROPOSED else ABILITIES[Minion.TWENT]


def number(value: int) -> str:
    """A value as it is printed."""
    return "R*" if value == REROLL else str(value)


def count(number: int, thing: str) -> str:
    """1 card, 5 cards."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def describe(state: State, seat: int, action: int) -> Option:
    """One legal action of `seat` as an option."""
    if action in CHOOSE:
        minion = CHOOSE.minion(action)
        name, text = NAMES[minion], IDS[minion]
        note = f"d{SIDES[minion]}; {ability(minion, state.options.abilities)}"
        return Option(text, name, note, (f"minion:{text}",), {"kind": "choose", "type": text})
    if action in TAKE:
        return _take(state, seat, action)
    text, label, note, facts = _power(state, seat, action)
    return _with_odds(state, seat, action, Option(text, label, note, (f"key:{text}",), {"kind": text, **facts}))


def _power(state: State, seat: int, action: int) -> tuple[str, str, str, dict[str, Any]]:
    """Text, label, note and facts of using a power, or not."""
    side = state.sides[seat]
    lies = side.card != NOBODY  # against Dicey a card of Diante's may lie open already
    if action == LOOK:
        return "look", "Look at one more" if lies else "Look at two", "take one, the other goes back on top", {}
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
    """The chances come first; what they are without them, a player who doesn't want to see any still reads."""
    odds = chance(state, seat, action)
    facts = {**option.facts, "win": round(odds.win, 3), "tie": round(odds.tie, 3), "plain": option.note}
    return replace(option, note=odds_words(odds), facts=facts)


def refusal(state: State, seat: int, text: str) -> str:
    """Why an option can't be played now."""
    return reason(state, seat, text, IDS, NAMES)
