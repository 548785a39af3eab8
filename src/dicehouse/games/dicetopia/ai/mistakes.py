"""Name what reviews count in Dicetopia, and the habits behind mistakes.

Reviews compare stars that everybody can count. Missions are secret, so they are never part of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.i18n import Text, _, ngettext
from dicehouse.records.sentinels import NO_ACTION

from ..rules.action_codes import STOCK
from ..rules.state import State

STOCK_EXCHANGE = "stock-exchange"
NOTHING = Text("")


def count_words(count: str, amount: int) -> Text:
    """Return a number of stars in words."""
    if count:
        return NOTHING
    if amount == 0:
        return _("no stars (Missions not counted)")
    return ngettext("{n} star (Missions not counted)", "{n} stars (Missions not counted)", amount)


def decision_themes(state: State, seat: int, chosen: int | str, better: int | str) -> Mapping[str, bool]:
    """Return whether a decision is a case of going to the Stock Exchange."""
    if not isinstance(chosen, int) or chosen not in STOCK:
        return {}
    return {STOCK_EXCHANGE: isinstance(better, int) and better != NO_ACTION and better not in STOCK}


def theme_sentence(theme: str, mistakes: int, cases: int) -> Text:
    """Return a sentence about a habit."""
    if theme == STOCK_EXCHANGE:
        return _(
            "In {mistakes} of {cases} cases, you moved a cube on the Stock Exchange when something else was better.",
            mistakes=mistakes,
            cases=cases,
        )
    return NOTHING
