"""One table says for each phase what may be done and what does it.

    legal, carry_out = stages({
        Phase.START: (legal_start, start),
        Phase.KEEP: (legal_keeps, keep),
    })

gives two rules: `legal(state, seat, actions)` lists what the phase's first rule lists, `carry_out(state, seat, action,
dice)` hands the action to its second. Compiled, they are what you would write by hand: a chain of `if`s on
`state.phase` without a needless call.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from typing import Any

from .actions import Actions
from .compiling import rules
from .dice import Dice

Lists = Callable[[Any, int, Actions], None]
Does = Callable[[Any, int, int, Dice], None]


def stages(table: Mapping[int, tuple[Lists, Does]]) -> tuple[Lists, Does]:
    """The rules `legal` and `carry_out` of a table from phases to pairs of rules; in a phase that is not in it nothing
    is legal.
    """
    legal = _dispatch("legal", "state, seat, actions", {phase: pair[0] for phase, pair in table.items()})
    carry_out = _dispatch("carry_out", "state, seat, action, dice", {phase: pair[1] for phase, pair in table.items()})
    return legal, carry_out


def _dispatch(name: str, arguments: str, table: Mapping[int, Callable[..., None]]) -> Any:
    """A rule that calls the rule of the phase. Numba knows no table of functions, but it knows `if`."""
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
