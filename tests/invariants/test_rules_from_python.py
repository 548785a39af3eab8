"""Law: a rule called from Python is a plain function. It never reaches the compiler, and never ends the process."""

from __future__ import annotations

import importlib
import pkgutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np
import pytest

import dicehouse.bots
import dicehouse.core
from dicehouse.compiler.rule_compiler import is_rule
from dicehouse.core import Actions, Dice, Game, Seeded, dtype, strict
from dicehouse.engine import DiceBox, Engine, Position
from dicehouse.engine.entry_points import MATCH_ENTRIES, PLAYOUT_ENTRIES
from dicehouse.records.record import strict_batch

from .playing import COMPILED, GAMES

ROOT = Path(__file__).parents[2]
CALLED = f"import sys; from {__name__} import call_all; call_all(sys.argv[1])"
NUMBERS = (0, 1, 2)  # what every whole number is, in turn
ROW = 8192  # as long as any memo
LINES = 20_000  # a rule may search for ever for what the arguments don't hold
WILD = (IndexError, ValueError, OverflowError, ZeroDivisionError, AssertionError, struct.error)


class Enough(Exception):
    """A call has run long enough."""


def rules_of(package: ModuleType) -> Iterator[Callable[..., Any]]:
    """Every rule that a package defines; entry points are for compiled code, which knows more of a game."""
    entries = [function for function, _ in (MATCH_ENTRIES | PLAYOUT_ENTRIES).values()]
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        yield from (
            rule
            for rule in vars(module).values()
            if is_rule(rule) and rule.__module__ == module.__name__ and rule not in entries
        )


def argument(game: Game, rule: Callable[..., Any], name: str, number: int) -> Any:
    """What the annotation asks for: a dealt position, dice, zeros, or the number."""
    kind = str(rule.__annotations__[name])
    if kind in ("int", "float", "bool"):
        return {"int": int, "float": float, "bool": bool}[kind](number)
    if name == "game":
        return game.hooks
    if name in ("state", "states"):
        position, box = Position(game), DiceBox()
        Seeded(7).prepare(box.dice, 0)
        Engine(game, False).deal(position, game.usual, game.complete({}), box)
        twice = np.concatenate([position.memory] * 2)
        return position.state if name == "state" else strict_batch(game.rules.State, twice)
    if kind == "Any" or kind.startswith(("Array[", "list[")):
        return [0] * ROW
    record = {"Actions": Actions, "Dice": Dice}.get(kind) or rule.__globals__[kind]
    return strict(record, np.zeros(dtype(record).itemsize, np.uint8))


def call(rule: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Call a rule, for so many lines at most."""
    left = LINES

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Enough
        return count

    sys.settrace(count)
    try:
        rule(**arguments)
    except (Enough, *WILD):
        pass  # the arguments need not go together
    finally:
        sys.settrace(None)


def call_all(game_id: str) -> None:
    """Call every rule that a game has or can use, and tell how many these are."""
    game = GAMES[game_id]
    package = importlib.import_module(game.rules.__name__.partition(".rules")[0])
    called = 0
    for home in (package, dicehouse.core, dicehouse.bots):
        for rule in rules_of(home):
            called += 1
            for number in NUMBERS:
                names = [name for name in rule.__annotations__ if name != "return"]
                try:
                    call(rule, {name: argument(game, rule, name, number) for name in names})
                except Exception as error:
                    raise AssertionError(f"{rule.__module__}.{rule.__qualname__}({number})") from error
    print(called)


@pytest.mark.parametrize("game_id", COMPILED)
def test_a_rule_called_from_python_is_a_plain_function(game_id: str) -> None:
    command = [sys.executable, "-c", CALLED, game_id]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


def test_a_rule_takes_defaults_and_names_from_python() -> None:
    box = DiceBox()
    dicehouse.core.log_event(box.dice, 3, seat=1, item=4)
    event = box.events()[0]
    assert (event.kind, event.seat, event.other, event.item, event.amount) == (3, 1, -1, 4, 0)
