"""The first lines of OpenSpiel's tutorials."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, random_agent

import dicehouse.envs.openspiel  # noqa: F401  # registers the games

NAMES = [f"dicehouse_{game}" for game in ("dice_ocalypse", "baron_voodoo", "deck_o_dice", "dicetopia")]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_played_by_chance(name: str) -> None:
    rng = np.random.default_rng(1)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes_with_probs = state.chance_outcomes()
            action_list, prob_list = zip(*outcomes_with_probs, strict=True)
            action = rng.choice(action_list, p=prob_list)
            state.apply_action(int(action))
        else:
            player = state.current_player()
            assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
            assert len(state.observation_tensor(player)) == game.observation_tensor_size()
            action = rng.choice(state.legal_actions())
            assert state.action_to_string(player, int(action))
            state.apply_action(int(action))
    assert len(state.returns()) == game.num_players()


@pytest.mark.parametrize("name", NAMES)
def test_agents_play_through_the_environment_of_learners(name: str) -> None:
    np.random.seed(1)  # rl_environment draws chance from it
    environment = rl_environment.Environment(name)
    num_actions = environment.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(player_id=i, num_actions=num_actions) for i in range(environment.num_players)]
    time_step = environment.reset()
    for _ in range(15):
        if time_step.last():
            break
        player_id = time_step.observations["current_player"]
        agent_output = agents[player_id].step(time_step)
        time_step = environment.step([agent_output.action])
    assert len(time_step.observations["info_state"]) == environment.num_players


def test_a_search_plays() -> None:
    game = pyspiel.load_game("dicehouse_baron_voodoo")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=2, evaluator=evaluator, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()
