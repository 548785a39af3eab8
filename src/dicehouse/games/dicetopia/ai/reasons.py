"""Explain a bot's action to everybody, by the stars that all can count.

The payment of its Missions is secret, so it is never part of these stars; if a choice serves Missions alone, and has no
effect that all can see, no reason is given. Hidden or unrolled things are given as averages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..presentation.notation import COLOURS, PIECE_NAMES, die_words, in_words
from ..presentation.options import describe_action
from ..rules import action_codes
from ..rules.blood_dome import matches
from ..rules.board import area_of, kind_of, owner, seat_of, thing_at, value
from ..rules.scenarios import AREA_IDS
from ..rules.state import AGENT, BOARD, N_CARD, THUG, Area, Phase, State

AVERAGE = 3.5  # of a die that is rolled
MOST = 100  # most characters of a sentence, without names
SENT = (Phase.TURN, Phase.PLACE)
Part = Mapping[str, Any]


def explain_action(state: State, seat: int, action: int) -> str:
    """Return why the seat does this; empty if nobody could tell without its Missions."""
    if action in action_codes.CARD:
        return _rerolled_card(state, seat, action_codes.CARD.die(action))
    doing = _doing(state, seat, action)
    if not doing:
        return ""
    if action in action_codes.PLACE and _rolls(state):
        return _rolled(state, seat, action_codes.PLACE.place(action), doing)
    facts = describe_action(state, seat, action).facts
    parts = [part for part in facts["parts"] if part["what"] != "mission"]
    gains = [sum(part["points"] for part in parts if part["seat"] == each) for each in range(state.n_players)]
    others = [gain for each, gain in enumerate(gains) if each != seat]
    if gains[seat] - sum(others) / len(others) <= 0:
        return ""
    clauses = [*_own(state, seat, action, parts), *_losses(state, seat, action, parts)]
    return _fitted(doing, clauses)


def _fitted(doing: str, clauses: Sequence[str]) -> str:
    """Join the strongest clauses, as many as fit into one short sentence."""
    for many in (3, 2, 1):
        said = clauses[:many]
        text = f"{doing}: {', '.join(said[:-1])}{' and ' if len(said) > 1 else ''}{said[-1]}." if said else ""
        if len(text) <= MOST:
            return text
    return ""


# --- the action


def _doing(state: State, seat: int, action: int) -> str:
    """Return the choice in the words of its player; empty for choices without a reason."""
    if action in action_codes.STOCK:
        way = "up" if action_codes.STOCK.up(action) else "down"
        return f"moves {COLOURS[action_codes.STOCK.colour(action)]} {way}"
    if action == action_codes.FIGHT:
        return "fights"
    if action in action_codes.CELL:
        return f"drafts {die_words(state.prison[action_codes.CELL.cell(action)])}"
    if action in action_codes.VALUE:
        thing = thing_at(state, state.held)
        return "" if thing >= AGENT else f"sets {_thing(state, seat, state.held)} to {action_codes.VALUE.value(action)}"
    return _touching(state, seat, action_codes.PLACE.place(action)) if action in action_codes.PLACE else ""


def _touching(state: State, seat: int, place: int) -> str:
    phase, here = state.phase, _thing(state, seat, place)
    if phase in SENT:
        return f"goes to {in_words(area_of(place))}"
    if phase in (Phase.SECOND, Phase.ALPHA_WITH, Phase.SLIP_TO):
        return f"swaps {_thing(state, seat, state.held)} with {here}"
    if phase == Phase.EXTERMINATE:
        return f"removes {here}"
    if phase == Phase.ROBIN:
        return f"lowers {here} by 1"
    if _rolls(state):
        return f"rerolls {here}"
    return ""


def _rolls(state: State) -> bool:
    """Return True if the touched place is rerolled."""
    again = state.phase in (Phase.INTERVENE, Phase.INTERVENE_AGAIN)
    return again or (state.phase == Phase.ACTION and state.doing == Area.GUGU)


def _thing(state: State, seat: int, place: int) -> str:
    """Name the thing at a place for other players: "their teal 4", "{1}'s Agent in the Agency"."""
    thing = thing_at(state, place)
    if place >= BOARD:
        other = seat_of(place)
        return f"{_whose(seat, other)} {die_words(thing)}"
    where = in_words(area_of(place))
    if thing >= AGENT:
        return f"{_whose(seat, owner(thing))} {PIECE_NAMES[kind_of(thing)]} in {where}"
    return f"the {die_words(thing)} in {where}"


def _whose(seat: int, other: int) -> str:
    return "their" if other == seat else f"{{{other}}}'s"


# --- its gains and losses


def _own(state: State, seat: int, action: int, parts: Sequence[Part]) -> Iterator[str]:
    """Yield what the seat gains, the most first; the first clause says that stars are counted."""
    unit = " stars"
    for part in sorted((p for p in parts if p["seat"] == seat and p["points"] > 0), key=lambda p: -p["points"]):
        points = part["points"]
        yield f"{points}{unit if points > 1 or not unit else ' star'} {_for(state, action, part)}"
        unit = ""


def _for(state: State, action: int, part: Part) -> str:
    if part["what"] == "domination":
        sent = action in action_codes.PLACE and state.phase in SENT
        return "for leading there" if sent else f"for leading {_area(part)}"
    if part["what"] == "stock":
        return "at the Stock Exchange"
    if part["what"] == "blood":
        found = matches(state, state.player)
        return f"at once for {found} match{'es' if found > 1 else ''}"
    if action in action_codes.PLACE and state.phase in SENT:
        return f"for the {die_words(state.spaces[action_codes.PLACE.place(action)])}"
    return "more for the dice"


def _losses(state: State, seat: int, action: int, parts: Sequence[Part]) -> Iterator[str]:
    """Yield what others lose, the most first."""
    sent = action in action_codes.PLACE and state.phase in SENT
    for part in sorted((p for p in parts if p["seat"] != seat and p["points"] < 0), key=lambda p: p["points"]):
        points = f"{-part['points']} star{'s' if part['points'] < -1 else ''}"
        where = "" if part["what"] != "domination" else " there" if sent else f" in {_area(part)}"
        yield f"{{{part['seat']}}} loses {points}{where}"


def _area(part: Part) -> str:
    return in_words(AREA_IDS.index(part["area"]))


# --- rerolls


def _rolled(state: State, seat: int, place: int, doing: str) -> str:
    """Explain rerolling a die of a board, whose value is its worth."""
    if place < BOARD or thing_at(state, place) >= THUG:
        return ""
    shows, mine = value(thing_at(state, place)), seat_of(place) == seat
    if mine and shows < AVERAGE:
        return f"{doing}: a roll is worth {AVERAGE} on average."
    if not mine and shows > AVERAGE:
        return f"{doing}: on average that costs {{{seat_of(place)}}} {shows - AVERAGE} stars."
    return ""


def _rerolled_card(state: State, seat: int, which: int) -> str:
    """Explain rerolling a die of the Blood Dome Card that matches none of the seat's own."""
    die, found = state.card[which], matches(state, seat)
    player = state.players[seat]
    if any(player.dice[slot] == die for slot in range(player.n_dice)):
        return ""
    now = f"{found} of the {N_CARD} match{'es' if found == 1 else ''}" if found else f"none of the {N_CARD} matches"
    return f"rerolls the card's {die_words(die)}: that one matches nothing, and so far {now}."
