"""Run `dicehouse dice`."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from dicehouse.text_format import align_columns, format_count, format_signed

from ..exit_codes import FAILED, CheckFailed, print_warning
from ..game_arguments import add_database_argument, add_export_arguments, find_database
from ..output_files import write_rows

if TYPE_CHECKING:
    from dicehouse.server.archive.dice_counts import Faces, Totals
    from dicehouse.server.storage.database import Database

HELP = "count all dice rolled on this server"
DETAILS = """\
Counts the recorded dice of all finished games and says how likely fair dice are to give these results. You can run it
while people play. Exit code 0: the counts agree with those of the page /dice, or the server hasn't counted every game
yet. Exit code 1: they differ.

  dicehouse dice
  dicehouse dice --save dice.csv                       (one line for each die)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse dice` to `parser`."""
    add_database_argument(parser)
    add_export_arguments(parser, "every die")


def run(arguments: argparse.Namespace) -> int:
    """Recount all dice of a server, print how likely they are by chance, and report games that were counted
    differently.
    """
    from dicehouse.server.archive import dice_counts
    from dicehouse.server.storage.backup import up_to_date

    with up_to_date(find_database(arguments)) as db:
        totals, wrong, damaged, fresh = _recount_dice(db)
        if arguments.save:
            write_rows(arguments.save, dice_counts.COLUMNS, dice_counts.details(db, 0, 2**62))
    print(json.dumps(dice_data(totals), indent=2) if arguments.json else dice_text(totals))
    for table in wrong:
        print_warning(f"The dice of table {table} differ from those counted when its game ended.")
    for table in damaged:
        print_warning(f"The data of table {table} is damaged, so its dice aren't included.")
    if fresh and not arguments.json:
        are = "is" if fresh == 1 else "are"
        print(f"{fresh:,} of these games {are} not on the page yet. The server counts them while it runs.")
    return FAILED if wrong or damaged else 0


def _recount_dice(db: Database) -> tuple[Totals, list[str], list[str], int]:
    """Return the totals of all games, the games counted differently before, the damaged ones, and the number of
    uncounted ones.
    """
    from dicehouse.server.archive import dice_counts
    from dicehouse.server.archive.dice_counts import Totals

    totals, fresh = Totals(), 0
    wrong: list[str] = []
    damaged: list[str] = []
    for table, game, ended, found, known in dice_counts.recounted(db):
        if found is None:
            damaged.append(table)
            continue
        totals.add(game, ended, found)
        fresh += known is None
        if known is not None and known != found:
            wrong.append(table)
    if not totals.all.matches:
        none = "The data of every finished game is damaged" if damaged else "No game has finished on this server"
        raise CheckFailed(f"{none}, so there are no dice to count.")
    return totals, wrong, damaged, fresh


def dice_data(totals: Totals) -> dict[str, Any]:
    """Return all figures as plain data."""
    from dicehouse.server.archive.dice_fairness import evidence, uneven
    from dicehouse.server.archive.streak_odds import expected_alike

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


def dice_text(totals: Totals) -> str:
    """Return the figures as text."""
    from dicehouse.server.archive.dice_fairness import evidence, in_odds, of_100, uneven
    from dicehouse.server.archive.streak_odds import chance_of_run, chance_of_wait

    counts, found = totals.all.dice, uneven(totals.all.dice)
    fair = sum(counts) / len(counts)
    rows = [["face", "times", "difference from 1/6"]]
    rows += [
        [str(face), f"{count:,}", format_signed(round(count - fair), "+,")] for face, count in enumerate(counts, 1)
    ]
    lines = [
        f"{sum(counts):,} dice in {format_count(totals.throws, 'throw')} of "
        f"{format_count(totals.all.matches, 'game')}.",
        align_columns(rows, right="012"),
    ]
    if found.degrees:
        degrees = f"{found.degrees} degrees of freedom"
        odds = in_odds(evidence(counts))
        lines += [
            f"Fair dice are this uneven in {of_100(found.chance)} (chi-square {found.square:.2f}, {degrees}).",
            f"Odds that the dice are loaded: {odds}. An alarm goes off at 100 to 1. You may look at these "
            "odds as often as you like.",
        ]
    if totals.run.length:
        run, wait = totals.run, totals.wait
        as_long = of_100(chance_of_run(run.length, totals.lengths))
        waited = of_100(chance_of_wait(wait.length, totals.lengths))
        lines += [
            f"Longest run: {run.length} times a {run.face}; a run this long happens in {as_long}.",
            f"Longest wait for a six: {wait.length} dice; a wait this long happens in {waited}.",
        ]
    return "\n".join([*lines, "", align_columns([GAMES, *map(_row, sorted(totals.games.items()))], right="124")])


GAMES = ["game", "games", "dice and cards", "compared with chance", "thrown by hand"]


def _row(each: tuple[str, Faces]) -> list[str]:
    from dicehouse.server.archive.dice_fairness import of_100, uneven

    game, faces = each
    judged, drawn = uneven(*faces.drawn.values()), sum(map(sum, faces.drawn.values()))
    says = f"this uneven in {of_100(judged.chance)}" if judged.degrees else "too few to tell"
    return [game, f"{faces.matches:,}", f"{drawn:,}", says, f"{sum(faces.landed):,}"]
