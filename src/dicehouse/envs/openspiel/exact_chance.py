"""Play a game with explicit chance: one game with its settings, and the exact distribution of its draws.

Chance is asked one question at a time. An action is played with a tape of the results known so far; if the tape ends
before the action does, the next draw is a chance node, and its outcome is added to the tape. So every result has its
exact probability, and nothing is sampled.
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

from dicehouse.core import Game, Seeded
from dicehouse.core.dice import MAX_DRAWS
from dicehouse.core.dice import Event as Record
from dicehouse.core.dice_sources import set_stream
from dicehouse.core.log_entry import LogEntry
from dicehouse.core.settings import SettingValue
from dicehouse.core.value_readers import read_setup
from dicehouse.engine import DiceBox, Engine, Position, engine_of
from dicehouse.engine.entry_points import DICE_DTYPE
from dicehouse.engine.observation_encoder import ObservationEncoder
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.records.record import dtype, strict_batch

from ..position_observations import Floats, observe_positions

Results = tuple[int, ...]
Outcome = tuple[Results, float]  # the results of one draw, or of dice of one roll, and their probability
MAX_OUTCOMES = 512  # of a chance node: a roll of six dice has 462
FIELDS: Any = DICE_DTYPE.fields
EVENTS_OFFSET: int = FIELDS["events"][1]  # where they begin
DEAL = (-1, -1)  # in place of a seat and its action


@dataclass(frozen=True)
class ChanceDraw:
    """Hold a question to chance: `number` dice (or one card, or another draw) with `sides` sides each."""

    number: int
    sides: int

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return every result with its probability. Dice of one roll have no order: they are sorted."""
        return _outcomes(self.number, self.sides)


@cache
def _outcomes(number: int, sides: int) -> tuple[Outcome, ...]:
    orders = factorial(number)
    return tuple(
        (faces, orders / prod(map(factorial, Counter(faces).values())) / sides**number)
        for faces in combinations_with_replacement(range(1, sides + 1), number)
    )


@dataclass(frozen=True)
class Transition:
    """Hold the result of an action: a position and the records of its events, or the next question to chance."""

    position: bytes
    events: bytes = b""
    draw: ChanceDraw | None = None
    tape: Results = ()  # the results before the question
    thrown: int = 0  # how many rolls the tape covers once the question is answered


def hides_nothing(game: Game, players: int) -> bool:
    """Return True if so many players play with perfect information."""
    return "resample_hidden" not in game.hooks.own or players in game.hooks.OPEN_FOR_PLAYERS


