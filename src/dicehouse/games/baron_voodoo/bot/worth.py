"""What things are worth in points, for `sensible`, which chooses by it: a Capture zone and what may still become of it,
majorities as they are likely to end, and for each seat every kind of die that it might capture.

What is worked out for the decision at hand lies in the memo.
"""

from __future__ import annotations

from math import exp
from typing import Any

from dicehouse.kit.bits import bits
from dicehouse.kit.codes import Codes
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.record import Array

from ..rules.board import colour_of, die_of, face_of, side_of
from ..rules.codes import COLOUR_COMBO, ICON_COMBO, NO_COMBO
from ..rules.combos import best_combo, combo_dice, faces_of, largest, loa_colours, value
from ..rules.effects import TO_SPIRIT, may_exchange_with, may_steal_from
from ..rules.finale import MAJORITY
from ..rules.sides import colour_count, count_zone, may_take_offering
from ..rules.state import KINDS, MAX_PLAYERS, N_COLOURS, N_FACES, N_LOAS, NOBODY, Colour, Face, Options, State
from ..rules.steps import PRICE_OF_FACE

# Places in the memo, which can't overlap either.
_places = Codes()
OWNED = _places.block(side=MAX_PLAYERS, colour=N_COLOURS)  # dice, in the zone and in the Spirit World
WORTH = _places.block(side=MAX_PLAYERS)  # what its zone will bring
TIME = _places.one()  # the part of the game that is still to come
WITH = _places.block(die=KINDS)  # what the zone gains by one more die, before its effect
EFFECT = _places.block(face=N_FACES)  # what the effect of a face is worth
OFFERING = _places.one()  # what one is worth
GAIN = _places.block(seat=MAX_PLAYERS, die=KINDS)  # what capturing it brings
MOST = _places.block(seat=MAX_PLAYERS)  # what capturing any die at all brings at most
BEST = _places.one()  # what the best choice looked at is worth,
CHOICE = _places.one()  # and its action
HOPE = _places.one()  # the most that the turns to come can bring
MEMO = _places.one()

HOPES = (0.0, 0.3, 1.2, 0.9, 1.2, 1.5, 0.0)  # what a set of so many dice may yet become, beyond its points
FADE = 0.5  # a zone can't grow everywhere: the hopes of each further set count for so much less
MUCH = 1000.0
LEAST_TIME = 0.1  # as long as nobody has started the end
DOUBT = 0.3  # how many dice decide a majority at the end,
MORE_DOUBT = 1.5  # and how many more at the beginning
USUAL_OFFERING = 1.3
GUARD = 0.5
LAST_TURN = 3.0  # what a turn brings if it is the last
USUAL = 0.8  # an effect that asks for a choice, for those whose choices are not looked at


# --- a Capture zone


@rules
def largest_set(options: Options, count: Any) -> int:
    """The most of these dice that go together, as a combo's number even if they are too few for one; among equals one
    with the fewest white dice.
    """
    most = largest(options)
    best, order = NO_COMBO, 0
    white = faces_of(count, Colour.WHITE)
    for colour in range(N_LOAS):
        own = faces_of(count, colour)
        jokers = white & ~own
        while bits(own) + bits(jokers) > most:
            if jokers:
                jokers &= jokers - 1
            else:
                own &= own - 1
        size = bits(own) + bits(jokers)
        if 8 * size - bits(jokers) > order:
            best = COLOUR_COMBO.of(colour if own else 0, own, jokers)
            order = 8 * size - bits(jokers)
    for face in range(N_FACES):
        colours = loa_colours(count, face)
        jokers = min(count[die_of(Colour.WHITE, face)], N_LOAS + 1 - bits(colours))
        size = min(bits(colours) + jokers, most)
        if 8 * size - jokers > order and bits(colours) <= most:
            best = ICON_COMBO.of(face, colours, size - bits(colours))
            order = 8 * size - jokers
    return best


@rules
def zone_worth(options: Options, count: Any, time: float) -> float:
    """What the dice of a zone will bring: set after set the largest, its points and, while there is time, its hopes."""
    left, kinds = local_array(KINDS), local_array(N_FACES)
    number = 0
    for die in range(1, KINDS):
        left[die] = count[die]
        number += count[die]
    worth, share = 0.0, time
    while number > 0:
        size = combo_dice(largest_set(options, left), kinds)
        worth += value(options, size) + share * HOPES[size]
        for i in range(size):
            left[kinds[i]] -= 1
        number -= size
        share *= FADE
    return worth


