"""Lay out the boards and the players' places (section 1.2), and turn the position into a scene for the physics."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, pi, sin

from ..physics.bodies import BOARD, BOARDS, INCH, Vector, inverse_turn, is_barrel, is_die, rotate_vector, turn_about
from ..physics.world import Body, Pose, Scene
from .state import CENTRE, EACH, LETTERS, N_BARRELS, N_BOARDS, N_DICE, Mode, PieceState, PieceStatus, State

# Distance of the boards' centres from the centre of the table, in inches: neighbours are at least 6 apart.
RADIUS = {2: 8, 3: 11, 4: 14, 5: 17, 6: 20}
BEHIND = 0.18  # how far behind the board its player releases a die
HAND = 0.22  # and how high
UP = (0.0, 0.0, 1.0)
MIDDLE = "target"  # all boards of the middle as one


def angle(n_players: int, seat: int) -> float:
    """Return the direction in which a seat sits, clockwise from the near side of the table."""
    return -pi / 2 - 2 * pi * seat / n_players


def angle_of(vector: tuple[float, float, float]) -> float:
    """Return the direction of `vector` as seen from above."""
    return atan2(vector[1], vector[0])


def board_place(n_players: int, seat: int) -> Pose:
    """Return the pose of a player's board, its long side along the circle."""
    way, far = angle(n_players, seat), RADIUS[n_players] * INCH
    turn = turn_about(UP, way + pi / 2)
    return Pose(far * cos(way), far * sin(way), BOARD[2] / 2, *turn)


def middle_places(count: int) -> list[Pose]:
    """Return the poses of the boards in the middle, edge to edge: one, then two in a column, then two columns."""
    columns = 1 if count < 3 else 2
    rows = -(-count // columns)
    places = []
    for number in range(count):
        row, column = divmod(number, columns)
        x = (column - (columns - 1) / 2) * BOARD[0]
        y = ((rows - 1) / 2 - row) * BOARD[1]
        places.append(Pose(x, y, BOARD[2] / 2))
    return places


def boards_of_middle(players: int, chosen: int) -> int:
    """Return how many boards lie in the middle where nobody builds (R20)."""
    return chosen or (1 if players <= 3 else 2)


def player_place(state: State, seat: int) -> tuple[float, float, float]:
    """Return where a seat releases a die that it throws from afar: behind its board, or beside the shared target."""
    way = angle(state.n_players, seat)
    far = RADIUS[state.n_players] * INCH + BOARD[1] / 2
    if state.options.game == Mode.CENTRAL:
        far = _extent(state, (cos(way), sin(way), 0.0))
    return (far + BEHIND) * cos(way), (far + BEHIND) * sin(way), HAND


def _extent(state: State, way: Vector) -> float:
    """Return how far the boards on the table reach out in the direction `way`."""
    far = BOARD[1] / 2
    for board in state.boards:
        if board.where == PieceStatus.TABLE:
            pose = pose_of(board)
            u, v, _ = rotate_vector(inverse_turn(pose.turn), way)
            reach = abs(u) * BOARD[0] / 2 + abs(v) * BOARD[1] / 2
            far = max(far, pose.x * way[0] + pose.y * way[1] + reach)
    return far


# --- names and numbers


def die_name(number: int) -> str:
    """Return the name of die `number`: "r1" is 0."""
    return f"{LETTERS[colour_of(number)]}{number % EACH + 1}"


def die_number(name: str) -> int:
    """Return the number of a die by its name."""
    return EACH * LETTERS.index(name[0]) + int(name[1]) - 1


def colour_of(number: int) -> int:
    """Return the colour of die `number`."""
    return number // EACH


def dice_of(colour: int) -> range:
    """Return the numbers of the dice of a colour."""
    return range(EACH * colour, EACH * (colour + 1))


def board_name(number: int) -> str:
    """Return the name of board `number`: a player's "p1", or one of the middle, "c1"."""
    return f"{BOARDS[number // CENTRE]}{number % CENTRE + 1}"


def board_number(name: str) -> int:
    """Return the number of a board by its name."""
    return BOARDS.index(name[0]) * CENTRE + int(name[1]) - 1


def barrel_name(number: int) -> str:
    """Return the name of barrel `number`."""
    return f"x{number + 1}"


def barrel_number(name: str) -> int:
    """Return the number of a barrel by its name."""
    return int(name[1]) - 1


def all_pieces(state: State) -> Iterator[tuple[str, PieceState]]:
    """Yield every die, board and barrel by its name."""
    for number in range(N_DICE):
        yield die_name(number), state.dice[number]
    for number in range(N_BOARDS):
        yield board_name(number), state.boards[number]
    for number in range(N_BARRELS):
        yield barrel_name(number), state.barrels[number]


def piece_named(state: State, name: str) -> PieceState:
    """Return the record of a body by its name."""
    if is_die(name):
        return state.dice[die_number(name)]
    return state.barrels[barrel_number(name)] if is_barrel(name) else state.boards[board_number(name)]


# --- scenes


def pose_of(lying: PieceState) -> Pose:
    """Return the pose of a body."""
    return Pose(lying.x, lying.y, lying.z, lying.w, lying.i, lying.j, lying.k)


def lay_piece(lying: PieceState, pose: Pose) -> None:
    """Place a body on the table at `pose`."""
    lying.where = PieceStatus.TABLE
    lying.x, lying.y, lying.z = pose.x, pose.y, pose.z
    lying.w, lying.i, lying.j, lying.k = pose.w, pose.i, pose.j, pose.k


def scene_of(state: State) -> Scene:
    """Return all bodies on the table as a scene."""
    return Scene(
        tuple(
            Body(name, pose_of(lying), bool(lying.fixed))
            for name, lying in all_pieces(state)
            if lying.where == PieceStatus.TABLE
        ),
        state.options.physics,
    )


def lay_out_scene(state: State, scene: Scene) -> None:
    """Place every body as in `scene`."""
    for body in scene.bodies:
        if not body.fixed:
            lay_piece(piece_named(state, body.id), body.pose)
