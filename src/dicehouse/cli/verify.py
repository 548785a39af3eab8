"""dicehouse verify"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from dicehouse.errors import BadMatch, OtherRules, UnknownGame, why_not
from dicehouse.kit.settings import people
from dicehouse.match import Match
from dicehouse.onward import until
from dicehouse.saved import FORMAT, MAX_BYTES
from dicehouse.table.verify import faults, promised

from .common import FAILED, Failed, Usage, counted, know_rule, short

ENDED = "The match says that it is {}, but by the rules the game is {}."


def run(given: argparse.Namespace) -> int:
    """Replay a match, and check its dice and its running hash."""
    saved = read(given.match)
    know_rule(given.rule, saved, given.match)
    try:
        try:
            match = Match.load(saved)
        except OtherRules as error:
            return partly(saved, error.number, given.hash)
        told = _dice(saved, given.hash)
    except UnknownGame:
        raise
    except BadMatch as error:
        raise Failed(str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise Failed("Something in the match is nested or repeated more than any match needs.") from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # of its running hash, which no rule reads
        raise Failed(f"What the match says of its course can't be read: {_why(error)}.") from error
    ends = {True: "over", False: "not over"}
    if saved.get("over", match.over) is not match.over:
        raise Failed(ENDED.format(ends[not match.over], ends[match.over]))
    if given.again:
        told.append(measured_again(match))
    state = "finished" if match.over else "not finished yet"
    print(
        f"{match.game.name}, {people(match.players)}, {counted(match.number, 'action')}, {state}: "
        "every action follows the rules."
    )
    print(*told, sep="\n")
    return 0


def _why(error: Exception) -> str:
    """What Python says of data of another form, in words."""
    return f"it lacks {short(str(error.args[0]))}" if isinstance(error, KeyError) and error.args else "it is damaged"


def partly(saved: dict[str, Any], changed: int, kept: str | None) -> int:
    """What can be shown of a match that went on by corrected rules: its dice, and the play up to there."""
    try:
        Match.load(until(saved, changed))
        first = "They follow the rules up to there."
    except BadMatch as error:
        first = f"Whether they follow the rules up to there can't be shown: {error}"
    told = _dice(saved, kept)
    print(f"{counted(len(saved['actions']), 'action')}. After {changed} of them the house corrected the rules.")
    print(first)
    print("What follows began from a position that only the house keeps: whether it follows the rules can't be shown.")
    print(*told, sep="\n")
    return FAILED


def measured_again(match: Match) -> str:
    """Play every action that was measured again from where it was played; Failed if it comes out otherwise."""
    measured = [number for number, action in enumerate(match.actions) if action.outcome is not None]
    if not measured:
        return "Nothing in this match was measured."
    for number in measured:
        action, once_more = match.actions[number], match.at(number)
        once_more.play(action.seat, action.option)
        if once_more.actions[-1].outcome != action.outcome:
            raise Failed(
                f"Action {number + 1} comes out otherwise when it is measured again here: something was changed, or it"
                " was measured by another version or on another kind of machine."
            )
    return f"Measured again, all {len(measured)} come out the same."


def read(place: Path) -> dict[str, Any]:
    """A match file as data; what is no match at all can't be checked."""
    try:
        with place.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Usage(f"{short(str(place))} can't be read: {why_not(error)}.") from error
    except ValueError as error:  # a null byte in the name
        raise Usage(f"{short(str(place))} is not a file name.") from error
    if len(text) > MAX_BYTES:
        raise Usage(f"{short(str(place))} is larger than a match can be.")
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Usage(f"{short(str(place))} is not JSON.") from error
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise Usage(f"{short(str(place))} is no match of the format {FORMAT}.")
    return saved


def _dice(saved: dict[str, Any], kept: str | None) -> list[str]:
    """What is known of the dice and the course once the match has been replayed with them."""
    dice = saved["dice"]
    if dice.get("kind") == "keyed" and ("secret" in dice or kept is not None):
        if found := faults(saved, kept):
            raise Failed(found[0])
        return promised(saved, kept)
    if kept is not None:
        raise Failed("The match was not played at a table, so it has no running hash.")
    if dice.get("kind") == "keyed":
        return ["Its dice can't be checked yet: the table publishes its secret when the game is over."]
    made = {"seeded": "They come from the seed in the file", "tape": "They come from a tape in the file"}
    return [f"Its dice were not committed. {made.get(dice.get('kind'), 'They are taken as they were recorded')}."]
