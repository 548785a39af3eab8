"""Value Capture zones, majorities and every kind of die a seat might capture, in points, for `sensible`.

The results for the current decision are kept in the memo.
"""

from __future__ import annotations

from math import exp
from typing import Any

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_codes import Codes
from dicehouse.records.record import Array

from ..rules.board import colour_of, die_of, face_of, side_of
from ..rules.combos import best_combo, combo_dice, combo_value
from ..rules.face_effects import TO_SPIRIT, may_exchange_with, may_steal_from
from ..rules.game_end import MAJORITY
from ..rules.sides import colour_count, count_zone, may_take_offering
from ..rules.state import KINDS, MAX_PLAYERS, N_COLOURS, N_FACES, NO_SEAT, Colour, Face, Options, State
from ..rules.steps_after_capture import PRICE_OF_FACE
from .set_values import LAYERS, add_die, layer_zone, take_dice, zone_worth

N_NOTES = 2048

# Places in the memo; they must not overlap.
_places = Codes()
OWNED = _places.block(side=MAX_PLAYERS, colour=N_COLOURS)  # dice, in the zone and in the Spirit World
CLAIM = _places.block(
    side=MAX_PLAYERS, colour=N_COLOURS, change=3
)  # for majorities: with a die less, as it is, with a die more
WORTH = _places.block(side=MAX_PLAYERS)  # what the zone will bring
TIME = _places.one()  # the part of the game that is still to come
WITH = _places.block(die=KINDS)  # what the zone gains by one more die, without its effect
EFFECT = _places.block(face=N_FACES)  # the value of a face's effect
OFFERING = _places.one()  # the value of one offering
GAIN = _places.block(seat=MAX_PLAYERS, die=KINDS)  # the value of capturing a die
MOST = _places.block(seat=MAX_PLAYERS)  # the most that any capture brings
BEST = _places.one()  # the value of the best choice so far,
CHOICE = _places.one()  # and its action
HOPE = _places.one()  # the most that later turns can bring
CHANCE = _places.one()  # of one's own next capture
NOTES = _places.block(note=N_NOTES, part=4)  # cache of zone values: kinds, those with two dice, time; the value
MEMO = _places.one()

MUCH = 1000.0
LEAST_TIME = 0.1  # while nobody has started the end
END_SPREAD = 0.3  # how many dice decide a majority at the end,
BEGINNING_SPREAD = 1.5  # and how many more at the beginning
USUAL_OFFERING = 1.3
GUARD = 0.5
LAST_TURN = 3.0  # the value of a turn that is the last
USUAL = 0.8  # an effect that asks for a choice, for seats whose choices are not examined


# --- a Capture zone


@rules
def side_value(state: State, side: int, time: float, memo: Array[float]) -> float:
    """Return what the zone of a side will bring."""
    layers = local_array(LAYERS)
    layer_zone(state, side, layers)
    return remembered_zone_value(state.options, layers, time, memo)


@rules
def side_value_after_exchange(state: State, side: int, out: int, put: int, time: float, memo: Array[float]) -> float:
    """Return what the zone of a side will bring with the die `out` removed and `put` added, 0 for none."""
    layers = local_array(LAYERS)
    layer_zone(state, side, layers)
    if out:
        take_dice(layers, 1 << out)
    if put:
        add_die(layers, put)
    return remembered_zone_value(state.options, layers, time, memo)


