"""Find combos: three dice or more of one icon and different colours, or of one colour and different icons (section 7).

A combo is known by the number of the action that scores it (`action_codes.py`).
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits

from .action_codes import COLOUR_COMBO, ICON_COMBO, NO_COMBO
from .board import die_of
from .state import N_FACES, N_LOAS, Colour, Options

LEAST = 3
MOST = 6
VALUES = ((0, 0, 0, 3, 5, 8, 12), (0, 0, 0, 3, 5, 7, 9), (0, 0, 0, 3, 5, 0, 0))


@rules
def combo_value(options: Options, size: int) -> int:
    """Return the points of a combo of `size` dice, 0 if it is none (7.2, S3)."""
    return VALUES[options.combos][size] if size <= MOST else 0


@rules
def loa_colours(count: Any, face: int) -> int:
    """Return a mask of the Loa colours that have a die with this face."""
    mask = 0
    for colour in range(N_LOAS):
        mask |= (count[die_of(colour, face)] > 0) << colour
    return mask


@rules
def faces_of(count: Any, colour: int) -> int:
    """Return a mask of the faces of the dice of this colour."""
    mask = 0
    for face in range(N_FACES):
        mask |= (count[die_of(colour, face)] > 0) << face
    return mask


@rules
def list_combos(options: Options, count: Any, out: Any, n: int, most: int) -> int:
    """Write the numbers of all combos of these dice to `out`, from place `n` on, below `most`; return the new `n`."""
    n = list_icon_combos(options, count, out, n, most)
    white = faces_of(count, Colour.WHITE)
    for colour in range(N_LOAS):
        own = faces_of(count, colour)
        if count_bits(own | white) >= LEAST:
            chosen = own
            while chosen:
                n = list_with_white(options, colour, chosen, white & ~chosen, out, n, most)
                chosen = (chosen - 1) & own
    if count_bits(white) >= LEAST:
        n = list_with_white(options, 0, 0, white, out, n, most)
    return n


@rules
def list_icon_combos(options: Options, count: Any, out: Any, n: int, most: int) -> int:
    """Write the combos of one icon: no Loa colour twice, white dice for any colour (S15); return the new `n`."""
    for face in range(N_FACES):
        colours = loa_colours(count, face)
        white = count[die_of(Colour.WHITE, face)]
        if count_bits(colours) + white < LEAST:
            continue
        chosen = colours
        while True:
            size = count_bits(chosen)
            for jokers in range(max(LEAST - size, 0), min(white, N_LOAS + 1 - size) + 1):
                if combo_value(options, size + jokers) > 0 and n < most:
                    out[n] = ICON_COMBO.of(face, chosen, jokers)
                    n += 1
            if chosen == 0:
                break
            chosen = (chosen - 1) & colours
    return n


@rules
def list_with_white(options: Options, colour: int, chosen: int, white: int, out: Any, n: int, most: int) -> int:
    """Write the combos of one colour with these faces of its own, and any of the faces that white dice add; return the
    new `n`.
    """
    size = count_bits(chosen)
    jokers = white
    while True:
        if combo_value(options, size + count_bits(jokers)) > 0 and n < most:
            out[n] = COLOUR_COMBO.of(colour, chosen, jokers)
            n += 1
        if jokers == 0:
            return n
        jokers = (jokers - 1) & white


@rules
def combo_dice(combo: int, dice: Any) -> int:
    """Write the kinds of a combo's dice to `dice`, in canonical order; return how many there are."""
    size = 0
    if combo in ICON_COMBO:
        face, colours = ICON_COMBO.face(combo), ICON_COMBO.colours(combo)
        for colour in range(N_LOAS):
            if colours >> colour & 1:
                dice[size] = die_of(colour, face)
                size += 1
        for _ in range(ICON_COMBO.white(combo)):
            dice[size] = die_of(Colour.WHITE, face)
            size += 1
        return size
    for half in range(2):
        colour = Colour.WHITE if half else COLOUR_COMBO.colour(combo)
        faces = COLOUR_COMBO.white(combo) if half else COLOUR_COMBO.faces(combo)
        for face in range(N_FACES):
            if faces >> face & 1:
                dice[size] = die_of(colour, face)
                size += 1
    return size


@rules
def best_combo(options: Options, count: Any) -> int:
    """Return the number of a combo worth most, NO_COMBO if these dice hold none (section 8, step 1)."""
    best, points = NO_COMBO, 0
    white_faces = faces_of(count, Colour.WHITE)
    for face in range(N_FACES):
        colours = loa_colours(count, face)
        jokers = min(count[die_of(Colour.WHITE, face)], N_LOAS + 1 - count_bits(colours))
        while count_bits(colours) + jokers > largest_combo_size(options):
            if jokers:
                jokers -= 1
            else:
                colours &= colours - 1
        if combo_value(options, count_bits(colours) + jokers) > points:
            points = combo_value(options, count_bits(colours) + jokers)
            best = ICON_COMBO.of(face, colours, jokers)
    for colour in range(N_LOAS):
        own = faces_of(count, colour)
        jokers = white_faces & ~own
        while count_bits(own) + count_bits(jokers) > largest_combo_size(options):
            if jokers:
                jokers &= jokers - 1
            else:
                own &= own - 1
        if combo_value(options, count_bits(own) + count_bits(jokers)) > points:
            points = combo_value(options, count_bits(own) + count_bits(jokers))
            best = COLOUR_COMBO.of(colour if own else 0, own, jokers)
    return best


@rules
def largest_combo_size(options: Options) -> int:
    """Return the most dice that one combo may have."""
    size = MOST
    while combo_value(options, size) == 0:
        size -= 1
    return size
