"""Why a card in hand can't be played now, in a few words, for those who look at their cards (5.1 of the rulings)."""

from __future__ import annotations

from ..rules.state import CARD_MINIMUM, NOBODY, REACTIONS, Card, Phase, State
from .effects import CARD_IDS

OWN_TURN = (Card.DOUBLE, Card.BLOODSHED)
IMMUNITY = "immunity"
REACTION = "You are asked when it can be played"
WAITS: dict[int, str] = {Card.BLOODSHED: "Only before your first throw", Card.DOUBLE: "Together with a throw or a bank"}


def barred(state: State, seat: int) -> dict[str, str]:
    """For every card that a seat still holds: what it waits for, or what forbids it on this turn."""
    player = state.players[seat]
    hand, mine, closed, held_back = player.hand, seat == state.player, _closed(state), _held_back(state, player.total)
    held = {
        name: closed or _wrong_turn(card, mine) or held_back or WAITS.get(card, REACTION)
        for card, name in CARD_IDS.items()
        if hand >> card & 1
    }
    if player.immunity:
        held[IMMUNITY] = "You are asked when a card is about to hit you"
    return held


def _closed(state: State) -> str:
    """What forbids every card to everybody."""
    if state.phase == Phase.OVER:
        return "The match is over"
    return "No war cards in the final round" if state.first != NOBODY else ""


def _wrong_turn(card: int, mine: bool) -> str:
    if mine:
        return "Only on the turn of another player" if card in REACTIONS else ""
    return "Only on your own turn" if card in OWN_TURN else ""


def _held_back(state: State, total: int) -> str:
    """What forbids a player with so many points every card that could be played on this turn."""
    if state.doubled:
        return "No war cards on a doubled turn"
    if state.card_used:
        return "One war card a turn, and this turn has had its one"
    return f"War cards need {CARD_MINIMUM:,} banked points" if total < CARD_MINIMUM else ""
