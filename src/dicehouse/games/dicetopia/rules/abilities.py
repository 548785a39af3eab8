"""Faction abilities that are used beside the Action, on your own turn (section 4; windows T1, T2b and T5)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, reveal, show, tell

from .actions import hold, reroll, rerollable, set_value
from .board import any_changeable, at, changeable, dice_in, die_of, is_agent, is_die, neighbourhood_of, on_board
from .codes import ABILITY, ENOUGH, MISSION, ON_TOP, PLACE, VALUE
from .deck import draw_mission, put_on_top, put_under
from .state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    DEAD,
    EMPTY,
    N_MISSIONS,
    NOBODY,
    SLOTS,
    SPACES,
    Colour,
    Faction,
    Happened,
    Phase,
    State,
    Window,
)
from .tokens import legal_tokens, use_token

CONNECTED = 4


# --- using them


@rules
def ready(state: State, seat: int) -> bool:
    """Whether a seat has an ability beside the Action that is unused, and something to use it on."""
    player = state.players[seat]
    faction = player.faction
    if player.used:
        return False
    if faction == Faction.SHAKRA:
        return any_space(state, seat, Phase.EXTERMINATE)
    if faction == Faction.TUULU:
        return any_target(state)
    if faction == Faction.CONSPIRACY:
        return any_space(state, seat, Phase.SLIP)
    if faction == Faction.NAVIGATORS:
        return any_changeable(player)
    if faction == Faction.SKELLETAS:
        return state.magmacorium > 0 and any_space(state, seat, Phase.SACRIFICE)
    return faction == Faction.RETORIUM


@rules
def legal_abilities(state: State, seat: int, actions: Actions) -> None:
    """The ability, if it is ready, and what Protection Tokens may do."""
    if ready(state, seat):
        add(actions, ABILITY.of(state.players[seat].faction))
    legal_tokens(state, seat, actions)


@rules
def use_ability(state: State, seat: int, action: int, dice: Dice) -> None:
    """An ability beside the Action, or a Protection Token."""
    if action in ABILITY:
        begin_ability(state, seat, ABILITY.faction(action), dice)
    else:
        use_token(state, seat, action, dice)


@rules
def begin_ability(state: State, seat: int, faction: int, dice: Dice) -> None:
    """Turn the Ability Token; afterwards the turn goes on where it was."""
    state.back = state.phase
    state.players[seat].used = True
    if faction == Faction.SHAKRA:
        state.phase = Phase.EXTERMINATE
    elif faction == Faction.TUULU:
        tell(dice, Happened.INTERVENTION, seat)
        state.phase = Phase.INTERVENE
    elif faction == Faction.CONSPIRACY:
        state.phase = Phase.SLIP
    elif faction == Faction.NAVIGATORS:
        tell(dice, Happened.HOME_TURF, seat)
        state.phase = Phase.TURF
    elif faction == Faction.SKELLETAS:
        state.phase = Phase.SACRIFICE
    else:
        connect(state, seat, dice)


@rules
def go_back(state: State) -> None:
    """The turn goes on where it was; at its end it may be over now."""
    state.held = NOBODY
    state.phase = state.back
    if state.phase == Phase.END:
        state.phase = Phase.WINDING_UP


# --- what abilities of the board may touch


@rules
def any_space(state: State, seat: int, phase: int) -> bool:
    """Whether the ability of that phase finds a space."""
    for space in range(SPACES):
        if may_touch(state, seat, phase, space):
            return True
    return False


@rules
def may_touch(state: State, seat: int, phase: int, space: int) -> bool:
    """Whether the ability of that phase may be used on a space."""
    thing = state.spaces[space]
    if phase == Phase.EXTERMINATE:
        return space < CITY_SPACES and is_die(thing) and not bares(state, space, NOBODY)
    if thing != AGENT + seat or not reaches(state, space):
        return False
    return phase == Phase.SACRIFICE or any_exit(state, space)


@rules
def reaches(state: State, space: int) -> bool:
    """Abilities reach Locations too, unless the table says otherwise (R-21, M-15)."""
    return space < CITY_SPACES or state.options.abilities_reach_locations


@rules
def any_exit(state: State, agent: int) -> bool:
    """Whether an Agent of the Conspiracy may slip away to anywhere."""
    for space in range(SPACES):
        if may_slip(state, agent, space):
            return True
    return False


@rules
def may_slip(state: State, agent: int, space: int) -> bool:
    """A die on any space that takes pieces, whatever it is (R-43)."""
    return is_die(state.spaces[space]) and reaches(state, space) and not bares(state, space, agent)


@rules
def bares(state: State, space: int, agent: int) -> bool:
    """Whether taking this die would leave the Neighbourhood that Hypnosis named without one before the piece is placed;
    an ability never cancels an ability (M-01). The Agent that takes its place leaves a die behind.
    """
    named = state.hypnosis
    if named == NOBODY or state.window != Window.START or space >= CITY_SPACES or neighbourhood_of(space) != named:
        return False
    if agent != NOBODY and agent < CITY_SPACES and neighbourhood_of(agent) == named:
        return False
    return dice_in(state, named) == 1


@rules
def any_target(state: State) -> bool:
    """Whether there is any die to reroll."""
    for place in range(CITY_SPACES):
        if rerollable(state, place):
            return True
    for place in range(BOARD, BOARD + SLOTS * state.n_players):
        if rerollable(state, place):
            return True
    return False


# --- Shakra, Conspiracy, Skelletas: a space


@rules
def legal_spaces(state: State, seat: int, actions: Actions) -> None:
    """The spaces that the ability may be used on."""
    for space in range(SPACES):
        if may_touch(state, seat, state.phase, space):
            add(actions, PLACE.of(space))


@rules
def exterminate(state: State, seat: int, action: int, dice: Dice) -> None:
    """Exterminate: a die of the City is gone, and its space is dead."""
    space = PLACE.place(action)
    tell(dice, Happened.EXTERMINATE, seat, item=space, amount=state.spaces[space])
    state.spaces[space] = DEAD
    go_back(state)


@rules
def choose_slipping(state: State, seat: int, action: int, dice: Dice) -> None:
    """Slip Away: the Agent."""
    hold(state, PLACE.place(action), Phase.SLIP_TO)


@rules
def legal_exits(state: State, seat: int, actions: Actions) -> None:
    """Where the Agent may slip away to."""
    for space in range(SPACES):
        if may_slip(state, state.held, space):
            add(actions, PLACE.of(space))


@rules
def slip(state: State, seat: int, action: int, dice: Dice) -> None:
    """Slip Away: one of your Agents and a die change places, and no Action follows."""
    space, held = PLACE.place(action), state.held
    agent, die = state.spaces[held], state.spaces[space]
    tell(dice, Happened.SLIP, seat, other=agent, item=held, amount=space, total=die)
    state.spaces[held] = die
    state.spaces[space] = agent
    go_back(state)


@rules
def choose_sacrifice(state: State, seat: int, action: int, dice: Dice) -> None:
    """Sacrifice: the Agent."""
    hold(state, PLACE.place(action), Phase.VALUE)


@rules
def sacrifice(state: State, seat: int, new: int, dice: Dice) -> None:
    """An own Agent leaves the game and its space empty; a Magmacorium die of any value comes (R-23)."""
    player = state.players[seat]
    die = die_of(Colour.MAGMACORIUM, new)
    tell(dice, Happened.SACRIFICE, seat, other=AGENT + seat, item=state.held, amount=die, total=player.n_dice)
    state.spaces[state.held] = EMPTY
    state.magmacorium -= 1
    player.dice[player.n_dice] = die
    player.n_dice += 1


# --- Tuulu: two rerolls


@rules
def legal_targets(state: State, seat: int, actions: Actions) -> None:
    """Dice that may be rerolled."""
    for place in range(CITY_SPACES):
        if rerollable(state, place):
            add(actions, PLACE.of(place))
    for place in range(BOARD, BOARD + SLOTS * state.n_players):
        if rerollable(state, place):
            add(actions, PLACE.of(place))


@rules
def legal_more_targets(state: State, seat: int, actions: Actions) -> None:
    """The second time one may leave it at that."""
    legal_targets(state, seat, actions)
    add(actions, ENOUGH)


@rules
def intervene(state: State, seat: int, action: int, dice: Dice) -> None:
    """The first reroll."""
    reroll(state, seat, PLACE.place(action), dice)
    state.phase = Phase.INTERVENE_AGAIN


@rules
def intervene_again(state: State, seat: int, action: int, dice: Dice) -> None:
    """The second one, of the same die or another, or none."""
    if action != ENOUGH:
        reroll(state, seat, PLACE.place(action), dice)
    go_back(state)


# --- Navigators, and every other choice of a value


@rules
def legal_turf(state: State, seat: int, actions: Actions) -> None:
    """Own dice whose value may be set."""
    for slot in range(state.players[seat].n_dice):
        if changeable(state.players[seat], slot):
            add(actions, PLACE.of(on_board(seat, slot)))


@rules
def choose_turf(state: State, seat: int, action: int, dice: Dice) -> None:
    """Home Turf: the die."""
    hold(state, PLACE.place(action), Phase.VALUE)


@rules
def choose_value(state: State, seat: int, action: int, dice: Dice) -> None:
    """The value that a die is turned to: Molotov Market, Home Turf, or the die that a sacrifice brings."""
    if is_agent(at(state, state.held)):
        sacrifice(state, seat, VALUE.value(action), dice)
    else:
        set_value(state, seat, state.held, VALUE.value(action), dice)
    go_back(state)


# --- Retorium


@rules
def connect(state: State, seat: int, dice: Dice) -> None:
    """Connections: four Missions are drawn, and four go back."""
    tell(dice, Happened.CONNECTIONS, seat)
    drawn = 0
    for _ in range(CONNECTED):
        drawn |= 1 << draw_mission(state, seat, dice)
    tell(dice, Happened.CONNECTED, seat)
    for mission in range(N_MISSIONS):
        if drawn >> mission & 1:
            show(dice, mission)
    state.count = CONNECTED
    state.phase = Phase.CONNECT
    reveal(dice)


@rules
def legal_returns(state: State, seat: int, actions: Actions) -> None:
    """Any Mission of the hand, under the deck or on top of it."""
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            add(actions, MISSION.of(mission))
            add(actions, ON_TOP.of(mission))


@rules
def give_back(state: State, seat: int, action: int, dice: Dice) -> None:
    """One of the four that go back, on top or under the deck; a later one lies further out (M-11)."""
    on_top = action in ON_TOP
    mission = ON_TOP.mission(action) if on_top else MISSION.mission(action)
    if on_top:
        put_on_top(state, seat, mission)
    else:
        put_under(state, seat, mission)
    tell(dice, Happened.RETURN, seat, amount=on_top)
    tell(dice, Happened.RETURNED, seat, item=mission, amount=on_top)
    state.count -= 1
    if state.count == 0:
        go_back(state)
