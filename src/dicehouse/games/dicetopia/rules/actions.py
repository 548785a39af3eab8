"""The Actions of Neighbourhoods and Locations: what may be chosen, and what it does (sections 3.1 to 3.5)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, roll, tell

from .board import (
    any_changeable,
    any_swappable,
    at,
    changeable,
    city_die_outside,
    exchange,
    guarded,
    is_agent,
    is_die,
    match,
    neighbourhood_of,
    on_board,
    owner,
    put,
    seat_of,
    slot_of,
    swappable,
    value,
    with_value,
)
from .codes import CARD, DRAW, FIGHT, MISSION, PLACE, SEAT, UNPROTECT, VALUE
from .deck import draw_mission, put_under
from .dome import match_card, reroll_card
from .state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    FACES,
    MAGMACORIUM,
    N_CARD,
    NOBODY,
    SLOTS,
    Area,
    Faction,
    Happened,
    Phase,
    State,
)

REBALANCED = 1


# --- which of them is possible at all


@rules
def possible(state: State, seat: int, area: int) -> bool:
    """Whether the Action of an area has a legal way to be done by `seat` (R-10)."""
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
    return area != NOBODY


@rules
def any_reroll(state: State, seat: int) -> bool:
    """Whether the Gugu Airforce finds any die."""
    for place in range(CITY_SPACES):
        if may_reroll(state, seat, place):
            return True
    for place in range(BOARD, BOARD + SLOTS * state.n_players):
        if may_reroll(state, seat, place):
            return True
    return False


@rules
def may_reroll(state: State, seat: int, place: int) -> bool:
    """A die of the City or of a board, no Magmacorium die, not protected; the rebalanced text leaves others' alone."""
    if not rerollable(state, place):
        return False
    return place < BOARD or seat_of(place) == seat or state.options.neighbourhood_text != REBALANCED


@rules
def rerollable(state: State, place: int) -> bool:
    """What may be rerolled at all (2.4)."""
    if place < BOARD:
        return 1 <= state.spaces[place] < MAGMACORIUM
    return swappable(state.players[seat_of(place)], slot_of(place))


# --- the first choice


@rules
def may_begin(state: State, seat: int, area: int, place: int) -> bool:
    """Whether this may be the first of the two things that an Action swaps."""
    if area == Area.WASTE:
        piece = state.spaces[place]
        own = state.options.neighbourhood_text != REBALANCED or piece == AGENT + seat
        return is_agent(piece) and own and city_die_outside(state, neighbourhood_of(place))
    if area == Area.CONGRESS:
        return is_die(state.spaces[place]) and city_die_outside(state, neighbourhood_of(place))
    other, slot = seat_of(place), slot_of(place)
    if not swappable(state.players[other], slot):
        return False
    die = at(state, place)
    if area == Area.NETHAL:
        return other == seat and any_partner(state, seat, die)
    return (other == seat or state.options.observatory_advanced) and any_city_die(state, die)


@rules
def matching_only(state: State, area: int) -> bool:
    """Whether the two dice have to match in colour or value (3.1 advanced, 3.2)."""
    if area == Area.BANK and state.options.observatory_advanced:
        return True
    return state.options.neighbourhood_text == REBALANCED


@rules
def any_city_die(state: State, die: int) -> bool:
    """Whether the City holds a die that the Observatory Bank would swap with this one."""
    for space in range(CITY_SPACES):
        if goes_with(state, Area.BANK, die, state.spaces[space]):
            return True
    return False


@rules
def any_partner(state: State, seat: int, die: int) -> bool:
    """Whether another player has a die that the Nethal Syndicate would swap with this one."""
    for other in range(state.n_players):
        if other != seat:
            for slot in range(state.players[other].n_dice):
                if swappable(state.players[other], slot) and goes_with(
                    state, Area.NETHAL, die, state.players[other].dice[slot]
                ):
                    return True
    return False


@rules
def goes_with(state: State, area: int, die: int, thing: int) -> bool:
    """Whether a die may be swapped with what lies there."""
    return is_die(thing) and (match(die, thing) or not matching_only(state, area))


