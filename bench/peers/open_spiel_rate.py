"""Run by a Python that has OpenSpiel: simulations a second of its MCTS with random rollouts, as a line of JSON.

python open_spiel_rate.py GAME SIMULATIONS SEED
"""

from __future__ import annotations

import json
import random
import sys
import time
from importlib.metadata import version
from typing import Any

import pyspiel  # type: ignore[import-not-found]

GAMES = 100  # played at random, to know how long they are


def chance(state: Any, luck: random.Random) -> None:
    """Let chance fall wherever it is to decide."""
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(luck.choices(actions, weights)[0])


def decisions(game: Any, luck: random.Random) -> int:
    """How many decisions a random game takes."""
    state, count = game.new_initial_state(), 0
    chance(state, luck)
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
        count += 1
        chance(state, luck)
    return count


def main() -> None:
    name, simulations, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    luck, game = random.Random(seed), pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 1000, False, seed, False)
    state = game.new_initial_state()
    chance(state, luck)
    began = time.process_time()
    bot.step(state)
    rate = simulations / (time.process_time() - began)
    length = sum(decisions(game, luck) for _ in range(GAMES)) / GAMES
    print(json.dumps({"rate": rate, "decisions": length, "version": version("open_spiel")}))


main()
