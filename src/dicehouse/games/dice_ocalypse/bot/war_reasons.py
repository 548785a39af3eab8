"""Why somebody plays a war card, or uses Immunity: what it does to the points that everybody sees, and how often."""

from __future__ import annotations

import numpy as np

from ..rules.codes import DECLINE, IMMUNITY, PLAY
from ..rules.state import COLLATERAL_STAKE, Card, Phase, State
from ..rules.war import pending_points
from ..show.effects import CARD_NAMES, at_risk
from ..show.options import number, percent
from .odds import MEAN, MEMO, prepare
from .prospects import COLLATERAL_CHANCE
from .sensible import at_stake

NEAR = 1_500  # points from the target that a turn may bring


def at_war(state: State, seat: int, action: int) -> str:
    """Why this card, or this answer to one; empty where there is nothing to tell."""
    if action == DECLINE:
        return "keeps Immunity: a worse blow may still come."
    if action == IMMUNITY:
        why = _blow(state, seat)
        return why and f"uses Immunity: {why}."
    if action not in PLAY:
        return ""
    why = _strike(state, PLAY.card(action))
    return why and f"plays {CARD_NAMES[PLAY.card(action)]}: {why}."


def _blow(state: State, seat: int) -> str:
    """What the card that is about to strike would do; empty if there is nothing to lose."""
    if state.card == Card.BLOODSHED:
        lost = _lost(state, pending_points(state), state.players[seat].total)
        return lost and f"{lost} would be lost"
    if state.card == Card.PROVE_IT:
        return f"half of the time {number(pending_points(state))} would be worth nothing"
    if state.card == Card.DO_OR_DIE:
        return f"one time in six all of {number(at_risk(state))} would be gone"
    lost = _lost(state, COLLATERAL_STAKE, at_risk(state))
    return lost and f"{percent(COLLATERAL_CHANCE)} of the time {lost} would be lost"


def _lost(state: State, points: int, total: int) -> str:
    """So many points, or what there is of them; empty if there are none."""
    most = points if state.options.negative_scores else min(points, max(0, int(total)))
    return number(most) if most > 0 else ""


def _strike(state: State, card: int) -> str:
    """What a card does for whoever plays it."""
    if card == Card.BLOODSHED:
        memo = np.zeros(MEMO)
        prepare(state, memo)
        return f"a turn brings {number(round(float(memo[MEAN])))} on average, and takes that from everybody else"
    unless = "unless Immunity stops it, " if state.players[state.player].immunity else ""
    total, stake = max(0, int(state.players[state.player].total)), at_stake(state)
    if card == Card.PROVE_IT:
        lying = f", and {number(stake)} lie there" if stake else ""
        return f"{unless}half of the time this turn is worth nothing{lying}"
    if card == Card.DO_OR_DIE:
        late = state.phase == Phase.REACT and total + NEAR >= state.options.target
        past = ", and past the target no card can strike" if late else ""
        return f"{unless}one time in six all of {number(total)} are gone{past}" if total else ""
    lost = _lost(state, COLLATERAL_STAKE, total)
    costs = f", and costs the other one {lost}" if lost else ""
    return f"{unless}{percent(COLLATERAL_CHANCE)} of the time that wins {number(COLLATERAL_STAKE)}{costs}"
