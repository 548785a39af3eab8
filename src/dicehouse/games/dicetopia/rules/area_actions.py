"""List and carry out the Actions of Neighbourhoods and Locations (sections 3.1 to 3.5)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event, roll

from .action_codes import CARD, DRAW, FIGHT, MISSION, PLACE, SEAT, UNPROTECT, VALUE
from .blood_dome import match_card, reroll_card
from .board import (
    any_changeable,
    any_swappable,
    changeable,
    city_die_outside,
    dice_match,
    exchange,
    guarded,
    is_agent,
    is_die,
    neighbourhood_of,
    on_board,
    owner,
    put,
    seat_of,
    slot_of,
    swappable,
    thing_at,
    value,
    with_value,
)
from .deck import draw_mission, put_under
from .state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    FACES,
    MAGMACORIUM,
    N_CARD,
    NO_AREA,
    NO_PLACE,
    SLOTS,
    Area,
    EventKind,
    Faction,
    Phase,
    State,
)

REBALANCED = 1


# --- which Actions are possible


@rules
def action_possible(state: State, seat: int, area: int) -> bool:
    """Return True if the Action of an area has a legal way to be done by `seat` (R-10)."""
    player = state.players[seat]
    if area == Area.GUGU:
        return any_reroll(state, seat)
    if area == Area.WASTE or area == Area.CONGRESS:
        for space in range(CITY_SPACES):
            if may_begin(state, seat, area, space):
                return True
        return False
    if area == Area.BANK or area == Area.NETHAL:
        for other in range(state.n_players):
            for slot in range(state.players[other].n_dice):
                if may_begin(state, seat, area, on_board(other, slot)):
                    return True
        return False
    if area == Area.MARKET:
        return any_changeable(player)
    return area != NO_AREA


@rules
def any_reroll(state: State, seat: int) -> bool:
    """Return True if the Gugu Airforce finds any die."""
    for place in range(CITY_SPACES):
        if may_reroll(state, seat, place):
            return True
    for place in range(BOARD, BOARD + SLOTS * state.n_players):
        if may_reroll(state, seat, place):
            return True
    return False


@rules
def may_reroll(state: State, seat: int, place: int) -> bool:
    """Return True for a die of the City or of a board that is no Magmacorium die and not protected; the rebalanced text
    excludes those of others.
    """
    if not rerollable(state, place):
        return False
    return place < BOARD or seat_of(place) == seat or state.options.neighbourhood_text != REBALANCED


@rules
def rerollable(state: State, place: int) -> bool:
    """Return True if the thing at a place may be rerolled at all (2.4)."""
    if place < BOARD:
        return 1 <= state.spaces[place] < MAGMACORIUM
    return swappable(state.players[seat_of(place)], slot_of(place))


# --- the first choice


@rules
def may_begin(state: State, seat: int, area: int, place: int) -> bool:
    """Return True if this may be the first of the two things that an Action swaps."""
    if area == Area.WASTE:
        piece = state.spaces[place]
        own = state.options.neighbourhood_text != REBALANCED or piece == AGENT + seat
        return is_agent(piece) and own and city_die_outside(state, neighbourhood_of(place))
    if area == Area.CONGRESS:
        return is_die(state.spaces[place]) and city_die_outside(state, neighbourhood_of(place))
    other, slot = seat_of(place), slot_of(place)
    if not swappable(state.players[other], slot):
        return False
    die = thing_at(state, place)
    if area == Area.NETHAL:
        return other == seat and any_partner(state, seat, die)
    return (other == seat or state.options.observatory_advanced) and any_city_die(state, die)


@rules
def matching_only(state: State, area: int) -> bool:
    """Return True if the two dice have to match in colour or value (3.1 advanced, 3.2)."""
    if area == Area.BANK and state.options.observatory_advanced:
        return True
    return state.options.neighbourhood_text == REBALANCED


@rules
def any_city_die(state: State, die: int) -> bool:
    """Return True if the City holds a die that the Observatory Bank would swap with this one."""
    for space in range(CITY_SPACES):
        if can_swap_with(state, Area.BANK, die, state.spaces[space]):
            return True
    return False


@rules
def any_partner(state: State, seat: int, die: int) -> bool:
    """Return True if another player has a die that the Nethal Syndicate would swap with this one."""
    for other in range(state.n_players):
        if other != seat:
            for slot in range(state.players[other].n_dice):
                if swappable(state.players[other], slot) and can_swap_with(
                    state, Area.NETHAL, die, state.players[other].dice[slot]
                ):
                    return True
    return False


@rules
def can_swap_with(state: State, area: int, die: int, thing: int) -> bool:
    """Return True if a die may be swapped with `thing`."""
    return is_die(thing) and (dice_match(die, thing) or not matching_only(state, area))


@rules
def legal_action(state: State, seat: int, area: int, actions: Actions) -> None:
    """List the first choices of an area's Action."""
    if area == Area.AGENCY:
        add_action(actions, DRAW)
    elif area == Area.GUGU:
        legal_rerolls(state, seat, actions)
    elif area == Area.WASTE or area == Area.CONGRESS:
        for space in range(CITY_SPACES):
            if may_begin(state, seat, area, space):
                add_action(actions, PLACE.of(space))
    elif area == Area.BANK or area == Area.NETHAL:
        for other in range(state.n_players):
            for slot in range(state.players[other].n_dice):
                if may_begin(state, seat, area, on_board(other, slot)):
                    add_action(actions, PLACE.of(on_board(other, slot)))
    elif area == Area.MARKET:
        legal_changes(state, seat, actions)
    elif area == Area.DOME:
        legal_fight(state, seat, actions)
    elif area == Area.RAVIN:
        legal_favours(state, seat, actions)
    if state.options.protection_advanced:
        legal_removals(state, seat, area, actions)


