"""Carry out a throw, from its notation to its results (section 2, 5.7)."""

from __future__ import annotations

import random

from dicehouse.core import Dice, below, log_event, log_face, mark_revealed
from dicehouse.errors import BadThrow
from dicehouse.i18n import _

from ..physics.bodies import is_board
from ..physics.throw_physics import HAND_LEVELS, Flight, check_throw, shake_throw, simulate_throw
from . import power_dice
from .judge import Verdict, judge
from .measurements import MotionResult, MotionStart, RecordedAction
from .motion_effects import apply_motion, note_losses, take_barrels
from .ready_throws import boards_kept_away, targets
from .rounds import in_hand
from .scoring import burning_dice, score
from .state import NO_PIECE, NO_SEAT, EventKind, NoScoreReason, PieceStatus, State
from .table_layout import MIDDLE, board_number, die_name, die_number, scene_of
from .throw_notation import IntendedThrow, read_throw

NO_BOARD = -2
HANDS = tuple(HAND_LEVELS)
SEED = 1 << 15


def carry_out_throw(state: State, seat: int, text: str, act: RecordedAction) -> None:
    """Throw a die as `text` says, shaken by the hand, and apply the result."""
    meant = check_allowed_throw(state, seat, read_throw(text))
    scene, aimed = scene_of(state), meant.throw()
    check_throw(scene, aimed, boards_kept_away(state, meant.target))
    hand = HANDS[state.options.hand]
    luck = random.Random(draw_seed(act.dice))
    motion = MotionStart(scene, meant.die, burning_dice(state, (*scene.named, meant.die)), meant.text())

    def measure() -> Flight:
        return simulate_throw(scene, shake_throw(aimed, hand, luck, scene.physics), motion.red)

    _settle_down(state, seat, meant, judge(scene), act.flight("flight", motion, measure), act)


def check_allowed_throw(state: State, seat: int, meant: IntendedThrow) -> IntendedThrow:
    """Return the throw `meant`. Raise BadThrow if the seat can't throw that die now, or if the target isn't there."""
    hand = [die_name(n) for n in throwable_dice(state, seat)]
    if meant.die not in hand:
        raise BadThrow(
            _("You can't throw {die} now. You can throw {dice}.", die=repr(meant.die[:10]), dice=", ".join(hand))
        )
    if meant.target not in targets(state):
        raise BadThrow(
            _(
                "You can't aim at {target}. You can aim at {targets}.",
                target=repr(meant.target[:10]),
                targets=", ".join(targets(state)),
            )
        )
    return meant


def throwable_dice(state: State, seat: int) -> list[int]:
    """Return the dice that a seat may throw: those in its hand, or the one that it throws again."""
    return [state.thrown] if state.again else in_hand(state, seat)


def _settle_down(
    state: State, seat: int, meant: IntendedThrow, before: Verdict, landed: MotionResult, act: RecordedAction
) -> None:
    """Record where every body rests, and what the throw did."""
    dice, number = act.dice, die_number(meant.die)
    mark_revealed(dice)
    state.thrown, state.again = number, False
    state.dice[number].where = PieceStatus.TABLE
    log_event(dice, EventKind.THROW, seat, item=number, amount=_target_number(meant.target))
    apply_motion(state, seat, landed, act)
    after = take_barrels(state, seat, judge(scene_of(state)), act)
    note_losses(state, seat, before, after, act)
    _tell_verdict(state, meant.die, after, dice)
    power_dice.open_windows(state, dice)


def _target_number(target: str) -> int:
    return board_number(target) if is_board(target) else NO_PIECE


def _tell_verdict(state: State, name: str, verdict: Verdict, dice: Dice) -> None:
    """Log what the thrown die scores."""
    judged = verdict.dice.get(name)
    if judged is None:
        return
    number, found = die_number(name), [scored for scored in score(state, verdict) if scored.die == name]
    for scored in found:
        board = NO_PIECE if scored.board == MIDDLE else board_number(scored.board)
        log_event(dice, EventKind.VERDICT, NO_SEAT, board, number, scored.points, sum(scored.chains))
        for each in (judged.face or 0, *scored.chains):
            log_face(dice, each)
    if not found:
        why = (
            NoScoreReason.CROOKED
            if judged.crooked
            else NoScoreReason.COVERED
            if judged.covered
            else NoScoreReason.ON_NO_BOARD
        )
        log_event(dice, EventKind.VERDICT, NO_SEAT, other=NO_BOARD, item=number, amount=why)
        log_face(dice, judged.face or 0)


def draw_seed(dice: Dice) -> int:
    """Return a seed, drawn from the dice like all chance of the match."""
    number = 0
    for _word in range(4):
        number = number * (SEED - 1) + below(dice, SEED - 1)
    return number
