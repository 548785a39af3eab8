"""Describe options as text, as sentences, and as things on the table to click.

A space is written by its area and its number, "agency 3"; a die on a Faction Board by its player and its number, "p2
4"; a die by its colour and value, "t4".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicehouse.core.action_codes import Block
from dicehouse.core.option import Option, Reaction
from dicehouse.i18n import Text, _, ngettext, pgettext

from ..rules import action_codes
from ..rules.blood_dome import matches
from ..rules.board import area_of, die_of, on_board, thing_at, with_value
from ..rules.domination import scenario_value
from ..rules.game_end import cloned_die
from ..rules.missions import IDS, NAMES
from ..rules.scenarios import AREA_IDS, DOME
from ..rules.state import AGENT, BOARD, DEAD, EMPTY, N_CARD, ROUNDS, THUG, Area, Colour, Phase, State
from .notation import (
    ABILITIES,
    BUTTON_OPTIONS,
    COLOURS,
    FACTION_IDS,
    FACTION_NAMES,
    button_note,
    die_text,
    place_path,
    place_text,
    place_words,
)
from .option_effects import option_effects
from .refusals import refusal
from .undo_barriers import final
from .words import COLOUR_WORDS, IN_AREA, THE_AREA, TO_AREA, die_words, object_text, player_mark

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
    text, label, _note = BUTTON_OPTIONS[action]
    note = button_note(action, state.options.scenario)
    name = text.replace(" ", "-")
    return Option(text, label, note, (f"key:{name}",), FACTS | {"kind": name, "more": note})


def _signed(points: int) -> str:
    return f"{points:+}" if points else "±0"


def _option(text: str, label: Text, path: tuple[str, ...], facts: dict[str, Any], note: str = "") -> Option:
    """Return an option; its gain goes before its note, and only the note is among its facts, since a board shows the
    gain.
    """
    all_facts = FACTS | facts | {"more": note}
    if all_facts["gain"] is not None:
        gain = _signed(all_facts["gain"])
        note = Text("{gain}, {note}", {"gain": gain, "note": note}) if note else gain
    return Option(text, label, note, path, all_facts)


# --- dice, pieces and spaces


def _touch(state: State, seat: int, action: int) -> Option:
    """Describe choosing a place; the phase says for what."""
    return PLACES.get(state.phase, _act)(state, seat, action_codes.PLACE.place(action))


def _object(state: State, seat: int, place: int) -> Text:
    """Name the thing at a place: "your teal 4", "the teal 4 in the Agency", "{1}'s Agent in the Blood Dome"."""
    return object_text(thing_at(state, place), place, seat)


def _swap_note(one: int, two: int) -> str:
    """Return a note for a swap of two things that are alike."""
    return _("nothing changes") if one == two else ""


def _facts(state: State, kind: str, place: int) -> dict[str, Any]:
    thing = thing_at(state, place)
    area = None if place >= BOARD else AREA_IDS[area_of(place)]
    die = die_text(thing) if 0 < thing < AGENT else None
    return {"kind": kind, "place": place_text(place), "area": area, "die": die}


def _at_place(state: State, verb: str, place: int, label: Text, note: str = "", **sure: Any) -> Option:
    """Return an option that touches one place."""
    facts = _facts(state, verb.replace(" ", "-"), place) | sure
    return _option(" ".join([verb, *place_words(place)]), label, (place_path(place),), facts, note)


def _next_place(state: State, seat: int) -> int:
    """Return the place that the next die of a seat will get."""
    return on_board(seat, state.players[seat].n_dice)


def _send(state: State, seat: int, place: int) -> Option:
    piece = state.piece if state.phase == Phase.PLACE else AGENT
    verb = "at" if state.phase == Phase.PLACE else "agent"
    changes = {place: piece + seat}
    if piece != THUG:
        changes[_next_place(state, seat)] = state.spaces[place]
    area = area_of(place)
    values = {"die": die_words(state.spaces[place]), "in_area": IN_AREA[area], "to_area": TO_AREA[area]}
    label = _("Take the {die} {in_area}", **values)
    if piece == THUG:
        label = _("Send your Thug {to_area}, the {die} to prison", **values)
    elif piece != AGENT:
        label = _("Take the {die} {in_area} with your Thug", **values)
    return _at_place(state, verb, place, label, **option_effects(state, seat, changes))


def _act(state: State, seat: int, place: int) -> Option:
    verb, thing = VERBS[Area(state.doing)], _object(state, seat, place)
    if verb == "protect":
        slot, label = place_words(place)[1], _("Protect {thing}", thing=thing)
        return _option(f"protect {slot}", label, (place_path(place),), _facts(state, verb, place))
    label = {
        "reroll": _("Reroll {thing}", thing=thing),
        "move": _("Move {thing}", thing=thing),
        "swap": _("Swap {thing}", thing=thing),
        "change": _("Set {thing}", thing=thing),
    }[verb]
    return _at_place(state, verb, place, label)


def _second(state: State, seat: int, place: int) -> Option:
    held = state.held
    one, two = thing_at(state, held), thing_at(state, place)
    effects = option_effects(state, seat, {held: two, place: one})
    label = _("Swap with {thing}", thing=_object(state, seat, place))
    return _at_place(state, WITH, place, label, _swap_note(one, two), **effects)


def _lower(state: State, seat: int, place: int) -> Option:
    sure = option_effects(state, seat, {place: thing_at(state, place) - 1})
    return _at_place(state, "lower", place, _("Lower {thing} by 1", thing=_object(state, seat, place)), **sure)


def _raise(state: State, seat: int, place: int) -> Option:
    changes = {place: thing_at(state, place) + 1, state.held: thing_at(state, state.held) - 1}
    facts = _facts(state, "raise", place) | option_effects(state, seat, changes)
    label = _("Raise {thing} by 1", thing=_object(state, seat, place))
    return _option(f"raise {place_words(place)[1]}", label, (place_path(place),), facts)


def _own_die(state: State, seat: int, place: int) -> Option:
    label = _("Set {thing}", thing=_object(state, seat, place))
    return _option(f"change {place_words(place)[1]}", label, (place_path(place),), _facts(state, "change", place))


def _destroy(state: State, seat: int, place: int) -> Option:
    sure = option_effects(state, seat, {place: DEAD})
    return _at_place(state, "destroy", place, _("Destroy {thing}", thing=_object(state, seat, place)), **sure)


def _reroll(state: State, seat: int, place: int) -> Option:
    return _at_place(state, "reroll", place, _("Reroll {thing}", thing=_object(state, seat, place)))


def _first_agent(state: State, seat: int, place: int) -> Option:
    return _at_place(state, "first", place, _("Swap {thing}", thing=_object(state, seat, place)))


def _slipping(state: State, seat: int, place: int) -> Option:
    return _at_place(state, "leave", place, _("Move {thing}", thing=_object(state, seat, place)))


def _sacrifice(state: State, seat: int, place: int) -> Option:
    return _at_place(state, "sacrifice", place, _("Sacrifice {thing}", thing=_object(state, seat, place)))


def _swap_pieces(verb: str) -> Describer:
    def describer(state: State, seat: int, place: int) -> Option:
        one, two = state.spaces[state.held], state.spaces[place]
        effects = option_effects(state, seat, {state.held: two, place: one})
        label = _("Swap with {thing}", thing=_object(state, seat, place))
        return _at_place(state, verb, place, label, _swap_note(one, two), **effects)

    return describer


PLACES: dict[int, Describer] = {
    Phase.TURN: _send,
    Phase.PLACE: _send,
    Phase.SECOND: _second,
    Phase.ALPHA: _first_agent,
    Phase.ALPHA_WITH: _swap_pieces("with"),
    Phase.ROBIN: _lower,
    Phase.ROBIN_OWN: _raise,
    Phase.EXTERMINATE: _destroy,
    Phase.INTERVENE: _reroll,
    Phase.INTERVENE_AGAIN: _reroll,
    Phase.SLIP: _slipping,
    Phase.SLIP_TO: _swap_pieces("to"),
    Phase.TURF: _own_die,
    Phase.SACRIFICE: _sacrifice,
}


# --- everything else


def _mission(state: State, seat: int, action: int) -> Option:
    mission = action_codes.MISSION.mission(action)
    verb = {Phase.MISSIONS: "give", Phase.RETURN: "return", Phase.CONNECT: "bottom"}.get(Phase(state.phase), "leave")
    label = {
        "give": _("Give back {mission}", mission=NAMES[mission]),
        "return": _("Put {mission} under the deck", mission=NAMES[mission]),
        "bottom": _("Put {mission} under the deck", mission=NAMES[mission]),
        "leave": _("Leave out {mission}", mission=NAMES[mission]),
    }[verb]
    place = "bottom" if verb == "bottom" else "mission"
    facts = {"kind": verb, "mission": IDS[mission]}
    return _option(f"{verb} {IDS[mission]}", label, (f"{place}:{IDS[mission]}",), facts)


def _on_top(state: State, seat: int, action: int) -> Option:
    mission = action_codes.ON_TOP.mission(action)
    facts = {"kind": "top", "mission": IDS[mission]}
    label = _("Put {mission} on top of the deck", mission=NAMES[mission])
    return _option(f"top {IDS[mission]}", label, (f"top:{IDS[mission]}",), facts)


def _stock(state: State, seat: int, action: int) -> Option:
    colour, up = action_codes.STOCK.colour(action), action_codes.STOCK.up(action)
    way = "up" if up else "down"
    sure = option_effects(state, seat, {}, {colour: state.stock[colour] + (1 if up else -1)})
    facts = {"kind": "stock", "colour": COLOURS[colour], "up": bool(up)} | sure
    label = _("Move {colour} down on the Stock Exchange", colour=COLOUR_WORDS[colour])
    if up:
        label = _("Move {colour} up on the Stock Exchange", colour=COLOUR_WORDS[colour])
    return _option(f"stock {COLOURS[colour]} {way}", label, (f"stock:{COLOURS[colour]}-{way}",), facts)


def _value(state: State, seat: int, action: int) -> Option:
    thing, value = thing_at(state, state.held), action_codes.VALUE.value(action)
    if thing >= AGENT:
        die = die_of(Colour.MAGMACORIUM, value)
        changes = {state.held: EMPTY, _next_place(state, seat): die}
        label = _("Take a {die}", die=die_words(die))
    else:
        changes = {state.held: with_value(thing, value)}
        label = _("Set {thing} to {value}", thing=_object(state, seat, state.held), value=value)
        if with_value(thing, value) == thing:
            label = _("Leave {thing} unchanged", thing=_object(state, seat, state.held))
    facts = _facts(state, "value", state.held) | {"value": value} | option_effects(state, seat, changes)
    return _option(f"value {value}", label, (f"value:{value}",), facts)


def _area(state: State, seat: int, action: int) -> Option:
    area = action_codes.AREA.area(action)
    verb = {Phase.HYPNOSIS: "hypnosis", Phase.TRANSCEND: "perform"}.get(Phase(state.phase), "blockade")
    label = {
        "hypnosis": _("Send the piece {where}", where=TO_AREA[area]),
        "perform": _("Perform the Action of {area}", area=THE_AREA[area]),
        "blockade": _("Blockade {area}", area=THE_AREA[area]),
    }[verb]
    facts = {"kind": verb, "area": AREA_IDS[area]}
    return _option(f"{verb} {AREA_IDS[area]}", label, (f"area:{AREA_IDS[area]}",), facts)


def _flag(state: State, seat: int, action: int) -> Option:
    to = action_codes.SEAT.seat(action)
    player = player_mark(to)
    if state.round < ROUNDS:
        label = _("You begin the next round") if to == seat else _("{player} begins the next round", player=player)
    else:
        label = _("You draft first") if to == seat else _("{player} drafts first", player=player)
    return _option(f"flag p{to + 1}", label, (f"seat:{to}",), {"kind": "flag", "seat": to})


def _card(state: State, seat: int, action: int) -> Option:
    which = action_codes.CARD.die(action)
    facts = {"kind": "reroll-card", "card": which + 1, "die": die_text(state.card[which])}
    label = _("Reroll the {die} on the card", die=die_words(state.card[which]))
    return _option(f"reroll card {which + 1}", label, (f"card:{which + 1}",), facts)


def _fight(state: State, seat: int) -> Option:
    found = matches(state, seat)
    stars = scenario_value(state, DOME + found)
    facts = {"kind": "fight", "matches": found} | option_effects(state, seat, {}, blood=stars)
    label = ngettext("Fight: {n} match", "Fight: {n} matches", found)
    note = ngettext("then the card gets {n} new die", "then the card gets {n} new dice", N_CARD)
    return _option("fight", label, ("key:fight",), facts, note)


def _first_token(state: State, seat: int, action: int) -> Option:
    to = action_codes.FIRST_TOKEN.to(action)
    facts = {"kind": "token", "place": place_text(on_board(seat, to)), "from": None}
    label = _("Protect {thing}", thing=_object(state, seat, on_board(seat, to)))
    return _option(f"token {to + 1}", label, (f"token:{to + 1}",), facts)


def _token(state: State, seat: int, action: int) -> Option:
    slot, to = action_codes.TOKEN.slot(action), action_codes.TOKEN.to(action)
    here, there = on_board(seat, slot), on_board(seat, to)
    was, die = die_words(thing_at(state, here)), die_words(thing_at(state, there))
    label = _("Move the token from your {was} to your {die}", was=was, die=die)
    if thing_at(state, here) == thing_at(state, there):
        label = _("Move the token from one {die} to another", die=die)
    facts = {"kind": "token", "place": place_text(there), "from": place_text(here)}
    return _option(f"token {slot + 1} {to + 1}", label, (f"token:{slot + 1}-{to + 1}",), facts)


def _unprotect(state: State, seat: int, action: int) -> Option:
    place = on_board(action_codes.UNPROTECT.seat(action), action_codes.UNPROTECT.slot(action))
    label = _("Remove the token from {thing}", thing=_object(state, seat, place))
    text = " ".join(["unprotect", *place_words(place)])
    return _option(text, label, (f"unprotect:{place_text(place)}",), _facts(state, "unprotect", place))


def _adapt(state: State, seat: int, action: int) -> Option:
    slot, up = action_codes.ADAPT.slot(action), action_codes.ADAPT.up(action)
    way, place = "up" if up else "down", on_board(seat, slot)
    facts = _facts(state, "adapt", place) | {"up": bool(up)}
    facts |= option_effects(state, seat, {place: thing_at(state, place) + (1 if up else -1)})
    thing = _object(state, seat, place)
    label = _("Raise {thing} by 1", thing=thing) if up else _("Lower {thing} by 1", thing=thing)
    return _option(f"adapt {slot + 1} {way}", label, (f"adapt:{slot + 1}-{way}",), facts)


def _clone_value(state: State, seat: int, action: int) -> Option:
    slot, value = action_codes.CLONE_VALUE.slot(action), action_codes.CLONE_VALUE.value(action)
    return _clone(state, seat, slot, action, str(value), pgettext("object", "a {value}", value=value))


def _clone_colour(state: State, seat: int, action: int) -> Option:
    slot, colour = action_codes.CLONE_COLOUR.slot(action), action_codes.CLONE_COLOUR.colour(action)
    return _clone(state, seat, slot, action, COLOURS[colour], COLOUR_WORDS[colour])


def _clone(state: State, seat: int, slot: int, action: int, word: str, what: Text) -> Option:
    place = on_board(seat, slot)
    facts = _facts(state, "clone", place) | option_effects(
        state, seat, {place: cloned_die(thing_at(state, place), action)}
    )
    facts["parts"] = [part for part in facts["parts"] if part["what"] != "stock"]
    facts["gain"] = sum(part["points"] for part in facts["parts"] if part["seat"] == seat)
    facts["gains"] = [sum(p["points"] for p in facts["parts"] if p["seat"] == s) for s in range(state.n_players)]
    label = _("Count {thing} as {what}", thing=_object(state, seat, place), what=what)
    return _option(f"clone {slot + 1} as {word}", label, (f"clone:{slot + 1}-{word}",), facts)


def _cell(state: State, seat: int, action: int) -> Option:
    cell = action_codes.CELL.cell(action)
    die = state.prison[cell]
    sure = option_effects(state, seat, {_next_place(state, seat): die})
    facts = {"kind": "draft", "cell": cell + 1, "die": die_text(die)} | sure
    return _option(f"draft {cell + 1}", _("Draft the {die}", die=die_words(die)), (f"cell:{cell + 1}",), facts)


def _faction(state: State, seat: int, action: int) -> Option:
    faction = action_codes.FACTION.faction(action)
    ability, words = ABILITIES[faction]
    facts = {"kind": "faction", "faction": FACTION_IDS[faction]}
    text = FACTION_IDS[faction]
    note = Text("{ability}: {words}", {"ability": ability, "words": words})
    return _option(f"faction {text}", Text(FACTION_NAMES[faction]), (f"faction:{text}",), facts, note)


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
