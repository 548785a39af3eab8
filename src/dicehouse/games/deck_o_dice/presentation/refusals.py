"""Explain why a minion can't be sent, or a card can't be drawn, looked at or kept now."""

from __future__ import annotations

from dicehouse.i18n import Text, _
from dicehouse.text_format import number_word

from ..rules.state import HALF, N_LOOKED, NO_MINION, Phase, State

LOOKED = number_word(N_LOOKED)
ONLY_DIANTE = _("Only Diante can look at {cards} cards, and only before it draws.", cards=LOOKED)
ONLY_AFTER_A_LOOK = _("You can take a card only after Diante has looked at {cards}.", cards=LOOKED)
ONLY_CUBERA = _("Only Cubera can reroll, and only right after it draws.")
NOTHING = Text("")

POWERS = {  # when each of these choices comes, and what is said at any other time
    "look": (Phase.DIANTE, ONLY_DIANTE),
    "decline": (Phase.DIANTE, ONLY_DIANTE),
    "reroll": (Phase.CUBERA, ONLY_CUBERA),
    "keep": (Phase.CUBERA, ONLY_CUBERA),
    "first": (Phase.TAKE, ONLY_AFTER_A_LOOK),
    "second": (Phase.TAKE, ONLY_AFTER_A_LOOK),
}


def refusal_reason(state: State, seat: int, text: str, minions: tuple[str, ...], names: tuple[str, ...]) -> Text:
    """Return why the option `text` can't be played now; an empty text if its notation tells nothing."""
    if text in minions:
        return _minion_reason(state, seat, minions.index(text), names)
    if text in POWERS and state.phase != POWERS[text][0]:
        return POWERS[text][1]
    return NOTHING


def _minion_reason(state: State, seat: int, minion: int, names: tuple[str, ...]) -> Text:
    side = state.sides[seat]
    if side.minion == minion:
        return _("{minion} is fighting now.", minion=names[minion])
    if not side.unused >> minion & 1:
        if state.combat <= HALF:
            return _("{minion} has already fought. It is back in the second half.", minion=names[minion])
        return _("{minion} has already fought in this half.", minion=names[minion])
    if state.phase != Phase.CHOOSE or side.choice != NO_MINION:
        return _("You have already chosen a minion for this combat.")
    return NOTHING
