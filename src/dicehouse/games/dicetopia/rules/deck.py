"""Keep the Mission deck as far as it is known, and the cards of each player (sections 1.4 and 5)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits, nth_bit
from dicehouse.core.dice import Dice, below, mark_revealed

from .state import NO_MISSION, Faction, Phase, State


@rules
def draw_from_mask(mask: int, dice: Dice) -> int:
    """Return a random member of a set."""
    return nth_bit(mask, below(dice, count_bits(mask)))


@rules
def deck_size(state: State) -> int:
    """Return how many Missions can be drawn."""
    total = state.n_top + count_bits(state.rest)
    for seat in range(state.n_players):
        total += count_bits(state.players[seat].returned)
    return total


@rules
def draw_mission(state: State, seat: int, dice: Dice) -> int:
    """Draw the next Mission into the hand: the known one on top, otherwise a random one of those in unknown order.

    Missions put under the deck come last, and are shuffled first (R-49). No game has reached that yet.
    """
    mark_revealed(dice)
    if state.n_top > 0:
        state.n_top -= 1
        mission = state.top[state.n_top]
        state.top[state.n_top] = 0
    else:
        if state.rest == 0:
            for other in range(state.n_players):
                state.rest |= state.players[other].returned
                state.players[other].returned = 0
        mission = draw_from_mask(state.rest, dice)
        state.rest &= ~(1 << mission)
    state.players[seat].hand |= 1 << mission
    state.players[seat].drew = True
    return mission


@rules
def put_under(state: State, seat: int, mission: int) -> None:
    """Put a Mission of the hand under the deck, face down."""
    state.players[seat].hand &= ~(1 << mission)
    state.players[seat].returned |= 1 << mission


@rules
def put_on_top(state: State, seat: int, mission: int) -> None:
    """Put a Mission of the hand on top of the deck."""
    state.players[seat].hand &= ~(1 << mission)
    state.top[state.n_top] = mission
    state.n_top += 1
    state.top_seat = seat


# --- for a seat that does not know all cards


@rules
def resample_missions(state: State, seat: int, dice: Dice) -> None:
    """Resample what a seat can't know: other hands, Missions given back, and the order of the deck."""
    if state.phase == Phase.OVER:
        return
    pool = state.rest
    for other in range(state.n_players):
        if other != seat:
            pool |= state.players[other].hand | state.players[other].returned
    hides_top = state.n_top > 0 and state.top_seat != seat
    if hides_top:
        for i in range(state.n_top):
            pool |= 1 << state.top[i]
    gave = state.players[seat].gave
    given = 1 << gave if gave != NO_MISSION and state.phase != Phase.MISSIONS else 0
    for other in range(state.n_players):
        if other != seat and not state.players[other].drew:
            pool = deal_hand(state, other, pool, given, dice)
    for other in range(state.n_players):
        if other != seat and state.players[other].drew:
            pool = deal_hand(state, other, pool, 0, dice)
    if hides_top:
        for i in range(state.n_top):
            state.top[i] = draw_from_mask(pool, dice)
            pool &= ~(1 << state.top[i])
    state.rest = pool


@rules
def deal_hand(state: State, other: int, pool: int, never: int, dice: Dice) -> int:
    """Deal a player as many Missions as it has, in hand and under the deck; return the rest of the pool."""
    player = state.players[other]
    in_hand, under = count_bits(player.hand), count_bits(player.returned)
    player.hand = player.returned = 0
    for _ in range(in_hand):
        mission = draw_from_mask(pool & ~never, dice)
        player.hand |= 1 << mission
        pool &= ~(1 << mission)
    for _ in range(under):
        mission = draw_from_mask(pool, dice)
        player.returned |= 1 << mission
        pool &= ~(1 << mission)
    if player.gave != NO_MISSION:
        player.gave = draw_from_mask(player.hand if state.phase == Phase.MISSIONS else pool, dice)
    if player.left != NO_MISSION:
        player.left = draw_from_mask(player.hand, dice)
    return pool


@rules
def keeps_all_missions(state: State, seat: int) -> bool:
    """Return True for Centauri Bureau, which keeps its third Mission."""
    return state.players[seat].faction == Faction.CENTAURI
