"""The end of the game and the final scoring (section 8)."""

from __future__ import annotations

from typing import Any

from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, show, tell

from .board import side_of
from .combos import best_combo, combo_dice, value
from .sides import colour_count, count_zone, named
from .state import BARON, KINDS, MAX_PLAYERS, N_COLOURS, N_FACES, NOBODY, Colour, Happened, Phase, State

MAJORITY = 3
SHARED = 1


@rules
def finish(state: State, dice: Dice) -> None:
    """Last transfers, majorities, the winner."""
    for side in range(state.n_sides):
        last_transfer(state, side, dice)
    for colour in range(N_COLOURS):
        if colour != Colour.WHITE or state.teams or state.options.white_majority:
            majority(state, colour, dice)
    tell(dice, Happened.FINAL, NOBODY, item=state.teams, total=state.solo)
    for side in range(state.n_sides):
        show(dice, state.sides[side].vp)
    crown(state, dice)
    state.player = NOBODY
    state.phase = Phase.OVER


@rules
def last_transfer(state: State, side: int, dice: Dice) -> None:
    """The whole Capture zone goes over; its best combo counts, and no effect does (step 1, S26)."""
    here = state.sides[side]
    count, kinds = local_array(KINDS), local_array(N_FACES)
    count_zone(state, side, count)
    best = best_combo(state.options, count)
    size = combo_dice(best, kinds) if best else 0
    points = value(state.options, size)
    state.final_combo[side] = points
    here.vp += points
    tell(dice, Happened.FINAL_COMBO, named(state, side), other=side, item=here.n_zone, amount=points, total=here.vp)
    show(dice, state.teams)
    for i in range(size):
        show(dice, kinds[i])
    for i in range(here.n_zone):
        here.spirit[here.zone[i]] += 1
        here.zone[i] = 0
    here.n_zone = 0


@rules
def majority_points(state: State, colour: int, out: Any) -> None:
    """Most dice of a colour are worth 3, shared most 1 each, none nothing (step 2, S17); written for each side."""
    most, holders = 0, 0
    for side in range(state.n_sides):
        number = colour_count(state, side, colour)
        if number > most:
            most, holders = number, 1
        elif number == most:
            holders += 1
    shared = state.options.white_tie if state.teams and colour == Colour.WHITE else SHARED
    counts = colour != Colour.WHITE or state.teams or state.options.white_majority
    for side in range(state.n_sides):
        out[side] = 0
        if counts and most > 0 and colour_count(state, side, colour) == most:
            out[side] = MAJORITY if holders == 1 else shared


@rules
def majority(state: State, colour: int, dice: Dice) -> None:
    """The points of a colour's majority join the totals."""
    points = local_array(MAX_PLAYERS)
    majority_points(state, colour, points)
    tell(dice, Happened.MAJORITY, NOBODY, other=state.teams, item=colour, amount=state.n_sides, total=state.solo)
    for side in range(state.n_sides):
        state.sides[side].vp += points[side]
        show(dice, colour_count(state, side, colour))
    for side in range(state.n_sides):
        show(dice, points[side])


@rules
def crown(state: State, dice: Dice) -> None:
    """Most points win; in a tie who started the end, else the first after them (step 3). Alone, one must have more
    than the Baron (11.2).
    """
    best = state.trigger
    for i in range(1, state.n_players):
        seat = (state.trigger + i) % state.n_players
        if state.sides[side_of(state, seat)].vp > state.sides[side_of(state, best)].vp:
            best = seat
    state.winner = side_of(state, best)
    if state.solo and state.sides[0].vp <= state.sides[BARON].vp:
        state.winner = NOBODY
        tell(dice, Happened.LOST, 0, amount=state.sides[0].vp, total=state.sides[BARON].vp)
    else:
        tell(dice, Happened.WIN, state.winner, amount=state.teams, total=state.sides[state.winner].vp)