@rules
def worth_of_side(state: State, side: int, time: float) -> float:
    """What a side's zone will bring."""
    count = local_array(KINDS)
    count_zone(state, side, count)
    return zone_worth(state.options, count, time)


@rules
def worth_if(state: State, side: int, out: int, put: int, time: float) -> float:
    """The same with one die less and one more, 0 for none."""
    count = local_array(KINDS)
    count_zone(state, side, count)
    count[out] -= 1
    count[put] += 1
    return zone_worth(state.options, count, time)


# --- majorities, and what is left of the game


@rules
def survey(state: State, memo: Array[float]) -> None:
    """Note what all else is judged by: how much of the game is left, and who has how many dice of each colour."""
    memo[TIME] = time_left(state)
    memo[OFFERING] = 0.0 if memo[TIME] == 0.0 and state.extra else USUAL_OFFERING
    for side in range(state.n_sides):
        here = state.sides[side]
        memo[WORTH.of(side)] = worth_of_side(state, side, memo[TIME])
        for colour in range(N_COLOURS):
            memo[OWNED.of(side, colour)] = colour_count(state, side, colour)
        for i in range(here.n_zone):
            memo[OWNED.of(side, colour_of(here.zone[i]))] += 1


@rules
def time_left(state: State) -> float:
    """The part of the game that is still to come: 1 at its beginning, 0 in the last round."""
    if state.trigger != NOBODY:
        return 0.0
    most = 0.0
    for side in range(state.n_sides):
        most = max(most, state.sides[side].vp + worth_of_side(state, side, 0.0))
    return max(LEAST_TIME, 1 - most / state.threshold)


@rules
def majority_share(
    state: State, side: int, colour: int, gainer: int, loser: int, time: float, memo: Array[float]
) -> float:
    """The points that a side may expect of a colour's majority, if one side had a die more and another one less."""
    if colour == Colour.WHITE and not (state.teams or state.options.white_majority):
        return 0.0
    doubt = DOUBT + MORE_DOUBT * time
    own, total = 0.0, 0.0
    for other in range(state.n_sides):
        number = memo[OWNED.of(other, colour)] + (other == gainer) - (other == loser)
        weight = exp(number / doubt)
        total += weight
        if other == side:
            own = weight
    return MAJORITY * own / total


@rules
def shift(state: State, side: int, colour: int, gainer: int, loser: int, memo: Array[float]) -> float:
    """What it is worth to `side` that a die of this colour changes hands: what one gains of a majority others lose."""
    now = majority_share(state, side, colour, NOBODY, NOBODY, memo[TIME], memo)
    then = majority_share(state, side, colour, gainer, loser, memo[TIME], memo)
    return (then - now) * state.n_sides / (state.n_sides - 1)


# --- what capturing a die would bring


@rules
def appraise(state: State, seat: int, captured: int, closely: bool, memo: Array[float]) -> None:
    """Work out what every kind of die would bring `seat`, as if its zone did not hold what it has just `captured`."""
    side = side_of(state, seat)
    now = worth_if(state, side, captured, 0, memo[TIME])
    for die in range(1, KINDS):
        gain = worth_if(state, side, captured, die, memo[TIME]) - now
        memo[WITH.of(die)] = gain + shift(state, side, colour_of(die), side, NOBODY, memo)
    for face in range(N_FACES):
        memo[EFFECT.of(face)] = effect_worth(state, seat, face, closely, memo)
    most = 0.0
    for die in range(1, KINDS):
        own = colour_of(die) == state.players[seat].loa and may_take_offering(state)
        offerings = state.sides[side].offerings + (own and captured == 0)
        best = best_face(state, die, offerings, memo)
        memo[GAIN.of(seat, die)] = face_worth(die, best, memo) + memo[OFFERING] * own
        most = max(most, memo[GAIN.of(seat, die)])
    memo[MOST.of(seat)] = most


