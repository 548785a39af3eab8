"""Write the sentences of the log, the prompts, and the facts on the table.

In memory mode, only the winner of a past combat stays in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.core.option import Prompt
from dicehouse.i18n import Text, _, join_sentences, join_texts, listing, ngettext
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
    AttackReason,
    EventKind,
    Minion,
    Phase,
    State,
)
from .event_names import EVENT_NAMES, WHY_NAMES
from .first_time import FIRST_TIME
from .glossary import GLOSSARY, glossary
from .options import CROWN, IDS, NAMES
from .refusals import LOOKED
from .score_sheet import score_sheet, text_board
from .short_rules import short_rules
from .story import story

__all__ = [
    "EVENT_NAMES",
    "FIRST_TIME",
    "GLOSSARY",
    "facts",
    "glossary",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]

Words = tuple[Text, Mapping[int, Text]]  # for everybody, and for readers in some seats
EntryWriter = Callable[[Event], tuple[str, Words, dict[str, Any]]]


def log_entry(event: Event) -> LogEntry:
    """Return the log entry of `event`."""
    kind, (text, own), facts = ENTRY_WRITERS[event.kind](event)
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
        last=_("The last combat") if kind == "combat" and event.item == COMBATS else "",
        own=own,
        later_own={int(event.seat): _("You win both cards.")} if kind == "won" and event.seat >= 0 else {},
    )


LASTING = ("half", "combat", "tie")


def _later(kind: str, event: Event) -> str | None:
    """Return what is left of an event of an earlier combat in memory mode: its winner."""
    if kind in LASTING:
        return None
    return _("{player} wins both cards.", player=_who(event.seat)) if kind == "won" else ""


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


def _about(e: Event, text: Text, own: Text) -> Words:
    """Return `text` for everybody, and `own` for the player it is about; Dicey reads nothing."""
    return text, {int(e.seat): own} if e.seat >= 0 else {}


def _cards(mask: int) -> list[int]:
    return [card + 1 for card in range(N_CARDS) if mask >> card & 1]


def _side(e: Event) -> int:
    return e.seat if e.seat >= 0 else DICEY


def _half(e: Event) -> tuple[str, Words, dict[str, Any]]:
    text = _("The second half begins. All {minions} minions are back.", minions=number_word(N_TYPES))
    if e.item == 1:
        text = _("The first half begins. Each side has {minions} minions.", minions=number_word(N_TYPES))
    return "half", (text, {}), {"half": e.item}


def _combat(e: Event) -> tuple[str, Words, dict[str, Any]]:
    return "combat", (_("Combat {number} begins.", number=e.item), {}), {"combat": e.item}


def _chosen(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _about(e, _("{player} has chosen.", player=_who(e.seat)), _("You have chosen."))
    return "chosen", words, {}


def _reveal(e: Event) -> tuple[str, Words, dict[str, Any]]:
    first, second = NAMES[e.item], NAMES[e.amount]
    both = _("{player} sends {minion}, and {other} sends {theirs}.", **_pair("{0}", first, "{1}", second))
    own = {
        0: _("You send {minion}, and {other} sends {theirs}.", minion=first, other="{1}", theirs=second),
        1: _("You send {minion}, and {other} sends {theirs}.", minion=second, other="{0}", theirs=first),
    }
    return "reveal", (both, own), {"minions": [IDS[e.item], IDS[e.amount]]}


def _pair(player: str, minion: str, other: str, theirs: str) -> dict[str, str]:
    return {"player": player, "minion": minion, "other": other, "theirs": theirs}


def _pick(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _who(e.seat), "minion": NAMES[e.item]}
    words = _about(e, _("{player} sends {minion}.", **who), _("You send {minion}.", **who))
    return "pick", words, {"minion": IDS[e.item]}


def _dicey_flip(e: Event) -> tuple[str, Words, dict[str, Any]]:
    row = _numbers([str(value) if value > 0 else "R*" for value in CARDS[e.item]])
    return "dicey-flip", (_("Dicey flips a card: {numbers}.", numbers=row), {}), {"card": e.item + 1}


def _numbers(values: Sequence[str]) -> Text:
    """Return the numbers of a card in a row: "d4 3, d6 R*, d8 7"."""
    return join_texts(
        [_("d{sides} {number}", sides=str(sides), number=value) for sides, value in zip(SIDES, values, strict=True)]
    )


def _dicey_picks(e: Event) -> tuple[str, Words, dict[str, Any]]:
    text = _("{player} sends {minion}.", player=_who(NO_SEAT), minion=NAMES[e.item])
    return "dicey-picks", (text, {}), {"minion": IDS[e.item]}


def _roles(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _about(
        e,
        _("{player} attacks on an odd d4 in this combat.", player=_who(e.seat)),
        _("You attack on an odd d4 in this combat."),
    )
    return "roles", words, {"odd": e.seat}


def _flip(e: Event) -> tuple[str, Words, dict[str, Any]]:
    """Say what the d4 shows: of a card that is flipped, or of Dicey's own if the deck is empty (S22)."""
    text = _("Both minions are the same, so the d4 of a card decides who attacks. It shows {number}.", number=e.amount)
    return "flip", (text, {}), {"card": e.item + 1, "d4": e.amount}


