"""PettingZoo with all at once: its own suite passes, and nobody sees what another chooses."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from dicehouse.envs.pettingzoo import parallel_env
from dicehouse.errors import BadSetting, IllegalOption


def test_its_parallel_tests_pass() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env("deck-o-dice"), num_cycles=100)
        parallel_seed_test(lambda: parallel_env("deck-o-dice"), num_cycles=100)


class DeckODice:
    """What PettingZoo's test of cycles takes for a module."""

    @staticmethod
    def parallel_env(max_cycles: int) -> Any:
        return parallel_env("deck-o-dice", max_cycles=max_cycles)

    @staticmethod
    def env(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env("deck-o-dice", max_cycles=max_cycles))


def test_its_test_of_cycles_passes() -> None:
    max_cycles_test(DeckODice)


def test_a_copy_of_all_at_once_plays_on_the_same() -> None:
    game = parallel_env("deck-o-dice")
    game.reset(seed=2)
    game.step(dict.fromkeys(game.agents, 0))
    other = copy.deepcopy(game)
    for action in (1, 2, 3, 4):
        ends = [each.step(dict.fromkeys(each.agents, action)) for each in (game, other)]
        assert ends[0][1:] == ends[1][1:]
        for agent in game.possible_agents:
            assert np.array_equal(ends[0][0][agent]["observation"], ends[1][0][agent]["observation"])


def test_nobody_sees_what_the_other_chooses() -> None:
    seen = []
    for choice in (0, 5):
        game = parallel_env("deck-o-dice")
        game.reset(seed=1)
        game.game.batch.step([choice])  # the first has chosen, in secret
        seen.append(game.game.seen(1).tobytes())
    assert seen[0] == seen[1]


def test_only_games_whose_players_choose_at_once_are_played_so() -> None:
    with pytest.raises(BadSetting, match="don't choose at once"):
        parallel_env("dice-ocalypse")


def test_an_agent_that_has_nothing_to_decide_waits() -> None:
    game = parallel_env("deck-o-dice")
    waited = 0
    for seed in range(6):
        seen, _ = game.reset(seed=seed)
        while game.agents:
            masks = {agent: seen[agent]["action_mask"] for agent in game.agents}
            for mask in masks.values():
                assert mask[-1] == (not mask[:-1].any())
                waited += int(mask[-1])
            seen, *_ = game.step({agent: int(np.flatnonzero(mask)[-1]) for agent, mask in masks.items()})
    assert waited > 0


def test_in_cycles_what_is_not_legal_is_replaced_or_refused() -> None:
    game = parallel_env("deck-o-dice")
    game.reset(seed=1)
    *_, infos = game.step({"player_0": 11, "player_1": 2})
    assert infos == {"player_0": {"replaced_by": 0}, "player_1": {}}
    strict = parallel_env("deck-o-dice", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalOption, match="Action 11 of player_0"):
        strict.step({"player_0": 11, "player_1": 2})
    with pytest.raises(IllegalOption, match="player_1 has to choose"):
        strict.step({"player_0": 1})
