"""Declare what a house rule changes. A rule file is a Python file of a few lines:

    \"\"\"A player who busts keeps a few points.\"\"\"

    from dicehouse.core.settings import Setting
    from dicehouse.games.dice_ocalypse.rules.turn import bust as bust_as_written
    from dicehouse.games.house_rules import adds, replaces

    adds(Setting("consolation", "Points for a bust", "number", 100, low=0, high=500, step=50))

    @replaces("turn.bust")
    def bust(state, dice):
        bust_as_written(state, dice)
        state.turn_points = state.options.consolation

`patched_game.patched` makes a separate game of a game and such a file. The name "turn.bust" stands for `bust` in the
module `turn` of the game's rules; a module outside the rules is named with its folder, "ai.sensible.sensible". The file
imports from the changed game; only what it replaces is imported as it was. Names of earlier versions, such as
"bot.sensible.sensible", keep working (see `old_names`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ...core.settings import Setting

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class RuleFile:
    """Hold what a rule file asks for."""

    functions: list[tuple[str, Callable[..., Any]]] = field(default_factory=list)
    values: list[tuple[str, Any]] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    fields: list[tuple[str, str, str, tuple[int, ...]]] = field(default_factory=list)


_collecting: ContextVar[RuleFile | None] = ContextVar("written", default=None)


@contextmanager
def collect_declarations() -> Iterator[RuleFile]:
    """Collect what a rule file asks for while the context is open; outside of it the functions below change nothing."""
    rule = RuleFile()
    token = _collecting.set(rule)
    try:
        yield rule
    finally:
        _collecting.reset(token)


def replaces(name: str) -> Callable[[F], F]:
    """Replace the game's function `name` by the decorated one, which takes the same number of arguments."""

    def mark(function: F) -> F:
        if (rule := _collecting.get()) is not None:
            rule.functions.append((name, function))
        return function

    return mark


def changes(name: str, value: object) -> None:
    """Give a constant of the game another value: `changes("state.BATTLE_ZONE", 4_000)`."""
    if (rule := _collecting.get()) is not None:
        rule.values.append((name, value))


def adds(setting: Setting) -> None:
    """Add a setting to the game, which the rules read as `state.options.KEY`."""
    if (rule := _collecting.get()) is not None:
        rule.settings.append(setting)


def remembers(record: str, name: str, kind: str = "i32", *shape: int) -> None:
    """Add a field to a record of the game, 0 at the beginning: `remembers("state.Player", "busts", "i8")`."""
    if (rule := _collecting.get()) is not None:
        rule.fields.append((record, name, kind, shape))
