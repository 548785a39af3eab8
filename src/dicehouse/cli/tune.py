"""dicehouse tune"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from dicehouse.kit.settings import people
from dicehouse.kit.shares import percent
from dicehouse.lab.goals import SHARES, goals
from dicehouse.lab.tuning import USUAL_FRESH, USUAL_GAMES, Answer, Tuned, Tuning, over

from .common import FAILED, agreed, changed_settings, columns, counted, game_of, mode_settings, seed_of, signed
from .progress import Progress, in_words

OPEN = {True: "open: inside, but the interval reaches out", False: "open: outside, but the interval reaches in"}
STOPPED = {
    "games": "its games were played",
    "minutes": "the time was over",
    "all tried": "all settings were tried",
    "proposals": "it had made all its proposals",
}


def run(given: argparse.Namespace) -> int:
    """Search, and tell what was found."""
    game = game_of(given)
    players, settings = agreed(game, given.mode, given.players, given.option)
    searched = over(game, given.over)
    keys = {each.key for each in searched}
    fixed = {**mode_settings(game, given.mode, but=keys), **dict(given.option)}
    tuning = Tuning(
        game,
        goals(given.goal),
        searched,
        players=players,
        settings={key: settings[key] for key in fixed},
        usual={key: settings[key] for key in keys},
        bots=given.bots or ("sensible",),
        seed=seed_of(given.seed, given.save),
        games=given.games or USUAL_GAMES,
        fresh=given.fresh or USUAL_FRESH,
        minutes=given.minutes,
        save=given.save,
    )
    with Progress(0, None if given.minutes is None else 60 * given.minutes) as progress:
        try:
            found = tuning.run(given.jobs or _cores(), progress.show)
        except KeyboardInterrupt:
            if given.save is not None:
                print(f"\r\033[KStopped; the same command goes on from {given.save}.", file=sys.stderr)
            raise
    print(
        json.dumps(found.as_dict(), indent=2, allow_nan=False)
        if given.json
        else as_text(found, changed_settings(game, found.settings))
    )
    return 0 if found.met else FAILED


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def as_text(found: Tuned, changed: str) -> str:
    """What was found as people read it."""
    where = ", ".join(f"{key}={_plain(value)}" for key, value in found.settings.items())
    rows = [["goal", "found", "95 % interval", "as usual", "95 % interval", ""]]
    for answer, usual in zip(found.found, found.usual, strict=True):
        rows.append([answer.goal, *_figure(answer), *_figure(usual), _judged(answer)])
    bots = ", ".join(found.bots)
    return "\n".join(
        [
            f"{found.title}, {people(found.players)}, as {bots} plays, seed {found.seed}",
            "",
            _verdict(found, where),
            "",
            columns(rows, "13"),
            "",
            f"Found: {where}{'' if changed else ', which is as usual'}",
            f"Usual: {', '.join(f'{key}={_plain(value)}' for key, value in found.usual_settings.items())}",
            f"{found.tried:,} of {counted(found.of, 'setting')} in {counted(found.games, 'game')}; "
            f"the search stopped as {STOPPED[found.stopped]}, after {in_words(found.seconds)}.",
            f"Each proposal was judged by {found.judged:,} games at most; the last few by as many others too.",
            f"Each answer is from {found.fresh:,} fresh games, which the search has not seen.",
        ]
    )


def _verdict(found: Tuned, where: str) -> str:
    missed = [answer for answer in found.found if answer.verdict == "missed"]
    if found.met:
        return f"With {where} the goal is met."
    outside = [answer for answer in found.found if not answer.inside]
    if outside and not missed:
        far = f"With {where} the goal is missed as far as can be told: {_told(outside)}"
        return f"{far}; more --fresh games would tell for sure."
    if not missed:
        return f"With {where} the goal is met as far as can be told; more --fresh games would tell for sure."
    return f"Nothing that was tried meets the goal. The nearest is {where}, where {_told(missed)}."


def _told(answers: Sequence[Answer]) -> str:
    return " and ".join(f"{answer.words} is {_value(answer, answer.value)}" for answer in answers)


def _judged(answer: Answer) -> str:
    if answer.verdict != "open":
        return answer.verdict
    return OPEN[answer.inside] if answer.low is not None and answer.high is not None else "open: too few games to tell"


def _figure(answer: Answer) -> list[str]:
    ends = [_value(answer, end) if end is not None else "?" for end in (answer.low, answer.high)]
    return [_value(answer, answer.value), " to ".join(ends)]


def _value(answer: Answer, value: float) -> str:
    if answer.measure in SHARES:
        return percent(value)
    return signed(value, ",.0f" if abs(value) >= 1000 else ".1f")


def _plain(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
