"""Collect the policy of Baron Voodoo: how bots play, and why."""

from __future__ import annotations

from dicehouse.core.policy import BotLevel, BotTraits

from .mistakes import count_words, decision_themes, explain_mistake, theme_sentence, visible_counts
from .position_value import MEMO
from .reasons import explain_action
from .sensible import sensible

__all__ = [
    "ENDING_WORDS",
    "LEVELS",
    "MEMO",
    "count_words",
    "decision_themes",
    "explain_action",
    "explain_mistake",
    "sensible",
    "theme_sentence",
    "visible_counts",
]

ENDING_WORDS = ("end",)

# A bot that takes the best capture every turn loses every game to all of them: looking at a few more options helps a
# lot here, and so does a handful of simulations.
LEVELS: dict[str, BotLevel] = {
    "pip": BotTraits(looks=28, fancy=6),
    "dot": "search:4",
    "kofi": "search:8",
    "otto": "search:18",
    "vera": "search:60",
}
