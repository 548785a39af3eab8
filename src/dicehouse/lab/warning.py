"""What a reader must know before believing figures: sentences that come from the figures themselves."""

from __future__ import annotations

from collections.abc import Sequence

from .findings import Cell, Comparison
from .plan import Plan, is_compiled
from .wording import count, minus

SAME, WEAK = 0.9995, 0.1
FEW = 200


def warnings_of(
    plan: Plan, cells: Sequence[Cell], comparisons: Sequence[Comparison], stopped: str, precision: float | None
) -> list[str]:
    """All of them, each once."""
    found = []
    least = min(cell.games for cell in cells)
    games = count(least, "game", "games")
    if stopped == "interrupted":
        found.append("The study was broken off; these are the figures until then.")
    elif precision is not None and stopped != "precision":
        found.append(
            f"The study ended after {games} of a variant, before it knew everything to {100 * precision:.3g} %."
        )
    if least < FEW:
        found.append(f"With {games} of a variant the intervals are wide, and rare things have not been seen.")
    unfinished = sum(cell.unfinished for cell in cells)
    if unfinished:
        stopped_at = f"stopped at {count(plan.cap, 'decision', 'decisions')}"
        found.append(
            f"{count(unfinished, 'game was', 'games were')} {stopped_at}; they count as won by nobody and in no length."
        )
    if any("turns" not in cell.game.hooks.own for cell in plan.cells):
        found.append(
            "This game does not tell its turns, so every game has one stream of dice: variants share few throws, and a "
            "turn is a row of decisions of one seat."
        )
    if not all(map(is_compiled, plan.cells)):
        found.append("These games ran one decision at a time, as at a table: far fewer than compiled rules would give.")
    found += _of_comparisons(cells, comparisons)
    return found


def _of_comparisons(cells: Sequence[Cell], comparisons: Sequence[Comparison]) -> list[str]:
    found = []
    for number, cell in enumerate(cells):
        by_name = {c.measure: c for c in comparisons if c.cell == number}
        turns, first = by_name.get("turns"), by_name.get("first")
        if turns is None:
            continue
        alike = [c for c in (turns, by_name.get("decisions"), first) if c is not None]
        if all(c.r >= SAME and c.difference == 0 for c in alike):
            found.append(
                f"{cell.name}: r = 1.00, every game went as without the change. These bots can't feel this setting, so "
                "nothing is known about it."
            )
        elif turns.r < WEAK:
            r = minus(f"{turns.r:.2f}")
            found.append(f"{cell.name}: r = {r}, the same dice make these games hardly alike; pairing helps little.")
    return found
