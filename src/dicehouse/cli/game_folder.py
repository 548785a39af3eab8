"""Find the game that a command names: by its id, or by the folder of a package that need not be installed."""

from __future__ import annotations

import os
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .exit_codes import UsageError, quote_input

if TYPE_CHECKING:
    from dicehouse.core import Game


def find_game(name: str) -> Game:
    """Return the game with the id `name`, or the game of the package whose folder is `name`."""
    from dicehouse.games import all_games, find

    folder = Path(name)
    if name not in all_games() and (os.sep in name or (folder / "pyproject.toml").is_file()):
        return game_of_folder(folder)
    return find(name)


def game_of_folder(folder: Path) -> Game:
    """Return the game of the package in `folder`, and register it under its id for this process; raise UsageError if
    there is none.
    """
    from dicehouse.core import Game
    from dicehouse.games import ENTRY_POINT_GROUP, all_games

    shown = quote_input(str(folder))
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise UsageError(f"{shown} isn't the folder of a game: it has no readable pyproject.toml.") from None
    try:
        (place,) = project["project"]["entry-points"][ENTRY_POINT_GROUP].values()
        module, _, attribute = place.partition(":")
    except (KeyError, TypeError, AttributeError, ValueError):
        section = f'[project.entry-points."{ENTRY_POINT_GROUP}"]'
        raise UsageError(f"{shown} names no game: its pyproject.toml needs one line under {section}.") from None
    sys.path.insert(0, str(folder.resolve()))
    try:
        found = getattr(import_module(module), attribute or "game")
    except Exception as error:  # of the author's code
        raise UsageError(f"{shown} can't be loaded: {type(error).__name__}: {str(error)[:200]}") from None
    if not isinstance(found, Game):
        raise UsageError(f"{shown}: {place} must be a Game.")
    all_games()[found.id] = found
    return found
