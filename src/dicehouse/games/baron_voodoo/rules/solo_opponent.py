"""Play the Baron's turn in solo by a fixed policy, so that you can predict it (section 11.2)."""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice
from dicehouse.records.sentinels import NO_ACTION

from .action_codes import JUMP
from .board import DIE, colour_of, die_of, face_of, height, jump, may_jump, protected_kinds, space_beyond
from .combos import combo_dice, combo_value, faces_of, largest_combo_size, list_combos, loa_colours
from .face_effects import exchange_dice, has_effect, may_exchange_with, may_steal_from, steal, turn_any, use_effect
from .sides import count_zone, may_take_offering, put_into_zone, take_offering
from .state import (
    BARON,
    DIRECTIONS,
    KINDS,
    N_FACES,
    N_LOAS,
    NO_FACE,
    NO_SEAT,
    SIZE,
    SPACES,
    WISHES,
    Colour,
    Face,
    Phase,
    State,
    TurnStep,
)
from .steps_after_capture import PRICE_OF_FACE, buy_turn, may_buy, transfer_combo, turn_captured

YOU = 0
BUYS_TURNS = 3  # from this level on
MOST_COMBOS = 256  # far more than possible: the dice he leaves hold no combo
WORST = 1 << 30


@rules
def take_baron_turn(state: State, dice: Dice) -> bool:
    """Capture and do C1 to C5; return False if there is nothing to capture."""
    action = best_jump(state)
    if action == NO_ACTION:
        return False
    state.step = TurnStep.C1
    state.captured = jump(state, action, NO_SEAT, dice)
    put_into_zone(state, BARON, state.captured)
    if colour_of(state.captured) == state.players[BARON].loa and may_take_offering(state):
        take_offering(state, BARON, TurnStep.C1, dice)
    better_face(state, dice)
    if has_effect(state, BARON):
        apply_face(state, dice)
    if state.options.solo_level >= BUYS_TURNS and may_buy(state, BARON):
        buy_turn(state, BARON, dice)
    bank_combos(state, dice)
    state.phase = Phase.TURN_ENDED
    return True


# --- steps 1 and 2: which die


@rules
def wish_rank(state: State, die: int) -> int:
    """Return how much he wants a die, 0 the most: the line's dice themselves, then their colours, then white."""
    best = 2 * WISHES
    for i in range(WISHES):
        if die == state.line[i]:
            best = min(best, i)
        elif colour_of(die) == colour_of(state.line[i]):
            best = min(best, WISHES + i)
    return best


@rules
def capture_rank(state: State, space: int) -> int:
    """Return the order in which he takes dice: his wish, then the taller stack, then nearer to the centre, then row and
    column (A8).
    """
    stack = state.board[space]
    row, column = space // SIZE, space % SIZE
    distance = abs(row - 3) + abs(column - 3)
    return ((wish_rank(state, stack & DIE) * 4 + 3 - height(stack)) * SIZE + distance) * SPACES + space


@rules
def best_jump(state: State) -> int:
    """Return the capture that he makes, with a die of any colour; NO_ACTION if there is none."""
    shielded = protected_kinds(state, BARON)
    best, least = NO_ACTION, WORST
    for space in range(SPACES):
        if state.board[space] == 0:
            continue
        for direction in range(state.options.directions):
            if may_jump(state, space, direction, shielded):
                order = capture_rank(state, space_beyond(state, space, direction, 1)) * DIRECTIONS + direction
                if order < least:
                    best, least = JUMP.of(space, direction), order
    return best


# --- the value of the zone


@rules
def best_split(state: State, count: Any, best: Any) -> int:
    """Return the most points of disjoint combos and write their numbers to `best`, with 0 after the last; on a tie
    fewer dice, then dice captured earlier. It searches all sets of combos.
    """
    found = local_array(MOST_COMBOS)
    n = list_combos(state.options, count, found, 0, MOST_COMBOS)
    chosen = local_array(16)
    depth, at, points, size = 0, 0, 0, 0
    most, fewest, earliest = 0, 0, 0
    best[0] = 0
    while True:
        while at < n and not contains_combo(count, found[at]):
            at += 1
        if at < n:
            number = move_dice(count, found[at], -1)
            points += combo_value(state.options, number)
            size += number
            chosen[depth] = at
            depth += 1
            if points > most or (points == most and size <= fewest):
                early = used_first(state, count)
                if points > most or size < fewest or early > earliest:
                    most, fewest, earliest = points, size, early
                    for i in range(depth):
                        best[i] = found[chosen[i]]
                    best[depth] = 0
        elif depth > 0:
            depth -= 1
            at = chosen[depth]
            number = move_dice(count, found[at], 1)
            points -= combo_value(state.options, number)
            size -= number
            at += 1
        else:
            return most


@rules
def contains_combo(count: Any, combo: int) -> bool:
    """Return True if all dice of a combo are among these."""
    kinds = local_array(N_FACES)
    size = combo_dice(combo, kinds)
    jokers = 0
    for i in range(size):
        jokers = jokers + 1 if i > 0 and kinds[i] == kinds[i - 1] else 1
        if count[kinds[i]] < jokers:
            return False
    return True


@rules
def move_dice(count: Any, combo: int, sign: int) -> int:
    """Add a combo's dice to the count, or remove them; return how many there are."""
    kinds = local_array(N_FACES)
    size = combo_dice(combo, kinds)
    for i in range(size):
        count[kinds[i]] += sign
    return size


