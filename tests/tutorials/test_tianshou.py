"""The first lines of Tianshou's tutorials."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

from .libraries import IDS, library

library("tianshou")


@pytest.mark.parametrize("name", IDS)
def test_dqn_collects(name: str) -> None:
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, CollectStats, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.utils.net.common import Net

    env = gym.make(name)
    train_envs = DummyVectorEnv([lambda: gym.make(name) for _ in range(4)])
    net = Net(state_shape=env.observation_space.shape, action_shape=env.action_space.n, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.9, target_update_freq=320)
    collector = Collector[CollectStats](algorithm, train_envs, VectorReplayBuffer(2_000, 4), exploration_noise=True)
    collector.reset()
    assert collector.collect(n_step=80).n_collected_steps == 80


@pytest.mark.parametrize("kind", ["DummyVectorEnv", "SubprocVectorEnv"])
def test_a_vector_of_its_own_plays(kind: str) -> None:
    from tianshou import env as environments

    envs = getattr(environments, kind)([lambda: gym.make(IDS[2]) for _ in range(3)])
    obs, _info = envs.reset()
    obs, reward, *_ = envs.step(np.zeros(3, np.int64))
    assert obs.shape[0] == len(reward) == 3
    envs.close()


def test_agents_of_pettingzoo_play() -> None:
    from tianshou.env import PettingZooEnv

    from dicehouse.envs.pettingzoo import env

    game = PettingZooEnv(env())
    observation, _info = game.reset()
    for _ in range(20):
        action = int(np.argmax(observation["mask"]))
        observation, reward, terminated, truncated, _info = game.step(action)
        assert len(reward) == 2 and not terminated and not truncated
