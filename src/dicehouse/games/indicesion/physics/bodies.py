"""Define sizes, weights and names of the bodies on the table, and the turns of a die.

Units are metres, kilograms and radians. A body's name is a letter for its kind and a number from 1: dice by their
colour ("r1" red, "o1" orange, "y1" yellow, "g1" green, "b1" blue, "k1" pink), a player's board "p1", a board in the
middle "c1", a barrel "x1".
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import cos, hypot, sin, sqrt

from dicehouse.i18n import Text, _

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  # (w, i, j, k)

INCH = 0.0254

DIE = 1.5 * INCH  # its edge
DIE_ROUND = 0.06 * INCH  # the radius of its edges
DIE_MASS = 0.0052
BOARD = (11 * INCH, 8.5 * INCH, INCH / 8)
BOARD_MASS = 0.027
BARREL_RADIUS = 0.8 * INCH
BARREL_HEIGHT = 2.2 * INCH
BARREL_MASS = 0.0109
TABLE = 72 * INCH  # its side

COLOURS = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "k": "pink"}
BOARDS = "pc"  # of players, and in the middle
BARRELS = "x"
NUMBERS = range(1, 7)

# Right-handed: 1, 2 and 3 run anticlockwise round the corner they share.
FACES: tuple[tuple[int, Vector], ...] = (
    (1, (0.0, 0.0, 1.0)),
    (2, (1.0, 0.0, 0.0)),
    (3, (0.0, 1.0, 0.0)),
    (4, (0.0, -1.0, 0.0)),
    (5, (-1.0, 0.0, 0.0)),
    (6, (0.0, 0.0, -1.0)),
)
UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)


def is_name(text: str) -> bool:
    return len(text) == 2 and text[0] in (*COLOURS, *BOARDS, *BARRELS) and text[1] in "123456"


def is_die(name: str) -> bool:
    return name[0] in COLOURS


def is_board(name: str) -> bool:
    return name[0] in BOARDS


def is_barrel(name: str) -> bool:
    return name[0] in BARRELS


DICE_TEXTS: dict[str, Callable[[str], Text]] = {
    "r": lambda number: _("red die {number}", number=number),
    "o": lambda number: _("orange die {number}", number=number),
    "y": lambda number: _("yellow die {number}", number=number),
    "g": lambda number: _("green die {number}", number=number),
    "b": lambda number: _("blue die {number}", number=number),
    "k": lambda number: _("pink die {number}", number=number),
}


def spoken(name: str) -> Text:
    """Return the body `name` as words in a sentence: "red die 1", "board 2"."""
    if is_die(name):
        return DICE_TEXTS[name[0]](name[1])
    return _("board {number}", number=name[1]) if is_board(name) else _("barrel {number}", number=name[1])


def die_vertices() -> list[Vector]:
    """Return the vertices of the rounded cube: each corner is an eighth of a ball with three points along every arc."""
    inset = DIE / 2 - DIE_ROUND
    bulges = [bulge for bulge in product((0, 1), repeat=3) if any(bulge)]
    vertices = []
    for signs in product((-1, 1), repeat=3):
        for bulge in bulges:
            reach = DIE_ROUND / sqrt(sum(bulge))
            x, y, z = (sign * (inset + reach * out) for sign, out in zip(signs, bulge, strict=True))
            vertices.append((x, y, z))
    return vertices


def unit_turn(turn: Quaternion) -> Quaternion:
    w, i, j, k = turn
    length = hypot(w, i, j, k)
    return (w / length, i / length, j / length, k / length)


def compose_turns(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the turn that applies `b`, then `a`."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def inverse_turn(turn: Quaternion) -> Quaternion:
    """Return the inverse of `turn`."""
    w, i, j, k = turn
    return (w, -i, -j, -k)


def turn_about(axis: Vector, angle: float) -> Quaternion:
    """Return a turn by `angle`, anticlockwise as seen from the direction in which `axis` points."""
    length = hypot(*axis)
    if length == 0 or angle == 0:
        return UPRIGHT
    part = sin(angle / 2) / length
    return (cos(angle / 2), axis[0] * part, axis[1] * part, axis[2] * part)


def rotate_vector(turn: Quaternion, vector: Vector) -> Vector:
    """Return `vector` rotated by `turn`."""
    w, i, j, k = turn
    x, y, z = vector
    a, b, c = 2 * (j * z - k * y), 2 * (k * x - i * z), 2 * (i * y - j * x)
    return (x + w * a + j * c - k * b, y + w * b + k * a - i * c, z + w * c + i * b - j * a)


def showing(face: int, yaw: float = 0.0) -> Quaternion:
    """Return the turn of a die that lies flat with `face` up, rotated by `yaw` about the vertical."""
    half = sqrt(0.5)
    upward: dict[int, Quaternion] = {
        1: UPRIGHT,
        2: (half, 0.0, -half, 0.0),
        3: (half, half, 0.0, 0.0),
        4: (half, -half, 0.0, 0.0),
        5: (half, 0.0, half, 0.0),
        6: (0.0, 1.0, 0.0, 0.0),
    }
    return compose_turns(turn_about((0.0, 0.0, 1.0), yaw), upward[face])
