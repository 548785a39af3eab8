"""Write and name dice, spaces, stacks, lines and Loas.

A die is written by its colour and its icon, "YO" for a yellow Offering; a space by file and rank, "a1" at the lower
left.
"""

from __future__ import annotations

from ..rules.board import DIE, DIE_BITS, colour_of, die_of, face_of, painted
from ..rules.combos import MOST, combo_dice
from ..rules.state import BARON, SIZE, State
from .view_types import LoaColour, Paint, PowerName, StepId

COLOURS = "YTRPW"
LOA_COLOURS: tuple[LoaColour, ...] = ("Y", "T", "R", "P")
PAINTS: tuple[Paint, ...] = ("Y", "T", "R", "P", "W")
FACES = "OVFGSX"
FILES = "abcdefg"
RANKS = "1234567"
LOA_NAMES = ("Mamy Wata", "Gran Bwa", "Papa Legba", "Erzulie Freda")
LOA_IDS = ("mamy-wata", "gran-bwa", "papa-legba", "erzulie-freda")
POWER_IDS: tuple[PowerName, ...] = ("wata", "bwa", "legba", "erzulie")
ENDS = (("left", "right"), ("up", "down"))
STEP_IDS: tuple[StepId, ...] = ("A", "B", "C1", "C2", "C3", "C4", "C5", "D")


def die_text(die: int) -> str:
    """Return a die by its two letters, "YO"."""
    return COLOURS[colour_of(die)] + FACES[face_of(die)]


def die_number(text: str) -> int:
    """Return the number of a die written with two letters. Raise ValueError if there is none."""
    colour, face = tuple(text.upper())
    return die_of(COLOURS.index(colour), FACES.index(face))


def space_text(space: int) -> str:
    """Return a space by file and rank: "a7" is the first."""
    return FILES[space % SIZE] + str(SIZE - space // SIZE)


def space_number(text: str) -> int:
    """Return the number of a space. Raise ValueError if there is none of that name."""
    file, rank = tuple(text)
    return SIZE * (SIZE - RANKS.index(rank) - 1) + FILES.index(file)


def colour_text(state: State, space: int) -> Paint:
    """Return the letter of the colour painted on a space, "." for none."""
    colour = painted(state, space)
    return PAINTS[colour] if colour >= 0 else "."


def stack_dice(stack: int) -> list[str]:
    """Return the dice of a stack from bottom to top."""
    dice: list[str] = []
    while stack:
        dice.insert(0, die_text(stack & DIE))
        stack >>= DIE_BITS
    return dice


def line_text(line: int) -> str:
    """Return a line to push: "row 3" or "file c"."""
    return f"row {SIZE - line}" if line < SIZE else f"file {FILES[line - SIZE]}"


def dice_of(combo: int) -> list[int]:
    """Return the dice of a combo in canonical order."""
    dice = [0] * MOST
    return dice[: combo_dice(combo, dice)]


def owner_text(state: State, side: int) -> str:
    """Return the owner of a zone as options write it: "p1", "baron"."""
    return "baron" if state.solo and side == BARON else f"p{side + 1}"
