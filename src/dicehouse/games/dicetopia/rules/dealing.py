"""Setting up: the board, factions, Missions (sections 1.3 and 1.4)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits, nth_bit
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, below, reveal, roll, show, tell

from .board import die_of, neighbourhood_of
from .codes import FACTION, MISSION
from .deck import any_of, keeps_all
from .dome import draw_card
from .domination import scenario
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
    NOBODY,
    SPACES,
    Colour,
    Faction,
    Happened,
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
    """Everything but factions and Missions."""
    state.options = options
    state.n_players = n_players
    state.entered = state.doing = state.hypnosis = state.held = state.woken = state.asked = NOBODY
    state.saved = state.top_seat = state.blockaded = NOBODY
    state.marker = state.first = state.player = below(dice, n_players)
    state.tokens = scenario(state, TOKENS)
    state.rest = ALL_MISSIONS & ~scenario(state, REMOVED)
    tell(dice, Happened.DEAL, NOBODY, item=options.scenario)
    tell(dice, Happened.MARKER, state.marker)
    for each in range(N_COLOURS):
        state.bag[each] = OF_EACH_IN_BAG
        state.stock[each] = scenario(state, STOCK + each)
    for seat in range(n_players):
        player = state.players[seat]
        player.faction = player.gave = player.left = NOBODY
        player.agents = AGENTS
        player.thug = True
        for i in range(COUNTED):
            player.scored[i] = player.counts_as[i] = player.copied[i] = NOBODY
    draw_card(state, dice)
    lay_magmacorium(state, dice)
    lay_dice(state, dice)


@rules
def lay_magmacorium(state: State, dice: Dice) -> None:
    """Magmacorium dice on the Springs: as many as there are players, unless something else is said (R-06)."""
    number = state.n_players if state.options.magmacorium == 0 else state.options.magmacorium
    if scenario(state, ON_SPRINGS) >= 0:
        number = scenario(state, ON_SPRINGS)
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
        fixed = scenario(state, CITY_VALUE + neighbourhood_of(space)) if space < CITY_SPACES else 0
        state.spaces[space] = die_of(each, fixed if fixed > 0 else roll(dice))


# --- factions


@rules
def factions_left(state: State) -> int:
    """Mask of the factions that nobody has."""
    number = N_FACTIONS if state.options.reconstructed_factions else N_KNOWN
    mask = (1 << number) - 1
    for seat in range(state.n_players):
        if state.players[seat].faction != NOBODY:
            mask &= ~(1 << state.players[seat].faction)
    return mask


@rules
def deal_factions(state: State, dice: Dice) -> None:
    """One each by lot, or two to keep one of, or a choice in Player Order (R-04)."""
    if state.options.faction_deal == CHOOSE:
        state.phase = Phase.FACTION
        return
    left = factions_left(state)
    for seat in range(state.n_players):
        player = state.players[seat]
        for i in range(OFFERED if state.options.faction_deal == TWO else 1):
            player.offers[i] = any_of(left, dice)
            left &= ~(1 << player.offers[i])
    if state.options.faction_deal == TWO:
        state.phase = Phase.FACTION
        return
    for seat in range(state.n_players):
        take_faction(state, seat, state.players[seat].offers[0], dice)
    deal_missions(state, dice)


@rules
def legal_factions(state: State, seat: int, actions: Actions) -> None:
    """One of those that are left, or of the two that were dealt."""
    if state.options.faction_deal == TWO:
        for i in range(OFFERED):
            add(actions, FACTION.of(state.players[seat].offers[i]))
        return
    left = factions_left(state)
    for i in range(bits(left)):
        add(actions, FACTION.of(nth_bit(left, i)))


@rules
def choose_faction(state: State, seat: int, action: int, dice: Dice) -> None:
    """The next player chooses, or the Missions are dealt."""
    take_faction(state, seat, FACTION.faction(action), dice)
    state.player = (seat + 1) % state.n_players
    if state.player == state.marker:
        deal_missions(state, dice)


@rules
def take_faction(state: State, seat: int, faction: int, dice: Dice) -> None:
    """What a faction starts with: the Conclave a token, the Tentacle Force a Thug for an Agent."""
    player = state.players[seat]
    player.faction = faction
    if faction == Faction.CONCLAVE:
        player.spare = 1
        state.tokens -= 1
    elif faction == Faction.TENTACLE:
        player.agents -= 1
        player.tentacle = True
    tell(dice, Happened.FACTION, seat, item=faction)


# --- Missions


@rules
def deal_missions(state: State, dice: Dice) -> None:
    """Three each; all but Centauri give one back, in secret."""
    reveal(dice)
    for seat in range(state.n_players):
        tell(dice, Happened.DEALT, seat)
        for _ in range(DEALT):
            mission = any_of(state.rest, dice)
            state.rest &= ~(1 << mission)
            state.players[seat].hand |= 1 << mission
            show(dice, mission)
    state.phase = Phase.MISSIONS


@rules
def choosing(state: State) -> int:
    """Mask of the seats that have not given a Mission back yet."""
    mask = 0
    for seat in range(state.n_players):
        if state.players[seat].gave == NOBODY and not keeps_all(state, seat):
            mask |= 1 << seat
    return mask


@rules
def legal_missions(state: State, seat: int, actions: Actions) -> None:
    """Any Mission of the hand."""
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            add(actions, MISSION.of(mission))


@rules
def give(state: State, seat: int, action: int, dice: Dice) -> None:
    """Sealed until all have chosen; then the cards go into the deck, and the first round begins."""
    state.players[seat].gave = MISSION.mission(action)
    tell(dice, Happened.CHOSEN, seat)
    if choosing(state) != 0:
        return
    reveal(dice)
    for other in range(state.n_players):
        gave = state.players[other].gave
        if gave != NOBODY:
            state.players[other].hand &= ~(1 << gave)
            state.rest |= 1 << gave
    tell(dice, Happened.BEGIN, NOBODY)
    state.player = state.first = state.marker
    state.phase = Phase.UPCOMING
