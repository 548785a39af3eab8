"""Find the sets that the dice of a Capture zone make, for `sensible`.

It needs them hundreds of times before every action, so dice are counted in layers: a mask of the kinds with at least
one die, one of those with at least two, and so on.
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits

from ..rules.board import die_of, kinds_of
from ..rules.combos import combo_value, largest_combo_size
from ..rules.state import KINDS, N_FACES, N_LOAS, Colour, Options, State

LAYERS = 12  # no kind has more than ten dice, and the last layer is empty
SHOWN = (1 << N_FACES) - 1  # mask of all faces of a colour
LOAS_DICE = tuple(sum(1 << die_of(colour, face) for colour in range(N_LOAS)) for face in range(N_FACES))  # by face
WHITE = Colour.WHITE

HOPES = (0.0, 0.3, 1.2, 0.9, 1.2, 1.5, 0.0)  # what a set of this size may yet gain beyond its points
FADE = 0.5  # a zone can't grow everywhere: each further set's expected growth counts this much less


@rules
def add_die(layers: Any, die: int) -> None:
    """Add one die of this kind."""
    layer = 0
    while layers[layer] >> die & 1:
        layer += 1
    layers[layer] |= 1 << die


@rules
def take_dice(layers: Any, dice: int) -> None:
    """Remove one die of each of these kinds."""
    layer = 0
    while layers[layer] & dice:
        layers[layer] = layers[layer] & ~dice | layers[layer + 1] & dice
        layer += 1


@rules
def layer_zone(state: State, side: int, layers: Any) -> None:
    """Count the dice of a Capture zone into `layers`."""
    here = state.sides[side]
    for i in range(here.n_zone):
        add_die(layers, here.zone[i])


@rules
def number_of(layers: Any, die: int) -> int:
    """Return how many dice there are of this kind."""
    layer = 0
    while layers[layer] >> die & 1:
        layer += 1
    return layer


@rules
def largest_set(options: Options, layers: Any) -> int:
    """Return the largest group of dice that go together, even if too small for a combo; among equals one with the
    fewest white dice. It is the mask of their kinds, and above it how many more there are of the white one.
    """
    most = largest_combo_size(options)
    best, order = 0, 0
    white = layers[0] >> die_of(WHITE, 0)
    for colour in range(N_LOAS):
        own = layers[0] >> die_of(colour, 0) & SHOWN
        jokers = white & ~own
        while count_bits(own | jokers) > most:
            if jokers:
                jokers &= jokers - 1
            else:
                own &= own - 1
        worth = 8 * count_bits(own | jokers) - count_bits(jokers)
        if worth > order:
            best, order = own << die_of(colour, 0) | jokers << die_of(WHITE, 0), worth
    for face in range(N_FACES):
        own = layers[0] & LOAS_DICE[face]
        size = count_bits(own)
        jokers = min(number_of(layers, die_of(WHITE, face)), N_LOAS + 1 - size) if white >> face & 1 else 0
        worth = 8 * min(size + jokers, most) - jokers
        if worth > order and size <= most:
            best, order = own, worth
            jokers = min(jokers, most - size)
            if jokers:
                best |= 1 << die_of(WHITE, face) | (jokers - 1) << KINDS
    return best


@rules
def set_size(dice: int) -> int:
    """Return how many dice a set has."""
    return count_bits(dice & (1 << KINDS) - 1) + (dice >> KINDS)


@rules
def zone_worth(options: Options, layers: Any, time: float) -> float:
    """Return what these dice will bring: set after set the largest one, its points and, while there is time, its
    expected growth. This removes the dice from `layers`.
    """
    worth, share = 0.0, time
    while layers[0]:
        dice = largest_set(options, layers)
        size = set_size(dice)
        worth += combo_value(options, size) + share * HOPES[size]
        take_dice(layers, dice & (1 << KINDS) - 1)
        for _ in range(dice >> KINDS):
            take_dice(layers, dice & kinds_of(WHITE))
        share *= FADE
    return worth
