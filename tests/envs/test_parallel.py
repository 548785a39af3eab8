"""Run PettingZoo's own suite for parallel games, and check that nobody sees what another chooses."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from dicehouse.envs.pettingzoo import parallel_env, raw_env
from dicehouse.errors import BadSeed, BadSetting, IllegalOption, MatchOver


def test_its_parallel_tests_pass() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "reset ignores the option 'options'")  # which this test passes
        parallel_api_test(parallel_env("deck-o-dice"), num_cycles=100)
        parallel_seed_test(lambda: parallel_env("deck-o-dice"), num_cycles=100)


class DeckODice:
    """Stand in for a module in PettingZoo's test of cycles."""

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
        seen.append(game.game.observation(1).tobytes())
    assert seen[0] == seen[1]


def test_only_games_whose_players_choose_at_once_are_played_so() -> None:
    for name in ("dice-ocalypse", "dicetopia", "baron-voodoo"):  # in Dicetopia all choose at once, but in the beginning
        with pytest.raises(BadSetting, match=r"players don't always act simultaneously\. Use `env`"):
            parallel_env(name)
    with pytest.raises(
        BadSetting, match=r"^Deck-O-Dice needs at least two players to act simultaneously\. Use `env`\.$"
    ):
        parallel_env("deck-o-dice", players=1)


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
    with pytest.raises(IllegalOption, match="player_1 must act"):
        strict.step({"player_0": 1})


def moment(game: Any) -> list[Any]:
    """Return everything that would change if anything were played."""
    return [game.game.batch.save(0), game._cycles, game.agents, game.game.batch.episodes.tolist()]


@pytest.mark.parametrize("illegal", ["replace", "raise"])
@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ({"player_0": 1}, r"^player_1 must act, but no action was given for it\.$"),
        ({"player_1": 1}, "^player_0 must act"),
        ({}, "^player_0 must act"),
        ({"player_0": 1, "player_1": 3.7}, r"^An action must be a whole number, its index; not 3\.7\.$"),
        ({"player_0": 1, "player_1": None}, "An action must be a whole number"),
        ({"player_0": 1, "player_1": True}, "An action must be a whole number"),
        ([1, 1], r"^Give a dictionary with each agent's action by its name; not \[1, 1\]\.$"),
    ],
)
def test_a_cycle_that_is_refused_is_not_half_played(illegal: Any, actions: Any, says: str) -> None:
    game = parallel_env("deck-o-dice", illegal=illegal)
    game.reset(seed=1)
    before = moment(game)
    with pytest.raises(IllegalOption, match=says):
        game.step(actions)
    assert moment(game) == before


def test_what_is_chosen_after_a_refusal_counts() -> None:
    game, other = (parallel_env("deck-o-dice", illegal="raise") for _ in range(2))
    for each in (game, other):
        each.reset(seed=1)
    before = moment(game)
    with pytest.raises(
        IllegalOption, match=r"Action 11 of player_1 isn't legal now. The legal actions are: 0 \(quad\), 1 \("
    ):
        game.step({"player_0": 1, "player_1": 11})
    assert moment(game) == before
    ends = [each.step({"player_0": 5, "player_1": 2}) for each in (game, other)]
    assert ends[0][1:] == ends[1][1:]
    assert moment(game) == moment(other)


def test_who_waits_has_nothing_else_to_give() -> None:
    strict, lenient = (parallel_env("deck-o-dice", illegal=illegal) for illegal in ("raise", "replace"))
    seen, _ = strict.reset(seed=1)
    lenient.reset(seed=1)
    while not any(seen[agent]["action_mask"][-1] for agent in strict.agents):
        actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[2]) for agent in strict.agents}
        seen, *_ = strict.step(actions)
        lenient.step(actions)
    wait = len(seen["player_0"]["action_mask"]) - 1
    one, other = sorted(strict.agents, key=lambda agent: seen[agent]["action_mask"][-1])
    place = int(np.flatnonzero(seen[one]["action_mask"])[0])
    with pytest.raises(
        IllegalOption, match=rf"Action 0 of {other} isn't legal now. The legal actions are: {wait} \(wait\)\.$"
    ):
        strict.step({one: place, other: 0})
    *_, infos = lenient.step({one: place, other: 0})
    assert infos == {one: {}, other: {"replaced_by": wait}}
    strict.step({one: place})  # that it waits need not be said
    assert strict.game.batch.save(0) == lenient.game.batch.save(0)


def test_nothing_is_played_before_a_reset() -> None:
    with pytest.raises(MatchOver, match=r"^No game has begun: call reset\(\)\.$"):
        parallel_env("deck-o-dice").step({"player_0": 0, "player_1": 0})
    with pytest.raises(MatchOver, match=r"^No game has begun: call reset\(\)\.$"):
        raw_env("deck-o-dice").step(0)


@pytest.mark.parametrize("most", ["x", 0, -1, 2.0, True])
@pytest.mark.parametrize("make", [parallel_env, raw_env])
def test_cycles_that_can_t_be_are_refused_at_once(make: Any, most: Any) -> None:
    with pytest.raises(BadSetting, match="max_cycles must be a whole number from 1 up, or None for no limit; not "):
        make("deck-o-dice", max_cycles=most)


@pytest.mark.parametrize("seed", [1.5, "x", -1, True, [1]])
@pytest.mark.parametrize("make", [parallel_env, raw_env])
def test_a_seed_that_is_none_is_refused(make: Any, seed: Any) -> None:
    game = make("deck-o-dice")
    with pytest.raises(BadSeed, match="A seed must be a whole number from 0 up, or None; not "):
        game.reset(seed=seed)
    game.reset(seed=np.int64(3))
    other = make("deck-o-dice")
    other.reset(seed=3)
    assert game.game.batch.save(0) == other.game.batch.save(0)