def _attack(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _who(e.seat)}
    if e.item == AttackReason.TYPE:
        words = _about(
            e, _("{player} has the bigger die and attacks.", **who), _("You have the bigger die and attack.")
        )
    elif e.item == AttackReason.PARITY:
        words = _about(e, _("The d4 decides: {player} attacks.", **who), _("The d4 decides: you attack."))
    else:
        words = _about(
            e, _("{player} has the higher number and attacks.", **who), _("You have the higher number and attack.")
        )
    return "attack", words, {"side": _side(e), "why": WHY_NAMES[e.item]}


def _draw(e: Event) -> tuple[str, Words, dict[str, Any]]:
    facts = {"side": _side(e), "card": e.item + 1, "value": e.amount}
    who = {"player": _who(e.seat), "value": e.amount, "minion": NAMES[e.other]}
    if e.seat == NO_SEAT:  # the card that Dicey flipped, or one that it draws
        return "draw", (_("{player}'s {minion} has {value}.", **who), {}), facts
    words = _about(e, _("{player} draws {value} for {minion}.", **who), _("You draw {value} for {minion}.", **who))
    return "draw", words, facts


def _redraw(e: Event) -> tuple[str, Words, dict[str, Any]]:
    facts = {"side": _side(e), "card": e.item + 1}
    who = {"player": _who(e.seat), "minion": NAMES[e.other]}
    if e.seat == NO_SEAT:
        text = _("{player}'s {minion} has R*, so the card goes under the deck and {player} draws again.", **who)
        return "redraw", (text, {}), facts
    words = _about(
        e,
        _("{player} draws R* for {minion}, puts it under the deck and draws again.", **who),
        _("You draw R* for {minion}, put it under the deck and draw again.", **who),
    )
    return "redraw", words, facts


def _no_number(e: Event) -> tuple[str, Words, dict[str, Any]]:
    facts = {"side": _side(e), "card": e.item + 1}
    who = {"player": _who(e.seat), "minion": NAMES[e.other]}
    if e.seat == NO_SEAT:
        text = _("{player}'s {minion} has R*. No number is left, so it is 0.", **who)
        return "no-number", (text, {}), facts
    words = _about(
        e,
        _("{player} draws R* for {minion}. No number is left, so it is 0.", **who),
        _("You draw R* for {minion}. No number is left, so it is 0.", **who),
    )
    return "no-number", words, facts


def _look(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _who(e.seat), "cards": LOOKED}
    if e.seat == NO_SEAT:
        text = _("{player}'s Diante looks at another card: {value}.", value=CARDS[e.item][Minion.DIANTE], **who)
        return "look", (text, {}), {"side": DICEY, "card": e.item + 1}
    words = _about(
        e,
        _("{player} uses Diante to choose between {cards} cards.", **who),
        _("You use Diante to choose between {cards} cards.", **who),
    )
    return "look", words, {"side": _side(e)}


def _looked(e: Event) -> tuple[str, Words, dict[str, Any]]:
    cards = [e.faces[0] + 1, e.faces[1] + 1]
    values = listing([CARDS[card - 1][Minion.DIANTE] for card in cards])
    words = _about(
        e,
        _("{player} sees {values} for Diante.", player=_who(e.seat), values=values),
        _("You see {values} for Diante.", values=values),
    )
    return "looked", words, {"cards": cards}


