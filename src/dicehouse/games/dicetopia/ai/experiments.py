"""List what experiments give a player (factions, Missions), and what studies measure of a finished game."""

from __future__ import annotations

import random

from dicehouse.core import StudyMeasure
from dicehouse.core.experiment_items import ExperimentItem

from ..presentation.notation import FACTION_IDS, FACTION_NAMES
from ..rules.missions import IDS, NAMES
from ..rules.state import EMPTY, N_FACTIONS, N_KNOWN, N_MISSIONS, Faction, Phase, State

FACTION, MISSION = "faction", "Mission"
ITEMS = (
    *(ExperimentItem(FACTION_IDS[faction], FACTION_NAMES[faction], FACTION) for faction in range(N_FACTIONS)),
    *(ExperimentItem(IDS[mission], NAMES[mission], MISSION) for mission in range(N_MISSIONS)),
)
MEASURES = (
    StudyMeasure("empty", "spaces that end empty", "spaces", lambda states, n_players: (states.spaces == EMPTY).sum(1)),
    StudyMeasure("tokens", "Protection Tokens that nobody holds", "tokens", lambda states, n_players: states.tokens),
)


def hand_out(state: State, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
    """Give `seat` the item where factions are dealt at random. The holder of a faction gets the seat's own in exchange;
    the holder of a Mission, or the deck, gets one of the seat's three. Return False if these settings have
    no such item.
    """
    if state.phase != Phase.MISSIONS or not granted:
        return False
    number = next(place for place, known in enumerate(ITEMS) if known.id == item)
    if number >= N_FACTIONS:
        _mission(state, seat, number - N_FACTIONS, luck)
        return True
    if number >= N_KNOWN and not state.options.reconstructed_factions:
        return False
    _faction(state, seat, number)
    return True


def _faction(state: State, seat: int, faction: int) -> None:
    mine = state.players[seat].faction
    if mine == faction:
        return
    holder = next((s for s in range(state.n_players) if state.players[s].faction == faction), None)
    for each in (seat, holder):
        if each is not None:
            _leave(state, each)
    _begin_as(state, seat, faction)
    if holder is not None:
        _begin_as(state, holder, mine)


def _leave(state: State, seat: int) -> None:
    """Return what the faction began with."""
    player = state.players[seat]
    if player.faction == Faction.CONCLAVE:
        player.spare = 0
        state.tokens += 1
    elif player.faction == Faction.TENTACLE:
        player.agents += 1
        player.tentacle = False


def _begin_as(state: State, seat: int, faction: int) -> None:
    """Give a player what a faction starts with, as in the deal."""
    player = state.players[seat]
    player.faction = faction
    if faction == Faction.CONCLAVE:
        player.spare = 1
        state.tokens -= 1
    elif faction == Faction.TENTACLE:
        player.agents -= 1
        player.tentacle = True


def _mission(state: State, seat: int, mission: int, luck: random.Random) -> None:
    player = state.players[seat]
    if player.hand >> mission & 1:
        return
    own = luck.choice([each for each in range(N_MISSIONS) if player.hand >> each & 1])
    player.hand = player.hand & ~(1 << own) | 1 << mission
    for other in range(state.n_players):
        if other != seat and state.players[other].hand >> mission & 1:
            state.players[other].hand = state.players[other].hand & ~(1 << mission) | 1 << own
            return
    state.rest = state.rest & ~(1 << mission) | 1 << own
