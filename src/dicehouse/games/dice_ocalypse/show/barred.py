"""Why a card in hand can't be played now, in a few words, for those who look at their cards (5.1 of the rulings)."""

from __future__ import annotations

from ..rules.state import CARD_MINIMUM, NOBODY, REACTIONS, Card, Phase, State
from .effects import CARD_IDS

OWN_TURN = (Card.DOUBLE, Card.BLOODSHED)
IMMUNITY = "immunity"


def barred(state: State, seat: int) -> dict[str, str]:
    """For every card that a seat still holds: what it waits for, or what forbids it on this turn."""
    player = state.players[seat]
    held = {name: _why(state, seat, card) for card, name in CARD_IDS.items() if player.hand >> card & 1}
    if player.immunity:
        held[IMMUNITY] = "You are asked when a card is about to hit you"
    return held


def _why(state: State, seat: int, card: int) -> str:
    mine = seat == state.player
    if state.phase == Phase.OVER:
        return "The match is over"
    if state.first != NOBODY:
        return "No war cards in the final round"
    if card in OWN_TURN and not mine:
        return "Only on your own turn"
    if card in REACTIONS and mine:
        return "Only on the turn of another player"
    if state.doubled:
        return "No war cards on a doubled turn"
    if state.card_used:
        return "One war card a turn, and this turn has had its one"
    if state.players[seat].total < CARD_MINIMUM:
        return f"War cards need {CARD_MINIMUM:,} banked points"
    if card == Card.BLOODSHED:
        return "Only before your first throw"
    return "Together with a throw or a bank" if card == Card.DOUBLE else "You are asked when it can be played"