@rules
def legal_rerolls(state: State, seat: int, actions: Actions) -> None:
    """List every die that the Gugu Airforce may roll."""
    for place in range(CITY_SPACES):
        if may_reroll(state, seat, place):
            add_action(actions, PLACE.of(place))
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_reroll(state, seat, on_board(other, slot)):
                add_action(actions, PLACE.of(on_board(other, slot)))


@rules
def legal_changes(state: State, seat: int, actions: Actions) -> None:
    """List the own dice whose value may be set."""
    player = state.players[seat]
    for slot in range(player.n_dice):
        if changeable(player, slot):
            add_action(actions, PLACE.of(on_board(seat, slot)))


@rules
def legal_fight(state: State, seat: int, actions: Actions) -> None:
    """List the dice of the Blood Dome Card that were not rerolled yet, and the fight (3.5)."""
    for i in range(N_CARD):
        if state.rerolled >> i & 1 == 0:
            add_action(actions, CARD.of(i))
    add_action(actions, FIGHT)


@rules
def legal_favours(state: State, seat: int, actions: Actions) -> None:
    """Ravin Sanctuary: list the marker for anybody (R-48), and a Protection Token (M-20)."""
    for other in range(state.n_players):
        add_action(actions, SEAT.of(other))
    player = state.players[seat]
    if state.tokens > 0:
        for slot in range(player.n_dice):
            if player.protected >> slot & 1 == 0:
                add_action(actions, PLACE.of(on_board(seat, slot)))


@rules
def legal_removals(state: State, seat: int, area: int, actions: Actions) -> None:
    """Advanced protection: list the tokens of others on dice that this Action could take otherwise (R-16, M-05)."""
    for other in range(state.n_players):
        if other != seat:
            for slot in range(state.players[other].n_dice):
                if guarded(state.players[other], slot) and could_take(state, seat, area, on_board(other, slot)):
                    add_action(actions, UNPROTECT.of(other, slot))


@rules
def could_take(state: State, seat: int, area: int, place: int) -> bool:
    """Return True if the Action could have chosen that die of another player if it were not protected."""
    if area == Area.GUGU:
        return state.options.neighbourhood_text != REBALANCED
    if area == Area.BANK:
        return state.options.observatory_advanced and any_city_die(state, thing_at(state, place))
    if area != Area.NETHAL or not any_swappable(state.players[seat]):
        return False
    own = state.players[seat]
    for slot in range(own.n_dice):
        if swappable(own, slot) and can_swap_with(state, area, own.dice[slot], thing_at(state, place)):
            return True
    return False


# --- the second choice


@rules
def legal_second(state: State, seat: int, actions: Actions) -> None:
    """List what the first choice may be swapped with."""
    area, held = state.doing, state.held
    if area == Area.NETHAL:
        for other in range(state.n_players):
            if other != seat:
                legal_partners(state, other, actions)
        return
    for space in range(CITY_SPACES):
        if area == Area.BANK:
            if can_swap_with(state, area, thing_at(state, held), state.spaces[space]):
                add_action(actions, PLACE.of(space))
        elif is_die(state.spaces[space]) and neighbourhood_of(space) != neighbourhood_of(held):
            add_action(actions, PLACE.of(space))


@rules
def legal_partners(state: State, other: int, actions: Actions) -> None:
    """List the dice of another player that the Nethal Syndicate would swap with the held one."""
    for slot in range(state.players[other].n_dice):
        if swappable(state.players[other], slot) and can_swap_with(
            state, Area.NETHAL, thing_at(state, state.held), state.players[other].dice[slot]
        ):
            add_action(actions, PLACE.of(on_board(other, slot)))


# --- carrying them out


@rules
def begin_action(state: State, seat: int, action: int, dice: Dice) -> None:
    """Make the first choice of an Action; the phase says afterwards if there is a second one."""
    area = state.doing
    if action in UNPROTECT:
        remove_token(state, seat, UNPROTECT.seat(action), UNPROTECT.slot(action), dice)
    elif area == Area.AGENCY:
        log_event(dice, EventKind.DRAW, seat)
        log_event(dice, EventKind.DREW, seat, item=draw_mission(state, seat, dice))
        state.phase = Phase.RETURN
    elif area == Area.GUGU:
        reroll_die(state, seat, PLACE.place(action), dice)
        state.phase = Phase.ACTED
    elif area == Area.DOME:
        fight_dome(state, seat, action, dice)
    elif area == Area.RAVIN:
        take_favour(state, seat, action, dice)
    elif area == Area.MARKET:
        state.back = Phase.ACTED
        hold_choice(state, PLACE.place(action), Phase.VALUE)
    else:
        hold_choice(state, PLACE.place(action), Phase.SECOND)


