"""Show pictures in a window, for the render mode "human"; Tk opens it, which comes with Python."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from typing import Any

from dicehouse.errors import BadSetting

from .game_picture import Picture

NO_DISPLAY = "render_mode 'human' needs a display, and there is none. Use 'rgb_array' or 'ansi'."
NO_TK = "render_mode 'human' needs tkinter, which this Python lacks. Install tkinter, or use 'rgb_array'."


def windows_are_possible() -> bool:
    """Return True if there is a display, as far as one can tell without opening a window."""
    shown = sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY"))
    return shown and importlib.util.find_spec("tkinter") is not None


class PictureWindow:
    """Hold a window, opened when the first picture is shown."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._root: Any = None
        self._label: Any = None
        self._image: Any = None

    def open(self) -> None:
        """Open the window, unless it is open. Raise BadSetting if there is no display."""
        if self._root is not None:
            return
        try:
            tk = importlib.import_module("tkinter")
        except ImportError as error:
            raise BadSetting(NO_TK) from error
        try:
            root = tk.Tk()
        except tk.TclError as error:
            raise BadSetting(NO_DISPLAY) from error
        root.title(self._title)
        self._root, self._label = root, tk.Label(root, borderwidth=0)
        self._label.pack()

    def show(self, picture: Picture) -> None:
        """Show a picture in place of the one before."""
        self.open()
        tk = importlib.import_module("tkinter")
        height, width, _ = picture.shape
        data = f"P6 {width} {height} 255 ".encode() + picture.tobytes()
        self._image = tk.PhotoImage(master=self._root, data=data, format="PPM")  # Tk does not keep it alive
        self._label.configure(image=self._image)
        self._root.update()

    def close(self) -> None:
        """Close the window, if it is open."""
        if self._root is not None:
            self._root.destroy()
        self._root = self._label = self._image = None
