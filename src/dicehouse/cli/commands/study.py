"""Run `dicehouse study`."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicehouse.text_format import align_columns, format_count, format_duration

from ..argument_types import comma_list, database_place, decimal_number, file_path, key_value, whole_number
from ..exit_codes import INTERRUPTED, UsageError, quote_input
from ..game_arguments import announce_compiling, available_cores, choose_seed, find_mode, mode_settings
from ..output_files import check_writable, write_report_page
from ..progress_bar import ProgressBar
from ..standard_streams import print_note
from ..stop_signals import interrupt_on_terminate

if TYPE_CHECKING:
    from dicehouse.server.archive.people_matches import PeopleMatch
    from dicehouse.server.storage.database_address import Place
    from dicehouse.studies import Study, StudyResult
    from dicehouse.studies.result_types import CellResult

HELP = "find out what a change of the rules does, and how certain that is"
DETAILS = """\
Bots play the same games of every variant, with the same dice for the same turns. So the study knows the differences
between variants much better than the variants themselves. Every figure comes with its 95% interval. The same seed gives
the same figures, with any number of --jobs and after any number of interruptions.

  dicehouse study dice-ocalypse --vary target=5000,8000,10000 --vary opening=0,500 --players 2-4 --games 10000 --seed 1
  dicehouse study dice-ocalypse --worth card --levels random,greedy,sensible
  dicehouse study dicetopia --worth faction --precision 1% --save factions.json
  dicehouse study dice-ocalypse --rule examples/house_rules/consolation.py

--worth measures what a card, a faction or each of a kind is worth: one seat gets it, or loses it, in a copy of every
game. --precision plays until the first player's share of wins is known to P percentage points, and the length of a game
to P percent. Its intervals of shares, means and differences are wider, and hold no matter when you look. After the
first games, the study says how long it will take. Stopped by ^C, by a signal to terminate or by --minutes, it prints
what it has. With --save, the same command continues it. --report writes a page that needs no other file.
"""
MAX_GAMES = 10_000_000
USUAL_DATABASE = ""  # stands for the database in the data folder

MAX_EVENTS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse study` to `parser`."""
    parser.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    parser.add_argument("--mode", metavar="MODE", help="start from a mode's options")
    parser.add_argument(
        "--option", type=key_value, action="append", default=[], metavar="KEY=VALUE", help="change an option for all"
    )
    parser.add_argument(
        "--rule",
        type=file_path,
        action="append",
        metavar="FILE.py",
        help="compare with the game under a house rule; FILE is Python code, which runs; may be repeated",
    )
    parser.add_argument(
        "--vary",
        type=_varied_setting,
        action="append",
        default=[],
        metavar="KEY=A,B,...",
        help="compare values of an option",
    )
    parser.add_argument(
        "--players",
        type=_player_counts,
        metavar="N,M|N-M",
        help="numbers of players, each studied alone (default: usual)",
    )
    parser.add_argument(
        "--kinds",
        type=comma_list,
        metavar="A,B",
        help="bots that each play every variant among themselves; headlines claim only what holds for all of them"
        " (default: sensible,greedy)",
    )
    parser.add_argument(
        "--bots",
        type=comma_list,
        metavar="A,B",
        help="bots that play together and rotate through the seats, instead of --kinds",
    )
    parser.add_argument(
        "--levels", type=comma_list, metavar="A,B,...", help="bots, weakest first, to tell luck from skill"
    )
    parser.add_argument(
        "--about", default="", metavar="MEASURE", help="what the change is about, such as comebacks; reported first"
    )
    parser.add_argument("--worth", action="append", metavar="WHAT", help="a thing or a kind of thing (card), or all")
    parser.add_argument(
        "--weigh",
        type=whole_number("the number of games", 0, MAX_GAMES),
        default=0,
        metavar="N",
        help="take choices from N games and play on with another option, to see how much choices matter (default: 0)",
    )
    parser.add_argument(
        "--games",
        type=whole_number("the number of games", 1, MAX_GAMES),
        help="games of each variant (default: 2,000, or as many as --precision or --minutes take)",
    )
    parser.add_argument(
        "--precision", type=_precision, metavar="P%", help="play until the result is this precise, such as 0.5%%"
    )
    parser.add_argument("--minutes", type=decimal_number("a time", 0.01, 10_000), help="stop after this many minutes")
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, or a random one, which is printed)",
    )
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), help="cores to use (default: all)")
    parser.add_argument(
        "--on",
        metavar="ADDRESS",
        help="play on a Ray cluster: ray://HOST:10001, HOST:6379, auto, or local for one of its own (the extra ray)",
    )
    parser.add_argument(
        "--people",
        nargs="?",
        type=database_place,
        const=USUAL_DATABASE,
        metavar="DATABASE",
        help="show people's matches next to the bots', from a server's database: a file, or postgresql://USER@HOST/NAME"
        " (default: in your data folder); only sums over at least 100 matches",
    )
    parser.add_argument("--save", type=file_path, metavar="FILE", help="save progress here, and continue from it")
    parser.add_argument(
        "--report", type=file_path, metavar="PAGE", help="write a page with pictures and tables (.html)"
    )
    parser.add_argument("--json", action="store_true", help="print all results as JSON")


