"""Play blue dice, which replace a lost die, and pink dice, which are given up to throw again (5.4, 5.5, 5.7)."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from dicehouse.core import Dice, log_event, mark_revealed

from ..physics.bodies import (
    BARREL_HEIGHT,
    BARREL_RADIUS,
    BOARD,
    DIE,
    INCH,
    compose_turns,
    inverse_turn,
    is_board,
    is_die,
    rotate_vector,
    showing,
)
from ..physics.world import Pose, Scene
from .judge import Verdict, judge
from .measurements import RecordedAction
from .motion_effects import let_pieces_fall, note_losses
from .rounds import forget_loss, in_hand, next_turn
from .state import N_DICE, NO_SEAT, Colour, EventKind, Mode, Phase, PieceStatus, State
from .table_layout import board_place, colour_of, die_name, lay_piece, scene_of

CLEAR = 0.05 * INCH
SEARCH = 0.004  # step of the search for a free place


def open_windows(state: State, dice: Dice) -> None:
    """Ask for blue dice first, clockwise from the thrower; then for a pink one; then begin the next turn (R17)."""
    if state.options.game == Mode.DRAFTING:
        for i in range(state.n_players):
            seat = (state.player + i) % state.n_players
            if replaceable(state, seat):
                state.asked = seat
                state.phase = Phase.BLUE
                return
        close_windows(state)
        if may_throw_again(state):
            state.phase = Phase.PINK
            return
    next_turn(state, dice)


def close_windows(state: State) -> None:
    """Close the chance to replace lost dice: a player who could not or would not gets no second chance (A6)."""
    state.asked = NO_SEAT
    for number in range(N_DICE):
        forget_loss(state, number)


def unused_dice(state: State, seat: int, colour: int) -> list[int]:
    """Return the unused dice of a colour of `seat`."""
    return [number for number in in_hand(state, seat) if colour_of(number) == colour]


# --- blue


def replaceable(state: State, seat: int) -> list[int]:
    """Return the lost dice that `seat` could replace now: those that showed a face, with a blue die in hand and room
    (5.5).
    """
    if not unused_dice(state, seat, Colour.BLUE):
        return []
    lost = [n for n in range(N_DICE) if state.losses[n].seats >> seat & 1 and state.losses[n].face]
    return [n for n in lost if respawn_place(state, seat, n) is not None]


def respawn_die(state: State, seat: int, number: int, dice: Dice) -> None:
    """Place a blue die where the lost one was, with the lost die's face up, and make the seat owe a turn (R14, R15)."""
    place = respawn_place(state, seat, number)
    assert place is not None, "only replaceable dice are offered"
    blue = unused_dice(state, seat, Colour.BLUE)[0]
    lay_piece(state.dice[blue], place)
    state.losses[number].seats &= ~(1 << seat)
    state.skips[seat] += 1
    log_event(dice, EventKind.BLUE, seat, item=number, amount=blue, total=state.losses[number].face)
    open_windows(state, dice)


def give_up_respawn(state: State, seat: int, dice: Dice) -> None:
    """Decline to replace a die (A6)."""
    for number in range(N_DICE):
        state.losses[number].seats &= ~(1 << seat)
    log_event(dice, EventKind.PASS, seat)
    open_windows(state, dice)


def respawn_place(state: State, seat: int, number: int) -> Pose | None:
    """Return the old place on the board, or the nearest free one: flat, along the board's sides, touching nothing."""
    board, scene, loss = board_place(state.n_players, seat), scene_of(state), state.losses[number]
    u, v, _ = rotate_vector(inverse_turn(board.turn), (loss.x - board.x, loss.y - board.y, 0.0))
    spot = _nearest_free(scene, board, u, v)
    if spot is None:
        return None
    x, y, z = rotate_vector(board.turn, (*spot, BOARD[2] / 2 + DIE / 2))
    turn = compose_turns(board.turn, showing(loss.face))
    return Pose(board.x + x, board.y + y, board.z + z, *turn).rounded()