@rules
def used_first(state: State, left: Any) -> int:
    """Return which places of the Baron's zone a split uses, the first captured as the highest bit; `left` counts the
    unused dice.
    """
    here = state.sides[BARON]
    unused = local_array(KINDS)
    for die in range(KINDS):
        unused[die] = left[die]
    mask = 0
    for i in range(here.n_zone - 1, -1, -1):
        if unused[here.zone[i]] > 0:
            unused[here.zone[i]] -= 1
        else:
            mask |= 1 << (here.n_zone - 1 - i)
    return mask


@rules
def could_bank(state: State, was: int, die: int) -> int:
    """Return what he could score if one die of the zone were another (0: no change)."""
    count, split = local_array(KINDS), local_array(16)
    count_zone(state, BARON, count)
    if was:
        count[was] -= 1
        count[die] += 1
    return best_split(state, count, split)


# --- C2, C3


@rules
def better_face(state: State, dice: Dice) -> None:
    """C2: pay for another face only if it brings points at once; A9 says what counts."""
    if state.sides[BARON].offerings < PRICE_OF_FACE:
        return
    now = could_bank(state, 0, 0) + (face_of(state.captured) == Face.VICTORY)
    best = NO_FACE
    for face in range(N_FACES):
        if face != face_of(state.captured):
            points = could_bank(state, state.captured, die_of(colour_of(state.captured), face))
            points += face == Face.VICTORY
            if points > now:
                best, now = face, points
    if best != NO_FACE:
        turn_captured(state, BARON, best, dice)


@rules
def apply_face(state: State, dice: Dice) -> None:
    """C3: apply any effect."""
    face = face_of(state.captured)
    if face == Face.FACE:
        change_a_face(state, dice)
    elif face == Face.STEAL:
        steal_a_die(state, dice)
    elif face == Face.EXCHANGE:
        exchange_a_die(state, dice)
    else:
        use_effect(state, BARON, dice)


@rules
def change_a_face(state: State, dice: Dice) -> None:
    """F: make the change that raises what he can score most; otherwise, without a loss, one that makes his largest set
    one die larger (A10).
    """
    now, size = could_bank(state, 0, 0), largest_set(state, 0, 0)
    best, new, most = 0, 0, now
    fallback, fallback_face = 0, 0
    here = state.sides[BARON]
    for i in range(here.n_zone):
        was = here.zone[i]
        for face in range(N_FACES):
            if face == face_of(was):
                continue
            die = die_of(colour_of(was), face)
            points = could_bank(state, was, die)
            if points > most:
                best, new, most = was, face, points
            if fallback == 0 and points == now and size >= 2 and largest_set(state, was, die) == size + 1:
                fallback, fallback_face = was, face
    if best != 0:
        turn_any(state, BARON, best, new, dice)
    elif fallback != 0:
        turn_any(state, BARON, fallback, fallback_face, dice)


@rules
def largest_set(state: State, was: int, die: int) -> int:
    """Return the size of his largest group, with one die perhaps changed, that would be a combo but for its size."""
    count = local_array(KINDS)
    count_zone(state, BARON, count)
    if was:
        count[was] -= 1
        count[die] += 1
    size = 0
    white = faces_of(count, Colour.WHITE)
    for colour in range(N_LOAS):
        size = max(size, count_bits(faces_of(count, colour) | white))
    for face in range(N_FACES):
        icons = count_bits(loa_colours(count, face)) + count[die_of(Colour.WHITE, face)]
        size = max(size, min(icons, N_LOAS + 1))
    return min(size, largest_combo_size(state.options))


@rules
def steal_a_die(state: State, dice: Dice) -> None:
    """S: steal white first, then the line's colours in order, then by icon."""
    if not may_steal_from(state, BARON, YOU):
        return
    for i in range(1 + WISHES):
        colour = Colour.WHITE if i == 0 else colour_of(state.line[i - 1])
        for face in range(N_FACES):
            if state.sides[YOU].spirit[die_of(colour, face)] > 0:
                steal(state, BARON, YOU, die_of(colour, face), dice)
                return


@rules
def exchange_a_die(state: State, dice: Dice) -> None:
    """X: exchange only if it raises what he can score; his die captured first, for yours by icon, then captured
    first.
    """
    if not may_exchange_with(state, BARON, YOU):
        return
    give, take, most = 0, 0, could_bank(state, 0, 0)
    here, yours = state.sides[BARON], state.sides[YOU]
    for i in range(here.n_zone):
        for face in range(N_FACES):
            for k in range(yours.n_zone):
                die = yours.zone[k]
                if face_of(die) == face and die != here.zone[i]:
                    points = could_bank(state, here.zone[i], die)
                    if points > most:
                        give, take, most = here.zone[i], die, points
    if give != 0:
        exchange_dice(state, BARON, BARON, give, YOU, take, dice)


# --- C5


@rules
def bank_combos(state: State, dice: Dice) -> None:
    """C5: score the combos of the best split, and no loose dice."""
    count, split = local_array(KINDS), local_array(16)
    count_zone(state, BARON, count)
    best_split(state, count, split)
    i = 0
    while split[i] != 0:
        transfer_combo(state, BARON, split[i], dice)
        i += 1
