"""Use faction abilities in addition to the Action, on your own turn (section 4; windows T1, T2b and T5)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event, log_face, mark_revealed

from .action_codes import ABILITY, ENOUGH, MISSION, ON_TOP, PLACE, VALUE
from .area_actions import hold_choice, reroll_die, rerollable, set_value
from .board import any_changeable, changeable, dice_in, die_of, is_agent, is_die, neighbourhood_of, on_board, thing_at
from .deck import draw_mission, put_on_top, put_under
from .protection_tokens import legal_tokens, use_token
from .state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    DEAD,
    EMPTY,
    N_MISSIONS,
    NO_AREA,
    NO_PLACE,
    SLOTS,
    SPACES,
    Colour,
    EventKind,
    Faction,
    Phase,
    State,
    Window,
)

CONNECTED = 4


# --- using them


@rules
def ability_ready(state: State, seat: int) -> bool:
    """Return True if a seat has an unused ability of this sort, and something to use it on."""
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
    """List the ability, if it is ready, and the uses of Protection Tokens."""
    if ability_ready(state, seat):
        add_action(actions, ABILITY.of(state.players[seat].faction))
    legal_tokens(state, seat, actions)


@rules
def use_ability(state: State, seat: int, action: int, dice: Dice) -> None:
    """Use an ability in addition to the Action, or a Protection Token."""
    if action in ABILITY:
        begin_ability(state, seat, ABILITY.faction(action), dice)
    else:
        use_token(state, seat, action, dice)


@rules
def begin_ability(state: State, seat: int, faction: int, dice: Dice) -> None:
    """Turn the Ability Token; afterwards the turn continues at its earlier phase."""
    state.back = state.phase
    state.players[seat].used = True
    if faction == Faction.SHAKRA:
        state.phase = Phase.EXTERMINATE
    elif faction == Faction.TUULU:
        log_event(dice, EventKind.INTERVENTION, seat)
        state.phase = Phase.INTERVENE
    elif faction == Faction.CONSPIRACY:
        state.phase = Phase.SLIP
    elif faction == Faction.NAVIGATORS:
        log_event(dice, EventKind.HOME_TURF, seat)
        state.phase = Phase.TURF
    elif faction == Faction.SKELLETAS:
        state.phase = Phase.SACRIFICE
    else:
        draw_connections(state, seat, dice)


@rules
def resume_turn(state: State) -> None:
    """Continue the turn at its earlier phase; at its end it may be over now."""
    state.held = NO_PLACE
    state.phase = state.back
    if state.phase == Phase.END:
        state.phase = Phase.WINDING_UP


# --- targets of the abilities of the board


@rules
def any_space(state: State, seat: int, phase: int) -> bool:
    """Return True if the ability of that phase finds a space."""
    for space in range(SPACES):
        if may_touch(state, seat, phase, space):
            return True
    return False


@rules
def may_touch(state: State, seat: int, phase: int, space: int) -> bool:
    """Return True if the ability of that phase may be used on a space."""
    thing = state.spaces[space]
    if phase == Phase.EXTERMINATE:
        return space < CITY_SPACES and is_die(thing) and not would_empty_neighbourhood(state, space, NO_PLACE)
    if thing != AGENT + seat or not reaches(state, space):
        return False
    return phase == Phase.SACRIFICE or any_exit(state, space)


@rules
def reaches(state: State, space: int) -> bool:
    """Return True if abilities reach this space: Locations too, unless the table says otherwise (R-21, M-15)."""
    return space < CITY_SPACES or state.options.abilities_reach_locations


@rules
def any_exit(state: State, agent: int) -> bool:
    """Return True if this Agent of the Conspiracy may slip away to anywhere."""
    for space in range(SPACES):
        if may_slip(state, agent, space):
            return True
    return False


@rules
def may_slip(state: State, agent: int, space: int) -> bool:
    """Return True if the Agent may slip away to this space: any die on a space that takes pieces (R-43)."""
    return is_die(state.spaces[space]) and reaches(state, space) and not would_empty_neighbourhood(state, space, agent)


@rules
def would_empty_neighbourhood(state: State, space: int, agent: int) -> bool:
    """Return True if taking this die would leave the Neighbourhood named by Hypnosis without a die before the piece is
    placed; an ability never cancels an ability (M-01). An Agent that moves to the space leaves a die behind.
    """
    named = state.hypnosis
    if named == NO_AREA or state.window != Window.START or space >= CITY_SPACES or neighbourhood_of(space) != named:
        return False
    if agent != NO_PLACE and agent < CITY_SPACES and neighbourhood_of(agent) == named:
        return False
    return dice_in(state, named) == 1


@rules
def any_target(state: State) -> bool:
    """Return True if there is any die to reroll."""
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
    """List the spaces that the ability may be used on."""
    for space in range(SPACES):
        if may_touch(state, seat, state.phase, space):
            add_action(actions, PLACE.of(space))


@rules
def exterminate(state: State, seat: int, action: int, dice: Dice) -> None:
    """Exterminate: remove a die of the City; its space is dead."""
    space = PLACE.place(action)
    log_event(dice, EventKind.EXTERMINATE, seat, item=space, amount=state.spaces[space])
    state.spaces[space] = DEAD
    resume_turn(state)


@rules
def choose_slipping(state: State, seat: int, action: int, dice: Dice) -> None:
    """Slip Away: choose the Agent."""
    hold_choice(state, PLACE.place(action), Phase.SLIP_TO)


@rules
def legal_exits(state: State, seat: int, actions: Actions) -> None:
    """List the spaces that the Agent may slip away to."""
    for space in range(SPACES):
        if may_slip(state, state.held, space):
            add_action(actions, PLACE.of(space))


@rules
def slip_agent(state: State, seat: int, action: int, dice: Dice) -> None:
    """Slip Away: swap one of your Agents with a die; no Action follows."""
    space, held = PLACE.place(action), state.held
    agent, die = state.spaces[held], state.spaces[space]
    log_event(dice, EventKind.SLIP, seat, other=agent, item=held, amount=space, total=die)
    state.spaces[held] = die
    state.spaces[space] = agent
    resume_turn(state)


@rules
def choose_sacrifice(state: State, seat: int, action: int, dice: Dice) -> None:
    """Sacrifice: choose the Agent."""
    hold_choice(state, PLACE.place(action), Phase.VALUE)


@rules
def sacrifice(state: State, seat: int, new: int, dice: Dice) -> None:
    """Remove an own Agent from the game and leave its space empty; gain a Magmacorium die of any value (R-23)."""
    player = state.players[seat]
    die = die_of(Colour.MAGMACORIUM, new)
    log_event(dice, EventKind.SACRIFICE, seat, other=AGENT + seat, item=state.held, amount=die, total=player.n_dice)
    state.spaces[state.held] = EMPTY
    state.magmacorium -= 1
    player.dice[player.n_dice] = die
    player.n_dice += 1


# --- Tuulu: two rerolls


@rules
def legal_targets(state: State, seat: int, actions: Actions) -> None:
    """List the dice that may be rerolled."""
    for place in range(CITY_SPACES):
        if rerollable(state, place):
            add_action(actions, PLACE.of(place))
    for place in range(BOARD, BOARD + SLOTS * state.n_players):
        if rerollable(state, place):
            add_action(actions, PLACE.of(place))


@rules
def legal_more_targets(state: State, seat: int, actions: Actions) -> None:
    """List the dice for the second reroll, and declining it."""
    legal_targets(state, seat, actions)
    add_action(actions, ENOUGH)


@rules
def intervene(state: State, seat: int, action: int, dice: Dice) -> None:
    """Reroll the first die."""
    reroll_die(state, seat, PLACE.place(action), dice)
    state.phase = Phase.INTERVENE_AGAIN


@rules
def intervene_again(state: State, seat: int, action: int, dice: Dice) -> None:
    """Reroll a second time, the first die or another, or decline."""
    if action != ENOUGH:
        reroll_die(state, seat, PLACE.place(action), dice)
    resume_turn(state)


# --- Navigators, and every other choice of a value


@rules
def legal_turf(state: State, seat: int, actions: Actions) -> None:
    """List the own dice whose value may be set."""
    for slot in range(state.players[seat].n_dice):
        if changeable(state.players[seat], slot):
            add_action(actions, PLACE.of(on_board(seat, slot)))


@rules
def choose_turf(state: State, seat: int, action: int, dice: Dice) -> None:
    """Home Turf: choose the die."""
    hold_choice(state, PLACE.place(action), Phase.VALUE)


@rules
def choose_value(state: State, seat: int, action: int, dice: Dice) -> None:
    """Turn a die to a value: for Molotov Market, Home Turf, or the die gained by a sacrifice."""
    if is_agent(thing_at(state, state.held)):
        sacrifice(state, seat, VALUE.value(action), dice)
    else:
        set_value(state, seat, state.held, VALUE.value(action), dice)
    resume_turn(state)


# --- Retorium


@rules
def draw_connections(state: State, seat: int, dice: Dice) -> None:
    """Connections: draw four Missions; four go back."""
    log_event(dice, EventKind.CONNECTIONS, seat)
    drawn = 0
    for _ in range(CONNECTED):
        drawn |= 1 << draw_mission(state, seat, dice)
    log_event(dice, EventKind.CONNECTED, seat)
    for mission in range(N_MISSIONS):
        if drawn >> mission & 1:
            log_face(dice, mission)
    state.count = CONNECTED
    state.phase = Phase.CONNECT
    mark_revealed(dice)


@rules
def legal_returns(state: State, seat: int, actions: Actions) -> None:
    """List every Mission of the hand, to go under the deck or on top of it."""
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            add_action(actions, MISSION.of(mission))
            add_action(actions, ON_TOP.of(mission))


@rules
def give_back_mission(state: State, seat: int, action: int, dice: Dice) -> None:
    """Put one of the four Missions on top of the deck or under it; a later one is further out (M-11)."""
    on_top = action in ON_TOP
    mission = ON_TOP.mission(action) if on_top else MISSION.mission(action)
    if on_top:
        put_on_top(state, seat, mission)
    else:
        put_under(state, seat, mission)
    log_event(dice, EventKind.RETURN, seat, amount=on_top)
    log_event(dice, EventKind.RETURNED, seat, item=mission, amount=on_top)
    state.count -= 1
    if state.count == 0:
        resume_turn(state)
