"""Count what a choice can gain in Baron Voodoo, for reviews, and the habits behind mistakes."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.engine import DiceBox
from dicehouse.i18n import Text, _, ngettext
from dicehouse.records.record import copy_record

from ..rules.board import side_of
from ..rules.game_end import finish_game
from ..rules.state import State

FINAL, OFFERINGS = "final", "offerings"
NOTHING = Text("")


def visible_counts(state: State, seat: int) -> Mapping[str, int]:
    """Return the points that a seat would have if the game ended now, with sets and majorities, and its offerings."""
    side, end = side_of(state, seat), copy_record(state)
    finish_game(end, DiceBox(written=False).dice)
    return {FINAL: int(end.sides[side].vp), OFFERINGS: int(state.sides[side].offerings)}


def count_words(count: str, amount: int) -> Text:
    """Return an amount in words."""
    if count == FINAL:
        if amount == 0:
            return _("no points")
        return ngettext("{n} point with sets and majorities", "{n} points with sets and majorities", amount)
    if count == OFFERINGS:
        if amount == 0:
            return _("no offerings")
        return ngettext("{n} offering", "{n} offerings", amount)
    return NOTHING
