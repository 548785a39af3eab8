"""A turn in its order: windows T0 to T5, placing, the Action or what replaces it (section 2)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .abilities import NOTHING, legal_abilities, ready, tokens_ready
from .actions import legal_action, possible, step
from .board import accepts, any_changeable, area_of, changeable, dice_in, is_agent, on_board, value
from .codes import (
    ADAPT,
    ALPHA,
    AREA,
    BREAK_OUT,
    CANCEL,
    END,
    ENOUGH,
    LAST_RESORT,
    NO_ACTION,
    PASS,
    PLAY_ON,
    ROBIN_HOOD,
    STOCK,
    TENTACLE_OUT,
    TRANSCENDENCE,
)
from .domination import scenario
from .scenarios import ACTION, CLOSED
from .stars import step_value
from .state import (
    N_CITY,
    N_COLOURS,
    NOBODY,
    ROUNDS,
    SPACES,
    TENTACLE,
    THUG,
    TRACK,
    Area,
    Faction,
    Happened,
    Phase,
    State,
    Window,
)

# --- T0: whose turn it is, the Roamers, Hypnosis


@rules
def begin_turn(state: State, dice: Dice) -> None:
    """A turn begins; the Roamers decide first whether they take it (R-26)."""
    seat = state.player
    state.turn += 1
    state.window = Window.START
    state.fresh = True
    state.transcending = state.cancelled = False
    state.entered = state.doing = state.hypnosis = state.held = state.woken = state.asked = NOBODY
    state.cubes = state.rerolled = 0
    state.players[seat].moved = 0
    tell(dice, Happened.TURN, seat, item=state.last, amount=state.turn)
    if may_skip(state, seat) and hypnotist(state) != NOBODY:
        state.phase = Phase.SKIP
    else:
        before_turn(state)


@rules
def before_turn(state: State) -> None:
    """Whoever may hypnotise is asked, once, before anything else of the turn (M-18)."""
    state.asked = hypnotist(state)
    state.phase = Phase.TURN if state.asked == NOBODY else Phase.HYPNOSIS


@rules
def may_skip(state: State, seat: int) -> bool:
    """Last Resort, once, and not of the turn that was saved."""
    player = state.players[seat]
    return player.faction == Faction.ROAMERS and not player.used and not state.last


@rules
def hypnotist(state: State) -> int:
    """The seat that could hypnotise whose turn it is, or NOBODY."""
    for seat in range(state.n_players):
        if seat != state.player and state.players[seat].faction == Faction.PERCEPTIONEERS:
            return NOBODY if state.players[seat].used else seat
    return NOBODY


@rules
def skip(state: State, seat: int, dice: Dice) -> None:
    """The turn is saved for after the last round (R-03)."""
    state.players[seat].used = True
    state.saved = seat
    tell(dice, Happened.SKIP, seat)
    state.phase = Phase.TURN_ENDED


@rules
def legal_hypnosis(state: State, actions: Actions) -> None:
    """Any Neighbourhood where a piece could be sent."""
    for area in range(N_CITY):
        if dice_in(state, area) > 0 and not closed(state, area):
            add(actions, AREA + area)
    add(actions, PASS)


@rules
def hypnotise(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Neighbourhood of this turn is named, or not."""
    if action != PASS:
        state.players[seat].used = True
        state.hypnosis = action - AREA
        tell(dice, Happened.HYPNOSIS, seat, other=state.player, item=state.hypnosis)
    state.asked = NOBODY
    state.phase = Phase.TURN


@rules
def next_turn(state: State) -> None:
    """The next player, the next round with whoever has the marker then (R-13), a saved turn, or the end (7.1)."""
    state.player = (state.player + 1) % state.n_players
    state.phase = Phase.UPCOMING
    if state.last or (state.player == state.first and state.round == ROUNDS):
        if state.saved == NOBODY or state.last:
            state.phase = Phase.GAME_ENDS
            return
        state.last = True
        state.round = ROUNDS + 1
        state.player = state.saved


@rules
def begin_round(state: State, dice: Dice) -> None:
    """The next round, begun by whoever has the marker."""
    if state.player == state.first and not state.last:
        state.round += 1
        state.first = state.player = state.marker
        tell(dice, Happened.ROUND, state.first, amount=state.round)


# --- T1 and T2: the piece


@rules
def closed(state: State, area: int) -> bool:
    """Whether the scenario lets nobody in there."""
    return scenario(state, CLOSED) >> area & 1 == 1


@rules
def legal_places(state: State, actions: Actions) -> None:
    """Every die that a piece may be sent to; under Hypnosis only those of the Neighbourhood that was named."""
    for space in range(SPACES):
        area = area_of(space)
        if accepts(state, space) and (state.hypnosis == NOBODY or state.hypnosis == area) and not closed(state, area):
            add(actions, space)


