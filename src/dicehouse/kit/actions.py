"""The list of legal actions that the rules fill in."""

from __future__ import annotations

from .compiling import rules
from .record import Array, array, i16, i32, record

MAX_ACTIONS = 4094


@record
class Actions:
    """Numbers of legal actions, `item[:count]`."""

    count: i32
    item: Array[i16] = array(MAX_ACTIONS)


@rules
def add(actions: Actions, action: int) -> None:
    """Append one legal action."""
    actions.item[actions.count] = action
    actions.count += 1
