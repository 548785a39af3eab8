"""What comes from outside, looked at: each refusal is a sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np

from dicehouse.errors import BadSeed, BadSetting, IllegalOption
from dicehouse.kit.settings import short


def whole(what: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`, Python's or NumPy's; ValueError if it is another, or none."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{what} is a whole number from {low} to {high:,}.")
    return int(value)


def by_key(options: object) -> dict[str, object]:
    """Settings as they were given; BadSetting if they are none."""
    if options is not None and not isinstance(options, Mapping):
        raise BadSetting(f"options are settings by key, a dictionary; not {short(options)}.")
    return dict(options or {})


def cycles(most: Any) -> int | None:
    """After how many cycles a game is cut off, if at all; BadSetting if that can't be."""
    if most is None:
        return None
    if isinstance(most, bool) or not isinstance(most, (int, np.integer)) or most < 1:
        raise BadSetting(f"max_cycles is a whole number from 1 up, or None for no limit; not {short(most)}.")
    return int(most)


def seed_of(seed: Any) -> int | None:
    """A seed as Gymnasium and NumPy take it, or None for none; BadSeed if it can't be one."""
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise BadSeed(f"A seed is here a whole number from 0 up, or None; not {short(seed)}.")
    return int(seed)


def place_of(action: Any) -> int:
    """An action as a whole number, legal or not; IllegalOption if it is none."""
    if not isinstance(action, (bool, np.bool_)):
        try:
            return index(action)
        except TypeError:
            pass
    raise IllegalOption(f"An action is a whole number, its place; not {short(action)}.")
