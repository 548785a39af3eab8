"""A stage for tests that read like the rulebook.

    table = Table(16, 20, 12)                                   # the top of the deck; A is seat 1, odd, B is even
    table.play("A cubera", "B diante", "B look", "B first")
    assert table.cards("A") == [20]

`left` names the minions that each side still has ("quad cubera|twent"): their number makes the combat of the half. What
the deck does not need lies in the Victory piles. Against Dicey (`solo=True`) B is Dicey. All cards are open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dicehouse.core import Seeded
from dicehouse.errors import IllegalOption
from dicehouse.match.match import Match

from .reference import CARDS, TYPES

GAME = "deck-o-dice"
SIDES = "AB"


class Table:
    def __init__(
        self,
        *top: int,
        left: str = "|",
        half: int = 1,
        solo: bool = False,
        piles: Sequence[Sequence[int]] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.left = [part.split() or list(TYPES) for part in left.split("|")]
        used = [" ".join(t for t in TYPES if t not in part) for part in self.left]
        self.combat = 7 - len(self.left[0]) + 6 * (half - 1)
        order = [*top, *(card for card in CARDS if card not in top and not piles)][: 26 - 2 * self.combat]
        won = [card for card in CARDS if card not in order]
        self.match = Match.set_up(
            GAME,
            players=1 if solo else 2,
            options={"memory": False, **options},
            order=order,
            combat=self.combat,
            used=used,
            piles=piles or (won[::2], won[1::2]),
            dice=Seeded(seed),
        )

    def play(self, *lines: str) -> Table:
        for line in lines:
            side, word = line.split()
            self.match.play(SIDES.index(side), word)
        return self

    def duel(self, mine: str, other: str) -> Table:
        """Both choose."""
        return self.play(f"A {mine}", f"B {other}")

    def refuses(self, *lines: str) -> Table:
        for line in lines:
            side, word = line.split()
            assert word not in self.offers(side)
            with pytest.raises(IllegalOption):
                self.match.play(SIDES.index(side), word)
        return self

    # What one sees.

    def view(self, side: str | None = None) -> dict[str, Any]:
        return self.match.view(None if side is None else SIDES.index(side))

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    @property
    def asked(self) -> str:
        return "".join(SIDES[seat] for seat in self.match.acting())

    def offers(self, side: str) -> list[str]:
        return [option.id for option in self.match.options(SIDES.index(side))]

    @property
    def deck(self) -> list[int]:
        """The whole deck from its top, where everybody knows it."""
        view = self.view()
        assert len(view["bottom"]) == view["deck"]
        return list(view["bottom"])

    def roll(self, side: str) -> int | None:
        """The roll card that lies open."""
        card = self.view()["sides"][SIDES.index(side)]["card"]
        return None if card is None else int(card)

    # What has happened, in the last combat or before.

    def happened(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.facts) for event in self.match.log() if event.kind == kind]

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.match.log()]

    def by(self, kind: str) -> str:
        """The sides for which it happened, in order."""
        return "".join(SIDES[facts["side"]] for facts in self.happened(kind))

    @property
    def attacker(self) -> str:
        return self.by("attack")[-1]

    @property
    def values(self) -> tuple[int, int]:
        """The values that were compared last."""
        mine, other = self.happened("compare")[-1]["values"]
        return mine, other

    @property
    def rolls(self) -> tuple[int, int]:
        """The cards that were compared last."""
        mine, other = self.happened("compare")[-1]["cards"]
        return mine, other

    @property
    def won(self) -> str:
        """Who won the last combat; "-" for a tie."""
        winner = self.view()["results"][-1]["winner"]
        return "-" if winner is None else SIDES[winner]

    def gained(self, side: str) -> set[int]:
        """What a side took in the last combat."""
        return set(self.rolls) & set(self.view()["sides"][SIDES.index(side)]["pile"])
