"""Run `dicehouse tune`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicehouse.text_format import (
    align_columns,
    count_players,
    format_count,
    format_duration,
    format_signed,
)

from ..argument_types import comma_list, decimal_number, file_path, key_value, whole_number
from ..exit_codes import FAILED, INTERRUPTED
from ..game_arguments import (
    agree_settings,
    available_cores,
    changed_settings_text,
    choose_seed,
    find_game,
    mode_settings,
)
from ..progress_bar import ProgressBar
from ..standard_streams import print_note
from ..stop_signals import interrupt_on_terminate

if TYPE_CHECKING:
    from dicehouse.studies.tuning import GoalResult, TuningResult

HELP = "search for settings that meet a goal"
DETAILS = """\
An optimiser proposes settings, and bots play the same games with the same dice for each. The best few then play other
games, and the final settings play fresh games beside the usual ones. The intervals come only from these fresh games.
This needs Optuna. In a copy of the repository, install it with: pip install '.[tune]'

  dicehouse tune dice-ocalypse --goal "first seat 50%, 15 minutes" --over target=5000..12000,opening=0..1000
  dicehouse tune dicetopia --players 3 --goal "first=33%..34%, ties<=1%" --over tie_domination --minutes 5

A goal names a measure and a figure, a band (20 to 30 minutes) or a bound (at most 2% ties), in words or as
first=50%, minutes=20..30, ties<=2%. --over names settings: a band, some values (scoring=classic|printed), or only the
key for all values. --minutes is the time for everything; when it is up, or on ^C, the command says how far it got.
Where a game declares that a measure never falls (or rises) with a setting, the search goes halfway between what is too
low and too high, and reports results that contradict it.
Exit code 0: the settings found clearly meet the goal. Exit code 1: they miss it, or it is unclear.
"""

OPEN = {True: "open: inside, but the interval extends outside", False: "open: outside, but the interval extends inside"}
STOP_REASONS = {
    "games": "all its games were played",
    "minutes": "its time was up",
    "all tried": "it had tried all settings",
    "proposals": "it had made all its proposals",
    "interrupted": "it was interrupted",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse tune` to `parser`."""
    parser.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    parser.add_argument("--goal", required=True, metavar="WORDS", help="the goal, in words")
    parser.add_argument("--over", required=True, metavar="KEY=A..B,...", help="the settings to search over")
    parser.add_argument(
        "--players", type=whole_number("the number of players", 1, 16), help="default: the game's usual number"
    )
    parser.add_argument("--mode", metavar="MODE", help="start from a mode's options")
    parser.add_argument(
        "--option", type=key_value, action="append", default=[], metavar="KEY=VALUE", help="change an option for all"
    )
    parser.add_argument(
        "--rule", type=file_path, metavar="FILE.py", help="a house rule to play by; FILE is Python code, which runs"
    )
    parser.add_argument(
        "--bots", type=comma_list, metavar="A,B", help="the bots, which rotate through the seats (default: sensible)"
    )
    parser.add_argument(
        "--games", type=whole_number("the number of games", 1, 10_000_000), help="games of the search (default: 50,000)"
    )
    parser.add_argument(
        "--fresh",
        type=whole_number("the number of games", 2, 1_000_000),
        help="fresh games of each final setting (default: 4,000)",
    )
    parser.add_argument(
        "--minutes", type=decimal_number("a time", 0.01, 10_000), help="take at most this many minutes, for everything"
    )
    parser.add_argument(
        "--seed",
        type=whole_number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, or a random one, which is printed)",
    )
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), help="cores to use (default: all)")
    parser.add_argument("--save", type=file_path, metavar="FILE", help="save progress here, and continue from it")
    parser.add_argument("--json", action="store_true", help="print all results as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Search for settings and print what was found."""
    from dicehouse.studies.tuning import DEFAULT_ANSWER_GAMES, DEFAULT_SEARCH_GAMES, Tuning, parse_searched_settings
    from dicehouse.studies.tuning_goals import parse_goals

    game = find_game(arguments)
    players, settings = agree_settings(game, arguments.mode, arguments.players, arguments.option)
    searched = parse_searched_settings(game, arguments.over)
    keys = {each.key for each in searched}
    fixed = {**mode_settings(game, arguments.mode, but=keys), **dict(arguments.option)}
    tuning = Tuning(
        game,
        parse_goals(arguments.goal),
        searched,
        players=players,
        settings={key: settings[key] for key in fixed},
        usual={key: settings[key] for key in keys},
        bots=arguments.bots or ("sensible",),
        seed=choose_seed(arguments.seed, arguments.save),
        games=arguments.games or DEFAULT_SEARCH_GAMES,
        fresh=arguments.fresh or DEFAULT_ANSWER_GAMES,
        minutes=arguments.minutes,
        save=arguments.save,
    )
    with ProgressBar(0, None if arguments.minutes is None else 60 * arguments.minutes) as progress:
        try:
            with interrupt_on_terminate():
                found = tuning.run(arguments.jobs or available_cores(), progress.show)
        except KeyboardInterrupt:
            progress.say("The search was stopped before its first games had ended, so there is nothing to print.")
            raise
    print(
        json.dumps(found.as_dict(), indent=2, allow_nan=False)
        if arguments.json
        else tuning_text(found, changed_settings_text(game, found.settings))
    )
    if found.stopped == "interrupted":
        if arguments.save is not None:
            print_note(f"Stopped; the same command continues from {arguments.save}.")
        return INTERRUPTED
    return 0 if found.met else FAILED


def tuning_text(found: TuningResult, changed: str) -> str:
    """Return the results as text."""
    where = ", ".join(f"{key}={_plain(value)}" for key, value in found.settings.items())
    rows = [["goal", "found", "95% interval", "as usual", "95% interval", "unit", ""]]
    for number, answer in enumerate(found.found):
        usual = _figure(found.usual[number]) if found.usual else ["?", "?"]
        unit = "" if _is_share(answer) else answer.unit
        rows.append([answer.goal, *_figure(answer), *usual, unit, _judged(answer) if found.fresh else ""])
    games = f"The figures come from {found.fresh:,} fresh games, which the search has not seen."
    if not found.fresh:
        games = (
            "The figures come from the games of the search, so they look better than they are: nothing confirms them."
        )
    bots = ", ".join(found.bots)
    return "\n".join(
        [
            f"{found.title}, {count_players(found.players)}, played by {bots}, seed {found.seed}",
            "",
            _verdict(found, where),
            "",
            align_columns(rows, "13"),
            "",
            f"Found: {where}{'' if changed else ', the usual settings'}",
            f"Usual: {', '.join(f'{key}={_plain(value)}' for key, value in found.usual_settings.items())}",
            f"{found.tried:,} of {format_count(found.of, 'setting')} in {format_count(found.games, 'game')}; "
            f"the search stopped after {format_duration(found.seconds)} because {STOP_REASONS[found.stopped]}.",
            f"Each proposal played at most {found.judged:,} games"
            + ("." if found.stopped in ("minutes", "interrupted") else "; the last few played as many others as well."),
            games,
            *(f"Note: {contradiction}" for contradiction in found.contradictions),
        ]
    )


def _verdict(found: TuningResult, where: str) -> str:
    if not found.fresh:
        return f"Stopped. So far, the nearest is {where}, where {_values_in_words(found.found)}."
    more = "More --minutes" if found.stopped == "minutes" else "More --fresh games"
    missed = [answer for answer in found.found if answer.verdict == "missed"]
    if found.met:
        return f"With {where}, the goal is met."
    outside = [answer for answer in found.found if not answer.inside]
    if outside and not missed:
        far = f"With {where}, the goal is probably missed: {_values_in_words(outside)}"
        return f"{far}. {more} would tell for sure."
    if not missed:
        return f"With {where}, the goal is probably met. {more} would tell for sure."
    return f"None of the settings tried meets the goal. The nearest is {where}, where {_values_in_words(missed)}."


def _values_in_words(answers: Sequence[GoalResult]) -> str:
    return " and ".join(f"{answer.words} is {_value_with_unit(answer)}{_gap_words(answer)}" for answer in answers)


def _value_with_unit(answer: GoalResult) -> str:
    unit = "" if _is_share(answer) or not answer.unit else f" {answer.unit}"
    return f"{_value(answer, answer.value)}{unit}"


def _gap_words(answer: GoalResult) -> str:
    """Return how far a figure is from what is wanted, in words; an empty text if it is there."""
    if answer.gap == 0:
        return ""
    share = _is_share(answer)
    far = f"{100 * abs(answer.gap):.1f}" if share else _value(answer, abs(answer.gap))
    unit = "points" if share else answer.unit
    return f", {far}{f' {unit}' if unit else ''} too {'high' if answer.gap > 0 else 'low'}"


def _is_share(answer: GoalResult) -> bool:
    from dicehouse.studies.tuning_goals import SHARE_MEASURES

    return answer.measure in SHARE_MEASURES


def _judged(answer: GoalResult) -> str:
    if answer.verdict != "open":
        return answer.verdict
    return OPEN[answer.inside] if answer.low is not None and answer.high is not None else "open: too few games to tell"


def _figure(answer: GoalResult) -> list[str]:
    ends = [_value(answer, end) if end is not None else "?" for end in (answer.low, answer.high)]
    return [_value(answer, answer.value), " to ".join(ends)]


def _value(answer: GoalResult, value: float) -> str:
    from dicehouse.studies.summary.number_words import format_percent

    if _is_share(answer):
        return format_percent(value)
    return format_signed(value, ",.0f" if abs(value) >= 1000 else ".1f")


def _plain(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
