"""One game for the layers that play one at a time: a batch of one row that can be copied and pickled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.games import find
from dicehouse.kit import Game, engine_of
from dicehouse.kit.playout import MAX_DECISIONS
from dicehouse.kit.telling import names_and_points

from .batch import Batch, Floats, Information
from .thrown import Thrown

Mask = npt.NDArray[np.int8]


class Single:
    """One game; the arguments are those of `Batch`. A copy, or what is unpickled, plays on as this one would."""

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        against: Sequence[str] = (),
        seat: int | None = None,
        most: int | None = None,
    ) -> None:
        found = find(game) if isinstance(game, str) else game
        kind = Batch if found.engine is None else Thrown
        self.batch = kind(
            found,
            1,
            players=players,
            options=options,
            information=information,
            against=against,
            seat=seat,
            auto_reset=False,
            most=MAX_DECISIONS if most is None else most,
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
        """The seat that acts next; -1 when the game is over."""
        return int(self.batch.to_move[0])

    def acting(self) -> tuple[int, ...]:
        """All seats that may act."""
        return engine_of(self.game).acting(self.batch.position(0))

    def seen(self, seat: int) -> Floats:
        """What a seat sees, as a new array."""
        row: Floats = self.batch.seen_by(seat)[0].copy()
        return row

    def mask(self, seat: int) -> Mask:
        """What a seat may do, as a new array: nothing if others are asked before it."""
        return (self.batch.masks[0] if seat == self.seat else np.zeros(self.batch.actions)).astype(np.int8)

    def mask_of(self, seat: int) -> Mask:
        """What a seat may do that is asked, even if others are asked before it."""
        mask = np.zeros(self.batch.actions, np.int8)
        numbers = engine_of(self.game).legal(self.batch.position(0), seat) if seat in self.acting() else []
        mask[self.batch.space.places[numbers]] = 1
        return mask

    def legal(self, place: int) -> bool:
        """Whether an action is legal now."""
        return 0 <= place < self.batch.actions and bool(self.batch.masks[0, place])

    def printed(self, seat: int | None = None) -> str:
        """The table as text, as a seat sees it; a spectator if it is None."""
        position, names = self.batch.position(0), [f"Player {number + 1}" for number in range(self.players)]
        table = self.game.hooks.table
        if table is None:
            scores = [round(score) for score in engine_of(self.game).scores(position)[: self.players]]
            return names_and_points(self.game.name, names, scores, self.acting())
        return table(self.game.hooks.view(position.state, seat, self.acting(), ()), names)
