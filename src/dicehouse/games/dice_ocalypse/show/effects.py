"""What a card played now could change, and what is said of it (5.3 to 5.7 of the rulings)."""

from __future__ import annotations

from ..rules.state import COLLATERAL_STAKE, REACTIONS, Card, Phase, State
from ..rules.war import pending_points
from ..rules.windows import may_react

CARD_IDS: dict[int, str] = {
    Card.PROVE_IT: "prove-it",
    Card.DOUBLE: "double",
    Card.DO_OR_DIE: "do-or-die",
    Card.BLOODSHED: "bloodshed",
    Card.COLLATERAL: "collateral",
}
CARD_NAMES: dict[int, str] = {
    Card.PROVE_IT: "Prove It",
    Card.DOUBLE: "Double or Nothing",
    Card.DO_OR_DIE: "Do or Die",
    Card.BLOODSHED: "Bloodshed",
    Card.COLLATERAL: "Collateral Damage",
}


def at_risk(state: State) -> int:
    """The points that whoever plays has now and is about to bank."""
    return max(0, state.players[state.player].total + pending_points(state))


def changes(state: State, card: int) -> bool:
    """Whether a reaction could change anything: while dice may still be thrown, always; after the turn, Prove It needs
    points of the turn and Do or Die any points. Collateral Damage brings its owner points whatever the other has (R19).
    """
    if state.phase != Phase.REACT_END or card == Card.COLLATERAL:
        return True
    if card == Card.PROVE_IT:
        return pending_points(state) > 0
    return at_risk(state) > 0


def is_idle(state: State, seat: int) -> bool:
    """Whether no card that the seat could play in this window would change anything."""
    return not any(may_react(state, seat, card) and changes(state, card) for card in REACTIONS)


def note_of(state: State, card: int) -> str:
    """What a reaction does as things stand."""
    have = at_risk(state)
    if card == Card.COLLATERAL:
        if have >= COLLATERAL_STAKE or state.phase != Phase.REACT_END:
            return "three dice each: they may lose 1,000 to you"
        theirs = f"they have {have:,} to lose" if have else "they have nothing to lose"
        return f"three dice each: you may win 1,000; {theirs}"
    if not changes(state, card):
        return "changes nothing: there are no points to lose"
    if card == Card.DO_OR_DIE:
        return "one die: on a 1 the whole total is gone"
    return "one die: on 1-3 the turn is worth nothing"
