"""dicehouse dice"""

from __future__ import annotations

import argparse
import json
from typing import Any

from dicehouse.table.past import thrown
from dicehouse.table.past.fairness import evidence, in_odds, of_100, uneven
from dicehouse.table.past.streaks import chance_of_run, chance_of_wait, expected_alike
from dicehouse.table.past.thrown import Faces, Totals
from dicehouse.table.storage.archive import up_to_date
from dicehouse.table.storage.database import Database

from .common import FAILED, Failed, columns, counted, database_of, signed, warn
from .files import save


def run(given: argparse.Namespace) -> int:
    """Count all dice of a house again, say what chance says of them, and whether they were counted so before."""
    with up_to_date(database_of(given)) as db:
        totals, wrong, damaged, fresh = _recount(db)
        if given.save:
            save(given.save, thrown.COLUMNS, thrown.details(db, 0, 2**62))
    print(json.dumps(as_data(totals), indent=2) if given.json else as_text(totals))
    for table in wrong:
        warn(f"The dice of table {table} were counted otherwise when its game ended.")
    for table in damaged:
        warn(f"What is kept of table {table} is damaged, so its dice are not among these.")
    if fresh and not given.json:
        are = "is" if fresh == 1 else "are"
        print(f"{fresh:,} of these games {are} not on the page yet: the server counts them when it runs.")
    return FAILED if wrong or damaged else 0


def _recount(db: Database) -> tuple[Totals, list[str], list[str], int]:
    """The sum of all games, those that were counted otherwise, the damaged ones, and how many nobody had counted."""
    totals, fresh = Totals(), 0
    wrong: list[str] = []
    damaged: list[str] = []
    for table, game, ended, found, known in thrown.recounted(db):
        if found is None:
            damaged.append(table)
            continue
        totals.add(game, ended, found)
        fresh += known is None
        if known is not None and known != found:
            wrong.append(table)
    if not totals.all.matches:
        none = "Every finished game that is kept here is damaged" if damaged else "No game is over in this house"
        raise Failed(f"{none}, so there are no dice to count.")
    return totals, wrong, damaged, fresh


def as_data(totals: Totals) -> dict[str, Any]:
    """All figures."""
    found = uneven(totals.all.dice)
    return {
        "games": totals.all.matches,
        "throws": totals.throws,
        "dice": totals.all.dice,
        "chi_square": round(found.square, 4),
        "degrees": found.degrees,
        "p": found.chance,
        "evidence": round(evidence(totals.all.dice), 4),
        "drawn": {str(sides): counts for sides, counts in sorted(totals.all.drawn.items())},
        "landed": totals.all.landed,
        "by_game": {
            game: {"games": faces.matches, "drawn": faces.drawn, "landed": faces.landed}
            for game, faces in sorted(totals.games.items())
        },
        "longest_run": {"length": totals.run.length, "face": totals.run.face, "game": totals.run.game},
        "longest_wait": {"length": totals.wait.length, "game": totals.wait.game},
        "alike": totals.alike,
        "alike_expected": round(expected_alike(totals.lengths), 4),
    }


def as_text(totals: Totals) -> str:
    """The figures for people."""
    counts, found = totals.all.dice, uneven(totals.all.dice)
    fair = sum(counts) / len(counts)
    rows = [["face", "times", "against one in six"]]
    rows += [[str(face), f"{count:,}", signed(round(count - fair), "+,")] for face, count in enumerate(counts, 1)]
    lines = [
        f"{sum(counts):,} dice in {counted(totals.throws, 'throw')} of {counted(totals.all.matches, 'game')}.",
        columns(rows, right="012"),
    ]
    if found.degrees:
        degrees = f"{found.degrees} degrees of freedom"
        odds = in_odds(evidence(counts))
        lines += [
            f"More uneven in {of_100(found.chance)} (chi-square {found.square:.2f}, {degrees}).",
            f"Odds for loaded dice, to be looked at as often as one likes: {odds}; an alarm at 100 to 1.",
        ]
    if totals.run.length:
        run, wait = totals.run, totals.wait
        as_long = of_100(chance_of_run(run.length, totals.lengths))
        waited = of_100(chance_of_wait(wait.length, totals.lengths))
        lines += [
            f"Longest run: {run.length} times a {run.face}; as long in {as_long}.",
            f"Longest wait for a six: {wait.length}; as long in {waited}.",
        ]
    return "\n".join([*lines, "", columns([GAMES, *map(_row, sorted(totals.games.items()))], right="124")])


GAMES = ["game", "games", "dice and cards", "chance says", "thrown by hand"]


def _row(each: tuple[str, Faces]) -> list[str]:
    game, faces = each
    judged, drawn = uneven(*faces.drawn.values()), sum(map(sum, faces.drawn.values()))
    says = f"more uneven in {of_100(judged.chance)}" if judged.degrees else "too few to tell yet"
    return [game, f"{faces.matches:,}", f"{drawn:,}", says, f"{sum(faces.landed):,}"]
