"""End the game and do the final scoring (section 8)."""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.dice import Dice, log_event, log_face

from .board import side_of
from .combos import best_combo, combo_dice, combo_value
from .sides import colour_count, count_zone, event_seat
from .state import BARON, KINDS, MAX_PLAYERS, N_COLOURS, N_FACES, NO_SEAT, Colour, EventKind, Phase, State

MAJORITY = 3
SHARED = 1


@rules
def finish_game(state: State, dice: Dice) -> None:
    """Do the last transfers, score the majorities, and find the winner."""
    for side in range(state.n_sides):
        last_transfer(state, side, dice)
    for colour in range(N_COLOURS):
        if colour != Colour.WHITE or state.teams or state.options.white_majority:
            majority(state, colour, dice)
    log_event(dice, EventKind.FINAL, NO_SEAT, item=state.teams, total=state.solo)
    for side in range(state.n_sides):
        log_face(dice, state.sides[side].vp)
    decide_winner(state, dice)
    state.player = NO_SEAT
    state.phase = Phase.OVER


@rules
def last_transfer(state: State, side: int, dice: Dice) -> None:
    """Transfer the whole Capture zone; its best combo counts, and no effect does (step 1, S26)."""
    here = state.sides[side]
    count, kinds = local_array(KINDS), local_array(N_FACES)
    count_zone(state, side, count)
    best = best_combo(state.options, count)
    size = combo_dice(best, kinds) if best else 0
    points = combo_value(state.options, size)
    state.final_combo[side] = points
    here.vp += points
    log_event(
        dice, EventKind.FINAL_COMBO, event_seat(state, side), other=side, item=here.n_zone, amount=points, total=here.vp
    )
    log_face(dice, state.teams)
    for i in range(size):
        log_face(dice, kinds[i])
    for i in range(here.n_zone):
        here.spirit[here.zone[i]] += 1
        here.zone[i] = 0
    here.n_zone = 0


@rules
def majority_points(state: State, colour: int, out: Any) -> None:
    """Write each side's points for a colour's majority: 3 for the most dice, 1 each if shared, none without dice (step
    2, S17).
    """
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
    """Add the points of a colour's majority to the totals."""
    points = local_array(MAX_PLAYERS)
    majority_points(state, colour, points)
    log_event(dice, EventKind.MAJORITY, NO_SEAT, other=state.teams, item=colour, amount=state.n_sides, total=state.solo)
    for side in range(state.n_sides):
        state.sides[side].vp += points[side]
        log_face(dice, colour_count(state, side, colour))
    for side in range(state.n_sides):
        log_face(dice, points[side])


@rules
def decide_winner(state: State, dice: Dice) -> None:
    """Find the winner: most points; on a tie the side that started the end, otherwise the first after it (step 3). In
    solo, you must have more than the Baron (11.2).
    """
    best = state.trigger
    for i in range(1, state.n_players):
        seat = (state.trigger + i) % state.n_players
        if state.sides[side_of(state, seat)].vp > state.sides[side_of(state, best)].vp:
            best = seat
    state.winner = side_of(state, best)
    if state.solo and state.sides[0].vp <= state.sides[BARON].vp:
        state.winner = NO_SEAT
        log_event(dice, EventKind.LOST, 0, amount=state.sides[0].vp, total=state.sides[BARON].vp)
    else:
        log_event(dice, EventKind.WIN, state.winner, amount=state.teams, total=state.sides[state.winner].vp)
