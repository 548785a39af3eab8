"""Place barrels on boards before a round (6.1), and build the starter's target of boards and barrels (6.2)."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor, hypot

from dicehouse.core import Dice, log_event, mark_revealed
from dicehouse.errors import BadThrow
from dicehouse.i18n import _, listing

from ..physics.bodies import BARREL_HEIGHT, BARREL_RADIUS, BOARD, INCH, is_barrel, is_board, rotate_vector, turn_about
from ..physics.throw_physics import settle_scene, stands_still
from ..physics.world import Body, Pose, Scene
from .judge import judge
from .measurements import MotionStart, RecordedAction
from .rounds import begin_throws
from .state import CENTRE, N_BARRELS, N_BOARDS, NO_SEAT, EventKind, PieceStatus, State
from .table_layout import barrel_name, barrel_number, board_name, board_number, lay_piece, piece_named, scene_of
from .throw_notation import read_placing

SPOTS = {
    "middle": (0.0, 0.0),
    "left": (-0.095, 0.0),
    "right": (0.095, 0.0),
    "near": (0.0, -0.065),
    "far": (0.0, 0.065),
}
PLACE = re.compile(r"at (-?[0-9]{1,3}),(-?[0-9]{1,3})")
INSIDE = 0.8 * INCH
MOST_HIGH = 3 * BARREL_HEIGHT
REACH = 0.5  # how far from the centre, and how high, a player may build
NESTED = _("These pieces overlap. Put them farther apart.")
ON_TOP = 0.02  # metres from a barrel's centre within which another one is stacked on it


# --- barrels on boards


def barrels_in_hand(state: State, seat: int) -> list[int]:
    """Return the barrels that `seat` may still place."""
    return [
        n for n in range(N_BARRELS) if state.barrels[n].where == PieceStatus.HAND and state.barrels[n].owner == seat
    ]


def stand_barrel(state: State, seat: int, text: str, act: RecordedAction) -> None:
    """Place a barrel on a board, or on a barrel there: `stand p2 left`, `stand p2 at 40,-20`."""
    board, spot = _named(text)
    if board not in [board_name(n) for n in range(N_BOARDS) if state.boards[n].where == PieceStatus.TABLE]:
        raise BadThrow(_("There is no board {board} on the table.", board=repr(board[:10])))
    if abs(spot[0]) > BOARD[0] / 2 - INSIDE or abs(spot[1]) > BOARD[1] / 2 - INSIDE:
        right, behind = (floor((side / 2 - INSIDE) * 1000) / 10 for side in BOARD[:2])
        raise BadThrow(
            _(
                "A barrel must be within {right} cm left or right of the middle of the board, and "
                "{behind} cm in front of or behind it.",
                right=right,
                behind=behind,
            )
        )
    number = barrels_in_hand(state, seat)[0]
    scene = scene_of(state)
    pose = _upright_pose(scene, scene[board].pose, spot)
    built = scene.having(Body(barrel_name(number), pose))
    if not act.stands(lambda: stands_still(built)):
        raise BadThrow(_("A barrel can't stand there. Choose another place."))
    lay_piece(state.barrels[number], pose)
    state.barrels[number].home = board_number(board)
    log_event(act.dice, EventKind.STAND, seat, item=number, amount=board_number(board))
    mark_revealed(act.dice)
    if not barrels_in_hand(state, seat):
        next_placer(state, act.dice)


def _named(text: str) -> tuple[str, tuple[float, float]]:
    """Return the board, and a place on it in metres from its centre."""
    _stand, board, where = (*text.split(" ", 2), "", "")[:3]
    if where in SPOTS:
        return board, SPOTS[where]
    numbers = PLACE.fullmatch(where)
    if not numbers:
        raise BadThrow(
            _(
                "Write where on the board: {places}, or in millimetres: {example}",
                places=", ".join(SPOTS),
                example="stand p2 at 40,-20.",
            )
        )
    return board, (int(numbers[1]) / 1000, int(numbers[2]) / 1000)


def _upright_pose(scene: Scene, board: Pose, spot: tuple[float, float]) -> Pose:
    """Return the pose of an upright barrel at `spot`; on top of a barrel that is there already."""
    x, y, _height = rotate_vector(board.turn, (*spot, 0.0))
    x, y, z = board.x + x, board.y + y, board.z + BOARD[2] / 2 + BARREL_HEIGHT / 2
    for body in scene.bodies:
        if is_barrel(body.id) and hypot(body.pose.x - x, body.pose.y - y) < ON_TOP:
            x, y, z = body.pose.x, body.pose.y, max(z, body.pose.z + BARREL_HEIGHT)
    if z > MOST_HIGH:
        raise BadThrow(_("You can't stack more than three barrels."))
    for body in scene.bodies:
        near = hypot(body.pose.x - x, body.pose.y - y)
        if is_barrel(body.id) and ON_TOP <= near < 2 * BARREL_RADIUS + 0.001 and abs(body.pose.z - z) < BARREL_HEIGHT:
            raise BadThrow(_("Another barrel is in the way."))
    return Pose(x, y, z, *board.turn).rounded()


def place_of(state: State, board: int, spot: int) -> Pose:
    """Return the pose of a barrel at a named place of `board`. Raise BadThrow if another barrel is in the way."""
    scene = scene_of(state)
    return _upright_pose(scene, scene[board_name(board)].pose, list(SPOTS.values())[spot])


def barrel_fits(state: State, board: int, spot: int) -> bool:
    """Return True if a barrel has room there; whether it keeps upright is known only when it is placed."""
    try:
        place_of(state, board, spot)
    except BadThrow:
        return False
    return True


def leave_barrels_aside(state: State, seat: int, dice: Dice) -> None:
    """Leave the remaining barrels off the table."""
    for number in barrels_in_hand(state, seat):
        state.barrels[number].where = PieceStatus.BOX
    log_event(dice, EventKind.ASIDE, seat)
    next_placer(state, dice)


def next_placer(state: State, dice: Dice) -> None:
    """Pass to the next player in turn order; after the last one comes the first throw."""
    state.player = (state.player + 1) % state.n_players
    if state.player == state.starter:
        begin_throws(state, dice)


# --- building

Piece = tuple[str, Pose]
PIECES = (*(board_name(n) for n in range(CENTRE, N_BOARDS)), *(barrel_name(n) for n in range(N_BARRELS)))
LIFT = 0.002  # pieces are released this far above each other
THICK, HIGH = BOARD[2], BARREL_HEIGHT


def _flat(number: int, x: float, y: float, level: int, turn: float = 0.0) -> Piece:
    """Return a level board on top of `level` storeys of barrels."""
    z = level * (HIGH + THICK) + THICK / 2 + level * LIFT
    return f"c{number}", Pose(x, y, z, *turn_about((0.0, 0.0, 1.0), turn))


def _barrel(number: int, x: float, y: float, level: int) -> Piece:
    """Return a barrel on the board of storey `level`."""
    return f"x{number}", Pose(x, y, level * (HIGH + THICK) + THICK + HIGH / 2 + level * LIFT + LIFT / 2)


def _three(first: int, level: int) -> list[Piece]:
    return [
        _barrel(first, -0.1, -0.07, level),
        _barrel(first + 1, 0.1, -0.07, level),
        _barrel(first + 2, 0.0, 0.07, level),
    ]


def _leaning(number: int, x: float, side: int) -> Piece:
    """Return a board that leans against the edge of a first storey."""
    return f"c{number}", Pose(x, 0.0, 0.045, *turn_about((0.0, 1.0, 0.0), side * 0.3))


def flat() -> list[Piece]:
    """Return two boards edge to edge."""
    return [_flat(1, 0.0, BOARD[1] / 2, 0), _flat(2, 0.0, -BOARD[1] / 2, 0)]


def table() -> list[Piece]:
    """Return a board on four barrels, on a board."""
    legs = [_barrel(n + 1, a * 0.1, b * 0.07, 0) for n, (a, b) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1)))]
    return [_flat(1, 0.0, 0.0, 0), *legs, _flat(2, 0.0, 0.0, 1)]


def storeys() -> list[Piece]:
    """Return three boards with three barrels between each two."""
    return [_flat(1, 0.0, 0.0, 0), *_three(1, 0), _flat(2, 0.0, 0.0, 1), *_three(4, 1), _flat(3, 0.0, 0.0, 2)]


def bridge() -> list[Piece]:
    """Return two boards with barrels on them, and one across."""
    sides = [_flat(1, -0.17, 0.0, 0), _flat(2, 0.17, 0.0, 0)]
    legs = [_barrel(n + 1, a * 0.1, b * 0.06, 0) for n, (a, b) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1)))]
    return [*sides, *legs, _flat(3, 0.0, 0.0, 1)]


def ramps() -> list[Piece]:
    """Return a table with a ramp on each side."""
    return [*table(), _leaning(3, -0.262, -1), _leaning(4, 0.262, 1)]


READY_TARGETS: dict[str, Callable[[], list[Piece]]] = {
    "flat": flat,
    "table": table,
    "storeys": storeys,
    "bridge": bridge,
    "ramps": ramps,
}


def build_ready_target(state: State, seat: int, name: str, act: RecordedAction) -> None:
    """Build a ready-made construction and let it settle."""
    clear_pieces(state)
    for piece, pose in READY_TARGETS[name]():
        lay_piece(piece_named(state, piece), pose)
    _settle(state, act)
    log_event(act.dice, EventKind.BUILT, seat, item=list(READY_TARGETS).index(name))


def place_piece(state: State, seat: int, text: str, act: RecordedAction) -> None:
    """Release one piece at the given place: `put c1 at 0,0,60 turn 45 tilt 10,0`."""
    name, pose = read_placing(text)
    if name not in PIECES:
        raise BadThrow(
            _("You can't build with {piece}. You can use {pieces}.", piece=repr(name[:10]), pieces=", ".join(PIECES))
        )
    if max(abs(pose.x), abs(pose.y), pose.z) > REACH or pose.z < 0:
        raise BadThrow(
            _("Build the target within {cm} cm of the middle of the table, and no higher.", cm=round(REACH * 100))
        )
    lying = piece_named(state, name)
    lay_piece(lying, pose.rounded())
    lying.fixed = False
    _settle(state, act)
    log_event(act.dice, EventKind.PLACED, seat, item=piece_number(name))


def remove_piece(state: State, seat: int, name: str, act: RecordedAction) -> None:
    """Take a piece back into the hand; bodies that leaned on it fall."""
    piece_named(state, name).where = PieceStatus.HAND
    _settle(state, act)
    log_event(act.dice, EventKind.REMOVED, seat, item=piece_number(name))


def clear_pieces(state: State) -> None:
    """Take all pieces back into the hand."""
    for name in PIECES:
        piece_named(state, name).where = PieceStatus.HAND


def piece_number(name: str) -> int:
    """Return the number of a board, or of a barrel (after all boards)."""
    return N_BOARDS + barrel_number(name) if is_barrel(name) else board_number(name)


def _settle(state: State, act: RecordedAction) -> None:
    """Let released pieces fall until they rest."""
    scene = scene_of(state)
    if not scene.bodies:
        return
    landed = act.flight("flight", MotionStart(scene, astray=NESTED), lambda: settle_scene(scene))
    for name, pose in landed.rest.items():
        lay_piece(piece_named(state, name), pose)
    for name in landed.lost:
        piece_named(state, name).where = PieceStatus.HAND
    mark_revealed(act.dice)


def missing_for_target(state: State) -> str:
    """Return why the construction is no target yet: it needs a board, and every barrel must touch one (6.2)."""
    scene = scene_of(state)
    if not any(is_board(body.id) for body in scene.bodies):
        return _("A target needs a board. Put one down first.")
    loose = [name for name, barrel in sorted(judge(scene).barrels.items()) if not barrel.touches]
    if not loose:
        return ""
    return _("Every barrel must touch a board. These don't: {barrels}.", barrels=listing(loose))


def finish_target(state: State, seat: int, act: RecordedAction) -> None:
    """Finish building; the target has to keep upright by itself."""
    scene = scene_of(state)
    if not act.stands(lambda: stands_still(scene)):
        raise BadThrow(_("The target isn't stable yet."))
    for name in PIECES:
        if piece_named(state, name).where == PieceStatus.HAND:
            piece_named(state, name).where = PieceStatus.BOX
    state.player = NO_SEAT
    log_event(act.dice, EventKind.READY, seat)
    begin_throws(state, act.dice)
