"""Collect the policy of Deck-O-Dice: how bots play, and why."""

from __future__ import annotations

from .beginner_play import LEVELS, temptation
from .reasons import explain_action
from .sensible import MEMO, prepare, sensible

__all__ = ["ENDING_WORDS", "LEVELS", "MEMO", "explain_action", "prepare", "sensible", "temptation"]

ENDING_WORDS = ("decline", "keep")
