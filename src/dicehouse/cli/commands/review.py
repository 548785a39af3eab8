"""Run `dicehouse review`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicehouse.errors import BadMatch
from dicehouse.i18n import (
    Percent,
    Text,
    _,
    current_language,
    in_language,
    join_sentences,
    ngettext,
    pgettext,
    using_language,
)
from dicehouse.i18n.language import localize_number
from dicehouse.text_format import align_columns, chance_text, count_players, format_points, shorten

from ..argument_types import comma_list, decimal_number, file_path, whole_number
from ..exit_codes import UsageError
from ..game_arguments import add_rule_argument, announce_compiling, register_house_rule
from ..match_file import read_match_file
from ..standard_streams import print_json
from ..terminal_language import terminal_language

if TYPE_CHECKING:
    from dicehouse.review import Review, ReviewRow

HELP = "tell luck from skill in a finished match"
DETAILS = """\
Shows how much every roll, draw and reveal changed each player's chance of winning, and how much every decision did,
compared with what our bot would have chosen. The sums are each player's luck and skill, and add up to the result.
  dicehouse review match.json
  dicehouse review match.json --simulations 20000 --seed 1 --json
"""

MAX_TEXT = 60  # characters of a row's text in the table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse review` to `parser`."""
    parser.add_argument("match", type=file_path, metavar="MATCH.json", help="a saved, finished match")
    add_rule_argument(parser, "the house rule of the match")
    parser.add_argument(
        "--seconds",
        type=decimal_number("a time", 0.1, 3600),
        help="use this much time (default: 10, or up to 180 if the review needs it)",
    )
    parser.add_argument(
        "--simulations",
        type=whole_number("the number of simulations", 1, 100_000_000),
        help="play this many simulations instead, which give the same review on every machine with the same seed",
    )
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        default=0,
        help="a whole number for these games (default: 0)",
    )
    parser.add_argument(
        "--levels",
        type=comma_list,
        default=[],
        metavar="LEVEL,...",
        help="the level of each player: the name of a bot, or people (default: people for all)",
    )
    parser.add_argument("--json", action="store_true", help="print the whole review as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Review a match and print the result."""
    with using_language(terminal_language(arguments.language)):
        return _review(arguments)


def _review(arguments: argparse.Namespace) -> int:
    from dicehouse.match.match import Match
    from dicehouse.review import review

    saved = read_match_file(arguments.match)
    register_house_rule(arguments.rule, saved, arguments.match)
    try:
        match = Match.load(saved)
        _check_levels(arguments.levels, match.players)
        announce_compiling(match.game)
        found = review(
            match,
            seconds=arguments.seconds,
            simulations=arguments.simulations or 0,
            seed=arguments.seed,
            progress=_show_progress,
            levels=arguments.levels,
        )
    except BadMatch as error:
        raise UsageError(str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise UsageError("The match is nested too deeply or has too many items.") from error
    if arguments.json:
        print_json(found.as_json())
    else:
        print(review_text(found))
    return 0


def _check_levels(levels: Sequence[str], players: int) -> None:
    """Raise UsageError if `levels` are given, but not one known level for each player."""
    from dicehouse.review.ordinary_players import LEVELS

    wrong = [level for level in levels if level not in LEVELS]
    if wrong:
        raise UsageError(f"There is no level {shorten(wrong[0])}. The levels are: {', '.join(LEVELS)}.")
    if levels and len(levels) != players:
        raise UsageError(f"The match has {players} players, so --levels must name {players} levels, not {len(levels)}.")


def review_text(found: Review) -> str:
    """Return the review as text in the current language."""
    from dicehouse.games import find

    about = _("{game}, {players}", game=find(found.game).name, players=count_players(len(found.players)))
    lines = [in_language(about), "", *map(in_language, found.says), "", _totals(found)]
    if found.turning:
        heading = in_language(_("Turning points"))
        lines += ["", heading, *(_row_text(found.rows[i]) for i in sorted(found.turning))]
    if found.looks:
        lines += ["", in_language(_("Costly decisions")), *(_row_text(found.rows[i]) for i in found.looks)]
    lines += ["", _rows(found), "", in_language(_method_text(found))]
    return "\n".join(lines)


def _totals(found: Review) -> str:
    head = [
        "",
        pgettext("column", "before"),
        pgettext("column", "luck"),
        pgettext("column", "skill"),
        pgettext("column", "result"),
        "±",
    ]
    columns_of = (found.start, found.luck, found.skill, found.outcome, found.error)
    rows = [
        [
            name,
            _chance(start),
            _points(luck, signed=True),
            _points(skill, signed=True),
            _chance(outcome),
            _points(2.0 * error),
        ]
        for name, start, luck, skill, outcome, error in zip(found.players, *columns_of, strict=True)
    ]
    return align_columns([list(map(in_language, head)), *rows], "12345")


def _row_text(row: ReviewRow) -> str:
    said = in_language(row.says or row.text)
    return f"  {row.number:>4}  {said}{_why(row)} ({_short(row.text)})"


def _why(row: ReviewRow) -> str:
    """Return why the better choice was better; a reason of a game of an earlier version continues a sentence."""
    if row.why or isinstance(row.reason, Text):
        return f" {in_language(row.why or row.reason)}" if row.why or row.reason else ""
    return f" It {row.reason}." if row.reason else ""


def _rows(found: Review) -> str:
    head = [
        "",
        pgettext("column", "who"),
        pgettext("column", "what"),
        *found.players,
        pgettext("column", "change"),
        "±",
    ]
    rows = [list(map(in_language, head))]
    for row in found.rows:
        who = "" if row.seat is None else found.players[row.seat]
        change = row.after[row.seat or 0] - row.before[row.seat or 0]
        chances = [_chance(share) for share in row.after]
        rows.append(
            [
                str(row.number),
                who,
                _short(row.text),
                *chances,
                _points(change, signed=True),
                _points(2.0 * row.error),
            ]
        )
    numbers = "".join(str(at) for at in (0, *range(3, len(head))))
    return align_columns(rows, numbers)


def _chance(share: float) -> str:
    return in_language(chance_text(share))


def _points(share: float, *, signed: bool = False) -> str:
    return localize_number(format_points(share, 1, signed=signed), current_language())


def _short(text: str) -> str:
    shown = in_language(text)
    return shown if len(shown) <= MAX_TEXT else shown[: MAX_TEXT - 3].rstrip() + "..."


def _method_text(found: Review) -> Text:
    if found.method == "exact":
        return _("All values are exact: this race was solved.")
    took = ngettext(
        "{n} simulation in {seconds} s.",
        "{n} simulations in {seconds} s.",
        found.simulations,
        seconds=round(found.seconds, 1),
    )
    meaning = _(
        "Luck, skill and changes are percentage points of winning chance. In 95 of 100 reviews, the true value is "
        "within the given range."
    )
    return join_sentences(took, meaning)


def _show_progress(done: int, total: int) -> None:
    """Print the progress on standard error, if that is a terminal."""
    if sys.stderr.isatty():
        end = "\r\033[K" if done >= total else ""
        shown = in_language(_("Reviewing: {percent}", percent=Percent(done / total)))
        print(f"\r{shown}{end}", end="", file=sys.stderr, flush=True)
