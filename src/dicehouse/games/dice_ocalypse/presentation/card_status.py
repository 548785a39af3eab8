"""Describe what a card in hand could do now, or why it can't be played (5.1 and 5.3 to 5.7 of the rulings)."""

from __future__ import annotations

from dicehouse.i18n import Text, _

from ..rules.reaction_windows import may_react
from ..rules.state import CARD_MINIMUM, COLLATERAL_STAKE, NO_SEAT, REACTIONS, Card, Phase, State
from ..rules.war_cards import COLLATERAL_DICE, LUCKY, pending_points
from .view_types import WarCard

CARD_IDS: dict[int, WarCard] = {
    Card.PROVE_IT: "prove-it",
    Card.DOUBLE: "double",
    Card.DO_OR_DIE: "do-or-die",
    Card.BLOODSHED: "bloodshed",
    Card.COLLATERAL: "collateral",
}
CARD_NAMES: dict[int, str] = {
    Card.PROVE_IT: _("Prove It"),
    Card.DOUBLE: _("Double or Nothing"),
    Card.DO_OR_DIE: _("Do or Die"),
    Card.BLOODSHED: _("Bloodshed"),
    Card.COLLATERAL: _("Collateral Damage"),
}
OWN_TURN = (Card.DOUBLE, Card.BLOODSHED)
FACES = 6  # of a die
UNLUCKY_RANGE = _("{low} to {high}", low=1, high=LUCKY - 1)  # faces of a card's die
LUCKY_RANGE = _("{low} to {high}", low=LUCKY, high=FACES)
IMMUNITY = "immunity"
REACTION = _("We'll ask you when you can play it")
WAITING_FOR: dict[int, str] = {
    Card.BLOODSHED: _("Only before your first roll"),
    Card.DOUBLE: _("Play it as you roll or bank"),
}


def at_risk(state: State) -> int:
    """Return the total that the turn player has with the points about to be banked."""
    return max(0, state.players[state.player].total + pending_points(state))


def could_change(state: State, card: int) -> bool:
    """Return True if the reaction `card` could change anything.

    While dice may still be thrown, it always could. After the turn, Prove It needs points of the turn and Do or Die any
    points. Collateral Damage gives its owner points whatever the other player has (R19).
    """
    if state.phase != Phase.REACT_END or card == Card.COLLATERAL:
        return True
    if card == Card.PROVE_IT:
        return pending_points(state) > 0
    return at_risk(state) > 0


def no_card_matters(state: State, seat: int) -> bool:
    """Return True if no card that `seat` could play in this window would change anything."""
    return not any(may_react(state, seat, card) and could_change(state, card) for card in REACTIONS)


def card_note(state: State, card: int) -> Text:
    """Return what the reaction `card` would do in this position, in a few words."""
    have = at_risk(state)
    if card == Card.COLLATERAL:
        values = {"n": COLLATERAL_DICE, "points": COLLATERAL_STAKE, "have": have}
        if have >= COLLATERAL_STAKE or state.phase != Phase.REACT_END:
            return _("{n} dice each: you may take {points} from them", **values)
        if have:
            return _("{n} dice each: you may gain {points}; they have {have} to lose", **values)
        return _("{n} dice each: you may gain {points}; they have nothing to lose", **values)
    if not could_change(state, card):
        return _("no effect: there are no points to lose")
    if card == Card.DO_OR_DIE:
        return _("they roll a die: on a 1 they lose their whole total")
    return _("they roll a die: on 1 to {high} the turn scores nothing", high=LUCKY - 1)


def card_refusals(state: State, seat: int) -> dict[str, str]:
    """Return, for every card that `seat` still holds, what it waits for or what forbids it on this turn."""
    player = state.players[seat]
    hand, mine, closed, held_back = player.hand, seat == state.player, _closed(state), _held_back(state, player.total)
    held: dict[str, str] = {
        name: closed or _wrong_turn(card, mine) or held_back or WAITING_FOR.get(card, REACTION)
        for card, name in CARD_IDS.items()
        if hand >> card & 1
    }
    if player.immunity:
        held[IMMUNITY] = _("We'll ask you when another player plays a card against you")
    return held


def _closed(state: State) -> str:
    """Return what forbids every card to every player; empty if nothing does."""
    if state.phase == Phase.OVER:
        return _("The game is over")
    return _("No war cards in the final round") if state.first != NO_SEAT else ""


def _wrong_turn(card: int, mine: bool) -> str:
    if mine:
        return _("Only on another player's turn") if card in REACTIONS else ""
    return _("Only on your own turn") if card in OWN_TURN else ""


def _held_back(state: State, total: int) -> str:
    """Return what forbids a player with this `total` every card on this turn; empty if nothing does."""
    if state.doubled:
        return _("No war cards on a doubled turn")
    if state.card_used:
        return _("Only one war card per turn, and one has been played")
    return _("You need {points} banked points to play war cards", points=CARD_MINIMUM) if total < CARD_MINIMUM else ""
