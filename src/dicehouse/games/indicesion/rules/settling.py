"""What a motion did, once everything rests: dice burnt or knocked off, barrels taken (5.3, 5.5, 6, 7.7)."""

from __future__ import annotations

from collections.abc import Iterable

from dicehouse.kit import tell

from ..physics.bodies import is_barrel, is_board
from ..physics.throwing import settle
from .judge import Verdict, judge
from .outcomes import Act, Landed, Motion
from .rounds import builds, forget_loss
from .scoring import burning
from .seating import barrel_name, barrel_number, board_name, board_number, die_name, die_number, put, scene_of, thing
from .state import CENTRE, N_BARRELS, N_DICE, Happened, State, Where


def come_to_rest(state: State, seat: int, landed: Landed, act: Act) -> None:
    """Everything lies where it was measured to lie; what burnt or left the table is gone."""
    for name, pose in landed.rest.items():
        put(thing(state, name), pose)
    for name, by in landed.burnt:
        tell(act.dice, Happened.BURNT, seat, item=die_number(name), amount=die_number(by))
        state.dice[die_number(name)].where = Where.BURNT
    for name in landed.lost:
        _leave_table(state, seat, name, act)


def fall(state: State, seat: int, key: str, act: Act) -> None:
    """Whatever has lost its hold falls, and may burn or leave the table as it does."""
    scene = scene_of(state)
    red = burning(state, scene.named)
    come_to_rest(state, seat, act.flight(key, Motion(scene, red=red), lambda: settle(scene, red)), act)


def _leave_table(state: State, seat: int, name: str, act: Act) -> None:
    """A die or board that leaves the table is out; so is a barrel, and whoever threw takes it (R26)."""
    if is_barrel(name):
        _take(state, seat, barrel_number(name), act)
        return
    thing(state, name).where = Where.LOST
    if not is_board(name):
        tell(act.dice, Happened.OFF, seat, item=die_number(name))


# --- barrels (6.1, 6.2)


def take_barrels(state: State, seat: int, verdict: Verdict, act: Act) -> Verdict:
    """Barrels that left their board are taken by whoever threw; what stood on them falls."""
    gone = barrels_off(state, verdict)
    if not gone:
        return verdict
    for number in gone:
        _take(state, seat, number, act)
    fall(state, seat, f"fallen {len(act.found)}", act)
    return take_barrels(state, seat, judge(scene_of(state)), act)


def barrels_off(state: State, verdict: Verdict) -> list[int]:
    """Barrels on the table that are off the board on which they stood (R22, R23); where a target was built, those that
    touch no board (6.2). One that the verdict doesn't know has left the table.
    """
    return [n for n in range(N_BARRELS) if state.barrels[n].where == Where.TABLE and _is_off(state, n, verdict)]


def _is_off(state: State, number: int, verdict: Verdict) -> bool:
    barrel = verdict.barrels.get(barrel_name(number))
    if barrel is None:
        return True
    if builds(state):
        return not barrel.touches
    return board_name(state.barrels[number].home) not in barrel.boards


def _take(state: State, seat: int, number: int, act: Act) -> None:
    state.barrels[number].where = Where.TAKEN
    state.taken[seat] += 1
    tell(act.dice, Happened.TAKEN, seat, item=number, amount=state.barrels[number].home, total=state.taken[seat])


# --- dice that were knocked off (5.5, 7.7)


def note_losses(state: State, seat: int, before: Verdict, after: Verdict, act: Act) -> None:
    """Whoever lost a die from their own board may replace it; the die of this throw does not count."""
    for number in range(N_DICE):
        name = die_name(number)
        if state.dice[number].where == Where.BURNT:
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
        if gone or (was.boards and not now):  # in the middle nobody's board loses it
            tell(act.dice, Happened.KNOCKED, seat, item=number, amount=gone)


def _owners(boards: Iterable[str]) -> int:
    """Mask of the seats that these boards belong to."""
    mask = 0
    for number in map(board_number, boards):
        if number < CENTRE:
            mask |= 1 << number
    return mask
