"""Define what the interfaces of PettingZoo share: the agents, their spaces, the whole state, seeds and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from dicehouse.core import Game
from dicehouse.core.settings import SettingValue
from dicehouse.engine.observation_encoder import ObservationEncoder
from dicehouse.errors import MatchOver

from ..batch import Floats
from ..environment_version import environment_version
from ..optional_dependencies import require_library
from ..position_observations import observe_one
from ..rendering import PICTURES_A_SECOND, RENDER_MODES, Renderer, check_render_mode, possible_modes
from ..reset_options import ResetOptions
from ..single_game import SingleGame
from ..validate_arguments import check_optional_seed

zoo: Any = require_library("pettingzoo", "pettingzoo", "PettingZoo")
spaces: Any = require_library("gymnasium.spaces", "pettingzoo", "PettingZoo")

Observation = dict[str, Any]
FIRST_GAME = "dice-ocalypse"  # for a caller that names none
METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": PICTURES_A_SECOND, "name": "dicehouse_v0"}


def pettingzoo_name(game: Game, settings: Mapping[str, SettingValue] | None = None) -> str:
    """Return the name of a game in PettingZoo: in the version that these complete `settings` make, or the newest."""
    return f"{game.id.replace('-', '_')}_v{environment_version(game, settings)}"


def agent_names(players: int) -> list[str]:
    """Return the names of the agents, a seat for each."""
    return [f"player_{seat}" for seat in range(players)]


def observation_space(encoder: ObservationEncoder, actions: int) -> Any:
    """Return the space of an agent's observations: the numbers, and the action mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(encoder.low, encoder.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class WholeState:
    """Encode the whole state of a game, hidden information included."""

    @property
    def _played(self) -> Game:
        raise NotImplementedError

    @cached_property
    def _whole_encoder(self) -> ObservationEncoder:
        return ObservationEncoder(self._played, "all")

    @cached_property
    def state_space(self) -> Any:
        """Return the space of the whole state."""
        return spaces.Box(self._whole_encoder.low, self._whole_encoder.high, dtype=np.float32)

    def __getstate__(self) -> dict[str, Any]:
        """Return what is copied: everything but the encoder, which is made again."""
        return {name: value for name, value in self.__dict__.items() if name != "_whole_encoder"}


class AgentSpaces(WholeState):
    """Hold one game, its agents, and the spaces of their observations and actions."""

    metadata: dict[str, Any]
    possible_agents: list[str]
    game: SingleGame
    render_mode: str | None

    def _seat_agents(self, game: SingleGame, extra: int, render_mode: str | None) -> None:
        """Assign a seat to each agent; there are `extra` actions behind those of the game."""
        check_render_mode(render_mode)
        self.game, self.render_mode, self._renderer = game, render_mode, Renderer()
        self.metadata = {
            **self.metadata,
            "name": pettingzoo_name(game.game, game.batch.settings),
            "render_modes": possible_modes(),
        }
        self.possible_agents = agent_names(game.players)
        self.agents: list[str] = []
        encoder = game.batch.observation_encoder
        self._actions = game.batch.actions + extra
        self._spaces = {agent: observation_space(encoder, self._actions) for agent in self.possible_agents}
        self._choices = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._options = ResetOptions(game.game)

    @property
    def _played(self) -> Game:
        return self.game.game

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: the numbers, and the action mask."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the game's fixed action space."""
        return self._choices[agent]

    def state(self) -> Floats:
        """Return the whole state as numbers, hidden information included, as `player_0` would see it.

        It holds nothing of the dice and cards to come. Use it for a critic in training, never for a player.
        """
        self._check_dealt()
        return observe_one(self.game.game, self._whole_encoder, self.game.players, self.game.batch.position(0), 0)

    def _begin_game(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Deal the first game of a seed, or the next one; the first deal without a seed has a random one."""
        given = check_optional_seed(seed)
        settings, _ = self._options.read(options)
        self.game.change(settings)
        first, self._begun = not self._begun, True
        fresh = first or given is not None
        self.game.deal(int(np.random.default_rng(given).integers(1 << 62)) if fresh else None)
        self.agents = self.possible_agents[:]

    _begun = False

    def _check_dealt(self) -> None:
        if not self._begun:
            raise MatchOver("No game has begun: call reset().")

    def _check_begun(self) -> None:
        self._check_dealt()
        if not self.agents:
            raise MatchOver("The game is over: call reset().")

    def _render(self, agent: str) -> Any:
        """Return the position as a spectator sees it, as text, or as this agent sees it, as a picture; or show it."""
        seat = self.possible_agents.index(agent)
        return self._renderer.render(self.render_mode, self.game.batch, 0, seat, for_all=True)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])
