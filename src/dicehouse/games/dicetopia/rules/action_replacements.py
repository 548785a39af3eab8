"""Replace the Action of the area at T3: the Stock Exchange, and three abilities (section 2.2)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .abilities import legal_abilities, reaches, use_ability
from .action_codes import ABILITY, AREA, ENOUGH, FIRST_TOKEN, INSTEAD, NO_ACTION, PLACE, STOCK, TOKEN
from .area_actions import action_possible, begin_action, hold_choice, legal_action, step_die
from .board import changeable, is_agent, on_board, value
from .scoring import step_value
from .state import (
    FACES,
    N_CITY,
    N_COLOURS,
    NO_PLACE,
    SPACES,
    TRACK,
    Area,
    EventKind,
    Faction,
    NoActionReason,
    Phase,
    State,
)


@rules
def legal_actions(state: State, seat: int, actions: Actions) -> None:
    """List the Action of the area, the Stock Exchange, an ability that replaces it; abilities and tokens."""
    may_act = not state.cancelled
    if may_act:
        legal_action(state, seat, state.doing, actions)
        if not state.transcending:
            legal_stock(state, seat, actions)
    if not state.transcending and may_replace(state, seat):
        add_action(actions, INSTEAD.of(state.players[seat].faction))
    if not may_act or not state.options.actions_mandatory or not action_possible(state, seat, state.doing):
        add_action(actions, NO_ACTION)
    legal_abilities(state, seat, actions)


@rules
def take_action(state: State, seat: int, action: int, dice: Dice) -> None:
    """T2b and T3: do the Action or its replacement; an ability or token before it."""
    if action in ABILITY or action in TOKEN or action in FIRST_TOKEN:
        use_ability(state, seat, action, dice)
    elif action == NO_ACTION:
        log_event(dice, EventKind.NO_ACTION, seat, item=state.doing, amount=no_action_reason(state, seat))
        state.phase = Phase.ACTED
    elif action in INSTEAD:
        begin_replacing(state, seat, INSTEAD.faction(action))
    elif action in STOCK:
        move_cube(state, seat, action, dice)
    else:
        begin_action(state, seat, action, dice)


@rules
def no_action_reason(state: State, seat: int) -> int:
    """Return why there is no Action."""
    if state.cancelled:
        return NoActionReason.CANCELLED
    return NoActionReason.UNWANTED if action_possible(state, seat, state.doing) else NoActionReason.IMPOSSIBLE


# --- the Stock Exchange


@rules
def legal_stock(state: State, seat: int, actions: Actions) -> None:
    """List moving a cube that has not moved yet a step up or down inside its track (3.4)."""
    for each in range(N_COLOURS):
        if state.cubes >> each & 1 == 0:
            if state.stock[each] > 0:
                add_action(actions, STOCK.of(each, False))
            if state.stock[each] < TRACK - 1:
                add_action(actions, STOCK.of(each, True))


@rules
def legal_second_cube(state: State, seat: int, actions: Actions) -> None:
    """The Haterz: list another cube, and declining."""
    legal_stock(state, seat, actions)
    add_action(actions, ENOUGH)


@rules
def move_cube(state: State, seat: int, action: int, dice: Dice) -> None:
    """Do the Stock Exchange Action; the Haterz may move a second cube."""
    if action == ENOUGH:
        state.phase = Phase.ACTED
        return
    each, up = STOCK.colour(action), STOCK.up(action)
    state.stock[each] += 1 if up else -1
    log_event(dice, EventKind.STOCK, seat, up, each, state.stock[each], step_value(state, state.stock[each]))
    again = state.players[seat].faction == Faction.HATERZ and state.cubes == 0
    state.cubes |= 1 << each
    state.phase = Phase.STOCK if again else Phase.ACTED


# --- abilities that replace the Action


@rules
def may_replace(state: State, seat: int) -> bool:
    """Return True if the faction of a seat may use its ability in place of the Action now: Robin Hood, Alpha,
    Transcendence.
    """
    player = state.players[seat]
    if player.faction == Faction.FUKURA:
        return can_raise(state, seat) and can_lower(state, seat)
    if player.used:
        return False
    if player.faction == Faction.ZAI:
        return agents_out(state) > 1
    return player.faction == Faction.EWO and state.entered < N_CITY


@rules
def begin_replacing(state: State, seat: int, faction: int) -> None:
    """Begin the ability in place of the Action."""
    if faction == Faction.FUKURA:
        state.phase = Phase.ROBIN
        return
    state.players[seat].used = True
    state.phase = Phase.ALPHA if faction == Faction.ZAI else Phase.TRANSCEND


# --- Ewo


@rules
def legal_transcending(state: State, seat: int, actions: Actions) -> None:
    """List every Action of a Neighbourhood or Location that can be done (R-29)."""
    for area in range(Area.SPRINGS):
        if action_possible(state, seat, area):
            add_action(actions, AREA.of(area))


@rules
def transcend(state: State, seat: int, action: int, dice: Dice) -> None:
    """Perform the chosen Action, which counts as an Action (M-12)."""
    state.doing = AREA.area(action)
    state.transcending = True
    state.cancelled = False
    log_event(dice, EventKind.TRANSCEND, seat, item=state.doing)
    state.phase = Phase.ACTION


# --- ZAI


@rules
def alpha_may_move(state: State, space: int) -> bool:
    """Return True if Alpha may swap the Agent on this space: any placed Agent that abilities reach."""
    return reaches(state, space) and is_agent(state.spaces[space])


@rules
def agents_out(state: State) -> int:
    """Return how many Agents Alpha could swap."""
    number = 0
    for space in range(SPACES):
        number += alpha_may_move(state, space)
    return number


@rules
def legal_alpha(state: State, seat: int, actions: Actions) -> None:
    """List pairs of different Agents, of any seats."""
    for space in range(SPACES):
        if alpha_may_move(state, space) and space != state.held:
            add_action(actions, PLACE.of(space))


@rules
def choose_alpha(state: State, seat: int, action: int, dice: Dice) -> None:
    """Alpha: choose the first Agent."""
    hold_choice(state, PLACE.place(action), Phase.ALPHA_WITH)


@rules
def finish_alpha(state: State, seat: int, action: int, dice: Dice) -> None:
    """Alpha: choose the second Agent, and swap both."""
    space = PLACE.place(action)
    first, second = state.spaces[state.held], state.spaces[space]
    log_event(dice, EventKind.ALPHA, seat, other=first, item=state.held, amount=space, total=second)
    state.spaces[state.held] = second
    state.spaces[space] = first
    state.held = NO_PLACE
    state.phase = Phase.ACTED


# --- the Fukura


@rules
def may_lower(state: State, seat: int, other: int, slot: int) -> bool:
    """Return True for a changeable die of another player that is not at 1; Protection does not stop it (R-15)."""
    player = state.players[other]
    return other != seat and changeable(player, slot) and value(player.dice[slot]) > 1


@rules
def may_raise(state: State, seat: int, slot: int) -> bool:
    """Return True for a changeable own die that is not at 6."""
    player = state.players[seat]
    return changeable(player, slot) and value(player.dice[slot]) < FACES


@rules
def can_lower(state: State, seat: int) -> bool:
    """Return True if anybody has a die to lower."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_lower(state, seat, other, slot):
                return True
    return False


