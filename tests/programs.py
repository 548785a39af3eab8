"""Compile what the tests call beside the rules, once: python -m tests.programs [GAME...]

`make setup` compiles what tables and random games call. Environments and studies have programs of their own, which are
compiled when somebody first asks for one, and so have the examples; two workers that ask at the same time would each
compile the same.
"""

from __future__ import annotations

import sys
import time

from dicehouse import games
from dicehouse.compiler.program import Program, get_program
from dicehouse.core.game import Game
from dicehouse.engine.entry_points import MatchProgram, PlayoutProgram
from dicehouse.envs.batch_kernels import BatchProgram
from dicehouse.studies.play_kernel import StudyKernels

from .invariants.playing import COMPILED, GAMES


def programs_of(game: Game) -> tuple[type[Program], ...]:
    """Return what is not compiled yet when the tests begin; of an example, only what several of them call."""
    return (BatchProgram, StudyKernels) if game.id in games.all_games() else (MatchProgram, PlayoutProgram)


def main() -> None:
    """Load or make every program of the named games, or of all, and say what took more than a moment."""
    for game_id in sys.argv[1:] or COMPILED:
        game = GAMES[game_id]
        for kind in programs_of(game):
            kept, began = kind.cache_path(game).exists(), time.perf_counter()
            if not kept:
                print(f"Compiling what the tests call of {game.name}: {kind.cache_name}", flush=True)
                get_program(kind, game)
                print(f"{game.name}, {kind.cache_name}: compiled in {time.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
