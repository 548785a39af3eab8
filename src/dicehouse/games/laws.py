"""The laws of the house, tried on a game in a few random games of a second or so: what a changed rule may break.

`check_game` asks first whether all that a game needs is there and fits. Then every game is played to its end, compiled
and interpreted side by side, and at each position the laws below are asked. `tests/laws` asks the games of the house
the same, and more, for longer.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import TypeVar

from ..errors import BadSetting
from ..kit.checking import faults
from ..kit.engine import DiceBox, Engine, Position, engine_of
from ..kit.game import Game
from ..kit.playout import MAX_DECISIONS
from ..kit.settings import Value, people
from ..kit.sources import Seeded
from ..kit.telling import Option
from .meant import ended, in_words, lacking

T = TypeVar("T", list[int], tuple[int, ...])

SEEDS = range(4)
LOOKS = 30  # so many positions of a game are looked at from every seat; then each so many'th
NO_REASON = ("Failed in", "During:", "File ", "<source", "-", "def ", "@")  # lines of Numba's that say where, not why
TOO_LONG = 4_000  # decisions; from there on a game is played compiled alone


class Broken(Exception):
    """A law, and how it was broken."""

    def __init__(self, law: str, how: str) -> None:
        super().__init__(f"“{law}”: {how}")


class Unplayable(Exception):
    """A game that can't be played on: what is wrong with it, as the end of a sentence."""


FITS = "a game is whole"
RUNS = "a rule runs"
COMPILES = "a rule compiles"
SAME = "compiled and interpreted rules are the same"
CHANCE = "all chance comes through the dice"
OPTIONS = "who acts has options, and nobody else"
APART = "no two options read alike"
ENDS = "a game ends"
WINS = "one win is shared out, at the end"
HIDDEN = "nobody can tell a redealt position from the real one"
LAWS = (FITS, RUNS, COMPILES, SAME, CHANCE, OPTIONS, APART, ENDS, WINS, HIDDEN)


def breach(game: Game, seeds: range = SEEDS, *, compiled: bool = True) -> str:
    """The first law that a game breaks, as the end of a sentence with its seed; empty if it breaks none.

    With `compiled=False` nothing is compiled, and the laws about that are not tried.
    """
    found = faults(game)
    if game.engine is not None:
        return str(Broken(FITS, found[0])) if found else ""
    try:
        broken = _first(game, seeds, compiled)
    except Unplayable as error:
        broken = "" if found else str(error)  # what does not fit can't be played
    return broken or (str(Broken(FITS, found[0])) if found else "")


def _first(game: Game, seeds: range, compiled: bool) -> str:
    """The first law that is broken in games."""
    if compiled and (why := _translated(game)):
        return ended(str(Broken(COMPILES, why)))
    for seed in seeds:
        for players in dict.fromkeys((game.usual, *game.players)):
            at = f"seed {seed}, {people(players)}"
            try:
                trial = _Trial(game, players, seed, compiled)
            except Exception as error:
                raise Unplayable(f"{Broken(RUNS, in_words(error, game))} ({at}).") from error
            try:
                trial.play()
            except Broken as broken:
                return f"{broken} ({at}, decision {trial.number})."
            except Exception as error:  # of what is shown and told, which no law calls by itself
                raise Unplayable(f"{Broken(RUNS, in_words(error, game))} ({at}, decision {trial.number}).") from error
    return ""


def _translated(game: Game) -> str:
    """Why the rules don't compile, in a line; empty if they do."""
    try:
        Position(game)
        engine_of(game, True)._program  # noqa: B018  # to ask for it is to have it compiled
    except Exception as error:  # Numba's errors have no common base that says so
        if said := lacking(error, game):
            return said
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        told = [line for line in lines if not line.startswith(NO_REASON)]
        return " ".join(told[:2])[:300] or type(error).__name__
    return ""


