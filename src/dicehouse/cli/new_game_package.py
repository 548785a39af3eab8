"""Write the package of a new game: a small working game, its tests and its pictures, under a name of the author's."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from .exit_codes import UsageError, quote_input
from .output_files import write_error

FILES = Path(__file__).parent / "new_game_files"
ENDING = ".txt"  # of every file there: none of them is code before it has its name
MAX_NAME = 32
NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
DEVICE_NAME = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")  # on Windows no folder can have such a name
PLACEHOLDERS = ("my_game", "my-game", "My Game")


def check_name(name: str) -> None:
    """Raise UsageError unless `name` can be the name of a new Python package and, with hyphens, the id of a game."""
    from dicehouse.games import all_games
    from dicehouse.games.game_registry import HOUSE_RULE_MARK

    shown = quote_input(name)
    if not NAME_PATTERN.fullmatch(name):
        raise UsageError(
            f"{shown} can't be the name of a game: a name has lower-case letters and digits, with single "
            "underscores between words, such as liars_dice."
        )
    if len(name) > MAX_NAME:
        raise UsageError(f"{shown} is too long: a name has at most {MAX_NAME} characters, not {len(name)}.")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise UsageError(f"{shown} is a reserved word in Python. Choose another name, such as {name}_game.")
    if DEVICE_NAME.fullmatch(name):
        raise UsageError(f"{shown} is the name of a device on Windows. Choose another name, such as {name}_game.")
    if HOUSE_RULE_MARK in game_id(name):
        raise UsageError(f"{shown} has `with` between two words, which marks a game with a house rule. Leave it out.")
    if game_id(name) in all_games():
        raise UsageError(f"There is already a game called {game_id(name)}. Choose another name.")
    if name in sys.stdlib_module_names:
        raise UsageError(f"{shown} is a module of Python's standard library. Choose another name, such as {name}_game.")
    if name in ("tests", "test") or _is_installed(name):
        raise UsageError(f"There is already a Python package called {name}. Choose another name, such as {name}_game.")


def _is_installed(name: str) -> bool:
    """Return True if Python would import something else under this name; a folder here that is no package is not it."""
    try:
        found = find_spec(name)
    except (ImportError, ValueError):
        return False
    return found is not None and found.origin is not None


def game_id(name: str) -> str:
    """Return the id of the game whose package is called `name`."""
    return name.replace("_", "-")


def game_title(name: str) -> str:
    """Return the name of the game for people: each word with a capital."""
    return " ".join(word.capitalize() for word in name.split("_"))


def write_package(name: str, parent: Path) -> list[Path]:
    """Write the package `name` into a new folder of that name in `parent`, and return the files, relative to it; raise
    UsageError if the folder exists or can't be written.
    """
    folder = parent / name
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{quote_input(str(folder))} already exists. Choose another name or another folder.")
    written = []
    try:
        folder.mkdir()
        for file in sorted(FILES.rglob(f"*{ENDING}")):
            place = Path(_named(str(file.relative_to(FILES)).removesuffix(ENDING), name))
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(_named(file.read_text(encoding="utf-8"), name), encoding="utf-8")
            written.append(place)
    except OSError as error:
        raise write_error(folder, error) from None
    return written


def _named(text: str, name: str) -> str:
    """Return a text of the files with the game's own name, id and title in place of the placeholders."""
    for placeholder, own in zip(PLACEHOLDERS, (name, game_id(name), game_title(name)), strict=True):
        text = text.replace(placeholder, own)
    return text
