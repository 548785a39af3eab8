"""Limit a search: a number of simulations, or of milliseconds, as part of a bot's name (`search:2000`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import BadSetting

ClockFunction = Callable[[], float]  # returns seconds: of the wall clock, or of this thread's processor time

SEARCH = "search"
MAX_SIMULATIONS = 1_000_000
MAX_MILLISECONDS = 60_000
DEFAULT_MILLISECONDS = 100
BUDGET_PATTERN = re.compile(r"search(?::([1-9][0-9]{0,6})(ms)?)?")


@dataclass(frozen=True, slots=True)
class Budget:
    """Limit the search for one decision.

    A number of simulations gives the same choice on every machine, milliseconds use what the machine has. With neither
    there is no search.
    """

    simulations: int = 0
    milliseconds: int = 0

    def __bool__(self) -> bool:
        return self.simulations > 0 or self.milliseconds > 0

    def start_meter(self, part: float, clock: ClockFunction) -> Callable[[int], float]:
        """Return a function that takes the number of simulations done and returns the used fraction of the budget.

        A budget of time is limited to the fraction `part` of it.
        """
        if self.simulations:
            return lambda done: done / self.simulations
        begun, seconds = clock(), part * self.milliseconds / 1000
        return lambda done: (clock() - begun) / seconds


def is_search_name(name: object) -> bool:
    """Return True if `name` asks for a search, in any form."""
    return isinstance(name, str) and name.partition(":")[0] == SEARCH


def parse_budget(name: str) -> Budget:
    """Return the budget in a search's name; raise BadSetting, which says what is wrong with the name."""
    found = BUDGET_PATTERN.fullmatch(name)
    if found is None:
        raise BadSetting(
            f"{name[:40]!r} isn't a search. Write search:2000 for simulations, or search:100ms for milliseconds."
        )
    number = int(found[1]) if found[1] else DEFAULT_MILLISECONDS
    if found[2] or not found[1]:
        most, unit = MAX_MILLISECONDS, "milliseconds"
    else:
        most, unit = MAX_SIMULATIONS, "simulations"
    if number > most:
        raise BadSetting(f"A search uses at most {most:,} {unit} a decision, not {number:,}.")
    return Budget(milliseconds=number) if unit == "milliseconds" else Budget(simulations=number)