class _Trial:
    """One random game, compiled and interpreted side by side."""

    def __init__(self, game: Game, players: int, seed: int, compiled: bool) -> None:
        self.game, self.players, self.number = game, players, 0
        self.luck = random.Random(seed)
        self.source = Seeded(seed)
        self.plain, self.fast = engine_of(game, False), engine_of(game, compiled)
        self.position, self.other = Position(game), Position(game)
        self.box = DiceBox()
        self.low = seed % 2 == 1

    def play(self) -> None:
        """Broken if it breaks a law."""
        settings = self._settings()
        if settings is None:
            return
        self._twice(lambda engine, position, box: engine.deal(position, self.players, settings, box))
        while not self.fast.over(self.position):
            if self.number == MAX_DECISIONS:
                raise Broken(ENDS, f"after {MAX_DECISIONS:,} random decisions it has not")
            asked = self._asked()
            seat = self.luck.choice(asked)
            actions = self._actions(seat)
            if self.number < LOOKS or (self.number % LOOKS == 0 and self.number < TOO_LONG):
                self._look(asked)
            self._wins(0)
            action = self.luck.choice(actions)
            self.number += 1
            self._twice(lambda engine, position, box: engine.apply(position, seat, action, box))  # noqa: B023
        if self.plain.acting(self.position):
            raise Broken(OPTIONS, "the game is over, and somebody is still to act")
        self._wins(1)

    def _settings(self) -> Mapping[str, Value] | None:
        """The usual ones, and in every other game some at random; None if they are not for so many players."""
        drawn = {s.key: self.luck.choice(s.choices)[0] for s in self.game.settings if s.kind == "choice"}
        drawn |= {s.key: self.luck.random() < 0.5 for s in self.game.settings if s.kind == "switch"}
        drawn |= {s.key: self._number(s.low, s.high, s.step) for s in self.game.settings if s.kind == "number"}
        for given in (drawn, {}) if self.low else ({},):
            try:
                return self.game.agree(self.players, given)
            except BadSetting:
                continue
        return None

    def _number(self, low: int, high: int, step: int) -> int:
        """Any value, rather a low one: so that games come to their end."""
        steps = (high - low) // step
        return low + step * min(self.luck.randint(0, steps), self.luck.randint(0, steps) // 4)

    # --- going on

    def _twice(self, does: Callable[[Engine, Position, DiceBox], None]) -> None:
        """One step compiled and interpreted, and interpreted once more: three times the same."""
        before, made = self.position.tobytes(), []
        engines = (self.fast,) if self.number > TOO_LONG else (self.fast, self.plain, self.plain)
        for engine in engines:
            self.position.restore(before)
            self.box.clear()
            self.source.prepare(self.box.dice, self.number)
            try:
                does(engine, self.position, self.box)
            except Exception as error:
                raise Broken(RUNS, in_words(error, self.game)) from error
            if self.box.dice.short or self.box.dice.odd:
                raise Broken(CHANCE, "a die is thrown that can't be")
            made.append((self.position.tobytes(), self.box.draws()))
        if len(made) > 1 and made[1] != made[2]:
            raise Broken(CHANCE, "the same dice gave two different positions")
        if len(made) > 1 and made[0] != made[1]:
            raise Broken(SAME, f"they differ in {self._where(made[0][0], made[1][0])}")

    def _where(self, one: bytes, other: bytes) -> str:
        """The first field of the record in which two positions differ."""
        kind = self.game.rules.State.dtype
        for name, (field, offset, *_) in (kind.fields or {}).items():
            if one[offset : offset + field.itemsize] != other[offset : offset + field.itemsize]:
                return f"State.{name}"
        return "the dice that they throw"

    # --- what holds at every position

    def _asked(self) -> tuple[int, ...]:
        asked = self._run(lambda engine: engine.acting(self.position))
        if not asked or asked[-1] >= self.players:
            raise Broken(
                OPTIONS, "nobody is to act, and the game is not over" if not asked else "a seat is to act that is empty"
            )
        return asked

    def _actions(self, seat: int) -> list[int]:
        actions = self._run(lambda engine: engine.legal(self.position, seat))
        if not actions:
            raise Broken(OPTIONS, f"seat {seat} is to act and has no option")
        return actions

    def _run(self, ask: Callable[[Engine], T]) -> T:
        before = self.position.tobytes()
        try:
            found = [ask(engine) for engine in (self.fast, self.plain)]
        except Exception as error:
            raise Broken(RUNS, in_words(error, self.game)) from error
        if found[0] != found[1]:
            raise Broken(SAME, f"they list different things, {found[0]!s:.60} and {found[1]!s:.60}")
        if self.position.tobytes() != before:
            raise Broken(OPTIONS, "to ask what is legal changes the position")
        return found[0]

    def _wins(self, whole: int) -> None:
        shares = self.fast.shares(self.position)[: self.game.players[1]]
        alone = self.players == 1 and not any(shares)  # lost to an opponent that has no seat
        if whole and not alone and abs(sum(shares) - 1) > 1e-9:
            raise Broken(
                WINS, f"at the end they are {_rounded(shares[: self.players])}, which is {sum(shares):g} together"
            )
        if not whole and any(shares):
            raise Broken(WINS, f"before the end they are {_rounded(shares[: self.players])}")

    # --- what a seat may see

    def _look(self, asked: tuple[int, ...]) -> None:
        for seat in asked:
            texts = [option.id for option in self._options(seat, self.position)]
            if len(set(texts)) < len(texts):
                twice = next(text for text in texts if texts.count(text) > 1)
                raise Broken(APART, f"two options of seat {seat} are “{twice}”")
        for seat in range(self.players):
            self.other.restore(self.position.tobytes())
            self._redeal(self.other, seat, 1)
            if self.other.tobytes() == self.position.tobytes():
                continue
            if self._seen(seat, self.position, asked) != self._seen(seat, self.other, asked):
                raise Broken(HIDDEN, f"seat {seat} sees a difference")
            self._redeal(self.other, seat, 2)
            again = self.other.tobytes()
            self.other.restore(self.position.tobytes())
            self._redeal(self.other, seat, 2)
            if self.other.tobytes() != again:
                raise Broken(HIDDEN, f"what is redealt for seat {seat} depends on what it can't know")

    def _redeal(self, position: Position, seat: int, number: int) -> None:
        box = DiceBox()
        self.source.prepare(box.dice, MAX_DECISIONS + number)
        self.plain.redeal(position, seat, box)

    def _seen(self, seat: int, position: Position, asked: tuple[int, ...]) -> object:
        view = json.dumps(self.game.hooks.view(position.state, seat, asked, ()))
        return view, self._options(seat, position) if seat in asked else ()

    def _options(self, seat: int, position: Position) -> list[Option]:
        describe = self.game.hooks.describe
        return [describe(position.state, seat, action) for action in self.plain.legal(position, seat)]


def _rounded(shares: list[float]) -> str:
    return ", ".join(f"{share:g}" for share in shares)
