"""The rules on a graphics card: the smallest trial, random games, one to a thread.

    pip install "numba-cuda[cu12]"
    python -m bench.gpu [GAME] [--games 65536] [--players 2] [--seed 1]

The rules are compiled for Numba's CUDA target as they stand. With a card the games are played, their rate is told, and
some of them are played again by the interpreter: every byte of their last positions must be the same. Without one it
says what NVIDIA's assembler makes of them.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda

from dicehouse.cli.argument_types import whole_number
from dicehouse.compiler.rule_compiler import is_rule
from dicehouse.core import Game, dtype, strict
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice, below, start_stream
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.entry_points import first_seat
from dicehouse.games import find

CARD = (9, 0)  # what is compiled for where there is no card: Hopper
MOST_DECISIONS = 20_000
AGAIN = 16  # games that the interpreter plays, too
THREADS = 64  # of a block


def random_game(rules: Any, state: Any, dice: Any, actions: Any) -> int:
    """Play a dealt game at random; returns the number of decisions."""
    played = 0
    while played < MOST_DECISIONS and not rules.over(state):
        seat = first_seat(rules.acting(state))
        actions.count = 0
        rules.legal(state, seat, actions)
        rules.apply(state, seat, actions.item[below(dice, actions.count)], dice)
        played += 1
    return played


def dealt(game: Game, players: int, games: int, seed: int) -> tuple[Any, Any]:
    """Positions that were just dealt, and the dice of each game."""
    states, dice = np.zeros(games, dtype(game.rules.State)), np.zeros(games, dtype(Dice))
    settings, position, box = game.complete({}), Position(game), DiceBox(written=False)
    engine = engine_of(game)
    memory = dice.view(np.uint8).reshape(games, -1)
    for place in range(games):
        start_stream(strict(Dice, memory[place]), seed, place, 0)
        start_stream(box.dice, seed, place, 1)
        position.memory[:] = 0
        engine.deal(position, players, settings, box)
        states[place] = position.memory.view(dtype(game.rules.State))[0]
    return states, dice


def interpreted(game: Game, states: Any, dice: Any, games: int) -> tuple[Any, list[int]]:
    """The last positions of the first games as the interpreter plays them, and their decisions."""
    states, dice = states[:games].copy(), dice[:games].copy()
    places = states.view(np.uint8).reshape(games, -1), dice.view(np.uint8).reshape(games, -1)
    actions = strict(Actions, np.zeros(dtype(Actions).itemsize, np.uint8))
    played = [
        random_game(game.rules, strict(game.rules.State, state), strict(Dice, each), actions)
        for state, each in zip(*places, strict=True)
    ]
    return states, played


# --- for the card


def ported(function: Callable[..., Any], known: dict[Any, Any]) -> Any:
    """A rule, and the rules that it calls, as functions of the card: the same code."""
    if function not in known:
        names = dict(function.__globals__)
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        twin.__module__ = function.__module__
        known[function] = cuda.jit(device=True)(twin)
        for name in function.__code__.co_names:
            if is_rule(names.get(name)):
                names[name] = ported(names[name], known)
    return known[function]


def kernel(game: Game) -> Callable[..., None]:
    """`random_game`, of as many games as there are threads."""
    known: dict[Any, Any] = {}
    over, acting, legal, apply, first, draw = (
        ported(rule, known)
        for rule in (game.rules.over, game.rules.acting, game.rules.legal, game.rules.apply, first_seat, below)
    )

    def play(states: Any, dice: Any, actions: Any, played: Any) -> None:
        place = cuda.grid(1)
        if place < len(states):
            state, luck, list_ = states[place], dice[place], actions[place]
            count = 0
            while count < MOST_DECISIONS and not over(state):
                seat = first(acting(state))
                list_.count = 0
                legal(state, seat, list_)
                apply(state, seat, list_.item[draw(luck, list_.count)], luck)
                count += 1
            played[place] = count

    return play


def assembled(game: Game) -> str:
    """What the assembler says of the kernel: registers, and bytes of each thread's own memory."""
    from numba import types
    from numba.cuda import compiler, dispatcher
    from numba.np.numpy_support import from_dtype

    class Card:
        compute_capability = CARD

    dispatcher.get_current_device = compiler.get_current_device = lambda: Card  # there is none to be asked
    arrays = [types.Array(from_dtype(dtype(kind)), 1, "C") for kind in (game.rules.State, Dice, Actions)]
    began = time.perf_counter()
    code, _ = cuda.compile_ptx(kernel(game), (*arrays, types.Array(types.int64, 1, "C")), cc=CARD)
    seconds = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rules.ptx")
        file.write_text(code)
        target = f"-arch=sm_{CARD[0]}{CARD[1]}"
        made = subprocess.run(
            [_assembler(), "-v", target, "-o", f"{folder}/rules.cubin", str(file)], capture_output=True, text=True
        )
        made.check_returncode()
        size = Path(folder, "rules.cubin").stat().st_size
    registers = max(int(each) for each in re.findall(r"Used (\d+) registers", made.stderr))
    stack = re.findall(r"(\d+) bytes (?:cumulative )?stack", made.stderr)
    return (
        f"{game.name}: {len(code):,} characters of PTX in {seconds:.0f} s, {size:,} bytes of machine code, "
        f"{registers} registers and {max(map(int, stack)):,} bytes of stack a thread; in the card's memory "
        f"{dtype(game.rules.State).itemsize:,} bytes of position, {dtype(Dice).itemsize:,} of dice and "
        f"{dtype(Actions).itemsize:,} of actions a game."
    )


