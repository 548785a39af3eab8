"""Take the module through PettingZoo's own tests as it is, and check the whole state and many games at once."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

import dicehouse.envs.pettingzoo as module
from dicehouse.envs import Batch, human_window
from dicehouse.envs.pettingzoo import env, parallel_env, raw_env, vector_env
from dicehouse.errors import BadSeed, BadSetting, IllegalOption, MatchOver

from .seated import GAMES, SHORT

# --- its own tests


def test_the_module_passes_its_test_of_cycles() -> None:
    for _ in range(20):
        max_cycles_test(module)


@pytest.mark.parametrize("make", [module.env, module.raw_env, module.parallel_env])
def test_the_module_passes_its_test_of_pictures(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(human_window.sys, "platform", "linux")
    render_test(module.env if make is module.parallel_env else make)
    game = make(render_mode="human")
    assert game.metadata["render_modes"] == ["ansi", "rgb_array"]
    with pytest.raises(BadSetting, match=r"and there is none\. Use 'rgb_array' or 'ansi'\.$"):
        game.reset()


def test_the_module_passes_its_other_tests() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(module.env(), num_cycles=300)
        seed_test(module.env, num_cycles=100)
        state_test(module.env(), module.parallel_env())
        parallel_api_test(module.parallel_env(), num_cycles=60)
    known = (
        "Observation is not a NumPy array",  # it says so of every game with masks that it doesn't know by name
        "Observation space for each agent probably should be gymnasium.spaces.box",
        "reset ignores the option 'options'",
    )
    messages = {str(each.message) for each in said if each.category is UserWarning}
    assert [each for each in messages if not each.startswith(known)] == []


def test_the_name_is_the_game_s() -> None:
    assert [env(name).metadata["name"] for name in GAMES] == [
        "dice_ocalypse_v0",
        "baron_voodoo_v0",
        "deck_o_dice_v0",
        "dicetopia_v0",
    ]
    assert str(raw_env()) == "dice_ocalypse_v0" and str(parallel_env()) == "deck_o_dice_v0"


# --- masks and illegal actions


def test_after_an_end_every_action_is_marked() -> None:
    game, ends = env("deck-o-dice"), 0
    game.reset(seed=1)
    for agent in game.agent_iter():
        seen, _, terminated, truncated, _ = game.last()
        mask, dead = seen["action_mask"], terminated or truncated
        assert mask.dtype == np.int8 and mask.any() and mask.all() == dead
        game.step(None if dead else int(game.action_space(agent).sample(mask)))
        ends += dead
    assert ends == 2


def test_an_illegal_action_may_be_replaced() -> None:
    game = env("dice-ocalypse", illegal="replace")
    game.reset(seed=1)
    first = game.agent_selection
    legal = int(np.argmax(game.observe(first)["action_mask"]))
    game.step(0)
    assert game.infos[first] == {"replaced_by": legal} and not any(game.terminations.values())
    twin = env("dice-ocalypse", illegal="raise")
    twin.reset(seed=1)
    with pytest.raises(IllegalOption, match="legal actions are: roll"):
        twin.step(0)
    twin.step(legal)
    assert np.array_equal(twin.state(), game.state())
    with pytest.raises(BadSetting, match=r"^illegal must be 'end', 'replace' or 'raise', not 'ignore'\.$"):
        env("dice-ocalypse", illegal="ignore")
    with pytest.raises(BadSetting, match=r"^cut must be 'game' or 'agent', not 'seat'\.$"):
        env(cut="seat")


@pytest.mark.parametrize("players", [2, 4])
def test_every_agent_may_be_cut_off_by_itself(players: int) -> None:
    game = raw_env("dice-ocalypse", players=players, max_cycles=3, cut="agent")
    for seed in range(5):
        game.reset(seed=seed)
        asked: list[str] = []
        for agent in game.agent_iter():
            seen, _, terminated, truncated, _ = game.last()
            asked.append(agent)
            game.step(None if terminated or truncated else int(np.argmax(seen["action_mask"])))
        assert [asked.count(agent) for agent in game.possible_agents] == [4] * players


# --- the whole state


@pytest.mark.parametrize("name", GAMES)
def test_the_state_is_all_that_is_there_now(name: str) -> None:
    game = raw_env(name, options=SHORT.get(name))
    with pytest.raises(MatchOver, match="No game has begun"):
        game.state()
    game.reset(seed=3)
    luck = np.random.default_rng(1)
    for _ in range(30):
        if not game.agents or any(game.terminations.values()):
            game.reset()
        batch = Batch(name, 1, options=SHORT.get(name), information="all")
        batch.load(0, game.game.batch.save(0))
        assert np.array_equal(game.state(), batch.observe(0)[0]) and game.state_space.contains(game.state())
        game.step(int(luck.choice(np.flatnonzero(game.observe(game.agent_selection)["action_mask"]))))


def test_the_state_holds_what_is_hidden_and_no_dice_to_come() -> None:
    """Two games with other dice to come have one state; two sealed choices have two, and one seat can't tell them."""
    states, seen = [], []
    for seed, choice in ((1, 0), (2, 0), (1, 5)):
        game = raw_env("deck-o-dice")
        game.reset(seed=seed)
        game.step(choice)  # in secret
        states.append(game.state())
        seen.append(game.observe("player_1")["observation"])
    assert np.array_equal(states[0], states[1]) and not np.array_equal(states[0], states[2])
    assert np.array_equal(seen[0], seen[2])


