"""Explain why a minion can't be sent, or a card can't be drawn, looked at or kept now."""

from __future__ import annotations

from dicehouse.text_format import number_word

from ..rules.state import N_LOOKED, N_TYPES, Phase, State

LOOKED = number_word(N_LOOKED)

POWERS = {  # whose choice it is, and when
    "look": (Phase.DIANTE, f"only Diante looks at {LOOKED} cards, when it draws"),
    "decline": (Phase.DIANTE, f"only Diante, who may look at {LOOKED} cards, can just draw"),
    "reroll": (Phase.CUBERA, "only Cubera re-rolls, once, when its card lies there"),
    "keep": (Phase.CUBERA, "only Cubera, who may re-roll, is asked whether its card stands"),
    "first": (Phase.TAKE, f"only when Diante has looked at {LOOKED} cards is one of them taken"),
    "second": (Phase.TAKE, f"only when Diante has looked at {LOOKED} cards is one of them taken"),
}


def refusal_reason(state: State, seat: int, text: str, minions: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Return why the option `text` can't be played now; "" if its notation tells nothing."""
    if text in minions:
        minion = minions.index(text)
        if not state.sides[seat].unused >> minion & 1:
            return f"{names[minion]} has fought in this half; all {number_word(N_TYPES)} come back at half-time"
        if state.phase != Phase.CHOOSE:
            return "the minions of this combat are chosen already"
        return ""
    if text in POWERS and state.phase != POWERS[text][0]:
        return POWERS[text][1]
    return ""
