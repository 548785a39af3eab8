"""Estimate a seat's chance to win from the totals, and after each way a turn may end; `sensible` chooses by it.

The totals lie in `memo`, so that asking "what if they had 1,000 less" takes one store and one call.
"""

from __future__ import annotations

from math import exp, sqrt

from dicehouse.compiler.rule_compiler import rules
from dicehouse.records.record import Array

from ..presentation.throw_offers import UNIT
from ..rules.game_end import is_over_target
from ..rules.state import COLLATERAL_STAKE, NO_SEAT, Card, State
from .odds_tables import (
    BONUS,
    CHASE,
    EXACT,
    LEADS,
    LEVELS,
    MEAN,
    MOST_TOTALS,
    NEEDS,
    OPENING,
    RACE,
    REACH,
    TOTALS,
    UNOPENED,
    VALUE,
)

COLLATERAL_CHANCE = 25494 / 46656
STEP = 500  # points by which the worth of points is measured

# Fitted to 16,000 games of `sensible`. It always plays its cards at the same times; `outlook` knows them better.
WIDTH = 1.08  # how far a turn may change a lead, in mean turns,
HELD = (0.0, 0.88, 0.53, 1.49, 0.45, 0.76)  # and what a card is worth in its hand, by card, many turns before the end
SHIELD = 0.59  # the same for Immunity
FADING = 3.0  # turns to come of which most use of a card is made


# --- the tables


@rules
def turn_value(memo: Array[float], full: int, dice: int, level: int) -> float:
    """Return the expected points of a turn with `dice` to throw at `level`, if only points count."""
    return memo[VALUE + ((full - 1) * 6 + dice - 1) * LEVELS + min(level, LEVELS - 1)]


@rules
def opening_value(memo: Array[float], dice: int, level: int) -> float:
    """Return the expected points of a turn of a player who has not opened, with the value of having opened."""
    return memo[OPENING + (dice - 1) * LEVELS + min(level, LEVELS - 1)]


