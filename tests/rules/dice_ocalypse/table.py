"""A stage for tests that read like the rulebook.

    table = Table(2300, 1200)                       # A has 2,300, B has 1,200, it is A's turn
    table.play("A roll: 111552", "A keep 555 bank")  # seat, option, and the dice that this act throws
    assert table.totals == (2300, 1200)

Whoever is asked for a reaction and not named by the next line passes. The dice of a line must be
exactly the dice that its act draws, so a throw too many or in the wrong place fails the test.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import dicehouse
from dicehouse.match.match import Match

from .scorer import PRESETS, Faces, Scoring, keeps

GAME = "dice-ocalypse"
SEATS = "ABCDEF"
CARDS = ("prove-it", "double", "do-or-die", "bloodshed", "collateral")
PASSES = ("pass", "decline", "abstain")
FLAGS = ("opened", "immunity", "lose_turn", "double_next", "battle_zone_done")
LINE = re.compile(r"(?P<who>[A-F]+) (?P<option>[a-z0-9 -]+?)(?:: *(?P<dice>[1-6 ]+))?$")


class Table:
    """A match from a given position on, played by lines such as "B pass" or "A roll: 115234"."""

    def __init__(self, *totals: int, up: str = "A", options: dict[str, Any] | None = None, **position: Any) -> None:
        self._players = len(totals)
        self._options = options or {}
        self._position = {"player": SEATS.index(up), "totals": list(totals), **self._plain(position)}
        self._dealt: str | None = None
        self._begin()

    @classmethod
    def deal(cls, players: int, dice: str, **options: Any) -> Table:
        """A new match; `dice` are those thrown for the first turn."""
        table = cls.__new__(cls)
        table._players, table._options, table._position, table._dealt = players, options, {}, dice
        table._begin()
        return table

    def play(self, *lines: str) -> Table:
        for line in lines:
            read = LINE.match(line)
            assert read, f"not a line of the script: {line!r}"
            *earlier, last = read["who"]
            for seat in earlier:
                self._act(seat, read["option"], "")
            self._act(last, read["option"], (read["dice"] or "").replace(" ", ""))
        return self

    def banks(self, seat: str, points: int, then: str = "", *, start: str = "roll", double: bool = False) -> Table:
        """A turn whose dice are worth `points`, up to the bank; `then` are the dice that the bank itself throws."""
        throws = turn_worth(points, self.view["dice_full"], self.scoring)
        for throw, keep in throws:
            self.play(f"{seat} {start}: {throw}")
            start = f"keep {keep} roll"
        bank = start.replace("roll", "bank double" if double else "bank")
        return self.play(f"{seat} {bank}: {then}" if then else f"{seat} {bank}")

    def busts(self, seat: str, then: str = "", *, start: str = "roll") -> Table:
        """A turn whose first throw scores nothing; `then` are dice thrown right after it."""
        return self.play(f"{seat} {start}: {'223346'[: self.view['dice_full']]}{then}")

    def calm(self) -> Table:
        """Everybody passes until a turn starts or the turn player has to choose."""
        for _ in range(50):
            asked = [(seat, way) for seat in self.asked for way in PASSES if way in self.offers(seat)]
            if not asked or self.phase in ("start", "keep", "over"):
                return self
            self._act(asked[0][0], asked[0][1], "")
        raise AssertionError("the table does not come to rest")

    # What one sees at the table.

    @property
    def view(self) -> dict[str, Any]:
        return self.match.view(None)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat["total"] for seat in self.view["seats"])

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def asked(self) -> str:
        return "".join(SEATS[seat] for seat in self.match.acting())

    @property
    def up(self) -> str:
        return SEATS[self.view["player"]]

    @property
    def turn_score(self) -> int:
        return int(self.view["turn_score"])

    @property
    def scoring(self) -> Scoring:
        return PRESETS[self._options.get("scoring", "plurality")]

    @property
    def final(self) -> tuple[str, int, str] | None:
        """First crosser, bar, and who still has a final turn; None before the dice-ocalypse."""
        if (final := self.view["final"]) is None:
            return None
        return SEATS[final["first"]], final["bar"], "".join(SEATS[seat] for seat in final["to_play"])

    @property
    def winner(self) -> str | None:
        winner = self.view["winner"]
        return None if winner is None else SEATS[winner]

    def seat(self, letter: str) -> dict[str, Any]:
        return dict(self.view["seats"][SEATS.index(letter)])

    def who(self, mark: str) -> str:
        """The seats for which a mark such as "lose_turn" or "zombie" is set."""
        return "".join(letter for letter, seat in zip(SEATS, self.view["seats"], strict=False) if seat[mark])

    def holds(self, letter: str, card: str) -> bool:
        return card in self.seat(letter)["cards"]

    def has_spent(self, letter: str, card: str) -> bool:
        return card in self.seat(letter)["spent"]

    def offers(self, letter: str) -> set[str]:
        return {option.id for option in self.match.options(SEATS.index(letter))}

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """The facts of every event of a kind so far, with the seat's letter."""
        return [
            {"by_seat": None if event.seat is None else SEATS[event.seat], **event.facts}
            for event in self.match.log()
            if event.kind == kind
        ]

    # How the stage works.

    def _plain(self, position: dict[str, Any]) -> dict[str, Any]:
        """Letters to seat numbers: opened="AC", hands={"B": ["double"]}, zombie="B"."""
        plain: dict[str, Any] = {}
        for key, given in position.items():
            if key in FLAGS:
                plain[key] = [letter in given for letter in SEATS[: self._players]]
            elif key == "hands":
                plain[key] = [list(given.get(letter, CARDS)) for letter in SEATS[: self._players]]
            elif key in ("zombie", "left_behind") and given in tuple(SEATS):
                plain[key] = SEATS.index(given)
            else:
                plain[key] = given
        return plain

    def _begin(self) -> None:
        self._tape = dicehouse.Tape(self._dealt or "")
        if self._dealt is None:
            self.match = Match.set_up(
                GAME, players=self._players, options=self._options, dice=self._tape, **self._position
            )
        else:
            self.match = dicehouse.new(GAME, players=self._players, options=self._options, dice=self._tape)

    def _act(self, letter: str, option: str, dice: str) -> None:
        """One act; whoever else is asked meanwhile passes first."""
        seat = SEATS.index(letter)
        for _ in range(20):
            if seat in self.match.acting():
                break
            waiting = next((s, way) for s in self.match.acting() for way in PASSES if self._may(s, way))
            self._perform(*waiting, [])
        self._perform(seat, option, [int(face) for face in dice])

    def _may(self, seat: int, option: str) -> bool:
        return any(offered.id == option for offered in self.match.options(seat))

    def _perform(self, seat: int, option: str, dice: list[int]) -> None:
        self._tape.results += dice
        self.match.play(seat, option)
        drawn = list(self.match.actions[-1].draws)
        assert drawn == dice, f"{SEATS[seat]} {option}: threw {drawn}, the script says {dice}"


