"""What a decision cost: its options are tried in the same futures, and what falls behind is tried no further."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .course import Move
from .futures import Floats, Futures, error_of

SURE = 2.0  # standard errors by which an option must be better than the one played to be called better
HOPELESS = 1.5  # and by how many it must be worse to be tried no further


@dataclass
class Trial:
    """One decision under examination; `rows` are shares of the win by future and seat for each option still tried."""

    move: Move
    position: bytes  # in which the seat was asked, before others sealed what it can't know
    hidden: bool  # whether what the seat could not know is to be dealt anew
    rows: dict[int, Floats] = field(default_factory=dict)
    n: int = 0

    def __post_init__(self) -> None:
        self.tried = list(self.move.options)

    @property
    def settled(self) -> bool:
        """Whether nothing is left that might be better."""
        return self.tried == [self.move.action]

    def go_on(self, futures: Futures, n: int) -> None:
        """Try every option in so many more futures, then drop what is hopeless, and half of what is left."""
        seat = self.move.seat
        for action in self.tried:
            found = futures.play(self.position, self.n, n, [(seat, action)], seat if self.hidden else -1)
            old = self.rows.get(action)
            self.rows[action] = found if old is None else np.concatenate([old, found])
        self.n += n
        own = self.rows[self.move.action]
        ahead = {}
        for action in self.tried:
            if action != self.move.action:
                more = (self.rows[action] - own)[:, seat]
                error = error_of(more[:, None])[0]
                if more.mean() + HOPELESS * error > 0.0 and more.any():
                    ahead[action] = more.mean() / error
        best = sorted(ahead, key=lambda action: -ahead[action])
        kept = best[: max(2, len(best) // 2)]
        self.tried = [action for action in self.tried if action in kept or action == self.move.action]

    def found(self) -> tuple[Floats, float, int | None]:
        """What the decision took from each seat, the standard error of the actor's part, and what was better."""
        seat, own = self.move.seat, self.rows.get(self.move.action)
        nothing = np.zeros(0 if own is None else own.shape[1])
        others = [action for action in self.tried if action != self.move.action]
        if own is None:
            return nothing, 0.0, None
        if not others or self.n < 4:
            return nothing, 0.0, None
        half = self.n // 2  # the one half chooses, the other measures: what looks best is partly luck
        best = max(others, key=lambda action: self.rows[action][:half, seat].mean())
        more = self.rows[best] - own
        error = float(error_of(more)[seat])
        fresh, fresh_error = more[half:].mean(0), error_of(more[half:])[seat]
        if more[:, seat].mean() > SURE * error and fresh[seat] > SURE * fresh_error:
            return fresh, float(fresh_error), best
        return nothing, error, None
