"""Run `dicehouse stats`."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from dicehouse.i18n import (
    Percent,
    _,
    current_language,
    in_language,
    join_sentences,
    ngettext,
    pgettext,
    using_language,
)
from dicehouse.i18n.language import localize_number
from dicehouse.text_format import align_columns, format_signed

from ..exit_codes import UsageError, quote_input
from ..game_arguments import add_database_argument, add_export_arguments, find_database
from ..output_files import write_rows
from ..terminal_language import terminal_language

if TYPE_CHECKING:
    from dicehouse.review.habits import Habit
    from dicehouse.server.archive.guest_statistics import Share, Sum
    from dicehouse.server.archive.match_results import Finished
    from dicehouse.server.archive.review_statistics import Balance, Looked
    from dicehouse.server.storage.database import Database

    Looks = dict[str, Looked]

HELP = "show a player's statistics"
DETAILS = """\
Shows, for each game, the number of games, wins by opponent with 95% intervals, and records. Without a name, it shows
the only guest who has finished a game, or lists the names if there are several.

  dicehouse stats --name Ana
  dicehouse stats --name Ana --save games.csv          (one line for each game)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse stats` to `parser`."""
    add_database_argument(parser)
    parser.add_argument("--name", metavar="NAME", help="the guest's name")
    add_export_arguments(parser, "every game")


def run(arguments: argparse.Namespace) -> int:
    """Print the statistics of a guest's games."""
    from dicehouse.server.archive.guest_statistics import COLUMNS, as_row
    from dicehouse.server.archive.match_results import read_finished
    from dicehouse.server.archive.review_statistics import read_looked
    from dicehouse.server.storage.backup import up_to_date

    with up_to_date(find_database(arguments)) as db:
        guest = _find_guest(db, arguments.name)
        played, looked = read_finished(db, guest), read_looked(db, guest)
    if arguments.save:
        write_rows(arguments.save, COLUMNS, [as_row(one, looked.get(one.table)) for one in played])
    if arguments.json:
        print(json.dumps(_stats_data(played, looked), indent=2))
    else:
        with using_language(terminal_language(arguments.language)):
            print(_stats_text(played, looked))
    return 0


def _find_guest(db: Database, name: str | None) -> str:
    """Return the guest of this name who has finished a game; of several, the one who has played most."""
    from dicehouse.server.archive.match_results import guests_called

    found = guests_called(db, name)
    if not found and name is None:
        raise UsageError("No one has finished a game on this server yet.")
    if not found:
        raise UsageError(f"No one called {quote_input(name or '')} has finished a game on this server.")
    if name is None and len(found) > 1:
        names = ", ".join(f"{own} ({games})" for _, own, games in found[:20])
        raise UsageError(f"Several guests have played here. Choose one with --name: {names}.")
    return found[0][0]


def _share_data(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"games": share.games, "won": share.won, "low": round(low, 4), "high": round(high, 4),
            "even": round(share.fair, 4) if share.shared else None}  # fmt: skip


def _stats_data(played: list[Finished], looked: Looks) -> dict[str, Any]:
    from dicehouse.server.archive.guest_statistics import by_game

    return {
        game: {
            "all": _share_data(found.all),
            "against": {share.who: _share_data(share) for share in found.against},
            "minutes": found.minutes,
            "reviewed": _balance_data(game, played, looked),
            "records": [{"title": best.title, "value": best.value, "table": best.table} for best in found.records],
        }
        for game, found in by_game(played).items()
    }


def _balance_of_game(game: str, played: list[Finished], looked: Looks) -> Balance:
    from dicehouse.server.archive.review_statistics import balance

    return balance([looked[one.table] for one in played if one.game == game and one.table in looked])


def _balance_data(game: str, played: list[Finished], looked: Looks) -> dict[str, Any]:
    found = _balance_of_game(game, played, looked)
    whole = {"games": found.games, "luck": round(found.luck, 4), "skill": round(found.skill, 4)}
    habits = [
        {"habit": each.name, "mistakes": each.mistakes, "cases": each.cases, "says": str(each.says)}
        for each in _habits_of_game(game, played, looked)
    ]
    return {**whole, "gain": round(found.gain, 5), "habits": habits}


def _habits_of_game(game: str, played: list[Finished], looked: Looks) -> list[Habit]:
    from dicehouse.server.archive.review_statistics import habits

    return habits(game, [looked[one.table] for one in played if one.game == game and one.table in looked])


def _stats_text(played: list[Finished], looked: Looks) -> str:
    from dicehouse.server.archive.guest_statistics import by_game

    return "\n\n".join(
        _game_text(game, found, _balance_of_game(game, played, looked), _habits_of_game(game, played, looked))
        for game, found in by_game(played).items()
    )


def _game_text(game: str, found: Sum, weighed: Balance, clear: list[Habit]) -> str:
    """Return one game as text: a row for all opponents, then one for each; luck, skill and habits where reviews are
    stored.
    """
    from dicehouse.server.archive.guest_statistics import called
    from dicehouse.server.clocks.play_time import in_words

    head = [
        pgettext("column", "against"),
        pgettext("column", "games"),
        pgettext("column", "won"),
        pgettext("column", "share"),
        pgettext("column", "95% interval"),
        pgettext("column", "even share"),
    ]
    rows = [[in_language(each) for each in head], _row(pgettext("opponents", "all"), found.all)]
    rows += [_row(called(share.who), share) for share in found.against]
    lines = [f"{game}, {in_language(in_words(found.minutes))}", align_columns(rows, right="1235")]
    if weighed.games:
        sums = ngettext(
            "In {n} reviewed game, luck was worth {luck} wins, and skill {skill}.",
            "In {n} reviewed games, luck was worth {luck} wins, and skill {skill}.",
            weighed.games,
            luck=_decimal(weighed.luck),
            skill=_decimal(weighed.skill),
        )
        gain = Percent(weighed.gain, 2, signed=True)
        average = _("Compared with our bot, a decision gained {gain} of a win on average.", gain=gain)
        lines.append(in_language(join_sentences(sums, average)))
    lines += [in_language(habit.says) for habit in clear]
    for best in found.records:
        about = _("{record}: {value} (table {table})", record=best.title, value=best.value, table=best.table)
        lines.append(in_language(about))
    return "\n".join(lines)


def _decimal(number: float) -> str:
    return localize_number(format_signed(number, "+.2f"), current_language())


def _row(who: str, share: Share) -> list[str]:
    low, high = share.interval
    won = in_language(Percent(share.won / share.games if share.games else 0, 0))
    between = in_language(_("{low} to {high}", low=f"{100 * low:.0f}", high=Percent(high, 0)))
    fair = localize_number(f"{share.fair:.1f}", current_language()) if share.shared else ""
    return [in_language(who), str(share.games), str(share.won), won, between, fair]
