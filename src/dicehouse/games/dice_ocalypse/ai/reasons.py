"""Explain to all players why a bot keeps dice, banks, throws on, plays a war card or uses Immunity.

A reason uses the exact odds of the dice and the points that everybody sees. It reads no hand, and names a card only if
the choice itself puts that card on the table.
"""

from __future__ import annotations

import numpy as np

from dicehouse.core.bit_sets import count_bits
from dicehouse.i18n import Percent, _, join_sentences, ngettext

from ..presentation.card_status import FACES, at_risk
from ..presentation.throw_offers import UNIT
from ..presentation.throw_points import bust_chances, scoring_key
from ..rules.action_codes import DECLINE, IMMUNITY, KEEP, PLAY
from ..rules.game_end import is_over_target
from ..rules.scoring import MOST_SETS, list_keeps
from ..rules.state import COLLATERAL_STAKE, Card, Phase, State
from ..rules.war_cards import LUCKY, pending_points
from .odds_tables import MEAN, MEMO, prepare
from .sensible import at_stake
from .win_chances import COLLATERAL_CHANCE, turn_value

RISKY = 0.25  # a throw that busts so often is a reason to stop
NEAR = 1_500  # points from the target that a turn may bring
UNLUCKY_SHARE = (LUCKY - 1) / FACES  # how often the die of a card is unlucky


def explain_action(state: State, seat: int, action: int) -> str:
    """Return why the turn player keeps these dice and banks or throws, or why `seat` plays a card."""
    if state.phase != Phase.KEEP or action not in KEEP:
        return card_reason(state, seat, action)
    mask = KEEP.dice(action)
    turn = state.turn_points + _worth(state, mask)
    dice = state.n_dice - count_bits(mask) or state.dice_full
    lost, going_on = bust_chances(scoring_key(state))[dice - 1], _going_on(state, dice, turn)
    if KEEP.bank(action):
        return _banking(state, seat, turn, dice, lost, bool(KEEP.double(action)))
    return _throwing(state, seat, turn, dice, lost, going_on)


def _banking(state: State, seat: int, turn: int, dice: int, lost: float, doubles: bool) -> str:
    if doubles:
        return _("{points} points count twice, or not at all.", points=turn)
    gain = _gain(state, seat, turn * (2 if state.doubled else 1))
    if lost < RISKY:
        return gain or _("A bad roll can't take these points away any more.")
    risk = ngettext(
        "{n} die busts {share} of the time.", "{n} dice bust {share} of the time.", dice, share=Percent(lost)
    )
    return join_sentences(risk, gain)


def _gain(state: State, seat: int, points: int) -> str:
    """Return what the points do for the seat, if they do something that all players can see."""
    if state.card == Card.BLOODSHED:
        return _("Everyone else loses {points} points.", points=points)
    own, best = state.players[seat].total, _best_of_others(state, seat)
    if is_over_target(state, own + points) and own + points > best:
        return _("A total of {points} is past the target.", points=own + points)
    if not state.players[seat].opened:
        return _("These are the first points.")
    if own > best:
        return _("{points} more points extend the lead.", points=points)
    return _("A total of {points} takes the lead.", points=own + points) if own + points > best else ""


def _throwing(state: State, seat: int, turn: int, dice: int, lost: float, going_on: float) -> str:
    if not state.players[seat].opened and turn < state.options.opening:
        return ""  # there is no choice to explain
    own, best = state.players[seat].total, _best_of_others(state, seat)
    bloodshed = state.card == Card.BLOODSHED
    values = {
        "points": turn,
        "total": own + turn,
        "mean": round(going_on),
        "bust": Percent(lost),
        "good": Percent(1 - lost),
    }
    if not bloodshed and is_over_target(state, own + turn) and own + turn > best:
        return _("{total} is past the target, but others can still beat it.", **values)
    if going_on > turn:
        if _bankable(state, seat) > going_on:
            return ""  # more could be banked than this roll is worth: it was overlooked, or left for another reason
        return _(
            "After another roll the turn averages {mean} points instead of {points}, with a {bust} risk of a bust.",
            **values,
        )
    behind = best - own
    if behind > turn and not bloodshed:
        return _("{points} points aren't enough to make up {behind}.", behind=behind, **values)
    return _("The roll scores {good} of the time, and {points} points aren't enough yet.", **values)


