"""A throw, from what is said to what it did (section 2, 5.7)."""

from __future__ import annotations

import random

from dicehouse.errors import BadThrow
from dicehouse.kit import Dice, reveal, show, tell

from ..physics.bodies import is_board
from ..physics.throwing import LEVELS, Flight, check, fly, shaken
from . import powers
from .chance import seed
from .judge import Verdict, judge
from .notation import Meant, read_throw
from .outcomes import Act, Landed, Motion
from .ready_throws import boards_kept_away, targets
from .rounds import in_hand
from .scoring import burning, score
from .seating import MIDDLE, board_number, die_name, die_number, scene_of
from .settling import come_to_rest, note_losses, take_barrels
from .state import NOBODY, Happened, Nothing, State, Where

NO_BOARD = -2
HANDS = tuple(LEVELS)


def throw(state: State, seat: int, text: str, act: Act) -> None:
    """Throw a die as the text says, shaken by the hand, and see what that did."""
    meant = allowed(state, seat, read_throw(text))
    scene, aimed = scene_of(state), meant.throw()
    check(scene, aimed, boards_kept_away(state, meant.target))
    hand = HANDS[state.options.hand]
    luck = random.Random(seed(act.dice))
    motion = Motion(scene, meant.die, burning(state, (*scene.named, meant.die)), meant.text())

    def measure() -> Flight:
        return fly(scene, shaken(aimed, hand, luck), motion.red)

    _settle_down(state, seat, meant, judge(scene), act.flight("flight", motion, measure), act)


def allowed(state: State, seat: int, meant: Meant) -> Meant:
    """The throw itself; BadThrow if the seat can't throw that die now, or if the target isn't there."""
    hand = [die_name(n) for n in to_throw(state, seat)]
    if meant.die not in hand:
        raise BadThrow(f"{meant.die[:10]!r} is no die that you can throw now; there are {', '.join(hand)}.")
    if meant.target not in targets(state):
        raise BadThrow(f"{meant.target[:10]!r} is no target; there are {', '.join(targets(state))}.")
    return meant


def to_throw(state: State, seat: int) -> list[int]:
    """The dice a seat may throw: those in its hand, or the one that it throws again."""
    return [state.thrown] if state.again else in_hand(state, seat)


def _settle_down(state: State, seat: int, meant: Meant, before: Verdict, landed: Landed, act: Act) -> None:
    """Write down where everything lies, and what the throw did."""
    dice, number = act.dice, die_number(meant.die)
    reveal(dice)
    state.thrown, state.again = number, False
    state.dice[number].where = Where.TABLE
    tell(dice, Happened.THROW, seat, item=number, amount=_target_number(meant.target))
    come_to_rest(state, seat, landed, act)
    after = take_barrels(state, seat, judge(scene_of(state)), act)
    note_losses(state, seat, before, after, act)
    _tell_verdict(state, meant.die, after, dice)
    powers.open_windows(state, dice)


def _target_number(target: str) -> int:
    return board_number(target) if is_board(target) else NOBODY


def _tell_verdict(state: State, name: str, verdict: Verdict, dice: Dice) -> None:
    """What the thrown die is worth as it lies."""
    judged = verdict.dice.get(name)
    if judged is None:
        return
    number, found = die_number(name), [scored for scored in score(state, verdict) if scored.die == name]
    for scored in found:
        board = NOBODY if scored.board == MIDDLE else board_number(scored.board)
        tell(dice, Happened.VERDICT, NOBODY, board, number, scored.points, sum(scored.chains))
        for each in (judged.face or 0, *scored.chains):
            show(dice, each)
    if not found:
        why = Nothing.CROOKED if judged.crooked else Nothing.COVERED if judged.covered else Nothing.ON_NO_BOARD
        tell(dice, Happened.VERDICT, NOBODY, other=NO_BOARD, item=number, amount=why)
        show(dice, judged.face or 0)
