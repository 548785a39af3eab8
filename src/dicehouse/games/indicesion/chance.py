"""The kit's dice and events, as the plain functions that these rules call."""

from __future__ import annotations

from typing import Any

from dicehouse.kit import dice as kit
from dicehouse.kit.interpret import Interpreter

_plain = Interpreter().plain
below: Any = _plain(kit.below)
roll: Any = _plain(kit.roll)
reveal: Any = _plain(kit.reveal)
tell: Any = _plain(kit.tell)
show: Any = _plain(kit.show)

SEED = 1 << 15


def seed(dice: Any) -> int:
    """A number for a generator of its own, drawn where all of the match's chance comes from."""
    number = 0
    for _ in range(4):
        number = number * (SEED - 1) + below(dice, SEED - 1)
    return number
