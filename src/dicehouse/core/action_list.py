"""Hold the list of legal actions that the rules fill in."""

from __future__ import annotations

from ..compiler.rule_compiler import rules
from ..records.record import Array, array, i16, i32, record

MAX_ACTIONS = 4094


@record
class Actions:
    """Hold the numbers of legal actions, `item[:count]`."""

    count: i32
    item: Array[i16] = array(MAX_ACTIONS)


@rules
def add_action(actions: Actions, action: int) -> None:
    """Append one legal action to `actions`."""
    actions.item[actions.count] = action
    actions.count += 1
