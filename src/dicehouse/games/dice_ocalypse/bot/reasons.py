"""Why a bot keeps, banks or throws on, told to all: by the exact odds of the dice that lie there for everybody to see.
Why it plays a card is told in `war_reasons`.

Nothing here looks at a hand, and a card is only named that the choice itself puts on the table.
"""

from __future__ import annotations

import numpy as np

from dicehouse.kit.bits import bits

from ..rules.codes import KEEP
from ..rules.finale import is_over_target
from ..rules.scoring import MOST_SETS, keeps
from ..rules.state import Card, Phase, State
from ..show.offers import UNIT
from ..show.options import dice_words, number, percent
from ..show.points import bust_chances, scoring_key
from .odds import MEMO, prepare
from .prospects import turn_value
from .war_reasons import at_war

RISKY = 0.25  # a throw that busts so often is a reason to stop


def reason(state: State, seat: int, action: int) -> str:
    """Why the turn player keeps these dice and banks or throws on, or why somebody plays a card."""
    if state.phase != Phase.KEEP or action not in KEEP:
        return at_war(state, seat, action)
    mask = KEEP.dice(action)
    turn = state.turn_points + _worth(state, mask)
    dice = state.n_dice - bits(mask) or state.dice_full
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
    """What the points do for the seat, if they do something that all can see."""
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
    """The most that the seat could bank after this throw, 0 for nothing."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    most = state.turn_points + max(points[: keeps(state, masks, points)])
    return most if state.players[seat].opened or most >= state.options.opening else 0


def _throw_of(dice: int) -> str:
    return "1 die loses it" if dice == 1 else f"{dice_words(dice)} lose it"


def _worth(state: State, mask: int) -> int:
    """Points of the dice kept."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    return next(points[i] for i in range(keeps(state, masks, points)) if masks[i] == mask)


def _going_on(state: State, dice: int, turn: int) -> float:
    """The points to expect of a turn that goes on with so many dice, if points are all that counts."""
    memo = np.zeros(MEMO)
    prepare(state, memo)
    return float(turn_value(memo, int(state.dice_full), dice, turn // UNIT))
