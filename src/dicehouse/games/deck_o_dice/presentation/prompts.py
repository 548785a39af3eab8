"""Write the sentences of the log, the prompts, and the facts on the table.

In memory mode, only the winner of a past combat stays in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.core.option import Prompt
from dicehouse.text_format import number_word

from ..rules.cards import CARDS, SIDES
from ..rules.combat import cards_won
from ..rules.state import (
    COMBATS,
    CRITICAL,
    DICEY,
    N_CARDS,
    N_TYPES,
    NO_CARD,
    NO_SEAT,
    EventKind,
    Minion,
    Phase,
    State,
)
from .event_names import EVENT_NAMES, WHYS
from .glossary import GLOSSARY
from .options import CROWN, IDS, NAMES, counted
from .refusals import LOOKED
from .score_sheet import score_sheet, text_board
from .short_rules import short_rules
from .story import story

__all__ = [
    "EVENT_NAMES",
    "GLOSSARY",
    "facts",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]

Words = tuple[str, str, dict[str, Any]]
EntryWriter = Callable[[Event], Words]


def log_entry(event: Event) -> LogEntry:
    """Return the log entry of `event`."""
    kind, text, facts = ENTRY_WRITERS[event.kind](event)
    if event.seat == NO_SEAT and kind in DICEYS:
        facts = {**facts, "dicey": True}
    return LogEntry(
        kind,
        event.seat if event.seat >= 0 else None,
        text,
        facts,
        readers=(event.seat,) if kind == "looked" else None,
        later=_later(kind, event),
        closes=kind == "combat",
        last="The last combat" if kind == "combat" and event.item == COMBATS else "",
    )


LASTING = ("half", "combat", "tie")


def _later(kind: str, event: Event) -> str | None:
    """Return what is left of an event of an earlier combat in memory mode: its winner."""
    if kind in LASTING:
        return None
    return f"{_who(event.seat)} takes both cards." if kind == "won" else ""


DICEYS = (
    "dicey-flip",
    "dicey-picks",
    "draw",
    "redraw",
    "no-number",
    "look",
    "take",
    "reroll",
    "keep",
    "giant-killer",
    "shield",
    "stubborn",
    "attack",
    "won",
)


def _who(seat: int) -> str:
    return f"{{{seat}}}" if seat >= 0 else "Dicey"


def _card(card: int) -> str:
    return f"card {card + 1}"


def _cards(mask: int) -> list[int]:
    return [card + 1 for card in range(N_CARDS) if mask >> card & 1]


def _side(e: Event) -> int:
    return e.seat if e.seat >= 0 else DICEY


def _half(e: Event) -> Words:
    minions = f"{number_word(N_TYPES)} minions"
    text = f"The first half: everybody has {minions}." if e.item == 1 else f"Half-time: all {minions} are back."
    return "half", text, {"half": e.item}


def _reveal(e: Event) -> Words:
    minions = [IDS[e.item], IDS[e.amount]]
    return "reveal", f"{{0}} plays {NAMES[e.item]}, {{1}} {NAMES[e.amount]}.", {"minions": minions}


def _pick(e: Event) -> Words:
    return "pick", f"{_who(e.seat)} picks {NAMES[e.item]}.", {"minion": IDS[e.item]}


def _dicey_flip(e: Event) -> Words:
    row = ", ".join(f"d{s} {v if v > 0 else 'R*'}" for s, v in zip(SIDES, CARDS[e.item], strict=True))
    return "dicey-flip", f"Dicey flips a card: {row}.", {"card": e.item + 1}


def _dicey_picks(e: Event) -> Words:
    return "dicey-picks", f"Dicey picks {NAMES[e.item]}.", {"minion": IDS[e.item]}


def _flip(e: Event) -> Words:
    facts = {"card": e.item + 1, "d4": e.amount}
    return "flip", f"Equal minions: a card is flipped, and its d4 shows {e.amount}.", facts


def _attack(e: Event) -> Words:
    why, words = WHYS[e.item]
    return "attack", f"{_who(e.seat)} attacks: {words}.", {"side": _side(e), "why": why}


def _draw(e: Event) -> Words:
    facts = {"side": _side(e), "card": e.item + 1, "value": e.amount}
    text = f"{_who(e.seat)} draws for {NAMES[e.other]}: {e.amount}."
    return "draw", text, facts


def _redraw(e: Event) -> Words:
    text = f"{_who(e.seat)} draws R* for {NAMES[e.other]}: it goes to the bottom."
    return "redraw", text, {"side": _side(e), "card": e.item + 1}


def _no_number(e: Event) -> Words:
    text = f"{_who(e.seat)} draws R* for {NAMES[e.other]}, and no number is left: it counts 0."
    return "no-number", text, {"side": _side(e), "card": e.item + 1}


def _look(e: Event) -> Words:
    if e.seat == NO_SEAT:
        value = CARDS[e.item][Minion.DIANTE]
        return "look", f"Dicey's Diante looks at another card: {value}.", {"side": DICEY, "card": e.item + 1}
    return "look", f"{_who(e.seat)}'s Diante looks at {LOOKED} cards.", {"side": _side(e)}


def _looked(e: Event) -> Words:
    cards = [e.faces[0] + 1, e.faces[1] + 1]
    values = " and ".join(str(CARDS[card - 1][Minion.DIANTE]) for card in cards)
    return "looked", f"You see {values}.", {"cards": cards}


def _decline(e: Event) -> Words:
    return "decline", f"{_who(e.seat)}'s Diante doesn't look.", {"side": _side(e)}


def _take(e: Event) -> Words:
    facts = {"side": _side(e), "card": e.item + 1, "value": e.amount}
    if e.seat == NO_SEAT:
        return "take", f"Dicey takes the {e.amount}.", facts
    return "take", f"{_who(e.seat)} takes the {e.amount}; the other goes back on top.", facts


def _reroll(e: Event) -> Words:
    facts = {"side": _side(e), "card": e.item + 1}
    return "reroll", f"{_who(e.seat)}'s Cubera re-rolls: the {e.amount} goes to the bottom.", facts


def _keep(e: Event) -> Words:
    return "keep", f"{_who(e.seat)}'s Cubera keeps the card.", {"side": _side(e)}


def _giant_killer(e: Event) -> Words:
    return (
        "giant-killer",
        f"{_who(e.seat)}'s Quad fells the giant, whose value drops to 0 (house rule).",
        {"side": _side(e)},
    )


def _shield(e: Event) -> Words:
    facts = {"side": _side(e), "value": e.amount}
    return "shield", f"{_who(e.seat)}'s Sparten lowers the attacker's value to {e.amount} (house rule).", facts


def _stubborn(e: Event) -> Words:
    return "stubborn", f"Equal, but {_who(e.seat)}'s Dwelve is stubborn and wins (house rule).", {"side": _side(e)}


def _compare(e: Event) -> Words:
    cards = [e.faces[0] + 1, e.faces[1] + 1]
    facts = {"values": [e.item, e.amount], "cards": cards}
    return "compare", f"{{0}} has {e.item}, {_who(e.other)} has {e.amount}.", facts


def _won(e: Event) -> Words:
    facts = {"side": _side(e), "cards": _cards(e.total), "points": 2}
    text = f"{_who(e.seat)} takes both cards"
    if e.total >> CRITICAL & 1:
        return "won", f"{text}, with the {CROWN} among them: a critical hit!", facts
    return "won", f"{text}.", facts


def _end(e: Event) -> Words:
    text = f"All {number_word(COMBATS)} combats are fought: {e.amount} to {e.total}."
    if e.item:
        text = f"{number_word(N_CARDS // 2).capitalize()} to {number_word(N_CARDS // 2)}: the card with the "
        f"{CROWN} decides."
    return "end", text, {"points": [e.amount, e.total], "critical": bool(e.item)}


def _win(e: Event) -> Words:
    how = "by the critical hit" if e.item else f"{e.amount} to {e.total}"
    return "win", f"{_who(e.seat)} wins {how}!", {"side": _side(e), "critical": bool(e.item)}


def _lost(e: Event) -> Words:
    how = "by the critical hit" if e.item else f"{e.amount} to {e.total}"
    return "lost", f"Dicey wins {how}.", {"critical": bool(e.item)}


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.HALF: _half,
    EventKind.COMBAT: lambda e: ("combat", f"Combat {e.item}.", {"combat": e.item}),
    EventKind.CHOSEN: lambda e: ("chosen", f"{_who(e.seat)} has chosen.", {}),
    EventKind.REVEAL: _reveal,
    EventKind.PICK: _pick,
    EventKind.DICEY_FLIP: _dicey_flip,
    EventKind.DICEY_PICKS: _dicey_picks,
    EventKind.ROLES: lambda e: ("roles", f"{_who(e.seat)} is odd this time.", {"odd": e.seat}),
    EventKind.FLIP: _flip,
    EventKind.ATTACK: _attack,
    EventKind.DRAW: _draw,
    EventKind.REDRAW: _redraw,
    EventKind.NO_NUMBER: _no_number,
    EventKind.LOOK: _look,
    EventKind.LOOKED: _looked,
    EventKind.DECLINE: _decline,
    EventKind.TAKE: _take,
    EventKind.REROLL: _reroll,
    EventKind.KEEP: _keep,
    EventKind.GIANT_KILLER: _giant_killer,
    EventKind.SHIELD: _shield,
    EventKind.STUBBORN: _stubborn,
    EventKind.COMPARE: _compare,
    EventKind.WON: _won,
    EventKind.TIE: lambda e: ("tie", "A tie: each side keeps its own card.", {}),
    EventKind.SHUFFLED: lambda e: ("shuffled", "The other card is shuffled into the deck.", {"dicey": True}),
    EventKind.END: _end,
    EventKind.WIN: _win,
    EventKind.LOST: _lost,
}


# --- prompts


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do or waits for; a spectator's prompt if `seat` is None."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return _waiting(state, seat, asked, names)
    here = state.sides[seat]
    if state.phase == Phase.CHOOSE:
        detail = "Openly; Dicey answers." if state.solo else "In secret. Both cards turn at the same moment."
        return Prompt("Choose who fights", detail)
    if state.phase == Phase.DIANTE:
        return Prompt(f"Look at {LOOKED} cards?", "You take one; the other goes back on top of the deck.")
    if state.phase == Phase.TAKE:
        seen = "" if state.solo else "Only you see them. "
        return Prompt("Which one do you take?", f"{seen}The other goes back on top of the deck.")
    return Prompt(f"Re-roll, or keep the {here.value}?", _against(state, seat, names))


def _against(state: State, seat: int, names: Sequence[str]) -> str:
    other = state.sides[1 - seat]
    whose = "Dicey" if state.solo else names[1 - seat]
    if other.card == NO_CARD:
        return f"{whose}'s {NAMES[other.minion]} draws after you."
    return f"{whose}'s {NAMES[other.minion]} has {other.value}."


def _waiting(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    who = " and ".join(names[s] for s in asked)
    verb = "are" if len(asked) > 1 else "is"
    if state.phase == Phase.CHOOSE:
        chosen = "You have chosen. " if seat is not None else ""
        return Prompt(f"{who} {verb} choosing", f"{chosen}Combat {state.combat} of {COMBATS}.")
    what = f"may look at {LOOKED} cards" if state.phase == Phase.DIANTE else "is choosing a card"
    if state.phase == Phase.CUBERA:
        what = "may re-roll"
    return Prompt(f"{who} {what}", f"Combat {state.combat} of {COMBATS}.")


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    detail = f"{cards_won(state, 0)} to {cards_won(state, 1)}."
    if cards_won(state, 0) == cards_won(state, 1):
        detail = f"{N_CARDS // 2} to {N_CARDS // 2}: the card with the {CROWN} decides."
    if seat == state.winner:
        return Prompt("You win!", detail)
    winner = "Dicey" if state.solo and state.winner == DICEY else names[state.winner]
    return Prompt(f"{winner} wins", detail)


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the facts on the table as labels and words, from a seat's view, so that nothing hidden is told."""
    rows = [("Combat", f"{view['combat']} of {COMBATS}"), ("Deck", counted(view["deck"], "card"))]
    for side in view["sides"]:
        whose = side["name"] or names[side["seat"]]
        rows.append((f"{whose}: cards won", str(side["points"])))
        if side["minion"]:
            rows.append((f"{whose} plays", NAMES[IDS.index(side["minion"])]))
        elif side["chosen"]:
            rows.append((whose, "has chosen"))
        if side["card"]:
            rows.append((f"{whose}: value", str(side["value"])))
        if side["attacks_on"]:
            rows.append((f"{whose}: against an equal die", f"attacks if the flipped d4 shows {side['attacks_on']}"))
        if side["left"] is not None:
            rows.append((f"{whose}: still to play", ", ".join(NAMES[IDS.index(m)] for m in side["left"])))
    if view["looked"]:
        rows.append(("You see", " and ".join(_row(view, card) for card in view["looked"])))
    rows.append(("Cards", (view["odds"] or {}).get("count", "")))
    if view["top"]:
        rows.append(("On top of the deck lies", _row(view, view["top"])))
    return [(label, words) for label, words in rows if words]


def _row(view: Mapping[str, Any], card: int) -> str:
    values = view["cards"][str(card)]
    return ", ".join(f"d{sides} {value}" for sides, value in zip(SIDES, values, strict=True))