def _decline(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _about(
        e,
        _("{player} doesn't use Diante's ability.", player=_who(e.seat)),
        _("You don't use Diante's ability."),
    )
    return "decline", words, {"side": _side(e)}


def _take(e: Event) -> tuple[str, Words, dict[str, Any]]:
    facts = {"side": _side(e), "card": e.item + 1, "value": e.amount}
    who = {"player": _who(e.seat), "value": e.amount}
    if e.seat == NO_SEAT:
        return "take", (_("{player} takes the {value}.", **who), {}), facts
    words = _about(
        e,
        _("{player} takes the {value} and puts the other card on top of the deck.", **who),
        _("You take the {value} and put the other card on top of the deck.", **who),
    )
    return "take", words, facts


def _reroll(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _who(e.seat), "value": e.amount}
    words = _about(
        e,
        _("{player} rerolls Cubera's {value}. The card goes under the deck.", **who),
        _("You reroll Cubera's {value}. The card goes under the deck.", **who),
    )
    return "reroll", words, {"side": _side(e), "card": e.item + 1}


def _keep(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _about(e, _("{player} keeps Cubera's card.", player=_who(e.seat)), _("You keep Cubera's card."))
    return "keep", words, {"side": _side(e)}


def _giant_killer(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _about(
        e,
        _("{player}'s Quad is a Giant-killer, so the attacker gets 0 (house rule).", player=_who(e.seat)),
        _("Your Quad is a Giant-killer, so the attacker gets 0 (house rule)."),
    )
    return "giant-killer", words, {"side": _side(e)}


def _shield(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _who(e.seat), "value": e.amount}
    words = _about(
        e,
        _("{player}'s Sparten has a Shield, so the attacker gets {value} (house rule).", **who),
        _("Your Sparten has a Shield, so the attacker gets {value} (house rule).", **who),
    )
    return "shield", words, {"side": _side(e), "value": e.amount}


def _stubborn(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _about(
        e,
        _("{player}'s Dwelve is Stubborn and wins the tie (house rule).", player=_who(e.seat)),
        _("Your Dwelve is Stubborn and wins the tie (house rule)."),
    )
    return "stubborn", words, {"side": _side(e)}


def _compare(e: Event) -> tuple[str, Words, dict[str, Any]]:
    first, second = e.item, e.amount
    facts = {"values": [first, second], "cards": [e.faces[0] + 1, e.faces[1] + 1]}
    text = _(
        "{player} has {value}, {other} has {theirs}.", player="{0}", value=first, other=_who(e.other), theirs=second
    )
    own = {0: _("You have {value}, {other} has {theirs}.", value=first, other=_who(e.other), theirs=second)}
    if e.other >= 0:
        own[1] = _("You have {value}, {other} has {theirs}.", value=second, other="{0}", theirs=first)
    return "compare", (text, own), facts


def _won(e: Event) -> tuple[str, Words, dict[str, Any]]:
    facts = {"side": _side(e), "cards": _cards(e.total), "points": 2}
    who = {"player": _who(e.seat)}
    words = _about(e, _("{player} wins both cards.", **who), _("You win both cards."))
    if e.total >> CRITICAL & 1:
        words = _about(
            e,
            _("{player} wins both cards, one of them with the {crown}.", crown=CROWN, **who),
            _("You win both cards, one of them with the {crown}.", crown=CROWN),
        )
    return "won", words, facts


def _tie(e: Event) -> tuple[str, Words, dict[str, Any]]:
    return "tie", (_("It's a tie. Each side keeps its own card."), {}), {}


def _shuffled(e: Event) -> tuple[str, Words, dict[str, Any]]:
    return "shuffled", (_("Dicey shuffles the other card into the deck."), {}), {"dicey": True}


def _end(e: Event) -> tuple[str, Words, dict[str, Any]]:
    values = {"combats": number_word(COMBATS), "first": e.amount, "second": e.total}
    text = _("All {combats} combats are over. The score is {first} to {second}.", **values)
    if e.item:
        text = _("All {combats} combats are over. At {first} to {second}, the {crown} decides.", crown=CROWN, **values)
    return "end", (text, {}), {"points": [e.amount, e.total], "critical": bool(e.item)}


def _win(e: Event) -> tuple[str, Words, dict[str, Any]]:
    values = {"player": _who(e.seat), "more": e.amount, "less": e.total, "crown": CROWN}
    words = _about(e, _("{player} wins {more} to {less}!", **values), _("You win {more} to {less}!", **values))
    if e.item:
        words = _about(
            e,
            _("{player} has the {crown} and wins. Critical hit!", **values),
            _("You have the {crown} and win. Critical hit!", **values),
        )
    return "win", words, {"side": _side(e), "critical": bool(e.item)}


def _lost(e: Event) -> tuple[str, Words, dict[str, Any]]:
    text = _("{player} wins {more} to {less}!", player=_who(NO_SEAT), more=e.amount, less=e.total)
    if e.item:
        text = _("{player} has the {crown} and wins. Critical hit!", player=_who(NO_SEAT), crown=CROWN)
    return "lost", (text, {}), {"critical": bool(e.item)}


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.HALF: _half,
    EventKind.COMBAT: _combat,
    EventKind.CHOSEN: _chosen,
    EventKind.REVEAL: _reveal,
    EventKind.PICK: _pick,
    EventKind.DICEY_FLIP: _dicey_flip,
    EventKind.DICEY_PICKS: _dicey_picks,
    EventKind.ROLES: _roles,
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
    EventKind.TIE: _tie,
    EventKind.SHUFFLED: _shuffled,
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
        if state.solo:
            return Prompt(_("Choose a minion"), _("Then Dicey flips a card and chooses."))
        return Prompt(_("Choose a minion"), _("Your choice is secret until both of you have chosen."))
    if state.phase == Phase.DIANTE:
        title = _("Look at {cards} cards?", cards=LOOKED)
        if here.card != NO_CARD:
            title = _("Look at one more card?")
        return Prompt(title, _("You take one and put the other on top of the deck."))
    if state.phase == Phase.TAKE:
        back = _("The other goes on top of the deck.")
        return Prompt(
            _("Which card do you take?"), back if state.solo else join_sentences(_("Only you see them."), back)
        )
    return Prompt(_("Reroll the {value} or keep it?", value=here.value), _against(state, seat, names))


def _against(state: State, seat: int, names: Sequence[str]) -> Text:
    other = state.sides[1 - seat]
    who = {"player": _who(NO_SEAT) if state.solo else names[1 - seat], "minion": NAMES[other.minion]}
    if other.card == NO_CARD:
        return _("{player}'s {minion} draws after you.", **who)
    return _("{player}'s {minion} has {value}.", value=other.value, **who)


def _waiting(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    combat = _("Combat {number} of {combats}.", number=state.combat, combats=COMBATS)
    who = {"player": listing([names[s] for s in asked])}
    if state.phase == Phase.CHOOSE:
        title = (
            _("{players} are choosing", players=who["player"]) if len(asked) > 1 else _("{player} is choosing", **who)
        )
        return Prompt(title, combat if seat is None else join_sentences(_("You have chosen."), combat))
    if state.phase == Phase.DIANTE:
        return Prompt(_("{player} may use Diante's ability", **who), combat)
    if state.phase == Phase.CUBERA:
        return Prompt(_("{player} may reroll", **who), combat)
    return Prompt(_("{player} is choosing a card", **who), combat)


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    more, less = cards_won(state, state.winner), cards_won(state, 1 - state.winner)
    detail = _("{more} to {less}.", more=more, less=less)
    if more == less:
        detail = _("At {more} to {less}, the {crown} decides.", more=more, less=less, crown=CROWN)
    if seat == state.winner:
        return Prompt(_("You win!"), detail)
    winner = _who(NO_SEAT) if state.solo and state.winner == DICEY else names[state.winner]
    return Prompt(_("{player} wins", player=winner), detail)


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the facts on the table as labels and words, from a seat's view, so that nothing hidden is told."""
    deck = ngettext("{n} card", "{n} cards", view["deck"])
    combat = _("{number} of {combats}", number=view["combat"], combats=COMBATS)
    rows: list[tuple[str, str]] = [(_("Combat"), combat), (_("Deck"), deck)]
    for side in view["sides"]:
        whose = side["name"] or names[side["seat"]]
        rows += _side_facts(side, whose, solo=view["mode"] == "solo")
    if view["looked"]:
        rows.append((_("You see"), listing([_row(view, card) for card in view["looked"]])))
    rows.append((_("Cards"), (view["odds"] or {}).get("count", "")))
    if view["top"]:
        rows.append((_("Top of the deck"), _row(view, view["top"])))
    return [(label, words) for label, words in rows if words]


def _side_facts(side: Mapping[str, Any], whose: str, *, solo: bool) -> Iterator[tuple[str, str]]:
    yield _("{player}: cards won", player=whose), str(side["points"])
    if side["minion"]:
        yield _("{player}: minion", player=whose), NAMES[IDS.index(side["minion"])]
    elif side["chosen"]:
        yield _("{player}: minion", player=whose), _("chosen")
    if side["card"]:
        yield _("{player}: number", player=whose), str(side["value"])
    if side["attacks_on"]:
        label = _("{player}: with equal dice", player=whose)
        if solo:
            label = _("{player}: with equal dice and numbers", player=whose)
        odd = side["parity"] == "odd"
        yield label, _("attacks if the d4 shows 1 or 3") if odd else _("attacks if the d4 shows 2 or 4")
    if side["left"] is not None:
        left = join_texts([NAMES[IDS.index(minion)] for minion in side["left"]])
        yield _("{player}: minions left", player=whose), left


def _row(view: Mapping[str, Any], card: int) -> Text:
    return _numbers(["R*" if value == "R" else str(value) for value in view["cards"][str(card)]])
