"""Options as text, as sentences, and as things on the table that a hand would touch.

A space is written by its area and its number, "agency 3"; a die on a Faction Board by its player and its number,
"p2 4"; a die by its colour and value, "t4".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicehouse.kit.game import Option

from ..rules import board, codes, dome, domination
from ..rules.missions import IDS, NAMES
from ..rules.scenarios import AREA_IDS, DOME
from ..rules.state import AGENT, BOARD, DEAD, EMPTY, MAGMACORIUM, SLOTS, THUG, Area, Phase
from .names import (
    ABILITIES,
    AREA_NAMES,
    COLOURS,
    FACTION_IDS,
    FACTION_NAMES,
    PIECE_NAMES,
    SHORT_NAMES,
    die_text,
    die_words,
    piece_kind,
    place_path,
    place_text,
    place_words,
)
from .preview import outcome

KEYS: dict[int, tuple[str, str, str]] = {  # id, label, note
    codes.BREAK_OUT: ("break out", "Break out your Thug", "counts 1½, but its die goes to prison"),
    codes.TENTACLE_OUT: ("tentacle", "Send your own Thug", "counts 1½, and brings its die"),
    codes.LAST_RESORT: ("last resort", "Save this turn", "you take it after the last round"),
    codes.PLAY_ON: ("play on", "Take this turn", ""),
    codes.PASS: ("pass", "Pass", ""),
    codes.CANCEL: ("cancel", "Cancel this Action", "once per game"),
    codes.DRAW: ("draw", "Draw a Mission", "then one card goes under the deck"),
    codes.NO_ACTION: ("no action", "No Action", ""),
    codes.ENOUGH: ("enough", "Leave it at that", ""),
    codes.ROBIN_HOOD: ("robin hood", "Robin Hood?", "a rival's die down by 1, one of yours up by 1"),
    codes.ALPHA: ("alpha", "Alpha", "swap any two Agents, once per game"),
    codes.TRANSCENDENCE: ("transcendence", "Transcendence", "another Action instead, once per game"),
    codes.EXTERMINATE: ("exterminate", "Exterminate", "remove a City die for good, once per game"),
    codes.INTERVENTION: ("intervention", "Intervention", "two rerolls, once per game"),
    codes.SLIP_AWAY: ("slip away", "Slip Away", "an Agent changes places with a die, once per game"),
    codes.HOME_TURF: ("home turf", "Home Turf", "set one of your dice, once per game"),
    codes.CONNECTIONS: ("connections", "Connections", "draw 4 Missions, put 4 back, once per game"),
    codes.SACRIFICE: ("sacrifice", "Sacrifice", "an Agent becomes an orange die, once per game"),
    codes.END: ("end", "End the turn", ""),
}
WITH, VERBS = "with", {Area.GUGU: "reroll", Area.WASTE: "move", Area.CONGRESS: "swap", Area.BANK: "swap"}
VERBS |= {Area.NETHAL: "swap", Area.MARKET: "change", Area.RAVIN: "protect"}
FACTS: dict[str, Any] = {
    "place": None,
    "area": None,
    "die": None,
    "gain": None,
    "gains": None,
    "parts": [],
    "changes": {},
    "areas": {},
}


def describe(state: Any, seat: int, action: int) -> Option:
    """One legal action of `seat` as an option."""
    if action in KEYS:
        return _key(action)
    if action == codes.FIGHT:
        return _fight(state, seat)
    if action < codes.MISSION:
        return _touch(state, seat, action)
    first, describer = max((code for code in CODES if code[0] <= action), key=lambda code: code[0])
    option: Option = describer(state, seat, action - first)
    return option


def _key(action: int) -> Option:
    text, label, note = KEYS[action]
    name = text.replace(" ", "-")
    return Option(text, label, note, (f"key:{name}",), FACTS | {"kind": name})


def _signed(points: int) -> str:
    return f"{points:+}" if points else "±0"


def _option(text: str, label: str, path: tuple[str, ...], facts: dict[str, Any], note: str = "") -> Option:
    """An option; what it gains goes before its note."""
    all_facts = FACTS | facts
    if all_facts["gain"] is not None:
        note = f"{_signed(all_facts['gain'])}{', ' if note else ''}{note}"
    return Option(text, label, note, path, all_facts)


# --- dice, pieces and spaces


def _touch(state: Any, seat: int, place: int) -> Option:
    """A place is chosen; the phase says for what."""
    if state.phase in PLACES:
        return PLACES[state.phase](state, seat, place)
    return _act(state, seat, place)


def _whose(seat: int, place: int) -> str:
    other = (place - BOARD) // SLOTS
    return "your" if other == seat else f"player {other + 1}'s"


def _thing_words(state: Any, seat: int, place: int) -> str:
    """What lies there, in words: "your teal 4", "teal 4 in Agency", "player 2's Agent in Waste"."""
    thing = board.at(state, place)
    if place >= BOARD:
        return f"{_whose(seat, place)} {die_words(thing)}"
    where = SHORT_NAMES[board.area_of(place)]
    if thing >= AGENT:
        whose = "your" if thing & 7 == seat else f"player {(thing & 7) + 1}'s"
        return f"{whose} {PIECE_NAMES[piece_kind(thing)]} in {where}"
    return f"{die_words(thing)} in {where}"


def _facts(state: Any, kind: str, place: int) -> dict[str, Any]:
    thing = board.at(state, place)
    area = None if place >= BOARD else AREA_IDS[board.area_of(place)]
    die = die_text(thing) if 0 < thing < AGENT else None
    return {"kind": kind, "place": place_text(place), "area": area, "die": die}


def _at_place(state: Any, seat: int, verb: str, place: int, label: str, **sure: Any) -> Option:
    """An option that touches one place."""
    facts = _facts(state, verb.replace(" ", "-"), place) | sure
    return _option(" ".join([verb, *place_words(place)]), label, (place_path(place),), facts)


def _send(state: Any, seat: int, place: int) -> Option:
    piece = state.piece if state.phase == Phase.PLACE else AGENT
    verb = "at" if state.phase == Phase.PLACE else "agent"
    changes = {place: piece + seat}
    if piece != THUG:
        changes[BOARD + SLOTS * seat + state.players[seat].n_dice] = state.spaces[place]
    label = f"{AREA_NAMES[board.area_of(place)]}: take {die_words(state.spaces[place])}"
    if piece == THUG:
        label = f"{AREA_NAMES[board.area_of(place)]}: for {die_words(state.spaces[place])}"
    return _at_place(state, seat, verb, place, label, **outcome(state, seat, changes))


def _act(state: Any, seat: int, place: int) -> Option:
    verb = VERBS[Area(state.doing)]
    words = _thing_words(state, seat, place)
    label = {"protect": f"Protect {words}", "change": f"Set {words}", "reroll": f"Reroll {words}"}.get(verb)
    if verb == "protect":
        slot = place_words(place)[1]
        return _option(f"protect {slot}", str(label), (place_path(place),), _facts(state, verb, place))
    return _at_place(state, seat, verb, place, label or f"{verb.capitalize()} {words}")


def _second(state: Any, seat: int, place: int) -> Option:
    held = state.held
    changes = {held: board.at(state, place), place: board.at(state, held)}
    label = f"With {_thing_words(state, seat, place)}"
    return _at_place(state, seat, WITH, place, label, **outcome(state, seat, changes))


def _lower(state: Any, seat: int, place: int) -> Option:
    sure = outcome(state, seat, {place: board.at(state, place) - 1})
    return _at_place(state, seat, "lower", place, f"Lower {_thing_words(state, seat, place)}", **sure)


def _raise(state: Any, seat: int, place: int) -> Option:
    changes = {place: board.at(state, place) + 1, state.held: board.at(state, state.held) - 1}
    facts = _facts(state, "raise", place) | outcome(state, seat, changes)
    label = f"Raise {_thing_words(state, seat, place)}"
    return _option(f"raise {place_words(place)[1]}", label, (place_path(place),), facts)


def _own_die(state: Any, seat: int, place: int) -> Option:
    label = f"Set {_thing_words(state, seat, place)}"
    return _option(f"change {place_words(place)[1]}", label, (place_path(place),), _facts(state, "change", place))


def _destroy(state: Any, seat: int, place: int) -> Option:
    sure = outcome(state, seat, {place: DEAD})
    return _at_place(state, seat, "destroy", place, f"Remove {_thing_words(state, seat, place)}", **sure)


def _simple(verb: str, label: str) -> Callable[[Any, int, int], Option]:
    def describer(state: Any, seat: int, place: int) -> Option:
        return _at_place(state, seat, verb, place, f"{label} {_thing_words(state, seat, place)}")

    return describer


def _swap_pieces(verb: str) -> Callable[[Any, int, int], Option]:
    def describer(state: Any, seat: int, place: int) -> Option:
        changes = {state.held: state.spaces[place], place: state.spaces[state.held]}
        label = f"With {_thing_words(state, seat, place)}"
        return _at_place(state, seat, verb, place, label, **outcome(state, seat, changes))

    return describer


PLACES: dict[int, Callable[[Any, int, int], Option]] = {
    Phase.TURN: _send,
    Phase.PLACE: _send,
    Phase.SECOND: _second,
    Phase.ALPHA: _simple("first", "Move"),
    Phase.ALPHA_WITH: _swap_pieces("with"),
    Phase.ROBIN: _lower,
    Phase.ROBIN_OWN: _raise,
    Phase.EXTERMINATE: _destroy,
    Phase.INTERVENE: _simple("reroll", "Reroll"),
    Phase.INTERVENE_AGAIN: _simple("reroll", "Reroll"),
    Phase.SLIP: _simple("leave", "Move"),
    Phase.SLIP_TO: _swap_pieces("to"),
    Phase.TURF: _own_die,
    Phase.SACRIFICE: _simple("sacrifice", "Sacrifice"),
}


# --- everything else


def _mission(state: Any, seat: int, mission: int) -> Option:
    verb = {Phase.MISSIONS: "give", Phase.RETURN: "return", Phase.CONNECT: "bottom"}.get(state.phase, "leave")
    label = {
        "give": f"Give back {NAMES[mission]}",
        "return": f"{NAMES[mission]} goes under the deck",
        "bottom": f"{NAMES[mission]} under the deck",
        "leave": f"Leave out {NAMES[mission]}",
    }[verb]
    place = "bottom" if verb == "bottom" else "mission"
    facts = {"kind": verb, "mission": IDS[mission]}
    return _option(f"{verb} {IDS[mission]}", label, (f"{place}:{IDS[mission]}",), facts)


def _on_top(state: Any, seat: int, mission: int) -> Option:
    facts = {"kind": "top", "mission": IDS[mission]}
    return _option(f"top {IDS[mission]}", f"{NAMES[mission]} on top of the deck", (f"top:{IDS[mission]}",), facts)


def _stock(state: Any, seat: int, which: int) -> Option:
    colour, up = which // 2, which % 2
    way = "up" if up else "down"
    sure = outcome(state, seat, {}, {colour: state.stock[colour] + (1 if up else -1)})
    facts = {"kind": "stock", "colour": COLOURS[colour], "up": bool(up)} | sure
    return _option(
        f"stock {COLOURS[colour]} {way}", f"Stock: {COLOURS[colour]} {way}", (f"stock:{COLOURS[colour]}-{way}",), facts
    )


def _value(state: Any, seat: int, value: int) -> Option:
    thing = board.at(state, state.held)
    if thing >= AGENT:
        changes = {state.held: EMPTY, BOARD + SLOTS * seat + state.players[seat].n_dice: MAGMACORIUM + value - 1}
    else:
        changes = {state.held: thing - (thing - 1) % 6 + value - 1}
    facts = _facts(state, "value", state.held) | {"value": value} | outcome(state, seat, changes)
    return _option(f"value {value}", f"To {value}", (f"value:{value}",), facts)


def _area(state: Any, seat: int, area: int) -> Option:
    verb = {Phase.HYPNOSIS: "hypnosis", Phase.TRANSCEND: "perform"}.get(state.phase, "blockade")
    label = {"hypnosis": "Hypnosis: ", "perform": "Perform ", "blockade": "Blockade "}[verb] + AREA_NAMES[area]
    facts = {"kind": verb, "area": AREA_IDS[area]}
    return _option(f"{verb} {AREA_IDS[area]}", label, (f"area:{AREA_IDS[area]}",), facts)


def _flag(state: Any, seat: int, to: int) -> Option:
    label = "You begin the next round" if to == seat else f"Player {to + 1} begins the next round"
    return _option(f"flag p{to + 1}", label, (f"seat:{to}",), {"kind": "flag", "seat": to})


def _card(state: Any, seat: int, which: int) -> Option:
    facts = {"kind": "reroll-card", "card": which + 1, "die": die_text(state.card[which])}
    label = f"Reroll {die_words(state.card[which])} of the card"
    return _option(f"reroll card {which + 1}", label, (f"card:{which + 1}",), facts)


def _fight(state: Any, seat: int) -> Option:
    matches = dome.matches(state, seat)
    stars = domination.scenario(state, DOME + matches)
    facts = {"kind": "fight", "matches": matches} | outcome(state, seat, {}, blood=stars)
    label = f"Fight: {matches} {'match' if matches == 1 else 'matches'}"
    return _option("fight", label, ("key:fight",), facts, "then three new dice come")


def _token(state: Any, seat: int, which: int) -> Option:
    slot, to = which // 9, which % 9
    die = die_words(state.players[seat].dice[to])
    base = {"kind": "token", "place": f"p{seat + 1}-{to + 1}"}
    if slot == codes.UNPLACED:
        return _option(f"token {to + 1}", f"Protect your {die}", (f"token:{to + 1}",), base | {"from": None})
    label = f"Token from your {die_words(state.players[seat].dice[slot])} to your {die}"
    facts = base | {"from": f"p{seat + 1}-{slot + 1}"}
    return _option(f"token {slot + 1} {to + 1}", label, (f"token:{slot + 1}-{to + 1}",), facts)


def _unprotect(state: Any, seat: int, which: int) -> Option:
    place = BOARD + which
    label = f"Take the token from {_thing_words(state, seat, place)}"
    text = " ".join(["unprotect", *place_words(place)])
    return _option(text, label, (f"unprotect:{place_text(place)}",), _facts(state, "unprotect", place))


def _adapt(state: Any, seat: int, which: int) -> Option:
    slot, up = which // 2, which % 2
    way, place = "up" if up else "down", BOARD + SLOTS * seat + slot
    facts = _facts(state, "adapt", place) | {"up": bool(up)}
    facts |= outcome(state, seat, {place: board.at(state, place) + (1 if up else -1)})
    label = f"{_thing_words(state, seat, place).capitalize()} {way} by 1"
    return _option(f"adapt {slot + 1} {way}", label, (f"adapt:{slot + 1}-{way}",), facts)


def _clone(state: Any, seat: int, which: int) -> Option:
    slot, copied = which // 16, which % 16
    place = BOARD + SLOTS * seat + slot
    die = board.at(state, place)
    if copied >= codes.CLONED_COLOUR:
        word, new = COLOURS[copied - codes.CLONED_COLOUR], 6 * (copied - codes.CLONED_COLOUR) + (die - 1) % 6 + 1
    else:
        word, new = str(copied), die - (die - 1) % 6 + copied - 1
    facts = _facts(state, "clone", place) | outcome(state, seat, {place: new})
    facts["parts"] = [part for part in facts["parts"] if part["what"] != "stock"]
    facts["gain"] = sum(part["points"] for part in facts["parts"] if part["seat"] == seat)
    facts["gains"] = [sum(p["points"] for p in facts["parts"] if p["seat"] == s) for s in range(state.n_players)]
    label = f"{_thing_words(state, seat, place).capitalize()} counts as {word}"
    return _option(f"clone {slot + 1} as {word}", label, (f"clone:{slot + 1}-{word}",), facts)


def _cell(state: Any, seat: int, cell: int) -> Option:
    die = state.prison[cell]
    sure = outcome(state, seat, {BOARD + SLOTS * seat + state.players[seat].n_dice: die})
    facts = {"kind": "draft", "cell": cell + 1, "die": die_text(die)} | sure
    return _option(f"draft {cell + 1}", f"Draft {die_words(die)}", (f"cell:{cell + 1}",), facts)


def _faction(state: Any, seat: int, faction: int) -> Option:
    ability, words = ABILITIES[faction]
    facts = {"kind": "faction", "faction": FACTION_IDS[faction]}
    text = FACTION_IDS[faction]
    return _option(f"faction {text}", FACTION_NAMES[faction], (f"faction:{text}",), facts, f"{ability}: {words}")


CODES: tuple[tuple[int, Callable[[Any, int, int], Option]], ...] = (
    (codes.MISSION, _mission),
    (codes.ON_TOP, _on_top),
    (codes.STOCK, _stock),
    (codes.VALUE, _value),
    (codes.AREA, _area),
    (codes.SEAT, _flag),
    (codes.CARD, _card),
    (codes.TOKEN, _token),
    (codes.UNPROTECT, _unprotect),
    (codes.ADAPT, _adapt),
    (codes.CLONE, _clone),
    (codes.CELL, _cell),
    (codes.FACTION, _faction),
)