def _assembler() -> str:
    import nvidia.cuda_nvcc

    return str(Path(nvidia.cuda_nvcc.__path__[0], "bin", "ptxas"))


def played(game: Game, players: int, games: int, seed: int) -> str:
    """Play on the card, and compare with the interpreter."""
    states, dice = dealt(game, players, games, seed)
    again, decisions = interpreted(game, states, dice, min(games, AGAIN))
    play = cuda.jit(kernel(game))
    memory = [cuda.to_device(each) for each in (states, dice, np.zeros(games, dtype(Actions)))]
    counted = cuda.to_device(np.zeros(games, np.int64))
    blocks = -(-games // THREADS)
    play[blocks, THREADS](*memory, counted)  # compiles
    cuda.synchronize()
    memory[0].copy_to_device(states)
    memory[1].copy_to_device(dice)
    began = time.perf_counter()
    play[blocks, THREADS](*memory, counted)
    cuda.synchronize()
    seconds = time.perf_counter() - began
    found, count = memory[0].copy_to_host(), counted.copy_to_host()
    same = found[: len(again)].tobytes() == again.tobytes() and count[: len(again)].tolist() == decisions
    if not same:
        raise SystemExit(f"{game.name}: the card plays other games than the interpreter.")
    rate = count.sum() / seconds
    return f"{game.name}: {rate:,.0f} decisions/s in {games:,} games at once; {len(again)} are the interpreter's."


def main() -> None:
    """Try it."""
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default="dice-ocalypse")
    parser.add_argument("--games", type=whole_number("the number of games", 1, 1 << 24), default=1 << 16)
    parser.add_argument("--players", type=whole_number("the number of players", 1, 6), default=2)
    parser.add_argument("--seed", type=whole_number("the seed", 0, 1 << 32), default=1)
    given = parser.parse_args()
    game = find(given.game)
    if find_spec("numba_cuda") is None:
        sys.exit('It takes numba-cuda: pip install "numba-cuda[cu12]".')
    if game.engine is not None:
        sys.exit(f"{game.name} is thrown in simulated physics, by an engine that is no rule.")
    if cuda.is_available():
        print(played(game, given.players, given.games, given.seed))
    else:
        print(assembled(game))


if __name__ == "__main__":
    main()
