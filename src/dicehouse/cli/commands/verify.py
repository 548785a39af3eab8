"""Run `dicehouse verify`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from dicehouse.errors import BadMatch, OtherRules, UnknownGame
from dicehouse.i18n import Text, _, in_language, join_sentences, ngettext, using_language
from dicehouse.text_format import count_players

from ..argument_types import file_path
from ..exit_codes import FAILED, CheckFailed, quote_input
from ..game_arguments import add_rule_argument, register_house_rule
from ..match_file import read_match_file
from ..terminal_language import terminal_language

if TYPE_CHECKING:
    from dicehouse.match.match import Match

HELP = "check that a saved match follows the rules and that its dice match their commitment"
DETAILS = """\
Replays the match from its first action. Exit code 0: everything is right. Exit code 1: something is wrong. Exit code 2:
the file can't be read. A file alone may have been made up later, with a secret of its own. To know that it is the match
that was played, compare it with the hash that a player's browser kept:
  dicehouse verify match.json --hash k7mq-3fwx-9bte
"""

OVER = _("The file says that the match is not over, but by the rules the game is over.")
NOT_OVER = _("The file says that the match is over, but by the rules the game is not over.")
MADE = {
    "seeded": _("They come from the seed in the file."),
    "tape": _("They come from a tape in the file."),
}


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
    with using_language(terminal_language(arguments.language)):
        return _verify(arguments)


def _verify(arguments: argparse.Namespace) -> int:
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
    if saved.get("over", match.over) is not match.over:
        raise CheckFailed(in_language(OVER if match.over else NOT_OVER))
    if arguments.again:
        sentences.append(remeasure_throws(match))
    _print_sentences(_head(match), *sentences)
    return 0


def _head(match: Match) -> Text:
    """Return which match was checked, and that it follows the rules."""
    about = {
        "game": match.game.name,
        "players": count_players(match.players),
        "actions": ngettext("{n} action", "{n} actions", match.number),
    }
    if match.over:
        return _("{game}, {players}, {actions}, finished: every action follows the rules.", **about)
    return _("{game}, {players}, {actions}, not finished yet: every action follows the rules.", **about)


def _print_sentences(*sentences: str) -> None:
    """Print each sentence on a line of its own, in the current language."""
    print(*map(in_language, sentences), sep="\n")


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
        first = _("Up to that point, they follow the rules.")
    except BadMatch as error:
        first = _("Nobody can check whether they follow the rules up to that point: {error}", error=str(error))
    sentences = _check_dice(saved, kept)
    corrected = ngettext(
        "{n} action. After {changed} of them, the server corrected the rules.",
        "{n} actions. After {changed} of them, the server corrected the rules.",
        len(saved["actions"]),
        changed=changed,
    )
    rest = _(
        "The rest began from a position that only the server has, so nobody else can check whether it follows the "
        "rules."
    )
    _print_sentences(corrected, first, rest, *sentences)
    return FAILED


def remeasure_throws(match: Match) -> str:
    """Replay every measured action from its position. Raise CheckFailed if an outcome differs."""
    measured = [number for number, action in enumerate(match.actions) if action.outcome is not None]
    if not measured:
        return _("This match has no simulated throws.")
    for number in measured:
        action, once_more = match.actions[number], match.at(number)
        once_more.play(action.seat, action.option)
        if once_more.actions[-1].outcome != action.outcome:
            changed = _(
                "Action {number} gives a different result when it is simulated again: the file was changed, or "
                "another version or another kind of machine simulated it.",
                number=number + 1,
            )
            raise CheckFailed(in_language(changed))
    return ngettext(
        "The throw gives the same result when it is simulated again.",
        "All {n} throws give the same result when they are simulated again.",
        len(measured),
    )


def _check_dice(saved: dict[str, Any], kept: str | None) -> list[str]:
    """Return sentences about the dice and the hash chain of a match that has been replayed."""
    from dicehouse.server.verify import faults, promised
    from dicehouse.server.verify_texts import as_text

    dice = saved["dice"]
    if dice.get("kind") == "keyed" and ("secret" in dice or kept is not None):
        if found := faults(saved, kept):
            raise CheckFailed(in_language(as_text(found[0])))
        return [as_text(sentence) for sentence in promised(saved, kept)]
    if kept is not None:
        raise CheckFailed(in_language(_("The match wasn't played at a table, so it has no hash chain.")))
    if dice.get("kind") == "keyed":
        return [_("Its dice can't be checked yet. The table publishes its secret when the game is over.")]
    source = MADE.get(dice.get("kind"), _("They are accepted as they were recorded."))
    return [join_sentences(_("Its dice were not committed."), source)]
