"""Validate arguments from outside: each error is a sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np

from dicehouse.errors import BadSeed, BadSetting, IllegalOption
from dicehouse.text_format import shorten


def check_whole_number(what: str, value: Any, low: int, high: int) -> int:
    """Return an integer from `low` to `high`, of Python or NumPy. Raise ValueError if it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{what} must be a whole number from {low} to {high:,}.")
    return int(value)


def check_options(options: object) -> dict[str, object]:
    """Return the given settings. Raise BadSetting if they are none."""
    if options is not None and not isinstance(options, Mapping):
        raise BadSetting(f"options must be a dictionary of settings by key; not {shorten(options)}.")
    return dict(options or {})


def check_limit(what: str, most: Any) -> int | None:
    """Return the number after which a game is cut off, or None. Raise BadSetting if it is invalid."""
    if most is None:
        return None
    if isinstance(most, bool) or not isinstance(most, (int, np.integer)) or most < 1:
        raise BadSetting(f"{what} must be a whole number from 1 up, or None for no limit; not {shorten(most)}.")
    return int(most)


def check_optional_seed(seed: Any) -> int | None:
    """Return a seed as Gymnasium and NumPy take it, or None. Raise BadSeed if it is invalid."""
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise BadSeed(f"A seed must be a whole number from 0 up, or None; not {shorten(seed)}.")
    return int(seed)


def check_action_index(action: Any) -> int:
    """Return an action as an integer, legal or not. Raise IllegalOption if it is none."""
    if not isinstance(action, (bool, np.bool_)):
        try:
            return index(action)
        except TypeError:
            pass
    raise IllegalOption(f"An action must be a whole number, its index; not {shorten(action)}.")
