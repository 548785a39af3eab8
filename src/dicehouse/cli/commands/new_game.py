"""Run `dicehouse new-game`."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

HELP = "write a small working game as a Python package, for you to change into your own"
DETAILS = """\
Writes a folder with a Python package: a small game with hidden dice, with texts in English and German, tests and
pictures. It passes `dicehouse check`, which takes this folder or the id of an installed game. Change it into your own
game rule by rule; docs/adding-a-game.md explains each file.

  dicehouse new-game cup_race
  dicehouse check cup_race
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse new-game` to `parser`."""
    parser.add_argument("name", metavar="NAME", help="name of the package, such as cup_race; the game is cup-race")
    parser.add_argument(
        "--in",
        dest="folder",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="where to write it (default: this folder)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the package of a new game, and print what to do next."""
    from importlib.util import find_spec

    from ..new_game_package import check_name, game_id, write_package

    check_name(arguments.name)
    files = write_package(arguments.name, arguments.folder)
    folder = arguments.folder / arguments.name
    shown = shlex.quote(f"./{folder}" if not folder.is_absolute() else str(folder))
    installer = f"{sys.executable} -m pip" if find_spec("pip") else f"uv pip --python {sys.executable}"
    print(f"{folder} holds a small game with hidden dice, in {len(files)} files:")
    print("\n".join(f"  {file}" for file in files))
    print("Check it, install it in editable form, and play it:")
    print(f"  dicehouse check {shown}")
    print(f"  {installer} install --editable {shown}".replace("uv pip --python", "uv pip install --python"))
    print(f"  dicehouse play {game_id(arguments.name)}")
    return 0
