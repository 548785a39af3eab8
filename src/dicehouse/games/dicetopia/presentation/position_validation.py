"""Check that a game could have reached a set-up position, and can continue from it to the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicehouse.errors import BadSetting

from ..rules.board import accepts, area_of, colour, die_of, is_agent, is_die, kind_of, owner
from ..rules.deal import AGENTS, DEALT, MAGMACORIUM_DICE, OF_EACH_ON_BOARD
from ..rules.deck import keeps_all_missions
from ..rules.scenarios import ROWS, TOKENS
from ..rules.state import (
    AGENT,
    CITY_SPACES,
    COUNTED,
    DEAD,
    EMPTY,
    N_COLOURS,
    N_KNOWN,
    NO_SEAT,
    ROUNDS,
    SLOTS,
    SPACES,
    TENTACLE,
    THUG,
    Colour,
    Faction,
    State,
)
from ..rules.turn import area_closed
from .notation import ABILITIES, COLOURS, FACTION_NAMES, PERMANENT


class UnusedDice:
    """Hold the dice of the box that a position does not use, without the nine of the Blood Dome."""

    def __init__(self, state: State, players: int) -> None:
        used = list(dice_in_play(state, players))
        self.left = [OF_EACH_ON_BOARD - sum(colour(die) == each for die in used) for each in range(N_COLOURS)]

    def take(self, value: int) -> int:
        """Take a die of the colour with most dice left, turned to a value; return EMPTY if none is left."""
        each = max(range(N_COLOURS), key=lambda one: self.left[one])
        if self.left[each] <= 0:
            return EMPTY
        self.left[each] -= 1
        return int(die_of(each, value))


def dice_in_play(state: State, players: int) -> Iterator[int]:
    """Yield all dice on spaces, boards and in prison."""
    yield from (thing for thing in state.spaces if is_die(thing))
    for seat in range(players):
        yield from (die for die in state.players[seat].dice if is_die(die))
    yield from (state.prison[cell] for cell in range(state.n_prison))


def turns_to_come(state: State, seat: int) -> int:
    """Return how many turns a seat still takes, including the one that begins now."""
    n = state.n_players
    saved = state.saved == seat
    if state.last:
        return int(saved)
    in_round = (seat - state.first) % n >= (state.player - state.first) % n
    return ROUNDS - state.round + in_round + saved


def check_position(state: State, players: int, said: Mapping[str, Any]) -> None:
    """Raise BadSetting with one sentence if a game can't reach this position, or can't continue from it."""
    for problem in _problems(state, players, said):
        raise BadSetting(problem)


def _problems(state: State, players: int, said: Mapping[str, Any]) -> Iterator[str]:
    yield from _factions(state, players, said)
    yield from _saved_turn(state, said)
    yield from _dice(state, players)
    for seat in range(players):
        yield from _pieces(state, seat, said)
        yield from _board(state, seat, said)
    yield from _tokens(state, players)
    yield from _end(state, players, said) if said["score"] else _way_on(state, players)


def _factions(state: State, players: int, said: Mapping[str, Any]) -> Iterator[str]:
    for seat in range(players):
        faction = state.players[seat].faction
        if faction >= N_KNOWN and not state.options.reconstructed_factions:
            yield f"factions: {FACTION_NAMES[faction]} plays only with the option reconstructed_factions."
        if seat in said["used"] and faction in PERMANENT:
            yield f"used: {ABILITIES[faction][0]}, the ability of seat {seat}, is never used up."
        if seat in said["used"] and faction == Faction.ROAMERS and state.saved != seat:
            yield "used: the Roamers use Last Resort by saving a turn; say saved=True instead."


def _dice(state: State, players: int) -> Iterator[str]:
    """Check that no more dice are used than the box has."""
    dice = list(dice_in_play(state, players))
    for each in (*range(N_COLOURS), Colour.MAGMACORIUM):
        number, most = sum(colour(die) == each for die in dice), OF_EACH_ON_BOARD
        if each == Colour.MAGMACORIUM:
            most = MAGMACORIUM_DICE
        if number > most:
            yield f"areas, boards and prison hold {number} {COLOURS[each]} dice, but there are only {most}."
    dead = [space for space in range(SPACES) if state.spaces[space] == DEAD]
    if dead and dead[-1] >= CITY_SPACES:
        yield "areas: only a space of a Neighbourhood can be dead."
    shakra = [seat for seat in range(players) if state.players[seat].faction == Faction.SHAKRA]
    if len(dead) > 1 or (dead and not (shakra and state.players[shakra[0]].used)):
        yield "areas: a dead space takes Shakra Pirates in `used`, and they make one."
    out = [seat for seat in range(players) if not state.players[seat].thug]
    if state.n_prison > len(out):
        yield f"prison: there lies a die for each Thug that is out, so {len(out)} at most, not {state.n_prison}."


def _pieces(state: State, seat: int, said: Mapping[str, Any]) -> Iterator[str]:
    """Check that a seat has no more pieces than it may."""
    player = state.players[seat]
    placed = [kind_of(thing) for thing in state.spaces if thing >= AGENT and owner(thing) == seat]
    has_own = player.faction == Faction.TENTACLE
    agents, most = player.agents + placed.count(AGENT), AGENTS - has_own
    if agents > most:
        yield f"agents, areas: seat {seat} has {most} Agents, not {agents}."
    if player.thug + placed.count(THUG) > 1:
        yield f"thugs, areas: seat {seat} has one Thug from the prison, not {player.thug + placed.count(THUG)}."
    if player.tentacle + placed.count(TENTACLE) > has_own:
        owns = "one Thug of its own" if has_own else "no Thug of its own, as only the Tentacle Force has"
        yield f"tentacle, areas: seat {seat} has {owns}, not {player.tentacle + placed.count(TENTACLE)}."


def _board(state: State, seat: int, said: Mapping[str, Any]) -> Iterator[str]:
    """Check that the board has room for later dice, and that Missions can be counted."""
    player = state.players[seat]
    sacrifice = player.faction == Faction.SKELLETAS and not player.used
    most = SLOTS - player.agents - player.tentacle - 1 - sacrifice
    if player.n_dice > most:
        yield f"boards: with what is still to come, seat {seat} has room for {max(0, most)} dice, not {player.n_dice}."
    if player.protected >> player.n_dice:
        yield f"tokens: seat {seat} has {player.n_dice} dice, and can't protect number {player.protected.bit_length()}."
    needed = DEALT if keeps_all_missions(state, seat) else COUNTED
    if player.hand.bit_count() != needed:
        yield f"missions: seat {seat} holds {needed} Missions, not {player.hand.bit_count()}."


def _tokens(state: State, players: int) -> Iterator[str]:
    owners = [state.players[seat] for seat in range(players)]
    for seat, player in enumerate(owners):
        if player.spare and player.faction != Faction.CONCLAVE:
            yield f"spare_tokens: only the Conclave has a token that is not placed yet, and seat {seat} is not it."
    held = sum(player.protected.bit_count() + player.spare for player in owners)
    if held > ROWS[state.options.scenario][TOKENS]:
        yield f"tokens: there are {ROWS[state.options.scenario][TOKENS]} Protection Tokens, not {held}."


def _saved_turn(state: State, said: Mapping[str, Any]) -> Iterator[str]:
    if said["saved"] and state.saved == NO_SEAT:
        yield "saved: only the Roamers save a turn, and nobody plays them."
    if state.last and (state.saved == NO_SEAT or state.player != state.saved):
        yield f"round: {ROUNDS + 1} is the turn that the Roamers have saved; say saved=True, and let them play."
    if state.saved != NO_SEAT and state.turn <= (state.saved - state.first) % state.n_players:
        yield "saved: the Roamers can't have saved a turn before their first one came."


def _end(state: State, players: int, said: Mapping[str, Any]) -> Iterator[str]:
    """Check that at the draft everything is placed."""
    owners = [state.players[seat] for seat in range(players)]
    if any(player.agents or player.tentacle or player.thug for player in owners):
        yield "score: at the draft all pieces are placed, so agents, thugs and tentacle name none."
    if not state.n_prison or not state.prison[0]:
        yield "score: the draft needs a die in the prison."
    if state.last or state.round != ROUNDS:
        yield f"score: the draft comes after round {ROUNDS}."


def _way_on(state: State, players: int) -> Iterator[str]:
    """Check that there is a piece for every later turn, and a die for every piece, whatever abilities do to the
    dice.
    """
    for seat in range(players):
        player, turns = state.players[seat], turns_to_come(state, seat)
        pieces = player.agents + player.thug + player.tentacle
        if pieces < turns:
            yield f"agents, thugs: seat {seat} has {turns} turns to come, but {pieces} pieces to send."
    needed = sum(turns_to_come(state, seat) for seat in range(players))
    for seat in range(players):
        spends = state.players[seat].faction in (Faction.SHAKRA, Faction.CONSPIRACY)
        needed += spends and not state.players[seat].used
    reach = 0
    for space in range(SPACES):
        if area_closed(state, area_of(space)):
            needed += space < CITY_SPACES and is_agent(
                state.spaces[space]
            )  # Waste Management may bring a die in for it
        else:
            reach += accepts(state, space)
    if reach < needed:
        yield f"areas: {reach} dice can be taken, but {needed} are needed to the end."