@rules
def reach_chance(memo: Array[float], need: int) -> float:
    """Return the chance to set aside at least `need` points in a turn."""
    if need <= 0:
        return 1.0
    return memo[REACH + 5 * NEEDS + min((need + UNIT - 1) // UNIT, NEEDS - 1)]


# --- the chance to win


@rules
def load_totals(state: State, memo: Array[float]) -> None:
    """Load the current totals of `state` into `memo`."""
    for seat in range(state.n_players):
        memo[TOTALS + seat] = state.players[seat].total


@rules
def lower_total(memo: Array[float], seat: int, points: float) -> None:
    """Lower the total of `seat` in `memo` by `points`, but not below 0."""
    memo[TOTALS + seat] = max(0.0, memo[TOTALS + seat] - points)


@rules
def raise_total(memo: Array[float], seat: int, points: float) -> None:
    """Raise the total of `seat` in `memo` by `points`."""
    memo[TOTALS + seat] += points


@rules
def win_chance(state: State, seat: int, memo: Array[float]) -> float:
    """Return the chance that `seat` wins if the turn of `state.player` ended now with the totals in `memo`."""
    if is_solved(state, memo) and state.first == NO_SEAT:
        return exact_chance(state, seat, memo)
    crosser = state.first
    if crosser == NO_SEAT:
        for step in range(state.n_players):
            other = (state.player + step) % state.n_players
            if crosser == NO_SEAT and is_over_target(state, int(memo[TOTALS + other])):
                crosser = other
    if crosser == NO_SEAT:
        return race_chance(state, seat, memo)
    to_play = state.to_play if state.first != NO_SEAT else ((1 << state.n_players) - 1) & ~(1 << crosser)
    bar = state.bar if state.bar > 0 else int(memo[TOTALS + crosser])
    return final_chance(state, seat, memo, to_play, bar)


@rules
def is_solved(state: State, memo: Array[float]) -> bool:
    """Return True if the table plays a race of which every chance is known."""
    return memo[EXACT] > 0 and state.n_players == 2


@rules
def exact_chance(state: State, seat: int, memo: Array[float]) -> float:
    """Return the chance of `seat` in a solved race: the other player throws next, for the last time if the target is
    crossed.
    """
    other = 1 - state.player
    points = int(memo[TOTALS + state.player])
    theirs, ours = int(memo[TOTALS + other]) // UNIT, points // UNIT
    lead = ours - theirs
    if not is_over_target(state, points):
        result = memo[RACE + theirs * MOST_TOTALS + ours]
    elif theirs == 0 and lead * UNIT < state.options.opening:
        result = memo[UNOPENED]
    else:
        result = memo[CHASE + lead] if lead < LEADS else 0.0
    return result if seat == other else 1 - result


@rules
def final_chance(state: State, seat: int, memo: Array[float], to_play: int, bar: int) -> float:
    """Return the chance of `seat` in the dice-ocalypse: a player who has had the last turn keeps the total, the others
    may still reach or pass it.
    """
    best = float(bar)
    tied = 0
    for other in range(state.n_players):
        if other != seat and to_play >> other & 1 == 0:
            best = max(best, memo[TOTALS + other])
    for other in range(state.n_players):
        if other != seat and to_play >> other & 1 == 0 and memo[TOTALS + other] == best:
            tied += 1
    own = memo[TOTALS + seat]
    result = 1.0
    if to_play >> seat & 1:
        result = chance_to_pass(state, seat, best, memo)
        own = best + UNIT
    elif own < best:
        return 0.0
    elif own == best:
        result = 1.0 / (1 + tied)
    for other in range(state.n_players):
        if other != seat and to_play >> other & 1:
            result *= 1 - chance_to_pass(state, other, own, memo)
    return result


@rules
def chance_to_pass(state: State, seat: int, goal: float, memo: Array[float]) -> float:
    """Return the chance that `seat` ends its last turn above `goal`, a tie counted half."""
    player = state.players[seat]
    need = int(goal - memo[TOTALS + seat])
    if player.lose_turn:
        return 1.0 if need < 0 else 0.5 if need == 0 else 0.0
    factor = 2 if player.double_next else 1
    least = 0 if player.opened else state.options.opening
    over = max((need + UNIT + factor - 1) // factor, least)
    equal = max((need + factor - 1) // factor, least)
    return (reach_chance(memo, over) + reach_chance(memo, equal)) / 2


@rules
def race_chance(state: State, seat: int, memo: Array[float]) -> float:
    """Return the chance of `seat` while no player has crossed: by its lead over each opponent, against how much can
    still happen.
    """
    width, held = race_scale(state, memo)
    own = effective_total(state, seat, held, memo)
    total = 1.0
    for other in range(state.n_players):
        if other != seat:
            lead = (effective_total(state, other, held, memo) - own) / width
            total += exp(min(max(lead, -30.0), 30.0))
    return 1.0 / total


@rules
def race_scale(state: State, memo: Array[float]) -> tuple[float, float]:
    """Return by how many points leads typically change until the end, and the value of a card that saves an average
    turn.
    """
    leader = 0.0
    for seat in range(state.n_players):
        leader = max(leader, memo[TOTALS + seat])
    turns = max(0.0, state.options.target - leader) / memo[MEAN]
    return WIDTH * memo[MEAN] * sqrt(2 * (turns + 1.2)), memo[MEAN] * (1 - exp(-turns / FADING))


@rules
def effective_total(state: State, seat: int, held: float, memo: Array[float]) -> float:
    """Return the total of `seat` with the value of its place in the order, its cards and its opening."""
    player = state.players[seat]
    points = memo[TOTALS + seat] + held * hand_value(state, seat)
    later = (seat - state.player) % state.n_players
    if later > 0:
        points += memo[MEAN] * (state.n_players - later) / state.n_players
    if not player.opened and memo[TOTALS + seat] <= 0:
        points -= memo[BONUS]
    if player.double_next and seat != state.player:
        points += memo[MEAN]
    if player.lose_turn:
        points -= memo[MEAN]
    return points


@rules
def hand_value(state: State, seat: int) -> float:
    """Return what the cards of `seat` may bring, in average turns."""
    player = state.players[seat]
    total = SHIELD if player.immunity else 0.0
    for card in range(len(HELD)):
        if player.hand >> card & 1:
            total += HELD[card]
    return total


@rules
def points_for_chance(state: State, seat: int, change: float, memo: Array[float]) -> float:
    """Return the points to which a `change` of the chance to win amounts at the current totals."""
    load_totals(state, memo)
    low = race_chance(state, seat, memo)
    raise_total(memo, seat, STEP)
    slope = (race_chance(state, seat, memo) - low) / STEP
    return change / max(slope, 0.00001)


# --- how a turn would end


@rules
def chance_after_turn(state: State, seat: int, points: int, memo: Array[float]) -> float:
    """Return the chance to win of the turn player `seat` if the turn ends with `points`, pending points included."""
    load_totals(state, memo)
    if state.card == Card.BLOODSHED:
        for other in range(state.n_players):
            if other != seat:
                lower_total(memo, other, points * (0.5 if state.players[other].immunity else 1.0))
        return win_chance(state, seat, memo)
    before = memo[TOTALS + seat]
    raw = points * (2 if state.doubled else 1)
    raise_total(memo, seat, raw)
    fine = win_chance(state, seat, memo)
    crosses = state.first == NO_SEAT and raw > 0 and is_over_target(state, int(before + raw))
    if crosses or state.card == Card.NONE:
        return fine
    if state.card == Card.DOUBLE:
        raise_total(memo, seat, raw)
        fine = win_chance(state, seat, memo)
    if state.card == Card.DOUBLE or state.card == Card.PROVE_IT:
        memo[TOTALS + seat] = before
        return (fine + win_chance(state, seat, memo)) / 2
    if state.card == Card.DO_OR_DIE:
        memo[TOTALS + seat] = 0.0
        return (5 * fine + win_chance(state, seat, memo)) / 6
    lower_total(memo, seat, COLLATERAL_STAKE)
    raise_total(memo, state.card_by, COLLATERAL_STAKE)
    return fine + COLLATERAL_CHANCE * (win_chance(state, seat, memo) - fine)


@rules
def chance_after_card(state: State, seat: int, card: int, points: int, memo: Array[float]) -> float:
    """Return the chance to win of `seat` if `card` hits the turn player, whose turn is worth `points`.

    `seat` is the player of the card, or the turn player when the card has been played.
    """
    target = state.player
    by = state.card_by if seat == target else seat
    load_totals(state, memo)
    if card == Card.PROVE_IT:
        zero = win_chance(state, seat, memo)
        raise_total(memo, target, points)
        return (zero + win_chance(state, seat, memo)) / 2
    raise_total(memo, target, points)
    missed = win_chance(state, seat, memo)
    if card == Card.DO_OR_DIE:
        memo[TOTALS + target] = 0.0
        return (5 * missed + win_chance(state, seat, memo)) / 6
    lower_total(memo, target, COLLATERAL_STAKE)
    raise_total(memo, by, COLLATERAL_STAKE)
    return missed + COLLATERAL_CHANCE * (win_chance(state, seat, memo) - missed)