@cache
def turn_worth(points: int, dice: int, scoring: Scoring) -> tuple[tuple[str, str], ...]:
    """Throws and keeps of a turn worth `points`, in one throw if that can be, never hot dice."""
    for throws in (1, 2, 3):
        if found := _throws_worth(points, dice, scoring, throws):
            return found
    raise AssertionError(f"no short turn of {dice} dice is worth {points}")


def _throws_worth(points: int, dice: int, scoring: Scoring, throws: int) -> tuple[tuple[str, str], ...]:
    for throw, keep, worth in _best_keeps(dice, scoring) if points > 0 else ():
        here = (text(throw), text(keep))
        if throws == 1 and worth == points:
            return (here,)
        rest = _throws_worth(points - worth, dice - len(keep), scoring, throws - 1) if throws > 1 else ()
        if rest:
            return (here, *rest)
    return ()


@cache
def _best_keeps(dice: int, scoring: Scoring) -> tuple[tuple[Faces, Faces, int], ...]:
    """For every throw its best keep, where that leaves a die to throw."""
    found = []
    for throw in combinations_with_replacement(range(1, 7), dice):
        options = keeps(throw, scoring)
        if options:
            keep = max(options, key=lambda chosen: (options[chosen], -len(chosen)))
            if len(keep) < dice:
                found.append((throw, keep, options[keep]))
    return tuple(found)


def text(faces: Faces) -> str:
    return "".join(map(str, faces))
