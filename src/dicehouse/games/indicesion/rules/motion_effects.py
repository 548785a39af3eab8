"""Apply a motion's effects once everything rests: dice burnt or knocked off, barrels taken (5.3, 5.5, 6, 7.7)."""

from __future__ import annotations

from collections.abc import Iterable

from dicehouse.core import log_event

from ..physics.bodies import is_barrel, is_board
from ..physics.throw_physics import settle_scene
from .judge import Verdict, judge
from .measurements import MotionResult, MotionStart, RecordedAction
from .rounds import forget_loss, starter_builds
from .scoring import burning_dice
from .state import CENTRE, N_BARRELS, N_DICE, EventKind, PieceStatus, State
from .table_layout import (
    barrel_name,
    barrel_number,
    board_name,
    board_number,
    die_name,
    die_number,
    lay_piece,
    piece_named,
    scene_of,
)


def apply_motion(state: State, seat: int, landed: MotionResult, act: RecordedAction) -> None:
    """Place every body where it was measured to rest, and remove those that burnt or left the table."""
    for name, pose in landed.rest.items():
        lay_piece(piece_named(state, name), pose)
    for name, by in landed.burnt:
        log_event(act.dice, EventKind.BURNT, seat, item=die_number(name), amount=die_number(by))
        state.dice[die_number(name)].where = PieceStatus.BURNT
    for name in landed.lost:
        _leave_table(state, seat, name, act)


def let_pieces_fall(state: State, seat: int, key: str, act: RecordedAction) -> None:
    """Let bodies without support fall; they may burn or leave the table."""
    scene = scene_of(state)
    red = burning_dice(state, scene.named)
    apply_motion(state, seat, act.flight(key, MotionStart(scene, red=red), lambda: settle_scene(scene, red)), act)


def _leave_table(state: State, seat: int, name: str, act: RecordedAction) -> None:
    """Remove a die, board or barrel that left the table; the thrower takes a barrel (R26)."""
    if is_barrel(name):
        _take(state, seat, barrel_number(name), act)
        return
    piece_named(state, name).where = PieceStatus.LOST
    if not is_board(name):
        log_event(act.dice, EventKind.OFF, seat, item=die_number(name))


# --- barrels (6.1, 6.2)


def take_barrels(state: State, seat: int, verdict: Verdict, act: RecordedAction) -> Verdict:
    """Give barrels that left their board to the thrower; bodies on them fall."""
    gone = barrels_off(state, verdict)
    if not gone:
        return verdict
    for number in gone:
        _take(state, seat, number, act)
    let_pieces_fall(state, seat, f"fallen {len(act.found)}", act)
    return take_barrels(state, seat, judge(scene_of(state)), act)


def barrels_off(state: State, verdict: Verdict) -> list[int]:
    """Return the barrels on the table that are off their board (R22, R23); where a target was built, those that touch
    no board (6.2). A barrel missing from the verdict has left the table.
    """
    return [n for n in range(N_BARRELS) if state.barrels[n].where == PieceStatus.TABLE and _is_off(state, n, verdict)]


def _is_off(state: State, number: int, verdict: Verdict) -> bool:
    barrel = verdict.barrels.get(barrel_name(number))
    if barrel is None:
        return True
    if starter_builds(state):
        return not barrel.touches
    return board_name(state.barrels[number].home) not in barrel.boards


def _take(state: State, seat: int, number: int, act: RecordedAction) -> None:
    state.barrels[number].where = PieceStatus.TAKEN
    state.taken[seat] += 1
    log_event(act.dice, EventKind.TAKEN, seat, item=number, amount=state.barrels[number].home, total=state.taken[seat])


# --- dice that were knocked off (5.5, 7.7)


def note_losses(state: State, seat: int, before: Verdict, after: Verdict, act: RecordedAction) -> None:
    """Note dice knocked off their owner's board, who may replace them; the die of this throw does not count."""
    for number in range(N_DICE):
        name = die_name(number)
        if state.dice[number].where == PieceStatus.BURNT:
            forget_loss(state, number)  # also one that fell when a die was lifted, and burnt in the throw after that
            continue
        if number == state.thrown or name not in before.dice:
            continue
        now = after.dice[name].boards if name in after.dice else ()
        loss, was = state.losses[number], before.dice[name]
        loss.seats &= ~_owners(now)  # a die that came back is not lost any more
        gone = _owners(board for board in was.boards if board not in now)
        if gone:
            loss.seats |= gone
            loss.face = was.face or 0
            loss.x, loss.y = before.places[name]
        if gone or (was.boards and not now):  # in the middle no player's board loses it
            log_event(act.dice, EventKind.KNOCKED, seat, item=number, amount=gone)


def _owners(boards: Iterable[str]) -> int:
    """Return a mask of the seats that own these boards."""
    mask = 0
    for number in map(board_number, boards):
        if number < CENTRE:
            mask |= 1 << number
    return mask
