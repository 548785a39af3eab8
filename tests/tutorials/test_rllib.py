"""The first lines of RLlib's tutorials."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .libraries import IDS, library

library("ray.rllib")


@pytest.fixture(scope="module", autouse=True)
def local_ray() -> Iterator[None]:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.parametrize(("name", "runners"), [(IDS[0], 0), (IDS[2], 1)])
def test_ppo_trains(name: str, runners: int) -> None:
    from ray.rllib.algorithms.ppo import PPOConfig

    config = (
        PPOConfig()
        .environment(name)
        .env_runners(num_env_runners=runners)
        .training(train_batch_size_per_learner=200, num_epochs=1, minibatch_size=100)
    )
    ppo = config.build_algo()
    assert ppo.train()["training_iteration"] == 1
    ppo.stop()


def test_agents_of_pettingzoo_play() -> None:
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

    from dicehouse.envs.pettingzoo import env, parallel_env

    observations, _ = PettingZooEnv(env()).reset()
    assert len(observations) == 1
    observations, _ = ParallelPettingZooEnv(parallel_env()).reset()
    assert set(observations) == {"player_0", "player_1"}
