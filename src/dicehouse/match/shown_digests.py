"""Digest all that is shown in random matches, so that two processes can compare it.

What is shown may depend on the position and its past alone. A process of its own, in which texts have other hashes and
the matches come in another order, finds what a game keeps between matches, and texts made from a set.
"""

from __future__ import annotations

import hashlib

from ..core import Game
from .match_invariants import observation_of
from .random_matches import MAX_MEASURED_STEPS, positions_of, random_match

INVARIANT = "what is shown depends only on the match"
POSITIONS_DIGESTED = 30  # of each match

Digests = dict[str, dict[str, str]]


def shown_digests(game: Game, seeds: int, backwards: bool = False) -> Digests:
    """Return a digest of each thing that is shown at each position of a match for each seed, by the position."""
    found: Digests = {}
    most = MAX_MEASURED_STEPS if game.engine else POSITIONS_DIGESTED
    for seed in range(seeds)[:: -1 if backwards else 1]:
        for match in positions_of(random_match(game, seed), ~seed, most):
            for seat in (None, *match.acting()):
                where = f"seed {seed}, decision {match.number}, {'a spectator' if seat is None else f'seat {seat}'}"
                found[where] = {place: _digest(shown) for place, shown in observation_of(match, seat).items()}
    return found


def first_difference(one: Digests, other: Digests) -> str:
    """Return the end of a sentence that says where two processes were shown different things; "" if nowhere."""
    for where, places in one.items():
        differing = [place for place, digest in places.items() if other.get(where, {}).get(place) != digest]
        if differing:
            return (
                f"“{INVARIANT}”: in another process, {', '.join(differing)} differ ({where}); don't keep anything "
                "between calls, and sort what comes from a set."
            )
    return ""


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