class ExactGame:
    """Hold one game with its number of players and its settings; `start_words` are the keywords of a
    start position."""

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        start_words: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        if self.game.engine is not None:
            raise BadSetting(
                f"{self.game.name} can't be played through OpenSpiel, because its throws are simulated and have "
                "endless outcomes."
            )
        self.players = self.game.usual if players is None else players
        self.settings: dict[str, SettingValue] = self.game.settings_for(self.players, options or {})
        self.start_words = dict(start_words or {})
        self.names = [f"Player {seat}" for seat in range(self.players)]
        self._box = DiceBox()
        set_stream(self._box.dice, bytes(12))
        self._stream = (self._box.dice.a, self._box.dice.b, self._box.dice.c, self._box.dice.counter)
        self._position = Position(self.game)
        self._start = self._set_up_start() if self.start_words else None

    def __reduce__(self) -> tuple[Any, ...]:
        return ExactGame, (self.game.id, self.players, self.settings, self.start_words)

    @cached_property
    def _engine(self) -> Engine:
        return engine_of(self.game, True)

    def _set_up_start(self) -> bytes:
        """Return the position that the keywords describe."""
        box = DiceBox()
        Seeded(0).prepare(box.dice, 0)
        self._engine.deal(self._position, self.players, self.settings, box)
        known = self.game.hooks.SET_UP
        words = read_setup(known, self.start_words, self.players) if known else self.start_words
        self.game.hooks.set_up(self._position.state, self.players, **words)
        return self._position.tobytes()

    # --- actions

    def transition(self, before: bytes, act: tuple[int, int], tape: Results = (), thrown: int = 0) -> Transition:
        """Return the result of an action of a seat (or of the deal) with these results on the tape.

        A draw with only one possible result is no question to chance.
        """
        if act == DEAL and self._start is not None:
            return Transition(self._start)
        self._run_action(before, act, tape)
        dice = self._box.dice
        if dice.odd:
            raise ValueError(f"Chance can't show {tape} here.")
        if not dice.short:
            return Transition(self._position.tobytes(), self._event_bytes())
        if len(tape) == MAX_DRAWS:
            raise ValueError(f"An action drew more than {MAX_DRAWS} times.")
        return self._next_draw(before, act, tape, thrown)

    def _next_draw(self, before: bytes, act: tuple[int, int], tape: Results, thrown: int) -> Transition:
        """Return the next question to chance, for which the box holds a result from a fixed stream."""
        at, sides, drawn = len(tape), self._box.sides(), self._box.draws()
        if sides[at] == 1:
            return self.transition(before, act, (*tape, 1), thrown)
        one = Transition(before, draw=ChanceDraw(1, sides[at]), tape=tape, thrown=thrown)
        throws = self._thrown_faces()
        if len(throws) <= thrown or len(throws[thrown]) < 2 or throws[thrown][0] != drawn[at]:
            return one
        number = len(throws[thrown])
        other = drawn[at] % sides[at] + 1
        self._run_action(before, act, (*tape, other))
        again = self._thrown_faces()
        if len(again) <= thrown or again[thrown][0] != other or len(again[thrown]) != number:
            return one  # the roll begins later, so its faces don't belong to this draw
        return Transition(before, draw=ChanceDraw(number, sides[at]), tape=tape, thrown=thrown + 1)

    def _run_action(self, before: bytes, act: tuple[int, int], tape: Results) -> None:
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

    def _thrown_faces(self) -> list[list[int]]:
        """Return the faces of each roll of several dice in the events."""
        kinds = self.game.hooks.THROWS
        return [[event.faces[i] for i in range(event.n_faces)] for event in self._box.events() if event.kind in kinds]

    def _event_bytes(self) -> bytes:
        return self._box.memory[
            EVENTS_OFFSET : EVENTS_OFFSET + self._box.dice.n_events * dtype(Record).itemsize
        ].tobytes()

    def log_entries(self, events: bytes) -> list[LogEntry]:
        """Return the events in words."""
        return [
            self.game.hooks.log_entry(event) for event in strict_batch(Record, np.frombuffer(events, np.uint8).copy())
        ]

    # --- queries

    def over(self, position: bytes) -> bool:
        """Return True if the game has ended."""
        return self._engine.over(self._restore(position))

    def acting(self, position: bytes) -> tuple[int, ...]:
        """Return the seats that may act. They are asked one by one, the lowest first, without learning what another
        chose.
        """
        return self._engine.acting(self._restore(position))

    def legal(self, position: bytes, seat: int) -> list[int]:
        """Return the numbers of a seat's legal actions, in order."""
        return sorted(self._engine.legal(self._restore(position), seat))

    def describe(self, position: bytes, seat: int, action: int) -> str:
        """Return an action in the game's notation."""
        return self.game.hooks.describe_action(self._restore(position).state, seat, action).id

    def view(self, position: bytes, seat: int | None, log: Sequence[LogEntry]) -> dict[str, Any]:
        """Return everything that a seat sees of a position."""
        asked = self.acting(position)
        return self.game.hooks.view(self._restore(position).state, seat, asked, log)

    @cached_property
    def recall_encoder(self) -> ObservationEncoder:
        """Return the encoder of what a seat sees and may remember."""
        return ObservationEncoder(self.game, "recall")

    @cached_property
    def observation_encoder(self) -> ObservationEncoder:
        """Return the encoder of numeric observations."""
        return ObservationEncoder(self.game)

    def observation(self, position: bytes, seat: int, recalls: bool = False) -> Floats:
        """Return what a seat sees of a position, as numbers; with what it may remember, if it `recalls`."""
        row = np.frombuffer(position, np.uint8).reshape(1, -1)
        encoder = self.recall_encoder if recalls else self.observation_encoder
        return observe_positions(self.game, encoder, self.players, row, np.array([seat])).reshape(-1)

    def returns(self, position: bytes) -> list[float]:
        """Return the returns of a game: each seat's share of the win times the number of seats, less 1, so that they
        sum to 0.

        A single player gets 1 for a win and -1 for a loss. All returns are 0 before the end.
        """
        at = self._restore(position)
        if not self._engine.over(at):
            return [0.0] * self.players
        parts = self._engine.returns(at)[: self.players]
        times = max(self.players, 2)
        return [times * share - 1 for share in parts]

    def resample_hidden(self, position: bytes, seat: int, luck: bytes) -> bytes:
        """Return a position that this seat can't distinguish from this one, sampled by twelve random bytes."""
        at, box = self._restore(position), self._box
        box.clear()
        set_stream(box.dice, luck)
        self._engine.resample_hidden(at, seat, box)
        return at.tobytes()

    def _restore(self, position: bytes) -> Position:
        self._position.restore(position)
        return self._position
