"""Play and review games between weak bots, and hand out their mistakes with the positions in which they were made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import dicehouse
from dicehouse import bots
from dicehouse.match.match import Match
from dicehouse.review import DECISION, Review, ReviewRow, review

CLEAR_ERRORS, LEAST_COST = 2.0, 0.005  # the same as in a review: what it calls a mistake


@dataclass(frozen=True)
class Mistake:
    """Hold a mistake: its row, and the match as it was when it was made."""

    match: Match
    row: ReviewRow

    @property
    def seat(self) -> int:
        assert self.row.seat is not None
        return self.row.seat

    @property
    def before(self) -> Match:
        """Return the match before the choice, to play on in with any dice."""
        return self.match.at(self.row.number - 1)

    @property
    def better(self) -> str:
        assert self.row.best is not None
        return self.row.best.option


def play(game: str, names: tuple[str, ...], seed: int, settings: Mapping[str, Any]) -> Match:
    """Play a match between bots to its end."""
    match = dicehouse.new(game, players=len(names), seed=seed, options=settings)
    seated = [bots.make(name, match.game, f"{seed}|{seat}") for seat, name in enumerate(names)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    return match


def mistakes_in(match: Match, found: Review) -> list[Mistake]:
    """Return the clear mistakes of a review."""
    return [
        Mistake(match, row)
        for row in found.rows
        if row.kind == DECISION and row.best and row.cost > max(CLEAR_ERRORS * row.error, LEAST_COST)
    ]


@cache
def reviewed(
    game: str, names: tuple[str, ...], seed: int, simulations: int, race: bool = False
) -> tuple[Match, Review]:
    """Return a match and its review, made once."""
    match = play(game, names, seed, {"special_cards": False} if race else {})
    return match, review(match, simulations=simulations, seed=seed)


def collect_mistakes(
    game: str, least: int, simulations: int, pairs: Iterable[tuple[str, ...]], race: bool = False
) -> list[Mistake]:
    """Return the mistakes of as many matches as it takes to find `least`."""
    found: list[Mistake] = []
    pairs = tuple(pairs)
    for seed in range(1, 60):
        for names in pairs:
            found += mistakes_in(*reviewed(game, names, seed, simulations, race))
            if len(found) >= least:
                return found
    raise AssertionError(f"only {len(found)} mistakes")
