"""T3: what may be done instead of the Action of the area: the Stock Exchange, and three abilities (section 2.2)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .abilities import legal_abilities, reaches, use_ability
from .actions import begin_action, hold, legal_action, possible, step
from .board import changeable, is_agent, on_board, value
from .codes import ABILITY, AREA, ENOUGH, FIRST_TOKEN, INSTEAD, NO_ACTION, PLACE, STOCK, TOKEN
from .payouts import step_value
from .state import (
    FACES,
    N_CITY,
    N_COLOURS,
    NOBODY,
    SPACES,
    TRACK,
    Area,
    Faction,
    Happened,
    Phase,
    State,
    Without,
)


@rules
def legal_actions(state: State, seat: int, actions: Actions) -> None:
    """The Action of the area, the Stock Exchange, an ability that replaces it; abilities and tokens."""
    may_act = not state.cancelled
    if may_act:
        legal_action(state, seat, state.doing, actions)
        if not state.transcending:
            legal_stock(state, seat, actions)
    if not state.transcending and may_replace(state, seat):
        add(actions, INSTEAD.of(state.players[seat].faction))
    if not may_act or not state.options.actions_mandatory or not possible(state, seat, state.doing):
        add(actions, NO_ACTION)
    legal_abilities(state, seat, actions)


@rules
def act(state: State, seat: int, action: int, dice: Dice) -> None:
    """T2b and T3: the Action or what is done instead; an ability or token before it."""
    if action in ABILITY or action in TOKEN or action in FIRST_TOKEN:
        use_ability(state, seat, action, dice)
    elif action == NO_ACTION:
        tell(dice, Happened.NO_ACTION, seat, item=state.doing, amount=why_not(state, seat))
        state.phase = Phase.ACTED
    elif action in INSTEAD:
        begin_replacing(state, seat, INSTEAD.faction(action))
    elif action in STOCK:
        move_cube(state, seat, action, dice)
    else:
        begin_action(state, seat, action, dice)


@rules
def why_not(state: State, seat: int) -> int:
    """Why there is no Action."""
    if state.cancelled:
        return Without.CANCELLED
    return Without.UNWANTED if possible(state, seat, state.doing) else Without.IMPOSSIBLE


# --- the Stock Exchange


@rules
def legal_stock(state: State, seat: int, actions: Actions) -> None:
    """A cube that was not moved yet goes a step up or down inside its track (3.4)."""
    for each in range(N_COLOURS):
        if state.cubes >> each & 1 == 0:
            if state.stock[each] > 0:
                add(actions, STOCK.of(each, False))
            if state.stock[each] < TRACK - 1:
                add(actions, STOCK.of(each, True))


@rules
def legal_second_cube(state: State, seat: int, actions: Actions) -> None:
    """The Haterz: another cube, or enough."""
    legal_stock(state, seat, actions)
    add(actions, ENOUGH)


@rules
def move_cube(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Stock Exchange Action; the Haterz may move a second cube."""
    if action == ENOUGH:
        state.phase = Phase.ACTED
        return
    each, up = STOCK.colour(action), STOCK.up(action)
    state.stock[each] += 1 if up else -1
    tell(dice, Happened.STOCK, seat, up, each, state.stock[each], step_value(state, state.stock[each]))
    again = state.players[seat].faction == Faction.HATERZ and state.cubes == 0
    state.cubes |= 1 << each
    state.phase = Phase.STOCK if again else Phase.ACTED


# --- abilities that replace the Action


@rules
def may_replace(state: State, seat: int) -> bool:
    """Whether the faction of a seat may use its ability instead of the Action now: Robin Hood, Alpha, Transcendence."""
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
    """Instead of the Action."""
    if faction == Faction.FUKURA:
        state.phase = Phase.ROBIN
        return
    state.players[seat].used = True
    state.phase = Phase.ALPHA if faction == Faction.ZAI else Phase.TRANSCEND


