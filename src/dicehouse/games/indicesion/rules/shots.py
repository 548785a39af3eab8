"""A throw and what comes of it: burns, barrels, dice knocked off, and windows that open (2, 5.3 to 5.7)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from dicehouse.errors import BadThrow
from dicehouse.kit import reveal, show, tell

from ..physics.throwing import LEVELS, Flight, Throw, check, fly, settle, shaken
from ..physics.world import Scene
from . import powers
from .chance import seed
from .judge import Verdict, judge
from .measured import Act, burnt_in, flown, lay, lost_in, resting
from .notation import Meant, read_throw
from .ready import boards_of, targets
from .rounds import builds, forget_loss, in_hand
from .scoring import burning, score
from .seating import board_name, board_number, die_name, die_number, scene_of
from .state import N_BARRELS, N_DICE, NOBODY, Happened, Nothing, Where

NO_BOARD = -2
HANDS = tuple(LEVELS)


def throw(state: Any, seat: int, text: str, act: Act) -> None:
    """A die is thrown as the text says, shaken by the hand; then it is seen what that did."""
    meant = allowed(state, seat, read_throw(text))
    scene = scene_of(state)
    aimed = meant.throw()
    check(scene, aimed, boards_kept_away(state, meant))
    luck = seed(act.dice)
    before = judge(scene)
    found = act.get("flight", lambda: _fly(state, scene, aimed, luck) | {"meant": meant.text()})
    _settle_down(state, seat, meant, found, before, act)


def allowed(state: Any, seat: int, meant: Meant) -> Meant:
    """BadThrow if that die is not to be thrown now, or at nothing that is there."""
    hand = [die_name(n) for n in ([state.thrown] if state.again else in_hand(state, seat))]
    if meant.die not in hand:
        raise BadThrow(f"{meant.die[:10]!r} is not a die to throw now; there are {', '.join(hand)}.")
    if meant.target not in targets(state):
        raise BadThrow(f"{meant.target[:10]!r} is no target; there are {', '.join(targets(state))}.")
    return meant


def boards_kept_away(state: Any, meant: Meant) -> list[str]:
    """The boards from which the die must be six inches away when it is let go (A1)."""
    return boards_of(state, meant.target if state.options.release == 0 else "target")


def _fly(state: Any, scene: Scene, aimed: Throw, luck: int) -> dict[str, Any]:
    red = burning(state, (*scene.named, aimed.die))
    flight: Flight = fly(scene, shaken(aimed, HANDS[state.options.hand], random.Random(luck)), red)
    if flight.status == "unstable":
        raise BadThrow("This throw can't be followed; throw a little differently.")
    return flown(flight) | {"rest": resting(flight.rest, (*flight.moved, aimed.die))}


def _settle_down(state: Any, seat: int, meant: Meant, found: Mapping[str, Any], before: Verdict, act: Act) -> None:
    """Write down where everything lies, and what the throw did."""
    dice, number = act.dice, die_number(meant.die)
    reveal(dice)
    state.thrown, state.again = number, False
    thrown = state.dice[number]
    thrown.where = Where.TABLE
    tell(dice, Happened.THROW, seat, item=number, amount=_target_number(meant.target))
    come_to_rest(state, seat, found, act)
    after = take_barrels(state, seat, judge(scene_of(state)), act)
    note_losses(state, seat, before, after, act)
    _tell_verdict(state, meant.die, after, dice)
    powers.open_windows(state, dice)


def come_to_rest(state: Any, seat: int, found: Mapping[str, Any], act: Act) -> None:
    """Everything lies where it was measured to lie; what burnt or left the table is gone."""
    lay(state, found.get("rest"))
    for name, by in burnt_in(state, found):
        tell(act.dice, Happened.BURNT, seat, item=die_number(name), amount=die_number(by))
    for name, _ in burnt_in(state, found):
        state.dice[die_number(name)].where = Where.BURNT
    for name in lost_in(state, found):
        _leave_table(state, seat, name, act)


def fall(state: Any, seat: int, key: str, act: Act) -> None:
    """What is held by nothing any more falls, and may burn or leave the table by that."""

    def measure() -> dict[str, Any]:
        scene = scene_of(state)
        flight: Flight = settle(scene, burning(state, scene.named))
        return flown(flight)

    come_to_rest(state, seat, act.get(key, measure), act)


def _target_number(target: str) -> int:
    return NOBODY if target == "target" else board_number(target)


def _leave_table(state: Any, seat: int, name: str, act: Act) -> None:
    """A die beside the table is out, a board too; a barrel as well, and whoever threw takes it (R26)."""
    if name[0] == "x":
        _take(state, seat, int(name[1]) - 1, act)
    elif name[0] == "c":
        state.boards[board_number(name)].where = Where.LOST
    else:
        state.dice[die_number(name)].where = Where.LOST
        tell(act.dice, Happened.OFF, seat, item=die_number(name))


def _tell_verdict(state: Any, name: str, verdict: Verdict, dice: Any) -> None:
    """What the thrown die is worth as it lies."""
    judged = verdict.dice.get(name)
    if judged is None:
        return
    number, found = die_number(name), [scored for scored in score(state, verdict) if scored.die == name]
    for scored in found:
        board = NOBODY if scored.board == "target" else board_number(scored.board)
        tell(dice, Happened.VERDICT, NOBODY, board, number, scored.points, sum(scored.chains))
        show(dice, judged.face or 0)
    if not found:
        why = Nothing.CROOKED if judged.crooked else Nothing.COVERED if judged.covered else Nothing.ON_NO_BOARD
        tell(dice, Happened.VERDICT, NOBODY, other=NO_BOARD, item=number, amount=why)
        show(dice, judged.face or 0)


# --- barrels (6.1, 6.2)


def take_barrels(state: Any, seat: int, verdict: Verdict, act: Act) -> Verdict:
    """Barrels that left their board are taken by whoever threw; what stood on them falls."""
    gone = [n for n in range(N_BARRELS) if state.barrels[n].where == Where.TABLE and _is_off(state, n, verdict)]
    if not gone:
        return verdict
    for number in gone:
        _take(state, seat, number, act)
    fall(state, seat, f"fallen {len(act.found)}", act)
    return take_barrels(state, seat, judge(scene_of(state)), act)


def _is_off(state: Any, number: int, verdict: Verdict) -> bool:
    """Off the board on which it stood (R22, R23); a built one is off if it touches no board (6.2)."""
    barrel = verdict.barrels[f"x{number + 1}"]
    if builds(state):
        return not barrel.touches
    return board_name(state.barrels[number].home) not in barrel.boards


def _take(state: Any, seat: int, number: int, act: Act) -> None:
    state.barrels[number].where = Where.TAKEN
    state.taken[seat] += 1
    tell(act.dice, Happened.TAKEN, seat, item=number, amount=state.barrels[number].home, total=state.taken[seat])


# --- dice that were knocked off (5.5, 7.7)


def note_losses(state: Any, seat: int, before: Verdict, after: Verdict, act: Act) -> None:
    """Who has lost a die from the own board may replace it; the die of this throw does not count."""
    for number in range(N_DICE):
        name = die_name(number)
        if state.dice[number].where == Where.BURNT:
            forget_loss(state, number)  # also one that fell when a die was lifted, and burnt in the throw after that
            continue
        if number == state.thrown or name not in before.dice:
            continue
        now = after.dice[name].boards if name in after.dice else ()
        loss, was = state.losses[number], before.dice[name]
        loss.seats &= ~_owners(state, now)  # a die that came back is not lost any more
        gone = _owners(state, [board for board in was.boards if board not in now])
        if gone:
            loss.seats |= gone
            loss.face = was.face or 0
            loss.x, loss.y = before.places[name]
        if gone or (was.boards and not now):  # in the middle nobody's board loses it
            tell(act.dice, Happened.KNOCKED, seat, item=number, amount=gone)


def _owners(state: Any, boards: Any) -> int:
    """Mask of the seats that these boards belong to."""
    mask = 0
    for board in boards:
        if board[0] == "p":
            mask |= 1 << board_number(board)
    return mask
