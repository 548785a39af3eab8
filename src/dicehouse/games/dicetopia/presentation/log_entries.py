"""Write the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.text_format import number_word

from ..rules.abilities import CONNECTED
from ..rules.board import area_of, colour, kind_of, owner, seat_of, value
from ..rules.missions import COPYCAT, IDS, NAMES
from ..rules.scenarios import AREA_IDS, SCENARIOS
from ..rules.state import (
    AGENT,
    BOARD,
    COUNTED,
    NO_PLACE,
    NO_SEAT,
    ROUNDS,
    THUG,
    EventKind,
    MissionSource,
    NoActionReason,
)
from .notation import (
    AREA_NAMES,
    COLOURS,
    FACTION_IDS,
    FACTION_NAMES,
    PIECE_NAMES,
    die_text,
    die_words,
    in_words,
    place_text,
    thing_text,
)

Words = tuple[str, str, dict[str, Any]]
EntryWriter = Callable[[Event], Words]
SECRET = ("dealt", "drew", "returned", "connected")


def log_entry(event: Event) -> LogEntry:
    """Return `event` as a log entry."""
    kind, text, facts = ENTRY_WRITERS[event.kind](event)
    seat = event.seat if event.seat >= 0 else None
    last = "The last round" if kind == "round" and event.amount == ROUNDS else ""
    return LogEntry(kind, seat, text, facts, readers=(event.seat,) if kind in SECRET else None, last=last)


def _shown(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(6) if mask >> seat & 1]


def _names(seats: list[int]) -> str:
    words = [f"{{{seat}}}" for seat in seats]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _where(space: int) -> str:
    return f"in {in_words(area_of(space))}"


def _whose(e: Event, place: int) -> str:
    """Name the owner of a die before the die, if it is another player: "Ana's teal 4"."""
    if place < BOARD or seat_of(place) == e.seat:
        return ""
    return f"{{{seat_of(place)}}}'s "


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


# --- before the first turn


def _deal(e: Event) -> Words:
    scenario = SCENARIOS[e.item]
    text = "The city is laid out." if e.item == 0 else f"The city is laid out: {scenario.name}."
    return "deal", text, {"scenario": scenario.id}


def _faction(e: Event) -> Words:
    return "faction", f"{{{e.seat}}} plays {FACTION_NAMES[e.item]}.", {"faction": FACTION_IDS[e.item]}


def _dealt(e: Event) -> Words:
    missions = _shown(e)
    return "dealt", f"You are dealt {_listed([NAMES[m] for m in missions])}.", {"missions": [IDS[m] for m in missions]}


# --- turns


def _turn(e: Event) -> Words:
    text = f"{{{e.seat}}} takes the saved turn." if e.item else f"{{{e.seat}}}'s turn."
    return "turn", text, {"turn": e.amount, "saved": bool(e.item)}


def _hypnosis(e: Event) -> Words:
    text = f"{{{e.seat}}} hypnotises {{{e.other}}}: the piece must go to {in_words(e.item)}."
    return "hypnosis", text, {"area": AREA_IDS[e.item]}


def _send(e: Event) -> Words:
    thug = e.other == THUG
    slot = None if thug else e.total + 1
    piece = thing_text(e.other + e.seat)
    facts = {"place": place_text(e.item), "die": die_text(e.amount), "piece": piece, "slot": slot}
    facts["area"] = AREA_IDS[area_of(e.item)]
    where = in_words(area_of(e.item))
    if thug:
        return "send", f"{{{e.seat}}} breaks the Thug out to {where}.", facts
    what = "an Agent" if e.other == AGENT else "a Thug"
    return "send", f"{{{e.seat}}} sends {what} to {where} and takes {die_words(e.amount)}.", facts


def _cell(e: Event) -> Words:
    return "cell", f"{die_words(e.item).capitalize()} goes to prison.", {"die": die_text(e.item)}


def _returned(e: Event) -> Words:
    where = "on top of" if e.amount else "under"
    return "returned", f"You put {NAMES[e.item]} {where} the deck.", {"mission": IDS[e.item], "top": bool(e.amount)}


def _return(e: Event) -> Words:
    where = "on top of" if e.amount else "under"
    return "return", f"{{{e.seat}}} puts a Mission {where} the deck.", {"top": bool(e.amount)}


def _turned(e: Event) -> dict[str, Any]:
    return {"place": place_text(e.item), "was": die_text(e.other), "die": die_text(e.amount)}


def _reroll(e: Event) -> Words:
    where = "" if e.item >= BOARD else f" {_where(e.item)}"
    text = f"{{{e.seat}}} rerolls {_whose(e, e.item)}{die_words(e.other)}{where}: {value(e.amount)}."
    return "reroll", text, _turned(e)


def _set(kind: str, by: str = "") -> EntryWriter:
    """Return a writer for a die that is turned to a value, perhaps to its present one."""

    def teller(e: Event) -> Words:
        text = f"{by}{{{e.seat}}} turns {die_words(e.other)} to {value(e.amount)}."
        if e.other == e.amount:
            text = f"{{{e.seat}}} leaves {die_words(e.other)} as it is."
        return kind, text, _turned(e)

    return teller


def _robin(e: Event) -> Words:
    if e.amount < e.other:
        text = f"Robin Hood: {{{e.seat}}} turns {_whose(e, e.item)}{die_words(e.other)} down to {value(e.amount)}."
    else:
        text = f"{{{e.seat}}} turns {die_words(e.other)} up to {value(e.amount)}."
    return "robin", text, _turned(e)


def _thing(e: Event, thing: int) -> str:
    """Name a die, or an Agent with its owner."""
    if thing < AGENT:
        return die_words(thing)
    whose = "their own" if owner(thing) == e.seat else f"{{{owner(thing)}}}'s"
    return f"{whose} {PIECE_NAMES[kind_of(thing)]}"


def _moved(e: Event) -> dict[str, Any]:
    return {
        "from": place_text(e.item),
        "to": place_text(e.amount),
        "piece": thing_text(e.other),
        "die": thing_text(e.total),
    }


def _move(e: Event) -> Words:
    one, two = f"{_thing(e, e.other)} {_where(e.item)}", f"{_thing(e, e.total)} {_where(e.amount)}"
    return "move", f"{{{e.seat}}} swaps {one} with {two}.", _moved(e)


def _alpha(e: Event) -> Words:
    _, text, facts = _move(e)
    if e.other == e.total:
        whose = "two of their own Agents" if owner(e.other) == e.seat else f"two of {{{owner(e.other)}}}'s Agents"
        places = list(dict.fromkeys([_where(e.item), _where(e.amount)]))
        text = f"{{{e.seat}}} swaps {whose}, {_listed(places)}: nothing changes."
    return "move", f"Alpha: {text}", facts


def _swap(e: Event) -> Words:
    facts = {
        "a": place_text(e.item),
        "b": place_text(e.amount),
        "die_a": die_text(e.other),
        "die_b": die_text(e.total),
    }
    one = f"{_whose(e, e.item)}{die_words(e.other)}" + ("" if e.item >= BOARD else f" {_where(e.item)}")
    two = f"{_whose(e, e.amount)}{die_words(e.total)}" + ("" if e.amount >= BOARD else f" {_where(e.amount)}")
    return "swap", f"{{{e.seat}}} swaps {one} with {two}.", facts


def _card_reroll(e: Event) -> Words:
    facts = {"card": e.item + 1, "was": die_text(e.other), "die": die_text(e.amount)}
    return "card-reroll", f"{{{e.seat}}} rerolls {die_words(e.other)} of the card: {value(e.amount)}.", facts


def _match(e: Event) -> Words:
    facts = {"matches": e.item, "points": e.amount, "dice": [die_text(die) for die in _shown(e)]}
    what = "nothing matches" if e.item == 0 else f"{e.item} {'match' if e.item == 1 else 'matches'}"
    return "match", f"{{{e.seat}}} fights in the Blood Dome: {what}, {_stars(e.amount)}.", facts


def _stars(number: int) -> str:
    return "1 star" if number == 1 else f"{number} stars"


def domination_words(leaders: int, stars: int) -> str:
    """Say what those who dominate an area get."""
    return f"dominates, {_stars(stars)}" if leaders == 1 else f"are tied, {_stars(stars)} each"


def _card(e: Event) -> Words:
    dice = _shown(e)
    text = f"New dice on the Blood Dome Card: {_listed([die_words(die) for die in dice])}."
    return "card", text, {"dice": [die_text(die) for die in dice]}


def _flag(e: Event) -> Words:
    to, was = e.other, e.total
    if to == was:
        text = "keeps the First Player Marker" if to == e.seat else f"leaves the First Player Marker with {{{to}}}"
    elif to == e.seat:
        text = f"takes the First Player Marker from {{{was}}}"
    elif was == e.seat:
        text = f"gives the First Player Marker to {{{to}}}"
    else:
        text = f"gives {{{was}}}'s First Player Marker to {{{to}}}"
    return "flag", f"{{{e.seat}}} {text}.", {"to": to, "from": was}


def _protect(e: Event) -> Words:
    text = f"{{{e.seat}}} takes a Protection Token and lays it on {die_words(e.amount)}."
    return "protect", text, {"place": place_text(e.item)}


def _unprotect(e: Event) -> Words:
    text = f"{{{e.seat}}} takes the Protection Token off {_whose(e, e.item)}{die_words(e.amount)}."
    return "unprotect", text, {"place": place_text(e.item)}


def _stock(e: Event) -> Words:
    way = "up" if e.other else "down"
    facts = {"colour": COLOURS[e.item], "up": bool(e.other), "at": e.amount, "value": e.total}
    text = f"{{{e.seat}}} moves {COLOURS[e.item]} {way} at the Stock Exchange: {_stars(e.total)} a die."
    return "stock", text, facts


def _transcend(e: Event) -> Words:
    return (
        "transcend",
        f"Transcendence: {{{e.seat}}} performs the Action of {in_words(e.item)}.",
        {"area": AREA_IDS[e.item]},
    )


def _no_action(e: Event) -> Words:
    text = {
        NoActionReason.IMPOSSIBLE: f"{{{e.seat}}} can't perform the Action.",
        NoActionReason.UNWANTED: f"{{{e.seat}}} leaves the Action out.",
        NoActionReason.CANCELLED: f"{{{e.seat}}} does nothing instead of the Action.",
    }[NoActionReason(e.amount)]
    return "no-action", text, {}


def _exterminate(e: Event) -> Words:
    facts = {"place": place_text(e.item), "die": die_text(e.amount)}
    what = f"{die_words(e.amount)} from {in_words(area_of(e.item))}"
    text = f"Exterminate: {{{e.seat}}} removes {what}; its space is dead."
    return "exterminate", text, facts


def _slip(e: Event) -> Words:
    left, to = in_words(area_of(e.item)), in_words(area_of(e.amount))
    where = f"away from {left} to {to}" if left != to else f"to another space of {to}"
    text = f"{{{e.seat}}}'s Agent slips {where}; {die_words(e.total)} takes its place."
    return "slip", text, _moved(e)


def _connected(e: Event) -> Words:
    missions = _shown(e)
    text = f"You draw {_listed([NAMES[m] for m in missions])}."
    return "connected", text, {"missions": [IDS[m] for m in missions]}


def _sacrifice(e: Event) -> Words:
    facts = {"from": place_text(e.item), "piece": thing_text(e.other), "die": die_text(e.amount), "slot": e.total + 1}
    text = f"{{{e.seat}}} sacrifices the Agent {_where(e.item)} for {die_words(e.amount)}."
    return "sacrifice", text, facts


def _token(e: Event) -> Words:
    facts = {"from": None if e.item == NO_PLACE else place_text(e.item), "to": place_text(e.amount)}
    if e.item == NO_PLACE:
        return "token", f"{{{e.seat}}} places the Protection Token on {die_words(e.total)}.", facts
    text = f"{{{e.seat}}} moves the Protection Token from {die_words(e.other)} to {die_words(e.total)}."
    return "token", text, facts


# --- the end


def _draft(e: Event) -> Words:
    facts = {"die": die_text(e.amount), "slot": e.total + 1, "cell": e.item + 1}
    return "draft", f"{{{e.seat}}} drafts {die_words(e.amount)} from the prison.", facts


def _paid(kind: str, what: str) -> EntryWriter:
    def teller(e: Event) -> Words:
        by = _shown(e)
        words = ", ".join(f"{{{seat}}} {stars}" for seat, stars in enumerate(by))
        return kind, f"{what}: {words}.", {"by": by}

    return teller


def _clone(e: Event) -> Words:
    what = f"a {value(e.amount)}" if value(e.amount) != value(e.other) else COLOURS[colour(e.amount)]
    text = (
        f"Cloning: {{{e.seat}}} copies {what} from {{{e.total}}}; {die_words(e.other)} counts as {die_words(e.amount)}."
    )
    return "clone", text, _turned(e) | {"of": e.total}


def _blockade(e: Event) -> Words:
    return "blockade", f"{{{e.seat}}} blockades {in_words(e.item)}: nobody dominates it.", {"area": AREA_IDS[e.item]}


def _domination(e: Event) -> Words:
    leaders, by = _seats(e.other), _shown(e)
    facts = {"area": AREA_IDS[e.item], "leaders": leaders, "stars": e.amount, "by": by}
    where = AREA_NAMES[e.item]
    if not leaders:
        return "domination", f"{where}: nobody dominates.", facts
    return "domination", f"{where}: {_names(leaders)} {domination_words(len(leaders), by[leaders[0]])}.", facts


def _leave(e: Event) -> Words:
    return "leave", f"{{{e.seat}}} leaves out {NAMES[e.item]}.", {"mission": IDS[e.item]}


def _mission(e: Event) -> Words:
    counts_as, via = _shown(e)
    of = None if e.other == NO_SEAT else e.other
    facts: dict[str, Any] = {"mission": IDS[e.item], "stars": e.amount, "of": of, "from": None, "as": None}
    how = ""
    if via:
        facts |= {"from": ("drawn", "copied", "drawn and copied")[via - 1], "as": IDS[counts_as]}
        copies = f" copies {{{of}}}'s {NAMES[counts_as]},"
        how = {
            MissionSource.DRAWN: f" draws {NAMES[counts_as]},",
            MissionSource.COPIED: copies,
            MissionSource.DRAWN_AND_COPIED: f" draws {NAMES[COPYCAT]}, which{copies}",
        }[MissionSource(via)]
    return "mission", f"{{{e.seat}}}'s {NAMES[e.item]}{how or ':'} {_stars(e.amount)}.", facts


def _win(e: Event) -> Words:
    seats = _seats(e.item)
    verb = "wins" if len(seats) == 1 else "share the victory"
    return "win", f"{_names(seats)} {verb} with {_stars(e.total)}!", {"seats": seats}


def _plain(kind: str, text: str) -> EntryWriter:
    return lambda e: (kind, text.format(seat=f"{{{e.seat}}}", other=f"{{{e.other}}}"), {})


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.DEAL: _deal,
    EventKind.FACTION: _faction,
    EventKind.MARKER: _plain("marker", "{seat} has the First Player Marker."),
    EventKind.DEALT: _dealt,
    EventKind.CHOSEN: _plain("missions", f"{{seat}} has chosen {number_word(COUNTED)} Missions."),
    EventKind.BEGIN: _plain("begin", "The Missions that were given back are shuffled into the deck."),
    EventKind.ROUND: lambda e: ("round", f"Round {e.amount} of {ROUNDS}: {{{e.seat}}} begins.", {"round": e.amount}),
    EventKind.TURN: _turn,
    EventKind.SKIP: _plain("skip", "Last Resort: {seat} saves this turn for the end."),
    EventKind.HYPNOSIS: _hypnosis,
    EventKind.SEND: _send,
    EventKind.BREAK_OUT: _cell,
    EventKind.CANCEL: _plain("cancel", "{seat} puts an embargo on {other}'s Action: it is cancelled."),
    EventKind.DRAW: _plain("draw", "{seat} draws a Mission."),
    EventKind.DREW: lambda e: ("drew", f"You draw {NAMES[e.item]}.", {"mission": IDS[e.item]}),
    EventKind.RETURN: _return,
    EventKind.RETURNED: _returned,
    EventKind.REROLL: _reroll,
    EventKind.MOVE: _move,
    EventKind.ALPHA: _alpha,
    EventKind.SWAP: _swap,
    EventKind.CHANGE: _set("change"),
    EventKind.CARD_REROLL: _card_reroll,
    EventKind.MATCH: _match,
    EventKind.CARD: _card,
    EventKind.FLAG: _flag,
    EventKind.PROTECT: _protect,
    EventKind.UNPROTECT: _unprotect,
    EventKind.STOCK: _stock,
    EventKind.ROBIN: _robin,
    EventKind.TRANSCEND: _transcend,
    EventKind.NO_ACTION: _no_action,
    EventKind.ADAPT: _set("adapt", "Adaptation: "),
    EventKind.EXTERMINATE: _exterminate,
    EventKind.INTERVENTION: _plain("intervention", "Intervention: {seat} has two rerolls."),
    EventKind.SLIP: _slip,
    EventKind.HOME_TURF: _plain("home-turf", "Home Turf: {seat} sets a die."),
    EventKind.CONNECTIONS: _plain("connections", f"Connections: {{seat}} draws {number_word(CONNECTED)} Missions."),
    EventKind.CONNECTED: _connected,
    EventKind.SACRIFICE: _sacrifice,
    EventKind.TOKEN: _token,
    EventKind.OVER: _plain("over", "All pieces are placed."),
    EventKind.DRAFT: _draft,
    EventKind.STOCK_STARS: _paid("stock-stars", "The Stock Exchange pays"),
    EventKind.CLONE: _clone,
    EventKind.DICE_STARS: _paid("dice-stars", "Dice pay"),
    EventKind.BLOCKADE: _blockade,
    EventKind.DOMINATION: _domination,
    EventKind.LEAVE: _leave,
    EventKind.MISSION: _mission,
    EventKind.FINAL: lambda e: ("final", f"{{{e.seat}}} has {_stars(e.total)}.", {"total": e.total}),
    EventKind.WIN: _win,
}
