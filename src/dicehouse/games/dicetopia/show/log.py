"""The sentences of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicehouse.kit.game import Told

from ..rules.board import area_of, kind_of, owner, seat_of, value
from ..rules.missions import IDS, NAMES
from ..rules.scenarios import ALL, AREA_IDS
from ..rules.state import AGENT, BOARD, NOBODY, THUG, Happened, Via
from .names import (
    AREA_NAMES,
    COLOURS,
    FACTION_IDS,
    FACTION_NAMES,
    PIECE_NAMES,
    die_text,
    die_words,
    place_text,
    thing_text,
)

Words = tuple[str, str, dict[str, Any]]
Teller = Callable[[Any], Words]
SECRET = ("dealt", "drew", "returned", "connected")


def tell(event: Any) -> Told:
    """An event record in words."""
    kind, text, facts = TELLERS[event.kind](event)
    seat = event.seat if event.seat >= 0 else None
    return Told(kind, seat, text, facts, audience=(event.seat,) if kind in SECRET else None)


def _shown(e: Any) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(6) if mask >> seat & 1]


def _names(seats: list[int]) -> str:
    words = [f"{{{seat}}}" for seat in seats]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _where(place: int) -> str:
    """A space or a board, in words."""
    if place >= BOARD:
        return f"on {{{seat_of(place)}}}'s board"
    return f"in {AREA_NAMES[area_of(place)]}"


def _whose(e: Any, place: int) -> str:
    """The owner of a die before its name, if it is somebody else's: "Ana's teal 4"."""
    if place < BOARD or seat_of(place) == e.seat:
        return ""
    return f"{{{seat_of(place)}}}'s "


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


# --- before the first turn


def _deal(e: Any) -> Words:
    scenario = ALL[e.item]
    text = "The city is laid out." if e.item == 0 else f"The city is laid out: {scenario.name}."
    return "deal", text, {"scenario": scenario.id}


def _faction(e: Any) -> Words:
    return "faction", f"{{{e.seat}}} plays {FACTION_NAMES[e.item]}.", {"faction": FACTION_IDS[e.item]}


def _dealt(e: Any) -> Words:
    missions = _shown(e)
    return "dealt", f"You are dealt {_listed([NAMES[m] for m in missions])}.", {"missions": [IDS[m] for m in missions]}


# --- turns


def _turn(e: Any) -> Words:
    text = f"{{{e.seat}}} takes the saved turn." if e.item else f"{{{e.seat}}}'s turn."
    return "turn", text, {"turn": e.amount, "saved": bool(e.item)}


def _hypnosis(e: Any) -> Words:
    text = f"{{{e.seat}}} hypnotises {{{e.other}}}: the piece must go to {AREA_NAMES[e.item]}."
    return "hypnosis", text, {"area": AREA_IDS[e.item]}


def _send(e: Any) -> Words:
    thug = e.other == THUG
    slot = None if thug else e.total + 1
    piece = thing_text(e.other + e.seat)
    facts = {"place": place_text(e.item), "die": die_text(e.amount), "piece": piece, "slot": slot}
    facts["area"] = AREA_IDS[area_of(e.item)]
    where = AREA_NAMES[area_of(e.item)]
    if thug:
        return "send", f"{{{e.seat}}} breaks the Thug out to {where}.", facts
    what = "an Agent" if e.other == AGENT else "a Thug"
    return "send", f"{{{e.seat}}} sends {what} to {where}, takes {die_words(e.amount)}.", facts


def _cell(e: Any) -> Words:
    return "cell", f"{die_words(e.item).capitalize()} goes to prison.", {"die": die_text(e.item)}


def _returned(e: Any) -> Words:
    where = "on top of" if e.amount else "under"
    return "returned", f"You put {NAMES[e.item]} {where} the deck.", {"mission": IDS[e.item], "top": bool(e.amount)}


def _return(e: Any) -> Words:
    where = "on top of" if e.amount else "under"
    return "return", f"{{{e.seat}}} puts a Mission {where} the deck.", {"top": bool(e.amount)}


def _changed(kind: str, verb: str) -> Teller:
    """A die that turns from one value to another."""

    def teller(e: Any) -> Words:
        facts = {"place": place_text(e.item), "was": die_text(e.other), "die": die_text(e.amount)}
        what = f"{_whose(e, e.item)}{die_words(e.other)}"
        where = "" if e.item >= BOARD else f" {_where(e.item)}"
        return kind, f"{{{e.seat}}} {verb} {what}{where}: {value(e.amount)}.", facts

    return teller


def _thing(thing: int) -> str:
    """A die, or an Agent with its owner."""
    if thing < AGENT:
        return die_words(thing)
    return f"{{{owner(thing)}}}'s {PIECE_NAMES[kind_of(thing)]}"


def _move(e: Any) -> Words:
    facts = {
        "from": place_text(e.item),
        "to": place_text(e.amount),
        "piece": thing_text(e.other),
        "die": thing_text(e.total),
    }
    text = f"{{{e.seat}}} swaps {_thing(e.other)} {_where(e.item)} with {_thing(e.total)} {_where(e.amount)}."
    return "move", text, facts


