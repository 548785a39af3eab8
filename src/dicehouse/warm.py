"""Compile the rules before anybody waits for them: python -m dicehouse.warm [GAME...]

Compiling takes seconds, once for every version of the rules; loading what was compiled takes a moment. `make setup`
runs this, and a server calls `warm_in_background`: until it is done the interpreted rules serve the tables, with the
same results.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from .errors import DicehouseError
from .games import all_games, find
from .kit import Game, engine
from .kit.program import is_kept, playouts, program

NICENESS = 10
_compiling = threading.Lock()  # one game at a time: the table needs the other processor


def is_warm(game: Game) -> bool:
    """Whether everything that compiles is in the cache."""
    return game.engine is not None or is_kept(game)


def warm(game: Game) -> float:
    """Load a game's compiled code, or make it and keep it; returns the seconds that it took."""
    started = time.perf_counter()
    if game.engine is None:  # else nothing of it compiles
        program(game)
        playouts(game)
    return time.perf_counter() - started


def warm_in_background(game: Game, ready: Callable[[], None] | None = None) -> threading.Thread:
    """Have `game` run compiled as soon as that disturbs nobody; `ready` is called then, in another thread.

    What is not in the cache yet is compiled by another process, which yields to this one. If that fails the game stays
    interpreted.
    """
    thread = threading.Thread(target=_warm_quietly, args=(game, ready), name=f"warm-{game.id}", daemon=True)
    thread.start()
    return thread


def _warm_quietly(game: Game, ready: Callable[[], None] | None) -> None:
    if not is_warm(game) and not _compile_elsewhere(game):
        return
    warm(game)
    engine.use_compiled(game)
    if ready:
        ready()


def _compile_elsewhere(game: Game) -> bool:
    command = [sys.executable, "-m", "dicehouse.warm", "--quiet", "--nice", game.id]
    # The pipe is the child's leash: it ends with this process, however that ends.
    with _compiling, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as child:  # noqa: S603  # our own
        return child.wait() == 0


def _leave_with_parent() -> None:
    os.read(0, 1)  # not sys.stdin: Python can't end in order while a thread waits in there
    os._exit(1)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    reader = argparse.ArgumentParser(
        prog="python -m dicehouse.warm",
        description="Compile the rules of games and keep them, so that nobody waits later.",
    )
    reader.add_argument("game", nargs="*", help="ids of games; all if none is named")
    reader.add_argument("--quiet", action="store_true", help="say nothing")
    reader.add_argument("--nice", action="store_true", help="yield to other work, and stop when standard input ends")
    given = reader.parse_args(arguments)
    if given.nice:
        threading.Thread(target=_leave_with_parent, daemon=True).start()
        if hasattr(os, "nice"):
            os.nice(NICENESS)
    try:
        games = [find(name) for name in given.game] or list(all_games().values())
    except DicehouseError as error:
        print(error, file=sys.stderr)
        return 2
    for game in games:
        known = is_warm(game)
        if not (given.quiet or known):
            print(f"Compiling the rules of {game.name}", flush=True)
        seconds = warm(game)
        if not given.quiet:
            print(f"{game.name}: {'loaded' if known else 'compiled'} in {seconds:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
