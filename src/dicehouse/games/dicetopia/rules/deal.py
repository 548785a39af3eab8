"""Set up a match: the board, factions, Missions (sections 1.3 and 1.4)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.bit_sets import count_bits, nth_bit
from dicehouse.core.dice import Dice, below, log_event, log_face, mark_revealed, roll

from .action_codes import FACTION, MISSION
from .blood_dome import draw_card
from .board import die_of, neighbourhood_of
from .deck import draw_from_mask, keeps_all_missions
from .domination import scenario_value
from .missions import ALL_MISSIONS
from .scenarios import CITY_VALUE, ON_SPRINGS, REMOVED, STOCK, TOKENS
from .state import (
    CITY_SPACES,
    COUNTED,
    LOCATION_SIZE,
    N_COLOURS,
    N_FACTIONS,
    N_KNOWN,
    N_MISSIONS,
    NO_AREA,
    NO_FACTION,
    NO_MISSION,
    NO_PLACE,
    NO_SEAT,
    SPACES,
    Colour,
    EventKind,
    Faction,
    Options,
    Phase,
    State,
)

AGENTS = 6
MAGMACORIUM_DICE = 7
OF_EACH_ON_BOARD = 16
OF_EACH_IN_BAG = 3
STANDARD_SPACES = SPACES - LOCATION_SIZE  # all but the Nuclear Springs
DEALT = 3
RANDOM, CHOOSE, TWO = 0, 1, 2
OFFERED = 2  # factions to keep one of


@rules
def set_table(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up everything but factions and Missions."""
    state.options = options
    state.n_players = n_players
    state.entered = state.doing = state.hypnosis = NO_AREA
    state.held = NO_PLACE
    state.woken = state.asked = NO_SEAT
    state.saved = state.top_seat = state.blockaded = NO_SEAT
    state.marker = state.first = state.player = below(dice, n_players)
    state.tokens = scenario_value(state, TOKENS)
    state.rest = ALL_MISSIONS & ~scenario_value(state, REMOVED)
    log_event(dice, EventKind.DEAL, NO_SEAT, item=options.scenario)
    log_event(dice, EventKind.MARKER, state.marker)
    for each in range(N_COLOURS):
        state.bag[each] = OF_EACH_IN_BAG
        state.stock[each] = scenario_value(state, STOCK + each)
    for seat in range(n_players):
        player = state.players[seat]
        player.faction = NO_FACTION
        player.gave = player.left = NO_MISSION
        player.agents = AGENTS
        player.thug = True
        for i in range(COUNTED):
            player.scored[i] = player.counts_as[i] = NO_MISSION
            player.copied[i] = NO_SEAT
    draw_card(state, dice)
    lay_magmacorium(state, dice)
    lay_dice(state, dice)


@rules
def lay_magmacorium(state: State, dice: Dice) -> None:
    """Put Magmacorium dice on the Springs: one per player, unless the settings or the scenario say otherwise (R-06)."""
    number = state.n_players if state.options.magmacorium == 0 else state.options.magmacorium
    if scenario_value(state, ON_SPRINGS) >= 0:
        number = scenario_value(state, ON_SPRINGS)
    state.magmacorium = MAGMACORIUM_DICE - number
    for i in range(number):
        state.spaces[STANDARD_SPACES + i] = die_of(Colour.MAGMACORIUM, roll(dice))


@rules
def lay_dice(state: State, dice: Dice) -> None:
    """Shuffle the 48 other dice over all spaces, and roll them in place (R-05)."""
    left = local_array(N_COLOURS)
    for each in range(N_COLOURS):
        left[each] = OF_EACH_ON_BOARD
    for space in range(STANDARD_SPACES):
        pick, each = below(dice, STANDARD_SPACES - space), 0
        while pick >= left[each]:
            pick -= left[each]
            each += 1
        left[each] -= 1
        fixed = scenario_value(state, CITY_VALUE + neighbourhood_of(space)) if space < CITY_SPACES else 0
        state.spaces[space] = die_of(each, fixed if fixed > 0 else roll(dice))


# --- factions


