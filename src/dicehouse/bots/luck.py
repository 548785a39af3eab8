"""What the dice of a game gave each seat, so that who plays better is seen in fewer games.

After every action that threw or drew something, futures are played on from what came of it, and others from before it,
with fresh dice for the same action. The difference of their means is what those dice gave. Actual and fresh dice are
drawn alike, so it is 0 on average: whoever plays, however few futures there are, and however wrong the house's own
player, or the game's estimate, may be about who will win. So a result less its luck is right on average, and as
the luck is gone, it spreads far less.

It is an advantage sum (Zinkevich, Bowling, Bard, Kan and Billings, *Optimal Unbiased Estimators for Evaluating Agent
Performance*, 2006), as backgammon's players know it: a luck-adjusted result.
"""

from __future__ import annotations

import numpy as np

from dicehouse.kit import Position, engine_of
from dicehouse.match import Match

from .futures import NEVER, OPEN, Floats, Futures

AHEAD = 1  # turns after which a future stops, where the game can estimate who will win then


class Luck:
    """The luck of one match while it is played; `given` has it by seat, in shares of the win."""

    def __init__(self, match: Match, seed: str, memo: Floats, n: int) -> None:
        self._futures = Futures(match, f"luck|{seed}", memo=memo)
        self._estimated = "estimate" in match.game.hooks.own
        self._n, self._number = n, 0
        self.given = np.zeros(match.players)

    def note(self, match: Match) -> None:
        """Take in the action that was carried out last."""
        if not match.actions[-1].draws:
            return
        before, first = match.position(match.number - 1), self._last(match)
        if not first:  # it was described, not listed: it can't be tried again
            return
        until = self._futures.turns(before) + AHEAD if self._estimated else NEVER
        self.given += self._mean(match.position(), [], until) - self._mean(before, first, until)

    def _last(self, match: Match) -> list[tuple[int, int]]:
        """The action that was carried out last, as its seat and the rules' number."""
        game, played = match.game, match.actions[-1]
        here = Position(game, np.frombuffer(match.position(match.number - 1), np.uint8).copy())
        legal, describe = engine_of(game).legal(here, played.seat), game.hooks.describe
        return [(played.seat, a) for a in legal if describe(here.state, played.seat, a).id == played.option]

    def _mean(self, position: bytes, first: list[tuple[int, int]], until: int) -> Floats:
        """What each seat wins on average if it is played on from there."""
        futures, number = self._futures, self._number
        self._number += self._n
        _, shares = futures.until(position, number, self._n, first, OPEN, until, guess=self._estimated)
        mean: Floats = shares[:, : len(self.given)].mean(0)
        return mean
