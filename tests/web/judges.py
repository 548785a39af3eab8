"""Reviewers for tests of the page and of the job: they judge by the points, at once, or as slowly as they are told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core import Game
from dicehouse.match.match import Match

VERSION = 7
EVERY = 1  # of so many decisions one is called a mistake: any match has some


class Judge:
    """Says of every position that the points decide it. `gate`: it goes on only when that is open."""

    def __init__(self, *, version: int = VERSION, fails: int = 0, gate: threading.Event | None = None) -> None:
        self.version = version
        self.asked: list[str] = []  # the matches that it was given
        self.levels: list[list[str]] = []  # of their players
        self._fails = fails
        self._gate = gate

    def ready(self, game: Game) -> bool:
        return True

    def review(self, saved: Mapping[str, Any], levels: Sequence[str], progress: Callable[[int, int], None]) -> str:
        self.asked.append(str(saved["id"]))
        self.levels.append(list(levels))
        progress(1, 4)
        while self._gate is not None and not self._gate.wait(0.02):
            progress(1, 4)
        if len(self.asked) <= self._fails:
            raise RuntimeError("the judge has lost the thread")
        progress(4, 4)
        return json.dumps(judged(Match.load(saved), self.version))


def judged(match: Match, version: int = VERSION) -> dict[str, Any]:
    """A match in the form of a review; its sums agree, its values mean little."""
    seats, course = range(match.players), match._points_history()
    values = [_shares(points) for points in course[:-1]] + [match.returns()]
    rows: list[dict[str, Any]] = []
    before = start = values[0]
    for number, action in enumerate(match.actions, 1):
        slip = 0.03 if number % EVERY == 0 and number < match.number else 0.0
        slips = [before[s] + (-slip if s == action.seat else slip / max(1, match.players - 1)) for s in seats]
        after = values[number]
        best = {"option": action.option, "text": "the better one", "value": before[action.seat]} if slip else None
        decision = _row("decision", number, action.seat, before, slips, slip, best)
        chance = _row("chance", number, action.seat, slips, after, 0.0, None)
        rows += [{**decision, "option": action.option, "text": action.option, "options": 2}, chance]
        before = after
    luck = [sum(row["after"][s] - row["before"][s] for row in rows if row["kind"] == "chance") for s in seats]
    skill = [sum(row["after"][s] - row["before"][s] for row in rows if row["kind"] != "chance") for s in seats]
    swings = sorted(range(len(rows)), key=lambda at: -max(rows[at]["luck"] or [0.0]))
    return {
        "game": match.game.id, "players": match.names, "method": "search", "version": version, "seconds": 1.0,
        "simulations": 1234, "outcome": match.returns(), "start": start, "luck": luck, "skill": skill,
        "error": [0.01 for _ in seats], "rows": rows, "turning": swings[:5],
        "looks": [at for at, row in enumerate(rows) if row["best"]][:3], "says": ["" for _ in seats],
    }  # fmt: skip


def _shares(points: list[int]) -> list[float]:
    weights = [max(0, p) + 500 for p in points]
    return [weight / sum(weights) for weight in weights]


def _row(
    kind: str, number: int, seat: int, before: list[float], after: list[float], cost: float, best: Any
) -> dict[str, Any]:
    luck = [] if kind == "decision" else [b - a for a, b in zip(before, after, strict=True)]
    says = f"Number {number} counted." if luck else f"Seat {seat} gave something away."
    return {
        "kind": kind, "number": number, "seat": seat, "turn": 1 + number // 4, "option": "", "text": "what fell",
        "before": before, "after": after, "error": 0.004, "luck": luck, "cost": cost, "best": best, "reason": "",
        "options": 0, "says": says,
    }  # fmt: skip
