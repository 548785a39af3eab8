"""How a seat stands: its chance to win from the totals, and how a turn would end. For `sensible`, which chooses by it.

The totals that are looked at lie in the memo, so that "what if they had 1,000 less" is a store and a question.
"""

from __future__ import annotations

from math import exp, sqrt

from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.finale import is_over_target
from ..rules.state import COLLATERAL_STAKE, NOBODY, Card, State
from ..show.offers import UNIT
from .odds import (
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
SHIELD = 0.59  # the same of Immunity
FADING = 3.0  # turns to come of which most use of a card is made


# --- the tables


@rules
def turn_value(memo: Array[float], full: int, dice: int, level: int) -> float:
    """Expected points of a turn with this to throw, if points are all that counts."""
    return memo[VALUE + ((full - 1) * 6 + dice - 1) * LEVELS + min(level, LEVELS - 1)]


@rules
def opening_value(memo: Array[float], dice: int, level: int) -> float:
    """The same while not open: points, and the worth of being open."""
    return memo[OPENING + (dice - 1) * LEVELS + min(level, LEVELS - 1)]


@rules
def reach(memo: Array[float], need: int) -> float:
    """The chance to set aside at least `need` points in a turn."""
    if need <= 0:
        return 1.0
    return memo[REACH + 5 * NEEDS + min((need + UNIT - 1) // UNIT, NEEDS - 1)]


# --- the chance to win


@rules
def load_totals(state: State, memo: Array[float]) -> None:
    """Look at the totals as they stand."""
    for seat in range(state.n_players):
        memo[TOTALS + seat] = state.players[seat].total


@rules
def lose(memo: Array[float], seat: int, points: float) -> None:
    """Look at `seat` with so much less, but not below 0."""
    memo[TOTALS + seat] = max(0.0, memo[TOTALS + seat] - points)


@rules
def gain(memo: Array[float], seat: int, points: float) -> None:
    """Look at `seat` with so much more."""
    memo[TOTALS + seat] += points


@rules
def chance(state: State, seat: int, memo: Array[float]) -> float:
    """Chance that `seat` wins if the turn of `state.player` ended now with the totals in the memo."""
    if is_solved(state, memo) and state.first == NOBODY:
        return exact_chance(state, seat, memo)
    crosser = state.first
    if crosser == NOBODY:
        for step in range(state.n_players):
            other = (state.player + step) % state.n_players
            if crosser == NOBODY and is_over_target(state, int(memo[TOTALS + other])):
                crosser = other
    if crosser == NOBODY:
        return race_chance(state, seat, memo)
    to_play = state.to_play if state.first != NOBODY else ((1 << state.n_players) - 1) & ~(1 << crosser)
    bar = state.bar if state.bar > 0 else int(memo[TOTALS + crosser])
    return final_chance(state, seat, memo, to_play, bar)


@rules
def is_solved(state: State, memo: Array[float]) -> bool:
    """Whether this is a race of which every chance is known."""
    return memo[EXACT] > 0 and state.n_players == 2


@rules
def exact_chance(state: State, seat: int, memo: Array[float]) -> float:
    """The same in a solved race: the other throws next, for the last time if the target is crossed."""
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
    """In the dice-ocalypse: who has played stands, who has not may still reach or pass them."""
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
    """Chance that `seat` ends its last turn above `goal`, a tie counted half."""
    player = state.players[seat]
    need = int(goal - memo[TOTALS + seat])
    if player.lose_turn:
        return 1.0 if need < 0 else 0.5 if need == 0 else 0.0
    factor = 2 if player.double_next else 1
    least = 0 if player.opened else state.options.opening
    over = max((need + UNIT + factor - 1) // factor, least)
    equal = max((need + factor - 1) // factor, least)
    return (reach(memo, over) + reach(memo, equal)) / 2


@rules
def race_chance(state: State, seat: int, memo: Array[float]) -> float:
    """While nobody has crossed: by the lead over everybody, against how much can still happen."""
    width, held = race_scale(state, memo)
    own = prospect(state, seat, held, memo)
    total = 1.0
    for other in range(state.n_players):
        if other != seat:
            lead = (prospect(state, other, held, memo) - own) / width
            total += exp(min(max(lead, -30.0), 30.0))
    return 1.0 / total


@rules
def race_scale(state: State, memo: Array[float]) -> tuple[float, float]:
    """By how many points leads change until the end, and how many a card is worth that saves a mean turn."""
    leader = 0.0
    for seat in range(state.n_players):
        leader = max(leader, memo[TOTALS + seat])
    turns = max(0.0, state.options.target - leader) / memo[MEAN]
    return WIDTH * memo[MEAN] * sqrt(2 * (turns + 1.2)), memo[MEAN] * (1 - exp(-turns / FADING))


@rules
def prospect(state: State, seat: int, held: float, memo: Array[float]) -> float:
    """A total with what lies before the seat: its place in the order, cards, opening."""
    player = state.players[seat]
    points = memo[TOTALS + seat] + held * in_hand(state, seat)
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
def in_hand(state: State, seat: int) -> float:
    """What a seat's cards may bring, in mean turns."""
    player = state.players[seat]
    total = SHIELD if player.immunity else 0.0
    for card in range(len(HELD)):
        if player.hand >> card & 1:
            total += HELD[card]
    return total


@rules
def points_for(state: State, seat: int, change: float, memo: Array[float]) -> float:
    """What a change of the chance to win is worth in points of one's own, as the totals stand."""
    load_totals(state, memo)
    low = race_chance(state, seat, memo)
    gain(memo, seat, STEP)
    slope = (race_chance(state, seat, memo) - low) / STEP
    return change / max(slope, 0.00001)


# --- how a turn would end


@rules
def ending(state: State, seat: int, points: int, memo: Array[float]) -> float:
    """Chance to win for the turn player `seat` who ends the turn with so many points, what is pending counted in."""
    load_totals(state, memo)
    if state.card == Card.BLOODSHED:
        for other in range(state.n_players):
            if other != seat:
                lose(memo, other, points * (0.5 if state.players[other].immunity else 1.0))
        return chance(state, seat, memo)
    before = memo[TOTALS + seat]
    raw = points * (2 if state.doubled else 1)
    gain(memo, seat, raw)
    fine = chance(state, seat, memo)
    crosses = state.first == NOBODY and raw > 0 and is_over_target(state, int(before + raw))
    if crosses or state.card == Card.NONE:
        return fine
    if state.card == Card.DOUBLE:
        gain(memo, seat, raw)
        fine = chance(state, seat, memo)
    if state.card == Card.DOUBLE or state.card == Card.PROVE_IT:
        memo[TOTALS + seat] = before
        return (fine + chance(state, seat, memo)) / 2
    if state.card == Card.DO_OR_DIE:
        memo[TOTALS + seat] = 0.0
        return (5 * fine + chance(state, seat, memo)) / 6
    lose(memo, seat, COLLATERAL_STAKE)
    gain(memo, state.card_by, COLLATERAL_STAKE)
    return fine + COLLATERAL_CHANCE * (chance(state, seat, memo) - fine)


@rules
def hit(state: State, seat: int, card: int, points: int, memo: Array[float]) -> float:
    """Chance to win for `seat` if this card strikes the turn player, whose turn is worth so many points.

    `seat` is the one who plays the card, or the turn player when it has been played.
    """
    target = state.player
    by = state.card_by if seat == target else seat
    load_totals(state, memo)
    if card == Card.PROVE_IT:
        zero = chance(state, seat, memo)
        gain(memo, target, points)
        return (zero + chance(state, seat, memo)) / 2
    gain(memo, target, points)
    missed = chance(state, seat, memo)
    if card == Card.DO_OR_DIE:
        memo[TOTALS + target] = 0.0
        return (5 * missed + chance(state, seat, memo)) / 6
    lose(memo, target, COLLATERAL_STAKE)
    gain(memo, by, COLLATERAL_STAKE)
    return missed + COLLATERAL_CHANCE * (chance(state, seat, memo) - missed)
