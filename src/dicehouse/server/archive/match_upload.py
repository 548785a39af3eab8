"""Open the finished match of a file, so that people can look at it: at its result, its replay and its review.

Nobody here saw the match, so it is left out of ratings and statistics, as forks of matches are.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from dicehouse.errors import BadMatch, DicehouseError
from dicehouse.match.match import Match
from dicehouse.match.serialization import read_match

from ...i18n import _
from ..accounts.names import clean_name, distinct
from ..live_table import Table
from ..registry import Registry
from ..seats import DiceSecret, Refused
from ..storage.table_records import FROM_FILE, Seat, TableRecord

MAX_BYTES = 2_000_000
MAX_ACTIONS = 5_000
MAX_PLAYERS = 16  # more than any game has
NO_FILE = _("Choose a file first. You can open any finished game that you have downloaded.")
TOO_LONG = _("This file holds too much for one game.")
NOT_OVER = _("The game in this file isn't over. Only finished games can be opened.")


async def open_match_file(
    registry: Registry, text: str, guest: str, dice_secret: DiceSecret, may_show: Callable[[str], None]
) -> Table:
    """Open a table with the finished match that the JSON `text` holds; `guest` becomes its host.

    `dice_secret` gives the table its id. `may_show` is called with the id of the game and may raise. Raise Refused with
    the reason if the file holds no match that is over and follows the rules of today.
    """
    if not text.strip():
        raise Refused(NO_FILE)
    if len(text) > MAX_BYTES:
        raise Refused(TOO_LONG)
    try:
        saved = read_match(text)
    except DicehouseError as error:
        raise _unreadable(error) from error
    if len(saved.actions) > MAX_ACTIONS or len(saved.names) > MAX_PLAYERS:
        raise Refused(TOO_LONG)
    names = _names(saved.names)
    may_show(saved.game)
    try:
        match = await asyncio.to_thread(_load, text, names)
    except DicehouseError as error:
        raise _unreadable(error) from error
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise Refused(_("This file can't be opened as a game.")) from error
    if not match.over:
        raise Refused(NOT_OVER)
    modes = [mode for mode in match.game.modes if dict(mode.settings).items() <= match.settings.items()]
    record = TableRecord(
        id=dice_secret.table_id,
        game=match.game.id,
        mode=(modes or match.game.modes)[-1].id,
        settings=match.settings,
        host=guest,
        commitment=dice_secret.commitment,
        secret=dice_secret.secret.hex(),
        phase="waiting",
        created=time.time(),
        what_if=FROM_FILE,
    )
    seats = [Seat(number, "person", name) for number, name in enumerate(names)]
    return await registry.open_dealt(record, match.game, seats, match, dice_secret)


def _names(found: Sequence[Any]) -> list[str]:
    """Return the names of the players as people may see them here. Raise Refused if one can't be shown."""
    names = list[str]()
    for name in found:
        if not isinstance(name, str):
            raise Refused(_("This file can't be opened as a game."))
        names.append(distinct(clean_name(name), names))
    return names


def _load(text: str, names: Sequence[str]) -> Match:
    """Return the match, replayed by the rules."""
    import json

    saved = json.loads(text)
    return Match.load({**saved, "names": list(names)})


def _unreadable(error: DicehouseError) -> Refused:
    if isinstance(error, BadMatch):
        reason = str(error).encode(errors="replace").decode()  # JSON may hold half of a character
        return Refused(_("This file can't be opened as a game. {reason}", reason=reason))
    return Refused(_("This file can't be opened as a game."))
