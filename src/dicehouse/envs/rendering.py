"""Render positions in the modes that the environments share: "ansi", "rgb_array" and "human"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from .batch import Batch
from .game_picture import GamePainter, Picture
from .human_window import NO_DISPLAY, PictureWindow, windows_are_possible
from .single_game import board_text

RENDER_MODES = ["human", "ansi", "rgb_array"]
PICTURES_A_SECOND = 4


def possible_modes() -> list[str]:
    """Return the render modes that this machine allows: "human" needs a display."""
    return [mode for mode in RENDER_MODES if mode != "human" or windows_are_possible()]


def check_render_mode(mode: object, modes: Sequence[str] = RENDER_MODES) -> None:
    """Raise BadSetting if a render mode is none of `modes`."""
    if mode is not None and mode not in modes:
        known = ", ".join(map(repr, modes))
        raise BadSetting(f"render_mode must be one of {known}, or None; not {shorten(mode)}.")


def check_display() -> None:
    """Raise BadSetting if there is no display for the render mode "human"."""
    if not windows_are_possible():
        raise BadSetting(NO_DISPLAY)


class Renderer:
    """Render the games of one environment; what it needs is made when the first picture is drawn, and not copied."""

    def __init__(self) -> None:
        self._painter: GamePainter | None = None
        self._window: PictureWindow | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Renderer, ()

    def render(self, mode: str | None, batch: Batch, row: int, seat: int, *, for_all: bool = False) -> Any:
        """Return a game of a batch in a render mode, as a seat sees it, or show it in a window; None without a mode.

        With `for_all`, a text is what a spectator sees. Raise BadSetting if a window is needed and there is no display.
        """
        if mode is None:
            return None
        if mode == "ansi":
            return board_text(batch.game, batch.position(row), batch.players, None if for_all else seat)
        picture = self._draw(batch, row, seat)
        if mode == "rgb_array":
            return picture
        if self._window is None:
            self._window = PictureWindow(batch.game.name)
        self._window.show(picture)
        return None

    def _draw(self, batch: Batch, row: int, seat: int) -> Picture:
        if self._painter is None:
            self._painter = GamePainter(batch.game, batch.observation_encoder, batch.players)
        board = board_text(batch.game, batch.position(row), batch.players, seat)
        return self._painter.draw(board, batch.observe_rows([row], [seat])[0])

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
