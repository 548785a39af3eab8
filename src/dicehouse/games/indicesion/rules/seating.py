"""Where boards lie and people stand (section 1.2), and the position as a scene for the physics."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, pi, sin

from ..physics.bodies import BOARD, BOARDS, INCH, Vector, around, back, is_barrel, is_die, turned
from ..physics.world import Body, Pose, Scene
from .state import CENTRE, EACH, LETTERS, N_BARRELS, N_BOARDS, N_DICE, Lying, Mode, State, Where

# Distance of the boards' middles from the middle of the table, in inches: neighbours lie 6 apart at least.
RADIUS = {2: 8, 3: 11, 4: 14, 5: 17, 6: 20}
BEHIND = 0.18  # how far behind the board its player lets go of a die
HAND = 0.22  # and how high
UP = (0.0, 0.0, 1.0)
MIDDLE = "target"  # all boards of the middle as one


def angle(n_players: int, seat: int) -> float:
    """The direction in which a seat sits, clockwise from the near side of the table."""
    return -pi / 2 - 2 * pi * seat / n_players


def angle_of(vector: tuple[float, float, float]) -> float:
    """The direction of a vector as seen from above."""
    return atan2(vector[1], vector[0])


def board_place(n_players: int, seat: int) -> Pose:
    """A player's board, its long side along the circle."""
    way, far = angle(n_players, seat), RADIUS[n_players] * INCH
    turn = around(UP, way + pi / 2)
    return Pose(far * cos(way), far * sin(way), BOARD[2] / 2, *turn)


def middle_places(count: int) -> list[Pose]:
    """Boards of the middle, edge to edge: one, then two in a column, then two columns."""
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
    """How many boards lie in the middle where nobody builds (R20)."""
    return chosen or (1 if players <= 3 else 2)


def standing_place(state: State, seat: int) -> tuple[float, float, float]:
    """Where a seat lets go of a die that it throws from afar: behind its board, or beside the target of all."""
    way = angle(state.n_players, seat)
    far = RADIUS[state.n_players] * INCH + BOARD[1] / 2
    if state.options.game == Mode.CENTRAL:
        far = _extent(state, (cos(way), sin(way), 0.0))
    return (far + BEHIND) * cos(way), (far + BEHIND) * sin(way), HAND


def _extent(state: State, way: Vector) -> float:
    """How far the boards on the table reach out in a direction."""
    far = BOARD[1] / 2
    for board in state.boards:
        if board.where == Where.TABLE:
            pose = pose_of(board)
            u, v, _ = turned(back(pose.turn), way)
            reach = abs(u) * BOARD[0] / 2 + abs(v) * BOARD[1] / 2
            far = max(far, pose.x * way[0] + pose.y * way[1] + reach)
    return far


# --- names and numbers


def die_name(number: int) -> str:
    """The die of that number: "r1" is 0."""
    return f"{LETTERS[colour_of(number)]}{number % EACH + 1}"


def die_number(name: str) -> int:
    """The number of a die by its name."""
    return EACH * LETTERS.index(name[0]) + int(name[1]) - 1


def colour_of(number: int) -> int:
    """The colour of the die of that number."""
    return number // EACH


def dice_of(colour: int) -> range:
    """The numbers of the dice of a colour."""
    return range(EACH * colour, EACH * (colour + 1))


def board_name(number: int) -> str:
    """The board of that number: a player's "p1", or one of the middle, "c1"."""
    return f"{BOARDS[number // CENTRE]}{number % CENTRE + 1}"


def board_number(name: str) -> int:
    """The number of a board by its name."""
    return BOARDS.index(name[0]) * CENTRE + int(name[1]) - 1


def barrel_name(number: int) -> str:
    """The barrel of that number."""
    return f"x{number + 1}"


def barrel_number(name: str) -> int:
    """The number of a barrel by its name."""
    return int(name[1]) - 1


def things(state: State) -> Iterator[tuple[str, Lying]]:
    """Every die, board and barrel by its name."""
    for number in range(N_DICE):
        yield die_name(number), state.dice[number]
    for number in range(N_BOARDS):
        yield board_name(number), state.boards[number]
    for number in range(N_BARRELS):
        yield barrel_name(number), state.barrels[number]


def thing(state: State, name: str) -> Lying:
    """The record of a thing by its name."""
    if is_die(name):
        return state.dice[die_number(name)]
    return state.barrels[barrel_number(name)] if is_barrel(name) else state.boards[board_number(name)]


# --- scenes


def pose_of(lying: Lying) -> Pose:
    """Where a thing lies."""
    return Pose(lying.x, lying.y, lying.z, lying.w, lying.i, lying.j, lying.k)


def put(lying: Lying, pose: Pose) -> None:
    """Lay a thing there, on the table."""
    lying.where = Where.TABLE
    lying.x, lying.y, lying.z = pose.x, pose.y, pose.z
    lying.w, lying.i, lying.j, lying.k = pose.w, pose.i, pose.j, pose.k


def scene_of(state: State) -> Scene:
    """All that lies on the table."""
    return Scene(
        tuple(
            Body(name, pose_of(lying), bool(lying.fixed)) for name, lying in things(state) if lying.where == Where.TABLE
        )
    )


def lay_out(state: State, scene: Scene) -> None:
    """Everything on the table lies as in this scene."""
    for body in scene.bodies:
        if not body.fixed:
            put(thing(state, body.id), body.pose)
