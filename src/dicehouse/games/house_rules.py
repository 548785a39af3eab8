"""What a house rule is written in: a Python file of a few lines that changes a game.

    \"\"\"Whoever busts keeps a little.\"\"\"

    from dicehouse.games.dice_ocalypse.rules.turn import bust as bust_as_written
    from dicehouse.games.house_rules import adds, replaces
    from dicehouse.kit.settings import Setting

    adds(Setting("consolation", "Points for a bust", "number", 100, low=0, high=500, step=50))

    @replaces("turn.bust")
    def bust(state, dice):
        bust_as_written(state, dice)
        state.turn_points = state.options.consolation

`patched` (patching.py) makes a game of its own of a game and such a file. Where a name is meant, "turn.bust" is the
name `bust` in the module `turn` of the game's rules; modules beside the rules are named with their folder,
"bot.sensible.sensible". What the file imports of the game is that of the changed game; only what the file replaces is
imported as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..kit.settings import Setting

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Rule:
    """What a file asks for, as it was written."""

    functions: list[tuple[str, Callable[..., Any]]] = field(default_factory=list)
    values: list[tuple[str, Any]] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    fields: list[tuple[str, str, str, tuple[int, ...]]] = field(default_factory=list)


_written: ContextVar[Rule | None] = ContextVar("written", default=None)


@contextmanager
def written_down() -> Iterator[Rule]:
    """Meanwhile, what a file asks for is collected; elsewhere the functions below change nothing."""
    rule = Rule()
    token = _written.set(rule)
    try:
        yield rule
    finally:
        _written.reset(token)


def replaces(name: str) -> Callable[[F], F]:
    """The function that follows stands in place of the game's own of this name, and takes what that takes."""

    def mark(function: F) -> F:
        if (rule := _written.get()) is not None:
            rule.functions.append((name, function))
        return function

    return mark


def changes(name: str, value: object) -> None:
    """A constant of the game is another one: `changes("state.BATTLE_ZONE", 4_000)`."""
    if (rule := _written.get()) is not None:
        rule.values.append((name, value))


def adds(setting: Setting) -> None:
    """The game has one more setting, which the rules read as `state.options.KEY`."""
    if (rule := _written.get()) is not None:
        rule.settings.append(setting)


def remembers(record: str, name: str, kind: str = "i32", *shape: int) -> None:
    """A record of the game has one more field, 0 at the beginning: `remembers("state.Player", "busts", "i8")`."""
    if (rule := _written.get()) is not None:
        rule.fields.append((record, name, kind, shape))