def _nearest_free(scene: Scene, board: Pose, u: float, v: float) -> tuple[float, float] | None:
    """Search outward from a point of the board; of equally near places return the one nearest to its long side."""
    half_u, half_v = (BOARD[0] - DIE) / 2, (BOARD[1] - DIE) / 2
    obstacles = _footprints(scene, board)
    start = max(-half_u, min(half_u, u)), max(-half_v, min(half_v, v))
    steps_u, steps_v = (
        range(-round(half_u / SEARCH), round(half_u / SEARCH) + 1),
        range(-round(half_v / SEARCH), round(half_v / SEARCH) + 1),
    )
    places = [start, *((a * SEARCH, b * SEARCH) for a in steps_u for b in steps_v)]
    places.sort(key=lambda p: (hypot(p[0] - u, p[1] - v), abs(atan2(p[1] - v, p[0] - u))))
    return next((place for place in places if _is_free(place, obstacles)), None)


Outline = list[tuple[float, float]]


def _footprints(scene: Scene, board: Pose) -> list[Outline]:
    """Return the outlines of everything but boards on the board's plane."""
    found = []
    for body in scene.bodies:
        if is_board(body.id) or hypot(body.pose.x - board.x, body.pose.y - board.y) > BOARD[0]:
            continue
        half = (DIE / 2, DIE / 2, DIE / 2) if is_die(body.id) else (BARREL_RADIUS, BARREL_RADIUS, BARREL_HEIGHT / 2)
        outline = []
        for a, b, c in ((a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)):
            x, y, z = rotate_vector(body.pose.turn, (a * half[0], b * half[1], c * half[2]))
            p, q, _ = rotate_vector(inverse_turn(board.turn), (body.pose.x + x - board.x, body.pose.y + y - board.y, z))
            outline.append((p, q))
        found.append(outline)
    return found


def _is_free(place: tuple[float, float], obstacles: list[Outline]) -> bool:
    """Return True if a die at `place` keeps clear of all outlines: along some direction it is separate from each."""
    reach = DIE / 2 + CLEAR
    return all(_apart(place, reach, outline) for outline in obstacles)


DIRECTIONS = [(cos(step * 0.1), sin(step * 0.1)) for step in range(32)]


def _apart(place: tuple[float, float], reach: float, outline: Outline) -> bool:
    for a, b in DIRECTIONS:
        along = [a * (p - place[0]) + b * (q - place[1]) for p, q in outline]
        wide = reach * (abs(a) + abs(b))
        if min(along) > wide or max(along) < -wide:
            return True
    return False


# --- pink


def may_throw_again(state: State) -> bool:
    """Return True if the die just thrown has not burnt and an unused pink one is left (5.4)."""
    return state.dice[state.thrown].where != PieceStatus.BURNT and bool(unused_dice(state, state.player, Colour.PINK))


def throw_again(state: State, seat: int, act: RecordedAction) -> None:
    """Give up a pink die and take the thrown die back into the hand; bodies on it fall."""
    pink = unused_dice(state, seat, Colour.PINK)[0]
    state.dice[pink].where = PieceStatus.SPENT
    state.skips[seat] += 1
    log_event(act.dice, EventKind.AGAIN, seat, item=state.thrown, amount=pink)
    thrown, before = state.dice[state.thrown], judge(scene_of(state))
    lay_there = thrown.where == PieceStatus.TABLE
    thrown.where = PieceStatus.HAND
    state.again = True
    state.phase = Phase.THROW
    if lay_there:
        _fall_after(state, seat, before, act)
    mark_revealed(act.dice)


def _fall_after(state: State, seat: int, before: Verdict, act: RecordedAction) -> None:
    """Let bodies that leaned on the lifted die settle; dice that leave a board by that count as knocked off (A5)."""
    if before.dice[die_name(state.thrown)].touches or state.options.barrels:
        let_pieces_fall(state, seat, "lifted", act)
    note_losses(state, seat, before, judge(scene_of(state)), act)


def keep_throw(state: State, seat: int, dice: Dice) -> None:
    """Keep the throw."""
    log_event(dice, EventKind.KEEP, seat, item=state.thrown)
    next_turn(state, dice)
