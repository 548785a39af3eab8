"""dicehouse review"""

from __future__ import annotations

import argparse
import sys

from dicehouse.errors import BadMatch
from dicehouse.games import find
from dicehouse.kit.settings import people
from dicehouse.kit.shares import percent
from dicehouse.match import Match
from dicehouse.review import CHANCE, Review, Row, review

from .common import Usage, columns, counted, know_rule, wait_for_rules
from .verify import read

MOST_TEXT = 60  # characters of a row's text in the table


def run(given: argparse.Namespace) -> int:
    """Review a match, and print what came of it."""
    saved = read(given.match)
    know_rule(given.rule, saved, given.match)
    try:
        match = Match.load(saved)
        wait_for_rules(match.game)
        found = review(
            match, seconds=given.seconds, simulations=given.simulations or 0, seed=given.seed, progress=_shown
        )
    except BadMatch as error:
        raise Usage(str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise Usage("Something in the match is nested or repeated more than any match needs.") from error
    print(found.as_json() if given.json else as_text(found))
    return 0


def as_text(found: Review) -> str:
    """The review as people read it."""
    name = find(found.game).name
    lines = [f"{name}, {people(len(found.players))}", "", *found.says, "", _totals(found)]
    if found.turning:
        lines += ["", "What turned it", *(_told(found, found.rows[i]) for i in sorted(found.turning))]
    if found.looks:
        lines += ["", "Worth a second look", *(_told(found, found.rows[i]) for i in found.looks)]
    lines += ["", _rows(found), "", _how(found)]
    return "\n".join(lines)


def _totals(found: Review) -> str:
    head = ["", "before", "luck", "skill", "result", "error"]
    columns_of = (found.start, found.luck, found.skill, found.outcome, found.error)
    rows = [
        [
            name,
            percent(start),
            percent(luck, signed=True),
            percent(skill, signed=True),
            percent(outcome),
            percent(error),
        ]
        for name, start, luck, skill, outcome, error in zip(found.players, *columns_of, strict=True)
    ]
    return columns([head, *rows], "12345")


def _told(found: Review, row: Row) -> str:
    said = row.says or row.text
    why = f" It {row.reason}." if row.reason else ""
    return f"  {row.number:>4}  {said}{why} ({_short(row.text)})"


def _rows(found: Review) -> str:
    head = ["", "who", "what", *found.players, "luck or cost", "error"]
    rows = [head]
    for row in found.rows:
        who = "" if row.seat is None else found.players[row.seat]
        change = row.luck[row.seat or 0] if row.kind == CHANCE else 0.0 - row.cost
        shares = [percent(share) for share in row.after]
        rows.append([str(row.number), who, _short(row.text), *shares, percent(change, signed=True), percent(row.error)])
    numbers = "".join(str(at) for at in (0, *range(3, len(head))))
    return columns(rows, numbers)


def _short(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 3].rstrip() + "..."


def _how(found: Review) -> str:
    if found.method == "exact":
        return "All values are exact: this race was solved."
    return f"{counted(found.simulations, 'simulation')} in {found.seconds:.1f} s; errors are standard errors."


def _shown(done: int, total: int) -> None:
    """How far it is, on standard error, if that is a terminal."""
    if sys.stderr.isatty():
        end = "\r\033[K" if done >= total else ""
        print(f"\rReviewing: {100 * done // total} %{end}", end="", file=sys.stderr, flush=True)
