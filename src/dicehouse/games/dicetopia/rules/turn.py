"""A turn in its order: windows T0 to T5, and the piece that is placed (section 2)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .abilities import legal_abilities, ready, use_ability
from .actions import step
from .board import accepts, any_changeable, area_of, changeable, dice_in, on_board, value
from .codes import (
    ADAPT,
    AREA,
    BREAK_OUT,
    CANCEL,
    END,
    LAST_RESORT,
    PASS,
    PLACE,
    PLAY_ON,
    TENTACLE_OUT,
)
from .domination import scenario
from .instead import may_replace
from .scenarios import ACTION, CLOSED
from .state import (
    AGENT,
    FACES,
    N_CITY,
    NOBODY,
    ROUNDS,
    SPACES,
    TENTACLE,
    THUG,
    Faction,
    Happened,
    Phase,
    State,
    Window,
)
from .tokens import tokens_ready

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
def legal_skip(state: State, seat: int, actions: Actions) -> None:
    """Roamers: save this turn or take it."""
    add(actions, LAST_RESORT)
    add(actions, PLAY_ON)


@rules
def decide_skip(state: State, seat: int, action: int, dice: Dice) -> None:
    """Only if the turn is taken is there anything to hypnotise."""
    if action == LAST_RESORT:
        skip(state, seat, dice)
    else:
        before_turn(state)


@rules
def skip(state: State, seat: int, dice: Dice) -> None:
    """The turn is saved for after the last round (R-03)."""
    state.players[seat].used = True
    state.saved = seat
    tell(dice, Happened.SKIP, seat)
    state.phase = Phase.TURN_ENDED


@rules
def legal_hypnosis(state: State, seat: int, actions: Actions) -> None:
    """Any Neighbourhood where a piece could be sent."""
    for area in range(N_CITY):
        if dice_in(state, area) > 0 and not closed(state, area):
            add(actions, AREA.of(area))
    add(actions, PASS)


@rules
def hypnotise(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Neighbourhood of this turn is named, or not."""
    if action != PASS:
        state.players[seat].used = True
        state.hypnosis = AREA.area(action)
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
def open_to(state: State, space: int) -> bool:
    """Whether a piece may be sent there in this turn; under Hypnosis only to the Neighbourhood that was named."""
    area = area_of(space)
    return accepts(state, space) and (state.hypnosis == NOBODY or state.hypnosis == area) and not closed(state, area)


@rules
def legal_places(state: State, seat: int, actions: Actions) -> None:
    """Every die that a piece may be sent to."""
    for space in range(SPACES):
        if open_to(state, space):
            add(actions, PLACE.of(space))


@rules
def legal_turn(state: State, seat: int, actions: Actions) -> None:
    """T1: send an Agent, or take another piece; abilities and tokens; the Roamers may still save the turn."""
    player = state.players[seat]
    if player.agents > 0:
        legal_places(state, seat, actions)
    if player.thug:
        add(actions, BREAK_OUT)
    if player.tentacle:
        add(actions, TENTACLE_OUT)
    if state.fresh and may_skip(state, seat) and state.hypnosis == NOBODY and hypnotist(state) == NOBODY:
        add(actions, LAST_RESORT)
    legal_abilities(state, seat, actions)


@rules
def take_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """T1 and T2: an Agent goes at once; for another piece the place is asked."""
    if action == LAST_RESORT:
        skip(state, seat, dice)
        return
    state.fresh = False
    if action in PLACE:
        send(state, seat, AGENT, PLACE.place(action), dice)
    elif action in (BREAK_OUT, TENTACLE_OUT):
        state.piece = THUG if action == BREAK_OUT else TENTACLE
        state.phase = Phase.PLACE
    else:
        use_ability(state, seat, action, dice)


@rules
def place_piece(state: State, seat: int, action: int, dice: Dice) -> None:
    """T2: where the piece goes that was chosen."""
    send(state, seat, state.piece, PLACE.place(action), dice)


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
def legal_cancelling(state: State, seat: int, actions: Actions) -> None:
    """Banxa: cancel the Action or let it pass."""
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
        if not may_replace(state, state.player):
            state.phase = Phase.ACTED


# --- T2b and T3: the Action, or what replaces it


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
                add(actions, ADAPT.of(slot, False))
            if value(player.dice[slot]) < FACES:
                add(actions, ADAPT.of(slot, True))
    add(actions, PASS)


@rules
def adapt(state: State, seat: int, action: int, dice: Dice) -> None:
    """The Hollows' reply."""
    if action != PASS:
        place, by = on_board(seat, ADAPT.slot(action)), 1 if ADAPT.up(action) else -1
        step(state, seat, place, by, Happened.ADAPT, dice)
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


@rules
def end_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """T5: the end, or an ability or token before it."""
    if action == END:
        state.phase = Phase.TURN_ENDED
    else:
        use_ability(state, seat, action, dice)
