"""Check what a reset is given: settings of the game, the learner's seat, and what is none of these."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dicehouse.envs.gymnasium import DicehouseEnv, DicehouseVectorEnv
from dicehouse.envs.pettingzoo import DicehouseAEC, DicehouseAgentsVector, DicehouseParallel
from dicehouse.errors import BadSetting

MAKERS: list[Callable[[], Any]] = [
    lambda: DicehouseEnv("deck-o-dice"),
    lambda: DicehouseVectorEnv("deck-o-dice", 2),
    lambda: DicehouseAEC("deck-o-dice"),
    lambda: DicehouseParallel("deck-o-dice"),
    lambda: DicehouseAgentsVector("deck-o-dice", 2),
]


def batch_of(env: Any) -> Any:
    return env.batch if hasattr(env, "batch") else env.game.batch


def memory(env: Any) -> bool:
    return bool(batch_of(env)._settings["memory"])


@pytest.mark.parametrize("make", MAKERS)
def test_a_setting_holds_until_the_next_reset(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=1)
    assert memory(env)
    first = batch_of(env).save(0)
    env.reset(options={"memory": False})
    assert not memory(env) and batch_of(env).save(0) != first
    env.reset(options={"memory": "off"})
    assert not memory(env) and not memory(copy.deepcopy(env))
    env.reset(seed=1)
    assert memory(env) and batch_of(env).save(0) == first


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"memory": "maybe"}, r"^memory must be on or off, not 'maybe'\.$"),
        ({"parity": 7}, r"^parity must be "),
        ({"players": 3}, r"^A reset can't change players\. Make another environment with it\.$"),
        ([1], r"^options must be a dictionary of what the next game changes; not \[1\]\.$"),
    ],
)
def test_a_known_key_with_an_invalid_value_is_refused_and_nothing_begins(
    make: Callable[[], Any], options: Any, says: str
) -> None:
    env = make()
    env.reset(seed=1)
    before = batch_of(env).save(0)
    with pytest.raises(BadSetting, match=says):
        env.reset(seed=2, options=options)
    assert batch_of(env).save(0) == before


@pytest.mark.parametrize("make", MAKERS)
def test_an_unknown_key_is_named_once(make: Callable[[], Any]) -> None:
    env = make()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(3):
            env.reset(seed=1, options={"memroy": True, 5: 1})
    found = [str(each.message) for each in said if each.category is UserWarning]
    assert len(found) == 2 and "memroy" in found[0] and "The options are: " in found[0] and "memory" in found[0]
    assert "option 5," in found[1]


def test_a_learner_s_seat_may_be_chosen_for_a_game() -> None:
    env, envs = DicehouseEnv("deck-o-dice", seat=0), DicehouseVectorEnv("deck-o-dice", 3)
    assert env.reset(seed=1, options={"seat": 1})[1]["seat"] == 1
    assert env.reset()[1]["seat"] == 0
    assert envs.reset(seed=1, options={"seat": 1})[1]["seat"].tolist() == [1, 1, 1]
    assert envs.reset(seed=1)[1]["seat"].tolist() == [0, 1, 0]
    for each in (env, envs):
        with pytest.raises(ValueError, match=r"^seat must be a whole number from 0 to 1\.$"):
            each.reset(options={"seat": 2})


def test_the_rows_that_begin_again_keep_their_settings() -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 2)
    envs.reset(seed=1, options={"memory": False})
    mask = np.array([True, False])
    envs.reset(options={"reset_mask": mask})
    assert not memory(envs)
    with pytest.raises(BadSetting, match="Leave out reset_mask or the settings"):
        envs.reset(options={"reset_mask": mask, "memory": False})
