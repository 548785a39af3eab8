"""The first lines of PettingZoo's tutorials."""

from __future__ import annotations

from pettingzoo.test import api_test, parallel_api_test, seed_test

from dicehouse.envs import pettingzoo as dicehouse_v0


def test_the_loop_over_agents() -> None:
    env = dicehouse_v0.env(render_mode="rgb_array")
    env.reset(seed=42)

    turns = 0
    for agent in env.agent_iter(100):
        observation, reward, termination, truncation, _info = env.last()
        if termination or truncation:
            action = None
        else:
            mask = observation["action_mask"]
            action = env.action_space(agent).sample(mask)
        env.step(action)
        turns += 1
        assert reward in (0, 1)
    assert turns == 100 and env.render().shape[2] == 3
    env.close()


def test_the_loop_without_a_mask() -> None:
    env = dicehouse_v0.env()
    env.reset(seed=42)
    for agent in env.agent_iter(60):
        _observation, _reward, termination, truncation, _info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample()
        env.step(action)
    env.close()


def test_the_loop_over_all_agents_at_once() -> None:
    env = dicehouse_v0.parallel_env()
    _observations, _infos = env.reset(seed=42)
    cycles = 0
    while env.agents:
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        _observations, _rewards, _terminations, _truncations, _infos = env.step(actions)
        cycles += 1
    assert cycles >= 12
    env.close()


def test_the_tests_of_an_environment() -> None:
    api_test(dicehouse_v0.env(), num_cycles=200, verbose_progress=False)
    seed_test(dicehouse_v0.env, num_cycles=50)
    parallel_api_test(dicehouse_v0.parallel_env(), num_cycles=100)