def _best_of_others(state: State, seat: int) -> int:
    return max(int(state.players[other].total) for other in range(state.n_players) if other != seat)


def _bankable(state: State, seat: int) -> int:
    """Return the most points that the seat could bank after this throw, 0 if it can bank nothing."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    most = state.turn_points + max(points[: list_keeps(state, masks, points)])
    return most if state.players[seat].opened or most >= state.options.opening else 0


def _worth(state: State, mask: int) -> int:
    """Return the points of the dice in `mask`."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    return next(points[i] for i in range(list_keeps(state, masks, points)) if masks[i] == mask)


def _going_on(state: State, dice: int, turn: int) -> float:
    """Return the points to expect of a turn that throws `dice` more dice, if only points count."""
    memo = np.zeros(MEMO)
    prepare(state, memo)
    return float(turn_value(memo, int(state.dice_full), dice, turn // UNIT))


def card_reason(state: State, seat: int, action: int) -> str:
    """Return why `seat` plays this card, or answers one so; empty if there is nothing to explain."""
    if action == DECLINE:
        return _("A worse attack may still come, so Immunity is worth keeping.")
    if action == IMMUNITY:
        return _blow(state, seat)
    return _strike(state, PLAY.card(action)) if action in PLAY else ""


def _blow(state: State, seat: int) -> str:
    """Return what the pending card would do to `seat`; empty if there is nothing to lose."""
    if state.card == Card.BLOODSHED:
        lost = _lost_points(state, pending_points(state), state.players[seat].total)
        return _("Without it, {points} points would be lost.", points=lost) if lost else ""
    values = {"share": Percent(UNLUCKY_SHARE), "points": pending_points(state), "total": at_risk(state)}
    if state.card == Card.PROVE_IT:
        return _("Without it, {points} points would score nothing {share} of the time.", **values)
    if state.card == Card.DO_OR_DIE:
        return _("Without it, the whole total of {total} would be lost one time in six.", **values)
    lost = _lost_points(state, COLLATERAL_STAKE, at_risk(state))
    values = {"share": Percent(COLLATERAL_CHANCE), "points": lost}
    return _("Without it, {points} points would be lost {share} of the time.", **values) if lost else ""


def _lost_points(state: State, points: int, total: int) -> int:
    """Return `points`, limited to the total where scores stop at 0."""
    return int(points if state.options.negative_scores else max(0, min(points, int(total))))


def _strike(state: State, card: int) -> str:
    """Return what `card` does for the player who plays it."""
    if card == Card.BLOODSHED:
        memo = np.zeros(MEMO)
        prepare(state, memo)
        mean = round(float(memo[MEAN]))
        return _("A turn averages {points} points; everyone else loses that many.", points=mean)
    immune = state.players[state.player].immunity
    unless = _("Immunity could still stop it.") if immune else ""
    total, stake = max(0, int(state.players[state.player].total)), at_stake(state)
    values = {"share": Percent(UNLUCKY_SHARE), "points": stake, "total": total}
    if card == Card.PROVE_IT:
        why = _("{share} of the time this turn scores nothing.", **values)
        if stake:
            why = _("{share} of the time this turn scores nothing instead of {points} points.", **values)
        return join_sentences(why, unless)
    if card == Card.DO_OR_DIE:
        if not total:
            return ""
        late = state.phase == Phase.REACT and total + NEAR >= state.options.target
        past = _("In the final round it would be too late for cards.") if late else ""
        return join_sentences(_("One time in six, the whole total of {total} is lost.", **values), past, unless)
    lost = _lost_points(state, COLLATERAL_STAKE, total)
    values = {"share": Percent(COLLATERAL_CHANCE), "points": COLLATERAL_STAKE, "lost": lost}
    why = _("{share} of the time it gains {points} points.", **values)
    if lost:
        why = _("{share} of the time it gains {points} points and costs the opponent {lost}.", **values)
    return join_sentences(why, unless)
