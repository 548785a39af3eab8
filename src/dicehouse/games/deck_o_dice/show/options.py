"""Options as text, as sentences, and as things on the table that a hand would touch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dicehouse.kit.game import Option

from ..rules.cards import CARDS, REROLL, SIDES
from ..rules.codes import CHOOSE, DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.combat import GIANT_KILLS, PROPOSED, SHIELD, is_giant
from ..rules.state import N_CARDS, NOBODY, Minion, State

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
    if action == LOOK:
        return Option("look", "Look at two cards", "take one, the other goes back on top", ("key:look",), _kind("look"))
    if action == DECLINE:
        return Option("decline", "Just draw", "", ("key:decline",), _kind("decline"))
    if action in TAKE:
        return _take(state, TAKE.which(action))
    if action == REROLL_CARD:
        facts = _kind("reroll") | chances(state, seat, _next_cards(state, seat))
        return Option("reroll", "Re-roll", "this card goes to the bottom", ("key:reroll",), facts)
    assert action == KEEP
    side = state.sides[seat]
    facts = _kind("keep") | {"value": side.value} | chances(state, seat, [side.card])
    return Option("keep", f"Keep the {side.value}", "", ("key:keep",), facts)


def _kind(kind: str) -> dict[str, Any]:
    return {"kind": kind}


def _take(state: State, which: int) -> Option:
    card, text = state.looked[which], ("first", "second")[which]
    value = CARDS[card][Minion.DIANTE]
    facts = {"kind": "take", "card": card + 1, "value": value}
    return Option(text, f"Take the {value}", f"the {text} card", (f"card:{text}",), facts)


# --- chances from what a seat knows


def _next_cards(state: State, seat: int) -> list[int]:
    """The cards that may come next, all equally likely."""
    rest = [card for card in range(N_CARDS) if state.rest >> card & 1]
    if state.top != NOBODY:
        return [state.top] if state.top_seen >> seat & 1 else [*rest, state.top]
    return rest or [state.bottom[0]]


def chances(state: State, seat: int, cards: Iterable[int]) -> dict[str, Any]:
    """The chances to win and to tie with one of these as roll card; None in memory mode and for an attacker."""
    mine, other = state.sides[seat], state.sides[1 - seat]
    if state.options.memory or other.card == NOBODY or state.attacker == seat:
        return {"win": None, "tie": None}
    results = [_result(state, mine.minion, CARDS[card][mine.minion], other.minion, other.value) for card in cards]
    return {"win": _share(results, 1), "tie": _share(results, 0)}


def _share(results: list[int], result: int) -> float:
    return round(results.count(result) / len(results), 3)


def _result(state: State, minion: int, value: int, attacker: int, attack: int) -> int:
    """1 if the defender wins, 0 in a tie, else -1."""
    proposed = state.options.abilities == PROPOSED
    if proposed and is_giant(attacker):
        if minion == Minion.QUAD and value >= GIANT_KILLS:
            attack = 0
        elif minion == Minion.SPARTEN:
            attack = max(attack - SHIELD, 0)
    if value == attack and proposed and minion != attacker and Minion.DWELVE in (minion, attacker):
        return 1 if minion == Minion.DWELVE else -1
    return (value > attack) - (value < attack)
