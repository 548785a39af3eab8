"""Number the actions: a block for every kind of choice."""

from __future__ import annotations

from dicehouse.core.action_codes import Codes

from .state import DIRECTIONS, KINDS, LINES, MAX_PLAYERS, N_FACES, N_LOAS, SPACES

_codes = Codes()

# the turn
JUMP = _codes.block(space=SPACES, direction=DIRECTIONS)
POWER = _codes.block(loa=N_LOAS)
END = _codes.one()

# C1 to C5
OFFERING = _codes.one()
TURN_DIE = _codes.block(face=N_FACES)
USE = _codes.one()
BUY = _codes.one()
LOOSE = _codes.block(die=KINDS)

# what the powers of the Loas ask for
LINE = _codes.block(line=LINES, end=2)
STACK = _codes.block(space=SPACES)
TOP = _codes.block(space=SPACES)
NEXT = _codes.block(space=SPACES)
NEXT_UNDER = _codes.block(space=SPACES)
MOVE = _codes.block(space=SPACES)
MOVE_TO = _codes.block(space=SPACES)
SWAP = _codes.block(space=SPACES)
SWAP_WITH = _codes.block(space=SPACES)

# what Face, Steal and Exchange ask for
NEW_FACE = _codes.block(die=KINDS, face=N_FACES)
STEAL = _codes.block(side=MAX_PLAYERS, die=KINDS)
EXCHANGE = _codes.block(side=MAX_PLAYERS, die=KINDS)
EXCHANGE_WITH = _codes.block(side=MAX_PLAYERS, die=KINDS)

# before the first turn
LOA = _codes.block(loa=N_LOAS)
BARON_LOA = _codes.block(loa=N_LOAS)
PLACE = _codes.block(die=KINDS, space=SPACES)

# Combos. One icon: the Loa colours as a mask, and the number of white dice. One colour: as masks, the faces of dice
# of the colour and those of white dice; if all its dice are white, the colour is 0.
ICON_COMBO = _codes.block(face=N_FACES, colours=1 << N_LOAS, white=N_LOAS + 2)
COLOUR_COMBO = _codes.block(colour=N_LOAS, faces=1 << N_FACES, white=1 << N_FACES)
NO_COMBO = 0  # the number of a jump
