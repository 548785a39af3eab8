"""Offer the games to OpenSpiel: exact chance nodes, information states, resampling.

Importing this registers `dicehouse_dice_ocalypse`, `dicehouse_baron_voodoo`, `dicehouse_deck_o_dice` and
`dicehouse_dicetopia`. It needs the extra `openspiel`.
"""

from .pyspiel_game import DicehouseGame, State, load, register

__all__ = ["DicehouseGame", "State", "load", "register"]
