"""Number the actions that a seat may choose from, in every phase."""

from __future__ import annotations

from dicehouse.core.action_codes import Codes

from .state import MAX_PLAYERS, N_DICE, Card

_codes = Codes()

KEEP = _codes.block(double=2, bank=2, dice=1 << N_DICE)  # Double or Nothing? bank? and the mask of places in the tray
PASS = _codes.one()
IMMUNITY = _codes.one()
DECLINE = _codes.one()
ABSTAIN = _codes.one()
VOTE = _codes.block(seat=MAX_PLAYERS)
PLAY = _codes.block(card=len(Card))
ROLL = _codes.one()
PIGGYBACK = _codes.one()
THROW_LEFT_BEHIND = _codes.one()
THROW_ZOMBIE = _codes.one()
