"""Offer the games to PettingZoo: every seat is an agent, `player_0` the first.

`env("dice-ocalypse", players=3)` asks one agent after another (AEC), for every game. `parallel_env("deck-o-dice")` asks
all at once, for games whose players choose simultaneously. It needs `dicehouse[pettingzoo]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from dicehouse.engine.observation_encoder import ObservationEncoder
from dicehouse.errors import BadSetting, IllegalOption, MatchOver
from dicehouse.text_format import shorten

from .batch import Information
from .optional_dependencies import require_library
from .single_game import SingleGame
from .validate_arguments import check_action_index, check_limit, check_optional_seed

zoo: Any = require_library("pettingzoo", "pettingzoo", "PettingZoo")
wrappers: Any = require_library("pettingzoo.utils.wrappers", "pettingzoo", "PettingZoo")
spaces: Any = require_library("gymnasium.spaces", "pettingzoo", "PettingZoo")

Observation = dict[str, Any]
Illegal = Literal["replace", "raise"]
ILLEGAL_REWARD = -1.0


def env(game: str, **given: Any) -> Any:
    """Return a game that asks one agent after another, in PettingZoo's usual wrappers: an illegal action ends the game
    with a reward of -1.

    The arguments are those of `DicehouseAEC`.
    """
    inner = wrappers.TerminateIllegalWrapper(DicehouseAEC(game, **given), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


raw_env: Any = None  # set below: the class without wrappers


class _AgentSpaces:
    """Define what both interfaces share: the agents, their observations and their actions."""

    possible_agents: list[str]
    game: SingleGame

    def _seat_agents(self, game: SingleGame, extra: int) -> None:
        self.game = game
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        encoder = game.batch.observation_encoder
        self._actions = game.batch.actions + extra
        self._spaces = {agent: _observation_space(encoder, self._actions) for agent in self.possible_agents}
        self._choices = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: the numbers, and the action mask."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the game's fixed action space."""
        return self._choices[agent]

    def _next_seed(self, seed: int | None) -> int | None:
        """Return the seed of the next deal: a given one, or a random one for the first deal; otherwise the next of the
        same stream.
        """
        given, first = check_optional_seed(seed), not self._begun
        self._begun = True
        return int(np.random.default_rng(given).integers(1 << 62)) if first or given is not None else None

    _begun = False

    def _check_begun(self) -> None:
        if not self.agents:
            raise MatchOver("The game is over: call reset()." if self._begun else "No game has begun: call reset().")

    def _render_text(self, mode: str | None) -> str | None:
        return None if mode is None else self.game.render_text(None)


