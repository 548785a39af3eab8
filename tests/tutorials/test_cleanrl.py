"""The first lines of a one-file learner as CleanRL writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from .libraries import IDS, library

torch = library("torch")


def make_env(env_id: str, idx: int, capture_video: bool) -> Callable[[], Any]:
    def thunk() -> Any:
        if capture_video and idx == 0:
            env = gym.make(env_id, render_mode="rgb_array")
            env = gym.wrappers.RenderCollection(env)
        else:
            env = gym.make(env_id)
        return gym.wrappers.RecordEpisodeStatistics(env)

    return thunk


def layer_init(layer: Any, std: float = 2**0.5, bias_const: float = 0.0) -> Any:
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


@pytest.mark.parametrize("capture_video", [False, True])
@pytest.mark.parametrize("name", IDS)
def test_a_rollout_is_collected(name: str, capture_video: bool) -> None:
    num_envs, num_steps, device = 4, 32, "cpu"
    envs = gym.vector.SyncVectorEnv([make_env(name, i, capture_video) for i in range(num_envs)])
    assert isinstance(envs.single_action_space, gym.spaces.Discrete), "only discrete action space is supported"

    width = int(np.array(envs.single_observation_space.shape).prod())
    actor = layer_init(torch.nn.Linear(width, envs.single_action_space.n), std=0.01)

    obs = torch.zeros((num_steps, num_envs, *envs.single_observation_space.shape)).to(device)
    rewards = torch.zeros((num_steps, num_envs)).to(device)
    next_obs, infos = envs.reset(seed=1)
    next_obs = torch.Tensor(next_obs).to(device)
    for step in range(num_steps):
        obs[step] = next_obs
        masks = torch.tensor(infos["action_mask"], dtype=torch.bool)
        logits = torch.where(masks, actor(next_obs), torch.tensor(-1e8))
        probs = torch.distributions.categorical.Categorical(logits=logits)
        assert not torch.isnan(probs.entropy()).any()
        action = probs.sample()
        next_obs, reward, _terminations, _truncations, infos = envs.step(action.cpu().numpy())
        rewards[step] = torch.tensor(reward).to(device).view(-1)
        next_obs = torch.Tensor(next_obs).to(device)
    assert (rewards >= 0).all()  # nothing illegal was tried
    envs.close()


@pytest.mark.parametrize("name", IDS)
def test_many_games_at_once_are_collected_without_a_mask(name: str) -> None:
    envs = gym.make_vec(name, num_envs=4)
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.action_space.seed(1)
    _obs, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(20):
        actions = envs.action_space.sample()
        _obs, _rewards, terminations, truncations, infos = envs.step(actions)
        if "episode" in infos:
            ended += int(infos["_episode"].sum())
            assert infos["_episode"].tolist() == (terminations | truncations).tolist()
    assert ended > 0
