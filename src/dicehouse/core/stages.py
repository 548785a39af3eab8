"""Dispatch to the rules of a phase, by one table of phases.

    legal, carry_out = stages({
        Phase.START: (legal_start, start),
        Phase.KEEP: (legal_keeps, keep),
    })

This makes two rules: `legal(state, seat, actions)` calls the phase's first rule, `carry_out(state, seat, action, dice)`
its second. Compiled, they are a chain of `if`s on `state.phase` without a needless call.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from typing import Any

from ..compiler.rule_compiler import rules
from .action_list import Actions
from .dice import Dice

ListRule = Callable[[Any, int, Actions], None]
ApplyRule = Callable[[Any, int, int, Dice], None]


def stages(table: Mapping[int, tuple[ListRule, ApplyRule]]) -> tuple[ListRule, ApplyRule]:
    """Return the rules `legal` and `carry_out` of a table from phases to pairs of rules.

    In a phase that is not in the table nothing is legal.
    """
    legal = _make_dispatch_rule("legal", "state, seat, actions", {phase: pair[0] for phase, pair in table.items()})
    carry_out = _make_dispatch_rule(
        "carry_out", "state, seat, action, dice", {phase: pair[1] for phase, pair in table.items()}
    )
    return legal, carry_out


def _make_dispatch_rule(name: str, arguments: str, table: Mapping[int, Callable[..., None]]) -> Any:
    """Return a rule that calls the rule of the phase, by a chain of `if`s, because Numba has no tables of functions."""
    phases: dict[Callable[..., None], list[int]] = {}
    for phase, rule in table.items():
        phases.setdefault(rule, []).append(int(phase))
    names = {f"_{i}_{rule.__name__}": rule for i, rule in enumerate(phases)}
    lines = [f"def {name}({arguments}):", "    phase = state.phase"]
    for i, (called, rule) in enumerate(names.items()):
        asked = " or ".join(f"phase == {phase}" for phase in phases[rule])
        lines += [f"    {'elif' if i else 'if'} {asked}:", f"        {called}({arguments})"]
    source = "\n".join(lines) + "\n"
    module = next(iter(table.values())).__module__
    place = f"<{name} by phase, {module}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)  # for tracebacks
    namespace: dict[str, Any] = dict(names) | {"__name__": module}
    exec(compile(source, place, "exec"), namespace)  # noqa: S102  # our own text
    return rules(namespace[name])
