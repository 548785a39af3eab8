"""Why a minion can't be sent, or a card can't be drawn, looked at or kept now."""

from __future__ import annotations

from ..rules.state import Phase, State

POWERS = {  # whose choice it is, and when
    "look": (Phase.DIANTE, "only Diante looks at two cards, when it draws"),
    "decline": (Phase.DIANTE, "only Diante, who may look at two cards, can just draw"),
    "reroll": (Phase.CUBERA, "only Cubera re-rolls, once, when its card lies there"),
    "keep": (Phase.CUBERA, "only Cubera, who may re-roll, is asked whether its card stands"),
    "first": (Phase.TAKE, "only when Diante has looked at two cards is one of them taken"),
    "second": (Phase.TAKE, "only when Diante has looked at two cards is one of them taken"),
}


def reason(state: State, seat: int, text: str, minions: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Why an option can't be played now; empty if the notation says nothing of it."""
    if text in minions:
        minion = minions.index(text)
        if not state.sides[seat].unused >> minion & 1:
            return f"{names[minion]} has fought in this half; all six come back at half-time"
        if state.phase != Phase.CHOOSE:
            return "the minions of this combat are chosen already"
        return ""
    if text in POWERS and state.phase != POWERS[text][0]:
        return POWERS[text][1]
    return ""
