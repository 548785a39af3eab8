"""Play one game for interfaces that play one at a time: a batch of one row that can be copied and pickled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.core.default_presentation import default_text_board
from dicehouse.engine import engine_of
from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.games import find
from dicehouse.old_names import accept_old_keywords, old_attribute

from .batch import Batch, Floats, Information
from .physics_batch import PhysicsBatch

Mask = npt.NDArray[np.int8]


class SingleGame:
    """Hold one game; the arguments are those of `Batch`. A copy or an unpickled game continues as this one would."""

    @accept_old_keywords(most="max_decisions")
    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        against: Sequence[str] = (),
        seat: int | None = None,
        max_decisions: int | None = None,
    ) -> None:
        found = find(game) if isinstance(game, str) else game
        kind = Batch if found.engine is None else PhysicsBatch
        self.batch = kind(
            found,
            1,
            players=players,
            options=options,
            information=information,
            against=against,
            seat=seat,
            auto_reset=False,
            max_decisions=MAX_DECISIONS if max_decisions is None else max_decisions,
        )
        self.game, self.players = found, self.batch.players

    def __getstate__(self) -> dict[str, Any]:
        return {"batch": self.batch}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.batch = state["batch"]
        self.game, self.players = self.batch.game, self.batch.players

    def deal(self, seed: int | None) -> None:
        """Begin a game: the first of a seed, or the next one."""
        if seed is None:
            self.batch.reset([0])
        else:
            self.batch.reset(seed=seed)

    @property
    def seat(self) -> int:
        """Return the seat that acts next; -1 when the game is over."""
        return int(self.batch.to_move[0])

    def acting(self) -> tuple[int, ...]:
        """Return all seats that may act."""
        return engine_of(self.game).acting(self.batch.position(0))

    def observation(self, seat: int) -> Floats:
        """Return what a seat sees, as a new array."""
        row: Floats = self.batch.observe(seat)[0].copy()
        return row

    def action_mask(self, seat: int) -> Mask:
        """Return the legal actions of a seat, as a new array: none if other seats are asked before it."""
        return (self.batch.masks[0] if seat == self.seat else np.zeros(self.batch.actions)).astype(np.int8)

    def action_mask_if_acting(self, seat: int) -> Mask:
        """Return the legal actions of an acting seat, even if other seats are asked before it."""
        mask = np.zeros(self.batch.actions, np.int8)
        numbers = engine_of(self.game).legal(self.batch.position(0), seat) if seat in self.acting() else []
        mask[self.batch.action_space.places[numbers]] = 1
        return mask

    def is_legal(self, index: int) -> bool:
        """Return True if an action is legal now."""
        return 0 <= index < self.batch.actions and bool(self.batch.masks[0, index])

    seen = old_attribute("observation")
    legal = old_attribute("is_legal")

    def render_text(self, seat: int | None = None) -> str:
        """Return the position as text, as a seat sees it; None is a spectator."""
        position, names = self.batch.position(0), [f"Player {number + 1}" for number in range(self.players)]
        table = self.game.hooks.text_board
        if table is None:
            scores = [round(score) for score in engine_of(self.game).points(position)[: self.players]]
            return default_text_board(self.game.name, names, scores, self.acting())
        return table(self.game.hooks.view(position.state, seat, self.acting(), ()), names)
