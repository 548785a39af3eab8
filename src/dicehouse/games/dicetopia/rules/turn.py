"""Run a turn in order: windows T0 to T5, and the piece that is placed (section 2)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .abilities import ability_ready, legal_abilities, use_ability
from .action_codes import ADAPT, AREA, BREAK_OUT, CANCEL, END, LAST_RESORT, PASS, PLACE, PLAY_ON, TENTACLE_OUT
from .action_replacements import may_replace
from .area_actions import step_die
from .board import accepts, any_changeable, area_of, changeable, dice_in, on_board, value
from .domination import scenario_value
from .protection_tokens import tokens_ready
from .scenarios import ACTION, CLOSED
from .state import (
    AGENT,
    FACES,
    N_CITY,
    NO_AREA,
    NO_PLACE,
    NO_SEAT,
    ROUNDS,
    SPACES,
    TENTACLE,
    THUG,
    EventKind,
    Faction,
    Phase,
    State,
    Window,
)

# --- T0: the next player, the Roamers, Hypnosis


@rules
def begin_turn(state: State, dice: Dice) -> None:
    """Begin a turn; the Roamers decide first if they take it (R-26)."""
    seat = state.player
    state.turn += 1
    state.window = Window.START
    state.fresh = True
    state.transcending = state.cancelled = False
    state.entered = state.doing = state.hypnosis = NO_AREA
    state.held = NO_PLACE
    state.woken = state.asked = NO_SEAT
    state.cubes = state.rerolled = 0
    state.players[seat].moved = 0
    log_event(dice, EventKind.TURN, seat, item=state.last, amount=state.turn)
    if may_skip(state, seat) and hypnotist(state) != NO_SEAT:
        state.phase = Phase.SKIP
    else:
        before_turn(state)


@rules
def before_turn(state: State) -> None:
    """Ask the player who may hypnotise, once, before anything else of the turn (M-18)."""
    state.asked = hypnotist(state)
    state.phase = Phase.TURN if state.asked == NO_SEAT else Phase.HYPNOSIS


@rules
def may_skip(state: State, seat: int) -> bool:
    """Return True if the seat may skip by Last Resort: once, and not the turn that was saved."""
    player = state.players[seat]
    return player.faction == Faction.ROAMERS and not player.used and not state.last


@rules
def hypnotist(state: State) -> int:
    """Return the seat that could hypnotise the current player, or NO_SEAT."""
    for seat in range(state.n_players):
        if seat != state.player and state.players[seat].faction == Faction.PERCEPTIONEERS:
            return NO_SEAT if state.players[seat].used else seat
    return NO_SEAT


@rules
def legal_skip(state: State, seat: int, actions: Actions) -> None:
    """Roamers: list saving this turn and taking it."""
    add_action(actions, LAST_RESORT)
    add_action(actions, PLAY_ON)


@rules
def decide_saved_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """Roamers: save the turn or take it; only a turn that is taken can be hypnotised."""
    if action == LAST_RESORT:
        save_turn(state, seat, dice)
    else:
        before_turn(state)


@rules
def save_turn(state: State, seat: int, dice: Dice) -> None:
    """Save the turn for after the last round (R-03)."""
    state.players[seat].used = True
    state.saved = seat
    log_event(dice, EventKind.SKIP, seat)
    state.phase = Phase.TURN_ENDED


@rules
def legal_hypnosis(state: State, seat: int, actions: Actions) -> None:
    """List any Neighbourhood where a piece could be sent."""
    for area in range(N_CITY):
        if dice_in(state, area) > 0 and not area_closed(state, area):
            add_action(actions, AREA.of(area))
    add_action(actions, PASS)


@rules
def hypnotise(state: State, seat: int, action: int, dice: Dice) -> None:
    """Name the Neighbourhood of this turn, or none."""
    if action != PASS:
        state.players[seat].used = True
        state.hypnosis = AREA.area(action)
        log_event(dice, EventKind.HYPNOSIS, seat, other=state.player, item=state.hypnosis)
    state.asked = NO_SEAT
    state.phase = Phase.TURN


@rules
def next_turn(state: State) -> None:
    """Begin the next turn: of the next player, of the next round's holder of the marker (R-13), a saved one, or the end
    (7.1).
    """
    state.player = (state.player + 1) % state.n_players
    state.phase = Phase.UPCOMING
    if state.last or (state.player == state.first and state.round == ROUNDS):
        if state.saved == NO_SEAT or state.last:
            state.phase = Phase.GAME_ENDS
            return
        state.last = True
        state.round = ROUNDS + 1
        state.player = state.saved


@rules
def begin_round(state: State, dice: Dice) -> None:
    """Begin the next round with the holder of the marker."""
    if state.player == state.first and not state.last:
        state.round += 1
        state.first = state.player = state.marker
        log_event(dice, EventKind.ROUND, state.first, amount=state.round)


# --- T1 and T2: the piece


@rules
def area_closed(state: State, area: int) -> bool:
    """Return True if the scenario closes the area."""
    return scenario_value(state, CLOSED) >> area & 1 == 1


@rules
def open_to(state: State, space: int) -> bool:
    """Return True if a piece may be sent to this space in this turn; under Hypnosis only in the named Neighbourhood."""
    area = area_of(space)
    return (
        accepts(state, space) and (state.hypnosis == NO_AREA or state.hypnosis == area) and not area_closed(state, area)
    )


@rules
def legal_places(state: State, seat: int, actions: Actions) -> None:
    """List every die that a piece may be sent to."""
    for space in range(SPACES):
        if open_to(state, space):
            add_action(actions, PLACE.of(space))


@rules
def legal_turn(state: State, seat: int, actions: Actions) -> None:
    """T1: list sending an Agent, or taking another piece; abilities and tokens; the Roamers may still save the turn."""
    player = state.players[seat]
    if player.agents > 0:
        legal_places(state, seat, actions)
    if player.thug:
        add_action(actions, BREAK_OUT)
    if player.tentacle:
        add_action(actions, TENTACLE_OUT)
    if state.fresh and may_skip(state, seat) and state.hypnosis == NO_AREA and hypnotist(state) == NO_SEAT:
        add_action(actions, LAST_RESORT)
    legal_abilities(state, seat, actions)


@rules
def take_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """T1 and T2: send an Agent at once; for another piece ask for the place."""
    if action == LAST_RESORT:
        save_turn(state, seat, dice)
        return
    state.fresh = False
    if action in PLACE:
        send_piece(state, seat, AGENT, PLACE.place(action), dice)
    elif action in (BREAK_OUT, TENTACLE_OUT):
        state.piece = THUG if action == BREAK_OUT else TENTACLE
        state.phase = Phase.PLACE
    else:
        use_ability(state, seat, action, dice)


@rules
def place_piece(state: State, seat: int, action: int, dice: Dice) -> None:
    """T2: place the chosen piece."""
    send_piece(state, seat, state.piece, PLACE.place(action), dice)


@rules
def send_piece(state: State, seat: int, piece: int, space: int, dice: Dice) -> None:
    """T2: swap a piece and a die; from the prison, the die goes into it (2.2)."""
    player = state.players[seat]
    die = state.spaces[space]
    log_event(dice, EventKind.SEND, seat, other=piece, item=space, amount=die, total=player.n_dice)
    state.spaces[space] = piece + seat
    if piece == THUG:
        player.thug = False
        state.prison[state.n_prison] = die
        state.n_prison += 1
        log_event(dice, EventKind.BREAK_OUT, seat, item=die)
    else:
        player.dice[player.n_dice] = die
        player.n_dice += 1
        if piece == TENTACLE:
            player.tentacle = False
        else:
            player.agents -= 1
    enter_area(state, area_of(space))


@rules
def enter_area(state: State, area: int) -> None:
    """Continue with the Action of the area, if it has one (R-12)."""
    state.fresh = False
    state.window = Window.PLACED
    state.entered = area
    state.doing = scenario_value(state, ACTION + area)
    if state.doing == NO_AREA:
        state.phase = Phase.WINDING_UP
        return
    state.asked = canceller(state)
    state.phase = Phase.ACTION if state.asked == NO_SEAT else Phase.CANCEL


@rules
def canceller(state: State) -> int:
    """Return the seat of Banxa Corporation, if it may cancel this Action (R-25), or NO_SEAT."""
    for seat in range(state.n_players):
        if seat != state.player and state.players[seat].faction == Faction.BANXA:
            return NO_SEAT if state.players[seat].used else seat
    return NO_SEAT


@rules
def legal_cancelling(state: State, seat: int, actions: Actions) -> None:
    """Banxa: list cancelling the Action and letting it pass."""
    add_action(actions, CANCEL)
    add_action(actions, PASS)


@rules
def cancel_action(state: State, seat: int, action: int, dice: Dice) -> None:
    """Cancel the Action, or let it pass; its replacements can't be cancelled."""
    state.asked = NO_SEAT
    state.phase = Phase.ACTION
    if action == CANCEL:
        state.players[seat].used = True
        state.cancelled = True
        log_event(dice, EventKind.CANCEL, seat, other=state.player)
        if not may_replace(state, state.player):
            state.phase = Phase.ACTED


