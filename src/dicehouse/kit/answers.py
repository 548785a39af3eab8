"""What solving a game gives, whatever the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol


class Answers(Protocol):
    """Exact answers about a game with certain settings; a game's own say more."""

    def report(self) -> dict[str, Any]:
        """All figures as plain data."""

    def text(self) -> str:
        """The figures as people read them, a paragraph or a few lines."""

    def play(self, games: int, seed: int) -> dict[str, Any]:
        """Games played out with dice, everybody by the solution: what came of them (`games`, `seed`, the first player's
        `share`), the interval in which that lies 95 times of 100 (`low`, `high`), and whether it does (`inside`).
        """

    def save(self, file: Path) -> None:
        """Write the solution to a file; OSError if that can't be."""
