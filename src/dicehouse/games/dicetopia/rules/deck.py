"""The Mission deck as far as it is known, and who holds what (sections 1.4 and 5)."""

from __future__ import annotations

from dicehouse.kit.bits import bits, nth_bit
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, below, reveal

from .state import NOBODY, Faction, Phase, State


@rules
def any_of(mask: int, dice: Dice) -> int:
    """One of a set, by lot."""
    return nth_bit(mask, below(dice, bits(mask)))


@rules
def deck_size(state: State) -> int:
    """Missions that can be drawn."""
    total = state.n_top + bits(state.rest)
    for seat in range(state.n_players):
        total += bits(state.players[seat].returned)
    return total


@rules
def draw_mission(state: State, seat: int, dice: Dice) -> int:
    """Take the next Mission into the hand: the one on top if it is known, else any of those whose order nobody knows.

    What was put under the deck comes last, and is shuffled first (R-49). No game has come to that yet.
    """
    reveal(dice)
    if state.n_top > 0:
        state.n_top -= 1
        mission = state.top[state.n_top]
        state.top[state.n_top] = 0
    else:
        if state.rest == 0:
            for other in range(state.n_players):
                state.rest |= state.players[other].returned
                state.players[other].returned = 0
        mission = any_of(state.rest, dice)
        state.rest &= ~(1 << mission)
    state.players[seat].hand |= 1 << mission
    state.players[seat].drew = True
    return mission


@rules
def put_under(state: State, seat: int, mission: int) -> None:
    """A Mission of the hand goes under the deck, face down."""
    state.players[seat].hand &= ~(1 << mission)
    state.players[seat].returned |= 1 << mission


@rules
def put_on_top(state: State, seat: int, mission: int) -> None:
    """A Mission of the hand goes on top of the deck."""
    state.players[seat].hand &= ~(1 << mission)
    state.top[state.n_top] = mission
    state.n_top += 1
    state.top_seat = seat


# --- for a seat that does not know all of it


@rules
def redeal_missions(state: State, seat: int, dice: Dice) -> None:
    """Deal anew what a seat can't know: other hands, what was given back, and the order of the deck."""
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
    given = 1 << gave if gave != NOBODY and state.phase != Phase.MISSIONS else 0
    for other in range(state.n_players):
        if other != seat and not state.players[other].drew:
            pool = deal_hand(state, other, pool, given, dice)
    for other in range(state.n_players):
        if other != seat and state.players[other].drew:
            pool = deal_hand(state, other, pool, 0, dice)
    if hides_top:
        for i in range(state.n_top):
            state.top[i] = any_of(pool, dice)
            pool &= ~(1 << state.top[i])
    state.rest = pool


@rules
def deal_hand(state: State, other: int, pool: int, never: int, dice: Dice) -> int:
    """Give a player as many Missions as it has, in hand and under the deck; returns what is left of the pool."""
    player = state.players[other]
    in_hand, under = bits(player.hand), bits(player.returned)
    player.hand = player.returned = 0
    for _ in range(in_hand):
        mission = any_of(pool & ~never, dice)
        player.hand |= 1 << mission
        pool &= ~(1 << mission)
    for _ in range(under):
        mission = any_of(pool, dice)
        player.returned |= 1 << mission
        pool &= ~(1 << mission)
    if player.gave != NOBODY:
        player.gave = any_of(player.hand if state.phase == Phase.MISSIONS else pool, dice)
    if player.left != NOBODY:
        player.left = any_of(player.hand, dice)
    return pool


@rules
def keeps_all(state: State, seat: int) -> bool:
    """Centauri Bureau keeps its third Mission."""
    return state.players[seat].faction == Faction.CENTAURI