# --- T2b and T3: the Action, or its replacement


# --- T4 and T5


@rules
def finish_action(state: State) -> None:
    """End the Action; the Hollows may adapt if it swapped a thing of theirs."""
    state.window = Window.END
    if state.woken != NO_SEAT and any_changeable(state.players[state.woken]):
        state.asked = state.woken
        state.woken = NO_SEAT
        state.phase = Phase.ADAPT
    else:
        state.phase = Phase.WINDING_UP


@rules
def legal_adapting(state: State, seat: int, actions: Actions) -> None:
    """List turning one own die up or down by one, within 1 to 6 (M-23)."""
    player = state.players[seat]
    for slot in range(player.n_dice):
        if changeable(player, slot):
            if value(player.dice[slot]) > 1:
                add_action(actions, ADAPT.of(slot, False))
            if value(player.dice[slot]) < FACES:
                add_action(actions, ADAPT.of(slot, True))
    add_action(actions, PASS)


@rules
def adapt_die(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out the Hollows' answer."""
    if action != PASS:
        place, by = on_board(seat, ADAPT.slot(action)), 1 if ADAPT.up(action) else -1
        step_die(state, seat, place, by, EventKind.ADAPT, dice)
    state.asked = NO_SEAT
    state.phase = Phase.WINDING_UP


@rules
def open_end_window(state: State) -> None:
    """Open the last window if there is anything to do in it; otherwise end the turn."""
    state.window = Window.END
    seat = state.player
    state.phase = Phase.END if ability_ready(state, seat) or tokens_ready(state, seat) else Phase.TURN_ENDED


@rules
def legal_end(state: State, seat: int, actions: Actions) -> None:
    """List abilities and tokens, and the end of the turn."""
    legal_abilities(state, seat, actions)
    add_action(actions, END)


@rules
def end_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """T5: end the turn, or use an ability or token before it."""
    if action == END:
        state.phase = Phase.TURN_ENDED
    else:
        use_ability(state, seat, action, dice)
