"""Share the stage of several games: a match played by lines such as "A c3xd3", a seat's letter and an option."""

from __future__ import annotations

from typing import Any, Self

import pytest

from dicehouse.errors import IllegalOption
from dicehouse.match.match import Match

SEATS = "ABCDEF"


class Lettered:
    """Hold a match whose seats are letters."""

    match: Match

    @classmethod
    def of(cls, match: Match) -> Self:
        table = cls.__new__(cls)
        table.match = match
        return table

    def play(self, *lines: str) -> Self:
        for line in lines:
            seat, option = line.split(" ", 1)
            self.match.play(SEATS.index(seat), option)
        return self

    def refuses(self, *lines: str) -> Self:
        """Check that none of these can be done now."""
        for line in lines:
            seat, option = line.split(" ", 1)
            assert option not in self.offers(seat), line
            with pytest.raises(IllegalOption):
                self.match.play(SEATS.index(seat), option)
        return self

    def offers(self, seat: str | None = None, start: str = "") -> set[str]:
        """Return what a seat (or the acting one) may do now, as far as it begins with `start`."""
        seats = self.match.acting() if seat is None else (SEATS.index(seat),)
        return {option.id for at in seats for option in self.match.options(at) if option.id.startswith(start)}

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """Return the facts of every event of a kind up to now, with the seat's letter."""
        return [
            {"by": "-" if event.seat is None else SEATS[event.seat], **event.facts}
            for event in self.match.log()
            if event.kind == kind
        ]