def _varied_setting(text: str) -> tuple[str, list[str]]:
    key, equals, values = text.partition("=")
    if not key.strip() or not equals or not all(value.strip() for value in values.split(",")):
        raise argparse.ArgumentTypeError(f"a setting to vary must have the form KEY=A,B,..., not {quote_input(text)}")
    return key.strip(), comma_list(values)


def _player_counts(text: str) -> list[int]:
    low, dash, high = text.partition("-")
    ends = [low, high] if dash else text.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() and len(part) <= 3 for part in ends):
        raise argparse.ArgumentTypeError(
            f"the numbers of players must be written like 2-4 or 2,4, not {quote_input(text)}"
        )
    numbers = [int(part) for part in ends]
    if dash:
        if not 1 <= numbers[0] <= numbers[1] <= 16:
            raise argparse.ArgumentTypeError(
                "a range of players must go from the lower to the higher number, within 1 to 16, not "
                f"{quote_input(text)}"
            )
        return list(range(numbers[0], numbers[1] + 1))
    return numbers


def _precision(text: str) -> float:
    plain = text.strip()
    read = decimal_number("a precision in percent", 0.01, 20)
    return read(plain.removesuffix("%").strip()) / 100


def run(arguments: argparse.Namespace) -> int:
    """Run a study and print what it found."""
    study = study_from_arguments(arguments)
    if arguments.report is not None:
        check_writable(arguments.report)
    matches = None if arguments.people is None else _read_people(study, arguments.people)
    if arguments.on is None:
        announce_compiling(study.plan.cells[0].game)
    time_limit = None if arguments.minutes is None else 60 * arguments.minutes
    try:
        with ProgressBar(0, time_limit) as progress, interrupt_on_terminate():
            found = _run_study(study, arguments, progress)
    except KeyboardInterrupt:
        print_note("The study was stopped before its first game had ended, so there is nothing to print.")
        return INTERRUPTED
    if matches is not None:
        found = _beside_people(found, study, matches)
    try:
        print(
            json.dumps(found.as_dict(), indent=2, allow_nan=False) if arguments.json else study_text(found), flush=True
        )
    finally:  # the page is written even if nobody reads the figures
        if arguments.report is not None:
            write_report_page(arguments.report, found)
    if arguments.report is not None:
        print_note(f"The page is in {arguments.report}.")
    if found.stopped != "interrupted":
        return 0
    if arguments.save is not None:
        print_note(f"Stopped; the same command continues from {arguments.save}.")
    return INTERRUPTED


def _run_study(study: Study, arguments: argparse.Namespace, progress: ProgressBar) -> StudyResult:
    if arguments.on is None:
        jobs = arguments.jobs or available_cores()
        return study.run(jobs=jobs, progress=progress.show, notice=progress.say)
    from dicehouse.studies.ray_cluster import connect_cluster

    with connect_cluster(study, arguments.on, arguments.jobs or available_cores()) as machines:
        return study.run(progress=progress.show, crew=machines)


def _read_people(study: Study, named: Place | str) -> list[PeopleMatch]:
    """Return people's matches of the game in a server's database."""
    from dicehouse.server.archive.people_matches import read_people_matches
    from dicehouse.server.storage.backup import up_to_date
    from dicehouse.server.storage.data_files import default_database

    with up_to_date(default_database() if isinstance(named, str) else named) as db:
        return list(read_people_matches(db, study.plan.cells[0].game.id))


def _beside_people(found: StudyResult, study: Study, matches: Sequence[PeopleMatch]) -> StudyResult:
    """Return the result with what people's matches show, or say that there are too few."""
    from dicehouse.studies.people import MIN_MATCHES, beside_people

    game = study.plan.cells[0].game
    whole = beside_people(found, game, matches)
    if not any(cell.people for cell in whole.cells):
        print_note(
            f"Matches of {game.name} between people in this database: {len(matches):,}. A sum needs at least "
            f"{MIN_MATCHES} of one variant of this study."
        )
    return whole