@rules
def can_raise(state: State, seat: int) -> bool:
    """Return True if any own die can be raised."""
    for slot in range(state.players[seat].n_dice):
        if may_raise(state, seat, slot):
            return True
    return False


@rules
def legal_lowering(state: State, seat: int, actions: Actions) -> None:
    """Robin Hood: list the dice that may be lowered."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_lower(state, seat, other, slot):
                add_action(actions, PLACE.of(on_board(other, slot)))


@rules
def choose_lowering(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the die; it is lowered once the die to raise is known."""
    hold_choice(state, PLACE.place(action), Phase.ROBIN_OWN)


@rules
def legal_raising(state: State, seat: int, actions: Actions) -> None:
    """Robin Hood: list your own dice that may be raised."""
    for slot in range(state.players[seat].n_dice):
        if may_raise(state, seat, slot):
            add_action(actions, PLACE.of(on_board(seat, slot)))


@rules
def finish_robin_hood(state: State, seat: int, action: int, dice: Dice) -> None:
    """Robin Hood: lower a rival's die by one, and raise yours by one."""
    step_die(state, seat, state.held, -1, EventKind.ROBIN, dice)
    step_die(state, seat, PLACE.place(action), 1, EventKind.ROBIN, dice)
    state.held = NO_PLACE
    state.phase = Phase.ACTED
