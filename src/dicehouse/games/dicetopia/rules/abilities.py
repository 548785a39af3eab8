"""Faction abilities of one's own turn, and Protection Tokens (section 4; windows T1, T2b and T5)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, reveal, show, tell

from .actions import reroll, rerollable, set_value
from .board import any_changeable, at, changeable, dice_in, is_agent, is_die, on_board
from .codes import (
    CONNECTIONS,
    ENOUGH,
    EXTERMINATE,
    HOME_TURF,
    INTERVENTION,
    MISSION,
    ON_TOP,
    SACRIFICE,
    SLIP_AWAY,
    TOKEN,
    UNPLACED,
    VALUE,
)
from .deck import draw_mission, put_on_top, put_under
from .state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    DEAD,
    EMPTY,
    MAGMACORIUM,
    N_MISSIONS,
    NOBODY,
    SLOTS,
    SPACES,
    Faction,
    Happened,
    Phase,
    State,
    Window,
)

CONNECTED = 4
NOTHING = 0


@rules
def ability_key(faction: int) -> int:
    """The key of an ability that is used on one's own turn without replacing the Action, or NOTHING."""
    if faction == Faction.SHAKRA:
        return EXTERMINATE
    if faction == Faction.TUULU:
        return INTERVENTION
    if faction == Faction.CONSPIRACY:
        return SLIP_AWAY
    if faction == Faction.NAVIGATORS:
        return HOME_TURF
    if faction == Faction.RETORIUM:
        return CONNECTIONS
    return SACRIFICE if faction == Faction.SKELLETAS else NOTHING


@rules
def ready(state: State, seat: int) -> bool:
    """Whether the ability is unused and has something to be used on."""
    player = state.players[seat]
    key = NOTHING if player.used else ability_key(player.faction)
    if key == EXTERMINATE:
        return any_space(state, seat, Phase.EXTERMINATE)
    if key == INTERVENTION:
        return any_target(state)
    if key == SLIP_AWAY:
        return any_space(state, seat, Phase.SLIP)
    if key == HOME_TURF:
        return any_changeable(player)
    if key == SACRIFICE:
        return state.orange > 0 and any_space(state, seat, Phase.SACRIFICE)
    return key == CONNECTIONS


@rules
def legal_abilities(state: State, seat: int, actions: Actions) -> None:
    """The ability, if it is ready, and what Protection Tokens may do."""
    if ready(state, seat):
        add(actions, ability_key(state.players[seat].faction))
    legal_tokens(state, seat, actions)


@rules
def begin_ability(state: State, seat: int, key: int, dice: Dice) -> None:
    """Turn the Ability Token; afterwards the turn goes on where it was."""
    state.back = state.phase
    state.players[seat].used = True
    if key == EXTERMINATE:
        state.phase = Phase.EXTERMINATE
    elif key == INTERVENTION:
        tell(dice, Happened.INTERVENTION, seat)
        state.phase = Phase.INTERVENE
    elif key == SLIP_AWAY:
        state.phase = Phase.SLIP
    elif key == HOME_TURF:
        tell(dice, Happened.HOME_TURF, seat)
        state.phase = Phase.TURF
    elif key == SACRIFICE:
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
    if named == NOBODY or state.window != Window.START or space >= CITY_SPACES or space // 5 != named:
        return False
    if agent != NOBODY and agent < CITY_SPACES and agent // 5 == named:
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


# --- the choices


@rules
def legal_choice(state: State, seat: int, actions: Actions) -> None:
    """What the ability that was begun may be used on."""
    phase = state.phase
    if phase == Phase.INTERVENE or phase == Phase.INTERVENE_AGAIN:
        legal_targets(state, actions)
    elif phase == Phase.SLIP_TO:
        for space in range(SPACES):
            if may_slip(state, state.held, space):
                add(actions, space)
    elif phase == Phase.TURF:
        for slot in range(state.players[seat].n_dice):
            if changeable(state.players[seat], slot):
                add(actions, on_board(seat, slot))
    elif phase == Phase.CONNECT:
        for mission in range(N_MISSIONS):
            if state.players[seat].hand >> mission & 1:
                add(actions, MISSION + mission)
                add(actions, ON_TOP + mission)
    else:
        for space in range(SPACES):
            if may_touch(state, seat, phase, space):
                add(actions, space)


@rules
def legal_targets(state: State, actions: Actions) -> None:
    """Dice that may be rerolled; the second time one may leave it at that."""
    for place in range(CITY_SPACES):
        if rerollable(state, place):
            add(actions, place)
    for place in range(BOARD, BOARD + SLOTS * state.n_players):
        if rerollable(state, place):
            add(actions, place)
    if state.phase == Phase.INTERVENE_AGAIN:
        add(actions, ENOUGH)