@rules
def factions_left(state: State) -> int:
    """Return a mask of the factions that nobody has."""
    number = N_FACTIONS if state.options.reconstructed_factions else N_KNOWN
    mask = (1 << number) - 1
    for seat in range(state.n_players):
        if state.players[seat].faction != NO_FACTION:
            mask &= ~(1 << state.players[seat].faction)
    return mask


@rules
def deal_factions(state: State, dice: Dice) -> None:
    """Deal one faction each, or two to keep one of, or let players choose in Player Order (R-04)."""
    if state.options.faction_deal == CHOOSE:
        state.phase = Phase.FACTION
        return
    left = factions_left(state)
    for seat in range(state.n_players):
        player = state.players[seat]
        for i in range(OFFERED if state.options.faction_deal == TWO else 1):
            player.offers[i] = draw_from_mask(left, dice)
            left &= ~(1 << player.offers[i])
    if state.options.faction_deal == TWO:
        state.phase = Phase.FACTION
        return
    for seat in range(state.n_players):
        take_faction(state, seat, state.players[seat].offers[0], dice)
    deal_missions(state, dice)


@rules
def legal_factions(state: State, seat: int, actions: Actions) -> None:
    """List the factions that are left, or the two that were dealt."""
    if state.options.faction_deal == TWO:
        for i in range(OFFERED):
            add_action(actions, FACTION.of(state.players[seat].offers[i]))
        return
    left = factions_left(state)
    for i in range(count_bits(left)):
        add_action(actions, FACTION.of(nth_bit(left, i)))


@rules
def choose_faction(state: State, seat: int, action: int, dice: Dice) -> None:
    """Take the chosen faction; the next player chooses, or the Missions are dealt."""
    take_faction(state, seat, FACTION.faction(action), dice)
    state.player = (seat + 1) % state.n_players
    if state.player == state.marker:
        deal_missions(state, dice)


@rules
def take_faction(state: State, seat: int, faction: int, dice: Dice) -> None:
    """Give a player what a faction starts with: the Conclave a token, the Tentacle Force a Thug for an Agent."""
    player = state.players[seat]
    player.faction = faction
    if faction == Faction.CONCLAVE:
        player.spare = 1
        state.tokens -= 1
    elif faction == Faction.TENTACLE:
        player.agents -= 1
        player.tentacle = True
    log_event(dice, EventKind.FACTION, seat, item=faction)


# --- Missions


@rules
def deal_missions(state: State, dice: Dice) -> None:
    """Deal three Missions each; all but Centauri give one back, in secret."""
    mark_revealed(dice)
    for seat in range(state.n_players):
        log_event(dice, EventKind.DEALT, seat)
        for _ in range(DEALT):
            mission = draw_from_mask(state.rest, dice)
            state.rest &= ~(1 << mission)
            state.players[seat].hand |= 1 << mission
            log_face(dice, mission)
    state.phase = Phase.MISSIONS


@rules
def seats_choosing(state: State) -> int:
    """Return a mask of the seats that have not given a Mission back yet."""
    mask = 0
    for seat in range(state.n_players):
        if state.players[seat].gave == NO_MISSION and not keeps_all_missions(state, seat):
            mask |= 1 << seat
    return mask


@rules
def legal_missions(state: State, seat: int, actions: Actions) -> None:
    """List every Mission of the hand."""
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            add_action(actions, MISSION.of(mission))


@rules
def give_up_mission(state: State, seat: int, action: int, dice: Dice) -> None:
    """Give a Mission back, hidden until all have chosen; then the cards go into the deck, and the first round
    begins.
    """
    state.players[seat].gave = MISSION.mission(action)
    log_event(dice, EventKind.CHOSEN, seat)
    if seats_choosing(state) != 0:
        return
    mark_revealed(dice)
    for other in range(state.n_players):
        gave = state.players[other].gave
        if gave != NO_MISSION:
            state.players[other].hand &= ~(1 << gave)
            state.rest |= 1 << gave
    log_event(dice, EventKind.BEGIN, NO_SEAT)
    state.player = state.first = state.marker
    state.phase = Phase.UPCOMING
