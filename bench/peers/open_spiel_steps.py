"""Run by a Python that has OpenSpiel: decisions a second from a Python loop, a line of JSON for each line read.

python open_spiel_steps.py GAME BATCH SECONDS SEED
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pyspiel  # type: ignore[import-not-found]


def played(game: Any, luck: random.Random) -> Iterator[int]:
    """Games one after the other, with what the player who acts sees and may do; 1 at the end of one."""
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask(state.current_player())
            state.apply_action(luck.choice(state.legal_actions()))
            yield 0
        yield 1


def main() -> None:
    name, _, seconds, seed = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    going, decisions, ends = played(pyspiel.load_game(name), random.Random(seed)), 0, 0
    for _ in sys.stdin:
        began, steps = time.process_time(), 0
        while (spent := time.process_time() - began) < seconds:
            for _ in range(1000):
                ended = next(going)
                ends, steps = ends + ended, steps + 1 - ended
        decisions += steps
        rate = steps / spent
        told = {"rate": rate, "decisions": decisions / ends if ends else None, "version": version("open_spiel")}
        print(json.dumps(told), flush=True)


main()