@rules
def legal_action(state: State, seat: int, area: int, actions: Actions) -> None:
    """The first choices of an area's Action."""
    if area == Area.AGENCY:
        add(actions, DRAW)
    elif area == Area.GUGU:
        legal_rerolls(state, seat, actions)
    elif area == Area.WASTE or area == Area.CONGRESS:
        for space in range(CITY_SPACES):
            if may_begin(state, seat, area, space):
                add(actions, PLACE.of(space))
    elif area == Area.BANK or area == Area.NETHAL:
        for other in range(state.n_players):
            for slot in range(state.players[other].n_dice):
                if may_begin(state, seat, area, on_board(other, slot)):
                    add(actions, PLACE.of(on_board(other, slot)))
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
    """Every die that the Gugu Airforce may roll."""
    for place in range(CITY_SPACES):
        if may_reroll(state, seat, place):
            add(actions, PLACE.of(place))
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            if may_reroll(state, seat, on_board(other, slot)):
                add(actions, PLACE.of(on_board(other, slot)))


@rules
def legal_changes(state: State, seat: int, actions: Actions) -> None:
    """Own dice whose value may be set."""
    player = state.players[seat]
    for slot in range(player.n_dice):
        if changeable(player, slot):
            add(actions, PLACE.of(on_board(seat, slot)))


@rules
def legal_fight(state: State, seat: int, actions: Actions) -> None:
    """Dice of the Blood Dome Card that were not rerolled yet, and the fight (3.5)."""
    for i in range(N_CARD):
        if state.rerolled >> i & 1 == 0:
            add(actions, CARD.of(i))
    add(actions, FIGHT)


@rules
def legal_favours(state: State, seat: int, actions: Actions) -> None:
    """Ravin Sanctuary: the marker to anybody (R-48), or a Protection Token (M-20)."""
    for other in range(state.n_players):
        add(actions, SEAT.of(other))
    player = state.players[seat]
    if state.tokens > 0:
        for slot in range(player.n_dice):
            if player.protected >> slot & 1 == 0:
                add(actions, PLACE.of(on_board(seat, slot)))


@rules
def legal_removals(state: State, seat: int, area: int, actions: Actions) -> None:
    """Advanced protection: tokens of others on dice that this Action could take otherwise (R-16, M-05)."""
    for other in range(state.n_players):
        if other != seat:
            for slot in range(state.players[other].n_dice):
                if guarded(state.players[other], slot) and could_take(state, seat, area, on_board(other, slot)):
                    add(actions, UNPROTECT.of(other, slot))


@rules
def could_take(state: State, seat: int, area: int, place: int) -> bool:
    """Whether the Action could have chosen that die of another player if it were not protected."""
    if area == Area.GUGU:
        return state.options.neighbourhood_text != REBALANCED
    if area == Area.BANK:
        return state.options.observatory_advanced and any_city_die(state, at(state, place))
    if area != Area.NETHAL or not any_swappable(state.players[seat]):
        return False
    own = state.players[seat]
    for slot in range(own.n_dice):
        if swappable(own, slot) and goes_with(state, area, own.dice[slot], at(state, place)):
            return True
    return False


# --- the second choice


@rules
def legal_second(state: State, seat: int, actions: Actions) -> None:
    """What the first choice may change places with."""
    area, held = state.doing, state.held
    if area == Area.NETHAL:
        for other in range(state.n_players):
            if other != seat:
                legal_partners(state, other, actions)
        return
    for space in range(CITY_SPACES):
        if area == Area.BANK:
            if goes_with(state, area, at(state, held), state.spaces[space]):
                add(actions, PLACE.of(space))
        elif is_die(state.spaces[space]) and neighbourhood_of(space) != neighbourhood_of(held):
            add(actions, PLACE.of(space))


@rules
def legal_partners(state: State, other: int, actions: Actions) -> None:
    """Dice of another player that the Nethal Syndicate would swap with the one that is held."""
    for slot in range(state.players[other].n_dice):
        if swappable(state.players[other], slot) and goes_with(
            state, Area.NETHAL, at(state, state.held), state.players[other].dice[slot]
        ):
            add(actions, PLACE.of(on_board(other, slot)))


# --- doing them


@rules
def begin_action(state: State, seat: int, action: int, dice: Dice) -> None:
    """The first choice of an Action; the phase says afterwards whether there is a second one."""
    area = state.doing
    if action in UNPROTECT:
        remove_token(state, seat, UNPROTECT.seat(action), UNPROTECT.slot(action), dice)
    elif area == Area.AGENCY:
        tell(dice, Happened.DRAW, seat)
        tell(dice, Happened.DREW, seat, item=draw_mission(state, seat, dice))
        state.phase = Phase.RETURN
    elif area == Area.GUGU:
        reroll(state, seat, PLACE.place(action), dice)
        state.phase = Phase.ACTED
    elif area == Area.DOME:
        fight(state, seat, action, dice)
    elif area == Area.RAVIN:
        favour(state, seat, action, dice)
    elif area == Area.MARKET:
        state.back = Phase.ACTED
        hold(state, PLACE.place(action), Phase.VALUE)
    else:
        hold(state, PLACE.place(action), Phase.SECOND)


