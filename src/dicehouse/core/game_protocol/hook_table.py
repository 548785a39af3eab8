"""Join the five groups: the table of all hooks, and the hooks of one game.

A `Game` holds its hooks as `game.hooks`, filled in from its modules: `game.hooks.refusal(state, seat, text)` may be
called whether the author wrote one or not. `check_game` compares a game with this table, and the tables in
docs/adding-a-game.md are made from it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .earlier_form import OLD_HOOKS, OTHER_NAMES
from .experiments import ExperimentHooks
from .hook import Hook, read_hooks
from .policy import PolicyHooks
from .presentation import PresentationHooks
from .rules import RuleHooks
from .setup import SetupHooks

GROUPS: Mapping[str, type] = {
    "rules": RuleHooks,
    "presentation": PresentationHooks,
    "policy": PolicyHooks,
    "experiments": ExperimentHooks,
    "setup": SetupHooks,
}
HOOK_TABLE: tuple[Hook, ...] = tuple(hook for group, listed in GROUPS.items() for hook in read_hooks(group, listed))


class GameHooks(RuleHooks, PresentationHooks, PolicyHooks, ExperimentHooks, SetupHooks):
    """Hold the hooks of one game: its own, and defaults for those that it leaves out."""

    own: frozenset[str]  # the names that the game defines itself

    def __init__(self, modules: Mapping[str, Sequence[ModuleType]]) -> None:
        """Take each name from the first of its group's `modules` that has it."""
        homes = {hook.name: defining_module(modules[hook.group], hook.name) for hook in HOOK_TABLE}
        self.own = frozenset(name for name, home in homes.items() if home is not None)
        for hook in HOOK_TABLE:
            home = homes[hook.name]
            setattr(self, hook.name, hook.default if home is None else vars(home)[hook.name])

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a hook by the name it had in the version before, with a DeprecationWarning."""
            new = next((names[name][1] for names in OLD_HOOKS.values() if name in names), OTHER_NAMES.get(name))
            if new is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            said = f"`{name}` is now `{new}`; the old name works for one version."
            warnings.warn(said, DeprecationWarning, stacklevel=2)
            return getattr(self, new)


def defining_module(modules: Iterable[ModuleType], name: str) -> ModuleType | None:
    """Return the first of `modules` that has `name`, or None."""
    return next((module for module in modules if name in vars(module)), None)
