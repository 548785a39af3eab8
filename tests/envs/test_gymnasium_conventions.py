"""Compare many games at once with Gymnasium's own vector of the same games, in every autoreset mode."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from dicehouse.envs import Batch
from dicehouse.envs.gymnasium import DicehouseEnv, DicehouseVectorEnv
from dicehouse.errors import BadSetting, IllegalOption, MatchOver

ID = "dicehouse/DeckODice-v0"
MODES = list(AutoresetMode)
SEEDS = [11, 12, 13, 14]


def pair(mode: AutoresetMode, **given: Any) -> tuple[DicehouseVectorEnv, SyncVectorEnv]:
    """Return our vector and Gymnasium's, at the beginning of the same games."""
    limit = given.pop("max_episode_steps", None)
    ours = gym.make_vec(ID, len(SEEDS), seat=0, autoreset_mode=mode, max_episode_steps=limit, **given)
    theirs = SyncVectorEnv(
        [lambda: gym.make(ID, seat=0, max_episode_steps=limit, disable_env_checker=True, **given) for _ in SEEDS],
        autoreset_mode=mode,
    )
    ours.reset(seed=SEEDS)
    theirs.reset()
    for env, seed in zip(theirs.envs, SEEDS, strict=True):
        env.unwrapped.game.batch.reset(seed=[seed])
    return ours, theirs


