"""Check a game against invariants that a changed rule may break, in a few random games of about a second.

`check_game` first checks that the game has all that it needs. Then every game is played to its end, compiled and
interpreted side by side, and the invariants below are checked at each position. `tests/invariants` checks the
built-in games against these and further ones, for longer.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import TypeVar

from ...core.dice_sources import Seeded
from ...core.game import Game
from ...core.option import Option
from ...core.settings import SettingValue
from ...engine.check_game import game_faults
from ...engine.engine import DiceBox, Engine, engine_of
from ...engine.playouts import MAX_DECISIONS
from ...engine.position import Position
from ...errors import BadSetting, CannotCompile
from ...text_format import count_players
from .error_sentences import end_sentence, error_sentence, missing_name_sentence

T = TypeVar("T", list[int], tuple[int, ...])

SEEDS = range(4)
FIRST_POSITIONS_CHECKED = 30  # of a game, from every seat; after that, one position in this many
NO_REASON = ("Failed in", "During:", "File ", "<source", "-", "def ", "@")  # lines of Numba that say where, not why
MOST_INTERPRETED_DECISIONS = 4_000  # after that a game is played compiled only


class InvariantViolation(Exception):
    """Raise when a game breaks an invariant; the message names it and says how."""

    def __init__(self, law: str, how: str) -> None:
        super().__init__(f"“{law}”: {how}")


class UnplayableGame(Exception):
    """Raise when a game can't continue; the message is the end of a sentence."""


GAME_IS_COMPLETE = "a game is complete"
RULE_RUNS = "a rule runs"
RULE_COMPILES = "a rule compiles"
COMPILED_EQUALS_INTERPRETED = "compiled and interpreted rules are the same"
ALL_CHANCE_IS_DICE = "all chance comes from the dice"
ACTING_SEATS_HAVE_OPTIONS = "only seats that can act have options"
OPTIONS_READ_DIFFERENTLY = "no two options have the same text"
GAME_ENDS = "a game ends"
ONE_WIN_IS_SHARED = "the shares of the win add up to 1 at the end"
HIDDEN_STATE_STAYS_HIDDEN = "no seat can tell a resampled position from the real one"
INVARIANTS = (
    GAME_IS_COMPLETE,
    RULE_RUNS,
    RULE_COMPILES,
    COMPILED_EQUALS_INTERPRETED,
    ALL_CHANCE_IS_DICE,
    ACTING_SEATS_HAVE_OPTIONS,
    OPTIONS_READ_DIFFERENTLY,
    GAME_ENDS,
    ONE_WIN_IS_SHARED,
    HIDDEN_STATE_STAYS_HIDDEN,
)


def find_violation(game: Game, seeds: range = SEEDS, *, compiled: bool = True) -> str:
    """Return the first invariant that `game` breaks, as the end of a sentence with its seed; "" if it breaks none.

    With `compiled=False` nothing is compiled, and the invariants about compiling are not tried.
    """
    found = game_faults(game)
    if game.engine is not None:
        return str(InvariantViolation(GAME_IS_COMPLETE, found[0])) if found else ""
    try:
        broken = _first_violation(game, seeds, compiled)
    except UnplayableGame as error:
        broken = "" if found else str(error)  # what does not fit can't be played
    return broken or (str(InvariantViolation(GAME_IS_COMPLETE, found[0])) if found else "")


def _first_violation(game: Game, seeds: range, compiled: bool) -> str:
    """Raise InvariantViolation for the first invariant that is broken in games."""
    if compiled and (why := _why_not_compiled(game)):
        return end_sentence(str(InvariantViolation(RULE_COMPILES, why)))
    for seed in seeds:
        for players in dict.fromkeys((game.usual, *game.players)):
            at = f"seed {seed}, {count_players(players)}"
            try:
                trial = _RandomGame(game, players, seed, compiled)
            except Exception as error:
                raise UnplayableGame(f"{InvariantViolation(RULE_RUNS, error_sentence(error, game))} ({at}).") from error
            try:
                trial.play()
            except InvariantViolation as broken:
                return f"{broken} ({at}, decision {trial.number})."
            except Exception as error:  # of what is shown and told, which no law calls by itself
                raise UnplayableGame(
                    f"{InvariantViolation(RULE_RUNS, error_sentence(error, game))} ({at}, decision {trial.number})."
                ) from error
    return ""