@rules
def choose(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a choice of the ability that was begun."""
    phase = state.phase
    if phase == Phase.EXTERMINATE:
        tell(dice, Happened.EXTERMINATE, seat, item=action, amount=state.spaces[action])
        state.spaces[action] = DEAD
        go_back(state)
    elif phase == Phase.INTERVENE:
        reroll(state, seat, action, dice)
        state.phase = Phase.INTERVENE_AGAIN
    elif phase == Phase.INTERVENE_AGAIN:
        if action != ENOUGH:
            reroll(state, seat, action, dice)
        go_back(state)
    elif phase == Phase.SLIP or phase == Phase.SACRIFICE:
        state.held = action
        state.phase = Phase.SLIP_TO if phase == Phase.SLIP else Phase.VALUE
    elif phase == Phase.SLIP_TO:
        slip(state, seat, action, dice)
    elif phase == Phase.TURF:
        state.held = action
        state.phase = Phase.VALUE
    else:
        give_back(state, seat, action, dice)


@rules
def slip(state: State, seat: int, space: int, dice: Dice) -> None:
    """Slip Away: an own Agent and a die change places, and no Action follows."""
    tell(
        dice,
        Happened.SLIP,
        seat,
        other=state.spaces[state.held],
        item=state.held,
        amount=space,
        total=state.spaces[space],
    )
    state.spaces[state.held] = state.spaces[space]
    state.spaces[space] = AGENT + seat
    go_back(state)


@rules
def choose_value(state: State, seat: int, action: int, dice: Dice) -> None:
    """The value that a die is turned to: Molotov Market, Home Turf, or the die that a sacrifice brings."""
    if is_agent(at(state, state.held)):
        sacrifice(state, seat, action - VALUE, dice)
    else:
        set_value(state, seat, state.held, action - VALUE, dice)
    go_back(state)


@rules
def sacrifice(state: State, seat: int, new: int, dice: Dice) -> None:
    """An own Agent leaves the game and its space empty; a Magmacorium die of any value comes (R-23)."""
    player = state.players[seat]
    die = MAGMACORIUM + new - 1
    tell(dice, Happened.SACRIFICE, seat, other=AGENT + seat, item=state.held, amount=die, total=player.n_dice)
    state.spaces[state.held] = EMPTY
    state.orange -= 1
    player.dice[player.n_dice] = die
    player.n_dice += 1


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
def give_back(state: State, seat: int, action: int, dice: Dice) -> None:
    """One of the four that go back, on top or under the deck; a later one lies further out (M-11)."""
    on_top = action >= ON_TOP
    mission = action - (ON_TOP if on_top else MISSION)
    if on_top:
        put_on_top(state, seat, mission)
    else:
        put_under(state, seat, mission)
    tell(dice, Happened.RETURN, seat, amount=on_top)
    tell(dice, Happened.RETURNED, seat, item=mission, amount=on_top)
    state.count -= 1
    if state.count == 0:
        go_back(state)


# --- Protection Tokens


@rules
def legal_tokens(state: State, seat: int, actions: Actions) -> None:
    """Each token may go to another own die, once in a turn (M-06); the Conclave's first to any."""
    player = state.players[seat]
    if player.protected == 0 and player.spare == 0:
        return
    for to in range(player.n_dice):
        if player.protected >> to & 1 == 0:
            if player.spare > 0:
                add(actions, TOKEN + 9 * UNPLACED + to)
            for slot in range(player.n_dice):
                if may_move(state, seat, slot):
                    add(actions, TOKEN + 9 * slot + to)


@rules
def may_move(state: State, seat: int, slot: int) -> bool:
    """Whether the token there has not moved in this turn."""
    player = state.players[seat]
    return player.protected >> slot & 1 == 1 and player.moved >> slot & 1 == 0


@rules
def tokens_ready(state: State, seat: int) -> bool:
    """Whether any token may be moved or placed."""
    player = state.players[seat]
    if player.protected == 0 and player.spare == 0:
        return False
    movable, bare = player.spare > 0, False
    for slot in range(player.n_dice):
        movable = movable or may_move(state, seat, slot)
        bare = bare or player.protected >> slot & 1 == 0
    return movable and bare


@rules
def move_token(state: State, seat: int, which: int, dice: Dice) -> None:
    """A token goes to another die of its owner."""
    player = state.players[seat]
    slot, to = which // 9, which % 9
    if slot == UNPLACED:
        player.spare -= 1
        tell(dice, Happened.TOKEN, seat, item=NOBODY, amount=on_board(seat, to), total=player.dice[to])
    else:
        player.protected &= ~(1 << slot)
        tell(dice, Happened.TOKEN, seat, item=on_board(seat, slot), amount=on_board(seat, to), total=player.dice[to])
    player.protected |= 1 << to
    player.moved |= 1 << to
    if state.phase == Phase.END:
        state.phase = Phase.WINDING_UP