@rules
def hold(state: State, place: int, phase: int) -> None:
    """Remember what was chosen first, and ask for what belongs to it."""
    state.held = place
    state.phase = phase


@rules
def legal_values(state: State, seat: int, actions: Actions) -> None:
    """Any value; the one that the die shows is legal too (M-23)."""
    for face in range(1, FACES + 1):
        add(actions, VALUE.of(face))


@rules
def reroll(state: State, seat: int, place: int, dice: Dice) -> None:
    """Roll a die where it lies."""
    was = at(state, place)
    die = with_value(was, roll(dice))
    put(state, place, die)
    tell(dice, Happened.REROLL, seat, other=was, item=place, amount=die)


@rules
def return_mission(state: State, seat: int, action: int, dice: Dice) -> None:
    """Agency: a card of the hand goes under the deck."""
    mission = MISSION.mission(action)
    put_under(state, seat, mission)
    tell(dice, Happened.RETURN, seat)
    tell(dice, Happened.RETURNED, seat, item=mission)
    state.phase = Phase.ACTED


@rules
def fight(state: State, seat: int, action: int, dice: Dice) -> None:
    """Blood Dome: reroll dice of its card, one after another, then count the matches (3.5)."""
    if action == FIGHT:
        match_card(state, seat, dice)
        state.phase = Phase.ACTED
    else:
        reroll_card(state, seat, CARD.die(action), dice)
        state.phase = Phase.DOME


@rules
def favour(state: State, seat: int, action: int, dice: Dice) -> None:
    """Ravin Sanctuary."""
    if action in SEAT:
        give_marker(state, seat, SEAT.seat(action), dice)
    else:
        take_token(state, seat, PLACE.place(action), dice)
    state.phase = Phase.ACTED


@rules
def give_marker(state: State, seat: int, to: int, dice: Dice) -> None:
    """Say who begins the next round."""
    tell(dice, Happened.FLAG, seat, other=to, total=state.marker)
    state.marker = to


@rules
def take_token(state: State, seat: int, place: int, dice: Dice) -> None:
    """A token from the supply is laid on one of your dice."""
    slot = slot_of(place)
    state.tokens -= 1
    state.players[seat].protected |= 1 << slot
    state.players[seat].moved |= 1 << slot
    tell(dice, Happened.PROTECT, seat, item=place, amount=at(state, place))


@rules
def remove_token(state: State, seat: int, other: int, slot: int, dice: Dice) -> None:
    """A token of another player goes back to the supply, and that was the Action (R-16)."""
    state.players[other].protected &= ~(1 << slot)
    state.players[other].moved &= ~(1 << slot)
    state.tokens += 1
    tell(dice, Happened.UNPROTECT, seat, item=on_board(other, slot), amount=state.players[other].dice[slot])
    state.phase = Phase.ACTED


@rules
def finish_swap(state: State, seat: int, action: int, dice: Dice) -> None:
    """The second choice: both things change places (2.3)."""
    held, place = state.held, PLACE.place(action)
    thing, other = at(state, held), at(state, place)
    if is_die(thing):
        tell(dice, Happened.SWAP, seat, other=thing, item=held, amount=place, total=other)
    else:
        tell(dice, Happened.MOVE, seat, other=thing, item=held, amount=place, total=other)
        wake(state, seat, owner(thing))
    if held >= BOARD:
        wake(state, seat, seat_of(held))
    if place >= BOARD:
        wake(state, seat, seat_of(place))
    exchange(state, held, place)
    state.held = NOBODY
    state.phase = Phase.ACTED


@rules
def wake(state: State, seat: int, other: int) -> None:
    """Another player's Action has swapped what is theirs: the Hollows may adapt (R-27)."""
    if other != seat and state.players[other].faction == Faction.HOLLOWS:
        state.woken = other


@rules
def set_value(state: State, seat: int, place: int, new: int, dice: Dice) -> None:
    """Turn a die to a value; the same one is legal (M-23)."""
    was = at(state, place)
    put(state, place, with_value(was, new))
    tell(dice, Happened.CHANGE, seat, other=was, item=place, amount=at(state, place))


@rules
def step(state: State, seat: int, place: int, by: int, kind: int, dice: Dice) -> None:
    """Turn a die one up or down, and say so."""
    was = at(state, place)
    put(state, place, with_value(was, value(was) + by))
    tell(dice, kind, seat, other=was, item=place, amount=at(state, place))
