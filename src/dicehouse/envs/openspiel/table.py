"""What is played: one game with its settings, and how chance falls in it.

Chance asks one question at a time. An action is carried out with a tape of the results known so far; if the tape ends
before the action does, the next draw is a chance node, and the answer goes on the tape. So every result has its exact
chance, and nothing is sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np

from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.kit import DiceBox, Engine, Game, Position, Seeded, engine_of
from dicehouse.kit.dice import MAX_DRAWS
from dicehouse.kit.dice import Event as Record
from dicehouse.kit.entries import DICE
from dicehouse.kit.reading import read_words
from dicehouse.kit.record import dtype, strict_batch
from dicehouse.kit.settings import Value
from dicehouse.kit.sights import Sight
from dicehouse.kit.sources import set_stream
from dicehouse.kit.telling import Told

from ..looking import Floats, seen_of

Tape = tuple[int, ...]
Outcome = tuple[Tape, float]  # the results of one draw, or of dice that fall at once, and their chance
MOST_OUTCOMES = 512  # of a chance node: six dice at once have 462
FIELDS: Any = DICE.fields
EVENTS: int = FIELDS["events"][1]  # where they begin
DEAL = (-1, -1)  # in place of a seat and its action


@dataclass(frozen=True)
class Draw:
    """What chance is asked: `number` dice (or a card, or whatever is drawn) of so many sides each."""

    number: int
    sides: int

    def outcomes(self) -> tuple[Outcome, ...]:
        """Every result with its chance. Dice that fall at once have no order: they come sorted."""
        return _outcomes(self.number, self.sides)


@cache
def _outcomes(number: int, sides: int) -> tuple[Outcome, ...]:
    orders = factorial(number)
    return tuple(
        (faces, orders / prod(map(factorial, Counter(faces).values())) / sides**number)
        for faces in combinations_with_replacement(range(1, sides + 1), number)
    )


@dataclass(frozen=True)
class Came:
    """What an action leads to: a position and the records of what was told, or the next question to chance."""

    position: bytes
    told: bytes = b""
    draw: Draw | None = None
    tape: Tape = ()  # the results before the question
    thrown: int = 0  # how many throws the tape covers once the question is answered


class Table:
    """One game with its number of players and its settings; `place` are the words of a position to start from."""

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        place: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        if self.game.engine is not None:
            raise BadSetting(
                f"{self.game.name} can't be played through OpenSpiel: its throws are measured, not drawn, and described"
                " by numbers without end."
            )
        self.players = self.game.usual if players is None else players
        self.settings: dict[str, Value] = self.game.agree(self.players, options or {})
        self.place = dict(place or {})
        self.names = [f"Player {seat}" for seat in range(self.players)]
        self._box = DiceBox()
        set_stream(self._box.dice, bytes(12))
        self._stream = (self._box.dice.a, self._box.dice.b, self._box.dice.c, self._box.dice.counter)
        self._position = Position(self.game)
        self._start = self._laid() if self.place else None

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.game.id, self.players, self.settings, self.place)

    @cached_property
    def _engine(self) -> Engine:
        return engine_of(self.game, True)

    def _laid(self) -> bytes:
        """The position that the words describe."""
        box = DiceBox()
        Seeded(0).prepare(box.dice, 0)
        self._engine.deal(self._position, self.players, self.settings, box)
        known = self.game.hooks.SET_UP
        words = read_words(known, self.place, self.players) if known else self.place
        self.game.hooks.set_up(self._position.state, self.players, **words)
        return self._position.tobytes()

    # --- carrying out

    def come(self, before: bytes, act: tuple[int, int], tape: Tape = (), thrown: int = 0) -> Came:
        """What an action of a seat (or the deal) leads to with these results on the tape. What can fall in one way only
        is no question.
        """
        if act == DEAL and self._start is not None:
            return Came(self._start)
        self._run(before, act, tape)
        dice = self._box.dice
        if dice.odd:
            raise ValueError(f"Chance can't show {tape} here.")
        if not dice.short:
            return Came(self._position.tobytes(), self._told())
        if len(tape) == MAX_DRAWS:
            raise ValueError(f"An action drew more than {MAX_DRAWS} times.")
        return self._asked(before, act, tape, thrown)

    def _asked(self, before: bytes, act: tuple[int, int], tape: Tape, thrown: int) -> Came:
        """The next question, of which the box holds an answer by a stream that is always the same."""
        at, sides, drawn = len(tape), self._box.sides(), self._box.draws()
        if sides[at] == 1:
            return self.come(before, act, (*tape, 1), thrown)
        one = Came(before, draw=Draw(1, sides[at]), tape=tape, thrown=thrown)
        throws = self._throws()
        if len(throws) <= thrown or len(throws[thrown]) < 2 or throws[thrown][0] != drawn[at]:
            return one
        number = len(throws[thrown])
        other = drawn[at] % sides[at] + 1
        self._run(before, act, (*tape, other))
        again = self._throws()
        if len(again) <= thrown or again[thrown][0] != other or len(again[thrown]) != number:
            return one  # the throw begins later: what it shows doesn't follow this draw
        return Came(before, draw=Draw(number, sides[at]), tape=tape, thrown=thrown + 1)

    def _run(self, before: bytes, act: tuple[int, int], tape: Tape) -> None:
        box, dice = self._box, self._box.dice
        box.clear()
        dice.a, dice.b, dice.c, dice.counter = self._stream
        dice.taped, dice.n_tape = True, len(tape)
        for i, result in enumerate(tape):
            dice.tape[i] = result
        if act == DEAL:
            self._engine.deal(self._position, self.players, self.settings, box)
        else:
            self._position.restore(before)
            self._engine.apply(self._position, *act, box)

    def _throws(self) -> list[list[int]]:
        """The faces of each throw of several dice that was told."""
        kinds = self.game.hooks.THROWS
        return [[event.faces[i] for i in range(event.n_faces)] for event in self._box.events() if event.kind in kinds]

    def _told(self) -> bytes:
        return self._box.memory[EVENTS : EVENTS + self._box.dice.n_events * dtype(Record).itemsize].tobytes()

    def words(self, told: bytes) -> list[Told]:
        """What was told, in words."""
        return [self.game.hooks.tell(event) for event in strict_batch(Record, np.frombuffer(told, np.uint8).copy())]

    # --- asking

    def over(self, position: bytes) -> bool:
        """Whether the game has ended."""
        return self._engine.over(self._at(position))

    def acting(self, position: bytes) -> tuple[int, ...]:
        """The seats that may act. They are asked one by one, the lowest first, and none hears what another chose."""
        return self._engine.acting(self._at(position))

    def legal(self, position: bytes, seat: int) -> list[int]:
        """The numbers of a seat's actions, in order."""
        return sorted(self._engine.legal(self._at(position), seat))

    def describe(self, position: bytes, seat: int, action: int) -> str:
        """An action in the game's notation."""
        return self.game.hooks.describe(self._at(position).state, seat, action).id

    def view(self, position: bytes, seat: int | None, told: Sequence[Told]) -> dict[str, Any]:
        """All that a seat sees of a position."""
        asked = self.acting(position)
        return self.game.hooks.view(self._at(position).state, seat, asked, told)

    @cached_property
    def sight(self) -> Sight:
        """What stands where in the numbers that a seat sees."""
        return Sight(self.game)

    def numbers(self, position: bytes, seat: int) -> Floats:
        """What a seat sees of a position, as numbers."""
        row = np.frombuffer(position, np.uint8).reshape(1, -1)
        return seen_of(self.game, self.sight, self.players, row, np.array([seat])).reshape(-1)

    def returns(self, position: bytes) -> list[float]:
        """What the game was worth: with several seats each one's share of the win times their number, less 1, so that
        all together have 0; alone 1 for a win and -1 for a loss. 0 for everybody before the end.
        """
        at = self._at(position)
        if not self._engine.over(at):
            return [0.0] * self.players
        shares = self._engine.shares(at)[: self.players]
        times = max(self.players, 2)
        return [times * share - 1 for share in shares]

    def redeal(self, position: bytes, seat: int, luck: bytes) -> bytes:
        """A position that this seat can't tell from this one, drawn by twelve random bytes."""
        at, box = self._at(position), self._box
        box.clear()
        set_stream(box.dice, luck)
        self._engine.redeal(at, seat, box)
        return at.tobytes()

    def _at(self, position: bytes) -> Position:
        self._position.restore(position)
        return self._position