def _why_not_compiled(game: Game) -> str:
    """Return why the rules don't compile, in a line; "" if they do."""
    try:
        Position(game)
        engine_of(game, True)._program  # noqa: B018  # to ask for it is to have it compiled
    except CannotCompile:
        raise
    except Exception as error:  # Numba's errors have no common base that says so
        if said := missing_name_sentence(error, game):
            return said
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reasons = [line for line in lines if not line.startswith(NO_REASON)]
        return " ".join(reasons[:2])[:300] or type(error).__name__
    return ""


class _RandomGame:
    """Play one random game, compiled and interpreted side by side."""

    def __init__(self, game: Game, players: int, seed: int, compiled: bool) -> None:
        self.game, self.players, self.number = game, players, 0
        self.luck = random.Random(seed)
        self.source = Seeded(seed)
        self.plain, self.fast = engine_of(game, False), engine_of(game, compiled)
        self.position, self.other = Position(game), Position(game)
        self.box = DiceBox()
        self.low = seed % 2 == 1

    def play(self) -> None:
        """Play the game to its end; raise InvariantViolation if it breaks an invariant."""
        settings = self._settings()
        if settings is None:
            return
        self._step_all_engines(lambda engine, position, box: engine.deal(position, self.players, settings, box))
        while not self.fast.over(self.position):
            if self.number == MAX_DECISIONS:
                raise InvariantViolation(GAME_ENDS, f"it hasn't ended after {MAX_DECISIONS:,} random decisions")
            asked = self._acting_seats()
            seat = self.luck.choice(asked)
            actions = self._actions(seat)
            if self.number < FIRST_POSITIONS_CHECKED or (
                self.number % FIRST_POSITIONS_CHECKED == 0 and self.number < MOST_INTERPRETED_DECISIONS
            ):
                self._check_position(asked)
            self._check_returns(0)
            action = self.luck.choice(actions)
            self.number += 1
            self._step_all_engines(lambda engine, position, box: engine.apply(position, seat, action, box))  # noqa: B023
        if self.plain.acting(self.position):
            raise InvariantViolation(ACTING_SEATS_HAVE_OPTIONS, "the game is over, but a seat can still act")
        self._check_returns(1)

    def _settings(self) -> Mapping[str, SettingValue] | None:
        """Return the default settings, and in every other game some at random; None if they don't suit this number of
        players.
        """
        drawn = {s.key: self.luck.choice(s.choices)[0] for s in self.game.settings if s.kind == "choice"}
        drawn |= {s.key: self.luck.random() < 0.5 for s in self.game.settings if s.kind == "switch"}
        drawn |= {s.key: self._number(s.low, s.high, s.step) for s in self.game.settings if s.kind == "number"}
        for given in (drawn, {}) if self.low else ({},):
            try:
                return self.game.settings_for(self.players, given)
            except BadSetting:
                continue
        return None

    def _number(self, low: int, high: int, step: int) -> int:
        """Return a random value of a setting, more often a low one, so that games end."""
        steps = (high - low) // step
        return low + step * min(self.luck.randint(0, steps), self.luck.randint(0, steps) // 4)

    # --- going on

    def _step_all_engines(self, does: Callable[[Engine, Position, DiceBox], None]) -> None:
        """Take one step compiled and interpreted, and once more interpreted; all three results must be the same."""
        before, made = self.position.tobytes(), []
        engines = (self.fast,) if self.number > MOST_INTERPRETED_DECISIONS else (self.fast, self.plain, self.plain)
        for engine in engines:
            self.position.restore(before)
            self.box.clear()
            self.source.prepare(self.box.dice, self.number)
            try:
                does(engine, self.position, self.box)
            except Exception as error:
                raise InvariantViolation(RULE_RUNS, error_sentence(error, self.game)) from error
            if self.box.dice.short or self.box.dice.odd:
                raise InvariantViolation(ALL_CHANCE_IS_DICE, "a roll has an impossible number of sides")
            made.append((self.position.tobytes(), self.box.draws()))
        if len(made) > 1 and made[1] != made[2]:
            raise InvariantViolation(ALL_CHANCE_IS_DICE, "the same dice gave two different positions")
        if len(made) > 1 and made[0] != made[1]:
            raise InvariantViolation(
                COMPILED_EQUALS_INTERPRETED, f"they differ in {self._first_difference(made[0][0], made[1][0])}"
            )

    def _first_difference(self, one: bytes, other: bytes) -> str:
        """Return the first field of the record in which two positions differ."""
        kind = self.game.rules.State.dtype
        for name, (field, offset, *_) in (kind.fields or {}).items():
            if one[offset : offset + field.itemsize] != other[offset : offset + field.itemsize]:
                return f"State.{name}"
        return "the dice that they throw"

    # --- what holds at every position

    def _acting_seats(self) -> tuple[int, ...]:
        asked = self._ask_both_engines(lambda engine: engine.acting(self.position))
        if not asked or asked[-1] >= self.players:
            raise InvariantViolation(
                ACTING_SEATS_HAVE_OPTIONS,
                "no seat can act, but the game isn't over" if not asked else "an empty seat is asked to act",
            )
        return asked

    def _actions(self, seat: int) -> list[int]:
        actions = self._ask_both_engines(lambda engine: engine.legal(self.position, seat))
        if not actions:
            raise InvariantViolation(ACTING_SEATS_HAVE_OPTIONS, f"seat {seat} is asked to act but has no option")
        return actions

    def _ask_both_engines(self, ask: Callable[[Engine], T]) -> T:
        before = self.position.tobytes()
        try:
            found = [ask(engine) for engine in (self.fast, self.plain)]
        except Exception as error:
            raise InvariantViolation(RULE_RUNS, error_sentence(error, self.game)) from error
        if found[0] != found[1]:
            raise InvariantViolation(
                COMPILED_EQUALS_INTERPRETED, f"they list different options, {found[0]!s:.60} and {found[1]!s:.60}"
            )
        if self.position.tobytes() != before:
            raise InvariantViolation(ACTING_SEATS_HAVE_OPTIONS, "listing the options changes the position")
        return found[0]

    def _check_returns(self, whole: int) -> None:
        returns = self.fast.returns(self.position)[: self.game.players[1]]
        alone = self.players == 1 and not any(returns)  # lost to an opponent that has no seat
        if whole and not alone and abs(sum(returns) - 1) > 1e-9:
            raise InvariantViolation(
                ONE_WIN_IS_SHARED,
                f"at the end, they are {_rounded(returns[: self.players])}, which is {sum(returns):g} together",
            )
        if not whole and any(returns):
            raise InvariantViolation(ONE_WIN_IS_SHARED, f"before the end, they are {_rounded(returns[: self.players])}")

    # --- what a seat may see

    def _check_position(self, asked: tuple[int, ...]) -> None:
        for seat in asked:
            texts = [option.id for option in self._options(seat, self.position)]
            if len(set(texts)) < len(texts):
                twice = next(text for text in texts if texts.count(text) > 1)
                raise InvariantViolation(OPTIONS_READ_DIFFERENTLY, f"two options of seat {seat} are “{twice}”")
        for seat in range(self.players):
            self.other.restore(self.position.tobytes())
            self._resample_hidden(self.other, seat, 1)
            if self.other.tobytes() == self.position.tobytes():
                continue
            if self._what_seat_sees(seat, self.position, asked) != self._what_seat_sees(seat, self.other, asked):
                raise InvariantViolation(HIDDEN_STATE_STAYS_HIDDEN, f"seat {seat} sees a difference")
            self._resample_hidden(self.other, seat, 2)
            again = self.other.tobytes()
            self.other.restore(self.position.tobytes())
            self._resample_hidden(self.other, seat, 2)
            if self.other.tobytes() != again:
                raise InvariantViolation(
                    HIDDEN_STATE_STAYS_HIDDEN,
                    f"the result of resample_hidden for seat {seat} depends on what it can't know",
                )

    def _resample_hidden(self, position: Position, seat: int, number: int) -> None:
        box = DiceBox()
        self.source.prepare(box.dice, MAX_DECISIONS + number)
        self.plain.resample_hidden(position, seat, box)

    def _what_seat_sees(self, seat: int, position: Position, asked: tuple[int, ...]) -> object:
        view = json.dumps(self.game.hooks.view(position.state, seat, asked, ()))
        return view, self._options(seat, position) if seat in asked else ()

    def _options(self, seat: int, position: Position) -> list[Option]:
        describe = self.game.hooks.describe_action
        return [describe(position.state, seat, action) for action in self.plain.legal(position, seat)]


def _rounded(returns: list[float]) -> str:
    return ", ".join(f"{share:g}" for share in returns)
