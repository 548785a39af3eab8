"""dicehouse study"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys

from dicehouse.games import find
from dicehouse.games.patching import patched
from dicehouse.kit.shares import percent
from dicehouse.lab import Findings, Study, telling
from dicehouse.lab.findings import Cell

from .common import STOPPED, Usage, columns, counted, mode_of, mode_settings, seed_of, short, wait_for_rules
from .files import check_place
from .progress import Progress, in_words
from .report import write_page

MOST_EVENTS = 40


def run(given: argparse.Namespace) -> int:
    """Play a study, and tell what was found."""
    study = asked(given)
    if given.report is not None:
        check_place(given.report)
    if given.on is None:
        wait_for_rules(study.plan.cells[0].game)
    with Progress(0, None if given.minutes is None else 60 * given.minutes) as progress:
        found = _played(study, given, progress)
    print(json.dumps(found.as_dict(), indent=2, allow_nan=False) if given.json else as_text(found), flush=True)
    if given.report is not None:
        write_page(given.report, found)
        print(f"The page is in {given.report}.", file=sys.stderr)
    if found.stopped != "interrupted":
        return 0
    if given.save is not None:
        print(f"Stopped; the same command goes on from {given.save}.", file=sys.stderr)
    return STOPPED


def _played(study: Study, given: argparse.Namespace, progress: Progress) -> Findings:
    if given.on is None:
        return study.run(jobs=given.jobs or _cores(), progress=progress.show)
    from dicehouse.lab.cluster import crew

    with crew(study, given.on, given.jobs or _cores()) as machines:
        return study.run(progress=progress.show, crew=machines)


def asked(given: argparse.Namespace) -> Study:
    """The study that a command line asks for."""
    game = find(given.game)
    mode = mode_of(game, given.mode)
    vary: dict[str, list[str]] = {}
    for key, values in given.vary:
        if key in vary:
            raise Usage(f"The setting {short(key)} is varied twice; name all its values at once.")
        vary[key] = values
    files = given.rule or []
    if len({file.stem for file in files}) < len(files):
        raise Usage("Two house rules have the same name; rename a file.")
    players = [game.seated(mode, number) for number in given.players] if given.players else [game.seated(mode)]
    study = Study(
        {"": game} | {file.stem: patched(game, file) for file in files},
        vary=vary,
        settings={**mode_settings(game, given.mode, but=vary), **dict(given.option)},
        players=players,
        bots=given.bots or ("sensible",),
        levels=given.levels or (),
        items=given.worth or (),
        weigh=given.weigh,
        seed=seed_of(given.seed, given.save),
        games=given.games,
        precision=given.precision,
        minutes=given.minutes,
        save=given.save,
    )
    study.command += "".join(f" --rule {shlex.quote(str(file))}" for file in files)
    return study


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def as_text(found: Findings) -> str:
    """The findings as people read them."""
    blocks = [telling.seated(found), telling.paragraph(found)]
    if len(found.cells) > 1:
        blocks.append(columns(telling.overview(found), "1234567"))
    for number, cell in enumerate(found.cells):
        if cell.base == number:
            blocks.append(f"{cell.name}\n\n{columns(telling.all_measures(cell), '1')}")
            blocks += [columns(telling.worth(cell), "234")] if cell.worth else []
            blocks += [_skill(found, number)] if cell.skill else []
            blocks += [_events(cell)] if cell.events else []
        else:
            head = f"{cell.name}, compared with {found.cells[cell.base].name}"
            blocks.append(f"{head}\n\n{columns(telling.compared(found, number), '15')}")
    blocks += [f"Note: {warning}" for warning in found.warnings]
    blocks.append(_ending(found))
    return "\n\n".join(blocks)


def _events(cell: Cell) -> str:
    """What happens by name, and how much more there is."""
    more = telling.more_events(cell, MOST_EVENTS)
    return "\n".join([columns(telling.events(cell, MOST_EVENTS), "234"), *(["", more] if more else [])])


def _skill(found: Findings, number: int) -> str:
    skill = found.cells[number].skill
    assert skill is not None
    bots = ", ".join(skill.bots)
    span = f"{100 * skill.low:.0f} to {100 * skill.high:.0f}"
    head = f"Skill makes {percent(skill.share, 0)} ({span}) of who wins among {bots}; the rest is luck."
    rows = [["bot", "among", "wins", "95 % interval"]]
    for duel in skill.duels:
        rows.append([duel.bot, duel.others, percent(duel.wins), f"{100 * duel.low:.1f} to {100 * duel.high:.1f}"])
    return "\n\n".join(filter(None, [head, columns(rows, "2"), telling.left_out(skill)]))


def _ending(found: Findings) -> str:
    games = sum(cell.games for cell in found.cells)
    why = {
        "games": "all games were played",
        "precision": "everything asked is known well enough",
        "minutes": "the time was over",
        "interrupted": "it was broken off",
    }[found.stopped]
    kind = telling.stopping(found)
    ending = f"{counted(games, 'game')} in {in_words(found.seconds)}; {why}."
    return "\n".join([ending, *([kind] if kind else []), f"Again: {found.command}"])
