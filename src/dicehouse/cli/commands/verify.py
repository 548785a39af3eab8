"""Run `dicehouse verify`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from dicehouse.errors import BadMatch, OtherRules, UnknownGame
from dicehouse.text_format import count_players, format_count

from ..argument_types import file_path
from ..exit_codes import FAILED, CheckFailed, quote_input
from ..game_arguments import add_rule_argument, register_house_rule
from ..match_file import read_match_file

if TYPE_CHECKING:
    from dicehouse.match.match import Match

HELP = "check that a saved match follows the rules and that its dice match their commitment"
DETAILS = """\
Replays the match from its first action. Exit code 0: everything is right. Exit code 1: something is wrong. Exit code 2:
the file can't be read. A file alone may have been made up later, with a secret of its own. To know that it is the match
that was played, compare it with the hash that a player's browser kept:
  dicehouse verify match.json --hash k7mq-3fwx-9bte
"""

ENDED = "The file says that the match is {}, but by the rules the game is {}."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse verify` to `parser`."""
    parser.add_argument("match", type=file_path, metavar="MATCH.json", help="a saved match")
    add_rule_argument(parser, "the house rule of the match")
    parser.add_argument(
        "--hash",
        metavar="HASH",
        help="a hash that a browser kept: 64 digits, or the 12 letters that the page shows at the end",
    )
    parser.add_argument("--again", action="store_true", help="simulate every throw of inDICEsion again, and compare")


def run(arguments: argparse.Namespace) -> int:
    """Replay a match, and check its dice and its hash chain."""
    from dicehouse.match.match import Match

    saved = read_match_file(arguments.match)
    register_house_rule(arguments.rule, saved, arguments.match)
    try:
        try:
            match = Match.load(saved)
        except OtherRules as error:
            return verify_partly(saved, error.number, arguments.hash)
        sentences = _check_dice(saved, arguments.hash)
    except UnknownGame:
        raise
    except BadMatch as error:
        raise CheckFailed(str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise CheckFailed("The match is nested too deeply or has too many items.") from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # of its hash chain, which no rule reads
        raise CheckFailed(f"The match's hash chain can't be read: {_explain_error(error)}.") from error
    ends = {True: "over", False: "not over"}
    if saved.get("over", match.over) is not match.over:
        raise CheckFailed(ENDED.format(ends[not match.over], ends[match.over]))
    if arguments.again:
        sentences.append(remeasure_throws(match))
    state = "finished" if match.over else "not finished yet"
    print(
        f"{match.game.name}, {count_players(match.players)}, {format_count(match.number, 'action')}, {state}: "
        "every action follows the rules."
    )
    print(*sentences, sep="\n")
    return 0


def _explain_error(error: Exception) -> str:
    """Return the reason of an error that malformed data caused, in words."""
    return (
        f"it lacks {quote_input(str(error.args[0]))}" if isinstance(error, KeyError) and error.args else "it is damaged"
    )


def verify_partly(saved: dict[str, Any], changed: int, kept: str | None) -> int:
    """Check what can be checked of a match that was continued under corrected rules: its dice, and the play before
    that.
    """
    from dicehouse.match.match import Match
    from dicehouse.match.serialization import truncate_history

    try:
        Match.load(truncate_history(saved, changed))
        first = "Up to there, they follow the rules."
    except BadMatch as error:
        first = f"It can't be checked whether they follow the rules up to there: {error}"
    sentences = _check_dice(saved, kept)
    print(f"{format_count(len(saved['actions']), 'action')}. After {changed} of them, the server corrected the rules.")
    print(first)
    print(
        "The rest began from a position that only the server keeps, so it can't be checked whether it "
        "follows the rules."
    )
    print(*sentences, sep="\n")
    return FAILED


def remeasure_throws(match: Match) -> str:
    """Replay every measured action from its position. Raise CheckFailed if an outcome differs."""
    measured = [number for number, action in enumerate(match.actions) if action.outcome is not None]
    if not measured:
        return "This match has no simulated throws."
    for number in measured:
        action, once_more = match.actions[number], match.at(number)
        once_more.play(action.seat, action.option)
        if once_more.actions[-1].outcome != action.outcome:
            raise CheckFailed(
                f"Action {number + 1} gives another result when it is simulated again: the file was changed, or "
                "another version or another kind of machine simulated it."
            )
    return f"All {len(measured)} throws give the same result when they are simulated again."


def _check_dice(saved: dict[str, Any], kept: str | None) -> list[str]:
    """Return sentences about the dice and the hash chain of a match that has been replayed."""
    from dicehouse.server.verify import faults, promised

    dice = saved["dice"]
    if dice.get("kind") == "keyed" and ("secret" in dice or kept is not None):
        if found := faults(saved, kept):
            raise CheckFailed(found[0])
        return promised(saved, kept)
    if kept is not None:
        raise CheckFailed("The match wasn't played at a table, so it has no hash chain.")
    if dice.get("kind") == "keyed":
        return ["Its dice can't be checked yet. The table publishes its secret when the game is over."]
    made = {"seeded": "They come from the seed in the file", "tape": "They come from a tape in the file"}
    return [f"Its dice were not committed. {made.get(dice.get('kind'), 'They are taken as they were recorded')}."]