def study_from_arguments(arguments: argparse.Namespace) -> Study:
    """Return the study that the command line asks for."""
    from dicehouse.games import find
    from dicehouse.games.house_rules.patched_game import patched
    from dicehouse.studies import Study
    from dicehouse.studies.study_run import DEFAULT_BOTS, default_kinds

    game = find(arguments.game)
    mode = find_mode(game, arguments.mode)
    vary: dict[str, list[str]] = {}
    for key, values in arguments.vary:
        if key in vary:
            raise UsageError(f"The setting {quote_input(key)} is varied twice. Name all its values in one --vary.")
        vary[key] = values
    files = arguments.rule or []
    if len({file.stem for file in files}) < len(files):
        raise UsageError("Two house rules have the same name. Rename one of the files.")
    players = (
        [game.player_count(mode, number) for number in arguments.players]
        if arguments.players
        else [game.player_count(mode)]
    )
    kinds = arguments.kinds or (() if arguments.bots else default_kinds(game))
    if arguments.kinds and arguments.bots:
        raise UsageError(
            "--bots and --kinds exclude each other: with --bots, all bots play together; with --kinds, each "
            "bot plays only against itself."
        )
    study = Study(
        {"": game} | {file.stem: patched(game, file) for file in files},
        vary=vary,
        settings={**mode_settings(game, arguments.mode, but=vary), **dict(arguments.option)},
        players=players,
        bots=arguments.bots or DEFAULT_BOTS,
        kinds=kinds,
        levels=arguments.levels or (),
        items=arguments.worth or (),
        weigh=arguments.weigh,
        seed=choose_seed(arguments.seed, arguments.save),
        games=arguments.games,
        precision=arguments.precision,
        minutes=arguments.minutes,
        save=arguments.save,
        about=arguments.about,
    )
    study.command += "".join(f" --rule {shlex.quote(str(file))}" for file in files)
    return study


def study_text(found: StudyResult) -> str:
    """Return the results as text."""
    from dicehouse.studies.report import text_tables
    from dicehouse.studies.summary.plain_text import plain_paragraphs, study_line

    blocks = [study_line(found), plain_paragraphs(found)]
    if len(found.cells) > 1:
        blocks.append(align_columns(text_tables.variant_rows(found), "1234567"))
    for number, cell in enumerate(found.cells):
        if cell.base == number:
            blocks.append(f"{cell.name}\n\n{align_columns(text_tables.measure_rows(cell), '1')}")
            blocks += [align_columns(text_tables.worth_rows(cell), "234")] if cell.worth else []
            blocks += [_skill(found, number)] if cell.skill else []
            blocks += [_events(cell)] if cell.events else []
        else:
            head = f"{cell.name}, compared with {found.cells[cell.base].name}"
            blocks.append(f"{head}\n\n{align_columns(text_tables.comparison_rows(found, number), '15')}")
    blocks += [f"Note: {warning}" for warning in found.warnings]
    blocks.append(_ending(found))
    return "\n\n".join(blocks)


def _events(cell: CellResult) -> str:
    """Return the most frequent events as text, and how many more there are."""
    from dicehouse.studies.report import text_tables

    more = text_tables.more_events_sentence(cell, MAX_EVENTS)
    return "\n".join([align_columns(text_tables.event_rows(cell, MAX_EVENTS), "234"), *(["", more] if more else [])])


def _skill(found: StudyResult, number: int) -> str:
    from dicehouse.studies.summary.caveats import stopped_games_sentence
    from dicehouse.studies.summary.number_words import format_percent
    from dicehouse.studies.summary.sentences import skill_details

    skill = found.cells[number].skill
    assert skill is not None
    head = " ".join(skill_details(skill))
    rows = [["bot", "among", "wins", "95% interval"]]
    for duel in skill.duels:
        rows.append(
            [duel.bot, duel.others, format_percent(duel.wins), f"{100 * duel.low:.1f} to {100 * duel.high:.1f}"]
        )
    return "\n\n".join(filter(None, [head, align_columns(rows, "2"), stopped_games_sentence(skill)]))


def _ending(found: StudyResult) -> str:
    from dicehouse.studies.summary.caveats import STOP_SENTENCES, half_width_sentence, interval_kind_sentence

    games = sum(cell.games for cell in found.cells)
    kind = interval_kind_sentence(found)
    ending = f"{format_count(games, 'game')} in {format_duration(found.seconds)}. {STOP_SENTENCES[found.stopped]}"
    ending = " ".join(filter(None, [ending, half_width_sentence(found)]))
    return "\n".join([ending, *([kind] if kind else []), f"Again: {found.command}"])
