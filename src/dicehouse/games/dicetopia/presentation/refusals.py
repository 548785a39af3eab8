"""Explain why a space, a die on a board or a power can't be chosen now."""

from __future__ import annotations

from ..rules import action_codes
from ..rules.board import area_of, first_space, guarded, n_spaces, on_board, seat_of, slot_of, thing_at
from ..rules.scenarios import AREA_IDS
from ..rules.state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    DEAD,
    EMPTY,
    FACES,
    MAGMACORIUM,
    NO_AREA,
    SLOTS,
    Area,
    Faction,
    Phase,
    State,
)
from ..rules.turn import area_closed
from .notation import AREA_NAMES, BUTTON_OPTIONS, FACTION_NAMES, PERMANENT, in_words

CHOOSE = {  # what a phase asks for; for an Action, at its first and its second choice
    Phase.ALPHA: "choose an Agent on the plan",
    Phase.ALPHA_WITH: "choose another Agent on the plan",
    Phase.ROBIN: "choose a rival's die that shows more than 1",
    Phase.ROBIN_OWN: f"choose a die of yours that shows less than {FACES}",
    Phase.EXTERMINATE: "choose a die of a Neighbourhood that has others left",
    Phase.INTERVENE: "choose a die of a Neighbourhood or on a board",
    Phase.INTERVENE_AGAIN: "choose a die of a Neighbourhood or on a board",
    Phase.SLIP: "choose an Agent of yours on the plan",
    Phase.SLIP_TO: "choose a die in another area",
    Phase.TURF: "choose one of your dice",
    Phase.SACRIFICE: "choose an Agent of yours on the plan",
    Phase.DRAFT: "choose a die in the prison",
}
FIRST = {
    Area.GUGU: "choose a die of a Neighbourhood or on a board",
    Area.WASTE: "choose an Agent in a Neighbourhood",
    Area.CONGRESS: "choose a die of a Neighbourhood",
    Area.BANK: "choose one of your dice",
    Area.NETHAL: "choose one of your dice",
    Area.MARKET: "choose one of your dice",
    Area.DOME: "choose dice of the card, or fight",
    Area.RAVIN: "choose who gets the flag, or one of your dice to protect",
}
SECOND = {
    Area.WASTE: "choose a die of another Neighbourhood",
    Area.CONGRESS: "choose a die of another Neighbourhood",
    Area.BANK: "choose a die of a Neighbourhood",
    Area.NETHAL: "choose a rival's die",
}
SENDS = (Phase.TURN, Phase.PLACE)
TURNS = (Phase.TURN, Phase.ACTION, Phase.END)


def refusal(state: State, seat: int, text: str) -> str:
    """Return why an option can't be played now, if more is known than that. Any verb may come before a place."""
    words = text.split()
    place = _place(seat, words)
    if place is not None:
        return (
            _no_place(state, seat, place) if 0 <= place < BOARD + SLOTS * state.n_players else "there is no such place"
        )
    faction = next((each for each, action in _powers() if action == text), None)
    return "" if faction is None else _no_power(state, seat, faction)


def _place(seat: int, words: list[str]) -> int | None:
    """Return the place that a text ends with, "agency 3", "p2 4" or "3" for an own die; -1 for one that does not
    exist.
    """
    if len(words) < 2 or not words[-1].isdecimal() or len(words[-1]) > 2 or words[0] in ("value", "draft", "token"):
        return None
    where, number = words[-2], int(words[-1])
    if where in AREA_IDS:
        area = AREA_IDS.index(where)
        return first_space(area) + number - 1 if 1 <= number <= n_spaces(area) else -1
    if len(where) == 2 and where[0] == "p" and where[1] in "123456":
        return on_board(int(where[1]) - 1, number - 1) if 1 <= number <= SLOTS else -1
    if where in ("change", "protect", "raise"):
        return on_board(seat, number - 1) if 1 <= number <= SLOTS else -1
    return None


def _no_place(state: State, seat: int, place: int) -> str:
    if place >= BOARD and slot_of(place) >= state.players[seat_of(place)].n_dice:
        return "no die lies there"
    thing = thing_at(state, place)
    if thing == DEAD:
        return "that space is out of the game"
    if thing == EMPTY:
        return "nothing lies there"
    if state.phase in SENDS:
        return _no_way(state, seat, place, thing)
    return _no_target(state, seat, place, thing)


def _no_way(state: State, seat: int, place: int, thing: int) -> str:
    """Return why no piece can be sent to a place."""
    if place >= BOARD:
        return "a piece goes to a die on the plan, not on a board"
    area = area_of(place)
    if thing >= AGENT:
        return "somebody stands there; a piece takes the place of a die"
    if area_closed(state, area):
        return f"the scenario lets nobody into {in_words(area)}"
    if area == Area.SPRINGS and thing < MAGMACORIUM:
        return "at the Springs a piece takes the place of a Magmacorium die"
    if state.hypnosis not in (NO_AREA, area):
        return f"under Hypnosis your piece has to go to {in_words(state.hypnosis)}"
    if state.phase == Phase.TURN and not state.players[seat].agents:
        return "all your Agents stand on the plan already"
    return f"{AREA_NAMES[area]} takes no more pieces now"


def _no_target(state: State, seat: int, place: int, thing: int) -> str:
    """Return why a power or an Action can't affect the thing at a place."""
    if place >= BOARD and thing >= MAGMACORIUM:
        return "a Magmacorium die on a board never changes"
    if place >= BOARD and guarded(state.players[seat_of(place)], slot_of(place)) and seat_of(place) != seat:
        return "a Protection Token lies on that die"
    wanted = _wanted(state)
    if state.held == place and state.phase in (Phase.SECOND, Phase.ALPHA_WITH, Phase.SLIP_TO):
        return f"that was chosen first; {wanted}"
    if place < CITY_SPACES and thing >= AGENT and "die" in wanted:
        return f"somebody stands there; {wanted}"
    return wanted


def _wanted(state: State) -> str:
    if state.phase == Phase.ACTION and state.doing != NO_AREA:
        return FIRST.get(Area(state.doing), "no place has to be chosen for that Action")
    if state.phase == Phase.SECOND and state.doing != NO_AREA:
        return SECOND.get(Area(state.doing), "")
    return CHOOSE.get(Phase(state.phase), "no place has to be chosen now")


# --- powers


def _powers() -> list[tuple[int, str]]:
    """Return the factions whose power has a button, with its text."""
    named = [(action_codes.ABILITY, faction) for faction in Faction] + [
        (action_codes.INSTEAD, faction) for faction in Faction
    ]
    return [
        (faction, BUTTON_OPTIONS[block.of(faction)][0])
        for block, faction in named
        if block.of(faction) in BUTTON_OPTIONS
    ]


def _no_power(state: State, seat: int, faction: int) -> str:
    player = state.players[seat]
    if player.faction != faction:
        return f"that is a power of {FACTION_NAMES[faction]}"
    if player.used and faction not in PERMANENT:
        return "it was used already, and it works once a game"
    if faction in (Faction.FUKURA, Faction.ZAI, Faction.EWO):
        return "it takes the place of an Action, or there is nothing for it to work on"
    if state.phase not in TURNS or state.player != seat:
        return "it works on your turn, before or after you place, or at its end"
    return "there is nothing for it to work on"