def same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Check that both say the same of the same games."""
    assert ours.keys() == theirs.keys()
    for key, value in theirs.items():
        if key.startswith("_"):
            assert ours[key].dtype == np.bool_ and np.array_equal(ours[key], value), key
            continue
        if key == "final_info":
            same_infos(ours[key], value)
            continue
        for row in np.flatnonzero(theirs[f"_{key}"]):
            if key == "illegal":
                assert value[row].split(".")[0] == ours[key][row].split(".")[0]
            else:
                assert np.array_equal(ours[key][row], value[row]), key
                assert np.asarray(ours[key][row]).dtype == np.asarray(value[row]).dtype, key


@pytest.mark.parametrize("limit", [None, 9])
@pytest.mark.parametrize("mode", MODES)
def test_many_games_behave_as_gymnasium_s_own_vector(mode: AutoresetMode, limit: int | None) -> None:
    ours, theirs = pair(mode, max_episode_steps=limit)
    assert ours.autoreset_mode == theirs.autoreset_mode == ours.metadata["autoreset_mode"] == mode
    luck, masks, ends, refused = np.random.default_rng(1), ours.action_masks(), 0, 0
    for step in range(160):
        assert masks.any(1).all()
        actions = [int(luck.choice(np.flatnonzero(mask))) for mask in masks]
        if step % 5 == 4:
            actions[step % len(SEEDS)] = int(luck.integers(ours.single_action_space.n))
        found, expected = ours.step(actions), theirs.step(np.array(actions))
        for mine, other in zip(found[:4], expected[:4], strict=True):
            assert np.array_equal(mine, other)
        same_infos(found[4], expected[4])
        over = found[2] | found[3]
        ends += int(over.sum())
        refused += int((found[1] == -1).sum())
        infos = found[4]
        if mode == AutoresetMode.DISABLED and over.any():
            seen, infos = ours.reset(options={"reset_mask": over})
            other, _ = theirs.reset(options={"reset_mask": over.copy()})
            assert np.array_equal(seen, other)
        masks = infos["action_mask"]
    assert ends >= 12 and refused >= 3


SAME_STEP = {"vector_kwargs": {"autoreset_mode": AutoresetMode.SAME_STEP}}


@pytest.mark.parametrize(("kind", "given"), [("sync", {}), ("sync", SAME_STEP), ("async", {}), (None, {})])
def test_no_mask_is_empty_after_an_end(kind: str | None, given: dict[str, Any]) -> None:
    envs = gym.make_vec(ID, 3, vectorization_mode=kind, against="random", **given)
    _, infos = envs.reset(seed=1)
    luck, ends = np.random.default_rng(1), 0
    for _ in range(60):
        assert infos["action_mask"].dtype == np.int8 and infos["action_mask"].any(1).all()
        actions = np.array([luck.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        _, _, terminated, _, infos = envs.step(actions)
        ends += int(terminated.sum())
    assert ends >= 3
    envs.close()


def test_a_space_samples_by_the_mask() -> None:
    env, envs = gym.make(ID), gym.make_vec(ID, 2)
    for _ in range(5):
        _, info = env.reset(seed=1)
        assert info["action_mask"][env.action_space.sample(info["action_mask"])]
        _, infos = envs.reset(seed=1)
        actions = envs.action_space.sample(tuple(infos["action_mask"]))
        assert infos["action_mask"][np.arange(2), actions].all()
    assert envs.action_masks().dtype == np.bool_ and Batch("deck-o-dice", 1).masks.dtype == np.bool_


# --- one game of many


def test_each_game_can_be_asked() -> None:
    envs = gym.make_vec(ID, 3, render_mode="ansi")
    _, infos = envs.reset(seed=4)
    assert envs.call("seat") == envs.get_attr("seat") == tuple(infos["seat"]) == (0, 1, 0)
    for mask, expected in zip(envs.call("action_masks"), infos["action_mask"], strict=True):
        assert mask.dtype == np.int8 and np.array_equal(mask, expected)
    assert [sorted(texts.values()) for texts in envs.call("legal_actions")] == [
        np.flatnonzero(mask).tolist() for mask in infos["action_mask"]
    ]
    assert envs.render_mode == "ansi" and envs.render() == envs.call("render")
    assert all("Deck-O-Dice" in text for text in envs.render())
    assert envs.get_attr("render_mode") == ("ansi",) * 3
    assert envs.get_attr("action_space") == (envs.single_action_space,) * 3
    assert {each.id for each in envs.get_attr("spec")} == {ID}
    with pytest.raises(AttributeError, match="A game in a batch has no attribute 'step'"):
        envs.call("step", 0)


def test_an_attribute_may_be_set() -> None:
    envs = gym.make_vec(ID, 2)
    envs.set_attr("level", 3)
    assert envs.get_attr("level") == (3, 3)
    envs.set_attr("level", [4, 5])
    assert envs.get_attr("level") == copy.deepcopy(envs).get_attr("level") == (4, 5)
    with pytest.raises(ValueError, match="Give one value, or 2 values"):
        envs.set_attr("level", [1])
    with pytest.raises(AttributeError, match="seat follows from the game"):
        envs.set_attr("seat", 1)
    envs.set_attr("illegal", "raise")
    envs.reset(seed=1)
    with pytest.raises(IllegalOption, match="Action 99 of game 0"):
        envs.step([99, 0])


# --- seeds


def test_a_seed_begins_the_same_games_and_a_reset_the_next_ones() -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 3)
    dealt = []
    for seed in (5, None, 5, None, 6):
        envs.reset(seed=seed)
        assert envs.np_random_seed == (seed or 5)
        dealt.append([envs.batch.save(row) for row in range(3)])
    assert dealt[0] == dealt[2] != dealt[1] == dealt[3] and dealt[4] != dealt[0]


def test_a_seed_for_some_games_leaves_the_others_alone() -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 3, autoreset_mode="NextStep")
    envs.reset(seed=[1, 2, 3])
    first = [envs.batch.save(row) for row in range(3)]
    actions = [int(np.argmax(mask)) for mask in envs.action_masks()]
    envs.step(actions)
    kept = envs.batch.save(1)
    envs.reset(seed=[1, 2, 3], options={"reset_mask": np.array([True, False, True])})
    assert [envs.batch.save(row) for row in range(3)] == [first[0], kept, first[2]]


# --- what can't be done


def test_a_game_that_is_over_waits_for_its_reset() -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    _, rewards, terminated, *_ = envs.step([99, int(np.argmax(envs.action_masks()[1]))])
    assert rewards.tolist() == [-1, 0] and terminated.tolist() == [True, False]
    assert envs.action_masks()[0].all() and envs.call("legal_actions")[0] == {}
    with pytest.raises(MatchOver, match="Game 0 is over: reset"):
        envs.step([0, 0])


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"autoreset_mode": "later"}, r"^autoreset_mode must be one of AutoresetMode\.NEXT_STEP, .*; not 'later'\.$"),
        ({"illegal": "ignore"}, r"^illegal must be 'end' or 'raise', not 'ignore'\.$"),
        ({"render_mode": "human"}, r"^render_mode must be one of 'ansi', 'rgb_array', or None; not 'human'\.$"),
        (
            {"max_episode_steps": 0},
            r"^max_episode_steps must be a whole number from 1 up, or None for no limit; not 0\.$",
        ),
    ],
)
def test_what_many_games_do_not_take_is_said_in_a_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        DicehouseVectorEnv("deck-o-dice", 2, **given)


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0]), np.array([True]), np.zeros(2, np.bool_)])
def test_a_reset_mask_that_is_none_is_refused(mask: Any) -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 2)
    envs.reset(seed=1)
    before = [envs.batch.save(row) for row in range(2)]
    with pytest.raises(BadSetting, match=r"^reset_mask must be .*\.$"):
        envs.reset(options={"reset_mask": mask})
    assert [envs.batch.save(row) for row in range(2)] == before


def test_a_single_game_s_mask_is_whole_numbers_too() -> None:
    env = DicehouseEnv("deck-o-dice")
    env.reset(seed=1)
    assert env.action_masks().dtype == np.int8
