"""Explain why a space, a die on a board or a power can't be chosen now."""

from __future__ import annotations

from dicehouse.i18n import Text, _, join_sentences

from ..rules import action_codes
from ..rules.area_actions import matching_only
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
from .notation import BUTTON_OPTIONS, FACTION_NAMES, NO_TEXT, PERMANENT
from .words import TO_AREA

CHOOSE = {  # what a phase asks for; for an Action, at its first and its second choice
    Phase.ALPHA: _("Choose a placed Agent."),
    Phase.ALPHA_WITH: _("Choose another placed Agent."),
    Phase.ROBIN: _("Choose another player's die that shows more than 1."),
    Phase.ROBIN_OWN: _("Choose one of your dice that shows less than {faces}.", faces=FACES),
    Phase.EXTERMINATE: _("Choose a die in a Neighbourhood that has other dice."),
    Phase.INTERVENE: _("Choose a die in a Neighbourhood or on a Faction Board."),
    Phase.INTERVENE_AGAIN: _("Choose a die in a Neighbourhood or on a Faction Board."),
    Phase.SLIP: _("Choose one of your placed Agents."),
    Phase.SLIP_TO: _("Choose a die to swap with."),
    Phase.TURF: _("Choose one of your dice."),
    Phase.SACRIFICE: _("Choose one of your placed Agents."),
    Phase.DRAFT: _("Choose a die in the prison."),
}
FIRST = {
    Area.GUGU: _("Choose a die in a Neighbourhood or on a Faction Board."),
    Area.WASTE: _("Choose an Agent in a Neighbourhood."),
    Area.CONGRESS: _("Choose a die in a Neighbourhood."),
    Area.BANK: _("Choose one of your dice."),
    Area.NETHAL: _("Choose one of your dice."),
    Area.MARKET: _("Choose one of your dice."),
    Area.DOME: _("Choose dice on the card, or fight."),
    Area.RAVIN: _("Choose who gets the First Player Marker, or one of your dice to protect."),
}
REBALANCED_FIRST = {
    int(Area.GUGU): _("Choose a die in a Neighbourhood or on your Faction Board."),
    int(Area.WASTE): _("Choose one of your Agents in a Neighbourhood."),
}
MATCHING = {
    int(Area.BANK): _("Choose a die in a Neighbourhood that matches in colour or value."),
    int(Area.NETHAL): _("Choose another player's die that matches in colour or value."),
}
SECOND = {
    Area.WASTE: _("Choose a die in another Neighbourhood."),
    Area.CONGRESS: _("Choose a die in another Neighbourhood."),
    Area.BANK: _("Choose a die in a Neighbourhood."),
    Area.NETHAL: _("Choose another player's die."),
}
SENDS = (Phase.TURN, Phase.PLACE)
TURNS = (Phase.TURN, Phase.ACTION, Phase.END)


def refusal(state: State, seat: int, text: str) -> str:
    """Return why an option can't be played now, if more is known than that. Any verb may come before a place."""
    words = text.split()
    place = _place(seat, words)
    if place is not None:
        return (
            _no_place(state, seat, place)
            if 0 <= place < BOARD + SLOTS * state.n_players
            else _("There is no such place.")
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


def _no_place(state: State, seat: int, place: int) -> Text:
    if place >= BOARD and slot_of(place) >= state.players[seat_of(place)].n_dice:
        return _("There is no die here.")
    thing = thing_at(state, place)
    if thing == DEAD:
        return _("That space is destroyed.")
    if thing == EMPTY:
        return _("That space is empty.")
    if state.phase in SENDS:
        return _no_way(state, seat, place, thing)
    return _no_target(state, seat, place, thing)


def _no_way(state: State, seat: int, place: int, thing: int) -> Text:
    """Return why no piece can be sent to a place."""
    if place >= BOARD:
        return _("Send your piece to a die on the board, not on a Faction Board.")
    area = area_of(place)
    if thing >= AGENT:
        return _("That space is taken. Your piece must swap with a die.")
    if area_closed(state, area):
        return _("In this scenario nobody can go {where}.", where=TO_AREA[area])
    if area == Area.SPRINGS and thing < MAGMACORIUM:
        return _("In the Nuclear Springs your piece must swap with a Magmacorium die.")
    if state.hypnosis not in (NO_AREA, area):
        return _("You are hypnotised: your piece must go {where}.", where=TO_AREA[state.hypnosis])
    if state.phase == Phase.TURN and not state.players[seat].agents:
        return _("You have already placed all your Agents.")
    return _("No piece can go {where} now.", where=TO_AREA[area])


def _no_target(state: State, seat: int, place: int, thing: int) -> Text:
    """Return why a power or an Action can't affect the thing at a place."""
    if place >= BOARD and thing >= MAGMACORIUM:
        return _("A Magmacorium die on a Faction Board never changes.")
    if place >= BOARD and guarded(state.players[seat_of(place)], slot_of(place)) and seat_of(place) != seat:
        return _("A Protection Token protects that die.")
    wanted = _wanted(state)
    if state.held == place and state.phase in (Phase.SECOND, Phase.ALPHA_WITH, Phase.SLIP_TO):
        return join_sentences(_("You have already chosen that."), wanted)
    if place < CITY_SPACES and thing >= AGENT and _wants_die(state):
        return join_sentences(_("That space is taken by a piece."), wanted)
    return wanted


def _wants_die(state: State) -> bool:
    """Return True if a die has to be chosen, not a piece."""
    doing = Area(state.doing) if state.doing != NO_AREA else None
    if state.phase == Phase.ACTION:
        return doing in (Area.GUGU, Area.CONGRESS, Area.BANK, Area.NETHAL, Area.MARKET, Area.RAVIN, Area.DOME)
    if state.phase == Phase.SECOND:
        return True
    agents = (Phase.ALPHA, Phase.ALPHA_WITH, Phase.SLIP, Phase.SACRIFICE)
    return state.phase in CHOOSE and state.phase not in agents


def _wanted(state: State) -> Text:
    if state.phase == Phase.ACTION and state.doing != NO_AREA:
        if state.doing == Area.BANK and state.options.observatory_advanced:
            return _("Choose a die on any Faction Board.")
        if state.options.neighbourhood_text and state.doing in REBALANCED_FIRST:
            return REBALANCED_FIRST[state.doing]
        return FIRST.get(Area(state.doing), _("That Action doesn't need a place."))
    if state.phase == Phase.SECOND and state.doing != NO_AREA:
        if state.doing in (Area.BANK, Area.NETHAL) and matching_only(state, state.doing):
            return MATCHING[state.doing]
        return SECOND.get(Area(state.doing), NO_TEXT)
    return CHOOSE.get(Phase(state.phase), _("You don't have to choose a place now."))


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


def _no_power(state: State, seat: int, faction: int) -> Text:
    player = state.players[seat]
    if player.faction != faction:
        return _("Only {faction} can do that.", faction=FACTION_NAMES[faction])
    if player.used and faction not in PERMANENT:
        return _("You have already used your ability, and it works once per game.")
    if faction in (Faction.FUKURA, Faction.ZAI, Faction.EWO):
        return _("You can only use your ability instead of an Action, and only if it has a target.")
    if state.phase not in TURNS or state.player != seat:
        return _("You can only use your ability on your turn: before or after you place a piece, or at the end.")
    return _("Your ability has no target now.")
