"""Run Gymnasium's own checker, and compare one seat against bots with a batch."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import dicehouse.envs.gymnasium as ours
from dicehouse.envs import Batch
from dicehouse.envs.gymnasium import DicehouseEnv, DicehouseVectorEnv
from dicehouse.envs.optional_dependencies import MissingExtra, require_library
from dicehouse.errors import BadGame, BadSeed, BadSetting, IllegalOption, MatchOver
from dicehouse.games import find

from .seated import GAMES, SHORT

THROWN = "dicehouse/Indicesion-v1"  # test_thrown.py tries it: it is slow
IDS = [name for name in gym.registry if name.startswith("dicehouse/") and "Indicesion" not in name]


def first_legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


def finish(env: DicehouseEnv, luck: np.random.Generator) -> list[object]:
    """Play to the end at random and return everything that came back."""
    told: list[object] = []
    ended = False
    while not ended:
        action = int(luck.choice(np.flatnonzero(env.unwrapped.action_masks())))
        seen, reward, terminated, truncated, info = env.step(action)
        told.append((seen.tobytes(), reward, terminated, truncated, info["seat"]))
        ended = terminated or truncated
    return told


@pytest.mark.parametrize("name", GAMES)
def test_its_checker_passes(name: str) -> None:
    env = gym.make(ours.gymnasium_id(find(name)), options=SHORT.get(name), against="greedy", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_all_games_are_registered() -> None:
    assert set(IDS) == {f"dicehouse/{name}-v0" for name in ("BaronVoodoo", "DeckODice", "DiceOcalypse", "Dicetopia")}
    env = gym.make("dicehouse/DiceOcalypse-v0", against=("greedy", "random"), players=3, seat=1)
    _, info = env.reset(seed=1)
    assert info["seat"] == 1
    assert "roll" in env.unwrapped.legal_actions()


def test_a_seed_makes_the_game() -> None:
    env = DicehouseEnv("dice-ocalypse", options={"target": 2_000}, against="greedy")
    games = []
    for seed in (5, 5, 6):
        env.reset(seed=seed)
        games.append(finish(env, np.random.default_rng(1)))
    env.reset()
    assert games[0] == games[1] != games[2] != finish(env, np.random.default_rng(1))


def test_the_learner_sits_elsewhere_in_each_game_unless_it_has_a_seat() -> None:
    env = DicehouseEnv("dice-ocalypse", players=3, against="greedy")
    assert [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(3))] == [0, 1, 2, 0]
    env = DicehouseEnv("dice-ocalypse", players=3, against="greedy", seat=2)
    assert {env.reset()[1]["seat"] for _ in range(3)} == {2}


def test_the_reward_is_the_share_of_the_win() -> None:
    env = DicehouseEnv("dice-ocalypse", options={"target": 2_000}, against="random", seat=0)
    rewards = []
    for seed in range(12):
        env.reset(seed=seed)
        told = finish(env, np.random.default_rng(seed))
        assert all(reward == 0 for _, reward, *_ in told[:-1])
        rewards.append(told[-1][1])
        assert rewards[-1] == env.game.batch.rewards[0, 0]
    assert set(rewards) == {0.0, 1.0}


def test_what_is_not_legal_ends_the_game_or_is_refused() -> None:
    env = DicehouseEnv("dice-ocalypse")
    env.reset(seed=1)
    illegal = first_legal(1 - env.action_masks())
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] == f"Action {illegal} isn't legal now. The legal actions are: roll."
    assert info["action_mask"].all() and env.action_masks().all() and env.legal_actions() == {}
    with pytest.raises(MatchOver, match="call reset"):
        env.step(illegal)
    strict = DicehouseEnv("dice-ocalypse", illegal="raise")
    strict.reset(seed=1)
    before = strict.game.batch.position(0).tobytes()
    with pytest.raises(IllegalOption, match="legal actions are: roll"):
        strict.step(10_000)
    assert strict.game.batch.position(0).tobytes() == before


def test_nothing_is_played_before_a_reset() -> None:
    with pytest.raises(MatchOver, match="No game has begun"):
        DicehouseEnv("dice-ocalypse").step(0)
    with pytest.raises(MatchOver, match="No games have begun"):
        DicehouseVectorEnv("dice-ocalypse", 2).step([0, 0])


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301  # our own
def test_a_copy_plays_on_the_same(twin: object) -> None:
    env = DicehouseEnv("dice-ocalypse", options={"target": 2_000}, against="dot")
    env.reset(seed=3)
    env.reset()
    for _ in range(5):
        env.step(first_legal(env.action_masks()))
    other = twin(env)
    for _ in range(2):
        assert finish(env, np.random.default_rng(7)) == finish(other, np.random.default_rng(7))
        assert env.reset()[0].tobytes() == other.reset()[0].tobytes()


def test_it_draws_the_table_as_text() -> None:
    env = DicehouseEnv("dice-ocalypse", render_mode="ansi")
    env.reset(seed=1)
    assert "Player 1" in env.render() and "Dice-ocalypse!" in env.render()
    silent = DicehouseEnv("dice-ocalypse")
    silent.reset(seed=1)
    assert silent.render() is None


# --- many at once


def test_many_games_are_those_of_a_batch() -> None:
    envs = gym.make_vec("dicehouse/DiceOcalypse-v0", 16, against="greedy", options={"target": 2_000})
    assert isinstance(envs.unwrapped, DicehouseVectorEnv)
    seen, infos = envs.reset(seed=list(range(16)))
    batch = Batch("dice-ocalypse", 16, against="greedy", options={"target": 2_000}, seed=list(range(16)))
    ended = 0
    for step in range(300):
        assert np.array_equal(seen, batch.observations) and np.array_equal(infos["action_mask"], batch.masks)
        actions = np.array([first_legal(mask) if step % 3 else int(np.flatnonzero(mask)[-1]) for mask in batch.masks])
        learners = batch.learners
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        batch.step(actions)
        assert np.array_equal(rewards, batch.rewards[np.arange(16), learners])
        assert np.array_equal(terminated | truncated, batch.done)
        ended += int(batch.done.sum())
        if batch.done.any():
            assert np.array_equal(infos["_final_obs"], batch.done)
            row = int(np.flatnonzero(batch.done)[0])
            assert infos["final_obs"][row].any() and not np.array_equal(infos["final_obs"][row], seen[row])
    assert ended > 16
    assert seen in envs.observation_space


def test_a_vector_refuses_what_is_not_legal_and_plays_nothing() -> None:
    envs = DicehouseVectorEnv("dice-ocalypse", 3, illegal="raise")
    envs.reset(seed=1)
    before = [envs.batch.save(row) for row in range(3)]
    legal = [first_legal(mask) for mask in envs.action_masks()]
    with pytest.raises(IndexError, match="of game 1 isn't legal now"):
        envs.step([legal[0], 0 if legal[1] else 1, legal[2]])
    assert [envs.batch.save(row) for row in range(3)] == before


def test_what_comes_back_is_the_caller_s_to_keep() -> None:
    envs = DicehouseVectorEnv("dice-ocalypse", 2)
    first, infos = envs.reset(seed=1)
    kept, mask = first.copy(), infos["action_mask"].copy()
    envs.step([first_legal(row) for row in mask])
    assert np.array_equal(first, kept) and np.array_equal(infos["action_mask"], mask)


@pytest.mark.parametrize("seed", [[1, 2, 3, 4], (1, 2, 3, 4), np.array([1, 2, 3, 4]), np.arange(1, 5, dtype=np.uint8)])
def test_a_seed_for_each_game_may_be_numpy_s(seed: Any) -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 4)
    envs.reset(seed=seed)
    batch = Batch("deck-o-dice", 4, seed=[1, 2, 3, 4], against="sensible")
    assert [envs.batch.save(row) for row in range(4)] == [batch.save(row) for row in range(4)]


def test_a_seed_may_be_numpy_s() -> None:
    for make in (lambda: DicehouseEnv("deck-o-dice"), lambda: DicehouseVectorEnv("deck-o-dice", 2)):
        first, second = make(), make()
        assert first.reset(seed=3)[0].tobytes() == second.reset(seed=np.int64(3))[0].tobytes()


@pytest.mark.parametrize("seed", [1.5, "x", -1, True, np.float64(2), {}])
def test_a_seed_that_is_none_is_refused_and_nothing_begins(seed: Any) -> None:
    for env in (DicehouseEnv("deck-o-dice"), DicehouseVectorEnv("deck-o-dice", 2)):
        env.reset(seed=1)
        batch = env.batch if isinstance(env, DicehouseVectorEnv) else env.game.batch
        before = batch.save(0)
        with pytest.raises(BadSeed, match=r"^A seed must be .*whole number.*\.$"):
            env.reset(seed=seed)
        assert batch.save(0) == before


def test_seeds_that_are_not_one_for_each_game_are_refused() -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 2)
    envs.reset(seed=1)
    for seeds in ([], [1], [1, 2, 3], np.zeros(0, np.int64)):
        with pytest.raises(BadSeed, match="Give one seed, or 2 seeds, one for each game; not "):
            envs.reset(seed=seeds)
    with pytest.raises(BadSeed, match=r"64 bits, .* not None\.$"):
        envs.reset(seed=[1, None])


def test_indicesion_is_not_made_in_another_way_unasked() -> None:
    """Gymnasium's own vector begins ended games one step later than the house's."""
    with pytest.raises(BadGame, match="it can't be played in batches"):
        gym.make_vec(THROWN, num_envs=2)
    envs = gym.make_vec(THROWN, num_envs=2, vectorization_mode="sync", against="random")
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert envs.metadata["autoreset_mode"] == gym.vector.AutoresetMode.NEXT_STEP


def test_alone_the_only_seat_learns() -> None:
    env, envs = DicehouseEnv("deck-o-dice", players=1), DicehouseVectorEnv("deck-o-dice", 2, players=1)
    assert env.reset(seed=1)[1]["seat"] == 0
    told = finish(env, np.random.default_rng(1))
    assert told[-1][1] in (0.0, 1.0)
    _, infos = envs.reset(seed=1)
    won = 0.0
    for _ in range(120):
        _, rewards, *_, infos = envs.step([first_legal(mask) for mask in infos["action_mask"]])
        won += rewards.sum()
    assert won > 0


# --- what can't be done


@pytest.mark.parametrize("make", [DicehouseEnv, DicehouseVectorEnv])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"against": ()}, r"^against must name one bot for all other seats, or a bot for each of them\."),
        ({"against": None}, r"^against must name one bot for all other seats, or a list of bots; not None\.$"),
        ({"against": 3}, r"or a list of bots; not 3\.$"),
        ({"against": [3]}, r"No bot '3' plays in a batch. The bots are: "),
        ({"options": "a=1"}, r"^options must be a dictionary of settings by key; not 'a=1'\.$"),
        ({"options": 7}, r"^options must be a dictionary of settings by key; not 7\.$"),
    ],
)
def test_what_is_no_setting_is_refused(make: Any, given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        make("deck-o-dice", **given)


@pytest.mark.parametrize("action", [3.7, "3", None, True, [3], np.float32(1), np.array([1, 2])])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env = DicehouseEnv("deck-o-dice")
    env.reset(seed=1)
    before = env.game.batch.save(0)
    with pytest.raises(IllegalOption, match=r"^An action must be a whole number, its index; not "):
        env.step(action)
    assert env.game.batch.save(0) == before and not env.game.batch.done[0]
    env.step(np.array(3))


def test_what_can_t_be_made_is_said_in_a_sentence() -> None:
    with pytest.raises(BadSetting, match="illegal must be 'end' or 'raise'"):
        DicehouseEnv("dice-ocalypse", illegal="ignore")
    with pytest.raises(
        BadSetting, match=r"^render_mode must be one of 'human', 'ansi', 'rgb_array', or None; not 'rgb'\.$"
    ):
        DicehouseEnv("dice-ocalypse", render_mode="rgb")
    with pytest.raises(BadSetting, match="No bot 'nobody'"):
        DicehouseEnv("dice-ocalypse", against="nobody")


def test_a_missing_library_is_named_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(
        MissingExtra,
        match=r"needs Gymnasium\. .* install it with: pip install '\.\[gymnasium\]'$",
    ):
        require_library("gymnasium", "gymnasium", "Gymnasium")


def test_ids_are_made_of_names() -> None:
    assert {ours.register_game(game) for game in ours.all_games().values()} == {*IDS, THROWN}
