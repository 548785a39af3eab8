"""Set up a position from its words. `position_validation` checks that a game could have reached it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.engine import DiceBox
from dicehouse.errors import BadSetting

from ..rules.board import colour, first_space, n_spaces
from ..rules.deal import DEALT, MAGMACORIUM_DICE, OF_EACH_IN_BAG
from ..rules.deck import keeps_all_missions
from ..rules.missions import ALL_MISSIONS, IDS
from ..rules.scenarios import AREA_IDS, CITY_VALUE, REMOVED, ROWS, STOCK, TOKENS
from ..rules.state import (
    AGENT,
    COUNTED,
    EMPTY,
    MAGMACORIUM,
    N_CITY,
    N_COLOURS,
    N_MISSIONS,
    NO_MISSION,
    NO_SEAT,
    ROUNDS,
    SLOTS,
    SPACES,
    TENTACLE,
    Area,
    Faction,
    Phase,
    State,
)
from ..rules.turn import begin_turn
from .notation import AREA_NAMES, FACTION_IDS
from .position_fields import SAVED_TURN, SET_UP
from .position_validation import UnusedDice, check_position, turns_to_come

NOTHING: Mapping[str, Sequence[int]] = {}
USUAL_ROUND = 3

__all__ = ["SET_UP", "set_up"]


def set_up(
    state: State,
    players: int,
    *,
    factions: Sequence[int] = (),
    areas: Mapping[str, Sequence[int]] = NOTHING,
    boards: Sequence[Sequence[int]] = (),
    missions: Sequence[Sequence[int]] = (),
    stock: Sequence[int] | None = None,
    player: int | None = None,
    marker: int = 0,
    began: int = 0,
    round: int | None = None,
    agents: Sequence[int] = (),
    thugs: Sequence[int] | None = None,
    tentacle: Sequence[int] | None = None,
    tokens: Sequence[Sequence[int]] = (),
    spare_tokens: Sequence[int] = (),
    used: Sequence[int] = (),
    prison: Sequence[int] | None = None,
    dome: Sequence[int] = (),
    top: Sequence[int] = (),
    top_of: int = 0,
    saved: bool = False,
    score: bool = False,
    blood: Sequence[int] = (),
) -> None:
    """Set up a position from the words that `SET_UP` has read, at the beginning of a turn or at the draft. BadSetting
    says why no game could have reached it.
    """
    words = locals()
    said = _completed({word.key: words[word.key] for word in SET_UP}, players)
    _lay_turn(state, said)
    for each in range(players):
        _lay_board(state, each, said)
    _lay_areas(state, areas)
    _lay_prison(state, prison or ())
    box = UnusedDice(state, players)
    if prison is None:
        out = sum(not state.players[each].thug for each in range(players))
        _lay_prison(state, [box.take(1) for _ in range(out)])
    _fill_areas(state, areas, box)
    _lay_dome(state, dome)
    _lay_deck(state, players, said)
    _lay_supply(state, players, stock)
    check_position(state, players, said)
    if score:
        state.asked = state.player
        state.phase = Phase.DRAFT
    else:
        begin_turn(state, DiceBox(written=False).dice)


def _completed(said: dict[str, Any], players: int) -> dict[str, Any]:
    """Return the words, with the missing ones that depend on others filled in."""
    score, named = said["score"], said["factions"]
    if not named:
        named = [each for each in range(len(FACTION_IDS)) if each != Faction.PERCEPTIONEERS][:players]
    if len(named) != players:
        raise BadSetting(f"factions names one for each of the {players} seats, not {len(named)}.")
    number = said["round"] or (ROUNDS if score else USUAL_ROUND)
    player = said["player"] or 0
    if number == SAVED_TURN and said["player"] is None:
        player = max(0, _roamers(named))
    thugs = said["thugs"]
    if thugs is None:
        thugs = [] if score else list(range(players))
    return said | {
        "factions": named,
        "round": number,
        "player": said["marker"] if score else player,
        "thugs": thugs,
    }


def _roamers(factions: Sequence[int]) -> int:
    return factions.index(Faction.ROAMERS) if Faction.ROAMERS in factions else NO_SEAT


def _of(values: Sequence[Any], each: int, otherwise: Any) -> Any:
    return values[each] if each < len(values) else otherwise


def _lay_turn(state: State, said: Mapping[str, Any]) -> None:
    """Set whose turn it is, and how many there have been."""
    state.round, state.first, state.player, state.marker = said["round"], said["began"], said["player"], said["marker"]
    state.last = said["round"] == SAVED_TURN
    state.saved = _roamers(said["factions"]) if said["saved"] else NO_SEAT
    state.turn = (state.round - 1) * state.n_players
    if not state.last:
        state.turn += (state.player - state.first) % state.n_players
    state.asked = NO_SEAT


def _lay_board(state: State, each: int, said: Mapping[str, Any]) -> None:
    """Set up a Faction Board: its faction, pieces, dice and tokens."""
    player = state.players[each]
    player.faction = said["factions"][each]
    player.used = each in said["used"] or state.saved == each
    player.thug = each in said["thugs"]
    own_out = any(TENTACLE + each in things for things in said["areas"].values())
    own_left = player.faction == Faction.TENTACLE and not own_out and not said["score"]
    player.tentacle = own_left if said["tentacle"] is None else each in said["tentacle"]
    to_come = 0 if said["score"] else turns_to_come(state, each)
    player.agents = _of(said["agents"], each, max(0, to_come - player.thug - player.tentacle))
    player.spare, player.blood = _of(said["spare_tokens"], each, 0), _of(said["blood"], each, 0)
    board = _of(said["boards"], each, [])
    player.n_dice = len(board)
    for slot in range(SLOTS):
        player.dice[slot] = _of(board, slot, 0)
    player.protected = sum(1 << (slot - 1) for slot in set(_of(said["tokens"], each, [])))
    player.moved = player.returned = player.hand = 0
    player.gave = player.left = NO_MISSION
    player.drew = True


def _lay_areas(state: State, said: Mapping[str, Sequence[int]]) -> None:
    for space in range(SPACES):
        state.spaces[space] = EMPTY
    for name, things in said.items():
        area = AREA_IDS.index(name)
        if len(things) != n_spaces(area):
            raise BadSetting(f"areas: {AREA_NAMES[area]} has {n_spaces(area)} spaces, not {len(things)}.")
        for number, thing in enumerate(things):
            state.spaces[first_space(area) + number] = thing


def _fill_areas(state: State, said: Mapping[str, Sequence[int]], box: UnusedDice) -> None:
    """Fill areas that are not named with the remaining dice, each a 1 unless the scenario wants another value."""
    row = ROWS[state.options.scenario]
    for area in range(Area.SPRINGS):
        if AREA_IDS[area] not in said:
            value = row[CITY_VALUE + area] or 1 if area < N_CITY else 1
            for space in range(first_space(area), first_space(area) + n_spaces(area)):
                state.spaces[space] = box.take(value)


def _lay_prison(state: State, prison: Sequence[int]) -> None:
    state.n_prison = len(prison)
    for cell in range(len(state.prison)):
        state.prison[cell] = _of(prison, cell, 0)


def _lay_dome(state: State, card: Sequence[int]) -> None:
    if not card:
        return
    for each in range(N_COLOURS):
        state.bag[each] = OF_EACH_IN_BAG
    for place, die in enumerate(card):
        state.card[place] = die
        state.bag[colour(die)] -= 1


def _lay_deck(state: State, players: int, said: Mapping[str, Any]) -> None:
    """Deal the hands and the deck; a hand that is not named is filled from the remaining cards."""
    rest = ALL_MISSIONS & ~ROWS[state.options.scenario][REMOVED]

    def take(mission: int) -> int:
        nonlocal rest
        if not rest >> mission & 1:
            raise BadSetting(f"missions, top: there is one {IDS[mission]}, or none if the scenario removes it.")
        rest &= ~(1 << mission)
        return mission

    for each in range(players):
        for mission in _of(said["missions"], each, []):
            state.players[each].hand |= 1 << take(mission)
    state.n_top = len(said["top"])
    state.top_seat = said["top_of"] if said["top"] else NO_SEAT
    for place, mission in enumerate(reversed(said["top"])):
        state.top[place] = take(mission)
    for each in range(players):
        if not state.players[each].hand:
            unnamed = [mission for mission in range(N_MISSIONS) if rest >> mission & 1]
            for mission in unnamed[: DEALT if keeps_all_missions(state, each) else COUNTED]:
                state.players[each].hand |= 1 << take(mission)
    state.rest = rest


def _lay_supply(state: State, players: int, stock: Sequence[int] | None) -> None:
    """Set the cubes, and the remaining tokens and Magmacorium dice."""
    row = ROWS[state.options.scenario]
    for each in range(N_COLOURS):
        state.stock[each] = row[STOCK + each] if stock is None else stock[each]
    owners = [state.players[each] for each in range(players)]
    state.tokens = max(0, row[TOKENS] - sum(owner.protected.bit_count() + owner.spare for owner in owners))
    things = [*state.spaces, *state.prison, *(die for owner in owners for die in owner.dice)]
    seen = sum(MAGMACORIUM <= thing < AGENT for thing in things)
    state.magmacorium = max(0, MAGMACORIUM_DICE - seen)
