"""Collect the policy of inDICEsion: how bots throw, and why."""

from __future__ import annotations

from ..presentation.throw_preview import likely, practice
from .mistakes import decision_themes, explain_mistake, theme_sentence
from .reasons import explain_action, explain_free
from .sensible import LEVELS, choose
from .throw_search import search

__all__ = [
    "ENDING_WORDS",
    "LEVELS",
    "choose",
    "decision_themes",
    "explain_action",
    "explain_free",
    "explain_mistake",
    "likely",
    "practice",
    "search",
    "theme_sentence",
]

ENDING_WORDS = ("done",)  # of a board that is being built
