"""Describe options as text, as sentences, and as things on the table to click.

A space is written by its area and its number, "agency 3"; a die on a Faction Board by its player and its number, "p2
4"; a die by its colour and value, "t4".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicehouse.core.action_codes import Block
from dicehouse.core.option import Option, Reaction
from dicehouse.text_format import number_word

from ..rules import action_codes
from ..rules.blood_dome import matches
from ..rules.board import area_of, die_of, kind_of, on_board, owner, seat_of, thing_at, with_value
from ..rules.domination import scenario_value
from ..rules.game_end import cloned_die
from ..rules.missions import IDS, NAMES
from ..rules.scenarios import AREA_IDS, DOME
from ..rules.state import AGENT, BOARD, DEAD, EMPTY, N_CARD, ROUNDS, THUG, Area, Colour, Phase, State
from .notation import (
    ABILITIES,
    AREA_NAMES,
    BUTTON_OPTIONS,
    COLOURS,
    FACTION_IDS,
    FACTION_NAMES,
    PIECE_NAMES,
    SHORT_NAMES,
    die_text,
    die_words,
    place_path,
    place_text,
    place_words,
    thug_strength,
)
from .option_effects import option_effects
from .refusals import refusal
from .undo_barriers import final

__all__ = ["describe_action", "final", "reaction", "refusal"]

WITH, VERBS = "with", {Area.GUGU: "reroll", Area.WASTE: "move", Area.CONGRESS: "swap", Area.BANK: "swap"}
VERBS |= {Area.NETHAL: "swap", Area.MARKET: "change", Area.RAVIN: "protect"}
Describer = Callable[[State, int, int], Option]  # of a state, a seat, and an action or place
FACTS: dict[str, Any] = {
    "place": None,
    "area": None,
    "die": None,
    "gain": None,
    "gains": None,
    "parts": [],
    "changes": {},
    "areas": {},
    "more": "",
}


def reaction(state: State, seat: int) -> Reaction | None:
    """Return how the seat can answer in advance: Hypnosis, Embargo and Adaptation allow a standing order, and asking
    interrupts nobody.
    """
    if state.phase in (Phase.HYPNOSIS, Phase.CANCEL, Phase.ADAPT):
        return Reaction("pass", "end", 0, False)
    return None


def describe_action(state: State, seat: int, action: int) -> Option:
    """Describe the legal action `action` of `seat` as an option."""
    if action in BUTTON_OPTIONS:
        return _key(state, action)
    if action == action_codes.FIGHT:
        return _fight(state, seat)
    for block, describer in BLOCKS:
        if action in block:
            return describer(state, seat, action)
    raise ValueError(f"{action} is no action.")


def _key(state: State, action: int) -> Option:
    text, label, note = BUTTON_OPTIONS[action]
    note = note.replace("{thug}", thug_strength(state.options.scenario))
    name = text.replace(" ", "-")
    return Option(text, label, note, (f"key:{name}",), FACTS | {"kind": name, "more": note})


def _signed(points: int) -> str:
    return f"{points:+}" if points else "±0"


def _option(text: str, label: str, path: tuple[str, ...], facts: dict[str, Any], note: str = "") -> Option:
    """Return an option; its gain goes before its note, and only the note is among its facts, since a board shows the
    gain.
    """
    all_facts = FACTS | facts | {"more": note}
    if all_facts["gain"] is not None:
        note = f"{_signed(all_facts['gain'])}{', ' if note else ''}{note}"
    return Option(text, label, note, path, all_facts)


# --- dice, pieces and spaces


def _touch(state: State, seat: int, action: int) -> Option:
    """Describe choosing a place; the phase says for what."""
    return PLACES.get(state.phase, _act)(state, seat, action_codes.PLACE.place(action))


def _whose(seat: int, other: int) -> str:
    return "your" if other == seat else f"{{{other}}}'s"


def _thing_words(state: State, seat: int, place: int) -> str:
    """Name the thing at a place: "your teal 4", "teal 4 in Agency", "{1}'s Agent in Waste"."""
    thing = thing_at(state, place)
    if place >= BOARD:
        return f"{_whose(seat, seat_of(place))} {die_words(thing)}"
    where = SHORT_NAMES[area_of(place)]
    if thing >= AGENT:
        return f"{_whose(seat, owner(thing))} {PIECE_NAMES[kind_of(thing)]} in {where}"
    return f"{die_words(thing)} in {where}"


def _facts(state: State, kind: str, place: int) -> dict[str, Any]:
    thing = thing_at(state, place)
    area = None if place >= BOARD else AREA_IDS[area_of(place)]
    die = die_text(thing) if 0 < thing < AGENT else None
    return {"kind": kind, "place": place_text(place), "area": area, "die": die}


def _at_place(state: State, seat: int, verb: str, place: int, label: str, **sure: Any) -> Option:
    """Return an option that touches one place."""
    facts = _facts(state, verb.replace(" ", "-"), place) | sure
    return _option(" ".join([verb, *place_words(place)]), label, (place_path(place),), facts)


def _next_place(state: State, seat: int) -> int:
    """Return the place that the next die of a seat will get."""
    return on_board(seat, state.players[seat].n_dice)


def _send(state: State, seat: int, place: int) -> Option:
    piece = state.piece if state.phase == Phase.PLACE else AGENT
    verb = "at" if state.phase == Phase.PLACE else "agent"
    changes = {place: piece + seat}
    if piece != THUG:
        changes[_next_place(state, seat)] = state.spaces[place]
    label = f"{AREA_NAMES[area_of(place)]}: take {die_words(state.spaces[place])}"
    if piece == THUG:
        label = f"{AREA_NAMES[area_of(place)]}: for {die_words(state.spaces[place])}"
    return _at_place(state, seat, verb, place, label, **option_effects(state, seat, changes))


def _act(state: State, seat: int, place: int) -> Option:
    verb = VERBS[Area(state.doing)]
    words = _thing_words(state, seat, place)
    label = {"protect": f"Protect {words}", "change": f"Set {words}", "reroll": f"Reroll {words}"}.get(verb)
    if verb == "protect":
        slot = place_words(place)[1]
        return _option(f"protect {slot}", str(label), (place_path(place),), _facts(state, verb, place))
    return _at_place(state, seat, verb, place, label or f"{verb.capitalize()} {words}")


def _second(state: State, seat: int, place: int) -> Option:
    held = state.held
    changes = {held: thing_at(state, place), place: thing_at(state, held)}
    label = f"With {_thing_words(state, seat, place)}"
    return _at_place(state, seat, WITH, place, label, **option_effects(state, seat, changes))


def _lower(state: State, seat: int, place: int) -> Option:
    sure = option_effects(state, seat, {place: thing_at(state, place) - 1})
    return _at_place(state, seat, "lower", place, f"Lower {_thing_words(state, seat, place)}", **sure)


def _raise(state: State, seat: int, place: int) -> Option:
    changes = {place: thing_at(state, place) + 1, state.held: thing_at(state, state.held) - 1}
    facts = _facts(state, "raise", place) | option_effects(state, seat, changes)
    label = f"Raise {_thing_words(state, seat, place)}"
    return _option(f"raise {place_words(place)[1]}", label, (place_path(place),), facts)


def _own_die(state: State, seat: int, place: int) -> Option:
    label = f"Set {_thing_words(state, seat, place)}"
    return _option(f"change {place_words(place)[1]}", label, (place_path(place),), _facts(state, "change", place))


def _destroy(state: State, seat: int, place: int) -> Option:
    sure = option_effects(state, seat, {place: DEAD})
    return _at_place(state, seat, "destroy", place, f"Remove {_thing_words(state, seat, place)}", **sure)


def _simple(verb: str, label: str) -> Describer:
    def describer(state: State, seat: int, place: int) -> Option:
        return _at_place(state, seat, verb, place, f"{label} {_thing_words(state, seat, place)}")

    return describer


def _swap_pieces(verb: str) -> Describer:
    def describer(state: State, seat: int, place: int) -> Option:
        changes = {state.held: state.spaces[place], place: state.spaces[state.held]}
        label = f"With {_thing_words(state, seat, place)}"
        return _at_place(state, seat, verb, place, label, **option_effects(state, seat, changes))

    return describer


PLACES: dict[int, Describer] = {
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


def _mission(state: State, seat: int, action: int) -> Option:
    mission = action_codes.MISSION.mission(action)
    verb = {Phase.MISSIONS: "give", Phase.RETURN: "return", Phase.CONNECT: "bottom"}.get(Phase(state.phase), "leave")
    label = {
        "give": f"Give back {NAMES[mission]}",
        "return": f"{NAMES[mission]} goes under the deck",
        "bottom": f"{NAMES[mission]} under the deck",
        "leave": f"Leave out {NAMES[mission]}",
    }[verb]
    place = "bottom" if verb == "bottom" else "mission"
    facts = {"kind": verb, "mission": IDS[mission]}
    return _option(f"{verb} {IDS[mission]}", label, (f"{place}:{IDS[mission]}",), facts)


def _on_top(state: State, seat: int, action: int) -> Option:
    mission = action_codes.ON_TOP.mission(action)
    facts = {"kind": "top", "mission": IDS[mission]}
    return _option(f"top {IDS[mission]}", f"{NAMES[mission]} on top of the deck", (f"top:{IDS[mission]}",), facts)


def _stock(state: State, seat: int, action: int) -> Option:
    colour, up = action_codes.STOCK.colour(action), action_codes.STOCK.up(action)
    way = "up" if up else "down"
    sure = option_effects(state, seat, {}, {colour: state.stock[colour] + (1 if up else -1)})
    facts = {"kind": "stock", "colour": COLOURS[colour], "up": bool(up)} | sure
    return _option(
        f"stock {COLOURS[colour]} {way}", f"Stock: {COLOURS[colour]} {way}", (f"stock:{COLOURS[colour]}-{way}",), facts
    )


def _value(state: State, seat: int, action: int) -> Option:
    thing, value = thing_at(state, state.held), action_codes.VALUE.value(action)
    if thing >= AGENT:
        changes = {state.held: EMPTY, _next_place(state, seat): die_of(Colour.MAGMACORIUM, value)}
    else:
        changes = {state.held: with_value(thing, value)}
    facts = _facts(state, "value", state.held) | {"value": value} | option_effects(state, seat, changes)
    label = f"Magmacorium die: to {value}" if thing >= AGENT else f"{die_words(thing).capitalize()} to {value}"
    return _option(f"value {value}", label, (f"value:{value}",), facts)


def _area(state: State, seat: int, action: int) -> Option:
    area = action_codes.AREA.area(action)
    verb = {Phase.HYPNOSIS: "hypnosis", Phase.TRANSCEND: "perform"}.get(Phase(state.phase), "blockade")
    label = {"hypnosis": "Hypnosis: ", "perform": "Perform ", "blockade": "Blockade "}[verb] + AREA_NAMES[area]
    facts = {"kind": verb, "area": AREA_IDS[area]}
    return _option(f"{verb} {AREA_IDS[area]}", label, (f"area:{AREA_IDS[area]}",), facts)


def _flag(state: State, seat: int, action: int) -> Option:
    to = action_codes.SEAT.seat(action)
    who = "You" if to == seat else f"{{{to}}}"
    first, what = ("begin", "the next round") if state.round < ROUNDS else ("draft", "first")
    label = f"{who} {first}{'' if to == seat else 's'} {what}"
    return _option(f"flag p{to + 1}", label, (f"seat:{to}",), {"kind": "flag", "seat": to})


def _card(state: State, seat: int, action: int) -> Option:
    which = action_codes.CARD.die(action)
    facts = {"kind": "reroll-card", "card": which + 1, "die": die_text(state.card[which])}
    label = f"Reroll {die_words(state.card[which])} of the card"
    return _option(f"reroll card {which + 1}", label, (f"card:{which + 1}",), facts)


def _fight(state: State, seat: int) -> Option:
    found = matches(state, seat)
    stars = scenario_value(state, DOME + found)
    facts = {"kind": "fight", "matches": found} | option_effects(state, seat, {}, blood=stars)
    label = f"Fight: {found} {'match' if found == 1 else 'matches'}"
    return _option("fight", label, ("key:fight",), facts, f"then {number_word(N_CARD)} new dice come")


def _first_token(state: State, seat: int, action: int) -> Option:
    to = action_codes.FIRST_TOKEN.to(action)
    facts = {"kind": "token", "place": place_text(on_board(seat, to)), "from": None}
    label = f"Protect your {die_words(state.players[seat].dice[to])}"
    return _option(f"token {to + 1}", label, (f"token:{to + 1}",), facts)


def _token(state: State, seat: int, action: int) -> Option:
    slot, to = action_codes.TOKEN.slot(action), action_codes.TOKEN.to(action)
    here, there = on_board(seat, slot), on_board(seat, to)
    label = f"Token from your {die_words(thing_at(state, here))} to your {die_words(thing_at(state, there))}"
    facts = {"kind": "token", "place": place_text(there), "from": place_text(here)}
    return _option(f"token {slot + 1} {to + 1}", label, (f"token:{slot + 1}-{to + 1}",), facts)


def _unprotect(state: State, seat: int, action: int) -> Option:
    place = on_board(action_codes.UNPROTECT.seat(action), action_codes.UNPROTECT.slot(action))
    label = f"Take the token from {_thing_words(state, seat, place)}"
    text = " ".join(["unprotect", *place_words(place)])
    return _option(text, label, (f"unprotect:{place_text(place)}",), _facts(state, "unprotect", place))


def _adapt(state: State, seat: int, action: int) -> Option:
    slot, up = action_codes.ADAPT.slot(action), action_codes.ADAPT.up(action)
    way, place = "up" if up else "down", on_board(seat, slot)
    facts = _facts(state, "adapt", place) | {"up": bool(up)}
    facts |= option_effects(state, seat, {place: thing_at(state, place) + (1 if up else -1)})
    label = f"{_thing_words(state, seat, place).capitalize()} {way} by 1"
    return _option(f"adapt {slot + 1} {way}", label, (f"adapt:{slot + 1}-{way}",), facts)


def _clone_value(state: State, seat: int, action: int) -> Option:
    return _clone(
        state, seat, action_codes.CLONE_VALUE.slot(action), action, str(action_codes.CLONE_VALUE.value(action))
    )


def _clone_colour(state: State, seat: int, action: int) -> Option:
    return _clone(
        state, seat, action_codes.CLONE_COLOUR.slot(action), action, COLOURS[action_codes.CLONE_COLOUR.colour(action)]
    )


def _clone(state: State, seat: int, slot: int, action: int, word: str) -> Option:
    place = on_board(seat, slot)
    facts = _facts(state, "clone", place) | option_effects(
        state, seat, {place: cloned_die(thing_at(state, place), action)}
    )
    facts["parts"] = [part for part in facts["parts"] if part["what"] != "stock"]
    facts["gain"] = sum(part["points"] for part in facts["parts"] if part["seat"] == seat)
    facts["gains"] = [sum(p["points"] for p in facts["parts"] if p["seat"] == s) for s in range(state.n_players)]
    label = f"{_thing_words(state, seat, place).capitalize()} counts as {word}"
    return _option(f"clone {slot + 1} as {word}", label, (f"clone:{slot + 1}-{word}",), facts)


def _cell(state: State, seat: int, action: int) -> Option:
    cell = action_codes.CELL.cell(action)
    die = state.prison[cell]
    sure = option_effects(state, seat, {_next_place(state, seat): die})
    facts = {"kind": "draft", "cell": cell + 1, "die": die_text(die)} | sure
    return _option(f"draft {cell + 1}", f"Draft {die_words(die)}", (f"cell:{cell + 1}",), facts)


def _faction(state: State, seat: int, action: int) -> Option:
    faction = action_codes.FACTION.faction(action)
    ability, words = ABILITIES[faction]
    facts = {"kind": "faction", "faction": FACTION_IDS[faction]}
    text = FACTION_IDS[faction]
    return _option(f"faction {text}", FACTION_NAMES[faction], (f"faction:{text}",), facts, f"{ability}: {words}")


BLOCKS: tuple[tuple[Block, Describer], ...] = (
    (action_codes.PLACE, _touch),
    (action_codes.MISSION, _mission),
    (action_codes.ON_TOP, _on_top),
    (action_codes.STOCK, _stock),
    (action_codes.VALUE, _value),
    (action_codes.AREA, _area),
    (action_codes.SEAT, _flag),
    (action_codes.CARD, _card),
    (action_codes.FIRST_TOKEN, _first_token),
    (action_codes.TOKEN, _token),
    (action_codes.UNPROTECT, _unprotect),
    (action_codes.ADAPT, _adapt),
    (action_codes.CLONE_VALUE, _clone_value),
    (action_codes.CLONE_COLOUR, _clone_colour),
    (action_codes.CELL, _cell),
    (action_codes.FACTION, _faction),
)
