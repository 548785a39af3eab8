"""Describe the result of solving a game, for any game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol


class ExactSolution(Protocol):
    """Hold exact answers about a game with certain settings; each game's own class has more."""

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data."""

    def text(self) -> str:
        """Return the figures for people, as a paragraph or a few lines."""

    def play(self, games: int, seed: int) -> dict[str, Any]:
        """Play `games` games with dice of `seed`, both players by the solution.

        Return `games`, `seed`, the first player's `share`, the interval in which that falls 95 times of 100 (`low`,
        `high`), and whether it does (`inside`).
        """

    def save(self, file: Path) -> None:
        """Write the solution to `file`; raise OSError if that fails."""
