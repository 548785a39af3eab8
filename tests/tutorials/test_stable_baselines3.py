"""The first lines of stable-baselines3's and sb3-contrib's tutorials."""

from __future__ import annotations

from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

from .libraries import IDS, library

library("stable_baselines3")
library("sb3_contrib")


@pytest.mark.parametrize("name", IDS)
def test_ppo_learns_in_a_vector(name: str, tmp_path: Path) -> None:
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    vec_env = make_vec_env(name, n_envs=8)

    model = PPO("MlpPolicy", vec_env, n_steps=32, verbose=0)
    model.learn(total_timesteps=512)
    model.save(tmp_path / "ppo")

    model = PPO.load(tmp_path / "ppo")
    obs = vec_env.reset()
    for _ in range(20):
        action, _states = model.predict(obs)
        obs, rewards, dones, info = vec_env.step(action)
    assert obs.shape[0] == len(rewards) == len(dones) == len(info) == 8
    picture = vec_env.render("rgb_array")
    assert picture.dtype == np.uint8 and picture.shape[2] == 3


def test_dqn_learns_by_the_name() -> None:
    from stable_baselines3 import DQN
    from stable_baselines3.common.evaluation import evaluate_policy
    from stable_baselines3.common.monitor import Monitor

    env = gym.make(IDS[0], render_mode="rgb_array")

    model = DQN("MlpPolicy", env, learning_starts=50, verbose=0)
    model.learn(total_timesteps=200)

    mean_reward, _ = evaluate_policy(model, Monitor(gym.make(IDS[0])), n_eval_episodes=5)
    assert -1 <= mean_reward <= 1


@pytest.mark.parametrize("name", IDS)
def test_the_checker_takes_a_game(name: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(gym.make(name), warn=True)


def test_processes_of_their_own_play() -> None:
    from stable_baselines3 import A2C
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    vec_env = make_vec_env(IDS[2], n_envs=2, seed=0, vec_env_cls=SubprocVecEnv)
    model = A2C("MlpPolicy", vec_env, verbose=0)
    model.learn(total_timesteps=100)
    assert [mask.any() for mask in vec_env.env_method("action_masks")] == [True, True]
    vec_env.close()


@pytest.mark.parametrize("name", IDS)
def test_masks_keep_ppo_legal(name: str) -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from sb3_contrib.common.maskable.utils import get_action_masks

    env = gym.make(name)
    model = MaskablePPO("MlpPolicy", env, gamma=0.4, seed=32, n_steps=64, verbose=0)
    model.learn(128)

    mean_reward, _ = evaluate_policy(model, env, n_eval_episodes=2, reward_threshold=-0.5, warn=False)
    assert mean_reward >= 0  # nothing illegal was tried

    obs, _ = env.reset()
    for _ in range(50):
        action_masks = get_action_masks(env)
        action, _states = model.predict(obs, action_masks=action_masks)
        obs, reward, terminated, truncated, info = env.step(action)
        assert "illegal" not in info and reward >= 0
        if terminated or truncated:
            obs, info = env.reset()