def _swap(e: Any) -> Words:
    facts = {
        "a": place_text(e.item),
        "b": place_text(e.amount),
        "die_a": die_text(e.other),
        "die_b": die_text(e.total),
    }
    one = f"{_whose(e, e.item)}{die_words(e.other)}" + ("" if e.item >= BOARD else f" {_where(e.item)}")
    two = f"{_whose(e, e.amount)}{die_words(e.total)}" + ("" if e.amount >= BOARD else f" {_where(e.amount)}")
    return "swap", f"{{{e.seat}}} swaps {one} with {two}.", facts


def _card_reroll(e: Any) -> Words:
    facts = {"card": e.item + 1, "was": die_text(e.other), "die": die_text(e.amount)}
    return "card-reroll", f"{{{e.seat}}} rerolls {die_words(e.other)} of the card: {value(e.amount)}.", facts


def _match(e: Any) -> Words:
    facts = {"matches": e.item, "points": e.amount, "dice": [die_text(die) for die in _shown(e)]}
    what = "nothing matches" if e.item == 0 else f"{e.item} {'match' if e.item == 1 else 'matches'}"
    return "match", f"{{{e.seat}}} fights in the Blood Dome: {what}, {_stars(e.amount)}.", facts


def _stars(number: int) -> str:
    return "1 star" if number == 1 else f"{number} stars"


def _card(e: Any) -> Words:
    dice = _shown(e)
    text = f"New dice on the Blood Dome Card: {_listed([die_words(die) for die in dice])}."
    return "card", text, {"dice": [die_text(die) for die in dice]}


def _flag(e: Any) -> Words:
    text = (
        f"{{{e.seat}}} keeps the First Player Marker."
        if e.other == e.seat
        else (f"{{{e.seat}}} gives the First Player Marker to {{{e.other}}}.")
    )
    return "flag", text, {"to": e.other}


def _protect(e: Any) -> Words:
    text = f"{{{e.seat}}} takes a Protection Token for {die_words(e.amount)}."
    return "protect", text, {"place": place_text(e.item)}


def _unprotect(e: Any) -> Words:
    text = f"{{{e.seat}}} takes the token from {_whose(e, e.item)}{die_words(e.amount)}."
    return "unprotect", text, {"place": place_text(e.item)}


def _stock(e: Any) -> Words:
    way = "up" if e.other else "down"
    facts = {"colour": COLOURS[e.item], "up": bool(e.other), "at": e.amount, "value": e.total}
    text = f"{{{e.seat}}} moves {COLOURS[e.item]} {way} at the Stock Exchange: {e.total} a die."
    return "stock", text, facts


def _transcend(e: Any) -> Words:
    return "transcend", f"{{{e.seat}}} performs {AREA_NAMES[e.item]} instead.", {"area": AREA_IDS[e.item]}


def _no_action(e: Any) -> Words:
    return "no-action", f"{{{e.seat}}} has no Action.", {}


def _exterminate(e: Any) -> Words:
    facts = {"place": place_text(e.item), "die": die_text(e.amount)}
    text = f"{{{e.seat}}} removes {die_words(e.amount)} {_where(e.item)} for good: nothing will lie there again."
    return "exterminate", text, facts


def _slip(e: Any) -> Words:
    _, text, facts = _move(e)
    return "slip", text.replace(" swaps ", " lets slip away: ", 1), facts


def _connected(e: Any) -> Words:
    missions = _shown(e)
    text = f"You draw {_listed([NAMES[m] for m in missions])}."
    return "connected", text, {"missions": [IDS[m] for m in missions]}


def _sacrifice(e: Any) -> Words:
    facts = {"from": place_text(e.item), "piece": thing_text(e.other), "die": die_text(e.amount), "slot": e.total + 1}
    text = f"{{{e.seat}}} sacrifices the Agent {_where(e.item)} for {die_words(e.amount)}."
    return "sacrifice", text, facts


def _token(e: Any) -> Words:
    facts = {"from": None if e.item == NOBODY else place_text(e.item), "to": place_text(e.amount)}
    return "token", f"{{{e.seat}}} protects {die_words(e.total)}.", facts


# --- the end


def _draft(e: Any) -> Words:
    facts = {"die": die_text(e.amount), "slot": e.total + 1, "cell": e.item + 1}
    return "draft", f"{{{e.seat}}} drafts {die_words(e.amount)} from the prison.", facts


def _paid(kind: str, what: str) -> Teller:
    def teller(e: Any) -> Words:
        by = _shown(e)
        words = ", ".join(f"{{{seat}}} {stars}" for seat, stars in enumerate(by))
        return kind, f"{what}: {words}.", {"by": by}

    return teller


def _clone(e: Any) -> Words:
    facts = {"place": place_text(e.item), "was": die_text(e.other), "die": die_text(e.amount)}
    return "clone", f"{{{e.seat}}}'s {die_words(e.other)} counts as {die_words(e.amount)} now.", facts


