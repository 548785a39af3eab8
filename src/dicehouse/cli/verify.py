"""dicehouse verify"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from dicehouse.errors import BadMatch, UnknownGame
from dicehouse.kit.settings import people
from dicehouse.match import Match
from dicehouse.saved import FORMAT, MAX_BYTES
from dicehouse.table.verify import faults, promised

from .common import Failed, Usage, short


def run(given: argparse.Namespace) -> int:
    """Replay a match and check its dice."""
    saved = read(given.match)
    try:
        match = Match.load(saved)
    except UnknownGame:
        raise
    except BadMatch as error:
        raise Failed(str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise Failed("Something in the match is nested or repeated more than any match needs.") from error
    state = "finished" if match.over else "not finished yet"
    print(
        f"{match.game.name}, {people(match.players)}, {match.number} actions, {state}: every action follows the rules."
    )
    print(_dice(saved))
    return 0


def read(place: Path) -> dict[str, Any]:
    """A match file as data; what is no match at all can't be checked."""
    try:
        with place.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Usage(f"{short(str(place))} can't be read: {error.strerror}.") from error
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


def _dice(saved: dict[str, Any]) -> str:
    """What is known of the dice once the match has been replayed with them."""
    dice = saved["dice"]
    if dice.get("kind") != "keyed":
        made = {"seeded": "They come from the seed in the file", "tape": "They come from a tape in the file"}
        return f"Its dice were not committed. {made.get(dice.get('kind'), 'They are taken as they were recorded')}."
    if "secret" not in dice:
        return "Its dice can't be checked yet: the table publishes its secret when the game is over."
    found = faults(saved)
    if found:
        raise Failed(found[0])
    return "\n".join(promised(saved))
