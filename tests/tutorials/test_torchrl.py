"""The first lines of TorchRL's tutorials."""

from __future__ import annotations

import gymnasium as gym
import pytest

from .libraries import IDS, library

library("torchrl")


@pytest.mark.parametrize("name", IDS)
def test_a_game_is_rolled_out(name: str) -> None:
    from torchrl.envs import GymEnv, check_env_specs, step_mdp

    env = GymEnv(name)
    env.set_seed(0)
    reset = env.reset()
    reset_with_action = env.rand_action(reset)
    stepped_data = env.step(reset_with_action)
    assert step_mdp(stepped_data)["observation"].shape == env.observation_spec["observation"].shape
    rollout = env.rollout(max_steps=10, break_when_any_done=False)
    assert rollout.batch_size[0] == 10
    check_env_specs(env)


@pytest.mark.parametrize("name", IDS)
def test_a_mask_keeps_a_rollout_legal(name: str) -> None:
    from torchrl.data import Binary
    from torchrl.envs import ActionMask, GymEnv, TransformedEnv
    from torchrl.envs.libs.gym import default_info_dict_reader

    env = GymEnv(name)
    number = env.action_spec.shape[-1]
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=[Binary(number, shape=(number,))]))
    env = TransformedEnv(env, ActionMask())
    rollout = env.rollout(60, break_when_any_done=False)
    assert rollout["next", "reward"].min() >= 0


@pytest.mark.parametrize("name", IDS)
def test_many_games_at_once_are_rolled_out(name: str) -> None:
    from torchrl.envs import GymWrapper, check_env_specs

    env = GymWrapper(gym.make_vec(name, num_envs=4))
    assert env.rollout(20, break_when_any_done=False).batch_size == (4, 20)
    check_env_specs(env)


def test_agents_of_pettingzoo_are_rolled_out() -> None:
    from torchrl.envs import PettingZooWrapper, check_env_specs

    from dicehouse.envs.pettingzoo import env, parallel_env

    turns = PettingZooWrapper(env=env(), use_mask=True)
    assert turns.rollout(30).batch_size[0] == 30
    together = PettingZooWrapper(env=parallel_env(), group_map=None)
    check_env_specs(together)
