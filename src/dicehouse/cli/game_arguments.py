"""Declare and read the arguments that several commands have: game, settings, house rule, seed and database."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .argument_types import database_place, file_path, key_value, whole_number
from .exit_codes import UsageError, quote_input
from .standard_streams import print_note

if TYPE_CHECKING:
    from dicehouse.core import Game
    from dicehouse.core.settings import Mode
    from dicehouse.server.storage.database_address import Place

AgreedSettings = tuple[int, dict[str, Any]]
MAX_GAMES = 1_000_000
NO_CACHE = (
    "No folder for compiled rules is writable, so they are compiled each time. Set the variable "
    "DICEHOUSE_CACHE to a folder that is."
)
MAX_SAVE_SIZE = 256 * 1024 * 1024  # bytes of a save file of games between bots


def add_database_argument(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--database",
        type=database_place,
        metavar="PATH",
        help="the database of the tables: a file, or postgresql://USER@HOST/NAME (default: a file in your data folder)",
    )


def add_game_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    sub.add_argument(
        "--players",
        type=whole_number("the number of players", 1, 16),
        help="default: the game's usual number, or the mode's",
    )
    sub.add_argument("--mode", metavar="MODE", help="a named set of options from `dicehouse games`")
    add_option_argument(sub)
    add_rule_argument(sub)


def add_rule_argument(sub: argparse.ArgumentParser, what: str = "the house rule to play by") -> None:
    sub.add_argument("--rule", type=file_path, metavar="FILE.py", help=f"{what}; FILE is Python code, which runs")


def add_option_argument(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--option",
        type=key_value,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game from `dicehouse games`; may be repeated",
    )


def add_export_arguments(sub: argparse.ArgumentParser, what: str) -> None:
    sub.add_argument("--save", type=file_path, metavar="FILE", help=f"write {what} to FILE (.csv or .parquet)")
    sub.add_argument("--json", action="store_true", help="print all figures as JSON")


def find_database(arguments: argparse.Namespace) -> Place:
    """Return the database that `arguments` names, or this user's own."""
    from dicehouse.server.storage.data_files import default_database

    named: Place | None = arguments.database
    return named or default_database()


def find_game(arguments: argparse.Namespace) -> Game:
    """Return the game that `arguments` names, with the house rule of --rule if there is one, and register it in this
    process.
    """
    from dicehouse.games import all_games, find

    game = find(arguments.game)
    if arguments.rule is None:
        return game
    from dicehouse.games.house_rules.patched_game import patched

    if sys.stderr.isatty():
        print(f"Adding {arguments.rule} to {game.name}; the first time, its rules are compiled ...", file=sys.stderr)
    made = patched(game, arguments.rule)
    all_games()[made.id] = made
    return made


def register_house_rule(rule: Path | None, saved: Mapping[str, Any], place: Path) -> None:
    """Put the house rule of --rule into the game of a saved match, so that the match can be read."""
    from dicehouse.games import all_games, find, split_game_id
    from dicehouse.games.house_rules.patched_game import patched

    game = str(saved.get("game"))
    base, wanted = split_game_id(game)
    if rule is None or not (wanted or game in all_games()):
        return
    if not wanted:
        raise UsageError(f"{quote_input(str(place))} was played without a house rule. Leave out --rule.")
    made = patched(find(base), rule)
    if made.id != game:
        raise UsageError(
            f"{quote_input(str(place))} was played with the house rule {wanted}, not "
            f"{split_game_id(made.id)[1]}. Name its file with --rule."
        )
    all_games()[made.id] = made


def agree_settings(
    game: Game, mode: str | None, players: int | None, options: Sequence[tuple[str, str]]
) -> AgreedSettings:
    """Return the number of players and the settings of a mode, changed by `options`; both are checked together."""
    seated = game.player_count(find_mode(game, mode), players)
    return seated, dict(game.settings_for(seated, {**mode_settings(game, mode), **dict(options)}))


def find_mode(game: Game, mode: str | None) -> Mode | None:
    """Return the mode with this id, or None if `mode` is None. Raise UsageError if there is no such mode."""
    known = {each.id: each for each in game.modes}
    if mode is not None and mode not in known:
        raise UsageError(f"{game.name} has no mode {quote_input(mode)}. Its modes are: {', '.join(known)}.")
    return known.get(mode or "")


def mode_settings(game: Game, mode: str | None, but: Container[str] = ()) -> dict[str, Any]:
    """Return the settings of a mode, without the keys in `but`, which are varied."""
    chosen = find_mode(game, mode)
    return {key: value for key, value in (chosen.settings if chosen else {}).items() if key not in but}


def choose_seed(seed: int | None, save_file: Path | None = None) -> int:
    """Return `seed` if it is given; otherwise the seed that `save_file` was made with, or a random one."""
    if save_file is not None and os.path.isdir(save_file):
        raise UsageError(f"{quote_input(str(save_file))} is a folder. Name a file.")
    if seed is None and save_file is not None:
        seed = _saved_seed(save_file)
    return secrets.randbelow(2**31) if seed is None else seed


def _saved_seed(file: Path) -> int | None:
    """Return the seed that a save file contains, or None; the code that reads the file later reports what is wrong with
    it.
    """
    try:
        if not file.is_file() or file.stat().st_size > MAX_SAVE_SIZE:
            return None
        saved = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    seed = saved.get("seed") if isinstance(saved, dict) else None
    return seed if type(seed) is int and 0 <= seed < 2**63 else None


def announce_compiling(game: Game) -> None:
    """Print that the rules have to be compiled, on a terminal; and anywhere if that will be so each time."""
    from dicehouse.cli import precompile
    from dicehouse.compiler.cache import keeps_programs
    from dicehouse.compiler.numba_settings import COMPILES

    if COMPILES and game.engine is None and not keeps_programs():
        print_note(f"dicehouse: {NO_CACHE}")
    elif COMPILES and sys.stderr.isatty() and not precompile.is_precompiled(game):
        print(f"Compiling the rules of {game.name} (only the first time) ...", file=sys.stderr)


def changed_settings_text(game: Game, settings: Mapping[str, object]) -> str:
    """Return the settings that differ from their defaults, as KEY=VALUE."""
    full = game.complete(settings)
    return ", ".join(
        f"{setting.key}={setting.words(full[setting.key])}"
        for setting in game.settings
        if full[setting.key] != setting.default
    )


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
