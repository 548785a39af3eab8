"""One game for the layers that play one at a time: a batch of one row that can be copied and pickled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.games import find
from dicehouse.kit import Game, engine_of
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
        name = game if isinstance(game, str) else game.id
        settings, bots = dict(options or {}), against if isinstance(against, str) else tuple(against)
        given = {"players": players, "options": settings, "information": information, "against": bots, "seat": seat}
        self._made_of: dict[str, Any] = {"game": name, **given, **({} if most is None else {"most": most})}
        self._make()

    def _make(self) -> None:
        name = self._made_of["game"]
        kind = Batch if find(name).engine is None else Thrown
        self.batch = kind(n=1, auto_reset=False, **self._made_of)
        self.game, self.players = self.batch.game, self.batch.players

    def __getstate__(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "made_of": self._made_of,
            "saved": batch.save(0),
            "seeds": batch.seeds.copy(),
            "episode": int(batch.episodes[0]),
            "ends": [array.copy() for array in self._ends()],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._made_of = state["made_of"]
        self._make()
        batch = self.batch
        batch.reset(seed=state["seeds"].tolist())
        batch.episodes = state["episode"]  # which deal comes next; `load` leaves a row's own
        batch.load(0, state["saved"])
        for array, value in zip(self._ends(), state["ends"], strict=True):
            array[:] = value

    def _ends(self) -> list[npt.NDArray[Any]]:
        """What a batch says of the game that ended last."""
        batch = self.batch
        return [batch.rewards, batch.done, batch.truncated, batch.scores, batch.lengths]

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