@rules
def hold_choice(state: State, place: int, phase: int) -> None:
    """Hold the first choice, and ask for the second."""
    state.held = place
    state.phase = phase


@rules
def legal_values(state: State, seat: int, actions: Actions) -> None:
    """List every value; the die's present one is legal too (M-23)."""
    for face in range(1, FACES + 1):
        add_action(actions, VALUE.of(face))


@rules
def reroll_die(state: State, seat: int, place: int, dice: Dice) -> None:
    """Roll a die without moving it."""
    was = thing_at(state, place)
    die = with_value(was, roll(dice))
    put(state, place, die)
    log_event(dice, EventKind.REROLL, seat, other=was, item=place, amount=die)


@rules
def return_mission(state: State, seat: int, action: int, dice: Dice) -> None:
    """Agency: put a card of the hand under the deck."""
    mission = MISSION.mission(action)
    put_under(state, seat, mission)
    log_event(dice, EventKind.RETURN, seat)
    log_event(dice, EventKind.RETURNED, seat, item=mission)
    state.phase = Phase.ACTED


@rules
def fight_dome(state: State, seat: int, action: int, dice: Dice) -> None:
    """Blood Dome: reroll dice of its card, one after another, then count the matches (3.5)."""
    if action == FIGHT:
        match_card(state, seat, dice)
        state.phase = Phase.ACTED
    else:
        reroll_card(state, seat, CARD.die(action), dice)
        state.phase = Phase.DOME


@rules
def take_favour(state: State, seat: int, action: int, dice: Dice) -> None:
    """Ravin Sanctuary: carry out the choice."""
    if action in SEAT:
        give_marker(state, seat, SEAT.seat(action), dice)
    else:
        take_token(state, seat, PLACE.place(action), dice)
    state.phase = Phase.ACTED


@rules
def give_marker(state: State, seat: int, to: int, dice: Dice) -> None:
    """Choose who begins the next round."""
    log_event(dice, EventKind.FLAG, seat, other=to, total=state.marker)
    state.marker = to


@rules
def take_token(state: State, seat: int, place: int, dice: Dice) -> None:
    """Put a token from the supply on one of your dice."""
    slot = slot_of(place)
    state.tokens -= 1
    state.players[seat].protected |= 1 << slot
    state.players[seat].moved |= 1 << slot
    log_event(dice, EventKind.PROTECT, seat, item=place, amount=thing_at(state, place))


@rules
def remove_token(state: State, seat: int, other: int, slot: int, dice: Dice) -> None:
    """Return a token of another player to the supply, as the Action (R-16)."""
    state.players[other].protected &= ~(1 << slot)
    state.players[other].moved &= ~(1 << slot)
    state.tokens += 1
    log_event(dice, EventKind.UNPROTECT, seat, item=on_board(other, slot), amount=state.players[other].dice[slot])
    state.phase = Phase.ACTED


@rules
def finish_swap(state: State, seat: int, action: int, dice: Dice) -> None:
    """Make the second choice: both things swap places (2.3)."""
    held, place = state.held, PLACE.place(action)
    thing, other = thing_at(state, held), thing_at(state, place)
    if is_die(thing):
        log_event(dice, EventKind.SWAP, seat, other=thing, item=held, amount=place, total=other)
    else:
        log_event(dice, EventKind.MOVE, seat, other=thing, item=held, amount=place, total=other)
        wake_hollows(state, seat, owner(thing))
    if held >= BOARD:
        wake_hollows(state, seat, seat_of(held))
    if place >= BOARD:
        wake_hollows(state, seat, seat_of(place))
    exchange(state, held, place)
    state.held = NO_PLACE
    state.phase = Phase.ACTED


@rules
def wake_hollows(state: State, seat: int, other: int) -> None:
    """Note that another player's Action has swapped a thing of theirs: the Hollows may adapt (R-27)."""
    if other != seat and state.players[other].faction == Faction.HOLLOWS:
        state.woken = other


@rules
def set_value(state: State, seat: int, place: int, new: int, dice: Dice) -> None:
    """Turn a die to a value; its present one is legal (M-23)."""
    was = thing_at(state, place)
    put(state, place, with_value(was, new))
    log_event(dice, EventKind.CHANGE, seat, other=was, item=place, amount=thing_at(state, place))


@rules
def step_die(state: State, seat: int, place: int, by: int, kind: int, dice: Dice) -> None:
    """Turn a die one up or down, and log it."""
    was = thing_at(state, place)
    put(state, place, with_value(was, value(was) + by))
    log_event(dice, kind, seat, other=was, item=place, amount=thing_at(state, place))