def _observation_space(encoder: ObservationEncoder, actions: int) -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(encoder.low, encoder.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def _check_render_mode(mode: str | None) -> None:
    if mode not in (None, "ansi"):
        raise BadSetting(f"render_mode is 'ansi', or None; not {str(mode)[:20]!r}.")


class DicehouseAEC(_AgentSpaces, zoo.AECEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Ask one agent after another.

    Where several choose simultaneously, they are asked one by one, and none sees what another chose. Rewards are shares
    of the win, when the game ends.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "dicehouse_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create an environment; `players`, `options` and `information` are those of `Batch`.

        The game is cut off when an agent has decided `max_cycles` times.
        """
        super().__init__()
        _check_render_mode(render_mode)
        limit = check_limit("max_cycles", max_cycles)
        self._seat_agents(SingleGame(game, players, options, information), 0)
        self.max_cycles, self.render_mode = limit, render_mode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next."""
        self.game.deal(self._next_seed(seed))
        self.agents = self.possible_agents[:]
        self._decided = [0] * self.game.players
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, no matter which agent is asked to act."""
        if agent not in self._spaces:
            raise BadSetting(f"There is no agent {str(agent)[:20]!r}; there are: {', '.join(self.possible_agents)}.")
        seat = self.possible_agents.index(agent)
        return {"observation": self.game.observation(seat), "action_mask": self.game.action_mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked. Raise IllegalOption if it is not legal."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        place = check_action_index(action)
        if not self.game.is_legal(place):
            raise IllegalOption(
                f"Action {place} is not legal now; legal are: {', '.join(self.game.batch.legal_actions(0))}."
            )
        seat = self.game.seat
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.batch.step([place])
        self._decided[seat] += 1
        self._select_next_agent(seat)
        self._accumulate_rewards()

    def _select_next_agent(self, seat: int) -> None:
        """Select the agent that is asked next, or record how the game ended."""
        batch = self.game.batch
        if batch.done[0]:
            over = not batch.truncated[0]
            self.rewards = {agent: float(batch.rewards[0, i]) for i, agent in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, bool(over))
            self.truncations = dict.fromkeys(self.agents, not over)
            self.agent_selection = self.possible_agents[0]
            return
        self.agent_selection = self.possible_agents[self.game.seat]
        if self.max_cycles is not None and self._decided[seat] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return the position as a spectator sees it, as text, if the render mode is text."""
        return self._render_text(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return f"dicehouse {self.game.game.id}"


raw_env = DicehouseAEC


class DicehouseParallel(_AgentSpaces, zoo.ParallelEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Ask all agents at once, for games in which all seats choose simultaneously in every cycle.

    In a cycle every agent gives an action; one that has nothing to decide gives the last one, "wait", which is then its
    only legal one.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "dicehouse_v0"}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        max_cycles: int | None = None,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
    ) -> None:
        """Create an environment; `players`, `options` and `information` are those of `Batch`.

        `illegal` says what an illegal action does: "replace" plays the first legal one, and the agent's info says so;
        "raise" raises IllegalOption.
        """
        _check_render_mode(render_mode)
        if illegal not in ("replace", "raise"):
            raise BadSetting(f"illegal is 'replace' or 'raise', not {str(illegal)[:20]!r}.")
        limit = check_limit("max_cycles", max_cycles)
        single = SingleGame(game, players, options, information)
        if not single.game.hooks.SIMULTANEOUS:
            raise BadSetting(
                f"In {single.game.name} players don't choose at once throughout: use `env`, which asks them in turn."
            )
        if single.players < 2:
            raise BadSetting(f"{single.game.name} is played at once by two or more, not alone: use `env`.")
        self._seat_agents(single, 1)
        self.max_cycles, self.illegal, self.render_mode = limit, illegal, render_mode

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game: the first one of a seed, or the next."""
        self.game.deal(self._next_seed(seed))
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, ...]:
        """Play the actions of all agents. Raise IllegalOption if one is invalid; then nothing is played."""
        self._check_begun()
        agents, infos = self.agents, dict[str, dict[str, Any]]({agent: {} for agent in self.agents})
        for seat, place in self._check_actions(actions, infos).items():
            if self.game.seat == seat:
                self.game.batch.step([place])
        self._cycles += 1
        batch = self.game.batch
        over = bool(batch.done[0] and not batch.truncated[0])
        cut = bool(batch.truncated[0]) or (self.max_cycles is not None and self._cycles >= self.max_cycles and not over)
        rewards = {agent: float(batch.rewards[0, self.possible_agents.index(agent)]) for agent in agents}
        seen = self._observe_all()
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _check_actions(self, actions: Mapping[str, int], infos: dict[str, dict[str, Any]]) -> dict[int, int]:
        """Return the legal actions of the seats that are asked, checked before any is played."""
        if not isinstance(actions, Mapping):
            raise IllegalOption(f"Give each agent's action by its name, a dictionary; not {shorten(actions)}.")
        asked, chosen = self.game.acting(), {}
        for seat, agent in enumerate(self.possible_agents):
            if agent in actions or seat in asked:
                place = self._check_action(seat, seat in asked, actions, infos[agent])
                if seat in asked:
                    chosen[seat] = place
        return chosen

    def _check_action(self, seat: int, asked: bool, actions: Mapping[str, int], info: dict[str, Any]) -> int:
        """Return a legal action of an agent: the given one, or its replacement. An agent that waits has only "wait"."""
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise IllegalOption(f"{agent} has to choose, and no action was given for it.")
        place, legal = check_action_index(actions[agent]), np.flatnonzero(self._action_mask(seat, asked))
        if place not in legal:
            if self.illegal == "raise":
                raise IllegalOption(
                    f"Action {place} of {agent} is not legal now; legal are: {self._describe_actions(seat, legal)}."
                )
            place = info["replaced_by"] = int(legal[0])
        return place

    def _describe_actions(self, seat: int, legal: Any) -> str:
        """Return the legal actions of a seat in the game's notation, with their indices."""
        batch, state = self.game.batch, self.game.batch.position(0).state
        numbers = [(int(place), int(batch.action_space.numbers[place])) for place in legal if place < batch.actions]
        describe = self.game.game.hooks.describe_action
        named = [f"{place} ({describe(state, seat, number).id})" for place, number in numbers]
        return ", ".join(named) or f"{batch.actions} (wait)"

    def _observe_all(self) -> dict[str, Observation]:
        asked = () if self.game.batch.done[0] else self.game.acting()
        return {
            agent: {"observation": self.game.observation(seat), "action_mask": self._action_mask(seat, seat in asked)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _action_mask(self, seat: int, asked: bool) -> Any:
        mask = np.zeros(self._actions, np.int8)
        if asked:
            mask[:-1] = self.game.action_mask_if_acting(seat)
        else:
            mask[-1] = 1
        return mask

    def render(self) -> str | None:
        """Return the position as a spectator sees it, as text, if the render mode is text."""
        return self._render_text(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return f"dicehouse {self.game.game.id}"


def parallel_env(game: str, **given: Any) -> DicehouseParallel:
    """Return a game whose players choose simultaneously; the arguments are those of `DicehouseParallel`."""
    return DicehouseParallel(game, **given)
