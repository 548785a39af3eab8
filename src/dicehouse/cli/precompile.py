"""Compile the rules in advance: python -m dicehouse.cli.precompile [GAME...]

Compiling takes seconds, once for every version of the rules; loading compiled code takes a moment. `make setup` runs
this, and a server calls `precompile_in_background`: until it is done, the interpreted rules serve the tables, with the
same results.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from ..compiler.cache import cache_root
from ..compiler.numba_settings import COMPILES, require_compiler
from ..core import Game
from ..engine import engine
from ..engine.entry_points import is_compiled, match_program, playout_program
from ..errors import DicehouseError
from ..games import all_games, find
from .standard_streams import prepare_streams

log = logging.getLogger("dicehouse.server")
NICE_LEVEL = 10
_compiling = threading.Lock()  # one game at a time, to leave the other processor to the server


def is_precompiled(game: Game) -> bool:
    """Return True if everything that compiles is in the cache."""
    return game.engine is not None or is_compiled(game)


def precompile(game: Game) -> float:
    """Load a game's compiled code, or compile it and store it in the cache; return how many seconds that took."""
    started = time.perf_counter()
    if game.engine is None:  # a game with its own engine does not compile
        match_program(game)
        playout_program(game)
    return time.perf_counter() - started


def precompile_in_background(game: Game, ready: Callable[[], None] | None = None) -> threading.Thread:
    """Switch `game` to compiled rules once they are compiled, and then call `ready` in another thread.

    Code that is not in the cache yet is compiled by another process with a lower priority. If that fails, the game
    stays interpreted.
    """
    thread = threading.Thread(target=_precompile_quietly, args=(game, ready), name=f"warm-{game.id}", daemon=True)
    thread.start()
    return thread


def _precompile_quietly(game: Game, ready: Callable[[], None] | None) -> None:
    if not COMPILES or (not is_precompiled(game) and cache_root().is_dir() and not _compile_in_child(game)):
        return
    precompile(game)
    engine.use_compiled(game)
    if ready:
        ready()


def _compile_in_child(game: Game) -> bool:
    command = [sys.executable, "-m", "dicehouse.cli.precompile", "--quiet", "--nice", game.id]
    # The child ends when the pipe closes, so it never outlives this process.
    try:
        with _compiling, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as child:  # noqa: S603  # our own
            return child.wait() == 0
    except OSError as error:  # this user may start no more processes, or not this one
        log.warning("The rules of %s aren't compiled, since no process can be started: %s.", game.name, error.strerror)
        return False


def _exit_with_parent() -> None:
    os.read(0, 1)  # not sys.stdin: Python can't shut down cleanly while a thread waits there
    os._exit(1)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    reader = argparse.ArgumentParser(
        prog="python -m dicehouse.cli.precompile",
        description="Compile the rules of games in advance, so that no one has to wait for them later.",
    )
    reader.add_argument("game", nargs="*", help="ids of games (default: all games)")
    reader.add_argument("--quiet", action="store_true", help="print nothing")
    reader.add_argument("--nice", action="store_true", help="yield to other work, and stop when standard input ends")
    prepare_streams()
    parsed = reader.parse_args(arguments)
    if parsed.nice:
        threading.Thread(target=_exit_with_parent, daemon=True).start()
        if hasattr(os, "nice"):
            os.nice(NICE_LEVEL)
    try:
        require_compiler()
        games = [find(name) for name in parsed.game] or list(all_games().values())
    except DicehouseError as error:
        print(error, file=sys.stderr)
        return 2
    for game in games:
        known = is_precompiled(game)
        if not (parsed.quiet or known):
            print(f"Compiling the rules of {game.name}", flush=True)
        seconds = precompile(game)
        if not parsed.quiet:
            print(f"{game.name}: {'loaded' if known else 'compiled'} in {seconds:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
