"""Number the actions that a seat may choose from, in every phase."""

from __future__ import annotations

from dicehouse.core.action_codes import Codes

from .state import N_LOOKED, N_TYPES

_codes = Codes()

CHOOSE = _codes.block(minion=N_TYPES)
LOOK = _codes.one()
DECLINE = _codes.one()
TAKE = _codes.block(which=N_LOOKED)  # the first or the second of the cards that Diante sees
REROLL_CARD = _codes.one()
KEEP = _codes.one()
