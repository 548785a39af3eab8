"""Learn a game with MaskablePPO of sb3-contrib, against a bot: `python examples/learning/maskable.py deck-o-dice`.

It needs the extra `gymnasium`, and sb3-contrib. At the end it plays games on fresh dice against the bot, from a
seat drawn anew for each, and prints the share of games won, as docs/baselines.md lists it.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import sb3_contrib
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from dicehouse.arena.intervals import wilson_interval
from dicehouse.envs.gymnasium import gymnasium_id
from dicehouse.games import find
from dicehouse.text_format import format_interval, format_percent

ENVIRONMENTS = 8


def games_won(model: Any, name: str, bot: str, games: int, seed: int) -> int:
    """Return how many of so many games on fresh dice the model wins against `bot`."""
    envs = make_vec_env(name, n_envs=ENVIRONMENTS, seed=seed, env_kwargs={"against": bot})
    seen = envs.reset()
    won = played = 0
    while played < games:
        masks = np.stack(envs.env_method("action_masks"))
        actions, _ = model.predict(seen, action_masks=masks)
        seen, rewards, ended, _ = envs.step(actions)
        for reward in rewards[ended][: games - played]:
            played, won = played + 1, won + int(reward == 1)
    return won


def main() -> None:
    """Learn, play, and print a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0] + ".")
    parser.add_argument("game", help="such as deck-o-dice")
    parser.add_argument("--decisions", type=int, default=100_000, help="how many are played to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="greedy", help="against whom it learns and plays")
    parser.add_argument("--games", type=int, default=1_000, help="how many it plays in the end")
    given = parser.parse_args()
    name = f"dicehouse.envs.gymnasium:{gymnasium_id(find(given.game))}"
    began = time.process_time()
    envs = make_vec_env(name, n_envs=ENVIRONMENTS, seed=given.seed, env_kwargs={"against": given.bot})
    model = MaskablePPO("MlpPolicy", envs, seed=given.seed, n_steps=256, batch_size=256, device="cpu")
    model.learn(total_timesteps=given.decisions)
    spent = time.process_time() - began
    won = games_won(model, name, given.bot, given.games, given.seed + 1_000_000)
    low, high = wilson_interval(won, given.games)
    spent_on = (
        f"sb3-contrib {sb3_contrib.__version__}, {model.num_timesteps:,} decisions, {spent:.0f} s of processor time"
    )
    share = f"{format_percent(won / given.games)} of {given.games:,} games won against {given.bot}"
    print(f"{spent_on}: {share} (95% interval {format_interval(low, high)})")


if __name__ == "__main__":
    main()
