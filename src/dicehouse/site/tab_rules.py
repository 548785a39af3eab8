"""Run compiled rules in a tab: WebAssembly, which Python loads like a shared library (compiler/web_assembly.py)."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np

from dicehouse.bots.tree_driver import FIRST_CHUNK, NUMBER_AT, Simulations
from dicehouse.compiler.prebuilt_program import ADDRESS_AT, argument_words, use_files
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.thought import Call, Work
from dicehouse.games import find

RULES = Path(__file__).parent / "rules"  # written by tests/site/compile_rules.py


def rules_file(game: str) -> Path:
    """Return where the module of the game with this id is, if it was made."""
    return RULES / f"{game}.wasm"


def load_rules() -> None:
    """Use compiled rules in all games that have them."""
    use_files(rules_file)
    for file in RULES.glob("*.wasm"):
        use_compiled(find(file.stem))


# --- in workers that think


@dataclass(frozen=True, slots=True)
class RulesCall:
    """Hold a call for a worker that thinks; ui/src/site/worker-messages.ts says what it means."""

    game: str
    name: str
    words: bytes
    addresses: list[int]
    arrays: list[memoryview]
    seconds: float
    counted: int


def make_elsewhere(make: Callable[[RulesCall], Awaitable[int]]) -> Callable[[Work], Awaitable[Any]]:
    """Return a function that does work of thoughts: calls of rules by `make`, which fills the arrays, the rest here."""

    async def work_there(work: Work) -> Any:
        lasting = isinstance(work, Simulations)
        call, seconds = (work.simulate(FIRST_CHUNK), work.seconds) if isinstance(work, Simulations) else (work, 0.0)
        if not isinstance(call, Call):
            return work()
        words, addresses, arrays, counted = list[int](), list[int](), list[memoryview](), 0
        for i, given in enumerate(call.given):
            if isinstance(given, np.ndarray):
                addresses.append(len(words) + ADDRESS_AT)
                arrays.append(given.data)
            elif lasting and i == NUMBER_AT:
                counted = len(words)
            words += argument_words(given)
        packed = struct.pack(f"{len(words)}q", *words)
        return await make(RulesCall(call.game.id, call.name, packed, addresses, arrays, seconds, counted))

    return work_there


def exp_table() -> array[float]:
    """Return 2 ** (k / 128) for each k, rounded, and by which part that is too small: `exp` adds to it (thinker.ts)."""
    one, found = 1 << 160, array("d")
    for k in range(128):
        exact = one << k
        for _ in range(7):
            exact = isqrt(exact * one)
        rounded = exact / one
        whole = int(rounded * (1 << 52)) * (one >> 52)
        found.extend((rounded, (exact - whole) / whole))
    return found
