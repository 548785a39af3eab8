"""Export the match of a table as a file that anybody may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...i18n import _
from ..live_table import Table
from ..seats import Refused

NOT_STARTED = _("The game hasn't started. A seat is still open.")
LATER = _("The record of this game is published when it is over, because it shows what only some players may know.")


def export(table: Table) -> Mapping[str, Any]:
    """Return the match in its JSON form; call it with the lock held.

    Until the game is over, leave out the secret of the dice, and the last actions as long as they are not revealed.
    Raise Refused before the match begins and, if some seats see what others can't, until the game is over.
    """
    match = table.state.match
    if match is None:
        raise Refused(NOT_STARTED)
    if match.over:
        saved, running = match.save(secret=True), table.state.history.chain
        return saved if running is None else saved | {"version": running.version, "course": running.record()}
    public = match.log(None)
    if not table.game.hooks.SAME_FOR_ALL:
        raise Refused(LATER)
    saved = match.save(secret=False)
    return {**saved, "actions": saved["actions"][: public[-1].number if public else 0]}
