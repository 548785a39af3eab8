"""dicehouse simulate"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from dicehouse import bots
from dicehouse.bots import Contest
from dicehouse.kit.settings import people
from dicehouse.kit.shares import percent, span

from .common import agreed, changed_settings, columns, counted, game_of, seed_of, signed, wait_for_rules
from .progress import Progress

USUAL_BOTS = ("sensible", "greedy")


def run(given: argparse.Namespace) -> int:
    """Let bots play, and tell who won."""
    game = game_of(given)
    players, settings = agreed(game, given.mode, given.players, given.option)
    wait_for_rules(game)
    with Progress(given.games) as progress:
        contest = bots.contest(
            game,
            given.bots or USUAL_BOTS[:players],
            given.games,
            players=players,
            settings=settings,
            seed=seed_of(given.seed),
            jobs=given.jobs,
            progress=progress.add,
        )
    print(json.dumps(contest.report(), indent=2) if given.json else as_text(contest))
    return 0


def as_text(contest: Contest) -> str:
    """The figures as people read them."""
    report = contest.report()
    changed = changed_settings(contest.game, contest.settings)
    head = f"{contest.game.name}: {counted(report['games'], 'game')} of {people(contest.players)}, seed {contest.seed}"
    bots_table = [["bot", "games", "won", "share", "95 % interval"]]
    for row in report["by_bot"]:
        interval = span(row["low"], row["high"])
        bots_table.append([row["bot"], f"{row['games']:,}", f"{row['wins']:,.0f}", percent(row["share"]), interval])
    seats = [["seat", "won", "mean score"]]
    for seat, (won, mean) in enumerate(zip(report["wins"], report["mean_scores"], strict=True), 1):
        seats.append([str(seat), f"{won:,.0f}", signed(mean, ",.0f")])
    lines = [
        head,
        *([f"  with {changed}"] if changed else []),
        "",
        columns(bots_table, "123"),
        "",
        columns(seats, "12"),
        "",
    ]
    if report["unfinished"]:
        were = "was" if report["unfinished"] == 1 else "were"
        lines.append(f"{counted(report['unfinished'], 'game')} {were} stopped before the end.")
    lines.append(f"{counted(report['mean_decisions'], 'decision')} a game; {speed(report)}")
    return "\n".join(lines)


def speed(report: Mapping[str, Any]) -> str:
    """How fast the games went: games a second, or seconds a game."""
    games, decisions, seconds = report["games"], report["decisions"], max(report["seconds"], 1e-9)
    if games / seconds >= 1:
        return f"{counted(games / seconds, 'game')} and {counted(decisions / seconds, 'decision')} a second"
    if decisions / seconds >= 1:
        return f"{seconds / games:,.1f} s a game, {counted(decisions / seconds, 'decision')} a second"
    return f"{seconds / games:,.1f} s a game, {seconds / max(decisions, 1):,.1f} s a decision"
