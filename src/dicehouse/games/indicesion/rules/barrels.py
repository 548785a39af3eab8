"""Barrels on boards before a round (6.1), and the target that the starter builds of boards and barrels (6.2)."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor, hypot

from dicehouse.errors import BadThrow
from dicehouse.kit import Dice, reveal, tell

from ..physics.bodies import BARREL_HEIGHT, BARREL_RADIUS, BOARD, INCH, around, is_barrel, is_board, turned
from ..physics.throwing import settle, stands
from ..physics.world import Body, Pose, Scene
from .judge import judge
from .notation import read_placing
from .outcomes import Act, Motion
from .rounds import begin_throws
from .seating import barrel_name, barrel_number, board_name, board_number, put, scene_of, thing
from .state import CENTRE, N_BARRELS, N_BOARDS, NOBODY, Happened, State, Where

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
REACH = 0.5  # how far from the middle, and how high, somebody builds
NESTED = "These pieces are inside each other; put them a little apart."
ON_TOP = 0.02  # how near to a barrel's middle another one is stacked on it


# --- standing them on boards


def barrels_in_hand(state: State, seat: int) -> list[int]:
    """Barrels that a seat may still stand."""
    return [n for n in range(N_BARRELS) if state.barrels[n].where == Where.HAND and state.barrels[n].owner == seat]


def stand(state: State, seat: int, text: str, act: Act) -> None:
    """A barrel is stood on a board, or on one that stands there: `stand p2 left`, `stand p2 at 40,-20`."""
    board, spot = _named(text)
    if board not in [board_name(n) for n in range(N_BOARDS) if state.boards[n].where == Where.TABLE]:
        raise BadThrow(f"{board[:10]!r} is no board on the table.")
    if abs(spot[0]) > BOARD[0] / 2 - INSIDE or abs(spot[1]) > BOARD[1] / 2 - INSIDE:
        right, behind = (floor((side / 2 - INSIDE) * 1000) / 10 for side in BOARD[:2])
        raise BadThrow(
            f"A barrel stands inside the board's edge, at most {right} cm to the side of the board's middle and"
            f" {behind} cm before or behind it."
        )
    number = barrels_in_hand(state, seat)[0]
    scene = scene_of(state)
    pose = _standing(scene, scene[board].pose, spot)
    built = scene.having(Body(barrel_name(number), pose))
    if not act.stands(lambda: stands(built)):
        raise BadThrow("A barrel would not stand there; choose another place.")
    put(state.barrels[number], pose)
    state.barrels[number].home = board_number(board)
    tell(act.dice, Happened.STAND, seat, item=number, amount=board_number(board))
    reveal(act.dice)
    if not barrels_in_hand(state, seat):
        next_placer(state, act.dice)


def _named(text: str) -> tuple[str, tuple[float, float]]:
    """The board, and a place on it in metres from its middle."""
    _, board, where = (*text.split(" ", 2), "", "")[:3]
    if where in SPOTS:
        return board, SPOTS[where]
    numbers = PLACE.fullmatch(where)
    if not numbers:
        raise BadThrow(f"Say where on a board: {', '.join(SPOTS)}, or in millimetres: stand p2 at 40,-20.")
    return board, (int(numbers[1]) / 1000, int(numbers[2]) / 1000)


def _standing(scene: Scene, board: Pose, spot: tuple[float, float]) -> Pose:
    """Upright there; on top of a barrel that stands at that place."""
    x, y, _ = turned(board.turn, (*spot, 0.0))
    x, y, z = board.x + x, board.y + y, board.z + BOARD[2] / 2 + BARREL_HEIGHT / 2
    for body in scene.bodies:
        if is_barrel(body.id) and hypot(body.pose.x - x, body.pose.y - y) < ON_TOP:
            x, y, z = body.pose.x, body.pose.y, max(z, body.pose.z + BARREL_HEIGHT)
    if z > MOST_HIGH:
        raise BadThrow("Three barrels already stand on one another there, and no more may.")
    for body in scene.bodies:
        near = hypot(body.pose.x - x, body.pose.y - y)
        if is_barrel(body.id) and ON_TOP <= near < 2 * BARREL_RADIUS + 0.001 and abs(body.pose.z - z) < BARREL_HEIGHT:
            raise BadThrow("Another barrel stands in the way.")
    return Pose(x, y, z, *board.turn).rounded()


def place_of(state: State, board: int, spot: int) -> Pose:
    """Where a barrel would stand at one of the named places of a board; BadThrow if another one is in the way."""
    scene = scene_of(state)
    return _standing(scene, scene[board_name(board)].pose, list(SPOTS.values())[spot])


def fits(state: State, board: int, spot: int) -> bool:
    """Whether a barrel has room there; whether it stands shows when it is put there."""
    try:
        place_of(state, board, spot)
    except BadThrow:
        return False
    return True


def aside(state: State, seat: int, dice: Dice) -> None:
    """The barrels that are left stay beside the table."""
    for number in barrels_in_hand(state, seat):
        state.barrels[number].where = Where.BOX
    tell(dice, Happened.ASIDE, seat)
    next_placer(state, dice)


def next_placer(state: State, dice: Dice) -> None:
    """In turn order; then the first throw."""
    state.player = (state.player + 1) % state.n_players
    if state.player == state.starter:
        begin_throws(state, dice)


# --- building

Piece = tuple[str, Pose]
PIECES = (*(board_name(n) for n in range(CENTRE, N_BOARDS)), *(barrel_name(n) for n in range(N_BARRELS)))
LIFT = 0.002  # pieces are let go this much above each other
THICK, HIGH = BOARD[2], BARREL_HEIGHT


def _flat(number: int, x: float, y: float, level: int, turn: float = 0.0) -> Piece:
    """A level board, so many storeys of barrels up."""
    z = level * (HIGH + THICK) + THICK / 2 + level * LIFT
    return f"c{number}", Pose(x, y, z, *around((0.0, 0.0, 1.0), turn))


def _barrel(number: int, x: float, y: float, level: int) -> Piece:
    """A barrel on the board of that storey."""
    return f"x{number}", Pose(x, y, level * (HIGH + THICK) + THICK + HIGH / 2 + level * LIFT + LIFT / 2)


def _three(first: int, level: int) -> list[Piece]:
    return [
        _barrel(first, -0.1, -0.07, level),
        _barrel(first + 1, 0.1, -0.07, level),
        _barrel(first + 2, 0.0, 0.07, level),
    ]


def _leaning(number: int, x: float, side: int) -> Piece:
    """A board that leans against the edge of a first storey."""
    return f"c{number}", Pose(x, 0.0, 0.045, *around((0.0, 1.0, 0.0), side * 0.3))


def flat() -> list[Piece]:
    """Two boards edge to edge."""
    return [_flat(1, 0.0, BOARD[1] / 2, 0), _flat(2, 0.0, -BOARD[1] / 2, 0)]


def table() -> list[Piece]:
    """A board on four barrels, on a board."""
    legs = [_barrel(n + 1, a * 0.1, b * 0.07, 0) for n, (a, b) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1)))]
    return [_flat(1, 0.0, 0.0, 0), *legs, _flat(2, 0.0, 0.0, 1)]


def storeys() -> list[Piece]:
    """Three boards with three barrels between each two."""
    return [_flat(1, 0.0, 0.0, 0), *_three(1, 0), _flat(2, 0.0, 0.0, 1), *_three(4, 1), _flat(3, 0.0, 0.0, 2)]


def bridge() -> list[Piece]:
    """Two boards with barrels on them, and one across."""
    sides = [_flat(1, -0.17, 0.0, 0), _flat(2, 0.17, 0.0, 0)]
    legs = [_barrel(n + 1, a * 0.1, b * 0.06, 0) for n, (a, b) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1)))]
    return [*sides, *legs, _flat(3, 0.0, 0.0, 1)]


def ramps() -> list[Piece]:
    """A table with a ramp on each side."""
    return [*table(), _leaning(3, -0.262, -1), _leaning(4, 0.262, 1)]


READY: dict[str, Callable[[], list[Piece]]] = {
    "flat": flat,
    "table": table,
    "storeys": storeys,
    "bridge": bridge,
    "ramps": ramps,
}


def build(state: State, seat: int, name: str, act: Act) -> None:
    """A ready-made construction, as it settles."""
    clear(state)
    for piece, pose in READY[name]():
        put(thing(state, piece), pose)
    _settle(state, act)
    tell(act.dice, Happened.BUILT, seat, item=list(READY).index(name))


def place(state: State, seat: int, text: str, act: Act) -> None:
    """One piece, let go where it is said: `put c1 at 0,0,60 turn 45 tilt 10,0`."""
    name, pose = read_placing(text)
    if name not in PIECES:
        raise BadThrow(f"{name[:10]!r} is no piece to build with; there are {', '.join(PIECES)}.")
    if max(abs(pose.x), abs(pose.y), pose.z) > REACH or pose.z < 0:
        raise BadThrow(
            f"The target is built in the middle of the table: no piece is more than {REACH * 100:.0f} cm to the side"
            " of it, or higher."
        )
    lying = thing(state, name)
    put(lying, pose.rounded())
    lying.fixed = False
    _settle(state, act)
    tell(act.dice, Happened.PLACED, seat, item=piece_number(name))


def remove(state: State, seat: int, name: str, act: Act) -> None:
    """A piece comes back into the hand; what leaned on it falls."""
    thing(state, name).where = Where.HAND
    _settle(state, act)
    tell(act.dice, Happened.REMOVED, seat, item=piece_number(name))


def clear(state: State) -> None:
    """Everything back into the hand."""
    for name in PIECES:
        thing(state, name).where = Where.HAND


def piece_number(name: str) -> int:
    """A board by its number, or a barrel by its own after all boards."""
    return N_BOARDS + barrel_number(name) if is_barrel(name) else board_number(name)


def _settle(state: State, act: Act) -> None:
    """Whatever was let go falls where it will."""
    scene = scene_of(state)
    if not scene.bodies:
        return
    landed = act.flight("flight", Motion(scene, astray=NESTED), lambda: settle(scene))
    for name, pose in landed.rest.items():
        put(thing(state, name), pose)
    for name in landed.lost:
        thing(state, name).where = Where.HAND
    reveal(act.dice)


def lacking(state: State) -> str:
    """Why what was built is no target yet: it needs a board, and every barrel touches one (6.2)."""
    scene = scene_of(state)
    if not any(is_board(body.id) for body in scene.bodies):
        return "a target needs a board; put one down first"
    loose = [name for name, barrel in sorted(judge(scene).barrels.items()) if not barrel.touches]
    verb = "doesn't" if len(loose) == 1 else "don't"
    return f"every barrel has to touch a board, but {' and '.join(loose)} {verb}" if loose else ""


def finish(state: State, seat: int, act: Act) -> None:
    """The target has to stand by itself."""
    scene = scene_of(state)
    if not act.stands(lambda: stands(scene)):
        raise BadThrow("This does not stand still yet.")
    for name in PIECES:
        if thing(state, name).where == Where.HAND:
            thing(state, name).where = Where.BOX
    state.player = NOBODY
    tell(act.dice, Happened.READY, seat)
    begin_throws(state, act.dice)
