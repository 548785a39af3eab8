"""Play many games at once with an agent in every seat: what each agent sees, does and gets, an array over the games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.errors import BadSetting, IllegalOption, MatchOver
from dicehouse.text_format import shorten

from ..batch import Batch, Flags, Floats, Information, Ints, Seeds
from ..optional_dependencies import require_library
from ..position_observations import observe_positions
from ..reset_options import ResetOptions
from ..validate_arguments import check_optional_seed
from .agents import Observation, WholeState, agent_names, observation_space, pettingzoo_name, spaces

batch_space: Any = require_library("gymnasium.vector.utils", "pettingzoo", "PettingZoo").batch_space

ILLEGAL_REWARD = -1.0
Arrays = dict[str, npt.NDArray[Any]]


class DicehouseAgentsVector(WholeState):
    """Ask the agents of many games at once, as a parallel environment of PettingZoo with an array for each agent.

    In each game one agent acts in a step: the one that is asked (`to_move`). The others give any action, which is
    ignored; by their mask it is the last one, "wait". A game that has ended is replaced by the next one in the same
    step; what the agents saw at its end is in `infos[agent]["final_obs"]`, in the rows that `"_final_obs"` marks.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        threads: int = 1,
        illegal: Literal["end", "raise"] = "end",
    ) -> None:
        """Create an environment; `players`, `options`, `information` and `threads` are those of `Batch`.

        `illegal` says what an illegal action of the agent that is asked does: "end" ends its game with a reward of -1
        for it, "raise" raises IllegalOption, and nothing is played in any game.
        """
        if illegal not in ("end", "raise"):
            raise BadSetting(f"illegal must be 'end' or 'raise', not {shorten(illegal)}.")
        self.batch = Batch(
            game,
            num_envs,
            players=players,
            options=options,
            information=information,
            threads=threads,
            auto_reset=False,
        )
        self.num_envs, self.illegal = num_envs, illegal
        self.possible_agents = agent_names(self.batch.players)
        self.agents: list[str] = []
        self.metadata = {"name": pettingzoo_name(self.batch.game, self.batch.settings), "render_modes": list[str]()}
        actions = self.batch.actions + 1
        encoder = self.batch.observation_encoder
        self._spaces = {agent: observation_space(encoder, actions) for agent in self.possible_agents}
        self._choices = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._many_spaces = {agent: batch_space(space, num_envs) for agent, space in self._spaces.items()}
        self._many_choices = {agent: batch_space(space, num_envs) for agent, space in self._choices.items()}
        self._options, self._made_with = ResetOptions(self.batch.game), self.batch.options
        self._changed: dict[str, object] = {}

    @property
    def _played(self) -> Game:
        return self.batch.game

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations in all games."""
        return self._many_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions in all games."""
        return self._many_choices[agent]

    def single_observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observation in one game."""
        return self._spaces[agent]

    def single_action_space(self, agent: str) -> Any:
        """Return the space of an agent's action in one game: those of the game, and "wait" as the last one."""
        return self._choices[agent]

    @property
    def to_move(self) -> Ints:
        """Return the seat of each game that is asked."""
        return self.batch.to_move.astype(np.int64)

    def reset(
        self, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin all games: the first ones of a seed (one for all, or one for each), or the next ones.

        `options` are settings of the game by key; they hold until the next reset.
        """
        many = seed is not None and not np.isscalar(seed)
        seeds = self.batch.row_seeds(seed) if many and seed is not None else None
        given = None if seeds is not None else check_optional_seed(seed)
        settings, _ = self._options.read(options)
        if settings != self._changed:
            self.batch = self.batch.with_arguments(options={**self._made_with, **settings})
            self._changed = settings
        if seeds is None and (given is not None or not self.agents):
            seeds = self.batch.row_seeds(int(np.random.default_rng(given).integers(1 << 62)))
        if seeds is None:
            self.batch.reset(np.arange(self.num_envs))
        else:
            self.batch.reset(seed=seeds)
        self.agents = self.possible_agents[:]
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, npt.ArrayLike]) -> tuple[Any, ...]:
        """Play in each game the action of the agent that is asked. Return dictionaries by agent: observations, rewards,
        terminations, truncations and infos, each an array over the games.
        """
        if not self.agents:
            raise MatchOver("No games have begun: call reset().")
        chosen, asked = self._asked_actions(actions), self.to_move
        illegal = np.zeros(self.num_envs, np.bool_)
        illegal[self.batch.illegal_rows(chosen)] = True
        if self.illegal == "raise" and illegal.any():
            row = int(np.argmax(illegal))
            raise IllegalOption(
                f"Action {chosen[row]} of {self.possible_agents[asked[row]]} in game {row} isn't legal now. The "
                "legal actions are in its action_mask."
            )
        self.batch.step(chosen, held=np.flatnonzero(illegal))
        rewards = self.batch.rewards.copy()
        rewards[illegal, asked[illegal]] = ILLEGAL_REWARD
        truncated = self.batch.truncated.copy()
        terminated = (self.batch.done & ~truncated) | illegal
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        over = terminated | truncated
        if over.any():
            for seat, agent in enumerate(self.agents):
                infos[agent] = {"final_obs": self._final(seat, over), "_final_obs": over.copy()}
                if illegal.any():
                    infos[agent]["illegal"] = illegal & (asked == seat)
            self.batch.reset(over)
        return (
            self._observe_all(),
            {agent: rewards[:, seat].copy() for seat, agent in enumerate(self.agents)},
            {agent: terminated.copy() for agent in self.agents},
            {agent: truncated.copy() for agent in self.agents},
            infos,
        )

    def _asked_actions(self, actions: object) -> Ints:
        """Return the action of each game's agent that is asked. Raise IllegalOption if the actions are no arrays."""
        if not isinstance(actions, Mapping) or set(actions) != set(self.possible_agents):
            raise IllegalOption(f"Give an array of actions for each of {', '.join(self.possible_agents)}.")
        given = [np.asarray(actions[agent]) for agent in self.possible_agents]
        if any(each.dtype.kind not in "iu" or each.shape != (self.num_envs,) for each in given):
            raise IllegalOption(
                f"The actions of an agent must be whole numbers, one for each of {self.num_envs} games."
            )
        chosen: Ints = np.array(given)[self.to_move, np.arange(self.num_envs)]
        return chosen

    def _observe_all(self) -> dict[str, Observation]:
        asked = self.to_move
        return {
            agent: {"observation": self.batch.observe(seat), "action_mask": self._masks(asked == seat)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _masks(self, asked: Flags) -> npt.NDArray[np.int8]:
        """Return an agent's masks: the legal actions where it is asked, and "wait" elsewhere."""
        masks = np.zeros((self.num_envs, self.batch.actions + 1), np.int8)
        masks[:, :-1] = self.batch.masks & asked[:, None]
        masks[:, -1] = ~asked
        return masks

    def _final(self, seat: int, over: Flags) -> Floats:
        """Return what a seat saw at the end of the games that have ended, and zeros in the other rows."""
        seen, rows = np.zeros_like(self.batch.observations), np.flatnonzero(over)
        seen[rows] = self.batch.observe_rows(rows, np.full(len(rows), seat))
        return seen

    def state(self) -> Floats:
        """Return the whole state of each game as numbers, hidden information included, as `player_0` would see it.

        It holds nothing of the dice and cards to come. Use it for a critic in training, never for a player.
        """
        positions, first = self.batch.position_bytes(), np.zeros(self.num_envs, np.int64)
        return observe_positions(self.batch.game, self._whole_encoder, self.batch.players, positions, first)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