# --- many games at once


@pytest.mark.parametrize("name", GAMES)
def test_many_games_are_those_of_a_batch(name: str) -> None:
    envs = vector_env(name, 5, players=2, options=SHORT.get(name), threads=2)
    batch = Batch(name, 5, players=2, options=SHORT.get(name), seed=range(5))
    seen, infos = envs.reset(seed=list(range(5)))
    luck, ends = np.random.default_rng(1), 0
    for _ in range(500):
        asked = batch.to_move.copy()
        assert np.array_equal(envs.to_move, asked)
        actions = {}
        for seat, agent in enumerate(envs.possible_agents):
            mask = seen[agent]["action_mask"]
            assert np.array_equal(seen[agent]["observation"], batch.observe(seat))
            assert np.array_equal(mask[asked == seat, :-1], batch.masks[asked == seat])
            assert mask[:, -1].tolist() == (asked != seat).tolist() and mask.any(1).all()
            actions[agent] = np.array([luck.choice(np.flatnonzero(row)) for row in mask])
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        batch.step(np.where(asked == 0, actions["player_0"], actions["player_1"]))
        for seat, agent in enumerate(envs.possible_agents):
            assert np.array_equal(rewards[agent], batch.rewards[:, seat])
            assert np.array_equal(terminated[agent] | truncated[agent], batch.done)
            if batch.done.any():
                row = int(np.argmax(batch.done))
                assert infos[agent]["_final_obs"].tolist() == batch.done.tolist()
                assert infos[agent]["final_obs"][row].any()
        ends += int(batch.done.sum())
    assert ends >= 3
    assert all(envs.observation_space(agent).contains(seen[agent]) for agent in envs.agents)
    assert envs.state().shape == (5, *envs.state_space.shape)


def test_an_illegal_action_ends_one_game_of_many_or_is_refused() -> None:
    envs = vector_env("deck-o-dice", 3)
    envs.reset(seed=1)
    actions = {agent: np.zeros(3, np.int64) for agent in envs.agents}
    actions["player_0"][1] = 11
    _, rewards, terminated, _, infos = envs.step(actions)
    assert rewards["player_0"].tolist() == [0, -1, 0] and rewards["player_1"].tolist() == [0, 0, 0]
    assert terminated["player_1"].tolist() == [False, True, False]
    assert infos["player_0"]["illegal"].tolist() == [False, True, False] and not infos["player_1"]["illegal"].any()
    assert envs.batch.episodes.tolist() == [0, 1, 0]
    strict = vector_env("deck-o-dice", 3, illegal="raise")
    strict.reset(seed=1)
    before = [strict.batch.save(row) for row in range(3)]
    with pytest.raises(
        IllegalOption,
        match=r"^Action 11 of player_0 in game 1 isn't legal now\. The legal actions are in its action_mask",
    ):
        strict.step(actions)
    assert [strict.batch.save(row) for row in range(3)] == before


def test_an_action_of_an_unknown_agent_is_refused_and_nothing_is_played() -> None:
    both = parallel_env()
    seen, _ = both.reset(seed=1)
    actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in both.agents}
    with pytest.raises(IllegalOption, match=r"^There is no agent 'player_9'\. The agents are: player_0, player_1\.$"):
        both.step({**actions, "player_9": 0})
    after, *_ = both.step(actions)
    assert not all(np.array_equal(after[agent]["observation"], seen[agent]["observation"]) for agent in after)


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])  # noqa: S301  # our own
def test_copies_of_many_games_and_of_one_play_on_the_same(twin: Any) -> None:
    envs, one = vector_env("deck-o-dice", 3), raw_env()
    envs.reset(seed=1)
    one.reset(seed=1)
    other, another = twin(envs), twin(one)
    assert np.array_equal(another.state(), one.state())
    for _ in range(20):
        actions = {agent: np.argmax(envs._masks(envs.to_move == seat), 1) for seat, agent in enumerate(envs.agents)}
        for mine, its in zip(envs.step(actions)[0].values(), other.step(actions)[0].values(), strict=True):
            assert np.array_equal(mine["observation"], its["observation"])


def test_what_many_games_do_not_take_is_said_in_a_sentence() -> None:
    envs = vector_env("deck-o-dice", 2)
    with pytest.raises(MatchOver, match="No games have begun"):
        envs.step({})
    envs.reset(seed=1)
    with pytest.raises(IllegalOption, match=r"^Give an array of actions for each of player_0, player_1\.$"):
        envs.step({"player_0": [0, 0]})
    with pytest.raises(
        IllegalOption, match=r"^The actions of an agent must be whole numbers, one for each of 2 games\.$"
    ):
        envs.step({"player_0": [0, 0], "player_1": [0.5, 0]})
    with pytest.raises(BadSeed, match="Give one seed, or 2 seeds"):
        envs.reset(seed=[1])
    with pytest.raises(BadSetting, match="illegal must be 'end' or 'raise'"):
        vector_env("deck-o-dice", 2, illegal="replace")
