"""Explain to all players why a bot keeps dice, banks, throws on, plays a war card or uses Immunity.

A reason uses the exact odds of the dice and the points that everybody sees. It reads no hand, and names a card only if
the choice itself puts that card on the table.
"""

from __future__ import annotations

import numpy as np

from dicehouse.core.bit_sets import count_bits
from dicehouse.text_format import times_in_words

from ..presentation.card_status import CARD_NAMES, FACES, at_risk
from ..presentation.options import dice_words, number, percent
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
UNLUCKY_TIMES = times_in_words(LUCKY - 1, FACES)  # how often the die of a card is unkind


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
        return f"banks {number(turn)} with Double or Nothing: all of it twice, or none."
    gain = _gain(state, seat, turn * (2 if state.doubled else 1))
    if lost >= RISKY:
        return f"banks {number(turn)}: {_throw_of(dice)} {percent(lost)} of the time{f', and {gain}' if gain else ''}."
    return f"banks {number(turn)}: {gain or 'nobody can take that away by a bad throw'}."


def _gain(state: State, seat: int, points: int) -> str:
    """Return what the points do for the seat, if they do something that all players can see."""
    if state.card == Card.BLOODSHED:
        return f"{number(points)} are taken from everybody else"
    own, best = state.players[seat].total, _best_of_others(state, seat)
    if is_over_target(state, own + points) and own + points > best:
        return f"{number(own + points)} is past the target"
    if not state.players[seat].opened:
        return "that opens"
    if own > best:
        return f"{number(points)} more keeps the lead"
    return f"{number(own + points)} takes the lead" if own + points > best else ""


def _throwing(state: State, seat: int, turn: int, dice: int, lost: float, going_on: float) -> str:
    again = f"throws {dice_words(dice)}"
    if not state.players[seat].opened and turn < state.options.opening:
        return ""  # there is no choice to explain
    own, best = state.players[seat].total, _best_of_others(state, seat)
    bloodshed = state.card == Card.BLOODSHED
    if not bloodshed and is_over_target(state, own + turn) and own + turn > best:
        return f"{again}: {number(own + turn)} is past the target, but can still be beaten."
    if going_on > turn:
        if _bankable(state, seat) > going_on:
            return ""  # more lies there than this throw brings: it was overlooked, or left for another reason
        more = f"the turn then brings {number(round(going_on))} on average, not {number(turn)}"
        return f"{again}: {more}, and {percent(lost)} of such throws lose it."
    behind = best - own
    if behind > turn and not bloodshed:
        return f"{again}: {number(turn)} is too little for somebody who is {number(behind)} behind."
    return f"{again}: {percent(1 - lost)} of the time that goes well, and {number(turn)} is not enough yet."


def _best_of_others(state: State, seat: int) -> int:
    return max(int(state.players[other].total) for other in range(state.n_players) if other != seat)


def _bankable(state: State, seat: int) -> int:
    """Return the most points that the seat could bank after this throw, 0 if it can bank nothing."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    most = state.turn_points + max(points[: list_keeps(state, masks, points)])
    return most if state.players[seat].opened or most >= state.options.opening else 0


def _throw_of(dice: int) -> str:
    return "1 die loses it" if dice == 1 else f"{dice_words(dice)} lose it"


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
        return "keeps Immunity: a worse blow may still come."
    if action == IMMUNITY:
        why = _blow(state, seat)
        return why and f"uses Immunity: {why}."
    if action not in PLAY:
        return ""
    why = _strike(state, PLAY.card(action))
    return why and f"plays {CARD_NAMES[PLAY.card(action)]}: {why}."


def _blow(state: State, seat: int) -> str:
    """Return what the pending card would do to `seat`; empty if there is nothing to lose."""
    if state.card == Card.BLOODSHED:
        lost = _lost_points(state, pending_points(state), state.players[seat].total)
        return lost and f"{lost} would be lost"
    if state.card == Card.PROVE_IT:
        return f"{UNLUCKY_TIMES} {number(pending_points(state))} would be worth nothing"
    if state.card == Card.DO_OR_DIE:
        return f"one time in six all of {number(at_risk(state))} would be gone"
    lost = _lost_points(state, COLLATERAL_STAKE, at_risk(state))
    return lost and f"{percent(COLLATERAL_CHANCE)} of the time {lost} would be lost"


def _lost_points(state: State, points: int, total: int) -> str:
    """Return `points` as text, limited to the total where scores stop at 0; empty if nothing can be lost."""
    most = points if state.options.negative_scores else min(points, max(0, int(total)))
    return number(most) if most > 0 else ""


def _strike(state: State, card: int) -> str:
    """Return what `card` does for the player who plays it."""
    if card == Card.BLOODSHED:
        memo = np.zeros(MEMO)
        prepare(state, memo)
        return f"a turn brings {number(round(float(memo[MEAN])))} on average, and takes that from everybody else"
    unless = "unless Immunity stops it, " if state.players[state.player].immunity else ""
    total, stake = max(0, int(state.players[state.player].total)), at_stake(state)
    if card == Card.PROVE_IT:
        lying = f", and {number(stake)} lie there" if stake else ""
        return f"{unless}{UNLUCKY_TIMES} this turn is worth nothing{lying}"
    if card == Card.DO_OR_DIE:
        late = state.phase == Phase.REACT and total + NEAR >= state.options.target
        past = ", and past the target no card can strike" if late else ""
        return f"{unless}one time in six all of {number(total)} are gone{past}" if total else ""
    lost = _lost_points(state, COLLATERAL_STAKE, total)
    costs = f", and costs the other one {lost}" if lost else ""
    return f"{unless}{percent(COLLATERAL_CHANCE)} of the time that wins {number(COLLATERAL_STAKE)}{costs}"
