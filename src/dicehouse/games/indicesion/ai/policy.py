"""Collect the policy of inDICEsion: how bots throw, and why."""

from __future__ import annotations

from ..presentation.throw_preview import likely, practice
from .reasons import explain_action, explain_free
from .sensible import LEVELS, choose
from .throw_search import search

__all__ = ["ENDING_WORDS", "LEVELS", "choose", "explain_action", "explain_free", "likely", "practice", "search"]

ENDING_WORDS = ("done",)  # of a board that is being built