@rules
def legal_turn(state: State, seat: int, actions: Actions) -> None:
    """T1: send an Agent, or take another piece; abilities and tokens; the Roamers may still save the turn."""
    player = state.players[seat]
    if player.agents > 0:
        legal_places(state, actions)
    if player.thug:
        add(actions, BREAK_OUT)
    if player.tentacle:
        add(actions, TENTACLE_OUT)
    if state.fresh and may_skip(state, seat) and state.hypnosis == NOBODY and hypnotist(state) == NOBODY:
        add(actions, LAST_RESORT)
    legal_abilities(state, seat, actions)


@rules
def send(state: State, seat: int, piece: int, space: int, dice: Dice) -> None:
    """T2: a piece and a die change places; from the prison, the die goes there instead (2.2)."""
    player = state.players[seat]
    die = state.spaces[space]
    tell(dice, Happened.SEND, seat, other=piece, item=space, amount=die, total=player.n_dice)
    state.spaces[space] = piece + seat
    if piece == THUG:
        player.thug = False
        state.prison[state.n_prison] = die
        state.n_prison += 1
        tell(dice, Happened.BREAK_OUT, seat, item=die)
    else:
        player.dice[player.n_dice] = die
        player.n_dice += 1
        if piece == TENTACLE:
            player.tentacle = False
        else:
            player.agents -= 1
    entered(state, area_of(space))


@rules
def entered(state: State, area: int) -> None:
    """The Action of the area follows, if it has one (R-12)."""
    state.fresh = False
    state.window = Window.PLACED
    state.entered = area
    state.doing = scenario(state, ACTION + area)
    if state.doing == NOBODY:
        state.phase = Phase.WINDING_UP
        return
    state.asked = canceller(state)
    state.phase = Phase.ACTION if state.asked == NOBODY else Phase.CANCEL


@rules
def canceller(state: State) -> int:
    """Banxa Corporation, if it may cancel this Action (R-25)."""
    for seat in range(state.n_players):
        if seat != state.player and state.players[seat].faction == Faction.BANXA:
            return NOBODY if state.players[seat].used else seat
    return NOBODY


@rules
def legal_questions(state: State, actions: Actions) -> None:
    """Roamers: take this turn or save it. Banxa: cancel the Action or let it pass."""
    if state.phase == Phase.SKIP:
        add(actions, LAST_RESORT)
        add(actions, PLAY_ON)
    else:
        add(actions, CANCEL)
        add(actions, PASS)


