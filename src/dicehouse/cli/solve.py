"""dicehouse solve"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from dataclasses import asdict
from typing import Any

import dicehouse
from dicehouse.bots.loss import Loss, loss
from dicehouse.games import find
from dicehouse.kit.engine import use_compiled
from dicehouse.kit.shares import percent, span

from .common import FAILED, counted, signed
from .files import check_place, unwritten

USUAL_GAMES = 200  # of a bot against the solution


def run(given: argparse.Namespace) -> int:
    """Solve, tell what came of it, and check it by playing if that is asked for."""
    started = time.perf_counter()
    if given.save:
        check_place(given.save)
    answers = dicehouse.solve(given.game, options=dict(given.option), again=given.again, progress=_Progress("Solving"))
    report: dict[str, Any] = answers.report()
    seed = secrets.randbelow(2**31) if given.seed is None else given.seed
    played = report["played"] = answers.play(given.games, seed) if given.games and not given.bot else None
    lost = None
    if given.bot:
        games, told = given.games or USUAL_GAMES, _Progress("Playing")
        use_compiled(find(given.game))
        lost = loss(given.game, given.bot, games, options=dict(given.option), seed=seed, progress=told)
        report["loss"] = asdict(lost)
    if given.save:
        try:
            answers.save(given.save)
        except OSError as error:
            raise unwritten(given.save, error) from None
    report["seconds_in_all"] = round(time.perf_counter() - started, 2)
    if given.json:
        print(json.dumps(report, indent=2))
    else:
        print(answers.text())
        if played:
            print(_checked(played))
        if lost:
            print(_given_away(lost))
    return FAILED if played and not played["inside"] else 0


def _checked(played: dict[str, Any]) -> str:
    lies = "inside" if played["inside"] else "OUTSIDE"
    where = span(max(played["low"], 0), min(played["high"], 1), 4)
    return (
        f"Played {counted(played['games'], 'game')} by the solution, seed {played['seed']}: the first player won "
        f"{percent(played['share'], 4)}, {lies} the interval {where}."
    )


def _given_away(lost: Loss) -> str:
    return (
        f"{lost.bot} gives away {signed(100 * lost.mean, '.2f')} percentage points a game against perfect play "
        f"(95 % interval {signed(100 * lost.low, '.2f')} to {signed(100 * lost.high, '.2f')}; "
        f"{counted(lost.games, 'game')}, seed {lost.seed})."
    )


class _Progress:
    """How far it is, on standard error, if that is a terminal."""

    def __init__(self, what: str) -> None:
        self._what, self._shown, self._there = what, -1, sys.stderr.isatty()

    def __call__(self, part: float) -> None:
        percent = int(100 * part)
        if self._there and percent != self._shown:
            self._shown = percent
            end = "\r\033[K" if part >= 1 else ""
            print(f"\r{self._what}: {percent} %{end}", end="", file=sys.stderr, flush=True)