# --- Ewo


@rules
def legal_transcending(state: State, seat: int, actions: Actions) -> None:
    """Any Action of a Neighbourhood or Location that can be done (R-29)."""
    for area in range(Area.SPRINGS):
        if possible(state, seat, area):
            add(actions, AREA.of(area))


@rules
def transcend(state: State, seat: int, action: int, dice: Dice) -> None:
    """That Action is performed, and it is an Action (M-12)."""
    state.doing = AREA.area(action)
    state.transcending = True
    state.cancelled = False
    tell(dice, Happened.TRANSCEND, seat, item=state.doing)
    state.phase = Phase.ACTION


# --- ZAI


@rules
def may_command(state: State, space: int) -> bool:
    """Any placed Agent, wherever abilities reach."""
    return reaches(state, space) and is_agent(state.spaces[space])


@rules
def agents_out(state: State) -> int:
    """How many Agents Alpha could swap."""
    number = 0
    for space in range(SPACES):
        number += may_command(state, space)
    return number


@rules
def legal_alpha(state: State, seat: int, actions: Actions) -> None:
    """Two different Agents, of any seats."""
    for space in range(SPACES):
        if may_command(state, space) and space != state.held:
            add(actions, PLACE.of(space))


@rules
def choose_alpha(state: State, seat: int, action: int, dice: Dice) -> None:
    """Alpha: the first Agent."""
    hold(state, PLACE.place(action), Phase.ALPHA_WITH)


@rules
def alpha(state: State, seat: int, action: int, dice: Dice) -> None:
    """Alpha: the second Agent, and both change places."""
    space = PLACE.place(action)
    first, second = state.spaces[state.held], state.spaces[space]
    tell(dice, Happened.ALPHA, seat, other=first, item=state.held, amount=space, total=second)
    state.spaces[state.held] = second
    state.spaces[space] = first
    state.held = NOBODY
    state.phase = Phase.ACTED


# --- the Fukura


@rules
def may_lower(state: State, seat: int, other: int, slot: int) -> bool:
    """A changeable die of another player that is not at 1; Protection does not stop it (R-15)."""
    player = state.players[other]
    return other != seat and changeable(player, slot) and value(player.dice[slot]) > 1


@rules
def may_raise(state: State, seat: int, slot: int) -> bool:
    """A changeable own die that is not at 6."""
    player = state.players[seat]
    return changeable(player, slot) and value(player.dice[slot]) < FACES


@rules
def can_lower(state: State, seat: int) -> bool:
    """Whether anybody has a die to lower."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_lower(state, seat, other, slot):
                return True
    return False


@rules
def can_raise(state: State, seat: int) -> bool:
    """Whether any own die can be raised."""
    for slot in range(state.players[seat].n_dice):
        if may_raise(state, seat, slot):
            return True
    return False


@rules
def legal_lowering(state: State, seat: int, actions: Actions) -> None:
    """Robin Hood: the die that is lowered."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_lower(state, seat, other, slot):
                add(actions, PLACE.of(on_board(other, slot)))


@rules
def choose_lowering(state: State, seat: int, action: int, dice: Dice) -> None:
    """It is lowered when it is known which one is raised."""
    hold(state, PLACE.place(action), Phase.ROBIN_OWN)


@rules
def legal_raising(state: State, seat: int, actions: Actions) -> None:
    """Robin Hood: your own die, which is raised."""
    for slot in range(state.players[seat].n_dice):
        if may_raise(state, seat, slot):
            add(actions, PLACE.of(on_board(seat, slot)))


@rules
def robin(state: State, seat: int, action: int, dice: Dice) -> None:
    """Robin Hood: one from a rival's die, one for yours."""
    step(state, seat, state.held, -1, Happened.ROBIN, dice)
    step(state, seat, PLACE.place(action), 1, Happened.ROBIN, dice)
    state.held = NOBODY
    state.phase = Phase.ACTED
