"""How long a search may think: so many simulations, or milliseconds, as part of a bot's name (`search:2000`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import BadSetting

Clock = Callable[[], float]  # seconds: those of the day, or those that the processor gave this thread

SEARCH = "search"
MOST_SIMULATIONS = 1_000_000
MOST_MILLISECONDS = 60_000
USUAL_MILLISECONDS = 100
FORM = re.compile(r"search(?::([1-9][0-9]{0,6})(ms)?)?")


@dataclass(frozen=True, slots=True)
class Budget:
    """For one decision. A number of simulations gives the same choice everywhere, milliseconds what the machine has;
    neither: there is no search.
    """

    simulations: int = 0
    milliseconds: int = 0

    def __bool__(self) -> bool:
        return self.simulations > 0 or self.milliseconds > 0

    def meter(self, part: float, clock: Clock) -> Callable[[int], float]:
        """Tells, after so many simulations, which part of the budget is used up, of which only `part` may be."""
        if self.simulations:
            return lambda done: done / self.simulations
        begun, seconds = clock(), part * self.milliseconds / 1000
        return lambda done: (clock() - begun) / seconds


def is_search(name: object) -> bool:
    """Whether a name asks for a search, in whatever form."""
    return isinstance(name, str) and name.partition(":")[0] == SEARCH


def budget_of(name: str) -> Budget:
    """The budget that is in a search's name; BadSetting says what is wrong with it."""
    found = FORM.fullmatch(name)
    if found is None:
        raise BadSetting(f"{name[:40]!r} is no search; write search:2000 for simulations, search:100ms for time.")
    number = int(found[1]) if found[1] else USUAL_MILLISECONDS
    if found[2] or not found[1]:
        most, unit = MOST_MILLISECONDS, "milliseconds"
    else:
        most, unit = MOST_SIMULATIONS, "simulations"
    if number > most:
        raise BadSetting(f"A search takes at most {most:,} {unit} a decision, not {number:,}.")
    return Budget(milliseconds=number) if unit == "milliseconds" else Budget(simulations=number)
