"""dicehouse arena"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from dicehouse import bots
from dicehouse.bots import Arena, Sequential
from dicehouse.bots.strength.elo import Rating
from dicehouse.bots.strength.figures import Outcome
from dicehouse.bots.strength.picture import picture
from dicehouse.kit.settings import people
from dicehouse.kit.shares import percent, span

from .common import Usage, agreed, changed_settings, columns, game_of, seed_of, short, signed, wait_for_rules
from .files import check_place, write_text
from .progress import Progress, in_words

VERDICTS = {
    "passed": "passed: {0} is rather {1} than {2} Elo against {3}",
    "failed": "failed: {0} is rather {2} than {1} Elo against {3}",
    "open": "undecided between {2} and {1} Elo of {0} against {3}",
}


def run(given: argparse.Namespace) -> int:
    """Let bots meet, and tell how strong each is."""
    game = game_of(given)
    players, settings = agreed(game, given.mode, given.players, given.option)
    test = Sequential(given.sprt[0], given.sprt[1], given.alpha, given.beta) if given.sprt else None
    if given.picture is not None:
        _check_picture(given.picture)
    wait_for_rules(game)
    with Progress(0, None if given.minutes is None else 60 * given.minutes) as progress:
        try:
            arena = bots.arena(
                game,
                given.bots,
                given.games,
                players=players,
                settings=settings,
                seed=seed_of(given.seed, given.save),
                jobs=given.jobs or _cores(),
                ladder=given.ladder,
                against=given.against,
                anchor=given.anchor,
                test=test,
                minutes=given.minutes,
                save=given.save,
                luck_adjusted=given.luck_adjusted or 0,
                progress=progress.show,
            )
        except KeyboardInterrupt:
            if given.save is not None:
                print(f"\r\033[KStopped; the same command goes on from {given.save}.", file=sys.stderr)
            raise
    print(json.dumps(arena.report(), indent=2, allow_nan=False) if given.json else as_text(arena), flush=True)
    if given.picture is not None:
        write_text(given.picture, picture(arena))
        print(f"The picture is in {given.picture}.", file=sys.stderr)
    return 0


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_picture(place: Path) -> None:
    if place.suffix != ".svg":
        raise Usage(f"The picture is an SVG: name it FILE.svg, not {short(str(place))}.")
    check_place(place)


def as_text(arena: Arena) -> str:
    """The figures as people read them."""
    changed = changed_settings(arena.game, arena.settings)
    pairs = f"{len(arena.tables.pairs)} pairings" if len(arena.tables.pairs) > 1 else "1 pairing"
    lines = [
        f"{arena.game.name}: {pairs} of {people(arena.players)}, {arena.games:,} games, seed {arena.seed}",
        *([f"  with {changed}"] if changed else []),
        "",
        columns([["bot", "Elo", "95 % interval", "games", "won"], *map(_rating, arena.ratings)], "134"),
        "",
        *([_steps(arena), ""] if len(arena.steps) > 1 else []),
        _pairs(arena),
        "",
        *([_told(arena.outcome, arena), ""] if arena.outcome else []),
        *_notes(arena),
    ]
    return "\n".join(lines)


def _rating(rating: Rating) -> list[str]:
    return [rating.bot, elo_words(rating), interval_words(rating), f"{rating.games:,}", percent(rating.share)]


def elo_words(rating: Rating) -> str:
    """A bot's Elo, or that it has none."""
    return "none" if rating.elo is None else signed(rating.elo)


def interval_words(rating: Rating) -> str:
    """What is known of a bot's Elo."""
    low, high = rating.low, rating.high
    if low is not None and high is not None:
        return "(set at 0)" if low == high == 0 else f"{signed(low)} to {signed(high)}"
    if low is not None:
        return f"more than {signed(low)}"
    return f"less than {signed(high)}" if high is not None else "not known"


def _steps(arena: Arena) -> str:
    rows = [["step", "Elo", "95 % interval"]]
    for step in arena.steps:
        low, high = step.low, step.high
        interval = "not known" if low is None or high is None else f"{signed(low)} to {signed(high)}"
        rows.append([f"{step.bot} above {step.above}", signed(step.elo), interval])
    return columns(rows, "1")


def _pairs(arena: Arena) -> str:
    rows = [["pairing", "games", "share", "95 % interval", *(["alone"] if arena.players > 2 else [])]]
    for pair in arena.pairings:
        alone = [", ".join(map(percent, pair.alone))] if pair.alone else []
        interval = span(pair.low, pair.high)
        rows.append([f"{pair.one}, {pair.other}", f"{pair.games:,}", percent(pair.share), interval, *alone])
    return columns(rows, "124")


def _told(outcome: Outcome, arena: Arena) -> str:
    test, (low, high) = outcome.test, outcome.test.bounds
    verdict = VERDICTS[outcome.verdict].format(
        arena.bots[0], signed(test.elo1, "+g"), signed(test.elo0, "+g"), arena.bots[1]
    )
    return (
        f"The sequential test {'is ' if outcome.verdict == 'open' else ''}{verdict}.\n"
        f"  Log-likelihood ratio {signed(outcome.ratio, '.2f')}; it fails at {signed(low, '.2f')} and passes at "
        f"{signed(high, '.2f')} "
        f"(alpha {test.alpha:g}, beta {test.beta:g})."
    )


def _notes(arena: Arena) -> list[str]:
    """What a reader has to know of the figures."""
    deals = f"{arena.deals:,} deals" if arena.deals > 1 else "1 deal"
    notes = [f"{deals}, each played from every seat; {_speed(arena)}"]
    if arena.outcome is not None and arena.outcome.verdict != "open":
        notes.append("A test stops when one side is ahead, so this Elo is too far out; for Elo, leave --sprt away.")
    worth = arena.fit.worth_of_pairing
    if worth is not None:
        why = "As they belong together in deals" if arena.fit.lucky else "Without luck, and in deals"
        notes.append(f"{why}, these games tell as much as {worth:.2f} times as many others.")
    if arena.luck is not None and arena.fit.lucky:
        notes.append("In so few games somebody who won earned nothing without luck: Elo are those of what was won.")
    if any(r.elo is None and (r.low is not None or r.high is not None) for r in arena.ratings):
        notes.append("Who won everything, or lost everything, has no Elo: the bound holds in 95 % of cases.")
    if arena.players > 2:
        notes.append(
            f"alone: what each won as one among others of its rival, where {percent(1 / arena.players)} is even."
        )
    if arena.unfinished:
        were = "game was" if arena.unfinished == 1 else "games were"
        notes.append(f"{arena.unfinished:,} {were} stopped before the end, and counted as shared by all.")
    return notes


def _speed(arena: Arena) -> str:
    return f"{in_words(arena.seconds)}, {arena.games / max(arena.seconds, 1e-9):,.1f} games a second"
