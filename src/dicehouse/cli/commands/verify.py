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

HELP = "check that a saved match follows the rules and its dice are as promised"
DETAILS = """\
Replays the match from its first action. Exit code 0: everything fits; 1: something does not; 2: the file can't
be read. A file alone can be a match that was made up later, with a secret of its own. With the hash that a player's
browser kept it is the match that was seen there:
  dicehouse verify match.json --hash k7mq-3fwx-9bte
"""

ENDED = "The match says that it is {}, but by the rules the game is {}."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse verify` to `parser`."""
    parser.add_argument("match", type=file_path, metavar="MATCH.json", help="a saved match")
    add_rule_argument(parser, "the house rule that the match was played by")
    parser.add_argument(
        "--hash",
        metavar="HASH",
        help="a running hash that somebody kept: 64 digits, or the 12 letters that the page shows at the end",
    )
    parser.add_argument("--again", action="store_true", help="measure every flight of inDICEsion again, and compare")


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
        raise CheckFailed("Something in the match is nested or repeated more than any match needs.") from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # of its hash chain, which no rule reads
        raise CheckFailed(f"What the match says of its course can't be read: {_explain_error(error)}.") from error
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
        first = "They follow the rules up to there."
    except BadMatch as error:
        first = f"Whether they follow the rules up to there can't be shown: {error}"
    sentences = _check_dice(saved, kept)
    print(f"{format_count(len(saved['actions']), 'action')}. After {changed} of them the house corrected the rules.")
    print(first)
    print("What follows began from a position that only the house keeps: whether it follows the rules can't be shown.")
    print(*sentences, sep="\n")
    return FAILED


def remeasure_throws(match: Match) -> str:
    """Replay every measured action from its position. Raise CheckFailed if an outcome differs."""
    measured = [number for number, action in enumerate(match.actions) if action.outcome is not None]
    if not measured:
        return "Nothing in this match was measured."
    for number in measured:
        action, once_more = match.actions[number], match.at(number)
        once_more.play(action.seat, action.option)
        if once_more.actions[-1].outcome != action.outcome:
            raise CheckFailed(
                f"Action {number + 1} comes out otherwise when it is measured again here: something was changed, or it"
                " was measured by another version or on another kind of machine."
            )
    return f"Measured again, all {len(measured)} come out the same."


def _check_dice(saved: dict[str, Any], kept: str | None) -> list[str]:
    """Return sentences about the dice and the hash chain of a match that has been replayed."""
    from dicehouse.server.verify import faults, promised

    dice = saved["dice"]
    if dice.get("kind") == "keyed" and ("secret" in dice or kept is not None):
        if found := faults(saved, kept):
            raise CheckFailed(found[0])
        return promised(saved, kept)
    if kept is not None:
        raise CheckFailed("The match was not played at a table, so it has no running hash.")
    if dice.get("kind") == "keyed":
        return ["Its dice can't be checked yet: the table publishes its secret when the game is over."]
    made = {"seeded": "They come from the seed in the file", "tape": "They come from a tape in the file"}
    return [f"Its dice were not committed. {made.get(dice.get('kind'), 'They are taken as they were recorded')}."]
