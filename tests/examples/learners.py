"""Play a game of an author's in Gymnasium and PettingZoo, as the first lines of their tutorials do."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from dicehouse.core import Game
from dicehouse.envs import pettingzoo
from dicehouse.envs.gymnasium import register_game


def plays_in_gymnasium(game: Game) -> None:
    """Play a game through, check it, and play eight at once."""
    name = register_game(game)
    env = gym.make(name)
    observation, info = env.reset(seed=1)
    ended = False
    for _ in range(2_000):
        action = env.action_space.sample(info["action_mask"])
        observation, reward, ended, truncated, info = env.step(action)
        assert observation in env.observation_space and "illegal" not in info
        if ended or truncated:
            break
    assert ended and reward in (-1, 0, 1)
    check_env(env.unwrapped, skip_render_check=True)
    envs = gym.make_vec(name, num_envs=8)
    _, infos = envs.reset(seed=1)
    ends = 0
    for _ in range(200):
        actions = [
            space.sample(mask) for space, mask in zip([envs.single_action_space] * 8, infos["action_mask"], strict=True)
        ]
        _, _, terminations, truncations, infos = envs.step(np.array(actions))
        ends += int(terminations.sum() + truncations.sum())
        assert infos["action_mask"].any(axis=1).all()
    assert ends > 0
    envs.close()


def plays_in_pettingzoo(game: Game) -> None:
    """Run PettingZoo's own test, and play a game through agent by agent."""
    api_test(pettingzoo.env(game.id, illegal="replace"), num_cycles=60)
    env = pettingzoo.env(game.id)
    env.reset(seed=1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(5_000):
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    assert not env.agents and sum(rewards.values()) == 1
