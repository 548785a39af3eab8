"""Play one game for interfaces that play one at a time: a batch of one row that can be copied and pickled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.core.default_presentation import default_text_board
from dicehouse.engine import Position, engine_of
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
        self._made_with: dict[str, Any] = {"options": self.batch.options, "seat": seat}
        self._changed: dict[str, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {"batch": self.batch, "made with": self._made_with, "changed": self._changed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.batch, self._made_with, self._changed = state["batch"], state["made with"], state["changed"]
        self.game, self.players = self.batch.game, self.batch.players

    def change(self, settings: Mapping[str, object], **others: Any) -> None:
        """Change these settings and other arguments of the batch for the next games, and undo earlier changes.

        Raise BadSetting if a value is invalid; then nothing has changed.
        """
        wanted = {**others, **({"options": {**self._made_with["options"], **settings}} if settings else {})}
        if wanted != self._changed:
            self.batch = self.batch.with_arguments(**{**self._made_with, **wanted})
            self._changed = wanted

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
        return board_text(self.game, self.batch.position(0), self.players, seat)


def board_text(game: Game, position: Position, players: int, seat: int | None) -> str:
    """Return a position as text, as a seat sees it; None is a spectator."""
    names, acting = [f"Player {number + 1}" for number in range(players)], engine_of(game).acting(position)
    table = game.hooks.text_board
    if table is None:
        scores = [round(score) for score in engine_of(game).points(position)[:players]]
        return default_text_board(game.name, names, scores, acting)
    return table(game.hooks.view(position.state, seat, acting, ()), names)
