"""Collect the policy of Deck-O-Dice: how bots play, and why."""

from __future__ import annotations

from .beginner_play import LEVELS, temptation
from .mistakes import decision_themes, explain_mistake, theme_sentence
from .reasons import explain_action
from .sensible import MEMO, prepare, sensible

__all__ = [
    "ENDING_WORDS",
    "LEVELS",
    "MEMO",
    "decision_themes",
    "explain_action",
    "explain_mistake",
    "prepare",
    "sensible",
    "temptation",
    "theme_sentence",
]

ENDING_WORDS = ("decline", "keep")