def _blockade(e: Any) -> Words:
    return "blockade", f"{{{e.seat}}} blockades {AREA_NAMES[e.item]}: nobody dominates it.", {"area": AREA_IDS[e.item]}


def _domination(e: Any) -> Words:
    leaders, by = _seats(e.other), _shown(e)
    facts = {"area": AREA_IDS[e.item], "leaders": leaders, "stars": e.amount, "by": by}
    where = AREA_NAMES[e.item]
    if not leaders:
        return "domination", f"{where}: nobody dominates.", facts
    stars = by[leaders[0]]
    verb = "dominates" if len(leaders) == 1 else "are tied"
    return "domination", f"{where}: {_names(leaders)} {verb}, {_stars(stars)}.", facts


def _leave(e: Any) -> Words:
    return "leave", f"{{{e.seat}}} leaves out {NAMES[e.item]}.", {"mission": IDS[e.item]}


def _mission(e: Any) -> Words:
    counts_as, via = _shown(e)
    of = None if e.other == NOBODY else e.other
    facts: dict[str, Any] = {"mission": IDS[e.item], "stars": e.amount, "of": of, "from": None, "as": None}
    how = ""
    if via:
        facts |= {"from": ("drawn", "copied", "drawn and copied")[via - 1], "as": IDS[counts_as]}
        how = f" draws {NAMES[counts_as]}," if via == Via.DRAWN else f" copies {{{of}}}'s {NAMES[counts_as]},"
    return "mission", f"{{{e.seat}}}'s {NAMES[e.item]}{how or ':'} {_stars(e.amount)}.", facts


def _win(e: Any) -> Words:
    seats = _seats(e.item)
    verb = "wins" if len(seats) == 1 else "share the victory"
    return "win", f"{_names(seats)} {verb} with {_stars(e.total)}!", {"seats": seats}


def _plain(kind: str, text: str) -> Teller:
    return lambda e: (kind, text.format(seat=f"{{{e.seat}}}", other=f"{{{e.other}}}"), {})


TELLERS: dict[int, Teller] = {
    Happened.DEAL: _deal,
    Happened.FACTION: _faction,
    Happened.MARKER: _plain("marker", "{seat} has the First Player Marker."),
    Happened.DEALT: _dealt,
    Happened.CHOSEN: _plain("missions", "{seat} has chosen two Missions."),
    Happened.BEGIN: _plain("begin", "What was given back is shuffled into the deck."),
    Happened.ROUND: lambda e: ("round", f"Round {e.amount} of 7: {{{e.seat}}} begins.", {"round": e.amount}),
    Happened.TURN: _turn,
    Happened.SKIP: _plain("skip", "{seat} saves this turn for the end."),
    Happened.HYPNOSIS: _hypnosis,
    Happened.SEND: _send,
    Happened.BREAK_OUT: _cell,
    Happened.CANCEL: _plain("cancel", "{seat} cancels {other}'s Action."),
    Happened.DRAW: _plain("draw", "{seat} draws a Mission."),
    Happened.DREW: lambda e: ("drew", f"You draw {NAMES[e.item]}.", {"mission": IDS[e.item]}),
    Happened.RETURN: _return,
    Happened.RETURNED: _returned,
    Happened.REROLL: _changed("reroll", "rerolls"),
    Happened.MOVE: _move,
    Happened.SWAP: _swap,
    Happened.CHANGE: _changed("change", "turns"),
    Happened.CARD_REROLL: _card_reroll,
    Happened.MATCH: _match,
    Happened.CARD: _card,
    Happened.FLAG: _flag,
    Happened.PROTECT: _protect,
    Happened.UNPROTECT: _unprotect,
    Happened.STOCK: _stock,
    Happened.ROBIN: _changed("robin", "turns"),
    Happened.TRANSCEND: _transcend,
    Happened.NO_ACTION: _no_action,
    Happened.ADAPT: _changed("adapt", "adapts"),
    Happened.EXTERMINATE: _exterminate,
    Happened.INTERVENTION: _plain("intervention", "{seat} intervenes: two rerolls."),
    Happened.SLIP: _slip,
    Happened.HOME_TURF: _plain("home-turf", "{seat} is on home turf."),
    Happened.CONNECTIONS: _plain("connections", "{seat} has connections: four Missions are drawn."),
    Happened.CONNECTED: _connected,
    Happened.SACRIFICE: _sacrifice,
    Happened.TOKEN: _token,
    Happened.OVER: _plain("over", "All pieces are placed."),
    Happened.DRAFT: _draft,
    Happened.STOCK_STARS: _paid("stock-stars", "The Stock Exchange pays"),
    Happened.CLONE: _clone,
    Happened.DICE_STARS: _paid("dice-stars", "Dice"),
    Happened.BLOCKADE: _blockade,
    Happened.DOMINATION: _domination,
    Happened.LEAVE: _leave,
    Happened.MISSION: _mission,
    Happened.FINAL: lambda e: ("final", f"{{{e.seat}}} has {_stars(e.total)}.", {"total": e.total}),
    Happened.WIN: _win,
}
