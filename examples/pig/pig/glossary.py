"""Explain the things on the table, each in a sentence."""

from __future__ import annotations

from dicehouse.core import GlossaryTerm

GLOSSARY = (
    GlossaryTerm(
        "key:roll", "Throw", "You throw, and what the dice show is added up; a 1 takes the points of this turn."
    ),
    GlossaryTerm("key:bank", "Bank", "The points of this turn go to your total, and the next player throws."),
)
