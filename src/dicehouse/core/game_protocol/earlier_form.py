"""Accept games that were written for the version before, with a DeprecationWarning.

In that version a game had six modules: `rules`, `options`, `view`, `words`, `hints` and `lessons`. Some of the names
that a game defines were others, and some stood in other modules. docs/moving-a-game.md shows what to change.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

OLD_MODULES = ("options", "view", "words", "lessons", "hints")

# By the group that a name is found in: the old name, and the group and the name of today.
OLD_HOOKS: dict[str, dict[str, tuple[str, str]]] = {
    "rules": {
        "scores": ("rules", "points"),
        "shares": ("rules", "returns"),
        "recall": ("rules", "remember"),
        "secrets": ("rules", "hidden_state"),
        "AT_ONCE": ("rules", "SIMULTANEOUS"),
    },
    "presentation": {
        "describe": ("presentation", "describe_action"),
        "tell": ("presentation", "log_entry"),
        "sheet": ("presentation", "score_sheet"),
        "table": ("presentation", "text_board"),
    },
    "policy": {
        "standing": ("policy", "heuristic_value"),
        "bot_duty": ("policy", "forced_action"),
        "estimate": ("policy", "value_estimate"),
        "promises": ("policy", "prior_logits"),
        "reason": ("policy", "explain_action"),
        "reason_free": ("policy", "explain_free"),
        "side": ("rules", "team"),
        "turns": ("rules", "turns_begun"),
        "reaction": ("presentation", "reaction"),
        "describe_free": ("presentation", "describe_free"),
    },
}
OTHER_NAMES = {"redeal": "resample_hidden"}  # of a rule; both names are right


def current_arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of `Game` in today's form; a warning names the old ones among `given`."""
    old = [name for name in OLD_MODULES if name in given]
    if not old:
        return dict(given)
    warnings.warn(
        f"Game({', '.join(f'{name}=' for name in old)}) is now Game(presentation=, policy=, experiments=, setup=); "
        "the old form works for one version.",
        DeprecationWarning,
        stacklevel=3,  # the line that calls Game(...)
    )
    current = {name: value for name, value in given.items() if name not in OLD_MODULES}
    shown = [given[name] for name in OLD_MODULES[:-1] if given.get(name) is not None]
    others = current.get("presentation", ())  # of `dataclasses.replace`, which gives all that a game has
    current["presentation"] = (*shown, *(others if isinstance(others, tuple) else (others,)))
    if "hints" in given:
        current |= dict.fromkeys(("policy", "experiments", "setup"), given["hints"])
    return current


def add_current_names(modules: Mapping[str, Sequence[ModuleType]]) -> None:
    """Give each hook that is defined by its old name the name of today, too, in the module where it belongs now.

    `modules` are those of a game, by group. A warning names each old name.
    """
    for group, names in OLD_HOOKS.items():
        for old, (new_group, new) in names.items():
            homes = modules[new_group]
            home = next((module for module in modules[group] if old in vars(module)), None)
            if home is None or not homes or any(new in vars(module) for module in homes):
                continue
            setattr(homes[0], new, vars(home)[old])
            place = "" if new_group == group else f", in the group {new_group}"
            warnings.warn(
                f"{home.__name__}.{old} is now called {new}{place}; the old name works for one version.",
                DeprecationWarning,
                stacklevel=5,  # that line, from inside the dataclass
            )
    for module in modules["rules"]:
        for other, name in OTHER_NAMES.items():
            if other in vars(module) and name not in vars(module):
                setattr(module, name, vars(module)[other])