@rules
def best_face(state: State, die: int, offerings: int, memo: Array[float]) -> int:
    """The face that a captured die had best show: its own, or another one that is worth an offering."""
    best = face_of(die)
    if offerings >= PRICE_OF_FACE:
        for face in range(N_FACES):
            if face_worth(die, face, memo) > face_worth(die, best, memo):
                best = face
    return best


@rules
def face_worth(die: int, face: int, memo: Array[float]) -> float:
    """What a captured die brings if it shows this face, the price of turning it taken off."""
    colour = colour_of(die)
    worth = memo[WITH.of(die_of(colour, face))] + memo[EFFECT.of(face)]
    if face == Face.FACE:  # it can turn itself
        for other in range(N_FACES):
            worth = max(worth, memo[WITH.of(die_of(colour, other))])
    return worth if face == face_of(die) else worth - memo[OFFERING] * PRICE_OF_FACE


@rules
def effect_worth(state: State, seat: int, face: int, closely: bool, memo: Array[float]) -> float:
    """What the effect of a face is worth to `seat`; where it asks for a choice, the best one if looked at closely."""
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
    """The most that turning one die of the zone brings."""
    here = state.sides[side]
    best = 0.0
    for i in range(here.n_zone):
        for face in range(N_FACES):
            die = die_of(colour_of(here.zone[i]), face)
            best = max(best, worth_if(state, side, here.zone[i], die, memo[TIME]) - memo[WORTH.of(side)])
    return best


@rules
def best_steal(state: State, seat: int, memo: Array[float]) -> float:
    """The most that stealing a die brings."""
    best = 0.0
    for side in range(state.n_sides):
        if may_steal_from(state, seat, side):
            for die in range(1, KINDS):
                if state.sides[side].spirit[die] > 0:
                    best = max(best, steal_worth(state, seat, side, die, memo))
    return best


@rules
def steal_worth(state: State, seat: int, side: int, die: int, memo: Array[float]) -> float:
    """What stealing a die brings: dice for the zone, and a majority from two sides."""
    own, colour = side_of(state, seat), colour_of(die)
    worth = shift(state, own, colour, own, side, memo)
    if state.options.stolen_to == TO_SPIRIT:
        return worth
    return worth + worth_if(state, own, 0, die, memo[TIME]) - memo[WORTH.of(own)]


@rules
def best_exchange(state: State, seat: int, memo: Array[float]) -> float:
    """The most that exchanging a die of one's own zone brings."""
    here = state.sides[side_of(state, seat)]
    best = 0.0
    for i in range(here.n_zone):
        best = max(best, exchange_of(state, seat, here.zone[i], memo))
    return best


@rules
def exchange_of(state: State, seat: int, die: int, memo: Array[float]) -> float:
    """The most that a die of one's own zone fetches."""
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
    """What it brings to give a die for one of another side: to the own zone, for the other's, and for majorities."""
    mine = worth_if(state, own, die, for_die, memo[TIME]) - memo[WORTH.of(own)]
    theirs = worth_if(state, side, for_die, die, memo[TIME]) - memo[WORTH.of(side)]
    worth = mine - theirs / (state.n_sides - 1)
    if colour_of(die) != colour_of(for_die):
        worth += shift(state, own, colour_of(for_die), own, side, memo)
        worth += shift(state, own, colour_of(die), side, own, memo)
    return worth


# --- the end


@rules
def wins_now(state: State, seat: int, memo: Array[float]) -> bool:
    """Whether `seat` would win if the end began in this turn; who has a turn left until then is given a good one."""
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
    """Whether another player still has a turn in this round, in which it is the turn of `seat`."""
    n = state.n_players
    return (other - seat) % n < (state.first - seat - 1) % n + 1 and other != seat


@rules
def final_points(state: State, side: int, banks: bool, memo: Array[float]) -> float:
    """What a side would have at the end; if it has no turn before, only the best combo of its zone counts."""
    count, kinds = local_array(KINDS), local_array(N_FACES)
    count_zone(state, side, count)
    points = float(state.sides[side].vp)
    if banks:
        points += zone_worth(state.options, count, 0.0)
    elif best_combo(state.options, count):
        points += value(state.options, combo_dice(best_combo(state.options, count), kinds))
    for colour in range(N_COLOURS):
        points += majority_share(state, side, colour, NOBODY, NOBODY, 0.0, memo)
    return points
