"""Split a result by kind of player, and name the kinds in sentences.

A study plays each variant with bots of one kind, and again with bots of another, so that a headline can claim what
holds for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..result_types import ResultFields
from .number_words import join_words


def kinds_of(found: ResultFields) -> list[str]:
    """Return the kinds of player of a result; an empty text alone if it has only one."""
    return list(dict.fromkeys(cell.kind for cell in found.cells))


def only_kind(found: ResultFields, kind: str) -> ResultFields:
    """Return the part of a result that was played by one kind of player."""
    kept = [number for number, cell in enumerate(found.cells) if cell.kind == kind]
    places = {number: place for place, number in enumerate(kept)}
    return replace(
        found,
        bots=[kind] if kind else found.bots,
        cells=[replace(found.cells[number], base=places.get(found.cells[number].base, 0)) for number in kept],
        comparisons=[
            replace(row, cell=places[row.cell], base=places[row.base])
            for row in found.comparisons
            if row.cell in places and row.base in places
        ],
    )


def among(bots: Sequence[str]) -> str:
    """Return the words that limit a sentence to some bots: among sensible bots."""
    return f"among {join_words(list(dict.fromkeys(bots)))} bots"