@rules
def cancel(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Action is cancelled, or not; what replaces it can't be."""
    state.asked = NOBODY
    state.phase = Phase.ACTION
    if action == CANCEL:
        state.players[seat].used = True
        state.cancelled = True
        tell(dice, Happened.CANCEL, seat, other=state.player)
        if replacing(state, state.player) == NOTHING:
            state.phase = Phase.ACTED


# --- T2b and T3: the Action, or what replaces it


@rules
def legal_actions(state: State, seat: int, actions: Actions) -> None:
    """The Action of the area, the Stock Exchange, an ability that replaces it; abilities and tokens."""
    may_act = not state.cancelled
    if may_act:
        legal_action(state, seat, state.doing, actions)
        if not state.transcending:
            legal_stock(state, actions)
    if not state.transcending and replacing(state, seat) != NOTHING:
        add(actions, replacing(state, seat))
    if not may_act or not state.options.actions_mandatory or not possible(state, seat, state.doing):
        add(actions, NO_ACTION)
    legal_abilities(state, seat, actions)


@rules
def legal_stock(state: State, actions: Actions) -> None:
    """A cube that was not moved yet goes a step up or down inside its track (3.4)."""
    for each in range(N_COLOURS):
        if state.cubes >> each & 1 == 0:
            if state.stock[each] > 0:
                add(actions, STOCK + 2 * each)
            if state.stock[each] < TRACK - 1:
                add(actions, STOCK + 2 * each + 1)


@rules
def move_cube(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Stock Exchange Action; the Haterz may move a second cube."""
    if action == ENOUGH:
        state.phase = Phase.ACTED
        return
    each, up = (action - STOCK) // 2, (action - STOCK) % 2
    state.stock[each] += 1 if up else -1
    tell(dice, Happened.STOCK, seat, up, each, state.stock[each], step_value(state, state.stock[each]))
    again = state.players[seat].faction == Faction.HATERZ and state.cubes == 0
    state.cubes |= 1 << each
    state.phase = Phase.STOCK if again else Phase.ACTED


@rules
def replacing(state: State, seat: int) -> int:
    """The key of the ability that may replace the Action now: Robin Hood, Alpha, Transcendence, or NOTHING."""
    player = state.players[seat]
    if player.faction == Faction.FUKURA and can_raise(state, seat) and can_lower(state, seat):
        return ROBIN_HOOD
    if player.faction == Faction.ZAI and not player.used and agents_out(state) > 1:
        return ALPHA
    if player.faction == Faction.EWO and not player.used and state.entered < N_CITY:
        return TRANSCENDENCE
    return NOTHING


@rules
def begin_replacing(state: State, seat: int, action: int) -> None:
    """Instead of the Action."""
    if action == ROBIN_HOOD:
        state.phase = Phase.ROBIN
    elif action == ALPHA:
        state.players[seat].used = True
        state.phase = Phase.ALPHA
    else:
        state.players[seat].used = True
        state.phase = Phase.TRANSCEND


# --- Ewo


@rules
def legal_transcending(state: State, seat: int, actions: Actions) -> None:
    """Any Action of a Neighbourhood or Location that can be done (R-29)."""
    for area in range(Area.SPRINGS):
        if possible(state, seat, area):
            add(actions, AREA + area)


@rules
def transcend(state: State, seat: int, area: int, dice: Dice) -> None:
    """That Action is performed, and it is an Action (M-12)."""
    state.doing = area
    state.transcending = True
    state.cancelled = False
    tell(dice, Happened.TRANSCEND, seat, item=area)
    state.phase = Phase.ACTION


# --- ZAI


@rules
def may_command(state: State, space: int) -> bool:
    """Any placed Agent, wherever abilities reach."""
    here = space < 5 * N_CITY or state.options.abilities_reach_locations
    return here and is_agent(state.spaces[space])


@rules
def agents_out(state: State) -> int:
    """How many Agents Alpha could swap."""
    number = 0
    for space in range(SPACES):
        number += may_command(state, space)
    return number


@rules
def legal_alpha(state: State, actions: Actions) -> None:
    """Two different Agents, whosever they are."""
    for space in range(SPACES):
        if may_command(state, space) and space != state.held:
            add(actions, space)


@rules
def alpha(state: State, seat: int, space: int, dice: Dice) -> None:
    """The second Agent: both change places."""
    if state.phase == Phase.ALPHA:
        state.held = space
        state.phase = Phase.ALPHA_WITH
        return
    first = state.spaces[state.held]
    tell(dice, Happened.MOVE, seat, other=first, item=state.held, amount=space, total=state.spaces[space])
    state.spaces[state.held] = state.spaces[space]
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
    return changeable(player, slot) and value(player.dice[slot]) < 6


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
def legal_robin(state: State, seat: int, actions: Actions) -> None:
    """First the die that is lowered, then the one that is raised."""
    if state.phase == Phase.ROBIN_OWN:
        for slot in range(state.players[seat].n_dice):
            if may_raise(state, seat, slot):
                add(actions, on_board(seat, slot))
        return
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_lower(state, seat, other, slot):
                add(actions, on_board(other, slot))


@rules
def robin(state: State, seat: int, place: int, dice: Dice) -> None:
    """Robin Hood: one from a rival's die, one for an own one."""
    if state.phase == Phase.ROBIN:
        state.held = place
        state.phase = Phase.ROBIN_OWN
        return
    step(state, seat, state.held, -1, Happened.ROBIN, dice)
    step(state, seat, place, 1, Happened.ROBIN, dice)
    state.held = NOBODY
    state.phase = Phase.ACTED


# --- T4 and T5


@rules
def acted(state: State) -> None:
    """The Action is done; the Hollows may adapt if it swapped what is theirs."""
    state.window = Window.END
    if state.woken != NOBODY and any_changeable(state.players[state.woken]):
        state.asked = state.woken
        state.woken = NOBODY
        state.phase = Phase.ADAPT
    else:
        state.phase = Phase.WINDING_UP


@rules
def legal_adapting(state: State, seat: int, actions: Actions) -> None:
    """One own die goes up or down by one, within 1 to 6 (M-23)."""
    player = state.players[seat]
    for slot in range(player.n_dice):
        if changeable(player, slot):
            if value(player.dice[slot]) > 1:
                add(actions, ADAPT + 2 * slot)
            if value(player.dice[slot]) < 6:
                add(actions, ADAPT + 2 * slot + 1)
    add(actions, PASS)


@rules
def adapt(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Hollows' reply."""
    if action != PASS:
        which = action - ADAPT
        step(state, seat, on_board(seat, which // 2), 1 if which % 2 else -1, Happened.ADAPT, dice)
    state.asked = NOBODY
    state.phase = Phase.WINDING_UP


@rules
def wind_up(state: State) -> None:
    """The last window opens if there is anything to do in it; else the turn is over."""
    state.window = Window.END
    seat = state.player
    state.phase = Phase.END if ready(state, seat) or tokens_ready(state, seat) else Phase.TURN_ENDED


@rules
def legal_end(state: State, seat: int, actions: Actions) -> None:
    """Abilities and tokens, or the end of the turn."""
    legal_abilities(state, seat, actions)
    add(actions, END)
