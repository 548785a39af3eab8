"""Run PettingZoo's own suite, and check that copies continue in the same way."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from dicehouse.envs import Batch
from dicehouse.envs.pettingzoo import DicehouseAEC, env, raw_env
from dicehouse.errors import BadSetting, IllegalOption, MatchOver

from .seated import GAMES, SHORT


def play(game: Any, luck: np.random.Generator, decisions: int = 10_000) -> list[object]:
    """Play at random; return what each agent saw and got."""
    told: list[object] = []
    for agent in game.agent_iter(decisions):
        seen, reward, terminated, truncated, _ = game.last()
        told.append(
            (agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, terminated, truncated)
        )
        legal = np.flatnonzero(seen["action_mask"])
        game.step(None if terminated or truncated else int(luck.choice(legal)))
    return told


# --- its own suite


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_its_api_test_passes(name: str) -> None:
    api_test(env(name, options=SHORT.get(name)), num_cycles=200)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_its_seed_test_passes(name: str) -> None:
    seed_test(lambda: env(name, options=SHORT.get(name)), num_cycles=60)


# --- one agent after the other


def test_an_agent_sees_what_its_seat_sees_in_a_batch() -> None:
    game = raw_env("dice-ocalypse", players=3)
    game.reset(seed=4)
    batch = Batch("dice-ocalypse", 1, players=3, seed=game.game.batch.seeds.tolist(), auto_reset=False)
    luck = np.random.default_rng(1)
    while game.agents and not batch.done[0]:
        for seat, agent in enumerate(game.possible_agents):
            assert np.array_equal(game.observe(agent)["observation"], batch.observe(seat)[0])
        assert game.agent_selection == f"player_{batch.to_move[0]}"
        action = int(luck.choice(np.flatnonzero(batch.masks[0])))
        game.step(action)
        batch.step([action])
    assert list(game.rewards.values()) == batch.rewards[0].tolist()
    assert sum(game.rewards.values()) == 1


TWINS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]  # noqa: S301  # our own


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("make", [raw_env, env])
def test_a_copy_plays_on_the_same(make: Callable[..., Any], twin: Callable[[Any], Any]) -> None:
    game = make("dice-ocalypse", players=3, options={"target": 2_000})
    game.reset(seed=2)
    play(game, np.random.default_rng(1), 11)
    other = twin(game)
    assert play(game, np.random.default_rng(5)) == play(other, np.random.default_rng(5))
    for each in (game, other):
        each.reset()
    assert play(game, np.random.default_rng(6), 9) == play(other, np.random.default_rng(6), 9)


def test_a_cut_off_game_is_truncated() -> None:
    game = raw_env("dice-ocalypse", max_cycles=3)
    game.reset(seed=1)
    told = play(game, np.random.default_rng(1))
    assert told[-1][-1] is True and told[-1][-2] is False
    assert max(sum(agent == each[0] for each in told[:-2]) for agent in game.possible_agents) == 3


# --- what can't be done


def test_what_is_not_legal_is_refused_or_ends_the_game() -> None:
    game = raw_env("dice-ocalypse")
    game.reset(seed=1)
    with pytest.raises(IllegalOption, match="legal actions are: roll"):
        game.step(0)
    with pytest.raises(BadSetting, match="There is no agent 'player_9'"):
        game.observe("player_9")
    wrapped = env("dice-ocalypse")
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(0)
    assert wrapped.terminations == {"player_0": True, "player_1": True}
    assert wrapped.rewards[loser] == -1


def test_after_the_end_nothing_is_played() -> None:
    game = raw_env("dice-ocalypse", options={"target": 2_000})
    game.reset(seed=1)
    play(game, np.random.default_rng(1))
    assert game.agents == []
    with pytest.raises(MatchOver):
        game.step(0)


def test_it_draws_the_table_as_text() -> None:
    game = DicehouseAEC("dice-ocalypse", render_mode="ansi")
    game.reset(seed=1)
    assert "Player 1" in game.render()
