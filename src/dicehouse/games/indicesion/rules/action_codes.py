"""Number the choices. A throw, a placing or a building that is described freely has one number for all: its text says
the rest.
"""

from __future__ import annotations

from dicehouse.core.action_codes import Codes

from .state import EACH, MAX_PLAYERS, N_BARRELS, N_COLOURS, N_DICE

N_SPOTS = 5  # named places on a board for a barrel
N_TARGETS = 5  # ready-made targets of boards and barrels
N_WAYS = 3  # ready throws at each target

_codes = Codes()
START = _codes.block(seat=MAX_PLAYERS)
DRAFT = _codes.block(colour=N_COLOURS)
STAND = _codes.block(board=MAX_PLAYERS, spot=N_SPOTS)
ASIDE = _codes.one()
BUILD = _codes.block(target=N_TARGETS)
TAKE = _codes.block(piece=EACH + N_BARRELS)
CLEAR = _codes.one()
DONE = _codes.one()
READY = _codes.block(way=N_WAYS, die=N_DICE, target=MAX_PLAYERS)
RESPAWN = _codes.block(die=N_DICE)
PASS = _codes.one()
AGAIN = _codes.one()
KEEP = _codes.one()
FREE_THROW = _codes.one()
FREE_STAND = _codes.one()
FREE_PUT = _codes.one()