@rules
def remembered_zone_value(options: Options, layers: Any, time: float, memo: Array[float]) -> float:
    """Return what these dice will bring; recent results are cached, since the same ones are needed often."""
    if layers[2]:  # more dice of a kind are rare
        return zone_worth(options, layers, time)
    once, twice = layers[0], layers[1]
    note = NOTES.of((once * 0x297A2D39 + twice * 0x1B873593 >> 20) % (N_NOTES // 2) * 2 + (time > 0.0), 0)
    if memo[note] != once or memo[note + 1] != twice or memo[note + 2] != time:
        memo[note], memo[note + 1], memo[note + 2] = once, twice, time
        memo[note + 3] = zone_worth(options, layers, time)
    return memo[note + 3]


# --- majorities, and what is left of the game


@rules
def survey_position(state: State, memo: Array[float]) -> None:
    """Note what all values depend on: how much of the game is left, and how many dice of each colour every side has."""
    memo[TIME] = time_left(state, memo)
    memo[OFFERING] = 0.0 if memo[TIME] == 0.0 and state.extra else USUAL_OFFERING
    for side in range(state.n_sides):
        here = state.sides[side]
        memo[WORTH.of(side)] = side_value(state, side, memo[TIME], memo)
        for colour in range(N_COLOURS):
            memo[OWNED.of(side, colour)] = colour_count(state, side, colour)
        for i in range(here.n_zone):
            memo[OWNED.of(side, colour_of(here.zone[i]))] += 1
        for colour in range(N_COLOURS):
            for change in range(-1, 2):
                memo[CLAIM.of(side, colour, 1 + change)] = majority_weight(
                    memo[OWNED.of(side, colour)] + change, memo[TIME]
                )


@rules
def time_left(state: State, memo: Array[float]) -> float:
    """Return the part of the game that is still to come: 1 at its beginning, 0 in the last round."""
    if state.trigger != NO_SEAT:
        return 0.0
    most = 0.0
    for side in range(state.n_sides):
        most = max(most, state.sides[side].vp + side_value(state, side, 0.0, memo))
    return max(LEAST_TIME, 1 - most / state.threshold)


@rules
def majority_weight(number: float, time: float) -> float:
    """Return the weight of `number` dice in a majority."""
    return exp(number / (END_SPREAD + BEGINNING_SPREAD * time))


@rules
def colour_counts(state: State, colour: int) -> bool:
    """Return True if there is a majority of this colour."""
    return colour != Colour.WHITE or state.teams or state.options.white_majority


@rules
def majority_share(state: State, side: int, colour: int, gainer: int, loser: int, memo: Array[float]) -> float:
    """Return the points that `side` may expect of a colour's majority, if `gainer` had a die more and `loser` one
    less.
    """
    if not colour_counts(state, colour):
        return 0.0
    own, total = 0.0, 0.0
    for other in range(state.n_sides):
        weight = memo[CLAIM.of(other, colour, 1 + (other == gainer) - (other == loser))]
        total += weight
        if other == side:
            own = weight
    return MAJORITY * own / total


@rules
def majority_shift(state: State, side: int, colour: int, gainer: int, loser: int, memo: Array[float]) -> float:
    """Return the value to `side` of a die of this colour moving from `loser` to `gainer`: what one side gains, others
    lose.
    """
    now = majority_share(state, side, colour, NO_SEAT, NO_SEAT, memo)
    then = majority_share(state, side, colour, gainer, loser, memo)
    return (then - now) * state.n_sides / (state.n_sides - 1)


# --- what capturing a die would bring


@rules
def appraise_for_seat(state: State, seat: int, closely: bool, memo: Array[float]) -> None:
    """Compute the value to `seat` of every kind of die."""
    for colour in range(N_COLOURS):
        appraise_dice(state, seat, 0, colour, memo)
    appraise_faces(state, seat, closely, memo)
    most = 0.0
    for die in range(1, KINDS):
        own = colour_of(die) == state.players[seat].loa and may_take_offering(state)
        offerings = state.sides[side_of(state, seat)].offerings + own
        best = best_face(state, die, offerings, memo)
        memo[GAIN.of(seat, die)] = face_worth(die, best, memo) + memo[OFFERING] * own
        most = max(most, memo[GAIN.of(seat, die)])
    memo[MOST.of(seat)] = most


@rules
def appraise_dice(state: State, seat: int, captured: int, colour: int, memo: Array[float]) -> None:
    """Compute what the dice of a colour would add to the zone of `seat`, as if it did not hold the die it
    `captured`.
    """
    side = side_of(state, seat)
    now = side_value_after_exchange(state, side, captured, 0, memo[TIME], memo)
    majority = majority_shift(state, side, colour, side, NO_SEAT, memo)
    for face in range(N_FACES):
        die = die_of(colour, face)
        memo[WITH.of(die)] = side_value_after_exchange(state, side, captured, die, memo[TIME], memo) - now + majority


@rules
def appraise_faces(state: State, seat: int, closely: bool, memo: Array[float]) -> None:
    """Compute the value to `seat` of every effect."""
    for face in range(N_FACES):
        memo[EFFECT.of(face)] = effect_worth(state, seat, face, closely, memo)


@rules
def best_face(state: State, die: int, offerings: int, memo: Array[float]) -> int:
    """Return the best face for a captured die: its own, or another that is worth an offering."""
    best = face_of(die)
    if offerings >= PRICE_OF_FACE:
        most = face_worth(die, best, memo)
        for face in range(N_FACES):
            worth = face_worth(die, face, memo)
            if worth > most:
                best, most = face, worth
    return best


@rules
def face_worth(die: int, face: int, memo: Array[float]) -> float:
    """Return the value of a captured die with this face, minus the price of turning it."""
    colour = colour_of(die)
    worth = memo[WITH.of(die_of(colour, face))] + memo[EFFECT.of(face)]
    if face == Face.FACE:  # it can turn itself
        for other in range(N_FACES):
            worth = max(worth, memo[WITH.of(die_of(colour, other))])
    return worth if face == face_of(die) else worth - memo[OFFERING] * PRICE_OF_FACE


@rules
def effect_worth(state: State, seat: int, face: int, closely: bool, memo: Array[float]) -> float:
    """Return the value to `seat` of a face's effect; if it asks for a choice and `closely` is set, of the best
    choice.
    """
    if face == Face.OFFERING:
        return memo[OFFERING] if may_take_offering(state) else 0.0
    if face == Face.VICTORY:
        return 1.0
    if face == Face.GUARD:
        return 0.0 if state.players[seat].guarded else GUARD
    if not closely:
        return USUAL
    if face == Face.FACE:
        return best_change(state, side_of(state, seat), memo)
    if face == Face.STEAL:
        return best_steal(state, seat, memo)
    return best_exchange(state, seat, memo)


@rules
def best_change(state: State, side: int, memo: Array[float]) -> float:
    """Return the most that turning one die of the zone brings."""
    here = state.sides[side]
    best = 0.0
    for i in range(here.n_zone):
        for face in range(N_FACES):
            die = die_of(colour_of(here.zone[i]), face)
            best = max(
                best, side_value_after_exchange(state, side, here.zone[i], die, memo[TIME], memo) - memo[WORTH.of(side)]
            )
    return best


@rules
def best_steal(state: State, seat: int, memo: Array[float]) -> float:
    """Return the most that stealing a die brings."""
    best = 0.0
    for side in range(state.n_sides):
        if may_steal_from(state, seat, side):
            for die in range(1, KINDS):
                if state.sides[side].spirit[die] > 0:
                    best = max(best, steal_worth(state, seat, side, die, memo))
    return best


@rules
def steal_worth(state: State, seat: int, side: int, die: int, memo: Array[float]) -> float:
    """Return the value of stealing a die: for the zone, and for the majorities of two sides."""
    own, colour = side_of(state, seat), colour_of(die)
    worth = majority_shift(state, own, colour, own, side, memo)
    if state.options.stolen_to == TO_SPIRIT:
        return worth
    return worth + side_value_after_exchange(state, own, 0, die, memo[TIME], memo) - memo[WORTH.of(own)]


@rules
def best_exchange(state: State, seat: int, memo: Array[float]) -> float:
    """Return the most that exchanging a die of one's own zone brings."""
    here = state.sides[side_of(state, seat)]
    best = 0.0
    for i in range(here.n_zone):
        best = max(best, exchange_of(state, seat, here.zone[i], memo))
    return best


@rules
def exchange_of(state: State, seat: int, die: int, memo: Array[float]) -> float:
    """Return the most that exchanging this die of one's own zone brings."""
    own = side_of(state, seat)
    best = -MUCH
    for side in range(state.n_sides):
        if side != own and may_exchange_with(state, seat, side):
            other = state.sides[side]
            for i in range(other.n_zone):
                best = max(best, exchange_worth(state, own, die, side, other.zone[i], memo))
    return best


@rules
def exchange_worth(state: State, own: int, die: int, side: int, for_die: int, memo: Array[float]) -> float:
    """Return the value of giving the die of `own` for one of another side: for both zones, and for majorities."""
    mine = side_value_after_exchange(state, own, die, for_die, memo[TIME], memo) - memo[WORTH.of(own)]
    theirs = side_value_after_exchange(state, side, for_die, die, memo[TIME], memo) - memo[WORTH.of(side)]
    worth = mine - theirs / (state.n_sides - 1)
    if colour_of(die) != colour_of(for_die):
        worth += majority_shift(state, own, colour_of(for_die), own, side, memo)
        worth += majority_shift(state, own, colour_of(die), side, own, memo)
    return worth


# --- the end


@rules
def wins_now(state: State, seat: int, memo: Array[float]) -> bool:
    """Return True if `seat` would win if the end began in this turn; others with a turn left are assumed to have a good
    one.
    """
    own = side_of(state, seat)
    best = final_points(state, own, True, memo)
    for other in range(state.n_players):
        side = side_of(state, other)
        if side != own:
            to_play = plays_before_end(state, seat, other)
            points = final_points(state, side, to_play, memo) + (LAST_TURN if to_play else 0.0)
            if points > best:
                return False
    return True


@rules
def plays_before_end(state: State, seat: int, other: int) -> bool:
    """Return True if another player still has a turn in this round, during the turn of `seat`."""
    n = state.n_players
    return (other - seat) % n < (state.first - seat - 1) % n + 1 and other != seat


@rules
def final_points(state: State, side: int, banks: bool, memo: Array[float]) -> float:
    """Return a side's points at the end; if it has no turn before, only the best combo of its zone counts."""
    points = float(state.sides[side].vp)
    if banks:
        points += side_value(state, side, 0.0, memo)
    else:
        count, kinds = local_array(KINDS), local_array(N_FACES)
        count_zone(state, side, count)
        if best_combo(state.options, count):
            points += combo_value(state.options, combo_dice(best_combo(state.options, count), kinds))
    for colour in range(N_COLOURS):
        if colour_counts(state, colour):
            total = 0.0
            for other in range(state.n_sides):
                total += majority_weight(memo[OWNED.of(other, colour)], 0.0)
            points += MAJORITY * majority_weight(memo[OWNED.of(side, colour)], 0.0) / total
    return points
