"""Draw what a seat sees as a picture: the text board, and below it every plane of its observation.

The letters are those of the public-domain font 6x13 of the X Window System, one a line in `picture_font.txt`: the
number of the character, and a byte for each row of its pixels.
"""

from __future__ import annotations

import textwrap
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.core.observation_planes import Plane
from dicehouse.engine.observation_encoder import ObservationEncoder

from .batch import Floats

Picture = npt.NDArray[np.uint8]

GLYPH_WIDTH, GLYPH_HEIGHT = 6, 13
WIDTH = 960
MARGIN = 12
TEXT_ZOOM = 2  # of the text board
COLUMNS = (WIDTH - 2 * MARGIN) // (TEXT_ZOOM * GLYPH_WIDTH)
CELL = 8  # pixels of one number of a plane, with its border
MAX_CELLS = (WIDTH - 2 * MARGIN) // CELL  # side by side
GAP = 10
NUMBER_WIDTH = 8  # characters

BACKGROUND = (24, 27, 33)
TEXT = (236, 234, 226)
LABEL = (150, 160, 172)
EMPTY = (44, 48, 58)
POSITIVE = (255, 193, 70)
NEGATIVE = (235, 84, 76)


class GamePainter:
    """Draw positions of one game for one number of players; all its pictures have the same size."""

    def __init__(self, game: Game, encoder: ObservationEncoder, players: int) -> None:
        self._encoder = encoder
        self._lines = text_lines(players)
        self._places: list[tuple[Plane, int, int]] = []
        bottom = self._lay_out(MARGIN + self._lines * TEXT_ZOOM * GLYPH_HEIGHT + GAP)
        self._empty: Picture = np.empty((bottom + MARGIN, WIDTH, 3), np.uint8)
        self._empty[:] = BACKGROUND
        for plane, x, y in self._places:
            _draw_text(self._empty, plane.name, x, y, LABEL)

    def _lay_out(self, top: int) -> int:
        """Give every plane a place, line by line, and return where the last line ends."""
        x, y, height = MARGIN, top, 0
        for plane in self._encoder.planes:
            if plane.part != "seen":
                continue
            wide, high = _block_size(plane)
            if x > MARGIN and x + wide > WIDTH - MARGIN:
                x, y, height = MARGIN, y + height + GAP, 0
            self._places.append((plane, x, y))
            x, height = x + wide + GAP, max(height, high)
        return y + height

    def draw(self, board: str, observation: Floats) -> Picture:
        """Return a picture of a text board and an observation, height x width x 3, as bytes of red, green and blue."""
        picture = self._empty.copy()
        for number, line in enumerate(fit_board(board, self._lines)):
            y = MARGIN + number * TEXT_ZOOM * GLYPH_HEIGHT
            _draw_text(picture, line, MARGIN, y, TEXT, TEXT_ZOOM)
        for plane, x, y in self._places:
            place = self._encoder.plane_slices[plane.name]
            numbers = np.rint(observation[place] / self._encoder.scale_factors[place])
            if _is_number(plane):
                _draw_text(picture, f"{int(numbers[0])}", x + (len(plane.name) + 1) * GLYPH_WIDTH, y, TEXT)
            else:
                _draw_cells(picture, plane, numbers, x, y + GLYPH_HEIGHT)
        return picture


def text_lines(players: int) -> int:
    """Return how many lines of a text board a picture shows."""
    return 12 + 2 * players


def fit_board(board: str, lines: int) -> list[str]:
    """Return the lines of a board, long ones wrapped; dots stand for those for which there is no room."""
    found = [part for line in board.splitlines() for part in _wrap_line(line)]
    return found if len(found) <= lines else [*found[: lines - 1], "..."]


def _wrap_line(line: str) -> list[str]:
    return textwrap.wrap(line, COLUMNS, drop_whitespace=False) or [""]


def _is_number(plane: Plane) -> bool:
    """Return True if the plane is one number, which is written as digits."""
    return plane.size == 1 and (plane.low, plane.high) != (0, 1)


def _cell_grid(plane: Plane) -> tuple[int, int, bool]:
    """Return how many rows and columns of cells show a plane, and whether its axes are swapped."""
    if len(plane.shape) == 1:
        columns = min(plane.size, MAX_CELLS)
        return -(-plane.size // columns), columns, False
    rows, columns = plane.shape[0], plane.size // plane.shape[0]
    swapped = rows > columns and rows <= MAX_CELLS
    if not swapped and columns > MAX_CELLS:
        return -(-plane.size // MAX_CELLS), MAX_CELLS, False
    return (columns, rows, True) if swapped else (rows, columns, False)


def _block_size(plane: Plane) -> tuple[int, int]:
    """Return the width and height of a plane with its name."""
    named = len(plane.name) * GLYPH_WIDTH
    if _is_number(plane):
        return named + (1 + NUMBER_WIDTH) * GLYPH_WIDTH, GLYPH_HEIGHT
    rows, columns, _ = _cell_grid(plane)
    return max(named, columns * CELL), GLYPH_HEIGHT + rows * CELL


def _draw_cells(picture: Picture, plane: Plane, numbers: Floats, x: int, y: int) -> None:
    """Draw a cell for each number: the further from 0, the brighter."""
    rows, columns, swapped = _cell_grid(plane)
    bounds = np.where(numbers < 0, max(-plane.low, 1), max(plane.high, 1))
    strength = np.sqrt(np.minimum(np.abs(numbers) / bounds, 1))[:, None]
    bright = np.where((numbers < 0)[:, None], NEGATIVE, POSITIVE)
    colours = np.full((rows * columns, 3), BACKGROUND, np.float64)
    colours[: plane.size] = np.array(EMPTY) * (1 - strength) + bright * strength
    grid = colours.reshape(columns, rows, 3).swapaxes(0, 1) if swapped else colours.reshape(rows, columns, 3)
    cells = picture[y : y + rows * CELL, x : x + columns * CELL].reshape(rows, CELL, columns, CELL, 3)
    cells[:, : CELL - 1, :, : CELL - 1] = np.rint(grid)[:, None, :, None]


def _draw_text(picture: Picture, text: str, x: int, y: int, colour: tuple[int, int, int], zoom: int = 1) -> None:
    glyphs = _read_font()
    for letter in text:
        if letter != " ":
            pixels = glyphs.get(letter, glyphs["?"])
            if zoom > 1:
                pixels = pixels.repeat(zoom, 0).repeat(zoom, 1)
            picture[y : y + pixels.shape[0], x : x + pixels.shape[1]][pixels] = colour
        x += zoom * GLYPH_WIDTH


@cache
def _read_font() -> dict[str, npt.NDArray[np.bool_]]:
    """Return the pixels of each character."""
    lines = Path(__file__).with_name("picture_font.txt").read_text(encoding="ascii").split()
    parts = [line.split(":") for line in lines]
    return {chr(int(code, 16)): _glyph_pixels(bytes.fromhex(rows)) for code, rows in parts}


def _glyph_pixels(rows: bytes) -> npt.NDArray[np.bool_]:
    bits = np.unpackbits(np.frombuffer(rows, np.uint8)[:, None], axis=1)
    return bits[:, 8 - GLYPH_WIDTH :].astype(np.bool_)
