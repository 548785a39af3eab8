"""What studies count of a finished game of Dicetopia."""

from __future__ import annotations

from dicehouse.kit import Measure

from ..rules.state import EMPTY

MEASURES = (
    Measure("empty", "spaces that end empty", "spaces", lambda states, n_players: (states.spaces == EMPTY).sum(1)),
    Measure("tokens", "Protection Tokens that nobody holds", "tokens", lambda states, n_players: states.tokens),
)
